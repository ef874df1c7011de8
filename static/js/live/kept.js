// What this browser keeps of an event beyond the page: drafts of cards (drafts/drafts.js), reports of a phone
// (reporting/reports.js), and for a while what the server has answered, in case it dies before its second laptop has it.
// Whoever goes on at the second laptop (second.js) takes it along: it is sent there under its own keys, and counts once.

const HASH = "#kept=";
const DRAFT = "card:";
export const REPORTS = "reports:";
const ANSWERED = "answered:";
const MOST = 60;
const LONGEST = 15 * 60_000;

function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

function write(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // A full disk or a private window: it was answered, and is on the server.
  }
}

// `name` is where the item was kept until the server answered.
export function keepAnswered(name, item) {
  const now = Date.now();
  const all = (read(ANSWERED) ?? []).filter(({ at }) => Math.abs(now - at) < LONGEST);
  write(ANSWERED, [...all, { name, item, at: now }].slice(-MOST));
}

function keptToMove() {
  const names = Object.keys(localStorage).filter((name) => [DRAFT, REPORTS].some((kind) => name.startsWith(kind)));
  const kept = Object.fromEntries(names.map((name) => [name, read(name)]).filter(([, value]) => value));
  const answered = read(ANSWERED);
  return answered?.length ? { ...kept, [ANSWERED]: answered } : kept;
}

document.addEventListener("second-laptop", ({ detail }) => {
  const kept = keptToMove();
  if (!Object.keys(kept).length) return;
  const bytes = new TextEncoder().encode(JSON.stringify(kept));
  detail.hash = HASH + encodeURIComponent(btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")));
});

// A link may come from anybody: drafts are used only by the person with the same ticket (drafts.js), reports only on the
// page of their own card, whose address is secret.
function moveIn(kept) {
  const answered = Array.isArray(kept[ANSWERED]) ? kept[ANSWERED] : [];
  for (const [name, value] of Object.entries(kept)) {
    if (name.startsWith(DRAFT)) moveDraft(name, value);
    if (name.startsWith(REPORTS)) moveReports(name, value);
  }
  for (const [index, { name, item }] of answered.entries()) {
    // Named so that they are sent in their order.
    const own = `${name}~${String(index).padStart(3, "0")}~${item.key}`;
    if (name.startsWith(DRAFT)) moveDraft(own, { ...item, sent: true, waiting: true, isAgain: true });
  }
  for (const name of new Set(answered.map((one) => one.name))) {
    const items = answered.filter((one) => one.name === name).map(({ item }) => item);
    if (name.startsWith(REPORTS)) moveReports(name, items, { isBefore: true });
  }
}

const isHere = (action) => typeof action === "string" && /^\/t\/[-\w]+\//.test(action);

function moveDraft(name, draft) {
  if (isHere(draft?.action) && read(name) === null) write(name, { ...draft, isMoved: true });
}

// It was sent to the first laptop.
function pathOf(action) {
  try {
    return new URL(action, location.href).pathname;
  } catch {
    return "";
  }
}

function moveReports(name, items, { isBefore = false } = {}) {
  const address = name.slice(REPORTS.length);
  if (!/^\/t\/[-\w]+\/me\//.test(address) || !location.pathname.startsWith(address) || !Array.isArray(items)) return;
  const here = read(name) ?? [];
  const others = items
    .filter(({ action, key }) => pathOf(action).startsWith(address) && !here.some((one) => one.key === key))
    .map(({ why, ...item }) => ({ ...item, action: pathOf(item.action), movedAt: Date.now() }));
  write(name, isBefore ? [...others, ...here] : [...here, ...others]);
}

// Before any script of the page looks for what is kept: all that do import this one.
if (location.hash.startsWith(HASH)) {
  try {
    const text = atob(decodeURIComponent(location.hash.slice(HASH.length)));
    moveIn(JSON.parse(new TextDecoder().decode(Uint8Array.from(text, (letter) => letter.charCodeAt(0)))));
  } catch {
    // Cut off on its way: what is kept is still in the page of the first laptop.
  }
  history.replaceState(null, "", location.pathname + location.search);
}
