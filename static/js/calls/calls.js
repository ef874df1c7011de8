// Calls on a phone. What follows by itself asks every two seconds whether it has changed; what was tapped or typed
// stays in this browser until the server has taken it; without the server everything stays where it is and says so.

import { ask as askServer, isAway } from "../live/away.js";
import { CLICK_COMES, isPressed } from "../live/pressed.js";

const EVERY = 2_000;
const FAILURES_BEFORE_WORDS = 2;
const PREFIX = "call:";
const SIGN_IN = "/sign-in/";

const says = document.getElementById("server-state");
let failures = 0;
let isAsking = false;
let isUnsent = false; // somebody pressed, and the server was away: that stays said until it is sent
let preview = null; // a form whose answers could not be worked out while the server was away
let lastAnswer = new Date();

function say(words) {
  if (says.dataset.said === words) return;
  says.dataset.said = words;
  says.textContent = words;
}

// Following

async function ask() {
  const part = document.querySelector("[data-follows]");
  if (!part || isAsking || document.hidden || part.querySelector(".htmx-request") || part.closest(".htmx-request"))
    return;
  isAsking = true;
  try {
    const { answer, text } = await askServer(part.dataset.follows, {
      headers: { "HX-Request": "true", "HX-Target": part.id, "If-None-Match": part.dataset.tag },
      cache: "no-store",
    });
    const door = answer.headers.get("HX-Redirect");
    if (answer.status === 200 && !door) takeOver(part, text);
    if (!door && (answer.status === 200 || answer.status === 304)) reached();
    else locked(door);
  } catch (error) {
    if (isAway(error)) missed();
  }
  isAsking = false;
}

let isHeldBack = false;

for (const kind of ["pointerup", "pointercancel"]) {
  document.addEventListener(
    kind,
    () =>
      setTimeout(() => {
        if (isHeldBack) show(document.getElementById("ruling"));
        isHeldBack = false;
      }, CLICK_COMES),
    true,
  );
}
document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  const { target, requestConfig } = detail;
  if (target.id !== "ruling") return;
  const isTypedSince = [...target.querySelectorAll("input:not([type=radio], [type=hidden]), textarea")].some(
    ({ name, value }) => (requestConfig.parameters[name] ?? value) !== value,
  );
  if (!isPressed(target) && !isTypedSince) return;
  detail.shouldSwap = false;
  if (isPressed(target)) isHeldBack = true;
  else setTimeout(show, CLICK_COMES, target);
});

function takeOver(part, text) {
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById(part.id);
  if (!fresh || !part.isConnected || isPressed(part)) return;
  // Whoever is writing in it is not disturbed; it is asked for again.
  if (part.contains(document.activeElement) && document.activeElement.matches("input, textarea, select")) return;
  part.dataset.tag = fresh.dataset.tag;
  if (plain(part) === plain(fresh)) return;
  const open = [...part.querySelectorAll("details[open] > summary")].map((summary) => summary.textContent);
  const focused = part.contains(document.activeElement) ? document.activeElement.textContent : null;
  for (const details of fresh.querySelectorAll("details")) {
    details.open ||= open.includes(details.querySelector("summary").textContent);
  }
  window.htmx.swap(part, fresh.outerHTML, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 });
  if (focused !== null) {
    const again = [...document.querySelectorAll(`#${part.id} :is(a, button, summary)`)];
    again.find((one) => one.textContent === focused)?.focus({ preventScroll: true });
  }
  // These forms were not asked for by anybody: what was entered in them goes on.
  for (const form of document.querySelectorAll(`#${part.id} form[data-keep]`)) form.isRestored = false;
  restore();
}

const plain = (part) => part.textContent.replace(/\s+/g, " ").trim();

function reached() {
  if (isUnsent) say("The server answers again. What you pressed was not sent: press again.");
  else if (failures >= FAILURES_BEFORE_WORDS || says.textContent) say("");
  failures = 0;
  lastAnswer = new Date();
  if (preview?.isConnected) {
    const form = preview;
    preview = null;
    show(form);
  }
}

// The server answers, but not to us: a session that has ended, or an access that was taken away.
function locked(door) {
  say("You are signed out, or your access has ended: what you see may be old. What you enter stays here. ");
  if (!door || says.querySelector("a")) return;
  const link = document.createElement("a");
  link.href = door;
  link.textContent = "Sign in";
  says.append(link);
}

function missed() {
  failures += 1;
  if (failures < FAILURES_BEFORE_WORDS || isUnsent) return;
  const time = lastAnswer.toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });
  say(`The server does not answer. What you see is from ${time}; what you enter stays here.`);
}

// What was tapped or typed

const nameOf = (form) => `${PREFIX}${says.dataset.who}/${location.pathname.split("/")[2]}/${form.dataset.keep}`;

function entriesOf(form) {
  const own = ["csrfmiddlewaretoken", "page-term", "key", "seen"];
  return [...new FormData(form)].filter(([name, value]) => !own.includes(name) && typeof value === "string");
}

function keep(form) {
  try {
    localStorage.setItem(nameOf(form), JSON.stringify(entriesOf(form)));
  } catch {
    say("This browser keeps nothing: what you enter is lost when the page is closed.");
  }
}

function kept(form) {
  try {
    return JSON.parse(localStorage.getItem(nameOf(form)));
  } catch {
    return null;
  }
}

function restore() {
  for (const form of document.querySelectorAll("form[data-keep]")) {
    const entries = form.isRestored ? null : kept(form);
    form.isRestored = true;
    if (!entries) continue;
    if (form.dataset.preview) {
      if (JSON.stringify(entries) !== JSON.stringify(entriesOf(form))) show(form, entries);
      continue;
    }
    for (const [name, value] of entries) {
      const field = form.elements[name];
      if (!field || field.type === "hidden") continue;
      field.value = value;
      if (value && field.closest)
        for (let box = field.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
    }
  }
}

// Calculate a form again with what was entered. The form is the source: an answer that is tapped meanwhile replaces it,
// and it does not replace a signature that is on its way.
function show(form, entries = entriesOf(form)) {
  if (form.matches(".htmx-request")) return;
  const values = Object.fromEntries(entries);
  values.seen = form.elements.seen.value;
  const shown = window.htmx.ajax("GET", form.dataset.preview, {
    source: form,
    target: `#${form.id}`,
    swap: "outerHTML",
    values,
  });
  shown?.catch(() => {}); // a newer answer has replaced it, or the server is away, which the page says
}

for (const kind of ["input", "change"]) {
  document.addEventListener(
    kind,
    ({ target }) => {
      // The buttons and the field beside them say the same thing: the last one counts.
      const question = target.closest(".question");
      if (question && target.type === "radio")
        for (const field of question.querySelectorAll("input[type=number]")) field.value = "";
      const form = target.closest("form[data-keep]");
      if (form) keep(form);
    },
    true,
  );
}

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-step]");
  if (!button) return;
  const field = button.parentElement.querySelector("input");
  const chosen = button.closest(".question").querySelector("input[type=radio]:checked");
  const number = Number(field.value || chosen?.value || 0) + Number(button.dataset.step);
  field.value = String(Math.max(Number(field.min), Math.min(Number(field.max), number)));
  field.dispatchEvent(new Event("input", { bubbles: true }));
  field.dispatchEvent(new Event("change", { bubbles: true }));
});

// A situation that is chosen leads on to its questions. With keys one looks for it first: arrows go from one to the
// next, space or Enter chooses. Enter answers the questions, too, and leads on to the next that has no answer, at the end
// to the button that signs.
const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
let isLedOn = false;

document.addEventListener("keydown", (event) => {
  const here = event.target;
  if (!here.matches("#ruling input[type=radio]")) return;
  if (event.key === "Enter") {
    event.preventDefault();
    if (event.repeat) return;
    if (here.checked) return leadOn();
    isLedOn = true;
    here.click();
  } else if (here.name === "situation" && event.key in STEPS) {
    event.preventDefault();
    const all = [...here.form.querySelectorAll("input[name=situation]")];
    all[(all.indexOf(here) + STEPS[event.key] + all.length) % all.length].focus();
  }
});

function leadOn() {
  isLedOn = false;
  const fields = [...document.querySelectorAll("#ruling .question")].map((question) => [
    ...question.querySelectorAll("input"),
  ]);
  const isOpen = (inputs) =>
    inputs[0]?.parentElement.checkVisibility() &&
    !inputs.some((one) => (one.type === "radio" ? one.checked : one.value));
  (fields.find(isOpen)?.[0] ?? document.querySelector("#ruling > .actions button[type=submit]"))?.focus();
}

function dress() {
  for (const part of document.querySelectorAll("[data-step], .find-board")) part.hidden = false;
}

// Of many boards those are left that have what is typed: a seat, or a part of a name.
document.addEventListener("input", ({ target }) => {
  if (target.id !== "find-board") return;
  const wanted = target.value.trim().toLowerCase();
  for (const board of document.querySelectorAll(".board")) {
    board.hidden = !board.textContent.toLowerCase().includes(wanted);
  }
});

// Answers of the server

document.addEventListener("htmx:afterSwap", ({ detail }) => {
  dress();
  for (const form of document.querySelectorAll("form[data-keep]")) form.isRestored ??= true;
  // A number that is being typed goes on at its end: the browser has put the cursor before it.
  const field = document.activeElement;
  if (detail.target?.id === "ruling" && field.type === "number") [field.value, field.value] = ["", field.value];
  if (isLedOn) leadOn();
  else if (field === document.body) {
    document
      .querySelector("#ruling > div > .question input:checked, #ruling > div > .question input")
      ?.focus({ preventScroll: true });
  }
});
document.addEventListener("htmx:afterRequest", ({ detail }) => {
  const form = detail.requestConfig.elt.closest?.("form[data-keep]");
  const leads = detail.xhr?.getResponseHeader("HX-Redirect");
  const isTaken = detail.successful || (leads && !leads.startsWith(SIGN_IN));
  if (isTaken && detail.requestConfig.verb === "post" && form) localStorage.removeItem(nameOf(form));
  if (detail.requestConfig.verb === "post" && isTaken) isUnsent = false;
  if (detail.successful) reached();
});
for (const kind of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
  document.addEventListener(kind, ({ detail }) => {
    failures = Math.max(failures, FAILURES_BEFORE_WORDS);
    if (detail.requestConfig.verb === "get") {
      preview = document.getElementById("ruling");
      const next = preview ? "What you entered stays here and goes on by itself." : "Try again in a moment.";
      say(`The server does not answer. ${next}`);
    } else {
      isUnsent = true;
      say("Not sent: the server does not answer. Everything stays here; press again in a moment.");
    }
  });
}
dress();
restore();
// What was tapped or typed before this script was here is taken over, too, as soon as htmx hears of it.
addEventListener("DOMContentLoaded", () => {
  for (const field of document.querySelectorAll("form[data-keep] input")) {
    const isTouched =
      field.type === "radio" ? field.checked && !field.defaultChecked : field.value !== field.defaultValue;
    if (isTouched) field.dispatchEvent(new Event("change", { bubbles: true }));
  }
});
setInterval(ask, EVERY);
document.addEventListener("visibilitychange", ask);
addEventListener("online", ask);
