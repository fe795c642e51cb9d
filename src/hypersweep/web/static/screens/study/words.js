// @ts-check
// What others wrote in a study, fit to be shown: what can't be seen is written out, and nothing turns the direction of what follows.

import { cellText } from "../../play/phrases.js";

/** @typedef {import("../../app.js").App} App */
/** @typedef {import("../../play/record_writer.js").Event} Event */

/** A text of somebody else's; its lines stay. @param {string} text */
export function shownText(text) {
  return text.replace(/(?![\n\u200d])[\p{C}\p{Zl}\p{Zp}]/gu, (letter) => `\\u${(letter.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`);
}

/** What an event is called in the list of moves. @param {App} app @param {Event} event @param {number} number */
export function moveText(app, { kind, cell, ended }, number) {
  return app.text("study.move", { number, kind, place: cell && cellText(cell), ended });
}
