// The opponents on the lines of a card: whom each seat or number means, and what is odd about it.

import { seatFinder } from "./keys.js";

export class Opponents {
  constructor(rows, grid) {
    this.rows = rows;
    this.grid = grid;
    this.find = seatFinder(grid.people);
  }

  of(row) {
    const text = row.opponent.value.trim();
    return text ? this.find(text) : { seat: "", name: "" };
  }

  // Why the opponent of this line cannot be one; blank where there is nothing against it.
  fault(row) {
    const found = this.of(row);
    if (!found) return `no player has seat or number ${row.opponent.value.trim()}`;
    return found.number === this.grid.owner ? `${found.seat}, ${found.name}, is the owner of this card` : "";
  }

  // Flags look at all lines: where many are named, once at the end.
  name(row, andFlag = true) {
    const found = this.of(row);
    const isRight = !this.fault(row);
    const named = found ? found.name : "nobody";
    row.who.textContent = !row.opponent.value.trim() && row.isSatOut ? "bye" : named;
    if (found && row.opponent !== document.activeElement) row.opponent.value = found.seat;
    row.opponent.setAttribute("aria-invalid", isRight ? "false" : "true");
    if (andFlag) this.flag();
    row.hint(this.grid.left[found?.number]);
    return isRight;
  }

  // What is odd about the opponents: not the one of the schedule, or on more lines than the schedule has.
  flag() {
    const typed = (row) => row.opponent.value.trim();
    for (const row of this.rows) {
      const seat = typed(row);
      const { opponent: scheduled } = row.element.dataset;
      const same = seat ? this.rows.filter((other) => typed(other) === seat) : [];
      const planned = this.rows.filter((other) => other.element.dataset.opponent === seat);
      const isOther = Boolean(scheduled) && scheduled !== seat;
      const isAgain = same.length > Math.max(planned.length, 1) && scheduled !== seat;
      const games = same.filter((other) => other !== row).map((other) => other.game);
      const flags = [isOther && "not as scheduled", isAgain && `also in game ${games.join(", ")}`].filter(Boolean);
      row.element.classList.toggle("other-opponent", flags.length > 0);
      row.who.dataset.flag = flags.join(", ");
    }
  }
}
