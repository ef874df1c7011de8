// What the server has answered stays in this browser for a while: cards (drafts/drafts.js) and reports of a phone
// (reporting/reports.js). A server that goes on from an older copy of its data lacks the last of it, and has a higher
// term (tournaments/term.py), which each answer carries. Then all that is kept is sent once more, under its own keys:
// what is known there counts once. What is refused may rest on what another browser still has, so it is tried for a
// minute; then it is a draft again, or waits again on its phone.

import { isBusy } from "./away.js";

export const REPORTS = "reports:";
const ANSWERED = "answered:";
const MET = "term"; // the highest that this browser has met
const GONE_ON = "gone-on"; // for which term this page was loaded again, and what it has to say
const TERM = "Site-Term";
const MOST = 60;
const LONGEST = 15 * 60_000;
const OTHERS_COME = 60_000;
const AGAIN = 2_000;
const LOOK_EVERY = 10_000;
const PATIENCE = 10_000;

const numberOf = (term) => Number.parseInt(term, 10) || 0;

let here = document.documentElement.dataset.term ?? ""; // the server's, as far as this page knows; blank: it has none
let isOfBefore = false; // this page was made in a lower one
let isGiving = false;
let cleared = Date.now();
let left = 0; // when somebody went on to another page, which then is on its way, or to a file

function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

function write(name, value, storage = () => localStorage) {
  try {
    storage().setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false; // a full disk or a private window: what was answered is on the server
  }
}

const answered = () => read(ANSWERED) ?? [];

// `name` is where the item was kept until the server answered.
export function keepAnswered(name, item) {
  const one = { name, item, at: Date.now(), term: numberOf(here) };
  write(ANSWERED, [...answered().filter((other) => other.item.key !== item.key), one].slice(-MOST));
}

function forget({ item }) {
  write(
    ANSWERED,
    answered().filter((one) => one.item.key !== item.key),
  );
}

// While the server answers, what is older is safe with it; what it had answered before it fell silent stays.
function clear() {
  cleared = Date.now();
  write(
    ANSWERED,
    answered().filter(({ at }) => Math.abs(cleared - at) < LONGEST),
  );
}

// A server that was replaced without hearing of it learns it from a browser that has met the higher term.
export function termHeaders() {
  const met = read(MET) ?? "";
  if (numberOf(here) > numberOf(met)) write(MET, here);
  const highest = numberOf(met) > numberOf(here) ? met : here;
  return highest ? { [TERM]: highest } : {};
}

export const hear = (answer) => hearTerm(answer.headers.get(TERM));

function hearTerm(told) {
  if (numberOf(told) > numberOf(here)) {
    here = told;
    isOfBefore = true;
    giveBack();
  } else if (told && told === here && Date.now() - cleared > OTHERS_COME) clear();
}

// Whether what is refused now may be taken in a moment.
export const isGivingBack = () => isGiving;

// Of the person who works here, or of the card that this phone shows.
function isOwn({ name, item }) {
  if (name.startsWith(REPORTS)) return location.pathname.startsWith(name.slice(REPORTS.length));
  return item.member === document.body.dataset.member;
}

function lost() {
  const all = answered().filter((one) => (one.term ?? 0) < numberOf(here) && isOwn(one));
  return all.sort((one, other) => numberOf(one.item.version) - numberOf(other.item.version));
}

async function post({ name, item }) {
  const isReport = name.startsWith(REPORTS);
  const fields = ["key", "after", "version"].map((field) => [field, item[field]]);
  const own = isReport
    ? { "Card-Key": item.key }
    : { Accept: "application/json", ...JSON.parse(document.body.getAttribute("hx-headers") ?? "{}") };
  const answer = await fetch(item.action, {
    method: "POST",
    body: new URLSearchParams(isReport ? item.fields : [...fields, ["again", "1"], ...item.typed]),
    headers: { ...own, ...termHeaders() },
    redirect: "manual",
    signal: AbortSignal.timeout?.(PATIENCE),
  });
  if (answer.type === "opaqueredirect") return 403;
  await answer.text();
  const isOurs = answer.headers.get(TERM) && (!isReport || answer.headers.get("Card-Answer") === item.key);
  return isOurs || answer.status === 404 ? answer.status : 0;
}

async function giveBack() {
  if (isGiving) return;
  isGiving = true;
  const refused = new Map();
  const closed = new Set(); // signed out meanwhile: it stays for the page after signing in
  let sent = 0;
  let drafts = 0;
  for (let all = lost(); all.length; all = lost().filter(({ item }) => !closed.has(item.key))) {
    for (const one of all) {
      const status = await post(one).catch(() => 0);
      const { key } = one.item;
      if (!status || isBusy(status)) break;
      if (status >= 200 && status < 300) {
        sent += 1;
        keepAnswered(one.name, one.item);
      } else if ([409, 422].includes(status)) {
        if (!refused.has(key)) refused.set(key, Date.now());
        if (Date.now() - refused.get(key) > OTHERS_COME) drafts += setAside(one);
      } else if ([403, 404].includes(status)) {
        if (one.name.startsWith(REPORTS)) setAside(one);
        else closed.add(key);
      }
    }
    if (lost().some(({ item }) => !closed.has(item.key))) await new Promise((resolve) => setTimeout(resolve, AGAIN));
  }
  isGiving = false;
  if (isOfBefore || sent || drafts) goOn({ sent, drafts });
}

// It is sent no more by itself: a card is a draft to be looked at, a report stands among those of its phone. Returns how
// many drafts that makes.
function setAside(one) {
  const { name, item } = one;
  if (name.startsWith(REPORTS)) write(name, [...(read(name) ?? []), item]);
  else write(read(name) ? `${name}~${item.key}` : name, { ...item, sent: true, waiting: false });
  forget(one);
  return name.startsWith(REPORTS) ? 0 : 1;
}

function isTyped(field) {
  if (field.type === "hidden" || field.form?.matches("[data-draft]")) return false;
  if (field.matches("[type=checkbox], [type=radio]")) return field.checked !== field.defaultChecked;
  if (!field.options) return field.value !== field.defaultValue;
  const first = [...field.options].findIndex((one) => one.defaultSelected);
  return field.selectedIndex !== Math.max(first, 0);
}

// Whether another page is on its way: to load one by script would keep it from coming.
export const isLeft = () => Date.now() - left < PATIENCE;

// Show the page as it is now, once for each term; what is typed and kept nowhere else stays on the page of before.
function goOn(done) {
  const before = reloaded();
  const isTypedHere = [...document.querySelectorAll("main :is(input, select, textarea)")].some(isTyped);
  const isReloaded = before?.term === here || isTypedHere;
  const isNoted = !isReloaded && write(GONE_ON, { term: here, ...done }, () => sessionStorage);
  if (!isNoted) say(done);
  else if (!isLeft()) location.reload();
  else setTimeout(goOn, PATIENCE, done); // loading this one again would keep the next from coming, which says it
}

function reloaded() {
  try {
    return JSON.parse(sessionStorage.getItem(GONE_ON));
  } catch {
    return null;
  }
}

function say({ sent, drafts }) {
  const counts = [sent && ` Sent again from here: ${sent}.`, drafts && ` Not saved, drafts in Scorecards: ${drafts}.`];
  const what = counts.filter(Boolean).join("");
  const text = `The event goes on from a copy that is some seconds old.${what} Look at what you saved last.`;
  const says = Object.assign(document.createElement("p"), { className: "message warning", textContent: text });
  says.setAttribute("role", "status");
  document.querySelector("main").prepend(says);
}

async function look() {
  if (!answered().length) return;
  try {
    const signal = AbortSignal.timeout?.(PATIENCE);
    hear(await fetch("/healthz", { cache: "no-store", headers: termHeaders(), signal }));
  } catch {
    // It is silent: what is kept stays.
  }
}

addEventListener("beforeunload", () => {
  left = Date.now();
});
if (here) {
  const told = reloaded();
  if (told?.term === here && !told.isSaid) {
    write(GONE_ON, { ...told, isSaid: true }, () => sessionStorage);
    say(told);
  }
  document.addEventListener("htmx:configRequest", ({ detail }) => Object.assign(detail.headers, termHeaders()));
  document.addEventListener("htmx:afterRequest", ({ detail }) => hearTerm(detail.xhr.getResponseHeader(TERM)));
  if (document.body.dataset.member) setInterval(look, LOOK_EVERY);
  giveBack();
}
