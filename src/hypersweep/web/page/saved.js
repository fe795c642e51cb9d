// @ts-check
// Saved games, records and statistics of a game, in a separate file so that the first move doesn't wait for it.

export { boardSheet } from "./play/board_sheet.js";
export { gameFigures } from "./play/figures.js";
export { keepEnded, list, load, running } from "./play/games.js";
export { readRecord } from "./play/record.js";
export { attempt, resume } from "./play/resuming.js";
