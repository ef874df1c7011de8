// Check-in at the door: the list follows what is typed, a scanned code checks in, a tap changes its row alone.

import { plainText } from "../text/plain_text.js";

const form = document.getElementById("door");
const search = document.getElementById("find");
const said = document.getElementById("door-said");
const rows = form.querySelector("tbody");

const nameOf = (row) => row.querySelector("bdi").textContent;

function prepare(row) {
  row.folded = plainText(`${row.querySelector("th").textContent} #${row.id.slice(1)}`);
  for (const button of row.querySelectorAll("button")) {
    button.setAttribute("aria-label", `${button.textContent} ${nameOf(row)}`);
  }
}

// A code is the address of an entrant's page, or the number alone.
function scanned(text) {
  const code = /\/(?:p|entrants|cards|standings)\/(\d{1,6})\/?(?:[?#].*)?$/.exec(text) ?? /^#?(\d{1,6})$/.exec(text);
  return code && document.getElementById(`e${code[1]}`);
}

function filter() {
  const only = search.value.includes("/") ? scanned(search.value.trim()) : null;
  const words = plainText(search.value).split(/[ ,]+/).filter(Boolean);
  const isNumber = (word) => /^\d+$/.test(word);
  for (const row of rows.rows) {
    const parts = row.folded.split(/[\s#]+/);
    row.hidden = only
      ? row !== only
      : !words.every((word) => (isNumber(word) ? parts.includes(word) : row.folded.includes(word)));
  }
}

const busy = new Set();
let last = Promise.resolve();

// Taps are sent one after the other. A second tap of the same finger on the same place does nothing.
function tap(button) {
  const id = button.closest("tr").id;
  const cell = button.closest("td").cellIndex;
  const place = `${id} ${cell}`;
  if (busy.has(place)) return;
  busy.add(place);
  const body = new FormData(form, button);
  last = last.then(() => send(id, cell, body)).then(() => setTimeout(() => busy.delete(place), 400));
}

async function send(id, cell, body) {
  const name = nameOf(document.getElementById(id));
  try {
    const headers = { "HX-Request": "true", "HX-Target": "check-in-row" };
    const answer = await fetch(form.action, { method: "POST", body, headers });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const changed = page.getElementById(id);
    if (!changed || answer.redirected) throw new Error(String(answer.status));
    const row = document.getElementById(id);
    const hadFocus = row.contains(document.activeElement);
    prepare(changed);
    changed.hidden = row.hidden;
    row.replaceWith(changed);
    for (const part of ["door-counts", "door-all"]) {
      document.getElementById(part)?.replaceWith(page.getElementById(part));
    }
    if (hadFocus) changed.cells[cell].querySelector("button")?.focus();
    const state = changed.querySelector("[role=alert]") ?? changed.cells[cell].querySelector("b");
    said.textContent = `${name}: ${state ? state.textContent : "undone"}`;
  } catch {
    said.textContent = `${name}: not saved. Reload the page, then try again.`;
  }
}

form.addEventListener("submit", (event) => {
  const button = event.submitter;
  if (!button?.closest("tbody")) return;
  event.preventDefault();
  tap(button);
});

document.getElementById("door-search").addEventListener("submit", (event) => {
  const text = search.value.trim();
  const found = [...rows.rows].filter((row) => !row.hidden);
  const row = scanned(text) ?? (text && found.length === 1 ? found[0] : null);
  if (!row && found.length === 0) return; // the server also finds what is spelled otherwise
  event.preventDefault();
  if (!row) {
    said.textContent = text ? `${found.length} players match. Tap one, or type more.` : "";
    return;
  }
  const button = row.querySelector("[name=here]");
  if (button) tap(button);
  else said.textContent = `${nameOf(row)}: ${row.cells[1].querySelector("b")?.textContent ?? "withdrew"} already`;
  search.value = "";
  filter();
});

search.addEventListener("input", filter);
for (const row of rows.rows) prepare(row);
filter();
