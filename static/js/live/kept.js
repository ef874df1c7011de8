// What the server has answered stays in this browser for a while, under the name where it waited for the answer: a card
// (drafts/drafts.js) or a report of a phone (reporting/reports.js). A server that goes on from an older copy lacks it.

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
