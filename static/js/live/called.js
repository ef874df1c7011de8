// A player who is called hears it, where the page of their own card is open: a button turns the sound on, and this device
// remembers that. The call itself comes as part of the page (follow.js, yours.js).

import { ring } from "./ring.js";

const KEPT = "sound when called";

let isOn = kept();
let heard = null;

function kept() {
  try {
    return localStorage.getItem(KEPT) === "on";
  } catch {
    return false; // private
  }
}

function keep() {
  try {
    localStorage.setItem(KEPT, isOn ? "on" : "off");
  } catch {
    // for this page alone
  }
}

function look() {
  const button = document.getElementById("ring");
  if (button) {
    button.hidden = false;
    button.textContent = isOn ? "Sound is on. Turn off" : "Turn on sound for calls";
  }
  const call = document.getElementById("called")?.dataset.call ?? "";
  if (call && call !== heard && isOn) {
    ring();
    navigator.vibrate?.([400, 200, 400]);
  }
  heard = call;
}

document.addEventListener("click", ({ target }) => {
  if (!target.closest("#ring")) return;
  isOn = !isOn;
  keep();
  if (isOn) ring();
  look();
});
document.addEventListener("followed", look);
document.addEventListener("htmx:afterSwap", look);
look();
