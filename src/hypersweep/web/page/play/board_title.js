// @ts-check
// The name of a board: "expert, no guess" or "9x9 (wraps around), 10 mines, guesses punished".

import { Shape, readShape } from "../engine/shape.js";
import { CLASSIC, RULES_BY_NAME, checkRules, formatRules, gradeName, readRules } from "../engine/rules.js";
import { boardName } from "./boards.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../engine/rules.js").Rules} Rules */
/** A board type, with its rules if known. @typedef {{board: Shape | string, mines: number, rules?: Rules | string}} Kind */

/**
 * The name of a board type, with any rules that aren't the usual ones.
 * @param {Pick<App, "text">} app
 * @param {Kind} kind
 */
export function boardTitle(app, { board, mines, rules }) {
  const shape = readShape(board);
  const note = rules === undefined ? "" : rulesNote(app, readRules(rules));
  return [presetText(app, boardName(shape, mines)) || boardText(app, { board: shape, mines }), note].filter(Boolean).join(", ");
}

/** The display name of a preset; addresses and records use another one. @param {Pick<App, "text">} app @param {string} name - "" for none */
export function presetText(app, name) {
  return name && app.text("page.preset", { name });
}

/** The sides of a board, its adjacency if unusual, and its mines. @param {Pick<App, "text">} app @param {Kind} kind */
export function boardText(app, { board, mines }) {
  const { sides, adjacency, wrap } = readShape(board);
  const isWhole = wrap.length === sides.length;
  return app.text("page.board", { sides: sides.join("x"), isOrthogonal: adjacency === "orthogonal", wraps: wrap.length > 0, axes: isWhole ? "" : wrap.join(", "), mines });
}

/**
 * The rules, if they aren't the usual ones; "" otherwise.
 * @param {Pick<App, "text">} app
 * @param {Rules} rules
 */
export function rulesNote(app, rules) {
  const { guess, grade, exactly, firstOpen, ...rest } = checkRules(rules);
  const plain = JSON.stringify(rest);
  const name = Object.keys(RULES_BY_NAME).find((each) => {
    const { guess: ownGuess, grade: ownGrade, exactly: ownExactly, firstOpen: ownFirst, ...own } = RULES_BY_NAME[each];
    return ownGuess === "allowed" && ownGrade === null && !ownExactly && ownFirst !== undefined && JSON.stringify(own) === plain;
  });
  const isClassic = name === "classic";
  const parts = { rules: isClassic ? "" : (name ?? formatRules({ ...CLASSIC, ...rest })), firstOpen: isClassic && firstOpen === "any" ? "any" : "", guess, grade: gradeName(rules) };
  return app.text("page.rules_note", parts);
}
