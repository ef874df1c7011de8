// The entry grid: a card keyed on the number pad alone. The form works without this file; here each line gets one
// cell for keying, whose text is turned into the line's own fields:
//
//   16        a win by 16           -09     a loss by 9          .104  -.104   a spread of three digits
//   /2/35/    as written: points / plus / minus, each may be blank, then Enter
//   *         another opponent, then seat (2-5 is B-5) or number, then Enter      **   to the totals
//   +         back one line
//
// The cursor passes over a game that the owner sits out; the arrow keys go there, where the paper has something.
// A line that is complete moves the cursor on by itself (rule 12.1: a spread under 100 has two digits).

const HIGHEST = 121;
const PAD = [
  ["-", "−", "lost"],
  [".", ".", "three digits"],
  ["/", "/", "as written: points/plus/minus"],
  ["*", "*", "other opponent, ** totals"],
  ["+", "+", "back"],
];

const grid = JSON.parse(document.getElementById("grid")?.textContent ?? "null");

function isSpread(text) {
  return text === "" || (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= HIGHEST);
}

function halfTyped(text) {
  return `${text} is half a spread: 07, or .104 for three digits`;
}

function spread(number) {
  return number === "" ? "" : String(Number(number)).padStart(2, "0");
}

// What the text in a key cell comes to. A line that is "whole" needs no Enter.
export function readKeys(text, { bySpread, points }) {
  if (text === "") return { state: "empty" };
  if (text.startsWith("/")) return readAsWritten(text.slice(1).split("/"), points);
  const keyed = /^(-?)(\.?)(-?)(\d*)$/.exec(text);
  if (!keyed || (keyed[1] && keyed[3])) return { state: "wrong", why: `${text} is no line` };
  const isLoss = Boolean(keyed[1] || keyed[3]);
  const digits = keyed[4];
  const wanted = keyed[2] ? 3 : 2;
  if (digits.length > wanted) return { state: "wrong", why: `${text}: a spread of three digits begins with .` };
  const number = Number(digits);
  if (digits.length === 0) return { state: "begun" };
  const line = isLoss
    ? { points: "0", plus: "", minus: spread(digits), blank: false }
    : { points: String(bySpread[number] ?? ""), plus: spread(digits), minus: "", blank: false };
  // Half a number is no line until Enter says that it is a whole one.
  if (digits.length < wanted) return { state: "begun", line: number < 1 ? undefined : line };
  if (number < 1 || number > HIGHEST) return { state: "wrong", why: `${number} is no spread (1 to ${HIGHEST})` };
  return { state: "whole", line };
}

function readAsWritten(parts, allowed) {
  const [points, plus = "", minus = ""] = parts;
  if (parts.length > 3) return { state: "wrong", why: "points/plus/minus, no more" };
  if (points !== "" && !allowed.map(String).includes(points)) {
    return { state: "wrong", why: `${points} are no game points (${allowed.join(", ")})` };
  }
  if (!isSpread(plus) || !isSpread(minus)) {
    return { state: "wrong", why: `${isSpread(plus) ? minus : plus} is no spread (1 to ${HIGHEST})` };
  }
  const blank = points === "" && plus === "" && minus === "";
  return { state: "open", line: { points, plus: spread(plus), minus: spread(minus), blank } };
}

// The keys that make a line: what the cell shows for a line that is there already.
export function keysOf(line, { bySpread }) {
  const { points, plus, minus, blank } = line;
  if (points === "" && plus === "" && minus === "") return blank ? "/" : "";
  const long = (number) => (Number(number) > 99 ? "." : "") + spread(number);
  if (minus === "" && plus !== "" && points === String(bySpread[Number(plus)])) return long(plus);
  if (plus === "" && minus !== "" && points === "0") return `-${long(minus)}`;
  return `/${points}/${plus}/${minus}`;
}

function seatFinder(people) {
  const seats = new Map(people.filter(([, seat]) => seat).map(([number, seat, name]) => [seat.toLowerCase(), { seat, name }]));
  const numbers = new Map(people.map(([number, seat, name]) => [String(number), { seat: seat || String(number), name }]));
  return (text) => {
    const wanted = text.trim().toLowerCase();
    if (seats.has(wanted)) return seats.get(wanted);
    if (/^\d+$/.test(wanted)) return numbers.get(String(Number(wanted)));
    const parts = /^([a-z]+|\d+)-?(\d+)$/.exec(wanted);
    return parts ? seats.get(`${tableLetters(parts[1])}-${Number(parts[2])}`) : undefined;
  };
}

function tableLetters(table) {
  if (!/^\d+$/.test(table)) return table;
  let letters = "";
  for (let rest = Number(table); rest > 0; rest = Math.floor((rest - 1) / 26)) {
    letters = String.fromCharCode(97 + ((rest - 1) % 26)) + letters;
  }
  return letters;
}

class Row {
  constructor(element) {
    this.element = element;
    this.game = element.dataset.game;
    const field = (name) => element.querySelector(`[name="${name}-${this.game}"]`);
    this.fields = { points: field("points"), plus: field("plus"), minus: field("minus") };
    this.blank = field("blank");
    this.opponent = field("opponent");
    this.who = element.querySelector(".who");
    this.cell = document.createElement("input");
    Object.assign(this.cell, { name: `keyed-${this.game}`, autocomplete: "off", maxLength: 12 });
    this.cell.setAttribute("inputmode", "decimal");
    this.cell.setAttribute("aria-label", `Game ${this.game}, as keyed`);
    const cell = document.createElement("td");
    cell.className = "key";
    cell.append(this.cell);
    this.opponent.closest("td").after(cell);
    for (const input of Object.values(this.fields)) Object.assign(input, { readOnly: true, tabIndex: -1 });
    if (element.dataset.opponent) this.opponent.tabIndex = -1;
  }

  get line() {
    const { points, plus, minus } = this.fields;
    return { points: points.value, plus: plus.value, minus: minus.value, blank: this.blank.checked };
  }

  set line(line) {
    for (const [name, input] of Object.entries(this.fields)) input.value = line[name];
    this.blank.checked = line.blank;
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
    const { points, plus, minus, blank } = this.line;
    return Boolean(points || plus || minus || blank);
  }

  complain(why) {
    this.cell.setAttribute("aria-invalid", why ? "true" : "false");
    this.element.classList.toggle("wrong", Boolean(why));
  }
}

class Grid {
  constructor(form) {
    this.form = form;
    this.find = seatFinder(grid.people);
    this.headings();
    this.rows = [...form.querySelectorAll("tr[data-game]")].map((element) => new Row(element));
    this.byCell = new Map(this.rows.map((row) => [row.cell, row]));
    this.byOpponent = new Map(this.rows.map((row) => [row.opponent, row]));
    this.feet = [...form.querySelectorAll(".foot input")];
    this.save = form.querySelector("button[type=submit]");
    this.said = document.createElement("p");
    this.said.className = "said";
    this.said.setAttribute("role", "alert");
    this.pad();
    form.classList.add("keying");
    this.reread();
    this.listen();
    this.start();
  }

  headings() {
    for (const heading of this.form.querySelectorAll("thead .opponent")) {
      const key = Object.assign(document.createElement("th"), { scope: "col", className: "key", textContent: "Keyed" });
      heading.after(key);
    }
  }

  // The legend of the odd keys; on a screen without a number pad its keys can be pressed.
  pad() {
    const pad = Object.assign(document.createElement("div"), { className: "pad" });
    pad.setAttribute("role", "group");
    pad.setAttribute("aria-label", "Keys for odd lines");
    for (const [key, shown, meaning] of PAD) {
      const button = Object.assign(document.createElement("button"), { type: "button", tabIndex: -1 });
      const name = Object.assign(document.createElement("kbd"), { textContent: shown });
      button.append(name, ` ${meaning}`);
      // The cursor must stay in its cell.
      button.addEventListener("pointerdown", (event) => event.preventDefault());
      button.addEventListener("click", () => this.press(key));
      pad.append(button);
    }
    if (this.rows.length) this.form.querySelector(".foot").before(pad);
    this.form.querySelector(".foot").before(this.said);
  }

  press(key) {
    const input = this.form.contains(document.activeElement) ? document.activeElement : null;
    if (!(input instanceof HTMLInputElement)) return;
    input.setRangeText(key, input.selectionStart, input.selectionEnd, "end");
    input.dispatchEvent(new InputEvent("input", { bubbles: true, data: key }));
  }

  // Take over what stands in the fields, from the server or from a draft.
  reread() {
    for (const row of this.rows) {
      const keys = keysOf(row.line, grid);
      if (keys || !row.cell.value) row.cell.value = keys;
      this.nameOpponent(row);
      row.complain("");
    }
  }

  nameOpponent(row) {
    const text = row.opponent.value.trim();
    const found = text ? this.find(text) : { seat: "", name: "" };
    row.who.textContent = text || !row.isSatOut ? (found ? found.name : "nobody") : "sits out";
    if (found && row.opponent !== document.activeElement) row.opponent.value = found.seat;
    row.opponent.setAttribute("aria-invalid", found ? "false" : "true");
    const scheduled = row.element.dataset.opponent;
    row.element.classList.toggle("other-opponent", Boolean(scheduled) && scheduled !== row.opponent.value);
    return Boolean(found);
  }

  listen() {
    this.form.addEventListener("input", (event) => this.onInput(event.target));
    this.form.addEventListener("keydown", (event) => this.onKey(event));
    this.form.addEventListener("focusin", (event) => this.onEnter(event.target));
    this.form.addEventListener("focusout", (event) => this.onLeave(event.target));
    this.form.addEventListener("card:restored", () => { this.reread(); this.start(); });
    // What cannot be read must be seen to before the card is sent.
    this.form.addEventListener("submit", (event) => { if (!this.isReady()) event.stopImmediatePropagation(), event.preventDefault(); }, true);
  }

  start() {
    const open = this.rows.find((row) => !row.isKeyed && row.isDue);
    if (open) this.enter(open);
    else (this.feet.find((input) => !input.value) ?? this.rows[0]?.cell ?? this.feet[0]).focus();
  }

  enter(row) {
    (row.opponent.value || row.element.dataset.opponent || row.opponentLeftBlank ? row.cell : row.opponent).focus();
  }

  onInput(input) {
    if (this.byCell.has(input)) this.onCell(this.byCell.get(input));
    else if (this.byOpponent.has(input)) this.onOpponent(this.byOpponent.get(input));
    else if (this.feet.includes(input)) this.onFoot(input);
  }

  onCell(row) {
    const text = row.cell.value;
    if (text.includes("+")) return this.back(row);
    if (text.includes("*")) {
      row.cell.value = keysOf(row.line, grid);
      return row.opponent.focus();
    }
    const read = readKeys(text, grid);
    this.tell(row, read.state === "wrong" ? read.why : "");
    if (read.state === "whole" || read.state === "open") row.line = read.line;
    else row.line = { points: "", plus: "", minus: "", blank: false };
    if (read.state === "whole") this.next(row);
  }

  onOpponent(row) {
    const text = row.opponent.value;
    if (text.includes("*")) {
      row.opponent.value = row.before;
      return this.feet[0].focus();
    }
    if (text.includes("+")) {
      row.opponent.value = row.before;
      return row.cell.focus();
    }
    this.nameOpponent(row);
  }

  onFoot(input) {
    if (input.value.includes("+")) {
      input.value = input.value.replaceAll("+", "");
      const at = this.feet.indexOf(input);
      return at > 0 ? this.feet[at - 1].focus() : this.rows.findLast((row) => !row.isPassedOver)?.cell.focus();
    }
    const digits = input.value.replace(/\D/g, "");
    if (input.value !== digits && input.value !== `.${digits}`) input.value = digits;
    if (input.value.length === Number(input.dataset.digits) && !input.value.startsWith(".")) this.nextFoot(input);
  }

  nextFoot(input) {
    const at = this.feet.indexOf(input);
    (this.feet[at + 1] ?? this.save).focus();
  }

  next(row) {
    const following = this.rows.slice(this.rows.indexOf(row) + 1).find((later) => later.isDue);
    if (following) this.enter(following);
    else this.feet[0].focus();
  }

  back(row) {
    const begun = row.cell.value.replaceAll("+", "");
    const before = this.rows.slice(0, this.rows.indexOf(row)).findLast((earlier) => !earlier.isPassedOver);
    row.cell.value = keysOf(row.line, grid);
    if (begun && row.cell.value !== begun) return row.cell.select();
    (before ?? row).cell.focus();
  }

  onKey(event) {
    const row = this.byCell.get(event.target) ?? this.byOpponent.get(event.target);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (row && step) {
      event.preventDefault();
      this.rows[this.rows.indexOf(row) + step]?.cell.focus();
    }
    if (event.key !== "Enter" || event.target === this.save) return;
    if (this.byCell.has(event.target)) this.enterInCell(row);
    else if (this.byOpponent.has(event.target)) this.enterInOpponent(row);
    else if (!this.feet.includes(event.target) || this.isLast(event.target)) return;
    else this.nextFoot(event.target);
    event.preventDefault();
  }

  isLast(input) {
    return input === this.feet.at(-1) || this.feet.every((foot) => foot.value);
  }

  enterInCell(row) {
    const read = readKeys(row.cell.value, grid);
    if (read.state !== "empty" && !read.line) {
      this.tell(row, read.why ?? halfTyped(row.cell.value));
      return row.cell.select();
    }
    if (read.line) {
      row.line = read.line;
      row.cell.value = keysOf(read.line, grid);
      this.form.dispatchEvent(new Event("input"));
    }
    this.next(row);
  }

  enterInOpponent(row) {
    row.opponentLeftBlank = row.opponent.value.trim() === "";
    if (this.nameOpponent(row)) {
      const found = this.find(row.opponent.value);
      if (found) row.opponent.value = found.seat;
      this.nameOpponent(row);
      this.say("");
      row.cell.focus();
    } else {
      this.say(`Game ${row.game}: nobody has the seat or number ${row.opponent.value}`);
      row.opponent.select();
    }
    this.form.dispatchEvent(new Event("input"));
  }

  onEnter(input) {
    const row = this.byOpponent.get(input);
    if (row) row.before = input.value;
    input.select?.();
  }

  onLeave(input) {
    const row = this.byCell.get(input);
    if (row) {
      const read = readKeys(row.cell.value, grid);
      if (read.state === "open") row.cell.value = keysOf(row.line, grid);
      this.tell(row, read.state === "begun" ? halfTyped(row.cell.value) : (read.why ?? ""));
    } else if (this.byOpponent.has(input)) this.nameOpponent(this.byOpponent.get(input));
    else if (this.feet.includes(input)) input.value = input.value.replace(/\D/g, "");
  }

  tell(row, why) {
    row.complain(why);
    this.say(why ? `Game ${row.game}: ${why}` : "");
  }

  say(text) {
    if (this.said.textContent !== text) this.said.textContent = text;
  }

  isReady() {
    for (const row of this.rows) {
      const read = readKeys(row.cell.value, grid);
      if (read.state === "wrong" || read.state === "begun") {
        this.tell(row, read.why ?? halfTyped(row.cell.value));
        row.cell.focus();
        return false;
      }
      if (row.isKeyed && !this.nameOpponent(row)) {
        this.say(`Game ${row.game}: nobody has the seat or number ${row.opponent.value}`);
        row.opponent.focus();
        return false;
      }
    }
    return true;
  }
}

function begin() {
  const form = document.querySelector("form.cardgrid");
  if (form && grid) new Grid(form);
}

document.addEventListener("card:swapped", begin);
begin();
