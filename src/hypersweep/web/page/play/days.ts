// Days in UTC as texts such as "2026-11-22", and win streaks of daily boards.

const DAY = 24 * 3600 * 1000;

export function dayText(day: Date) {
  return day.toISOString().slice(0, 10);
}

/** The day some days later. */
export function dayAfter(day: string, days: number) {
  return dayText(new Date(Date.parse(`${day}T00:00Z`) + days * DAY));
}

/**
 * The win streak: consecutive days with a win up to today, or up to yesterday if today's boards may still be won.
 * @returns its length in days, and the day before its first day
 */
export function winStreak(won: ReadonlySet<string>, today: string) {
  let before = won.has(today) ? today : dayAfter(today, -1);
  let length = 0;
  for (; won.has(before); before = dayAfter(before, -1)) ++length;
  return { length, before };
}
