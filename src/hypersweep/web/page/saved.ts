// Saved games, records and statistics of a game, in a separate file so that the first move doesn't wait for it.

export { DAILY_NAMES, dailyBoard, dailyResult, dailyStreak, playDaily, shareText, today } from "./play/daily_board.ts";
export { boardSheet } from "./play/board_sheet.ts";
export { followGames, keepEnded, list, load, running } from "./play/games.ts";
export { readRecord } from "./play/record.ts";
export { attempt, resume } from "./play/resuming.ts";
