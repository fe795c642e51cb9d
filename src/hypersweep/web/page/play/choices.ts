// Determines the game to play from the fields of a form or the words of an address. Like ui_model/choices.py.

import { HypersweepError, oneOf } from "../engine/errors.ts";
import { checkDeal, checkRoom } from "../engine/mine_counts.ts";
import { GRADES, checkRules, firstOpenPromise, parseRules, type Rules } from "../engine/rules.ts";
import { Shape, type Adjacency } from "../engine/shape.ts";
import { findBoard, standardMines } from "./boards.ts";
import { settle, type Remark, type PreferenceName, type RulePreferences } from "./rule_preferences.ts";

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
  /** preferences that the fields leave open */ left: PreferenceName[];
  /** notes for the player about those preferences */ remarks: Remark[];
}

const BOARD_AND_MINES = /^(\S+?)(?:\s*,\s*|\s+)(?:mines?\s*[=:]?\s*)?([0-9]{1,20})(?:\s+mines?)?$/i;

function wholeText(text: string, name: Field) {
  if (!/^-?[0-9]{1,20}$/.test(text)) {
    throw new HypersweepError("ParameterError", { what: "whole", field: name, got: text });
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

function axes(text: string) {
  if (text === "all") return true;
  const parts = text.split(",");
  if (!parts.every((part) => /^-?[0-9]{1,20}$/.test(part))) {
    throw new HypersweepError("ParameterError", { what: "wrap_axes", got: text });
  }
  return parts.map(Number);
}

/** Combine the rules with the other fields. */
function agreed({ first, guess, grade, exactly }: Fields, rules: Rules): Rules {
  const own = { ...rules };
  // A grade applies only to boards that need no guess.
  if (guess) Object.assign(own, { guess: "allowed", grade: null, exactly: false });
  if (grade) reading("grade", () => oneOf(grade, GRADES));
  if (grade && (guess || rules.guess) !== "never") {
    throw new HypersweepError("ParameterError", { what: "grade_needs_never", field: "grade" });
  }
  const promise = first || rules.firstOpen;
  if ((guess || own.guess) === "never" && promise === "any") {
    throw new HypersweepError("ParameterError", { what: "never_any", field: "first" });
  }
  const said = { ...(first && { firstOpen: first }), ...(guess && { guess }), ...(grade && { grade }), ...(exactly === "on" && { exactly: true }) };
  return reading(first ? "first" : "guess", () => checkRules({ ...own, ...said } as Rules));
}

/** The preferences that the fields leave open. */
function openPreferences({ first, guess, grade }: Fields, rules: string): PreferenceName[] {
  const [name, ...changes] = rules.split(",");
  if (name !== "classic") return [];
  const said = new Set(changes.map((change) => change.split("=")[0]));
  const left: PreferenceName[] = [];
  if (!first && !said.has("first")) left.push("first_open");
  if (!guess && !grade && !said.has("guess")) left.push("guess");
  return left;
}

/**
 * Determine the game to play; an error has the invalid field in `detail.field`.
 * @param preferences - the player's preferences from the settings
 */
export function readChoices(fields: Fields, preferences: RulePreferences = { first_open: "", guess: "" }): BoardChoice {
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
    shape = reading("adjacency", () => new Shape(shape.sides, { adjacency, wrap: shape.wrap }));
    if (own.wrap) shape = reading("wrap", () => new Shape(shape.sides, { adjacency, wrap: axes(own.wrap) }));
  }
  let mines = own.mines && !found.layout ? Number(wholeText(own.mines, "mines")) : found.mines;
  const seed = own.seed ? BigInt(wholeText(own.seed, "seed")) : null;
  const rules = reading("rules", () => parseRules(rulesText));
  const left = openPreferences(own, rulesText);
  if (found.layout) {
    for (const name of ["mines", "seed", "first", "guess", "grade", "wrap", "adjacency"] as const) {
      if (own[name]) throw new HypersweepError("ParameterError", { what: "fixed_by_id", field: name });
    }
    if (rules.guess !== "allowed") {
      throw new HypersweepError("ParameterError", { what: "guess_with_id", field: "rules" });
    }
    const { layout } = found;
    reading("mines", () => checkRoom(shape, found.mines, firstOpenPromise(rules)));
    return { shape, mines: found.mines ?? 0, rules, layout, seed: null, areMinesChosen: false, left, remarks: [] };
  }
  const said = agreed(own, rules);
  const areMinesChosen = mines === null;
  mines ??= standardMines(shape, said.firstOpen);
  const settled = settle(said, shape, mines, preferences, left);
  reading("mines", () => checkDeal(shape, mines, settled.rules));
  if (seed !== null && (seed < 0n || seed >= 1n << 64n)) {
    throw new HypersweepError("ParameterError", { what: "seed", got: String(seed), field: "seed" });
  }
  return { shape, mines, rules: settled.rules, layout: null, seed, areMinesChosen, left, remarks: settled.remarks };
}
