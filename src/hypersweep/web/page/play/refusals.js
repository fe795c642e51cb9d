// @ts-check
// Why a move is impossible, as the name of a text. Like ui_model/game_texts.py.

import { cellsAround } from "../engine/around.js";
import { formatRules, RULES_BY_NAME } from "../engine/rules.js";
import { CODES } from "../engine/terms.js";
import { cellText } from "./phrases.js";

/** @typedef {import("../engine/terms.js").MoveKind} MoveKind */
/** @typedef {import("../engine/rules.js").Rules} Rules */
/** @typedef {import("../engine/shape.js").Shape} Shape */
/** @typedef {import("./record_writer.js").Event} Event */
/** The reason: the name of a text, and its values. @typedef {{refused: string, values: {[name: string]: any}}} Refusal */

/** @param {string} name @param {{[name: string]: any}} [values] @returns {Refusal} */
export function refusal(name, values = {}) {
  return { refused: `session.${name}`, values };
}

/** The name of the rules, or their differences from the classic ones. @param {Rules} rules */
export function rulesName(rules) {
  const text = formatRules(rules);
  return Object.keys(RULES_BY_NAME).find((name) => formatRules(RULES_BY_NAME[name]) === text) ?? text;
}

/** The same rules without restrictions on guesses. @param {Rules} rules @returns {Rules} */
export function rulesByChance(rules) {
  return { ...rules, guess: "allowed", grade: null, exactly: false };
}

/** The same rules for a given layout, whose first open has no promise. @param {Rules} rules @returns {Rules} */
export function rulesForLayout(rules) {
  return { ...rulesByChance(rules), firstOpen: "any" };
}

/**
 * The cells flagged an odd number of times; needed because codes don't show flags on open cells.
 * @param {readonly Event[]} events
 * @param {Shape} shape
 */
function flaggedBy(events, shape) {
  /** @type {Event[]} */
  const done = [];
  /** @type {Event[]} */
  let undone = [];
  for (const event of events) {
    if (!event.changed) continue;
    const isStep = event.kind === "undo" || event.kind === "redo";
    const move = event.kind === "undo" ? done.pop() : event.kind === "redo" ? undone.pop() : event;
    if (!isStep) undone = [];
    if (move) (event.kind === "undo" ? undone : done).push(move);
  }
  const found = new Set();
  for (const { kind, cell } of done) {
    if (kind !== "flag" || !cell) continue;
    const index = shape.index(cell);
    if (!found.delete(index)) found.add(index);
  }
  return found;
}

/**
 * Why a kind of move is impossible now; null if it can be tried.
 * @param {{isClosed: boolean, isPaused: boolean, standing: import("../engine/terms.js").Standing}} session
 * @param {MoveKind | "undo" | "redo"} kind
 */
export function whyNot({ isClosed, isPaused, standing }, kind) {
  if (isClosed) return refusal("closed");
  if (standing.outcome !== "ongoing" && kind !== "undo") return refusal("over");
  if (isPaused) return refusal("paused");
  if (kind === "undo" && !standing.undoable) return refusal("nothing_to_undo");
  if (kind === "redo" && !standing.redoable) return refusal("nothing_to_redo");
  return null;
}

/**
 * Why a move had no effect, and what the player can do instead.
 * @param {{shape: Shape, rules: Rules, codes: ArrayLike<number>, events: readonly Event[]}} game
 * @param {MoveKind} kind
 * @param {number} index
 * @returns {Refusal}
 */
export function whyNothing({ shape, rules, codes, events }, kind, index) {
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
 * @param {Rules} rules
 * @param {{tried?: unknown, mines?: unknown, isExhausted?: unknown}} detail - details of the error
 * @returns {Refusal}
 */
export function whyNoBoard(rules, { tried, mines, isExhausted }) {
  const { grade, exactly } = rules;
  return refusal("no_board", { tried: typeof tried === "number" ? tried : 0, isExhausted, hasGrade: grade !== null, exactly, mayBeFewer: mines !== 1 });
}
