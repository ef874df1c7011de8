// While a card is keyed: what its lines add up to beside what is written at its foot, and, where the two differ, which
// line may be the reason. Nothing here is sent: the server adds up for itself.

import { gridOf } from "./row.js";
import { addUpSheets, isSheet, sheetSuspicion } from "./sheet_keys.js";

const WORDS = { game_points: "game points", games_won: "games won", plus: "plus", minus: "minus", total: "total" };
const MAX_SUSPECTS = 3;
const MAX_NAMED = 6;

let grid = null; // of the card that is there

function readLines(form) {
  return [...form.querySelectorAll("tr[data-game]")].map((row) => {
    const game = row.dataset.game;
    const value = (name) => {
      const text = form.elements[`${name}-${game}`].value.trim();
      return text === "" ? null : Number(text);
    };
    const figures = Object.fromEntries(grid.columns.map((column) => [column, value(column)]));
    const isKeyed = Object.values(figures).some((figure) => figure !== null) || form.elements[`blank-${game}`].checked;
    return { game, ...figures, row, isKeyed };
  });
}

// The game points that the line itself supports (appendix 5), as the server puts them right.
function pointsOf({ points, plus, minus }) {
  if (plus !== null && minus !== null) return points ?? 0;
  const isWin = points === null ? plus !== null : points > 0;
  const isLoss = points === null ? minus !== null : points === 0;
  if (isWin && plus !== null) return grid.bySpread[plus] ?? points ?? 0;
  return isLoss ? 0 : (points ?? 0);
}

function addUp(lines) {
  if (isSheet(grid)) return addUpSheets(lines);
  const sums = { game_points: 0, games_won: 0, plus: 0, minus: 0 };
  for (const line of lines) {
    const points = pointsOf(line);
    sums.game_points += points;
    sums.games_won += points > 0 ? 1 : 0;
    sums.plus += line.plus ?? 0;
    sums.minus += line.minus ?? 0;
  }
  return sums;
}

function swapDigits(spread) {
  return spread < 100 ? (spread % 10) * 10 + Math.floor(spread / 10) : null;
}

// Why a line may be the reason, the surest first; `off` is written less added up. Nothing where it cannot be.
function suspicion(line, off) {
  if (isSheet(grid)) return sheetSuspicion(line, off);
  const { points, plus, minus } = line;
  const contradicts =
    (plus !== null && minus !== null) ||
    (points > 0 && plus === null) ||
    (points === 0 && minus === null) ||
    (points !== null && points !== pointsOf(line)) ||
    points === null;
  if (contradicts) return [0, "contradicts itself"];
  const spread = plus ?? minus;
  const column = plus === null ? "minus" : "plus";
  const other = plus === null ? "plus" : "minus";
  if (off[column] === -spread && off[other] === spread) return [1, "the other column?"];
  if (!off[column]) return null;
  if (swapDigits(spread) !== spread && swapDigits(spread) - spread === off[column]) {
    return [2, `digits the other way round (${String(swapDigits(spread)).padStart(2, "0")})?`];
  }
  if (off[column] === -spread) return [3, "left out by the player?"];
  if (off[column] === spread) return [3, "counted twice by the player?"];
  return null;
}

function findSuspects(lines, off) {
  return lines
    .map((line) => ({ line, found: suspicion(line, off) }))
    .filter(({ found }) => found)
    .sort((one, other) => one.found[0] - other.found[0])
    .slice(0, MAX_SUSPECTS)
    .map(({ line, found }) => ({ game: line.game, row: line.row, why: found[1] }));
}

// Which lines are not keyed, as soon as a total is: nothing may be missing unseen.
function openInWords(written, lines) {
  const due = lines.filter((line) => line.isKeyed || !line.row.classList.contains("not-due"));
  const open = due.filter((line) => !line.isKeyed).map((line) => line.game);
  if (!open.length || grid.foot.every((name) => written[name] === null)) return "";
  if (open.length === due.length) return `totals only, 0 of ${due.length} lines`;
  if (open.length > MAX_NAMED) return `${due.length - open.length} of ${due.length} lines entered`;
  return `not entered: game${open.length > 1 ? "s" : ""} ${open.join(", ")}`;
}

function differencesInWords(off, sums, written, suspects) {
  const wrong = grid.foot
    .filter((name) => off[name])
    .map((name) => `${WORDS[name]} ${written[name]} written, ${sums[name]} added up`);
  if (!wrong.length) return "";
  const isSwapped = !isSheet(grid) && written.game_points === sums.games_won && written.games_won === sums.game_points;
  const why = suspects.map(({ game, why: reason }) => `game ${game}: ${reason}`);
  if (isSwapped) why.unshift("game points and games won look swapped");
  return `${wrong.join("; ")}.${why.length ? ` Look at ${why.join("; ")}.` : ""}`;
}

function show(form) {
  const lines = readLines(form);
  const entered = lines.filter((line) => line.isKeyed);
  const sums = addUp(entered);
  const written = {};
  const off = {};
  for (const name of grid.foot) {
    const text = form.elements[`foot-${name}`].value.replace(/\D/g, "");
    written[name] = text === "" ? null : Number(text);
    off[name] = text === "" || !entered.length ? 0 : written[name] - sums[name];
    const place = form.querySelector(`[data-sum="${name}"]`);
    const difference = off[name] && `,\n${Math.abs(off[name])} ${off[name] > 0 ? "over" : "short"}`;
    place.textContent = lines.length ? `lines: ${sums[name]}${difference || ""}` : "";
    const isRight = text !== "" && entered.length && !off[name];
    place.className = `sum ${off[name] ? "state wrong" : isRight ? "state done" : ""}`;
  }
  const suspects = grid.foot.some((name) => off[name]) ? findSuspects(entered, off) : [];
  for (const { row } of lines)
    row.classList.toggle(
      "is-suspect",
      suspects.some((suspect) => suspect.row === row),
    );
  const found = [openInWords(written, lines), differencesInWords(off, sums, written, suspects)]
    .filter(Boolean)
    .join("; ");
  const text = found.charAt(0).toUpperCase() + found.slice(1);
  const place = form.querySelector("#sums");
  if (place.textContent !== text) place.textContent = text;
}

function begin() {
  const form = document.querySelector("form.cardgrid");
  grid = form && gridOf(form);
  if (!grid) return;
  for (const happening of ["input", "keyup", "focusin", "card:restored"])
    form.addEventListener(happening, () => show(form));
  show(form);
}

document.addEventListener("card:swapped", begin);
begin();
