// A public page follows what is posted: while somebody looks at it, it hears of each new version (stream.js), or asks
// for it every second, and takes over what has changed. Without script a page stays as it was sent, and loses nothing.

import { Away, ask as askServer, isAway } from "./away.js";
import { CLICK_COMES, isPressed } from "./pressed.js";
import { streamOf } from "./stream.js";

const EVERY = 1_000;
const SLOWEST = 15_000;
const FAILURES_BEFORE_WORDS = 3;
const WORDS_STAY = 8_000;
const SELECTION_STAYS = 10_000;
const PARTS = ["header.masthead", "main", "footer.colophon"];

const { follow: address, followed: what } = document.body.dataset;
const says = document.getElementById("following");

let version = null; // not known before the page has been asked for once: it does not carry it
let wanted = null; // the version that it was told last: the server then sends none from before
let heard = null; // the version that the stream told; null: it has to be asked for
let shown = partsOf(document);
let shownAt = here();
let failures = 0;
let lastAnswer = new Date();
let isAsking = false;
let late = null; // told of a newer version while it asked: within how many milliseconds to ask for that one
let isGone = false;
let next = 0;
let silence = 0;
let selectedAt = 0;

function partsOf(page) {
  return PARTS.map((part) => page.querySelector(part)?.outerHTML ?? "");
}

function here() {
  return location.pathname + location.search;
}

// The words that were sent: what a script adds, the Print button and one's own card, is not among them.
function wordsOf(element) {
  const sent = element.cloneNode(true);
  for (const added of sent.querySelectorAll("[data-print] > *, #your-card > *")) added.remove();
  return sent.textContent.replace(/\s+/g, " ").trim();
}

function say(words, { stays = false } = {}) {
  clearTimeout(silence);
  says.textContent = words;
  if (!stays) silence = setTimeout(() => says.replaceChildren(), WORDS_STAY);
}

async function ask(url, headers = {}) {
  const { answer, text } = await askServer(url, { cache: "no-cache", headers });
  if (answer.status === 404) isGone = true;
  else if (!answer.ok) throw new Away(`${url}: ${answer.status}`);
  return { answer, text };
}

// Under a finger, or selected just now, perhaps to be copied: until then the page stays as it is.
function isInHand() {
  const isSelected = getSelection().type === "Range" && Date.now() - selectedAt < SELECTION_STAYS;
  return isSelected || isPressed(document.body);
}

// What the visitor is doing, and how to let them go on with it once the page has been swapped below them.
function keepPlace() {
  const nameOf = (element) =>
    element.id || element.getAttribute("href") || element.getAttribute("aria-label") || wordsOf(element);
  const likes = (element) =>
    [...document.querySelectorAll(element.tagName)].filter((other) => nameOf(other) === nameOf(element));
  const active = document.activeElement;
  const isInPart = active !== document.body && PARTS.some((part) => active.closest(part));
  const nth = isInPart ? likes(active).indexOf(active) : -1;
  const fields = [...document.querySelectorAll("main input[id]")].map(
    ({ id, value, selectionStart, selectionEnd }) => ({ id, value, selectionStart, selectionEnd }),
  );
  const open = [...document.querySelectorAll("main details[open] > summary")].map(wordsOf);
  const regions = [...document.querySelectorAll("main [role=region][tabindex]")].map(({ scrollLeft, scrollTop }) => ({
    scrollLeft,
    scrollTop,
  }));
  const top = scrollY;

  return () => {
    for (const details of document.querySelectorAll("main details")) {
      details.open ||= open.includes(wordsOf(details.querySelector("summary")));
    }
    // What is shown because the address names it would not be any more: the phone's round of the bracket.
    if (location.hash) location.replace(location.hash);
    if (isInPart)
      (likes(active)[nth] ?? likes(active)[0] ?? document.querySelector("main")).focus({ preventScroll: true });
    for (const { id, value, selectionStart, selectionEnd } of fields) {
      const field = document.getElementById(id);
      if (!field || field.value === value) continue;
      field.value = value;
      if (field === document.activeElement) field.setSelectionRange(selectionStart, selectionEnd);
      field.dispatchEvent(new Event("input", { bubbles: true })); // found anew: the page was of an earlier search
    }
    for (const [index, region] of document.querySelectorAll("main [role=region][tabindex]").entries()) {
      Object.assign(region, regions[index]);
    }
    scrollTo({ top, behavior: "instant" });
  };
}

// Take over the page of now. It is asked for as everybody asks for it, so that the server has it ready.
async function renew() {
  const asked = here();
  const { answer, text } = await ask(asked, wanted ? { "Posted-Version": wanted } : {});
  if (isGone) return false;
  const fresh = new DOMParser().parseFromString(text, "text/html");
  while (isInHand()) await new Promise((resolve) => setTimeout(resolve, CLICK_COMES));
  if (asked !== here()) return renew(); // sorted or searched meanwhile
  version = answer.headers.get("Posted-Version");
  const now = partsOf(fresh);
  // Where the visitor has sorted or searched since, what stands here was not made by this script.
  const isOther = (part) => wordsOf(document.querySelector(part)) !== wordsOf(fresh.querySelector(part));
  const changed = PARTS.filter((part, index) => now[index] !== shown[index] && (asked === shownAt || isOther(part)));
  shown = now;
  shownAt = asked;
  if (!changed.length) return false;
  const before = wordsOf(document.querySelector("main"));
  const goOn = keepPlace();
  document.title = fresh.title;
  document.body.className = fresh.body.className;
  for (const part of changed) {
    const swap = { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 };
    window.htmx.swap(document.querySelector(part), now[PARTS.indexOf(part)], swap);
  }
  goOn();
  document.dispatchEvent(new CustomEvent("followed"));
  return before !== wordsOf(fresh.querySelector("main"));
}

async function isNew() {
  if (version === null) return true;
  wanted = heard;
  if (heard === null) {
    const { text } = await ask(address);
    if (isGone) return false;
    wanted = text;
  }
  return wanted !== version;
}

function answered(isUpdated) {
  const back = failures >= FAILURES_BEFORE_WORDS ? "The server is back. " : "";
  if (isGone) say("There is nothing at this address any more.", { stays: true });
  else if (isUpdated || back) say(`${back}${isUpdated ? `${what} updated.` : ""}`.trim());
  failures = 0;
  lastAnswer = new Date();
}

function missed() {
  failures += 1;
  if (failures !== FAILURES_BEFORE_WORDS) return;
  const time = lastAnswer.toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });
  say(`The server does not answer. What you see is from ${time}; the page goes on by itself when it is back.`, {
    stays: true,
  });
}

async function follow() {
  if (isAsking || isGone || document.hidden) return;
  isAsking = true;
  clearTimeout(next);
  try {
    answered((await isNew()) && (await renew()));
  } catch (error) {
    if (isAway(error)) missed();
    else answered(false);
  }
  isAsking = false;
  if (isGone) stream.end();
  const soon = late === null ? EVERY : Math.random() * late;
  late = null;
  if (heard !== null && heard === version && !failures) return; // the stream says when to go on
  // Not all at the same moment after the server was away.
  const pause = failures ? Math.min(EVERY * 2 ** failures, SLOWEST) * (0.75 + Math.random() / 2) : soon;
  next = setTimeout(follow, pause);
}

const stream = streamOf(address, {
  told(tag, spread) {
    heard = tag;
    if (isAsking) {
      late = spread; // and goes on where it has the page of before
      return;
    }
    clearTimeout(next);
    if (heard !== version || failures) next = setTimeout(follow, Math.random() * spread);
  },
  lost() {
    if (heard === null) return;
    heard = null;
    follow();
  },
});

// Only a page that somebody looks at holds a connection.
function comeOrGo() {
  if (document.hidden || isGone) {
    stream.end();
    heard = null;
    return;
  }
  stream.begin();
  follow();
}

next = setTimeout(comeOrGo, EVERY);
document.addEventListener("visibilitychange", comeOrGo);
document.addEventListener("selectionchange", () => (selectedAt = Date.now()));
addEventListener("online", follow);
addEventListener("pagehide", stream.end);
addEventListener("pageshow", (event) => event.persisted && comeOrGo());
