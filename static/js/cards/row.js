// One line of a card that is keyed: its fields, the cell that is keyed, and what is said about it.

import { isSheet, whatIsOdd } from "./sheet_keys.js";

const read = new WeakMap();

// What the server tells about a card, on the page or fetched: its columns, what they allow, and who plays.
export function gridOf(form) {
  const told = form.getRootNode().querySelector("#grid");
  if (told && !read.has(told)) read.set(told, JSON.parse(told.textContent));
  return read.get(told);
}

// Of a photographed card, whose paper is on the screen and not below its edge.
const sight = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries)
      target.nextElementSibling.classList.toggle("in-sight", isIntersecting);
  },
  { threshold: 0.9 },
);

// What a game is won by that the opponent has left before.
export const FORFEIT = 10;

export class Row {
  constructor(element, grid) {
    this.grid = grid;
    this.element = element;
    this.game = element.dataset.game;
    const field = (name) => element.querySelector(`[name="${name}-${this.game}"]`);
    this.fields = Object.fromEntries(grid.columns.map((column) => [column, field(column)]));
    this.blank = field("blank");
    this.opponent = field("opponent");
    // Of a photographed card, on a line that is compared with the paper: whether it was.
    this.seen = field("seen");
    if (this.seen) sight.observe(element.previousElementSibling);
    this.who = element.querySelector(".who");
    this.note = element.querySelector(".left-early");
    this.cell = document.createElement("input");
    Object.assign(this.cell, { name: `keyed-${this.game}`, autocomplete: "off", maxLength: 12, placeholder: " " });
    this.cell.setAttribute("inputmode", "decimal");
    this.cell.setAttribute("aria-label", `Game ${this.game}, entry`);
    this.cell.setAttribute("aria-describedby", this.note.id);
    const cell = document.createElement("td");
    cell.className = "key";
    cell.append(this.cell);
    this.opponent.closest("td").after(cell);
    for (const input of Object.values(this.fields)) Object.assign(input, { readOnly: true, tabIndex: -1 });
    if (element.dataset.opponent) this.opponent.tabIndex = -1;
    this.readRefusal();
  }

  // Where the server has refused the line: "opponent", "cell" or nothing. It stays marked until something is typed.
  readRefusal() {
    const isRefused = (input) => input.getAttribute("aria-invalid") === "true";
    this.refused = isRefused(this.opponent) ? "opponent" : Object.values(this.fields).some(isRefused) ? "cell" : "";
    this.complain("");
  }

  get line() {
    const figures = Object.entries(this.fields).map(([column, input]) => [column, input.value]);
    return { ...Object.fromEntries(figures), blank: this.blank.checked };
  }

  set line(line) {
    for (const [name, input] of Object.entries(this.fields)) input.value = line[name];
    this.blank.checked = line.blank;
  }

  get emptyLine() {
    return { ...Object.fromEntries(this.grid.columns.map((column) => [column, ""])), blank: false };
  }

  // Nothing has to be keyed: after a withdrawal, or in a game that the owner sits out.
  get isDue() {
    return !this.element.classList.contains("not-due");
  }

  get isSatOut() {
    return this.element.classList.contains("sat-out");
  }

  get isPassedOver() {
    return this.isSatOut && !this.isKeyed;
  }

  get isKeyed() {
    return Object.values(this.line).some(Boolean);
  }

  // A figure that was read, but not compared yet.
  get isDoubtful() {
    return this.seen !== null && !this.seen.checked;
  }

  // Something is still to be done.
  get isOpen() {
    return this.isDoubtful || (this.isDue && !this.isKeyed && this.seen === null);
  }

  // Whether the paper has been on the screen long enough to be seen: until then the box beside it takes no tap either.
  get isInSight() {
    return this.seen === null || getComputedStyle(this.seen.parentElement).pointerEvents !== "none";
  }

  compare() {
    if (this.seen) this.seen.checked = true;
  }

  get isWinByTen() {
    const { points, plus, minus } = this.line;
    return points === String(this.grid.bySpread[FORFEIT]) && Number(plus) === FORFEIT && minus === "";
  }

  // Whoever left forfeits what was still to come: a win by ten. A hint only: the card is the truth.
  hint(leftAfter) {
    if (isSheet(this.grid)) return this.hintOnSheet(leftAfter);
    this.leftAfter = leftAfter !== undefined && leftAfter < Number(this.game) ? leftAfter : undefined;
    const isOff = this.leftAfter !== undefined && this.isKeyed && !this.isWinByTen;
    const said = isOff ? "not a win by 10" : this.isKeyed ? "win by 10" : "win by 10, press Enter";
    const text = this.leftAfter === undefined ? "" : `withdrew after game ${this.leftAfter}: ${said}`;
    if (this.note.textContent !== text) this.note.textContent = text;
    this.note.classList.toggle("off", isOff);
  }

  // An unfinished game is entered as it stands, and is nobody's win. Against somebody who had left no line is due.
  hintOnSheet(leftAfter) {
    this.opponentLeft = leftAfter;
    const isOver = this.opponentLeft < Number(this.game) && !this.isKeyed;
    const text = isOver ? `withdrew after game ${this.opponentLeft}: no line needed` : whatIsOdd(this.line);
    if (this.note.textContent !== text) this.note.textContent = text;
    this.note.classList.toggle("off", Boolean(text) && !isOver);
  }

  complain(why) {
    this.cell.setAttribute("aria-invalid", why || this.refused === "cell" ? "true" : "false");
    this.element.classList.toggle("wrong", Boolean(why || this.refused));
  }
}
