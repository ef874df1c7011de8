// The entry grid: a card keyed on the number pad alone. The form works without this file; here each line gets one
// cell for keying, whose text is turned into the line's own fields:
//
//   16        a win by 16           -09     a loss by 9          .104  -.104   a spread of three digits
//   /2/35/    as written: points / plus / minus, each may be blank, then Enter; / Enter is a blank line
//   2/35/     the same
//   *         another opponent, then seat (2-5 is B-5) or number, then Enter      **   to the totals
//   +         back one line         . Enter or the arrow down   past a line that is not keyed
//
// A line that is complete moves the cursor on by itself (rule 12.1: a spread under 100 has two digits), to the next
// field that is blank: never into a figure that the next key would replace. Who presses Enter all the same, out of
// habit, moves nothing by it: the one Enter on an untouched field after such a move is swallowed, and no Enter passes
// a line that is due. Game sheets have a language of their own, with the same habits (sheet_keys.js).
// The cursor passes over a game that the owner sits out; the arrow keys go there.
// On a photographed card the cursor stops at the lines that are to be compared with the paper, and at totals that are
// not the sum; Enter says that what stands there is on the paper, and ends what is typed instead.

import { halfTyped, inWords, keysOf, readKeys } from "./keys.js";
import { Opponents } from "./opponents.js";
import { makePad } from "./pad.js";
import { isReady } from "./ready.js";
import { FORFEIT, gridOf, Row } from "./row.js";
import { Totals } from "./totals.js";

const SAVE = "Press Enter to save.";

class Grid {
  constructor(form, grid) {
    this.form = form;
    this.grid = grid;
    this.headings();
    this.rows = [...form.querySelectorAll("tr[data-game]")].map((element) => new Row(element, grid));
    this.opponents = new Opponents(this.rows, grid);
    this.byCell = new Map(this.rows.map((row) => [row.cell, row]));
    this.byOpponent = new Map(this.rows.map((row) => [row.opponent, row]));
    this.reason = form.querySelector("#reason[aria-invalid='true']");
    this.save = form.querySelector("button[type=submit]");
    this.totals = new Totals(form, this.save, (text) => this.say(text));
    this.said = document.createElement("p");
    this.said.className = "said";
    this.said.setAttribute("role", "alert");
    const foot = form.querySelector(".foot");
    const pad = makePad(form, grid);
    if (this.rows.length) foot.before(pad);
    this.result = pad.querySelector(".result");
    foot.before(this.said);
    form.classList.add("as-keys");
    this.reread();
    this.listen();
  }

  headings() {
    for (const heading of this.form.querySelectorAll("thead .opponent")) {
      const key = Object.assign(document.createElement("th"), { scope: "col", className: "key", textContent: "Entry" });
      heading.after(key);
    }
  }

  // Take over what stands in the fields, from the server or from a draft.
  reread() {
    for (const row of this.rows) {
      const keys = keysOf(row.line, this.grid);
      if (keys || !row.cell.value) row.cell.value = keys;
      this.opponents.name(row, false);
      row.complain("");
    }
    this.opponents.flag();
  }

  listen() {
    this.form.addEventListener("input", (event) => this.onInput(event.target));
    this.form.addEventListener("keydown", (event) => this.onKey(event));
    this.form.addEventListener("focusin", (event) => this.onEnter(event.target));
    // Also where the cursor stands already: what is typed into a figure replaces it, however somebody came there.
    this.form.addEventListener("mouseup", (event) => {
      if (!this.totals.has(event.target) && !this.byCell.has(event.target)) return;
      event.preventDefault();
      event.target.select();
    });
    this.form.addEventListener("change", (event) => this.onCompared(event.target));
    this.form.addEventListener("focusout", (event) => this.onLeave(event.target));
    this.form.addEventListener("card:restored", () => {
      this.reread();
      this.start();
    });
    this.form.addEventListener("card:refused", () => {
      for (const row of this.rows) row.readRefusal();
    });
    // What cannot be read must be seen to before the card is sent.
    this.form.addEventListener(
      "submit",
      (event) => {
        // The cursor leaves the fields: keys that follow are for the next card (ahead.js).
        if (isReady(this)) return this.save.focus();
        event.stopImmediatePropagation();
        event.preventDefault();
      },
      true,
    );
  }

  start() {
    const refused = this.rows.find((row) => row.refused);
    const total = this.totals.refused;
    const open = this.rows.find((row) => row.isOpen);
    if (refused) (refused.refused === "opponent" ? refused.opponent : refused.cell).focus();
    else if (total) total.focus();
    else if (this.reason) this.reason.focus();
    else if (open) this.enter(open);
    else this.totals.enter();
  }

  enter(row) {
    (row.opponent.value || row.element.dataset.opponent || row.opponentLeftBlank ? row.cell : row.opponent).focus();
  }

  // A move that nobody asked for by a key: Enter or Tab, pressed for it out of habit, is not to move anything more.
  moveByItself(move) {
    move();
    this.cameByItself = document.activeElement;
  }

  onInput(input) {
    this.totals.hasAsked = false;
    this.cameByItself = null;
    this.begun = input;
    if (this.byCell.has(input)) this.onCell(this.byCell.get(input));
    else if (this.byOpponent.has(input)) this.onOpponent(this.byOpponent.get(input));
    else if (this.totals.has(input)) this.onTotal(input);
  }

  onCell(row) {
    const text = row.cell.value;
    if (text.includes("+")) return this.back(row);
    if (text.includes("*")) {
      row.cell.value = keysOf(row.line, this.grid);
      return row.opponent.focus();
    }
    const read = readKeys(text, this.grid);
    row.refused = "";
    this.tell(row, read.state === "wrong" ? read.why : "");
    this.put(row, read.state === "whole" || read.state === "open" ? read.line : undefined);
    // What is typed next begins afresh.
    if (read.state === "wrong") row.cell.select();
    if (read.state === "whole" && !row.seen) this.moveByItself(() => this.next(row));
  }

  // The box beside a line was ticked, by finger or mouse: on to the next one, without its keyboard.
  onCompared(box) {
    const row = this.rows.find((one) => one.seen === box);
    if (!row?.seen.checked) return;
    const read = readKeys(row.cell.value, this.grid);
    if (read.state === "empty" || !read.line) {
      row.seen.checked = false;
      this.say(`Game ${row.game}: enter what is written. . Enter: skip it.`);
      return row.cell.focus();
    }
    this.take(row, read.line);
    const following = this.rows.find((later) => later.isDoubtful);
    if (following) following.seen.focus();
    else this.totals.enter();
  }

  put(row, line) {
    row.line = line ?? row.emptyLine;
    // What was entered last stays in sight until there is something new, or it is taken back.
    if (line || row === this.told) this.tellResult(row);
    row.hint(row.leftAfter ?? row.opponentLeft);
  }

  tellResult(row) {
    const words = inWords(row.line, this.grid);
    this.told = row;
    this.result.textContent = words && `Game ${row.game} · ${words}`;
  }

  onOpponent(row) {
    const text = row.opponent.value;
    if (text.includes("*")) {
      row.opponent.value = row.before;
      // After a mistake it begins the opponent again; untouched, it leads to the totals.
      if (!row.opponentTyped) return this.totals.first.focus();
      row.opponentTyped = false;
      row.complain("");
      this.say("");
      this.opponents.name(row);
      return row.opponent.select();
    }
    row.opponentTyped = true;
    if (text.includes("+")) {
      row.opponent.value = row.before;
      return row.cell.focus();
    }
    row.refused = "";
    row.complain("");
    this.opponents.name(row);
  }

  onTotal(input) {
    const read = this.totals.read(input);
    if (read === "back") this.lastRow?.cell.focus();
    else if (read === "full") {
      this.moveByItself(() => this.totals.next(input));
      this.totals.jumpedTo = document.activeElement;
    }
  }

  get lastRow() {
    return this.rows.findLast((row) => row.seen) ?? this.rows.findLast((row) => !row.isPassedOver);
  }

  // The next line that is due and not keyed: a figure that stands there is not typed over unseen.
  next(row) {
    const after = this.rows.slice(this.rows.indexOf(row) + 1);
    const following = after.find((later) => later.isOpen);
    if (following) this.enter(following);
    else this.totals.enter();
  }

  // One line on, whatever is in it.
  step(row) {
    const following = this.rows.slice(this.rows.indexOf(row) + 1).find((later) => later.isDue || later.isKeyed);
    if (following) this.enter(following);
    else this.totals.enter();
  }

  back(row) {
    const begun = row.cell.value.replaceAll("+", "");
    const before = this.rows.slice(0, this.rows.indexOf(row)).findLast((earlier) => !earlier.isPassedOver);
    row.cell.value = keysOf(row.line, this.grid);
    if (begun && row.cell.value !== begun) return row.cell.select();
    (before ?? row).cell.focus();
    // What is typed next begins afresh, also where the cursor was there already.
    (before ?? row).cell.select();
  }

  onKey(event) {
    const cameByItself = this.cameByItself === event.target;
    this.cameByItself = null;
    const row = this.byCell.get(event.target) ?? this.byOpponent.get(event.target);
    if (cameByItself && !event.repeat && (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)))
      return this.swallow(event, row);
    if (event.target === this.save) return this.onKeyAtSave(event);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (row && step) {
      event.preventDefault();
      this.rows[this.rows.indexOf(row) + step]?.cell.focus();
    }
    if (event.key !== "Enter") return;
    if (event.repeat) event.preventDefault();
    else this.enterKey(event, row);
  }

  swallow(event, row) {
    event.preventDefault();
    this.totals.jumpedTo = null;
    if (event.target === this.save) this.say(SAVE);
    else if (row?.leftAfter !== undefined) this.say(`Game ${row.game}: Press Enter again to enter the win by 10.`);
  }

  enterKey(event, row) {
    if (this.byCell.has(event.target)) this.enterInCell(row);
    else if (this.byOpponent.has(event.target)) this.enterInOpponent(row);
    else if (!this.totals.has(event.target) || this.totals.isLast(event.target)) return;
    else {
      this.totals.next(event.target);
      if (document.activeElement === this.save) this.say(SAVE);
    }
    event.preventDefault();
  }

  // Nothing can be typed at the button, where the cursor stands on a card that is whole; these keys lead back.
  onKeyAtSave(event) {
    const lead = {
      "+": this.totals.last,
      "*": this.totals.first,
      ArrowUp: this.rows.at(-1)?.cell,
      ArrowDown: this.rows[0]?.cell,
    };
    if (event.key === "Enter" && event.repeat) return event.preventDefault();
    if (lead[event.key]) {
      event.preventDefault();
      lead[event.key].focus();
    } else if (/^[\d./-]$/.test(event.key)) {
      // Whoever types on believes the cursor to be in a total: the Enter after it does not save either, and / is of a line.
      event.preventDefault();
      this.cameByItself = this.save;
      this.say("Press Enter to save, + for the totals or an arrow key for the lines.");
    }
  }

  enterInCell(row) {
    const { cell } = row;
    if (!row.isInSight) return this.say(`Game ${row.game}: look at the paper first, then press Enter.`);
    const read = readKeys(cell.value, this.grid);
    if (read.isSkip) {
      cell.value = "";
      row.compare();
      this.form.dispatchEvent(new Event("input"));
      return this.next(row);
    }
    if (read.state === "empty" && row.isDue) return this.enterInEmpty(row);
    if (read.state !== "empty" && !read.line) {
      this.tell(row, read.why ?? halfTyped(cell.value, this.grid));
      return cell.select();
    }
    const isUntouched = cell.value === row.before && !row.seen;
    if (read.line) this.take(row, read.line);
    row.compare();
    if (isUntouched) this.step(row);
    else this.next(row);
  }

  enterInEmpty(row) {
    if (row.leftAfter === undefined) {
      return this.say(`Game ${row.game} is not entered. / Enter: blank on the paper. . Enter: skip it.`);
    }
    this.take(row, { points: String(this.grid.bySpread[FORFEIT]), plus: String(FORFEIT), minus: "", blank: false });
    this.next(row);
  }

  take(row, line) {
    this.put(row, line);
    row.cell.value = keysOf(line, this.grid);
    row.compare();
    this.form.dispatchEvent(new Event("input"));
  }

  enterInOpponent(row) {
    row.opponentLeftBlank = row.opponent.value.trim() === "";
    const fault = this.opponents.fault(row);
    this.say(fault ? `Game ${row.game}: ${fault}` : "");
    if (fault) row.opponent.select();
    else {
      row.cell.focus();
      this.opponents.name(row);
    }
    this.form.dispatchEvent(new Event("input"));
  }

  // A page that has come in behind another window hears of its cursor late: a key may have been typed by then.
  onEnter(input) {
    if (this.begun === input) return;
    const row = this.byOpponent.get(input) ?? this.byCell.get(input);
    if (row) row.before = input.value;
    if (row) row.opponentTyped = false;
    if (row?.isKeyed) this.tellResult(row);
    if (this.totals.has(input)) this.totals.note(input);
    // What stands there is replaced by the next key, but not what was begun before a look at another window.
    input.select?.();
  }

  // Nothing is left where only another window is looked at: what was begun is as it was typed.
  onLeave(input) {
    if (document.activeElement === input) return;
    this.begun = null;
    const row = this.byCell.get(input);
    if (row) {
      const read = readKeys(row.cell.value, this.grid);
      if (read.state === "open") row.cell.value = keysOf(row.line, this.grid);
      this.tell(row, read.why ?? (read.state === "begun" ? halfTyped(row.cell.value, this.grid) : ""));
    } else if (this.byOpponent.has(input)) this.opponents.name(this.byOpponent.get(input));
    else if (this.totals.has(input)) this.totals.leave(input);
  }

  tell(row, why) {
    row.complain(why);
    this.say(why ? `Game ${row.game}: ${why}` : "");
  }

  say(text) {
    if (this.said.textContent !== text) this.said.textContent = text;
  }
}

const prepared = new WeakMap();

function prepare(form) {
  const grid = gridOf(form);
  if (grid) prepared.set(form, new Grid(form, grid));
}

function begin() {
  const form = document.querySelector("form.cardgrid");
  if (!form) return;
  if (!prepared.has(form)) prepare(form);
  prepared.get(form)?.start();
}

document.addEventListener("card:fetched", (event) => prepare(event.detail));
document.addEventListener("card:swapped", begin);
begin();
