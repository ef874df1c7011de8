// What was sent stays on this device until the server has answered it: through a dead server, a reload, a locked screen.
// Each has a key of its own, so that the same one sent again counts once; they go out one after the other.
//
// Where they are kept, how they are sent and which answers stop that is up to the shelf: reports of a phone
// (reporting/reports.js), photographs (photographs/files.js).

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
  }

  get items() {
    return this.shelf.items;
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
    const [item] = this.items;
    if (!item || this.isSending || this.isStopped) return;
    this.isSending = true;
    let isReached = false;
    try {
      const answer = await this.shelf.post(item);
      const text = await answer.text();
      if (answer.status < 500 && answer.status !== 429 && answer.status !== 408) {
        isReached = true;
        this.wait = FIRST_WAIT;
        this.isStopped = this.shelf.isStoppedBy(answer);
        if (!this.isStopped) await this.shelf.drop(item, answer);
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
      document.dispatchEvent(new Event("server:silent"));
      this.timer = setTimeout(() => this.send(), this.wait);
      this.wait = Math.min(this.wait * 2, MAX_WAIT);
    }
  }
}
