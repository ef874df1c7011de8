// What a phone has to send, kept where the browser keeps texts.

import { newKey } from "../drafts/key.js";
import { keepAnswered } from "../live/kept.js";

const PATIENCE = 10_000;
const OTHERS_COME = 60_000;

// A report to be sent, under a key of its own.
export function reportOf(action, fields, label) {
  const key = newKey();
  const others = fields.filter(([name]) => name !== "key");
  return { action: new URL(action, location.href).pathname, label, key, fields: [...others, ["key", key]] };
}

export class Reports {
  constructor(address) {
    this.name = `reports:${address}`;
    this.memory = []; // where the browser keeps nothing
  }

  get items() {
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
    } catch {
      // A private window, or a full disk: the open page keeps them.
    }
  }

  keep(item) {
    this.items = [...this.items, item];
  }

  drop(item, answer) {
    this.items = this.items.filter((one) => one.key !== item.key);
    if (answer.ok) keepAnswered(this.name, item);
  }

  // Another phone has the card, or the code was replaced: it stays here until this phone may send it.
  isStoppedBy({ status }) {
    return status === 409 || status === 404;
  }

  async post(item) {
    const answer = await fetch(item.action, {
      method: "POST",
      body: new URLSearchParams(item.fields),
      signal: AbortSignal.timeout?.(PATIENCE),
    });
    // At a second laptop: what it agrees with may be on the other phone alone, which comes there too.
    const isMoved = Date.now() - (item.movedAt ?? 0) < OTHERS_COME;
    if (answer.status === 422 && isMoved) throw new Error("too early");
    return answer;
  }
}
