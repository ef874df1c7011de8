// What was sent stays on this device until the server has answered it: through a dead server, a reload, a locked screen.
// Each has a key of its own, so that the same one sent again counts once; they go out one after the other.
//
// Where they are kept, how they are sent, which answers are the server's own and which stop that is up to the shelf:
// reports of a phone (reporting/reports.js), photographs (photographs/files.js).

import { isBusy } from "./away.js";
import { hear, isGivingBack } from "./kept.js";

const FIRST_WAIT = 1_000;
const MAX_WAIT = 15_000;

export class Outbox {
  constructor(shelf, { answered, changed }) {
    this.shelf = shelf;
    this.answered = answered;
    this.changed = changed;
    this.wait = FIRST_WAIT;
    this.timer = null;
    this.isSending = false;
    this.isStopped = false;
    this.trouble = ""; // why the last one was not answered: "silent", "busy", or "foreign"
  }

  get items() {
    return this.shelf.items;
  }

  // What was refused stays for its owner to see, and is not sent by itself.
  get waiting() {
    return this.items.filter(({ why }) => !why);
  }

  async add(item) {
    await this.shelf.keep(item);
    this.resume();
  }

  resume() {
    this.isStopped = false;
    this.wait = FIRST_WAIT;
    this.send();
  }

  async send() {
    clearTimeout(this.timer);
    const [item] = this.waiting;
    if (!item || this.isSending || this.isStopped) return;
    this.isSending = true;
    let isReached = false;
    this.trouble = "silent";
    try {
      const answer = await this.shelf.post(item);
      const text = await answer.text();
      hear(answer);
      // What is refused may rest on what was answered before, and is sent again first.
      if (isBusy(answer.status) || (isGivingBack() && !answer.ok)) {
        this.trouble = "busy";
      } else if (!this.shelf.isOurs(answer, item)) {
        this.trouble = "foreign";
      } else {
        isReached = true;
        this.trouble = "";
        this.wait = FIRST_WAIT;
        this.isStopped = this.shelf.isStoppedBy(answer);
        if (!this.isStopped) await this.shelf.drop(item, answer, text);
        this.answered(answer, text, item);
      }
    } catch {
      // No network, no server, or too slow an answer.
    }
    this.isSending = false;
    this.changed(isReached);
    if (isReached) {
      this.send();
    } else {
      this.timer = setTimeout(() => this.send(), this.wait);
      this.wait = Math.min(this.wait * 2, MAX_WAIT);
    }
  }
}
