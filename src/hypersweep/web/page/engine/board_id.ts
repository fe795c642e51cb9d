// Board IDs: a grid and its mines as a short text. The same format as Python's Layout.format and Layout.parse.

import { HypersweepError } from "./errors.ts";
import { Shape } from "./shape.ts";

/** The error for a board ID whose mines can't be read. */
const DAMAGED = { what: "board_id_damaged" };

/** Encode as URL-safe base64 without padding. */
function encode(bytes: Iterable<number>): string {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function decode(text: string): Uint8Array {
  if (text.length % 4 === 1) throw new HypersweepError("ParseError", DAMAGED);
  const wrong = /[^\w-]/u.exec(text);
  if (wrong) throw new HypersweepError("ParseError", DAMAGED);
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = new Uint8Array(binary.length);
  for (let place = 0; place < bytes.length; ++place) bytes[place] = binary.charCodeAt(place);
  return bytes;
}

/** The number of mines. */
export function countBits(bits: Uint8Array) {
  let count = 0;
  for (let byte of bits) for (; byte; byte &= byte - 1) ++count;
  return count;
}

/** The bytes without trailing zeros. */
function stripped(bytes: Uint8Array): Uint8Array {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === 0) --end;
  return bytes.subarray(0, end);
}

/**
 * Format a board ID: the grid, then the mines as bits or as gaps between them, whichever is shorter.
 * @param bits - bit i % 8 of byte i / 8 is the cell with index i
 */
export function formatBoardId(shape: Shape, bits: Uint8Array): string {
  const short = stripped(bits);
  const gaps: number[] = [];
  let after = 0;
  for (let byte = 0; byte < short.length && gaps.length < short.length; ++byte) {
    for (let rest = short[byte]; rest; rest &= rest - 1) {
      const index = byte * 8 + 31 - Math.clz32(rest & -rest);
      let gap = index - after;
      after = index + 1;
      for (; gap >= 0x80; gap = Math.floor(gap / 128)) gaps.push((gap & 0x7f) | 0x80);
      gaps.push(gap);
    }
  }
  return gaps.length < short.length ? `${shape}.g${encode(gaps)}` : `${shape}.b${encode(short)}`;
}

export function parseBoardId(text: string): {shape: Shape, bits: Uint8Array} {
  const dot = text.indexOf(".");
  const kind = dot < 0 ? "" : text[dot + 1];
  if (kind !== "b" && kind !== "g") throw new HypersweepError("ParseError", { what: "board_id", got: text });
  const shape = Shape.parse(text.slice(0, dot));
  const data = decode(text.slice(dot + 2));
  const size = Math.ceil(shape.cells / 8);
  if (kind === "b") {
    if (data.length > size) throw new HypersweepError("ParseError", DAMAGED);
    if (shape.cells % 8 && data.length === size && data[size - 1] >> (shape.cells % 8)) {
      throw new HypersweepError("ParseError", DAMAGED);
    }
    return { shape, bits: stripped(data) };
  }
  let last = 0;
  const mines: number[] = [];
  let after = 0;
  let gap = 0;
  let scale = 1;
  let whole = true;
  for (const byte of data) {
    gap += (byte & 0x7f) * scale;
    whole = byte < 0x80;
    if (!whole) {
      scale *= 128;
      if (scale > 2 ** 56) throw new HypersweepError("ParseError", DAMAGED);
      continue;
    }
    last = after + gap;
    if (last >= shape.cells) throw new HypersweepError("ParseError", DAMAGED);
    mines.push(last);
    after = last + 1;
    gap = 0;
    scale = 1;
  }
  if (!whole) throw new HypersweepError("ParseError", DAMAGED);
  const bits = new Uint8Array(mines.length ? (last >> 3) + 1 : 0);
  for (const index of mines) bits[index >> 3] |= 1 << (index & 7);
  return { shape, bits };
}
