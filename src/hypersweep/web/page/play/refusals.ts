// Why a move is impossible, as a message key. Like ui_model/game_texts.py.

import { cellsAround } from "../engine/around.ts";
import { formatRules, RULES_BY_NAME, type Rules } from "../engine/rules.ts";
import { CODES, type MoveKind, type Standing } from "../engine/terms.ts";
import { cellText } from "./phrases.ts";
import { movesInEffect, type Event } from "./record_writer.ts";
import type { Shape } from "../engine/shape.ts";
import type { MarkOrder } from "./marks.ts";

/** The reason: a message key, and the values to insert. */
export type Refusal = { refused: string; values: {[name: string]: any} };

export function refusal(name: string, values: {[name: string]: any} = {}): Refusal {
  return { refused: `session.${name}`, values };
}

/** The name of the rules, or their differences from the classic ones. */
export function rulesName(rules: Rules) {
  const text = formatRules(rules);
  return Object.keys(RULES_BY_NAME).find((name) => formatRules(RULES_BY_NAME[name]) === text) ?? text;
}

/** The same rules without restrictions on guesses. */
export function rulesByChance(rules: Rules): Rules {
  return { ...rules, guess: "allowed", grade: null, exactly: false };
}

/** The same rules for a given layout, whose first open has no promise. */
export function rulesForLayout(rules: Rules): Rules {
  return { ...rulesByChance(rules), firstOpen: "any" };
}

/** The cells flagged an odd number of times; needed because codes don't show flags on open cells. */
function flaggedBy(events: readonly Event[], shape: Shape) {
  const found = new Set();
  for (const { kind, cell } of movesInEffect(events)) {
    if (kind !== "flag" || !cell) continue;
    const index = shape.index(cell);
    if (!found.delete(index)) found.add(index);
  }
  return found;
}

/** Why a kind of move is impossible now; null if it can be tried. */
export function whyNot({ isClosed, isPaused, standing, order }: {isClosed: boolean, isPaused: boolean, standing: Standing, order?: MarkOrder | null}, kind: MoveKind | "undo" | "redo") {
  if (isClosed) return refusal("closed");
  if (standing.outcome !== "ongoing" && kind !== "undo") return refusal("over");
  if (isPaused) return refusal("paused");
  if (kind === "undo" && !standing.undoable && !order?.next(kind)) return refusal("nothing_to_undo");
  if (kind === "redo" && !(standing.redoable && order?.canRedoMove !== false) && !order?.next(kind)) return refusal("nothing_to_redo");
  return null;
}

/** Why a move had no effect, and what the player can do instead. */
export function whyNothing({ shape, rules, codes, events }: {shape: Shape, rules: Rules, codes: ArrayLike<number>, events: readonly Event[]}, kind: MoveKind, index: number): Refusal {
  const cell = shape.cell(index);
  const values = { place: cellText(cell), cell };
  const code = codes[index];
  const isOpen = code >= 0;
  if (kind === "open") return refusal(isOpen ? "already_open" : "flagged", values);
  if (kind === "flag") return refusal(isOpen && !rules.flagsOnOpen ? "no_flag_on_open" : "flag_stays", values);
  if (!rules.chord) return refusal("no_chord", { ...values, rules: rulesName(rulesByChance(rules)) });
  if (!isOpen) return refusal("covered", values);
  if (code === 0) return refusal("chord_zero", values);
  const flagged = rules.flagsOnOpen ? flaggedBy(events, shape) : null;
  const flags = cellsAround(shape, index).filter((other) => flagged?.has(other) ?? codes[other] === CODES.flagged).length;
  if (flags !== code) return refusal("chord_flags", { ...values, clue: code, flags });
  return refusal("chord_done", values);
}

/**
 * The message when no board satisfying the rules was found.
 * @param detail - details of the error
 */
export function whyNoBoard(rules: Rules, { tried, mines, isExhausted }: {tried?: unknown, mines?: unknown, isExhausted?: unknown}): Refusal {
  const { grade, exactly } = rules;
  return refusal("no_board", { tried: typeof tried === "number" ? tried : 0, isExhausted, hasGrade: grade !== null, exactly, mayBeFewer: mines !== 1 });
}
