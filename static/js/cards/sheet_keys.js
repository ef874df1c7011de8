// The language of the number pad on game sheets. The habits are those of an ordinary card: a number is a win, a minus
// before it a loss, and a line that is complete moves the cursor on by itself.
//
//   94        both sides' points: won 121 to 94       -87     lost 87 to 121       104  -118   three digits as they are
//   121 94    the winner's points too, where somebody types them       11 Enter   a loser with 10, 11 or 12 points
//   00        what was left: won                      27      lost with 27 left    .104       three digits
//   /87/90    as written, each may be blank, then Enter; / Enter is a blank line

const GAME_HOLE = 121;
// Before a third digit nobody knows whether 11 is a whole number or the beginning of 118.
const MAY_GO_ON = ["10", "11", "12"];

export const isSheet = (grid) => !grid.columns.includes("points");
const isOfLeft = (grid) => grid.columns.includes("left");

// Two lines as examples, and the keys of odd ones: the key, how it looks, and its meaning with an example.
const OTHERS = [
  ["*", "*", "opponent", "*2-5"],
  ["+", "+", "back", ""],
];
const POINTS_PAD = [
  ["-", "−", "lost", ""],
  ["/", "/", "as written", "/87/90"],
  [".", ".", "skip", ". Enter"],
  ...OTHERS,
];
const LEFT_PAD = [["/", "/", "blank", "/ Enter"], [".", ".", "3 digits", ".104"], ...OTHERS];
const POINTS_EXAMPLES = [
  ["94", "won 121 to 94"],
  ["−87", "lost 87 to 121"],
];
const LEFT_EXAMPLES = [
  ["00", "won"],
  ["27", "lost with 27 left"],
];

export const sheetPad = (grid) => (isOfLeft(grid) ? LEFT_PAD : POINTS_PAD);
export const sheetExamples = (grid) => (isOfLeft(grid) ? LEFT_EXAMPLES : POINTS_EXAMPLES);

export function sheetInWords({ own, theirs, left }) {
  if (left !== undefined) return left && (Number(left) ? `Lost with ${Number(left)} left` : "Won");
  if (own === "" && theirs === "") return "";
  const isWon = Number(own) === GAME_HOLE;
  if (isWon === (Number(theirs) === GAME_HOLE)) return `As written: ${own || "blank"} to ${theirs || "blank"}`;
  return `${isWon ? "Won" : "Lost"} ${own || "blank"} to ${theirs || "blank"}`;
}

export function halfTypedOnSheet(text, grid) {
  if (isOfLeft(grid)) return `${text} is half a number: 07, or .104 for three digits`;
  return text.startsWith("121")
    ? `${text} is the winner alone: the loser’s points come after it`
    : `${text} is half a number: 07, or 11 Enter`;
}

function twoDigits(number) {
  return number === "" ? "" : String(Number(number)).padStart(2, "0");
}

// What a number comes to as it is typed: whole, begun (Enter says that it is all), or wrong.
function readNumber(digits, hasDot, most, mayGoOn) {
  if (digits === "") return { state: "begun" };
  const number = Number(digits);
  if (hasDot ? digits.length < 3 : digits.length < 2 || (mayGoOn && MAY_GO_ON.includes(digits)))
    return { state: "begun", number };
  if (!hasDot && digits.length > 2 && !(mayGoOn && MAY_GO_ON.includes(digits.slice(0, 2)))) return { state: "wrong" };
  return number > most || digits.length > 3 ? { state: "wrong" } : { state: "whole", number };
}

export function readSheetKeys(text, grid) {
  if (text === "") return { state: "empty" };
  if (text === ".") return { state: "begun", isSkip: true };
  if (text.includes("/")) return readAsWritten(text.replace(/^\//, "").split("/"), grid.columns);
  return isOfLeft(grid) ? readLeft(text) : readPoints(text);
}

function readLeft(text) {
  const keyed = /^-?(\.?)(\d*)$/.exec(text);
  if (!keyed) return { state: "wrong", why: `${text} is not a line.` };
  const { state, number } = readNumber(keyed[2], Boolean(keyed[1]), GAME_HOLE, false);
  if (state === "wrong")
    return { state, why: `${text} is not what was left (0 to ${GAME_HOLE}; three digits begin with .)` };
  return { state, line: number === undefined ? undefined : { left: twoDigits(number), blank: false } };
}

function readPoints(text) {
  const keyed = /^121-?(\d*)$/.exec(text) ?? /^-?(\.?)(\d*)$/.exec(text);
  if (!keyed) return { state: "wrong", why: `${text} is not a line.` };
  const isWinner = keyed.length === 2;
  const { state, number } = readNumber(keyed.at(-1), !isWinner && Boolean(keyed[1]), GAME_HOLE - 1, true);
  if (state === "wrong")
    return { state, why: `${text}: a loser has 0 to ${GAME_HOLE - 1} points; /121/121 Enter is as written` };
  if (number === undefined) return { state };
  const loser = twoDigits(number);
  const line = text.startsWith("-")
    ? { own: loser, theirs: "121", blank: false }
    : { own: "121", theirs: loser, blank: false };
  return { state, line };
}

function readAsWritten(parts, columns) {
  if (parts.length > columns.length) return { state: "wrong", why: `${columns.join("/")}, no more` };
  const off = parts.find((part) => !/^\d{0,3}$/.test(part) || Number(part) > GAME_HOLE);
  if (off !== undefined) return { state: "wrong", why: `${off} is more than the board has (0 to ${GAME_HOLE})` };
  const line = { blank: parts.every((part) => part === "") };
  columns.forEach((column, at) => {
    line[column] = twoDigits(parts[at] ?? "");
  });
  return { state: "open", line };
}

const isLoser = (figure) => figure !== "" && Number(figure) < GAME_HOLE;
const keysOfLoser = (figure) => (MAY_GO_ON.includes(figure) ? `.0${figure}` : twoDigits(figure));

export function sheetKeysOf(line, grid) {
  if (grid.columns.every((column) => line[column] === "")) return line.blank ? "/" : "";
  if (isOfLeft(grid)) return (Number(line.left) > 99 ? "." : "") + twoDigits(line.left);
  if (Number(line.own) === GAME_HOLE && isLoser(line.theirs)) return keysOfLoser(line.theirs);
  if (Number(line.theirs) === GAME_HOLE && isLoser(line.own)) return `-${keysOfLoser(line.own)}`;
  return `/${line.own}/${line.theirs}`;
}

// Why a line makes no win and no loss, as the server says it. No game can be conceded.
export function whatIsOdd(line) {
  if (line.left !== undefined || (line.own === "" && line.theirs === "")) return "";
  if (line.own === "" || line.theirs === "") return "one number is blank";
  const winners = [line.own, line.theirs].filter((figure) => Number(figure) === GAME_HOLE).length;
  if (winners === 0) return `neither side has ${GAME_HOLE}: not finished, nobody’s win`;
  return winners === 1 ? "" : `both sides have ${GAME_HOLE}: only one can have won`;
}

// What sheets add up to. Lines have numbers, or null for a blank.
export function addUpSheets(lines) {
  const sums = { total: 0, games_won: 0 };
  for (const { own, theirs, left } of lines) {
    sums.total += (left === undefined ? own : left) ?? 0;
    sums.games_won += left === 0 || (own === GAME_HOLE && theirs !== GAME_HOLE) ? 1 : 0;
  }
  return sums;
}

// Why a line may be the reason that the total is off, the surest first.
export function sheetSuspicion(line, off) {
  const { own, theirs, left } = line;
  const worth = left === undefined ? own : left;
  if (worth === null || theirs === null) return [0, "a number is blank"];
  if (left === undefined && (own === GAME_HOLE) === (theirs === GAME_HOLE)) return [0, "nobody’s win"];
  if (!off.total) return null;
  if (left === undefined && off.total === theirs - own) return [1, "the other column?"];
  if (off.total === -worth) return [3, "left out by the player?"];
  return off.total === worth ? [3, "counted twice by the player?"] : null;
}
