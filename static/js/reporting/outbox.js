// What was sent stays on this phone until the server has answered it: through a dead server, a reload, a locked screen.
// Each has a key of its own, so that the same one sent again counts once; they go out one after the other.

import { newKey } from "../drafts/key.js";
import { keepAnswered } from "../live/kept.js";

const FIRST_WAIT = 1_000;
const MAX_WAIT = 15_000;
const PATIENCE = 10_000;

export class Outbox {
  constructor(name, { answered, changed }) {
    this.name = `reports:${name}`;
    this.answered = answered;
    this.changed = changed;
    this.wait = FIRST_WAIT;
    this.timer = null;
    this.isSending = false;
    this.isStopped = false;
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

  add(action, fields, label) {
    const key = newKey();
    const others = fields.filter(([name]) => name !== "key");
    this.items = [...this.items, { action, label, key, fields: [...others, ["key", key]] }];
    this.isStopped = false;
    this.wait = FIRST_WAIT;
    this.send();
  }

  async send() {
    clearTimeout(this.timer);
    const [item] = this.items;
    if (!item || this.isSending || this.isStopped) return;
    this.isSending = true;
    let isReached = false;
    try {
      const answer = await fetch(item.action, {
        method: "POST",
        body: new URLSearchParams(item.fields),
        signal: AbortSignal.timeout?.(PATIENCE),
      });
      const text = await answer.text();
      if (answer.status < 500 && answer.status !== 429) {
        isReached = true;
        this.wait = FIRST_WAIT;
        // Another phone has the card, or the code was replaced: it stays here until this phone may send it.
        this.isStopped = answer.status === 409 || answer.status === 404;
        if (!this.isStopped) this.items = this.items.filter((one) => one.key !== item.key);
        if (answer.ok) keepAnswered(this.name, item);
        this.answered(answer, text);
      }
    } catch {
      // No network, no server, or too slow an answer.
    }
    this.isSending = false;
    this.changed(isReached);
    if (isReached) {
      this.send();
    } else {
      document.dispatchEvent(new Event("server:silent"));
      this.timer = setTimeout(() => this.send(), this.wait);
      this.wait = Math.min(this.wait * 2, MAX_WAIT);
    }
  }
}
