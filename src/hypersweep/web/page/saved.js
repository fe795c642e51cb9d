// @ts-check
// Saved games, records and figures of a game: a file of its own, which no first move waits for.

export { boardSheet } from "./play/board_sheet.js";
export { gameFigures } from "./play/figures.js";
export { keepEnded, list, load, running } from "./play/games.js";
export { readRecord } from "./play/record.js";
export { attempt, resume } from "./play/resuming.js";
