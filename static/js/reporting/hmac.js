// HMAC-SHA-256 (RFC 2104, FIPS 180-4). The browser's own needs https, which a hall's network does not have.

const BLOCK = 64;
const FRACTION = 2 ** 32;

function isPrime(number) {
  for (let factor = 2; factor * factor <= number; factor += 1) if (number % factor === 0) return false;
  return true;
}

// The first 64 primes give the constants: the fractions of their cube roots, and of the first 8 square roots.
const PRIMES = [];
for (let number = 2; PRIMES.length < 64; number += 1) if (isPrime(number)) PRIMES.push(number);
const fraction = (root) => Math.floor((root - Math.floor(root)) * FRACTION) | 0;
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

const turn = (word, by) => (word >>> by) | (word << (32 - by));

function mix(state, words) {
  let [a, b, c, d, e, f, g, h] = state;
  for (let round = 0; round < 64; round += 1) {
    if (round >= 16) {
      const early = words[round - 15];
      const late = words[round - 2];
      const low = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
      const high = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
      words[round] = (words[round - 16] + low + words[round - 7] + high) | 0;
    }
    const choice = (e & f) ^ (~e & g);
    const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + ROUNDS[round] + words[round]) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, index) => (word + state[index]) | 0);
}

function sha256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 9) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 4, bytes.length * 8);
  let state = START;
  for (let at = 0; at < padded.length; at += BLOCK) {
    const words = Array.from({ length: 16 }, (_, index) => view.getInt32(at + 4 * index));
    state = mix(state, words);
  }
  const digest = new DataView(new ArrayBuffer(32));
  for (const [index, word] of state.entries()) digest.setInt32(4 * index, word);
  return [...new Uint8Array(digest.buffer)];
}

// Both are lists of bytes; the key is no longer than a block.
export function hmac(key, message) {
  const pad = (byte) => Array.from({ length: BLOCK }, (_, index) => (key[index] ?? 0) ^ byte);
  return sha256([...pad(0x5c), ...sha256([...pad(0x36), ...message])]);
}
