// What a phone has to send, kept where the browser keeps texts.

import { newKey } from "../drafts/key.js";
import { keepAnswered, REPORTS, termHeaders } from "../live/kept.js";

const PATIENCE = 10_000;
const ANSWER = "Card-Answer";

// Whether our server made an answer. A network that wants to be signed in to answers in its place, with any status.
export const isFromServer = (answer) => answer.headers.has(ANSWER);

// A page that broke off on its way lacks its end, whatever its status says.
export const isWhole = (text) => text.trimEnd().endsWith("</html>");

// A report to be sent, under a key of its own. `card` is its owner's number: a code that is replaced has a new address.
export function reportOf(action, fields, label, card) {
  const key = newKey();
  const others = fields.filter(([name]) => name !== "key");
  return { action: new URL(action, location.href).pathname, label, card, key, fields: [...others, ["key", key]] };
}

// What a report says, in words.
export function inWords({ label, fields }) {
  const { won, spread, initials } = Object.fromEntries(fields);
  if (spread) return `${label}: ${won === "1" ? "won" : "lost"} by ${spread}`;
  return initials ? `${label}: initials ${initials}` : label;
}

const saysTheSame = (one, other) =>
  one.action === other.action && JSON.stringify(one.fields.slice(0, -1)) === JSON.stringify(other.fields.slice(0, -1));

export class Reports {
  constructor(address, card) {
    this.address = address;
    this.name = `${REPORTS}${address}`;
    this.memory = []; // where the browser keeps nothing
    this.isKept = true;
    this.adopt(card);
  }

  // What waits at the address of this card's code before it was replaced.
  adopt(card) {
    try {
      const event = `${REPORTS}${this.address.split("/me/")[0]}/me/`;
      for (const name of Object.keys(localStorage).filter((one) => one.startsWith(event) && one !== this.name)) {
        const all = JSON.parse(localStorage.getItem(name)) ?? [];
        const own = all.filter((item) => card && item.card === card);
        if (!own.length) continue;
        const action = (one) => one.action.replace(name.slice(REPORTS.length), this.address);
        this.items = [...this.items, ...own.map(({ why, ...one }) => ({ ...one, action: action(one) }))];
        localStorage.setItem(name, JSON.stringify(all.filter((item) => !own.includes(item))));
      }
    } catch {
      // Nothing is kept here.
    }
  }

  get items() {
    if (!this.isKept) return this.memory; // what the browser has is older
    try {
      return JSON.parse(localStorage.getItem(this.name)) ?? this.memory;
    } catch {
      return this.memory;
    }
  }

  set items(items) {
    this.memory = items;
    try {
      localStorage.setItem(this.name, JSON.stringify(items));
      this.isKept = true;
    } catch {
      this.isKept = false; // a private window, or a full disk: the open page keeps them
    }
  }

  keep(item) {
    // A second press of the same button; who has said something else in between means it again.
    const last = this.items.findLast((one) => !one.why && one.action === item.action);
    if (!last || !saysTheSame(last, item)) this.items = [...this.items, item];
  }

  // What is taken goes, and with it what was refused before in the same place. What is refused stays, with the reason.
  drop(item, answer, text) {
    if (answer.ok) {
      this.items = this.items.filter((one) => one.key !== item.key && !(one.why && one.label === item.label));
      keepAnswered(this.name, item);
      return;
    }
    const card = new DOMParser().parseFromString(text, "text/html").getElementById("phone-card");
    const said = card?.querySelector("[role=alert]")?.textContent.replace(/\s+/g, " ").trim();
    const why = said || "The tournament did not take it.";
    const isClosed = Boolean(card) && !card.dataset.isOpen;
    this.items = this.items.map((one) => (one.key === item.key ? { ...one, why, isClosed } : one));
  }

  discard(key) {
    this.items = this.items.filter((one) => one.key !== key);
  }

  // Send what was refused once more: one, or all that came while the round was closed.
  release(isMeant) {
    if (!this.items.some((one) => one.why && isMeant(one))) return false;
    this.items = this.items.map(({ why, ...one }) => (why && !isMeant(one) ? { ...one, why } : one));
    return true;
  }

  // Another phone has the card, or the code was replaced: it stays here until this phone may send it.
  isStoppedBy({ status }) {
    return status === 409 || status === 404;
  }

  // An answer names the key that it answers; for a code that opens nothing there is none to name.
  isOurs(answer, { key }) {
    return answer.headers.get(ANSWER) === key || (answer.status === 404 && isFromServer(answer));
  }

  async post(item) {
    return fetch(item.action, {
      method: "POST",
      body: new URLSearchParams(item.fields),
      headers: { "Card-Key": item.key, ...termHeaders() },
      redirect: "manual", // the server leads nowhere: whoever does is not the server
      signal: AbortSignal.timeout?.(PATIENCE),
    });
  }
}
