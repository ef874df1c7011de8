// After one search the event's page and its bracket remember whose card was looked for on this device, and show it
// first: where to sit and against whom. Without script the search shows it, for that once.

import { isPressed, released } from "./pressed.js";

const place = `your card ${/^\/t\/[^/]+\//.exec(location.pathname)[0]}`;
const ofPlayer = /\/p\/\d+\/$/;

let yours = kept();
let isChosen = Boolean(yours); // before: a later search is for somebody else
let shown = null;

function kept() {
  try {
    return localStorage.getItem(place);
  } catch {
    return null; // private
  }
}

function keep(address) {
  yours = address;
  try {
    if (address) localStorage.setItem(place, address);
    else localStorage.removeItem(place);
  } catch {
    // for this page alone
  }
}

function show() {
  if (yours) window.htmx.ajax("GET", yours, { target: "#your-card", swap: "outerHTML" });
}

const found = () => [...document.querySelectorAll("#found a")].filter(({ pathname }) => ofPlayer.test(pathname));

function takeFound() {
  const all = found();
  if (isChosen || all.length !== 1 || all[0].pathname === yours) return;
  keep(all[0].pathname);
  show();
}

// The round that is played is in sight, where the line of rounds is longer than the screen.
function toRound() {
  const line = document.querySelector(".rounds-nav");
  const now = line?.querySelector(".current");
  if (now) line.scrollLeft = now.offsetLeft - line.offsetLeft - (line.clientWidth - now.offsetWidth) / 2;
}

document.addEventListener("click", ({ target }) => {
  const link = target.closest("#found a");
  if (link && !isChosen && ofPlayer.test(link.pathname)) keep(link.pathname);
  if (!target.closest("#not-you")) return;
  keep(null);
  isChosen = false;
  document.getElementById("your-card").replaceChildren();
  const field = document.getElementById("name");
  field.value = "";
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.focus();
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  if (detail.target.id !== "your-card" || !isPressed(detail.target)) return;
  detail.shouldSwap = false;
  released(detail.target).then(show);
});
document.addEventListener("htmx:afterSwap", ({ detail }) => {
  const id = detail.target?.id; // none where a page follows what is posted
  if (id === "found") takeFound();
  if (id !== "your-card") return;
  shown = document.getElementById("your-card");
  document.getElementById("not-you").hidden = false;
});
document.addEventListener("htmx:responseError", ({ detail }) => {
  if (detail.xhr.status === 404 && detail.target.id === "your-card") keep(null);
});
// What has just been swapped in stands until the newest is there.
document.addEventListener("followed", () => {
  const card = document.getElementById("your-card");
  if (yours && shown && card && card !== shown) card.replaceWith(shown);
  show();
  toRound();
});

toRound();
if (isChosen) show();
else takeFound();
