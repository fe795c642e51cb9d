// Determines the game to play from the fields of a form or the words of an address. Like ui_model/choices.py.

import { HypersweepError, oneOf, shorten } from "../engine/errors.ts";
import { GRADES, checkRules, firstOpenPromise, parseRules, type Rules } from "../engine/rules.ts";
import { ADJACENCIES, Shape, type Adjacency } from "../engine/shape.ts";
import { checkMines, didYouMean, findBoard, mayNeedNoGuess, nearest, standardMines, twins } from "./boards.ts";
import { settle, type Remark, type WishName, type Wishes } from "./wishes.ts";

export type Field = "board" | "mines" | "seed" | "rules" | "first" | "guess" | "grade" | "exactly" | "wrap" | "adjacency";
/** The fields as typed; an empty or missing one leaves the choice to the game. */
export type Fields = Partial<Record<Field, string>>;

/** The game to play. */
export interface BoardChoice {
  shape: Shape;
  mines: number;
  rules: Rules;
  /** the board ID, if the fields contain the layout */ layout: string | null;
  /** seed of the first game, or null for a random one */ seed: bigint | null;
  /** whether the number of mines is the default */ areMinesChosen: boolean;
  /** preferences that the fields leave open */ left: WishName[];
  /** notes for the player about those preferences */ remarks: Remark[];
}

const BOARD_AND_MINES = /^(\S+?)(?:\s*,\s*|\s+)(?:mines?\s*[=:]?\s*)?([0-9]{1,20})(?:\s+mines?)?$/i;

function wholeText(text: string, name: Field) {
  if (!/^-?[0-9]{1,20}$/.test(text)) {
    const message = `expected a whole number for ${name}, got ${shorten(text)}`;
    throw new HypersweepError("ParameterError", message, { what: "whole", field: name, got: text });
  }
  return text;
}

/** Parse one field; its errors are shown next to it. */
function reading<Value>(field: Field, read: () => Value) {
  try {
    return read();
  } catch (error) {
    if (error instanceof HypersweepError && !error.detail.field) error.detail.field = field;
    throw error;
  }
}

function axes(text: string, shape: Shape) {
  if (text === "all") return true;
  const parts = text.split(",");
  if (!parts.every((part) => /^-?[0-9]{1,20}$/.test(part))) {
    throw new HypersweepError("ParameterError", `expected axes such as 0,2 for wrap, or all, got ${shorten(text)}`, { what: "wrap_axes", got: text });
  }
  for (const part of parts) {
    if (Number(part) >= 0 && Number(part) < shape.dimensions) continue;
    const most = shape.dimensions - 1;
    const message = `expected wrapped axis from 0 to ${most}, got ${part} on a grid of ${shape.dimensions} dimensions`;
    throw new HypersweepError("ShapeError", message, { what: "wrap_axis", least: 0, most, got: Number(part) });
  }
  return parts.map(Number);
}

/** Combine the rules with the other fields. */
function agreed({ first, guess, grade, exactly }: Fields, rules: Rules): Rules {
  const own = { ...rules };
  // A grade applies only to boards that need no guess.
  if (guess) Object.assign(own, { guess: "allowed", grade: null, exactly: false });
  if (grade) reading("grade", () => oneOf(grade, "a grade", GRADES));
  if (grade && (guess || rules.guess) !== "never") {
    const message = `expected grade only with guess never, got grade ${shorten(grade)}`;
    throw new HypersweepError("ParameterError", message, { what: "grade_needs_never", field: "grade" });
  }
  const promise = first || rules.firstOpen;
  if ((guess || own.guess) === "never" && promise === "any") {
    const message = `expected first opening or first safe with guess never, got ${promise}`;
    throw new HypersweepError("ParameterError", message, { what: "never_any", field: "first" });
  }
  const said = { ...(first && { firstOpen: first }), ...(guess && { guess }), ...(grade && { grade }), ...(exactly === "on" && { exactly: true }) };
  return reading(first ? "first" : "guess", () => checkRules({ ...own, ...said } as Rules));
}

/** The preferences that the fields leave open. */
function leftWishes({ first, guess, grade }: Fields, rules: string): WishName[] {
  const [name, ...changes] = rules.split(",");
  if (name !== "classic") return [];
  const said = new Set(changes.map((change) => change.split("=")[0]));
  const left: WishName[] = [];
  if (!first && !said.has("first")) left.push("first_open");
  if (!guess && !grade && !said.has("guess")) left.push("guess");
  return left;
}

/**
 * Determine the game to play; an error has the invalid field in `detail.field`.
 * @param wishes - the player's preferences from the settings
 */
export function readChoices(fields: Fields, wishes: Wishes = { first_open: "", guess: "" }): BoardChoice {
  const own = Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, text.trim()])) as Record<Field, string>;
  const rulesText = own.rules || "classic";
  let board = own.board || "beginner";
  // "16x30 99" contains board and mines, as pasted boards do.
  const both = BOARD_AND_MINES.exec(board);
  if (both) {
    board = both[1];
    own.mines ||= both[2];
  }
  const found = reading("board", () => findBoard(board));
  let { shape } = found;
  if (!found.layout && (own.wrap || own.adjacency)) {
    const adjacency = (own.adjacency || shape.adjacency) as Adjacency;
    if (!ADJACENCIES.includes(adjacency)) {
      const meant = didYouMean(nearest(adjacency, ADJACENCIES));
      const message = `expected adjacency "moore" or "orthogonal", got ${shorten(adjacency)}${meant}`;
      throw new HypersweepError("ShapeError", message, { what: "adjacency", got: adjacency, field: "adjacency" });
    }
    shape = reading("wrap", () => new Shape(shape.sides, { adjacency, wrap: own.wrap ? axes(own.wrap, shape) : shape.wrap }));
  }
  let mines = own.mines && !found.layout ? Number(wholeText(own.mines, "mines")) : found.mines;
  const seed = own.seed ? BigInt(wholeText(own.seed, "seed")) : null;
  const rules = reading("rules", () => parseRules(rulesText));
  const left = leftWishes(own, rulesText);
  if (found.layout) {
    for (const name of ["mines", "seed", "first", "guess", "grade", "wrap", "adjacency"] as const) {
      if (!own[name]) continue;
      const message = `expected no ${name} with a board ID, which says where the mines are`;
      throw new HypersweepError("ParameterError", message, { what: "fixed_by_id", field: name });
    }
    if (rules.guess !== "allowed") {
      const message = `expected no guess=${rules.guess} with a board ID, which says where the mines are`;
      throw new HypersweepError("ParameterError", message, { what: "guess_with_id", field: "rules" });
    }
    const { layout } = found;
    reading("mines", () => checkMines(shape, found.mines ?? 0, firstOpenPromise(rules)));
    return { shape, mines: found.mines ?? 0, rules, layout, seed: null, areMinesChosen: false, left, remarks: [] };
  }
  const said = agreed(own, rules);
  const areMinesChosen = mines === null;
  mines ??= standardMines(shape, said.firstOpen);
  const settled = settle(said, shape, mines, wishes, left);
  reading("mines", () => checkMines(shape, mines as number, firstOpenPromise(settled.rules)));
  if (seed !== null && (seed < 0n || seed >= 1n << 64n)) {
    throw new HypersweepError("ParameterError", `expected a seed from 0 to 2**64 - 1, got ${seed}`, { what: "seed", got: String(seed), field: "seed" });
  }
  const { guess, firstOpen } = settled.rules;
  if (guess === "never" && !mayNeedNoGuess(shape, mines, firstOpen)) {
    const group = twins(shape);
    const isSafe = firstOpen === "safe";
    const wanted = `a multiple of ${group}${isSafe ? ", or 1 less," : ""} as the number of mines`;
    const message = `expected ${wanted} for a board of ${shape} that needs no guess${isSafe ? "" : " after an opening"}, got ${mines}`;
    const detail = { what: "twins", group, isSafe, board: shape.format(), got: mines };
    throw new HypersweepError("MineCountError", message, { ...detail, field: "mines" });
  }
  return { shape, mines, rules: settled.rules, layout: null, seed, areMinesChosen, left, remarks: settled.remarks };
}
