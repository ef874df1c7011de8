// A QR code (ISO/IEC 18004) of capitals and digits, drawn on the phone: without a network nobody else can draw it.
// Three sizes do for every card; they need no more than two equal blocks, and one mask that always reads well enough.

const SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";
const SIZES = [
  { version: 4, signs: 90, level: 0b00, blocks: 2, data: 32, check: 18, marks: [6, 26] },
  { version: 6, signs: 195, level: 0b01, blocks: 2, data: 68, check: 18, marks: [6, 34] },
  { version: 8, signs: 279, level: 0b01, blocks: 2, data: 97, check: 24, marks: [6, 24, 42] },
];
const ALPHANUMERIC = 0b0010;
const QUIET = 4;

// Returns rows of true (dark) and false, or null for a text that is too long.
export function qrCode(text) {
  const size = SIZES.find(({ signs }) => text.length <= signs);
  if (!size) return null;
  const grid = new Grid(size);
  grid.place(interleave(codewords(text, size), size));
  return grid.rows;
}

export function draw(canvas, rows, scale) {
  canvas.width = canvas.height = (rows.length + 2 * QUIET) * scale;
  const pen = canvas.getContext("2d");
  pen.fillStyle = "white";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = "black";
  for (const [y, row] of rows.entries()) {
    for (const [x, isDark] of row.entries()) {
      if (isDark) pen.fillRect((x + QUIET) * scale, (y + QUIET) * scale, scale, scale);
    }
  }
}

function bitsOf(value, length) {
  return Array.from({ length }, (_, index) => (value >> (length - 1 - index)) & 1);
}

function codewords(text, { blocks, data }) {
  const bits = [...bitsOf(ALPHANUMERIC, 4), ...bitsOf(text.length, 9)];
  for (let at = 0; at < text.length; at += 2) {
    const [first, second] = [...text.slice(at, at + 2)].map((sign) => SIGNS.indexOf(sign));
    bits.push(...(second === undefined ? bitsOf(first, 6) : bitsOf(first * 45 + second, 11)));
  }
  const room = blocks * data * 8;
  bits.push(...bitsOf(0, Math.min(4, room - bits.length)));
  while (bits.length % 8) bits.push(0);
  const words = [];
  for (let at = 0; at < bits.length; at += 8) words.push(Number.parseInt(bits.slice(at, at + 8).join(""), 2));
  for (let filler = 0xec; words.length < blocks * data; filler ^= 0xec ^ 0x11) words.push(filler);
  return words;
}

function interleave(words, { blocks, data, check }) {
  const parts = Array.from({ length: blocks }, (_, block) => words.slice(block * data, (block + 1) * data));
  const checks = parts.map((part) => remainder(part, check));
  const woven = [];
  for (let at = 0; at < data; at += 1) for (const part of parts) woven.push(part[at]);
  for (let at = 0; at < check; at += 1) for (const part of checks) woven.push(part[at]);
  return woven;
}

// Reed and Solomon's code over the field of 256 elements, by x^8 + x^4 + x^3 + x^2 + 1

function times(one, other) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((other >> bit) & 1) * one;
  }
  return product;
}

function remainder(words, degree) {
  let divisor = [1];
  for (let power = 0, root = 1; power < degree; power += 1, root = times(root, 2)) {
    divisor = [...divisor, 0].map((term, index) => term ^ times(divisor[index - 1] ?? 0, root));
  }
  const rest = Array(degree).fill(0);
  for (const word of words) {
    const factor = word ^ rest.shift();
    rest.push(0);
    for (const [index, term] of divisor.slice(1).entries()) rest[index] ^= times(term, factor);
  }
  return rest;
}

class Grid {
  constructor({ version, level, marks }) {
    this.size = 17 + 4 * version;
    this.rows = Array.from({ length: this.size }, () => Array(this.size).fill(false));
    this.isSet = this.rows.map((row) => row.map(() => false));
    const last = this.size - 1;
    for (let at = 0; at < this.size; at += 1) {
      this.set(6, at, at % 2 === 0);
      this.set(at, 6, at % 2 === 0);
    }
    const corner = (ring) => ring !== 2 && ring !== 4;
    this.square(3, 3, 4, corner);
    this.square(last - 3, 3, 4, corner);
    this.square(3, last - 3, 4, corner);
    const far = marks.at(-1);
    for (const x of marks) {
      for (const y of marks) {
        const isCorner = Math.min(x, y) === 6 && (x === y || Math.max(x, y) === far);
        if (!isCorner) this.square(x, y, 2, (ring) => ring !== 1);
      }
    }
    this.format(level);
    if (version >= 7) this.version(version);
  }

  set(x, y, isDark) {
    this.rows[y][x] = isDark;
    this.isSet[y][x] = true;
  }

  square(x, y, radius, isDark) {
    for (let dy = -radius; dy <= radius; dy += 1) {
      for (let dx = -radius; dx <= radius; dx += 1) {
        if (this.rows[y + dy]?.[x + dx] === undefined) continue;
        this.set(x + dx, y + dy, isDark(Math.max(Math.abs(dx), Math.abs(dy))));
      }
    }
  }

  // The level of correction and the mask, twice.
  format(level) {
    const value = level << 3; // mask 0
    let rest = value;
    for (let step = 0; step < 10; step += 1) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
    const bits = ((value << 10) | rest) ^ 0x5412;
    const bit = (index) => ((bits >> index) & 1) === 1;
    const last = this.size - 1;
    for (let index = 0; index < 15; index += 1) {
      const along = index < 6 ? index : index < 8 ? index + 1 : 14 - index + (index < 9 ? 1 : 0);
      if (index < 8) this.set(8, along, bit(index));
      else this.set(along, 8, bit(index));
      if (index < 8) this.set(last - index, 8, bit(index));
      else this.set(8, last - 14 + index, bit(index));
    }
    this.set(8, last - 7, true);
  }

  version(version) {
    let rest = version;
    for (let step = 0; step < 12; step += 1) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
    const bits = (version << 12) | rest;
    for (let index = 0; index < 18; index += 1) {
      const [far, near] = [this.size - 11 + (index % 3), Math.floor(index / 3)];
      this.set(far, near, ((bits >> index) & 1) === 1);
      this.set(near, far, ((bits >> index) & 1) === 1);
    }
  }

  // In columns of two, upwards and downwards in turn, from the right; mask 0 turns every second module.
  place(words) {
    const bits = words.flatMap((word) => bitsOf(word, 8));
    let at = 0;
    for (let right = this.size - 1; right > 0; right -= 2) {
      if (right === 6) right = 5;
      const isUp = ((right + 1) & 2) === 0;
      for (let step = 0; step < this.size; step += 1) {
        const y = isUp ? this.size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (this.isSet[y][x]) continue;
          this.rows[y][x] = ((bits[at] ?? 0) === 1) !== ((x + y) % 2 === 0);
          at += 1;
        }
      }
    }
  }
}
