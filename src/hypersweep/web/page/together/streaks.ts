// Winning streaks: consecutive days with a win on a daily board.

import { dayAfter } from "./months.ts";
import type { DailyDay } from "../data/protocol.ts";

/**
 * The number of consecutive days with a win up to today, or up to yesterday if today's game may still be won.
 * @param won - days with a win
 */
export function streakOf(won: ReadonlySet<string>, today: string) {
  let day = won.has(today) ? today : dayAfter(today, -1);
  let days = 0;
  for (; won.has(day); day = dayAfter(day, -1)) ++days;
  return days;
}

/**
 * The days on which a ranked game was won.
 * @param preset - name of the board; by default any
 */
export function daysWon(days: Iterable<DailyDay>, preset = ""): Set<string> {
  const won = [...days].filter(({ boards }) => boards.some((each) => (!preset || each.preset === preset) && each.mine?.outcome === "won"));
  return new Set(won.map(({ date }) => date));
}

/** Whether a streak may continue in the previous month: every day from the first of this month is won. */
export function goesOnBefore(won: ReadonlySet<string>, month: string, today: string) {
  const first = `${month}-01`;
  return streakOf(won, today) > 0 && dayAfter(won.has(today) ? today : dayAfter(today, -1), 1 - streakOf(won, today)) <= first;
}
