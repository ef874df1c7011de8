// The drafts of an event in this browser, of whoever works at it, and the place where it is said how they stand.

export const PREFIX = "card:";

export const place = document.getElementById("draft-state");

export function stored(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

export function keep(name, draft) {
  try {
    localStorage.setItem(name, JSON.stringify(draft));
    return true;
  } catch {
    say("This browser cannot keep drafts. Save before you close the page.");
    return false;
  }
}

export function say(text, ...parts) {
  // Screen readers announce every replacement: the same words are not put there again.
  if (parts.length || place.textContent !== text) place.replaceChildren(text, ...parts);
}

export function link(text, href) {
  return Object.assign(document.createElement("a"), { textContent: text, href });
}

export const isOwn = ({ member }) => member === place.dataset.member;

// Every draft of this event, of whoever works at this machine.
export function kept() {
  const all = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX + place.dataset.stack));
  return all
    .sort()
    .map((name) => [name, stored(name)])
    .filter(([, draft]) => draft);
}

function howItStands(draft) {
  if (draft.waiting) return ": waiting for the server";
  return draft.sent ? ": refused. Open it and save it again to see why" : ": draft, not saved";
}

// List the drafts except the one of this name.
export function listExcept(own) {
  const others = kept().filter(([name]) => name !== own);
  const list = document.getElementById("drafts");
  if (!list) return;
  list.hidden = !others.length;
  const items = document.createElement("ul");
  for (const [, draft] of others) {
    const item = document.createElement("li");
    if (isOwn(draft)) item.append(link(draft.label, draft.open), howItStands(draft));
    else item.append(`${draft.label}: draft by ${draft.who}, saved when they sign in here`);
    items.append(item);
  }
  list.replaceChildren(items);
}
