// Parses pictures of boards in text form: the board, its mines, and the content of each cell. Like
// formats/position_text.py.

import { BLANK, PATTERNS } from "../data/readings.ts";
import { HypersweepError, type Detail } from "../engine/errors.ts";
import { Shape } from "../engine/shape.ts";

/** The text of a cell with its line and column, counted from 1. */
type Word = { line: number; column: number; text: string };
/** A line with its number, counted from 1. */
type Line = [number, string];

interface Picture {
  shape: Shape;
  /** contents of the cells, in index order or in text order */ words: Word[][];
  /** whether they are in index order */ isRaveled: boolean;
  /** number of mines, or null if the text doesn't say */ mines: number | null;
  /** number of mines without a flag, or null if the text doesn't say */ minesLeft: number | null;
  /** whether blanks are zeros */ isBlankZero: boolean;
}

const BARS = "|│║";
/** Python's patterns of lines and of their parts, by name. */
const {
  BOARD_LINE, FRAME_LINE, GROUP_LINE, HEADER_LINE, HEADING_LINE, LABELLED_LINE, LEFT_LINE, MINES_LINE, PLACE, SIDES, TILES_LINE,
  WINDOW_LINE, WORD,
} = Object.fromEntries(
  Object.entries(PATTERNS).map(([name, [source, flags]]) => [name, new RegExp(source.replaceAll("\\s", BLANK), flags)]),
);
const LEADING = new RegExp(`^[${BLANK}]+`);
const BLANKS = new RegExp(`[${BLANK}]+`);
const ONE_BLANK = new RegExp(`^[${BLANK}]$`);
// Trailing blanks of a line may be missing, so a picture may have fewer characters than its board has cells. Padding
// every line to the longest one takes quadratic memory, so beyond this many cells the padding is limited to MOST_BLANKS
// cells per character.
const FREE_CELLS = 1 << 16;
const MOST_BLANKS = 16;

function fail(detail: Detail): never {
  throw new HypersweepError("ParseError", detail);
}

/** Written as a loop, because a regular expression for trailing blanks would restart at each blank. */
function trimEnd(text: string) {
  let end = text.length;
  while (end && ONE_BLANK.test(text[end - 1])) --end;
  return text.slice(0, end);
}
export const trim = (text: string) => trimEnd(text.replace(LEADING, ""));
/** The words, separated by blanks. */
export const split = (text: string) => text.split(BLANKS).filter(Boolean);
const isDigits = (text: string) => /^[0-9]+$/.test(text);

export function checkCells(shape: Shape, mostCells: number) {
  if (shape.cells <= mostCells) return;
  throw new HypersweepError("ShapeError", { what: "cells", most: mostCells, board: shape.format() });
}

/**
 * Find the picture in a text.
 * @param text - without escape sequences
 * @param given - the board, or null to use the text's own
 */
export function takeApart(text: string, given: Shape | null, mostCells: number): Picture {
  const lines = text.replaceAll("\r\n", "\n").split("\n").map((line, place) => [place + 1, line] as Line);
  const part = lines.find(([, line]) => WINDOW_LINE.test(line));
  if (part) fail({ what: "part_of_board", line: part[0] });
  let mines: number | null = null;
  let minesLeft: number | null = null;
  let announced: Shape | null = null;
  const rest: Line[] = [];
  for (const [number, line] of lines) {
    const board = BOARD_LINE.exec(line);
    const left = board ? null : LEFT_LINE.exec(line);
    if (board) [announced, mines] = [Shape.parse(board[1]), Number(board[2])];
    else if (left) minesLeft = Number(left[1] ?? left[2]);
    else rest.push([number, line]);
  }
  let picture;
  if (rest.some(([, line]) => LABELLED_LINE.test(line))) {
    for (const [, line] of rest) {
      const found = announcement(line);
      announced ??= found.shape;
      mines ??= found.mines;
    }
    picture = labelled(rest, given ?? announced, mostCells);
  } else if (announced?.dimensions === 1) picture = labelledRow(rest, announced, mostCells);
  else picture = plain(rest, given ?? announced, mostCells);
  const isBlankZero = picture.words.some((row) => row.some((word) => word.text === " "));
  return { ...picture, mines: mines ?? picture.mines, minesLeft, isBlankZero };
}

/** @param begin - number of characters before the text in its line */
function words(text: string, line: number, begin = 0): Word[] {
  const found: Word[] = [];
  WORD.lastIndex = 0;
  for (let word = WORD.exec(text); word; word = WORD.exec(text)) found.push({ line, column: begin + word.index + 1, text: word[0] });
  return found;
}

const placesIn = (label: string) => label.match(PLACE) ?? [];

function coordinate(label: string, line: number) {
  if (!isDigits(label) || label.length > 20) fail({ what: "label", line, got: label });
  return Number(label);
}

type Part = { shape: Shape; words: Word[][]; isRaveled: boolean; mines: number | null };

/** Parse the last board of a text in which every row has a label. */
function labelled(lines: Line[], given: Shape | null, mostCells: number): Part {
  const cells: Map<string, Word> = new Map();
  let tiles = [0];
  let side = 0;
  let dimensions = 2;
  let higher: number[] = [];
  for (const [number, line] of lines) {
    const row = LABELLED_LINE.exec(line);
    if (GROUP_LINE.test(line)) {
      higher = placesIn(line).map((place) => coordinate(place, number));
      dimensions = 4 + higher.length;
    } else if (TILES_LINE.test(line)) {
      tiles = placesIn(line).map((place) => coordinate(place, number));
      dimensions = Math.max(dimensions, 3);
    } else if (row) {
      if (row[1]) [side, dimensions] = [coordinate(row[1], number), Math.max(dimensions, 4)];
      const bars = [...line.matchAll(/[|│║]/g)].map((bar) => bar.index);
      for (let at = 0; at < Math.min(tiles.length, bars.length); ++at) {
        const end = bars[at + 1] ?? line.length;
        // A tile's label is between the previous bar and its own; bars aren't part of labels.
        const label = coordinate(split(line.slice(at ? bars[at - 1] : 0, bars[at])).at(-1) ?? "", number);
        const found = words(line.slice(bars[at], end), number, bars[at]);
        // If another bar follows, the last word before it is the next tile's label.
        for (const [column, word] of (end === line.length ? found : found.slice(0, -1)).entries()) {
          const cell = [label, column, tiles[at], side, ...higher].slice(0, dimensions).join();
          // The cell occurs again, so another picture begins.
          if (cells.has(cell)) cells.clear();
          cells.set(cell, word);
        }
      }
    }
  }
  const places = [...cells.keys()].map((cell) => cell.split(",").map(Number));
  if (new Set(places.map((cell) => cell.length)).size > 1) fail({ what: "mixed_dimensions" });
  const sides = (places[0] ?? []).map((_, axis) => places.reduce((most, cell) => Math.max(most, cell[axis] + 1), 0));
  const shape = given ?? new Shape(sides);
  checkCells(shape, mostCells);
  const isOn = (cell: number[]) => cell.length === shape.dimensions && cell.every((own, axis) => own < shape.sides[axis]);
  if (cells.size !== shape.cells || !places.every(isOn)) {
    fail({ what: "cell_count", wanted: shape.cells, board: shape.format(), got: cells.size });
  }
  const raveled = Array.from({ length: shape.cells }, (_, index) => cells.get(shape.cell(index).join()) as Word);
  return { shape, words: [raveled], isRaveled: true, mines: null };
}

/** Parse the last one-dimensional board of a text: labels above each piece of its row, then the cells. */
function labelledRow(lines: Line[], shape: Shape, mostCells: number): Part {
  checkCells(shape, mostCells);
  let found: Word[] = [];
  let labels = 0;
  for (const [number, line] of lines) {
    if (labels === 1) found.push(...words(line, number));
    else if (!labels && line.startsWith(" ") && isDigits(trim(line).replaceAll(" ", ""))) {
      if (found.length >= shape.cells) found = [];
      // Labels have one line per digit, as many as the last label has; this is the first line.
      labels = String(found.length + Math.floor((line.length + 1) / 2) - 1).length + 1;
    }
    labels = Math.max(0, labels - 1);
  }
  if (found.length !== shape.cells) {
    fail({ what: "cell_count", wanted: shape.cells, board: shape.format(), got: found.length });
  }
  return { shape, words: [found], isRaveled: true, mines: null };
}

function plain(all: Line[], given: Shape | null, mostCells: number): Part {
  let lines = all.filter(([, line]) => !HEADING_LINE.test(line));
  const begin = lines.findIndex(([, line]) => trim(line));
  lines = begin < 0 ? [] : lines.slice(begin);
  let shape = given;
  let mines: number | null = null;
  const hear = (line: string, others: string[] | null) => {
    const found = announcement(line, others);
    shape ??= found.shape;
    mines ??= found.mines;
    return found.shape !== null || found.mines !== null;
  };
  const frames = lines.flatMap(([, line], place) => (FRAME_LINE.test(line) ? [place] : []));
  if (frames.length > 1) {
    const last = frames.at(-1) as number;
    for (const [, line] of [...lines.slice(0, frames[0]), ...lines.slice(last)]) hear(line, null);
    lines = lines.slice((frames.at(-2) as number) + 1, last);
  } else {
    while (lines.length && !lines[lines.length - 1][1]) lines.pop();
    for (const isFirst of [true, false]) {
      if (!lines.length) continue;
      const inner = lines.slice(1, -1);
      const others = (inner.length ? inner : isFirst ? lines.slice(1) : lines.slice()).map(([, line]) => line);
      if (!hear(lines[isFirst ? 0 : lines.length - 1][1], others)) continue;
      if (isFirst) lines.shift();
      else lines.pop();
    }
  }
  const own = lines.map(([number, line]) => unframed(number, line));
  if (!own.some(({ text }) => trim(text))) fail({ what: "no_rows" });
  return { ...rows(own, shape, mostCells), mines };
}

/**
 * The board and number of mines that a line announces, if any. Sides alone, or a number alone, could also be a row:
 * they count as an announcement only if the other rows look different.
 */
function announcement(line: string, others: string[] | null = null): {shape: Shape | null, mines: number | null} {
  const text = trim(line);
  const header = HEADER_LINE.exec(text);
  if (header) {
    const isSure = header[1].includes("x") || header[1].includes("~") || text.toLowerCase().includes("mine");
    return isSure ? { shape: Shape.parse(header[1]), mines: Number(header[2]) } : { shape: null, mines: null };
  }
  const mines = MINES_LINE.exec(text);
  if (mines) return { shape: null, mines: Number(mines[1] ?? mines[2]) };
  if (others?.length && text.length < 100 && SIDES.test(text)) {
    const row = trim(others.find((other) => trim(other)) ?? text);
    if (row.length !== text.length) {
      return isDigits(text) ? { shape: null, mines: Number(text) } : { shape: Shape.parse(text), mines: null };
    }
  }
  return { shape: null, mines: null };
}

type Row = { number: number; indent: number; text: string };

/** A row without the bars at its ends, and the number of characters before it. */
function unframed(number: number, line: string): Row {
  const text = trim(line);
  if (text.length > 1 && BARS.includes(text[0]) && BARS.includes(text[text.length - 1])) {
    return { number, indent: line.indexOf(text[0]) + 1, text: text.slice(1, -1) };
  }
  return { number, indent: 0, text: line };
}

const plainWords = (text: string) => words(text, 0).map((word) => word.text);
const letters = (text: string) => [...text].length;

/**
 * Split rows into cells: words separated by blanks, or single characters, among which blanks are zeros. Rows must be as
 * long as the board's or, without a board, as the first row.
 */
function rows(own: Row[], given: Shape | null, mostCells: number): Omit<Part, "mines"> {
  if (given) checkCells(given, mostCells);
  const filled = own.filter(({ text }) => trim(text));
  const texts = filled.map(({ text }) => trim(text));
  const found = texts.map(plainWords);
  const isSpaced = found.some((each) => each.length > 1) && found.every((each) => each.every((word) => letters(word) === 1 || isDigits(word)));
  const isEven = new Set(texts.map(letters)).size === 1 && new Set(filled.map(({ text }) => letters(text))).size > 1;
  const hasBlanks =
    !isSpaced &&
    (found.some((each) => each.length > 1) ||
      new Set(filled.map(({ text }) => text.length - text.replace(LEADING, "").length)).size > 1 ||
      (filled.some(({ text }) => text !== trimEnd(text)) && !isEven));
  let length;
  if (given) length = given.dimensions === 1 ? given.cells : given.sides[1] * (given.sides[2] ?? 1);
  else if (isSpaced) length = (found.find((each) => each.length) as string[]).length;
  else length = hasBlanks ? own.reduce((most, { text }) => Math.max(most, letters(text)), 0) : letters(texts[0]);
  // A blank line is a row of zeros if blanks are zeros; otherwise it is ignored.
  const fits = (text: string) => plainWords(text).length === length || letters(plainWords(text).join("")) === length;
  const kept = hasBlanks && !texts.every(fits) ? [...own] : filled;
  while (kept.length && !kept[kept.length - 1].text) kept.pop();
  const shape = given ?? new Shape([kept.length, length]);
  // Check before creating any cell, because there may be far too many.
  checkCells(shape, mostCells);
  if (hasBlanks || kept.some(({ indent }) => indent)) {
    const most = FREE_CELLS + MOST_BLANKS * kept.reduce((sum, { text }) => sum + letters(text) + 1, 0);
    if (Math.max(shape.cells, kept.length * length) > most) {
      fail({ what: "few_cells", wanted: shape.cells, board: shape.format() });
    }
  }
  const read = kept.map((row) => cellsOf(row, length, hasBlanks || row.indent > 0));
  const expected = shape.cells / length;
  if (read.length !== expected) {
    fail({ what: "row_count", wanted: expected, length, board: shape.format(), got: read.length });
  }
  return { shape, words: read, isRaveled: false };
}

function cellsOf({ number, indent, text }: Row, length: number, mayBeBlank: boolean): Word[] {
  const found = words(text, number);
  let pieces;
  if (found.length === length) pieces = found;
  else if (found.reduce((sum, word) => sum + letters(word.text), 0) === length) {
    pieces = found.flatMap((word) => [...word.text].map((letter, place) => ({ ...word, column: word.column + place, text: letter })));
  } else if (mayBeBlank && letters(trimEnd(text)) <= length) {
    const padded = [...text, ...Array(Math.max(0, length - letters(text))).fill(" ")].slice(0, length);
    pieces = padded.map((letter, place) => ({ line: number, column: place + 1, text: letter }));
  } else {
    const isWords = found.length > 1 && found.every((word) => letters(word.text) === 1);
    const got = isWords ? found.length : letters(trim(text));
    fail({ what: "row_cells", line: number, wanted: length, got });
  }
  return pieces.map((piece) => ({ ...piece, column: piece.column + indent }));
}
