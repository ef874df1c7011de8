// A card without a network: as a code that a checker scans, and as a short text to type. What it holds is told in
// scorecards/rules/handover.py, which reads it.

import { hmac } from "./hmac.js";
import { draw, qrCode } from "./qr.js";

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const ROW = 10;
const PRIME = 31;
const LOST = 128;
const SEAL_BYTES = 5;
const SCALE = 6;

// `event` and `key` are hex; `games` has { game, spread, opponent, scheduled }, the spread below 0 where the owner lost.
export function handoverText({ event, key, entrant, reports, games }) {
  const results = Array(Math.max(0, ...games.map(({ game }) => game))).fill(0);
  for (const { game, spread } of games) results[game - 1] = spread > 0 ? spread : LOST - spread;
  const inOrder = [...games].sort((one, other) => one.game - other.game);
  const others = inOrder.filter(({ opponent, scheduled }) => opponent !== scheduled);
  const content = [
    ...bytesOf(event),
    ...numberBytes(entrant),
    ...numberBytes(reports),
    results.length,
    ...results,
    ...others.flatMap(({ game, opponent }) => [game, ...numberBytes(opponent)]),
  ];
  const told = inOrder.flatMap(({ game, opponent }) => [game, ...numberBytes(opponent)]);
  const seal = hmac(bytesOf(key), [...content, 0, ...told]).slice(0, SEAL_BYTES);
  return rows(signsOf([...content, ...seal]));
}

function bytesOf(hex) {
  return hex.match(/../g).map((pair) => Number.parseInt(pair, 16));
}

function numberBytes(number) {
  return number < 128 ? [number] : [(number % 128) | 128, ...numberBytes(Math.floor(number / 128))];
}

function signsOf(bytes) {
  const bits = bytes.map((byte) => byte.toString(2).padStart(8, "0")).join("");
  return bits.match(/.{1,5}/g).map((five) => ALPHABET[Number.parseInt(five.padEnd(5, "0"), 2)]);
}

function rows(signs) {
  const found = [];
  for (let at = 0; at < signs.length; at += ROW) {
    const row = signs.slice(at, at + ROW);
    const index = found.length;
    const weighted = row.map((sign, place) => (index + place + 1) * ALPHABET.indexOf(sign));
    const sum = weighted.reduce((one, other) => one + other, 0);
    found.push([...row, ALPHABET[sum % PRIME]].join(""));
  }
  return found;
}

// The games of the page, and above them what waits here to be sent.
function gamesOf(card, waiting) {
  const games = new Map();
  for (const { dataset } of card.querySelectorAll(".games-list tbody tr")) {
    const scheduled = Number(dataset.scheduled);
    games.set(dataset.game, {
      game: Number(dataset.game),
      scheduled,
      spread: Number(dataset.own),
      opponent: Number(dataset.with),
    });
  }
  for (const { action, fields } of waiting) {
    const game = games.get(action.match(/\/games\/(\d+)\/$/)?.[1]);
    const { opponent, won, spread } = Object.fromEntries(fields);
    if (game && opponent)
      Object.assign(game, { spread: won === "1" ? Number(spread) : -spread, opponent: Number(opponent) });
  }
  return [...games.values()].filter(({ spread }) => spread);
}

// Shows the card, and hides the offer as long as there is nothing to hand over.
export function showHandover(card, waiting) {
  const part = document.getElementById("handover");
  if (!part) return;
  const { event, key, entrant, reports, isOpen } = card.dataset;
  const games = isOpen ? gamesOf(card, waiting) : [];
  part.hidden = games.length === 0;
  if (part.hidden || !part.open) return;
  const reportsKnown = Number(reports) + waiting.filter(({ action }) => /\/games\/\d+\/$/.test(action)).length;
  const text = handoverText({ event, key, entrant: Number(entrant), reports: reportsKnown, games });
  const says = part.querySelector(".handover-text");
  if (says.textContent === text.join("\n")) return;
  says.textContent = text.join("\n");
  part.querySelector("canvas").setAttribute("aria-label", `Code to scan: your card, ${games.length} games`);
  const modules = qrCode(text.join(""));
  part.querySelector("canvas").hidden = !modules;
  if (modules) draw(part.querySelector("canvas"), modules, SCALE);
}
