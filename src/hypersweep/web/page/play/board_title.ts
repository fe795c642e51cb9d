// The name of a board: "expert, no guess" or "9x9 (wraps around), 10 mines, guesses punished".

import { Shape, readShape } from "../engine/shape.ts";
import { CLASSIC, RULES_BY_NAME, checkRules, formatRules, gradeName, readRules, type Rules } from "../engine/rules.ts";
import { boardName } from "./boards.ts";
import type { App } from "../app.ts";

/** A board type, with its rules if known. */
type Kind = { board: Shape | string; mines: number; rules?: Rules | string };

/** The name of a board type, with any rules that aren't the usual ones. */
export function boardTitle(app: Pick<App, "text">, { board, mines, rules }: Kind) {
  const shape = readShape(board);
  const note = rules === undefined ? "" : rulesNote(app, readRules(rules));
  return [presetText(app, boardName(shape, mines)) || boardText(app, { board: shape, mines }), note].filter(Boolean).join(", ");
}

/**
 * The display name of a preset; addresses and records use another one.
 * @param name - "" for none
 */
export function presetText(app: Pick<App, "text">, name: string) {
  return name && app.text(`page.preset_${name}`);
}

/** The sides of a board, its adjacency if unusual, and its mines. */
export function boardText(app: Pick<App, "text">, { board, mines }: Kind) {
  const { sides, adjacency, wrap } = readShape(board);
  const isWhole = wrap.length === sides.length;
  const along = { count: wrap.length, axes: wrap.join(", ") };
  const wraps = isWhole ? app.text("page.board_wraps") : app.text("page.board_wraps_along", along);
  const how = [adjacency === "orthogonal" && app.text("page.board_orthogonal"), wrap.length > 0 && wraps];
  return app.text("page.board", { sides: sides.join("x"), how: how.filter(Boolean).join(", "), mines });
}

/** What is unusual about rules: their name if they aren't the classic ones, and single rules. */
type Note = { rules: string; firstOpen: string; guess: string; grade: string | null };

/** What is unusual about rules, in words; "" for nothing. */
export function noteText(app: Pick<App, "text">, note: Note) {
  const words = ["first", "guess", "grade"].map((name) => app.text(`page.rules_${name}`, note));
  return [note.rules, ...words].filter(Boolean).join(", ");
}

/** The rules, if they aren't the usual ones; "" otherwise. */
export function rulesNote(app: Pick<App, "text">, rules: Rules) {
  const { guess, grade, exactly, firstOpen, ...rest } = checkRules(rules);
  const plain = JSON.stringify(rest);
  const name = Object.keys(RULES_BY_NAME).find((each) => {
    const { guess: ownGuess, grade: ownGrade, exactly: ownExactly, firstOpen: ownFirst, ...own } = RULES_BY_NAME[each];
    return ownGuess === "allowed" && ownGrade === null && !ownExactly && ownFirst !== undefined && JSON.stringify(own) === plain;
  });
  const isClassic = name === "classic";
  const parts = { rules: isClassic ? "" : (name ?? formatRules({ ...CLASSIC, ...rest })), firstOpen: isClassic && firstOpen === "any" ? "any" : "", guess, grade: gradeName(rules) };
  return noteText(app, parts);
}
