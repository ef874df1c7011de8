// Round timers: every second each place with data-until says how long it still is. Where a page has a Sound button that
// is pressed, two tones say that the time is up. What is posted meanwhile comes by follow.js and is found as well.

import { ring } from "./ring.js";

const sound = document.getElementById("sound");
const ended = new Set();

const twoDigits = (number) => String(number).padStart(2, "0");

function inWords(seconds) {
  if (seconds <= 0) return "Time is up";
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const start = hours ? `${hours}:${twoDigits(minutes)}` : String(minutes);
  return `${start}:${twoDigits(seconds % 60)} left`;
}

function count(isFirst) {
  for (const place of document.querySelectorAll("[data-until]")) {
    const { until } = place.dataset;
    const seconds = Math.ceil((Date.parse(until) - Date.now()) / 1000);
    const words = inWords(seconds);
    if (place.textContent !== words) place.textContent = words;
    if (seconds > 0 || ended.has(until)) continue;
    ended.add(until);
    if (!isFirst && sound?.getAttribute("aria-pressed") === "true") ring();
  }
}

sound?.addEventListener("click", () => {
  const isOn = sound.getAttribute("aria-pressed") !== "true";
  sound.setAttribute("aria-pressed", String(isOn));
  if (isOn) ring();
});

count(true);
setInterval(count, 1000);
