// @ts-check
// Makes texts by other people in a study safe to display: invisible characters and direction marks are shown as
// escapes.

import { cellText } from "../../play/phrases.js";

/** @typedef {import("../../app.js").App} App */
/** @typedef {import("../../play/record_writer.js").Event} Event */

/** A text by another person; line breaks are preserved. @param {string} text */
export function shownText(text) {
  return text.replace(/(?![\n\u200d])[\p{C}\p{Zl}\p{Zp}]/gu, (letter) => `\\u${(letter.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`);
}

/** The name of an event in the list of moves. @param {App} app @param {Event} event @param {number} number */
export function moveText(app, { kind, cell, ended }, number) {
  return app.text("study.move", { number, kind, place: cell && cellText(cell), ended });
}
