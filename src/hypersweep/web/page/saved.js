// @ts-check
// What reads saved games and records: a file of its own, which no first move waits for.

export { keepEnded, list, load, running } from "./play/games.js";
export { readRecord } from "./play/record.js";
export { attempt, resume } from "./play/resuming.js";
