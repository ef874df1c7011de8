// A player's card on a phone. It follows what the opponent does, keeps what was entered until the server has it, and
// goes on to the next game meanwhile. Without script every form works by itself.

import { Away, ask as askServer, isAway } from "../live/away.js";
import { hear, termHeaders } from "../live/kept.js";
import { Outbox } from "../live/outbox.js";
import { CLICK_COMES, isPressed } from "../live/pressed.js";
import { showHandover } from "./handover.js";
import { dress } from "./keypad.js";
import { inWords, isFromServer, isWhole, Reports, reportOf } from "./reports.js";

const FAILURES_BEFORE_WORDS = 3;

const says = document.getElementById("phone-state");
let failures = 0;
let isAsking = false;
let isGone = false; // the code was replaced, or the event deleted
let timer = null;

const card = () => document.getElementById("phone-card");
const address = card().dataset.address;
const reports = new Reports(address, card().dataset.card);
const outbox = new Outbox(reports, { answered, changed: report });
const WHY_NOT = {
  busy: "The server is busy. ",
  foreign:
    "Another page answers in place of the tournament, perhaps the sign-in page of this Wi-Fi. Join the hall’s Wi-Fi, or sign in. ",
};

function say(words) {
  if (says.textContent !== words) says.textContent = words;
}

function report(isReached) {
  const waiting = outbox.waiting.length;
  const stays = reports.isKept
    ? "It stays on this phone"
    : "This browser cannot keep it: leave this page open. It waits";
  const unsent = waiting ? `Not sent: ${waiting}. ${stays}.` : "";
  if (isReached) failures = 0;
  if (isGone) say(`This code opens no scorecard any more. Ask the director for the new one. ${unsent}`.trim());
  else if (outbox.isStopped) say(unsent);
  else if (waiting)
    say(`${WHY_NOT[outbox.trouble] ?? ""}Waiting to send: ${waiting}. ${stays} and is sent again by itself.`);
  else if (failures >= FAILURES_BEFORE_WORDS) say("The server does not answer. What you enter stays on this phone.");
  else say("");
  if (outbox.trouble) for (const button of card().querySelectorAll("button:disabled")) button.disabled = false;
  showKept();
  showHandover(card(), outbox.waiting);
}

// What is not with the server yet, once that takes longer; and what it refused, until its owner has seen to it.
function showKept() {
  const list = document.getElementById("kept-here");
  const items = outbox.items.filter(({ why }) => why || outbox.trouble || outbox.isStopped);
  const shown = JSON.stringify(items.map(({ key, why }) => [key, why]));
  if (list.dataset.shown === shown) return;
  list.dataset.shown = shown;
  list.hidden = !items.length;
  list.replaceChildren(...items.map(rowOf));
}

function rowOf(item) {
  const make = (tag, more) => Object.assign(document.createElement(tag), more);
  const row = document.createElement("li");
  row.dataset.key = item.key;
  row.append(
    make("strong", { textContent: inWords(item) }),
    item.why ? ` Not taken: ${item.why} ` : " waiting to send",
  );
  if (item.why) {
    row.append(make("button", { type: "button", className: "secondary again", textContent: "Send again" }), " ");
    row.append(make("button", { type: "button", className: "plain discard", textContent: "Discard" }));
  }
  return row;
}

document.addEventListener("click", ({ target }) => {
  const key = target.closest("#kept-here li")?.dataset.key;
  if (!key || !target.closest("button")) return;
  if (target.closest(".discard")) reports.discard(key);
  else if (reports.release((one) => one.key === key)) outbox.resume();
  report(false);
});

// The page

function answered(answer, text, item) {
  if (answer.status === 404) {
    isGone = true;
    return;
  }
  if (isPressed(card())) {
    setTimeout(answered, CLICK_COMES, answer, text, item);
    return;
  }
  // Who has begun another game by now goes on with it. What is refused is shown at once: the card may be on another phone.
  const typed = answer.ok ? typedIn(card()) : null;
  if (typed && item.label !== `Game ${typed.game}`) {
    history.replaceState(null, "", `${address}?game=${typed.game}`);
    card().dataset.version = ""; // asked for as soon as nothing is to be sent
    follow();
    return;
  }
  if (answer.ok) {
    history.replaceState(null, "", address);
    keep(answer, text);
  }
  // What is still to be sent is shown as it will be: the server does not know of it yet.
  if (!outbox.waiting.length || !answer.ok) takeOver(text, { isAnswer: true });
}

function takeOver(text, { isAnswer = false } = {}) {
  if (!isWhole(text)) {
    follow({ isWhole: true });
    return;
  }
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("phone-card");
  if (!fresh) return;
  const typed = isAnswer ? null : typedIn(card());
  const refusal = isAnswer ? null : card().querySelector("[role=alert]");
  const before = whereItStands(card());
  const opened = [...card().querySelectorAll("details[open]")].map(({ className }) => className);
  card().replaceWith(fresh);
  // What was refused stays in sight until its owner does something: the page follows others within a second.
  if (refusal) fresh.querySelector(".progress-line")?.after(refusal);
  if (typed) putBack(fresh, typed);
  dress(fresh);
  if (fresh.dataset.isOpen && reports.release((one) => one.isClosed)) outbox.resume();
  if (before === whereItStands(fresh) && !isAnswer) {
    for (const name of opened) fresh.querySelector(`details.${name}`)?.setAttribute("open", "");
    return;
  }
  scrollTo({ top: 0, behavior: "instant" });
  const news = fresh.querySelector("[role=alert], .just-locked, .result") ?? fresh.querySelector("h2");
  const told = document.getElementById("phone-news");
  if (told && news) told.textContent = news.textContent.replace(/\s+/g, " ").trim();
}

function whereItStands(part) {
  const shown = part.querySelector(".game-now");
  return shown ? `${shown.dataset.game} ${shown.dataset.stage}` : "";
}

// What is being typed goes on in the page that has changed below it.
function typedIn(part) {
  const game = part.querySelector(".game-now")?.dataset.game;
  const form = [...part.querySelectorAll("form.report")].find(
    (one) => one.elements.spread.value || one.elements.won.value,
  );
  const initials = part.querySelector("input[name=initials]")?.value;
  if (!form && !initials) return null;
  return { game, fields: form ? [...new FormData(form)] : [], initials };
}

function putBack(part, { game, fields, initials }) {
  if (part.querySelector(".game-now")?.dataset.game !== game) return;
  const form = part.querySelector("form.report");
  if (form) {
    for (const [name, value] of fields) if (name !== "key") form.elements[name].value = value;
    const folded = form.closest("details");
    if (folded && fields.length) folded.open = true;
  }
  const field = part.querySelector("input[name=initials]");
  if (field && initials) {
    field.value = initials;
    field.closest("details").open = true;
  }
}

async function ask(url) {
  const { answer, text } = await askServer(url, { cache: "no-store", headers: termHeaders() });
  hear(answer);
  isGone = answer.status === 404 && isFromServer(answer);
  if (!answer.ok || !isFromServer(answer)) throw new Away(`${url}: ${answer.status}`);
  return [answer, text];
}

async function follow({ isWhole: isWanted = false } = {}) {
  clearTimeout(timer);
  if (!isAsking && !document.hidden && !outbox.waiting.length) {
    isAsking = true;
    try {
      const shown = card().dataset.version;
      if (isWanted || (await ask(`${address}now/`))[1] !== shown) {
        const [answer, text] = await ask(location.pathname + location.search);
        if (!isWhole(text)) throw new Away("the page broke off");
        // What was answered meanwhile is newer; what has changed besides is asked for in a moment.
        if (!outbox.waiting.length && !isPressed(card()) && card().dataset.version === shown) {
          keep(answer, text);
          takeOver(text);
        }
      }
      failures = 0;
    } catch (error) {
      if (isAway(error)) failures += 1;
    }
    isAsking = false;
    report(false);
  }
  timer = setTimeout(follow, Number(card().dataset.wait) * Math.min(failures + 1, 10));
}

// What the player does

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-outbox]");
  if (!form) return;
  event.preventDefault();
  const game = Number(form.closest("[data-game]")?.dataset.game ?? 0);
  const label = form.dataset.outbox;
  if (form.matches(".report") && Number(form.elements.spread.value) < 1) {
    form.elements.spread.focus();
    return;
  }
  for (const button of form.querySelectorAll("button")) button.disabled = true;
  outbox.add(reportOf(form.action, [...new FormData(form)], label, card().dataset.card));
  if (game) setTimeout(() => goOn(game), 1_500);
  say("Sending…");
});

// The server has not answered: the next game can be reported all the same.
function goOn(game) {
  const waiting = new Set(outbox.waiting.map((item) => item.label));
  if (!waiting.has(`Game ${game}`)) return;
  const rows = [...card().querySelectorAll(".games-list tbody tr")];
  for (const row of rows) {
    if (waiting.has(`Game ${row.dataset.game}`)) row.lastElementChild.textContent = "waiting to send";
  }
  const next = rows.find((row) => row.dataset.stage === "empty" && !waiting.has(`Game ${row.dataset.game}`));
  const blank = document.getElementById("blank-game");
  const section = card().querySelector(".game-now");
  if (!next || !blank || section?.dataset.game !== String(game)) return;
  const fresh = blank.content.firstElementChild.cloneNode(true);
  const { game: number, seat, opponent, name } = next.dataset;
  fresh.dataset.game = number;
  fresh.querySelector("h2").textContent = `Game ${number}${seat ? ` · seat ${seat}` : ""}`;
  if (name) fresh.querySelector(".against bdi").textContent = name;
  const form = fresh.querySelector("form");
  form.action = form.getAttribute("action").replace("/games/0/", `/games/${number}/`);
  form.dataset.outbox = `Game ${number}`;
  form.querySelector("button.big").textContent = `Report game ${number}`;
  if (opponent) form.elements.opponent.value = opponent;
  section.replaceWith(fresh);
  dress(card());
}

// Opened from what the browser kept: a game that waits here is not offered again.
function skipWaiting() {
  const shown = Number(card().querySelector(".game-now")?.dataset.game ?? 0);
  if (shown) goOn(shown);
}

// What the page is made of is kept too, so that it opens without a server.
async function keepPage() {
  const worker = navigator.serviceWorker; // not there by plain http from another machine
  if (!worker) return;
  try {
    await worker.register(`${address}worker.js`);
    await worker.ready;
    const cache = await caches.open("card");
    const parts = [...document.querySelectorAll("link[rel=stylesheet], link[rel=icon]")].map((one) => one.href);
    const scripts = performance.getEntriesByType("resource").map((one) => one.name);
    const ours = [...parts, ...scripts].filter((url) => url.startsWith(`${location.origin}/static/`));
    await Promise.all([...new Set(ours)].map((url) => cache.add(url)));
    keep(...(await ask(address)));
  } catch {
    // Without it the open page itself goes on working.
  }
}

// As it is shown now: opened without a server, the page must not lead back to a game that is done.
async function keep(answer, text) {
  if (!navigator.serviceWorker || !isWhole(text)) return;
  const headers = new Headers(answer.headers);
  headers.delete("Content-Encoding"); // the text is unpacked
  try {
    await (await caches.open("card")).put(address, new Response(text, { headers }));
  } catch {
    // A full disk, or a private window.
  }
}

dress(document);
report(false);
document.getElementById("handover")?.addEventListener("toggle", () => report(false));
if (card().dataset.isOpen) reports.release((one) => one.isClosed);
outbox.send();
setTimeout(skipWaiting, 1_500);
keepPage();
timer = setTimeout(follow, Number(card().dataset.wait));
addEventListener("online", () => outbox.send());
addEventListener("pageshow", (event) => event.persisted && follow({ isWhole: true }));
document.addEventListener("visibilitychange", () => {
  if (document.hidden) return;
  outbox.send();
  follow({ isWhole: true });
});
