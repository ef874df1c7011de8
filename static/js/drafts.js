// What was typed stays in this browser until the server has answered that it is saved: it survives a dead server, a
// closed lid, an ended session and a reload. A draft belongs to one event, one card and one person. Every save carries
// a key of its own, so that the same save sent again counts once.

const PREFIX = "card:";
const FIRST_WAIT = 1_000;
const LONGEST_WAIT = 20_000;
const PATIENCE = 10_000;
const OUR_OWN = ["csrfmiddlewaretoken", "key", "version", "after"];

const place = document.getElementById("draft-state");
let wait = FIRST_WAIT;
let timer = null;

const currentForm = () => document.querySelector("form[data-draft]");
const nameOf = (form) => PREFIX + form.dataset.draft;

function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

function keep(name, draft) {
  try {
    localStorage.setItem(name, JSON.stringify(draft));
    return true;
  } catch {
    say("This browser keeps nothing: what you type is lost when the page is closed before it is saved.");
    return false;
  }
}

function say(text, ...parts) {
  // Screen readers announce every replacement: the same words are not put there again.
  if (parts.length || place.textContent !== text) place.replaceChildren(text, ...parts);
}

function link(text, href) {
  return Object.assign(document.createElement("a"), { textContent: text, href });
}

// crypto.randomUUID is missing on pages that come by plain http from another machine, as they do in a hall.
function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

function typedIn(form) {
  return [...new FormData(form)].filter(([name]) => !OUR_OWN.includes(name));
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

function draftOf(form) {
  return {
    action: form.getAttribute("action"),
    open: form.getAttribute("action") + (form.dataset.open ?? ""),
    label: form.dataset.label,
    key: form.elements.key.value,
    after: form.elements.after.value,
    version: form.elements.version.value,
    typed: typedIn(form),
    sent: false,
    waiting: false,
  };
}

// Keep what is in the form. What has changed since it was sent is another save, with a key of its own.
function remember(form) {
  const name = nameOf(form);
  const before = stored(name);
  const typed = typedIn(form);
  if (form.sent && !same(form.sent, typed)) {
    form.elements.after.value = form.elements.key.value;
    form.elements.key.value = newKey();
    form.sent = null;
  }
  const draft = draftOf(form);
  if (before && before.key === draft.key && same(before.typed, typed)) return before;
  if (!before && same(typed, form.asOpened)) return null;
  if (keep(name, draft)) say("Not saved yet; kept in this browser.");
  return draft;
}

// Put a draft back into the form it was typed into.
function restore(form) {
  form.asOpened = typedIn(form);
  const draft = stored(nameOf(form));
  if (!draft) return;
  const values = new Map(draft.typed);
  for (const field of form.elements) {
    if (!field.name || OUR_OWN.includes(field.name)) continue;
    if (field.type === "checkbox") field.checked = values.has(field.name);
    else if (field.type !== "radio" && values.has(field.name)) field.value = values.get(field.name);
  }
  for (const name of ["after", "version"]) form.elements[name].value = draft[name];
  // The key goes with what was sent under it; another window may have the same draft and make another save of it.
  form.elements.key.value = draft.sent ? draft.key : newKey();
  form.sent = draft.sent ? draft.typed : null;
  form.dispatchEvent(new Event("card:restored"));
  if (!draft.waiting) say("What you typed here is back. It is not saved yet.");
}

function body(draft, form) {
  const token = form?.elements.csrfmiddlewaretoken?.value ?? place.dataset.token ?? "";
  return new URLSearchParams([
    ["csrfmiddlewaretoken", token],
    ["key", draft.key],
    ["after", draft.after],
    ["version", draft.version],
    ...draft.typed,
  ]);
}

function post(draft, form) {
  return fetch(draft.action, {
    method: "POST",
    body: body(draft, form),
    headers: { Accept: "application/json" },
    redirect: "manual",
    signal: AbortSignal.timeout(PATIENCE),
  });
}

async function save(form) {
  const name = nameOf(form);
  const draft = remember(form) ?? draftOf(form);
  draft.sent = draft.waiting = true;
  form.sent = draft.typed;
  keep(name, draft);
  if (form.isSending) return;
  form.isSending = true;
  say("Saving…");
  try {
    await settle(form, name, draft, await post(draft, form));
  } catch {
    tryAgainLater();
  } finally {
    form.isSending = false;
  }
}

async function settle(form, name, draft, answer) {
  if (answer.ok) {
    const { version, next } = await answer.json();
    wait = FIRST_WAIT;
    const now = stored(name);
    if (now && now.key !== draft.key) {
      // Something was typed while the answer was on its way: that is the next save.
      keep(name, { ...now, version: (form.elements.version.value = String(version)) });
      say("Saved what you sent; what you typed since is not saved yet.");
      if (now.waiting) timer = setTimeout(sendWaiting);
      return;
    }
    localStorage.removeItem(name);
    say("Saved.");
    location.assign(next);
  } else if (answer.status === 409 || answer.status === 422) {
    stopWaiting(name, draft);
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("card");
    form.replaceWith(fresh);
    fresh.asOpened = [];
    say(answer.status === 409 ? "Not saved: somebody else saved this card meanwhile." : "Not saved: something cannot be read.");
    watch(fresh);
    fresh.querySelector("#both-heading")?.focus();
    document.dispatchEvent(new Event("card:swapped"));
  } else if (answer.type === "opaqueredirect" || answer.status === 403 || answer.status === 404) {
    say("Not saved: you are signed out, or your access has ended. What you typed is kept in this browser and is saved when you are back. ",
      link("Sign in", `/sign-in/?next=${encodeURIComponent(location.pathname)}`));
  } else tryAgainLater();
}

function stopWaiting(name, draft) {
  keep(name, { ...draft, waiting: false });
}

function tryAgainLater() {
  say("Waiting: server not reached, will be saved.");
  clearTimeout(timer);
  timer = setTimeout(sendWaiting, wait);
  wait = Math.min(wait * 2, LONGEST_WAIT);
}

function waitingHere() {
  const all = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX + place.dataset.stack));
  return all.map((name) => [name, stored(name)]).filter(([, draft]) => draft);
}

// Send whatever waits: this card first, then cards that were left while the server was away.
async function sendWaiting() {
  const form = currentForm();
  const own = form ? stored(nameOf(form)) : null;
  if (own?.waiting) {
    await save(form);
    return;
  }
  for (const [name, draft] of waitingHere()) {
    if (!draft.waiting || (form && name === nameOf(form))) continue;
    try {
      const answer = await post(draft, form);
      if (answer.ok) {
        localStorage.removeItem(name);
        say(`${draft.label} saved.`);
      } else if (answer.status === 409 || answer.status === 422) stopWaiting(name, draft);
    } catch {
      tryAgainLater();
      return;
    }
  }
  wait = FIRST_WAIT;
  listOthers(form);
}

function listOthers(form) {
  const others = waitingHere().filter(([name]) => !form || name !== nameOf(form));
  const list = document.getElementById("drafts");
  if (!list) return;
  list.hidden = !others.length;
  const items = document.createElement("ul");
  for (const [, draft] of others) {
    const item = document.createElement("li");
    item.append(link(draft.label, draft.open), draft.waiting ? " waits for the server" : " is typed here and not saved");
    items.append(item);
  }
  list.replaceChildren(items);
}

function watch(form) {
  form.addEventListener("input", () => remember(form));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(timer);
    wait = FIRST_WAIT;
    save(form);
  });
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-discard]")) localStorage.removeItem(nameOf(currentForm()));
});
// The lid is opened again, the network is back, or somebody has signed in beside this page.
addEventListener("online", sendWaiting);
document.addEventListener("visibilitychange", () => { if (!document.hidden) sendWaiting(); });
const opened = currentForm();
if (opened) {
  restore(opened);
  watch(opened);
}
if (place) sendWaiting();
