// Runs lines typed into the command line, and returns the answers. Commands and answers that also exist in the
// terminal's plain game are the same there.

import { axisName, axisNames, cellLabel, countAround, placeText, tileText } from "../board/labels.ts";
import { shownCode, shownMinesLeft } from "../board/cell_appearance.ts";
import { HypersweepError, shorten } from "../engine/errors.ts";
import { CODES } from "../engine/terms.ts";
import { Caution } from "../play/confirmation.ts";
import { clockText } from "../play/clock.ts";
import { cellText } from "../play/phrases.ts";
import type { App } from "../app.ts";
import type { Board } from "../board/board.ts";
import type { Shape } from "../engine/shape.ts";
import type { MoveKind } from "../engine/terms.ts";
import type { Move } from "../play/move_queue.ts";
import type { Session } from "../play/session.ts";

/** The parts of a session and of a board that commands use. */
type PlayedSession = EventTarget & Pick<
  Session, "shape" | "codes" | "mines" | "minesLeft" | "outcome" | "isPaused" | "milliseconds" | "open" | "flag" | "chord"
>;
type PlayedBoard = Pick<Board, "cursor" | "setCursor">;
type ScreenCommands = Record<string, (...values: any[]) => unknown>;
/** The current game; `make` makes moves if they don't go directly to the session. */
export interface Played {
  session: PlayedSession;
  board: PlayedBoard;
  commands: ScreenCommands;
  caution?: Caution;
  make?: (kind: MoveKind, index: number) => any;
}
/** The answer; `isRead`: whether to announce it to screen readers, because it isn't announced otherwise. */
type Answer = { lines: string[]; isRead: boolean };

/**
 * The commands, each with the screen command that it runs, if any; the words to type are in the message
 * "commands.words_" followed by its name.
 */
const COMMANDS = {
  open: "",
  flag: "",
  chord: "",
  undo: "undo",
  redo: "redo",
  hint: "hint",
  where: "",
  list: "",
  mines: "",
  time: "",
  board: "this_board",
  pause: "pause",
  new: "new",
  again: "same",
  help: "",
  leave: "leave",
} as Record<string, string>;
/** Screen commands after which any words may follow: "where am I". */
const LOOSE = new Set(["where"]);
const MOST_FLAGS = 20;
const MOST_ROWS = 40;

const RUNS: Record<number, string> = { 0: "run_empty", [CODES.covered]: "run_covered", [CODES.flagged]: "run_flags" };

/** A typed text, shortened; without quotation marks, because the message adds them. */
function unquoted(text: string) {
  return shorten(text).replace(/^"|"$/g, "");
}

/** An example cell, with coordinates that differ as far as the board allows. */
function exampleCell(shape: Shape) {
  return shape.sides.map((side, axis) => Math.min(axis, side - 1));
}

/**
 * The cell given by coordinates.
 * @param words - coordinates, as text
 * @param name - the command, for an example in errors
 * @returns its index
 */
export function readCell(app: App, words: readonly string[], shape: Shape, name: string): number {
  const example = `${name} ${exampleCell(shape).join(" ")}`;
  const fail = (text: string, values: any) => {
    return new HypersweepError("CellError", app.text(`commands.${text}`, { ...values, example }));
  };
  if (words.length !== shape.dimensions) throw fail("expected_coordinates", { count: shape.dimensions, got: words.length });
  const cell = words.map((word, axis) => {
    const digits = word.replace(/^-/, "").replace(/^\+/, "");
    if (!/^[0-9]+$/.test(digits)) throw fail("expected_number", { axis, word: unquoted(word) });
    const side = shape.sides[axis];
    const place = digits.replace(/^0+/, "").length <= 20 ? Number(digits) : side;
    if (place >= side || word.startsWith("-")) {
      throw fail("expected_place", { axis, most: side - 1, word: unquoted(word), board: shape.format() });
    }
    return place;
  });
  return shape.index(cell);
}

export class Commands {
  caution;
  #names: Map<string, string> = new Map();

  constructor(public app: App, public played: Played) {
    this.caution = played.caution ?? new Caution(app);
    for (const name of Object.keys(COMMANDS)) {
      for (const word of this.#text(`words_${name}`).split(" ")) this.#names.set(word, name);
    }
  }

  static async load(app: App, played: Played) {
    await app.messages.add("commands");
    return new Commands(app, played);
  }

  #text(name: string, values?: any) {
    return this.app.text(`commands.${name}`, values);
  }

  async obey(line: string): Promise<Answer> {
    // Separators between coordinates, so that cells can be pasted: "(3, 4)".
    const words = this.#numbered(line.normalize("NFC").toLowerCase()).split(/[\s,;()[\]]+/).filter(Boolean);
    if (!words.length) return { lines: [], isRead: false };
    const isPlace = /^[-+0-9]/.test(words[0]);
    const name = isPlace ? "open" : this.#names.get(words[0]);
    const rest = isPlace ? words : words.slice(1);
    try {
      if (name === undefined) {
        const values = { names: this.#known().join(", "), word: unquoted(words[0]) };
        throw new HypersweepError("ParameterError", this.#text("unknown", values));
      }
      return await this.#do(name, words[0], rest);
    } catch (error) {
      if (error instanceof HypersweepError) return { lines: [await this.app.errorText(error)], isRead: true };
      throw error;
    }
  }

  /** The first word of each command. */
  #known() {
    return Object.keys(COMMANDS).map((name) => this.#text(`words_${name}`).split(" ")[0]);
  }

  async #do(name: string, word: string, rest: string[]): Promise<Answer> {
    const { session, board, commands } = this.played;
    if (name === "flag" && !rest.length) return { lines: [this.#flags()], isRead: true };
    if (name === "open" || name === "chord" || name === "flag") return this.#move(name, this.#cells(name, word, rest));
    if (name === "where") {
      const index = rest.some((each) => /[0-9]/.test(each)) ? this.#cells(name, word, rest)[0] : board.cursor;
      return { lines: [this.#status(index)], isRead: true };
    }
    if (name === "list") return { lines: this.#list(rest), isRead: true };
    if (rest.length && !LOOSE.has(name)) {
      throw new HypersweepError("ParameterError", this.#text("nothing_after", { word, rest: unquoted(rest.join(" ")) }));
    }
    if (name === "help") return { lines: this.#help(), isRead: true };
    if (name === "mines") return { lines: [this.#mines()], isRead: true };
    if (name === "time") return { lines: [this.#text("time", { time: clockText(session.milliseconds) })], isRead: true };
    const act = commands[COMMANDS[name]];
    if (!act) throw new HypersweepError("ParameterError", this.#text("not_here", { word }));
    // The screen itself reports the result.
    await act();
    return { lines: [], isRead: false };
  }

  /**
   * The cells named after a command: by coordinates, by axis names, or "here".
   * @param word - the command as typed
   */
  #cells(name: string, word: string, rest: string[]) {
    const { session, board } = this.played;
    const size = session.shape.dimensions;
    if (rest.length === 1 && this.#is("here", rest[0])) return [board.cursor];
    if (rest.some((each) => !/^[-+0-9]/.test(each)) && rest.some((each) => this.#axis(each) >= 0)) {
      const coordinates = this.#coordinates(rest);
      return [session.shape.index(session.shape.cell(board.cursor).map((place, axis) => coordinates.get(axis) ?? place))];
    }
    if (name !== "flag" || rest.length <= size || rest.length % size) return [readCell(this.app, rest, session.shape, word)];
    const cells = [];
    for (let at = 0; at < rest.length; at += size) cells.push(readCell(this.app, rest.slice(at, at + size), session.shape, word));
    if (new Set(cells).size < cells.length) throw new HypersweepError("CellError", this.#text("expected_different"));
    return cells;
  }

  #is(name: string, word: string) {
    return this.#text(`words_${name}`).split(" ").includes(word);
  }

  /** Replace axis names that consist of two words by one: "table row 1" becomes "x3 1". */
  #numbered(line: string) {
    const { dimensions } = this.played.session.shape;
    for (let axis = 2; axis < dimensions; axis++) {
      const name = axisName(this.app, dimensions, axis).toLowerCase();
      if (name.includes(" ")) line = line.replaceAll(name, `x${axis}`);
    }
    return line;
  }

  /** The axis that a word names; -1 if none. */
  #axis(word: string) {
    const { dimensions } = this.played.session.shape;
    for (let axis = 0; axis < dimensions; axis++) {
      if (word === `x${axis}` || word === axisName(this.app, dimensions, axis).toLowerCase()) return axis;
    }
    const named = ["row", "column", "layer"].findIndex((each) => this.#is(each, word));
    return dimensions === 1 ? (this.#is("cell", word) ? 0 : -1) : named < dimensions ? named : -1;
  }

  /** Coordinates named by axis: "row 3", "layer 2 of 4". */
  #coordinates(words: readonly string[]): Map<number, number> {
    const { shape } = this.played.session;
    const coordinates = new Map();
    for (let at = 0; at < words.length; ) {
      const axis = this.#axis(words[at]);
      const names = axisNames(this.app, shape.dimensions);
      if (axis < 0) {
        const values = { names: names.join(", "), word: unquoted(words[at]) };
        throw new HypersweepError("ParameterError", this.#text("expected_axis", values));
      }
      const word = words[at + 1] ?? "";
      if (!/^[0-9]{1,9}$/.test(word) || Number(word) >= shape.sides[axis]) {
        const values = { axis, most: shape.sides[axis] - 1, word, board: shape.format() };
        throw new HypersweepError("CellError", this.#text("expected_place", values));
      }
      coordinates.set(axis, Number(word));
      at += this.#is("of", words[at + 2] ?? "") ? 4 : 2;
    }
    return coordinates;
  }

  async #move(kind: "open" | "flag" | "chord", cells: readonly number[]): Promise<Answer> {
    const { session, board, make } = this.played;
    for (const index of cells) {
      board.setCursor(index);
      if (!this.caution.passes(kind, index, session.shape)) return { lines: [], isRead: false };
      const answer: Partial<Move> = (await (make ? make(kind, index) : session[kind](index))) ?? {};
      if (answer.refused) return { lines: [this.app.text(answer.refused, answer.values)], isRead: true };
    }
    // The effect of the move on the board is announced anyway.
    return { lines: [this.#status(cells[cells.length - 1])], isRead: false };
  }

  /** Describe what is visible of a cell and its surroundings. */
  #status(index: number) {
    const { session } = this.played;
    if (session.isPaused) return `${this.app.text("page.cell_hidden")}, ${placeText(this.app, session.shape, index)}`;
    const label = cellLabel(this.app, session, index);
    if (session.codes[index] < 0) return label;
    return `${label}; ${this.#text("around", countAround(session, index))}`;
  }

  #flags() {
    const { session } = this.played;
    const { shape, codes } = session;
    const flags = [];
    for (let index = 0; index < codes.length; index++) if (shownCode(session, index) === CODES.flagged) flags.push(index);
    const count = this.#text("flags", { count: flags.length, mines: session.mines });
    if (flags.length === 0 || flags.length > MOST_FLAGS) return count;
    return `${count}: ${flags.map((each) => cellText(shape.cell(each))).join(", ")}`;
  }

  #mines() {
    const { session } = this.played;
    let [covered, flags] = [0, 0];
    for (let index = 0; index < session.codes.length; index++) {
      const code = shownCode(session, index);
      if (code < 0) covered += 1;
      if (code === CODES.flagged) flags += 1;
    }
    return this.#text("mines", { left: shownMinesLeft(session), flags, covered });
  }

  /** List the cells of a row, a column or a tile. */
  #list(rest: string[]) {
    const { app } = this;
    const { session, board } = this.played;
    const { shape } = session;
    if (session.isPaused) return [app.text("page.told_paused")];
    const coordinates = this.#coordinates(rest);
    const here = shape.cell(board.cursor).map((place, axis) => coordinates.get(axis) ?? place);
    const at = (row: number, column: number) => {
      return shownCode(session, shape.index(shape.dimensions === 1 ? [column] : [row, column, ...here.slice(2)]));
    };
    const [rows, columns] = shape.dimensions === 1 ? [1, shape.sides[0]] : shape.sides;
    const name = (axis: number, place: number) => {
      return app.text("page.axis_place", { name: axisName(app, shape.dimensions, axis), place });
    };
    const across = (row: number) => this.#runs(Array.from({ length: columns }, (_, column) => at(row, column)));
    const tile = tileText(app, shape, here);
    const lines = tile ? [tile] : [];
    if (shape.dimensions === 1) return [across(0)];
    if (coordinates.has(1) && !coordinates.has(0)) {
      const column = Array.from({ length: rows }, (_, row) => at(row, here[1]));
      return [...lines, `${name(1, here[1])}: ${this.#runs(column)}`];
    }
    // "list" alone lists the cursor's row; with only a tile's name, the whole tile.
    if (coordinates.has(0) || !coordinates.size) return [...lines, `${name(0, here[0])}: ${across(here[0])}`];
    const first = Math.max(0, Math.min(here[0] - MOST_ROWS / 2, rows - MOST_ROWS));
    for (let row = first; row < Math.min(rows, first + MOST_ROWS); row++) lines.push(`${name(0, row)}: ${across(row)}`);
    if (rows > MOST_ROWS) lines.push(this.#text("more_rows", { rows: rows - MOST_ROWS }));
    return lines;
  }

  /** Summarise cells in a row: equal neighbouring cells are counted, except clues. */
  #runs(codes: readonly number[]) {
    const parts = [];
    for (let at = 0; at < codes.length; ) {
      let end = at + 1;
      if (codes[at] <= 0) while (end < codes.length && codes[end] === codes[at]) end += 1;
      parts.push(codes[at] > 0 ? String(codes[at]) : this.#text(RUNS[codes[at]] ?? "run_mines", { count: end - at }));
      at = end;
    }
    return parts.join(", ");
  }

  #help() {
    const { shape } = this.played.session;
    const cell = exampleCell(shape).join(" ");
    const known = this.#known();
    const lines = Object.keys(COMMANDS).map((name, place) => this.#text(`help_${name}`, { word: known[place], cell }));
    const names = axisNames(this.app, shape.dimensions);
    return [...lines, this.#text("help_cells", { names: names.join(", "), count: shape.dimensions, cell })];
  }
}
