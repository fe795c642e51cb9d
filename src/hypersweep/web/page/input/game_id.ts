// Game IDs of Simon Tatham's Mines: the layout and the first cell. Like Python's formats/tatham.py.

import { formatBoardId } from "../engine/board_id.ts";
import { HypersweepError } from "../engine/errors.ts";
import { Shape } from "../engine/shape.ts";

/** Parameters, then ":", optionally the first cell, optionally a mark, and hex digits with a bit for each cell. */
const GAME_ID = /^(\d{1,5})(?:x(\d{1,5}))?(?:n\d{1,9})?a?:(?:(\d{1,5}),(\d{1,5}),)?([mu]?)([0-9a-fA-F]+)$/;
const DAMAGED = { what: "board_id_damaged" };

export function isGameId(text: string) {
  return GAME_ID.test(text);
}

/** @returns board ID, and row and column of the first cell */
export function parseGameId(text: string): {layout: string, first: [number, number] | null} {
  const found = GAME_ID.exec(text);
  if (!found) throw new HypersweepError("ParseError", DAMAGED);
  const [columns, rows] = [Number(found[1]), Number(found[2] ?? found[1])];
  const shape = Shape.parse(`${rows}x${columns}`);
  const digits = Math.ceil(shape.cells / 4);
  if (found[6].length !== digits) throw new HypersweepError("ParseError", DAMAGED);
  const first = found[3] === undefined ? null : ([Number(found[4]), Number(found[3])] as [number, number]);
  if (first && (first[0] >= rows || first[1] >= columns)) throw new HypersweepError("ParseError", DAMAGED);
  const bytes = Uint8Array.from((found[6] + "0").slice(0, 2 * Math.ceil(digits / 2)).match(/../g) ?? [], (pair) => parseInt(pair, 16));
  if (found[5] === "m") unmask(bytes, shape.cells);
  const bits = new Uint8Array(Math.ceil(shape.cells / 8));
  for (let cell = 0; cell < shape.cells; ++cell) if (bytes[cell >> 3] & (0x80 >> (cell & 7))) bits[cell >> 3] |= 1 << (cell & 7);
  return { layout: formatBoardId(shape, bits), first };
}

/** Unmask each half: the second with the first, then the first with the second. */
function unmask(bytes: Uint8Array, cells: number) {
  const half = bytes.length >> 1;
  const halves = [bytes.subarray(half), bytes.subarray(0, half)];
  for (const [place, part] of halves.entries()) {
    const other = halves[1 - place];
    for (let begin = 0, turn = 0; begin < part.length; begin += 20, ++turn) {
      const mask = sha1([...other, ...new TextEncoder().encode(String(turn))]);
      for (let at = begin; at < Math.min(begin + 20, part.length); ++at) part[at] ^= mask[at - begin];
    }
    // Tatham's Mines clears the bits past the last cell before it derives the mask from the second half.
    bytes[bytes.length - 1] &= 0xff << (8 * bytes.length - cells);
  }
}

/** SHA-1, because the browser's own is only available in secure contexts. Source: FIPS 180-4, section 6.1. */
function sha1(data: number[]): Uint8Array {
  const size = (data.length + 9 + 63) & ~63;
  const padded = new DataView(new ArrayBuffer(size));
  data.forEach((byte, place) => padded.setUint8(place, byte));
  padded.setUint8(data.length, 0x80);
  padded.setUint32(size - 4, data.length * 8);
  const hash = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
  const turned = (word: number, by: number) => (word << by) | (word >>> (32 - by));
  const words = new Int32Array(80);
  for (let block = 0; block < size; block += 64) {
    for (let t = 0; t < 80; ++t) {
      words[t] = t < 16 ? padded.getInt32(block + 4 * t) : turned(words[t - 3] ^ words[t - 8] ^ words[t - 14] ^ words[t - 16], 1);
    }
    let [a, b, c, d, e] = hash;
    for (let t = 0; t < 80; ++t) {
      const [mix, constant] =
        t < 20 ? [(b & c) | (~b & d), 0x5a827999] : t < 40 ? [b ^ c ^ d, 0x6ed9eba1] : t < 60 ? [(b & c) | (b & d) | (c & d), 0x8f1bbcdc] : [b ^ c ^ d, 0xca62c1d6];
      const next = (turned(a, 5) + mix + e + constant + words[t]) | 0;
      [e, d, c, b, a] = [d, c, turned(b, 30), a, next];
    }
    [a, b, c, d, e].forEach((word, place) => (hash[place] = (hash[place] + word) | 0));
  }
  const out = new DataView(new ArrayBuffer(20));
  hash.forEach((word, place) => out.setInt32(4 * place, word));
  return new Uint8Array(out.buffer);
}
