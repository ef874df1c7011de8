// What was typed stays in this browser until the server has answered that it is saved: it survives a dead server, a
// closed lid, an ended session and a reload. A draft belongs to one event, one card and one person (by their number:
// two may have the same name). Every save carries a key of its own, so that the same save sent again counts once.
//
// A form with data-series takes one slip after the other, and each has a draft of its own, named by its key. As soon as
// one is sent the form is free for the next: no key is typed into a slip that is on its way, and while the server is
// away those that were sent wait side by side.

import { cardAt, fetchedCard, openFetched, tell } from "../cards/next_card.js";
import { isBusy, notSaved } from "../live/away.js";
import { hear, isGivingBack, isLeft, keepAnswered, termHeaders } from "../live/kept.js";
import { newKey } from "./key.js";
import { isOwn, keep, kept, link, listExcept, PREFIX, place, say, stored } from "./stack.js";

const FIRST_WAIT = 1_000;
const MAX_WAIT = 20_000;
const PATIENCE = 10_000;
const OUR_OWN = ["csrfmiddlewaretoken", "page-term", "key", "version", "after"];

let wait = FIRST_WAIT;
let timer = null;
let asked = 0; // how often for the lists of slips

const currentForm = () => document.querySelector("form[data-draft]");
const isSeries = (form) => "series" in form.dataset;
const nameOf = (form) => PREFIX + form.dataset.draft + (isSeries(form) ? `/${form.elements.key.value}` : "");
const read = (form, name) => form.elements[name]?.value ?? "";

function write(form, name, value) {
  if (form.elements[name]) form.elements[name].value = value;
}

function typedIn(form) {
  return [...new FormData(form)].filter(([name]) => !OUR_OWN.includes(name));
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// Slips of one game differ by what is on them.
function labelOf(form) {
  const shown = isSeries(form)
    ? [...form.elements].filter((field) => field.name && field.type !== "hidden" && field.value)
    : [];
  return form.dataset.label + (shown.length ? `: ${shown.map((field) => field.value).join(", ")}` : "");
}

function addressOf(form) {
  const which = isSeries(form) ? `&draft=${read(form, "key")}` : "";
  return form.getAttribute("action") + (form.dataset.open ?? "") + which;
}

function draftOf(form) {
  return {
    who: place.dataset.who,
    member: place.dataset.member,
    action: form.getAttribute("action"),
    open: addressOf(form),
    label: labelOf(form),
    key: read(form, "key"),
    after: read(form, "after"),
    version: read(form, "version"),
    typed: typedIn(form),
    sent: false,
    waiting: false,
  };
}

// Keep what is in the form. What has changed since it was sent is another save, with a key of its own.
function remember(form) {
  const typed = typedIn(form);
  if (form.sent && !same(form.sent, typed)) {
    write(form, "after", read(form, "key"));
    write(form, "key", newKey());
    form.sent = null;
  }
  const name = nameOf(form);
  const before = stored(name);
  const draft = draftOf(form);
  if (before && before.key === draft.key && same(before.typed, typed)) return before;
  if (same(typed, form.asOpened) && !(before && (form.sent || draft.after))) {
    // As it was opened, and nothing was sent that could have changed it: there is nothing to keep.
    if (before) {
      localStorage.removeItem(name);
      say("");
    }
    return null;
  }
  if (keep(name, draft)) say("Not saved yet. Kept in this browser.");
  return draft;
}

// The draft of the form's game that waits for a person, not for the server: the one that the address asks for, or any.
function unsentOf(form) {
  const all = kept().filter(([name, draft]) => name.startsWith(`${PREFIX}${form.dataset.draft}/`) && !draft.waiting);
  const asked = new URLSearchParams(location.search).get("draft");
  return (all.find(([, draft]) => draft.key === asked) ?? all[0])?.[0];
}

// The draft goes on under the name that the form gives it by now.
function rename(name, form, draft) {
  if (nameOf(form) === name) return;
  keep(nameOf(form), { ...draft, key: read(form, "key"), open: addressOf(form) });
  localStorage.removeItem(name);
}

// Put a draft back into the form it was typed into.
function restore(form) {
  form.asOpened = typedIn(form);
  const name = isSeries(form) ? unsentOf(form) : nameOf(form);
  const draft = stored(name);
  if (!draft) return;
  const values = new Map(draft.typed);
  for (const field of form.elements) {
    if (!field.name || OUR_OWN.includes(field.name)) continue;
    if (field.type === "checkbox") field.checked = values.has(field.name);
    else if (field.type !== "radio" && values.has(field.name)) field.value = values.get(field.name);
  }
  for (const own of ["after", "version"]) write(form, own, draft[own]);
  // The key goes with what was sent under it; another window may have the same draft and make another save of it.
  write(form, "key", draft.sent ? draft.key : newKey());
  rename(name, form, draft);
  form.sent = draft.sent ? draft.typed : null;
  form.dispatchEvent(new Event("card:restored"));
  if (!draft.waiting) say("Draft restored. It is not saved yet.");
}

function body(draft, form, ahead) {
  const token = form?.elements.csrfmiddlewaretoken?.value ?? place.dataset.token ?? "";
  return new URLSearchParams([
    ["csrfmiddlewaretoken", token],
    ["key", draft.key],
    ["after", draft.after],
    ["version", draft.version],
    ...(ahead ? [["ahead", ahead]] : []),
    ...draft.typed,
  ]);
}

// What it rests on may be sent again first, where the server goes on from an older copy.
const isRefused = ({ status }) => (status === 409 || status === 422) && !isGivingBack();

// What the server answers, and what it tells, read whole: a page of a network that wants a sign-in of its own is none.
async function post(draft, form, ahead = "") {
  const answer = await fetch(draft.action, {
    method: "POST",
    body: body(draft, form, ahead),
    headers: { Accept: "application/json", ...termHeaders() },
    redirect: "manual",
    signal: AbortSignal.timeout(PATIENCE),
  });
  hear(answer);
  return { answer, told: answer.ok ? await answer.json() : await answer.text() };
}

async function save(form) {
  const draft = remember(form) ?? draftOf(form);
  const name = nameOf(form);
  draft.sent = draft.waiting = true;
  form.sent = draft.typed;
  if (keep(name, draft) && isSeries(form)) makeFree(form);
  if (form.isSending) return;
  form.isSending = true;
  form.dataset.saving = "";
  say("Saving…");
  try {
    const ahead = fetchedCard();
    const answered = await tryToPost(draft, form, ahead?.address);
    if (answered) return settle(form, name, draft, answered, await following(form, answered, ahead));
    listOthers(form);
  } finally {
    form.isSending = false;
  }
}

// The card that comes next, where it can be put on this page, or null. The server tells with its answer what that is to
// tell only where it is here already; a page that is asked for tells it, and no other does.
function following(form, { told: { next, is_card: isCard, told } }, ahead) {
  if (told !== undefined) return ahead;
  const goesOn = isCard && !isLeft() && !isBackIn(form) && !form.matches(".of-picture");
  return goesOn ? cardAt(next) : null;
}

// What is caught here comes from the network alone: a fault of ours is not called that.
async function tryToPost(draft, form, ahead) {
  try {
    return await post(draft, form, ahead);
  } catch (error) {
    tryAgainLater({ busy: error.name === "TimeoutError" });
    return null;
  }
}

// The card is not left: it may be typed into again. One that waits for the server will be, and what is typed by then is
// for the next one.
function stays(form) {
  delete form.dataset.saving;
  document.dispatchEvent(new Event("card:stays"));
}

// Who keys a card and has sent it has the cursor on its button; whoever has gone back into it is not done with it.
function isBackIn(form) {
  const field = document.activeElement;
  return form.matches(".as-keys") && field instanceof HTMLInputElement && form.contains(field);
}

function settle(form, name, draft, { answer, told: answered }, ahead) {
  if (answer.ok) {
    const { version = "", seen = String(version), next, told } = answered;
    wait = FIRST_WAIT;
    keepAnswered(name, draft);
    const now = stored(nameOf(form));
    if (name !== nameOf(form) || now === null || now.key === draft.key) localStorage.removeItem(name);
    if (isSeries(form)) renew(form);
    const isTypedSince = now !== null && now.key !== draft.key;
    if (isTypedSince || isBackIn(form)) {
      // Something was typed while the answer was on its way, or is about to be: that is the next save.
      write(form, "version", seen);
      if (isTypedSince) keep(nameOf(form), { ...now, version: read(form, "version") });
      else form.asOpened = draft.typed;
      say(`Saved. ${isTypedSince ? "What you have typed since is not saved yet." : "Press Enter to go on."}`);
      if (told !== undefined) tell(told);
      if (!now?.waiting) stays(form);
      if (now?.waiting || isSeries(form)) timer = setTimeout(sendWaiting);
      return;
    }
    say("Saved.");
    if (isSeries(form)) {
      stays(form);
      timer = setTimeout(sendWaiting);
      return;
    }
    // A fault of the next card is none of this save.
    queueMicrotask(() => goOn(ahead, next, told));
    return;
  }
  if (isRefused(answer)) {
    stays(form);
    settleRefused(form, name, draft, answer.status, answered);
  } else if (answer.type === "opaqueredirect" || answer.status === 403 || answer.status === 404) {
    stays(form);
    say(
      "Not saved. You are signed out, or your access has ended. Your draft is kept here and saved when you sign in. ",
      link("Sign in", `/sign-in/?next=${encodeURIComponent(location.pathname + location.search)}`),
    );
    listOthers(form);
  } else {
    tryAgainLater({ busy: true });
    listOthers(form);
  }
}

// The next slip may be typed by now: what the page lists is renewed around its form, by the answer to the last question.
async function renew(form) {
  asked += 1;
  const mine = asked;
  try {
    const answer = await fetch(form.dataset.open, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (mine < asked) return;
    for (const part of ["messages", "slips-to-come", "slips-in-game"]) {
      const now = fresh.getElementById(part);
      if (now) document.getElementById(part).replaceWith(now);
    }
  } catch {
    // The server is away: the next slip tells about that.
  }
}

// Who is on the way elsewhere gets there; who left only for a file is still here after a while.
function goOn(ahead, next, told) {
  if (told === undefined && isLeft()) return setTimeout(goOn, PATIENCE, null, next);
  if (!ahead) return location.assign(next);
  openFetched(ahead, next, told);
  say("");
  begin(currentForm());
  sendWaiting();
  document.dispatchEvent(new Event("card:opened"));
}

function settleRefused(form, name, draft, status, page) {
  const conflict = form.dataset.conflict ?? "Another person saved this card meanwhile.";
  const why = `Not saved. ${status === 409 ? conflict : "Correct the errors, then save again."}`;
  const fresh = new DOMParser().parseFromString(page, "text/html").getElementById(form.id);
  const now = stored(nameOf(form));
  if (nameOf(form) === name && now && now.key !== draft.key) {
    markRefused(form, fresh, now, why);
    return;
  }
  stopWaiting(name, draft);
  // What waits behind it is sent all the same.
  if (isSeries(form)) timer = setTimeout(sendWaiting);
  if (now && nameOf(form) !== name) {
    // Another slip is being typed there by now.
    say(`${draft.label}. ${why}`);
    listOthers(form);
    return;
  }
  showRefused(form, fresh, name, draft, why);
}

// Put what the server says about a save in the place of its form.
function showRefused(form, fresh, name, draft, why) {
  form.replaceWith(fresh);
  fresh.asOpened = [];
  rename(name, fresh, { ...draft, sent: false, waiting: false });
  say(why);
  watch(fresh);
  (fresh.querySelector("#both-heading, [aria-invalid='true']") ?? fresh.querySelector("[autofocus]"))?.focus();
  document.dispatchEvent(new Event("card:swapped"));
}

// Something was typed while the refusal was on its way: form, figures and cursor stay as they are, and what is wrong
// is put above them. The next save has all of it.
function markRefused(form, fresh, now, why) {
  const errors = fresh.querySelector("ul")?.closest(".errors");
  form.querySelector(":scope > .errors")?.remove();
  if (errors) form.prepend(errors);
  for (const field of fresh.querySelectorAll("[aria-invalid='true']")) {
    const own = form.elements[field.name];
    if (own?.value === field.value) own.setAttribute("aria-invalid", "true");
  }
  form.dispatchEvent(new Event("card:refused"));
  say(`${why} What you typed since is kept.`);
  if (now.waiting) timer = setTimeout(sendWaiting);
}

// A slip that was sent is on its way or waits by itself; the next one can be typed.
function makeFree(form) {
  const fields = [...form.elements].filter((field) => field.name && field.type !== "hidden");
  for (const field of fields) field.value = "";
  write(form, "key", newKey());
  form.sent = null;
  form.asOpened = typedIn(form);
  fields[0].focus();
}

function stopWaiting(name, draft) {
  keep(name, { ...draft, waiting: false });
}

function tryAgainLater({ busy }) {
  say(notSaved("Your draft", { busy }));
  clearTimeout(timer);
  timer = setTimeout(sendWaiting, wait);
  wait = Math.min(wait * 2, MAX_WAIT);
}

// Send whatever waits: this card first, then cards that were left while the server was away. What somebody else has
// typed here waits for them: it would be saved in the wrong name.
async function sendWaiting() {
  const form = currentForm();
  const own = form ? stored(nameOf(form)) : null;
  if (own?.waiting) {
    await save(form);
    return;
  }
  for (const [name, draft] of kept()) {
    if (!draft.waiting || !isOwn(draft) || (form && name === nameOf(form))) continue;
    const { answer } = (await tryToPost(draft, form)) ?? {};
    if (!answer) return;
    if (answer.ok) {
      localStorage.removeItem(name);
      keepAnswered(name.split("~")[0], draft);
      say(`${draft.label} saved.`);
      if (form && isSeries(form)) renew(form);
    } else if (isRefused(answer)) stopWaiting(name, draft);
    else if (isBusy(answer.status) || isGivingBack()) return tryAgainLater({ busy: true });
  }
  wait = FIRST_WAIT;
  listOthers(form);
}

const listOthers = (form) => listExcept(form && nameOf(form));

function watch(form) {
  form.addEventListener("input", () => remember(form));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    wait = FIRST_WAIT;
    save(form);
  });
}

function begin(form) {
  restore(form);
  watch(form);
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-discard]")) localStorage.removeItem(nameOf(currentForm()));
});
// The lid is opened again, the network is back, or somebody has signed in beside this page.
addEventListener("online", sendWaiting);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden) sendWaiting();
});
const opened = currentForm();
if (opened) begin(opened);
if (place) sendWaiting();
