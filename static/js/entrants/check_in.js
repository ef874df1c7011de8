// Check-in at the door: the list follows what is typed, Enter or a scanned code checks in, a tap changes its row alone.
// Whom Enter means is shown as one large card; it stays, with what is owed, until the next letter is typed.

import { released } from "../live/pressed.js";
import { plainText } from "../text/plain_text.js";

const form = document.getElementById("check-in");
const search = document.getElementById("find");
const said = document.getElementById("check-in-said");
const card = document.getElementById("check-in-card");
const rows = form.querySelector("tbody");
// Nobody has read a name that Enter itself brought up before it was on the screen for so long.
const TO_READ = 500;

const nameOf = (row) => row.querySelector("bdi").textContent;
const numberOf = (row) => row.id.slice(1);
const shownRows = () => [...rows.rows].filter((row) => !row.hidden);

function prepare(row) {
  row.folded = plainText(`${row.querySelector("th").textContent} #${numberOf(row)}`);
  for (const button of row.querySelectorAll("button")) {
    button.setAttribute("aria-label", `${button.textContent} ${nameOf(row)}`);
  }
}

// A code is the address of an entrant's page, or the number alone.
function codeOf(text) {
  const code = /\/(?:p|entrants|cards|standings)\/(\d{1,6})\/?(?:[?#].*)?$/.exec(text) ?? /^#?(\d{1,6})$/.exec(text);
  return code?.[1];
}

const scanned = (text) => document.getElementById(`e${codeOf(text)}`);

// Each word is in a text: one or two letters as the beginning of another word, and so every word of "Lee, A"
// (tournaments/entrants/search.py).
function hasWords(text, words, begins) {
  const taken = new Set();
  return [...words]
    .sort((one, other) => other.length - one.length)
    .every((word) => {
      const isBeginning = begins || /^[!-~]{1,2}$/.test(word);
      let at = text.indexOf(word);
      while (isBeginning && at >= 0 && (taken.has(at) || /[\p{L}\p{N}]/u.test(text.charAt(at - 1))))
        at = text.indexOf(word, at + 1);
      taken.add(at);
      return at >= 0;
    });
}

function filter() {
  const only = search.value.includes("/") ? scanned(search.value.trim()) : null;
  const words = plainText(search.value).split(/[ ,]+/).filter(Boolean);
  const numbers = words.filter((word) => /^\d+$/.test(word));
  const others = words.filter((word) => !numbers.includes(word));
  const begins = search.value.includes(",");
  for (const row of rows.rows) {
    const parts = row.folded.split(/[\s#]+/);
    row.hidden = only
      ? row !== only
      : !(numbers.every((number) => parts.includes(number)) && hasWords(row.folded, others, begins));
  }
}

const unsaved = new Map(); // whose tap was not answered, by row: told until one is

function say(text = "") {
  const names = [...unsaved.values()].join("; ");
  said.textContent = `${names && `${names}: not saved. Reload the page, then try again. `}${text}`.trim();
}

const headers = (target) => ({ "HX-Request": "true", "HX-Target": target });
const read = async (answer) => new DOMParser().parseFromString(await answer.text(), "text/html");

// What is asked for last is what the card shows.
let asked = 0;

function put(found = "") {
  asked += 1;
  card.replaceChildren(...(found ? [found] : []));
}

async function show(row) {
  put();
  const mine = asked;
  const answer = await fetch(`${form.action}?card=${numberOf(row)}`, { headers: headers(card.id) });
  const found = (await read(answer)).querySelector(".check-in-card");
  await released(card);
  if (mine === asked && found) put(found);
}

const rests = new Map(); // until when a place takes no other tap
const waiting = new Set();
let last = Promise.resolve();

// Taps are sent one after the other. A second tap of the same finger on the same place does nothing.
function tap(button, row) {
  const place = button.closest("td")?.cellIndex ?? "card";
  const key = `${row.id} ${place}`;
  if (performance.now() < rests.get(key)) return;
  rests.set(key, Number.POSITIVE_INFINITY);
  const body = new FormData(form, button);
  const isOfCard = place === "card" || search.value.trim() !== "";
  // Who types on looks at somebody else by the time of the answer.
  if (isOfCard) search.value = "";
  if (isOfCard) filter();
  const mine = asked;
  waiting.add(body);
  last = last
    .then(() => send(row.id, place, body, () => isOfCard && mine === asked && !search.value))
    .then(() => rests.set(key, unsaved.has(row.id) ? 0 : performance.now() + 400));
}

async function send(id, place, body, isLooking) {
  // It was sent when the page was left.
  if (!waiting.delete(body)) return;
  const name = nameOf(document.getElementById(id));
  try {
    const options = { method: "POST", body, headers: headers("check-in-row"), keepalive: true };
    const answer = await fetch(form.action, options);
    const page = await read(answer);
    const changed = page.getElementById(id);
    if (!changed || answer.redirected) throw new Error(String(answer.status));
    unsaved.delete(id);
    await released(form);
    const row = document.getElementById(id);
    const hadFocus = row.contains(document.activeElement);
    prepare(changed);
    changed.hidden = row.hidden;
    row.replaceWith(changed);
    for (const part of ["check-in-counts", "check-in-missing", "check-in-all"]) {
      document.getElementById(part)?.replaceWith(page.getElementById(part));
    }
    if (isLooking()) {
      const wasInCard = card.contains(document.activeElement);
      put(page.querySelector(".check-in-card"));
      // With keys or a mouse the next letter is the next name; on glass the keyboard stays away.
      if (wasInCard && matchMedia("(pointer: fine)").matches) search.focus();
      say();
      return;
    }
    const cell = changed.cells[place] ?? changed.cells[1];
    if (hadFocus) cell.querySelector("button")?.focus();
    const state = changed.querySelector("[role=alert]") ?? cell.querySelector("b");
    say(`${name}: ${state ? state.textContent : "undone"}`);
  } catch {
    unsaved.set(id, name);
    say();
  }
}

// Taps that wait for the answer to an earlier one are sent when the page is left.
addEventListener("pagehide", () => {
  for (const body of waiting) navigator.sendBeacon(form.action, body);
  waiting.clear();
});

// A name opens the card of that person.
rows.addEventListener("click", (event) => {
  const name = event.target.closest("th a");
  if (!name) return;
  event.preventDefault();
  show(name.closest("tr"));
  card.scrollIntoView({ block: "nearest" });
});

form.addEventListener("submit", (event) => {
  const button = event.submitter;
  const row =
    button?.closest("tbody tr") ?? document.getElementById(`e${button?.closest(".check-in-card")?.dataset.number}`);
  if (!row) return;
  event.preventDefault();
  tap(button, row);
});

// The server also finds what is spelled otherwise, and who was added since the page was opened.
async function ask(text) {
  const answer = await fetch(`${form.action}?${new URLSearchParams({ find: codeOf(text) ?? text })}`);
  const page = await read(answer);
  if (search.value.trim() !== text) return;
  const found = [...page.querySelectorAll("#check-in tbody tr")];
  for (const row of found) {
    if (!document.getElementById(row.id)) rows.append(row);
    const here = document.getElementById(row.id);
    prepare(here);
    here.hidden = false;
  }
  readable = Number.POSITIVE_INFINITY;
  const players = found.length === 1 ? "1 player" : `${found.length} players`;
  say(found.length ? `Close to “${text}”: ${players}.` : `No player matches “${text}”.`);
  try {
    if (found.length === 1) await show(document.getElementById(found[0].id));
  } finally {
    readable = performance.now() + TO_READ;
  }
}

let readable = 0;

document.getElementById("check-in-search").addEventListener("submit", (event) => {
  event.preventDefault();
  search.select();
  const text = search.value.trim();
  const found = shownRows();
  const row = scanned(text) ?? (text && found.length === 1 ? found[0] : null);
  if (!text || performance.now() < readable) return;
  if (!row && found.length === 0) {
    ask(text).catch(() => {
      say("Not found: no connection. Press Enter again.");
    });
    return;
  }
  if (!row) {
    say(`${found.length} players match. Tap one, or type more.`);
    return;
  }
  const button = row.querySelector("[name=here]");
  if (button) {
    put();
    tap(button, row);
    return;
  }
  search.value = "";
  filter();
  say(row.querySelector("[name=away]") ? "Already checked in." : "");
  show(row);
});

search.addEventListener("input", () => {
  filter();
  say();
  readable = 0;
  const found = shownRows();
  const text = search.value.trim();
  if (text && found.length === 1) show(found[0]);
  else put();
  if (!found.length) say(`No exact match for “${text}”. Press Enter to search for other spellings.`);
});

for (const row of rows.rows) prepare(row);
// What was typed before this script was here is looked for too.
if (search.value === search.defaultValue) search.select();
else search.dispatchEvent(new Event("input"));
