// The language of the number pad: what the text in a key cell comes to, and which keys make a line.
// (The keys themselves are listed at the top of grid.js.)

import { halfTypedOnSheet, isSheet, readSheetKeys, sheetInWords, sheetKeysOf } from "./sheet_keys.js";

const MAX_SPREAD = 121;
const SKIPPED = ".";

function isSpread(text) {
  return text === "" || (/^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_SPREAD);
}

export function halfTyped(text, grid) {
  if (isSheet(grid)) return halfTypedOnSheet(text, grid);
  return `${text} is not complete. Enter 07, or .104 for three digits.`;
}

function spread(number) {
  return number === "" ? "" : String(Number(number)).padStart(2, "0");
}

function noSpread(text) {
  const why = `Spread ${text} is not possible. Enter 1 to ${MAX_SPREAD}.`;
  if (Number(text)) return why;
  return `${why} Where the paper has 0, leave the spread blank: /2 Enter or /0 Enter, or / Enter for a blank line.`;
}

// What the text in a key cell comes to. A line that is "whole" needs no Enter; what is "wrong" no further key mends.
export function readKeys(text, grid) {
  if (isSheet(grid)) return readSheetKeys(text, grid);
  const { bySpread, points } = grid;
  if (text === "") return { state: "empty" };
  if (text === SKIPPED) return { state: "begun", isSkip: true };
  if (text.includes("/")) return readAsWritten(text.replace(/^\//, "").split("/"), points);
  const keyed = /^(-?)(\.?)(-?)(\d*)$/.exec(text);
  if (!keyed || (keyed[1] && keyed[3])) return { state: "wrong", why: `${text} is not a line.` };
  const isLoss = Boolean(keyed[1] || keyed[3]);
  const digits = keyed[4];
  const wanted = keyed[2] ? 3 : 2;
  if (digits.length > wanted) return { state: "wrong", why: `Begin a spread of three digits with a point: .104` };
  const number = Number(digits);
  if (digits.length === 0) return { state: "begun" };
  const line = isLoss
    ? { points: "0", plus: "", minus: spread(digits), blank: false }
    : { points: String(bySpread[number] ?? ""), plus: spread(digits), minus: "", blank: false };
  // Half a number is no line until Enter says that it is a whole one.
  if (digits.length < wanted) return { state: "begun", line: number < 1 ? undefined : line };
  if (number < 1 || number > MAX_SPREAD) return { state: "wrong", why: noSpread(digits) };
  return { state: "whole", line };
}

function readAsWritten(parts, allowed) {
  const [points, plus = "", minus = ""] = parts;
  if (parts.length > 3) return { state: "wrong", why: "Enter points/plus/minus only." };
  if (points !== "" && !allowed.map(String).includes(points)) {
    return { state: "wrong", why: `${points} game points are not possible. Enter ${allowed.join(", ")}.` };
  }
  // A zero may be the first digit of 07.
  const isZero = parts.length > 1 && parts.at(-1) === "0";
  const off = [plus, minus].filter((spread) => !isSpread(spread));
  if (off.length) return { state: isZero && off.length === 1 ? "begun" : "wrong", why: noSpread(off[0]) };
  const blank = points === "" && plus === "" && minus === "";
  return { state: "open", line: { points, plus: spread(plus), minus: spread(minus), blank } };
}

// The keys that make a line: what the cell shows for a line that is there already.
export function keysOf(line, grid) {
  if (isSheet(grid)) return sheetKeysOf(line, grid);
  const { bySpread } = grid;
  const { points, plus, minus, blank } = line;
  if (points === "" && plus === "" && minus === "") return blank ? "/" : "";
  const long = (number) => (Number(number) > 99 ? "." : "") + spread(number);
  if (minus === "" && plus !== "" && points === String(bySpread[Number(plus)])) return long(plus);
  if (plus === "" && minus !== "" && points === "0") return `-${long(minus)}`;
  return `/${points}/${plus}/${minus}`;
}

// What a line comes to, for the eye that comes up from the paper; nothing where nothing is entered.
export function inWords(line, grid) {
  const { points, plus, minus, blank } = line;
  if (blank) return "Left blank";
  if (isSheet(grid)) return sheetInWords(line);
  if (keysOf(line, grid).startsWith("/")) {
    const parts = [points && `${points} points`, plus && `plus ${plus}`, minus && `minus ${minus}`];
    return `As written: ${parts.filter(Boolean).join(", ")}`;
  }
  if (plus) return `Won by ${Number(plus)}: ${points} points, +${Number(plus)}`;
  return minus && `Lost by ${Number(minus)}`;
}

export function seatFinder(people) {
  const seats = new Map(
    people.filter(([, seat]) => seat).map(([number, seat, name]) => [seat.toLowerCase(), { number, seat, name }]),
  );
  const numbers = new Map(
    people.map(([number, seat, name]) => [String(number), { number, seat: seat || String(number), name }]),
  );
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
