// Reads and writes positions that people paste: our own text form, plain pictures, printed games, lists, JSON objects.
// Accepts what `hypersweep analyse` accepts, with the same errors (formats/position_text.py, formats/position_json.py,
// View.parse).

import * as data from "../data/readings.ts";
import { HypersweepError, type Detail } from "../engine/errors.ts";
import { ADJACENCIES, Shape, type Adjacency } from "../engine/shape.ts";
import { CODES } from "../engine/terms.ts";
import { checkCells, split, takeApart, trim } from "./picture_text.ts";

/** A player's view of a board. */
export type PositionView = { shape: Shape; mines: number; codes: Int32Array };
interface Reading {
  /** the board to use instead of the text's */ shape?: Shape | null;
  /** number of mines to use instead of the text's */ mines?: number | null;
  mostCells?: number;
}

/** Maximum size of a position: larger ones couldn't be analysed in the page's memory. */
export const MOST_CELLS = 2 ** 20;
export const MOST_CHARACTERS = 2 ** 24;

/** Characters with the same meaning in every picture. */
const READINGS: Map<string, number> = new Map(Object.entries(data.READINGS));
const SYMBOLS: Record<number, string> = data.SYMBOLS;
/** The characters of our own text form, and alternatives that people type. */
const OWN_CODES: Map<string, number> = new Map([...Object.entries(SYMBOLS).map(([code, symbol]) => [symbol, Number(code)] as [string, number]),
  ["_", CODES.covered], ["f", CODES.flagged], ["x", CODES.exploded]]);
const LETTERS: Map<string, number> = new Map(Object.entries(data.LETTERS));
const OWN = new RegExp(`^[${data.BLANK}]*[^${data.BLANK}]+[ \\t]+mines=[0-9?-]+(?:[ \\t]+density=[^${data.BLANK}]+)?[ \\t]*\\r?\\n`);
// Terminal colours, and combining characters of emoji, such as the keycap around "1".
const PASSED_OVER = /\x1b\[[0-9;]*m|[\ufe0f\u20e3]/g;
const LINE_END = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/;

function fail(detail: Detail): never {
  throw new HypersweepError("ParseError", detail);
}

/**
 * The codes of the distinct words in a picture; words without a meaning are left out.
 * @param most - the largest possible clue
 * @param isBlankZero - whether blanks are zeros; otherwise they mean nothing
 */
export function wordCodes(words: Iterable<string>, most: number, isBlankZero: boolean): Map<string, number> {
  const different = new Set(words);
  const hasCover = [...different].some((word) => READINGS.get(word) === CODES.covered);
  const codes = new Map();
  for (const word of different) {
    let code = READINGS.get(word);
    if (word === "x" || word === "X") code = hasCover ? CODES.exploded : CODES.covered;
    else if (word === "⬛") code = hasCover ? 0 : CODES.covered;
    else if ((word === " " || word === ".") && isBlankZero) code = word === "." ? CODES.mine : 0;
    else if (code === undefined && /^[0-9]{1,9}$/.test(word)) code = Number(word);
    else if (code === undefined && most > 9) code = LETTERS.get(word.toLowerCase());
    if (code !== undefined && code <= most) codes.set(word, code);
  }
  return codes;
}

function checkMines(shape: Shape, mines: number) {
  if (Number.isInteger(mines) && mines >= 0 && mines <= shape.cells) return;
  const kind = Number.isInteger(mines) ? "MineCountError" : "ParameterError";
  throw new HypersweepError(kind, { what: "mines_span", most: shape.cells, got: mines });
}

function viewOf(shape: Shape, mines: number, codes: readonly unknown[]): PositionView {
  checkMines(shape, mines);
  const own = new Int32Array(shape.cells);
  for (const [index, code] of codes.entries()) {
    if (typeof code !== "number" || !Number.isInteger(code)) {
      throw new HypersweepError("ParameterError", { what: "code", got: code });
    }
    if (index === shape.cells) break;
    if (code < CODES.wrongFlag || code > shape.maxNeighbours) {
      const [most, cell] = [shape.maxNeighbours, shape.cell(index)];
      throw new HypersweepError("LayoutError", { what: "code_span", least: CODES.wrongFlag, most, got: code, cell });
    }
    own[index] = code;
  }
  if (codes.length !== shape.cells) {
    const detail = { what: "cell_count", wanted: shape.cells, board: shape.format(), got: codes.length };
    throw new HypersweepError("LayoutError", detail);
  }
  return { shape, mines, codes: own };
}

const sign = (shape: Shape, got: string) => ({ what: "sign", most: shape.maxNeighbours, got });

/** Parse lists as JSON and Python write them; null for anything else. */
function readLists(text: string): unknown[] | null {
  try {
    return JSON.parse(text.replace(/'([^'"\\]*)'/g, '"$1"').replace(/,(?=\s*\])/g, ""));
  } catch {
    return null;
  }
}

/** A position given as lists of codes or characters, nested like the board, or flat if the board is known. */
function listView(given: Shape | null, mines: number, value: unknown, mostCells: number) {
  const sides: number[] = [];
  let level = [value];
  while (level.length && Array.isArray(level[0])) {
    const lists = level.filter(Array.isArray) as unknown[][];
    const sizes = [...new Set(lists.map((part) => part.length))].sort((one, other) => one - other);
    if (sizes.length > 1 || lists.length < level.length) fail({ what: "list_lengths" });
    sides.push(sizes[0]);
    level = lists.flat();
  }
  const shape = given ?? new Shape(sides);
  checkCells(shape, mostCells);
  if (sides.join() !== shape.sides.join() && sides.join() !== String(shape.cells)) {
    const got = sides.join("x");
    fail({ what: "list_shape", board: shape.format(), got });
  }
  const words = new Set(level.filter((item) => typeof item === "string"));
  const codes = wordCodes(words, shape.maxNeighbours, words.has(" "));
  for (const word of words) if (!codes.has(word)) fail(sign(shape, word));
  return viewOf(shape, mines, level.map((item) => (typeof item === "string" ? codes.get(item) : item)));
}

/**
 * The blocks of the text form, each with its heading and its rows. A row lists the index of its first cell in each
 * tile.
 */
function* blocks({ sides, cells }: Shape): Generator<{heading: string, rows: number[][]}> {
  if (sides.length === 1) {
    yield { heading: "", rows: [[0]] };
    return;
  }
  const strides = sides.map((_, axis) => sides.slice(axis + 1).reduce((product, side) => product * side, 1));
  const [outer, far] = [sides.slice(3), strides.slice(3)];
  const count = outer.reduce((product, side) => product * side, 1);
  for (let block = 0; block < count && cells; ++block) {
    let rest = block;
    // Of the axes that appear only in headings, the first varies fastest.
    const place = outer.map((side) => {
      const own = rest % side;
      rest = Math.floor(rest / side);
      return own;
    });
    const base = place.reduce((sum, own, axis) => sum + own * far[axis], 0);
    const heading = place.length ? `[*, *, *, ${place.join(", ")}]` : "";
    const rows = Array.from({ length: sides[0] }, (_, down) =>
      Array.from({ length: sides[2] ?? 1 }, (_, across) => base + down * strides[0] + across * (strides[2] ?? 0)),
    );
    yield { heading, rows };
  }
}

/** Number of cells in a row of a tile, and the index step between them. */
function tileRow({ sides, cells }: Shape) {
  if (sides.length === 1) return { width: cells, step: 1 };
  return { width: sides[1], step: sides.slice(2).reduce((product, side) => product * side, 1) };
}

/** Rearrange codes from the text form's row order to index order. */
function placed(shape: Shape, rows: number[][]) {
  const codes = new Int32Array(shape.cells);
  const { width, step } = tileRow(shape);
  let taken = 0;
  for (const block of blocks(shape)) {
    for (const tiles of block.rows) {
      const row = rows[taken++];
      for (const [tile, start] of tiles.entries()) {
        for (let place = 0; place < width; ++place) codes[start + place * step] = row[tile * width + place];
      }
    }
  }
  return codes;
}

/** The number of mines in the header, such as "mines=2", "mines=2-5" or "mines=? density=0.2"; null if it is unknown. */
function headerMines([text, density]: readonly string[], { cells }: Shape) {
  const found = /^mines=(?:\?|([0-9]{1,20})(-[0-9]{1,20})?)$/.exec(text);
  const least = Number(found?.[1] ?? 0);
  const most = found?.[2] ? Number(found[2].slice(1)) : found?.[1] ? least : cells;
  if (!found || least > most || most > cells) fail({ what: "mines_span", most: cells, got: text.slice("mines=".length) });
  const chance = density === undefined ? 0.5 : Number(density.slice("density=".length));
  if (!(chance > 0 && chance < 1) || (density !== undefined && found[1] && !found[2])) fail({ what: "header", got: density });
  return least === most ? least : null;
}

/** Parse our own text form, like View.parse. */
function ownView(text: string, mostCells: number): Omit<PositionView, "mines"> & {mines: number | null} {
  const lines = text.split(LINE_END).flatMap((line, place) => (trim(line) ? [[place + 1, line] as [number, string]] : []));
  const header = split(lines[0][1]);
  if (header.length < 2 || header.length > 3 || !header[1].startsWith("mines=")) fail({ what: "header", got: lines[0][1] });
  const shape = Shape.parse(header[0]);
  checkCells(shape, mostCells);
  const mines = headerMines(header.slice(1), shape);
  const rows = lines.slice(1).filter(([, line]) => !trim(line).startsWith("["));
  if (shape.cells > text.length) fail({ what: "few_cells", wanted: shape.cells, board: shape.format() });
  const length = shape.dimensions === 1 ? shape.cells : shape.sides[1] * (shape.sides[2] ?? 1);
  const count = shape.cells / length;
  const read = rows.slice(0, count).map(([number, line]) => ownRow(line, length, shape, number));
  const detail = { what: "row_count", wanted: count, length, board: shape.format(), got: rows.length };
  if (rows.length < count) fail(detail);
  if (rows.length > count) fail(detail);
  return { shape, mines, codes: placed(shape, read) };
}

function ownRow(line: string, length: number, shape: Shape, number: number): number[] {
  let words = split(line.replaceAll("|", " "));
  if (words.length !== length) {
    const joined = [...words.join("")];
    if (joined.length !== length) fail({ what: "row_cells", line: number, wanted: length, got: words.length });
    words = joined;
  }
  return words.map((word) => {
    const code = OWN_CODES.get(word) ?? (/^[0-9]{1,9}$/.test(word) ? Number(word) : Infinity);
    if (code > shape.maxNeighbours) fail({ ...sign(shape, word), line: number });
    return code;
  });
}

/**
 * Parse the position in a text.
 * @param text - as pasted; terminal colours are ignored
 */
export function parsePosition(text: string, { shape = null, mines = null, mostCells = MOST_CELLS }: Reading = {}): PositionView {
  if (text.length > MOST_CHARACTERS) fail({ what: "long_text", most: MOST_CHARACTERS });
  if (/^[\ufeff \t\r\n]*\{/.test(text)) {
    return objectView(text.replace(/^\ufeff+/, ""), { shape, mines, mostCells });
  }
  const own = text.replace(/^\ufeff/, "").replace(PASSED_OVER, "");
  const trimmed = trim(own);
  if (!trimmed) fail({ what: "no_position" });
  const lists = trimmed[0] === "[" ? readLists(trimmed) : null;
  if (lists) {
    if (mines === null) fail({ what: "needs_mines", needs: "mines" });
    return listView(shape, mines, lists, mostCells);
  }
  if (!shape && OWN.test(own)) {
    let view;
    try {
      view = ownView(own, mostCells);
    } catch (error) {
      // Not our own text form; other forms are tried below.
      if (!(error instanceof HypersweepError) || error.kind !== "ParseError") throw error;
    }
    if (view) {
      const count = mines ?? view.mines;
      if (count === null) fail({ what: "needs_mines", needs: "mines" });
      return viewOf(view.shape, count, [...view.codes]);
    }
  }
  try {
    return pictureView(own, shape, mines, mostCells);
  } catch (error) {
    // If the text is clearly no position, say so, instead of reporting an error about a board guessed from it.
    const isOther = !shape && error instanceof HypersweepError && error.kind === "ParseError" && isProse(trimmed);
    if (isOther) fail({ what: "not_a_position", got: trimmed.slice(0, 100).split("\n")[0] });
    throw error;
  }
}

/** Whether a text consists of words: mostly letters, few of which could be cells. */
function isProse(text: string) {
  const letters = [...text.replace(/[^\p{L}]/gu, "")];
  const other = letters.filter((letter) => !READINGS.has(letter) && !/[xo]/i.test(letter)).length;
  return 2 * other > text.replace(/\s/g, "").length;
}

function pictureView(text: string, given: Shape | null, given_mines: number | null, mostCells: number): PositionView {
  const { shape, words, isRaveled, isBlankZero, mines, minesLeft } = takeApart(text, given, mostCells);
  const codes = wordCodes(words.flatMap((row) => row.map((word) => word.text)), shape.maxNeighbours, isBlankZero);
  for (const row of words) {
    for (const word of row) {
      if (codes.has(word.text)) continue;
      fail({ ...sign(shape, word.text), line: word.line, column: word.column });
    }
  }
  const numbers = words.map((row) => row.map((word) => codes.get(word.text) as number));
  let count = given_mines ?? mines;
  if (count === null && minesLeft !== null) {
    count = minesLeft + numbers.flat().filter((code) => code === CODES.flagged || code === CODES.wrongFlag).length;
  }
  if (count === null) fail({ what: "needs_mines", needs: "mines" });
  if (!Number.isInteger(count) || count < 0 || count > shape.cells) {
    throw new HypersweepError("MineCountError", { what: "mines_span", most: shape.cells, got: count });
  }
  if (isRaveled) return { shape, mines: count, codes: Int32Array.from(numbers[0]) };
  return { shape, mines: count, codes: placed(shape, numbers) };
}

function required(entry: Record<string, unknown>, key: string) {
  if (entry[key] === undefined) fail({ what: "json_missing", key });
  return entry[key];
}

function objectShape(entry: Record<string, unknown>): Shape {
  const [given, wrap, adjacency] = [required(entry, "shape"), entry.wrap ?? null, entry.adjacency ?? null];
  const sides = typeof given === "number" ? [given] : given;
  const base = typeof given === "string" ? Shape.parse(given) : new Shape(sides as number[]);
  if (adjacency !== null && !ADJACENCIES.includes(adjacency as Adjacency)) {
    throw new HypersweepError("ShapeError", { what: "adjacency", got: adjacency });
  }
  if (wrap !== null && typeof wrap !== "boolean" && !Array.isArray(wrap)) {
    throw new HypersweepError("ParameterError", { what: "wrap_axes", got: wrap });
  }
  return new Shape(base.sides, { adjacency: (adjacency as Adjacency | null) ?? base.adjacency, wrap: wrap ?? base.wrap });
}

/** The entries of the JSON form with a type and a version, under the names of the short form. */
function shortForm(entry: Record<string, unknown>) {
  const version = required(entry, "version");
  if (version !== 1) fail({ what: "json_version", got: version });
  return { ...(entry.grid as object), mines: entry.mines, view: entry.codes };
}

function objectView(text: string, { shape: given, mines: givenMines, mostCells }: Required<Reading>): PositionView {
  let entry: Record<string, unknown>;
  try {
    entry = JSON.parse(text);
  } catch {
    fail({ what: "json" });
  }
  if (entry.type === "view") entry = shortForm(entry);
  const shape = given ?? objectShape(entry);
  checkCells(shape, mostCells);
  let rows = required(entry, "view");
  const mines = (givenMines ?? entry.mines ?? fail({ what: "needs_mines", needs: "mines" })) as number;
  if (typeof rows === "string") rows = rows.split("\n");
  const side = shape.sides[shape.dimensions - 1];
  const isFlat = Array.isArray(rows) && rows.length === shape.cells && shape.cells !== Math.floor(shape.cells / side);
  if (!Array.isArray(rows) || typeof rows[0] !== "string" || isFlat) return listView(shape, mines, rows, mostCells);
  if (!rows.every((row) => typeof row === "string")) fail({ what: "mixed_rows" });
  if (rows.length !== shape.cells / side) {
    fail({ what: "row_count", wanted: shape.cells / side, length: side, board: shape.format(), got: rows.length });
  }
  const cells = rows.map((row, number) => {
    // Single characters, or words separated by blanks if a clue has two digits.
    const words = [...row].length === side ? [...row] : split(row);
    if (words.length !== side) fail({ what: "row_cells", row: number + 1, wanted: side, got: words.length });
    return words;
  });
  const codes = wordCodes(cells.flat(), shape.maxNeighbours, cells.some((words) => words.includes(" ")));
  const numbers = cells.flatMap((words, number) =>
    words.map((word, place) => {
      const code = codes.get(word);
      if (code === undefined) fail({ ...sign(shape, word), row: number + 1, column: place + 1 });
      return code;
    }),
  );
  return viewOf(shape, mines, numbers);
}

/** The text form, which `hypersweep analyse` and `View.parse` can read. */
export function formatPosition({ shape, mines, codes }: PositionView): string {
  const symbol = (code: number) => SYMBOLS[code] ?? String(code);
  const width = codes.reduce((most, code) => Math.max(most, symbol(code).length), 1);
  const tile = tileRow(shape);
  const lines = [`${shape} mines=${mines}`];
  for (const { heading, rows } of blocks(shape)) {
    if (heading) lines.push(heading);
    for (const tiles of rows) {
      const written = tiles.map((start) =>
        Array.from({ length: tile.width }, (_, place) => symbol(codes[start + place * tile.step]).padStart(width)).join(" "),
      );
      lines.push(written.join(" | "));
    }
  }
  return lines.join("\n");
}

/** A shorter form for addresses: without blanks if every clue has one digit. */
export function formatShort(view: PositionView) {
  const [header, ...rows] = formatPosition(view).split("\n");
  const isShort = view.codes.every((code) => code < 10);
  const short = (row: string) => (isShort ? row.replaceAll(/[ |]/g, "") : row.replaceAll("|", " ").replaceAll(/ +/g, " ").trim());
  return [header, ...rows.filter((row) => !row.startsWith("[")).map((row) => short(row).replaceAll("#", "_"))].join("\n");
}

/** The JSON form of Python's format_json, which `hypersweep analyse` can read too. */
export function formatPositionJson({ shape, mines, codes }: PositionView): string {
  const list = (items: ArrayLike<number>) => `[${Array.from(items).join(", ")}]`;
  const grid = `{"type": "grid", "version": 1, "shape": ${list(shape.sides)}, "adjacency": "${shape.adjacency}", "wrap": ${list(shape.wrap)}}`;
  return `{"type": "view", "version": 1, "grid": ${grid}, "mines": ${mines}, "codes": ${list(codes)}}`;
}
