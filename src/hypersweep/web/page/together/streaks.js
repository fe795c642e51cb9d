// @ts-check
// Winning streaks: consecutive days with a win on a daily board.

import { dayAfter } from "./months.js";

/** @typedef {import("../data/protocol.js").DailyDay} DailyDay */

/**
 * The number of consecutive days with a win up to today, or up to yesterday if today's game may still be won.
 * @param {ReadonlySet<string>} won - days with a win
 * @param {string} today
 */
export function streakOf(won, today) {
  let day = won.has(today) ? today : dayAfter(today, -1);
  let days = 0;
  for (; won.has(day); day = dayAfter(day, -1)) ++days;
  return days;
}

/**
 * The days on which a ranked game was won.
 * @param {Iterable<DailyDay>} days
 * @param {string} [preset] - name of the board; by default any
 * @returns {Set<string>}
 */
export function daysWon(days, preset = "") {
  const won = [...days].filter(({ boards }) => boards.some((each) => (!preset || each.preset === preset) && each.mine?.outcome === "won"));
  return new Set(won.map(({ date }) => date));
}

/** Whether a streak may continue in the previous month: every day from the first of this month is won. @param {ReadonlySet<string>} won @param {string} month @param {string} today */
export function goesOnBefore(won, month, today) {
  const first = `${month}-01`;
  return streakOf(won, today) > 0 && dayAfter(won.has(today) ? today : dayAfter(today, -1), 1 - streakOf(won, today)) <= first;
}
