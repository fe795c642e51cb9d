// Dates in UTC, as on the server: the periods of best times, the months of the calendar, and winning streaks.

import { dayAfter, dayText, winStreak } from "../play/days.ts";
import type { DailyDay } from "../data/protocol.ts";

export type Period = "day" | "week" | "month" | "year" | "all";
type Speaker = { messages: {locale: string}; text: (name: string, values?: any) => string };

export const PERIODS: readonly Period[] = ["day", "week", "month", "year", "all"];

const DAY = 24 * 3600 * 1000;
/** The format of each period. */
const FORMS: Record<Period, RegExp> = { day: /^\d{4}-\d\d-\d\d$/, week: /^\d{4}-W\d\d$/, month: /^\d{4}-\d\d$/, year: /^\d{4}$/, all: /^$/ };

/**
 * The first day of a period: "2026-11-22", "2026-W47", "2026-11" or "2026".
 * @returns null for all time, and if the text is invalid
 */
export function firstDay(period: Period, begins: string): Date | null {
  if (period === "all" || !FORMS[period].test(begins)) return null;
  const [year, week] = begins.split("-W");
  // 4 January is always in the first week, and a week belongs to the year that contains its Thursday.
  const first = week ? dayAfter(`${year}-01-04`, 1 - weekday(`${year}-01-04`) + 7 * (Number(week) - 1)) : begins;
  const found = new Date(first);
  if (Number.isNaN(found.getTime())) return null;
  return (week ? dayAfter(first, 3) : dayText(found)).startsWith(week ? year : begins) ? found : null;
}

export function dateText(app: Speaker, day: Date, how: Intl.DateTimeFormatOptions) {
  return new Intl.DateTimeFormat(app.messages.locale, { timeZone: "UTC", ...how }).format(day);
}

/**
 * The name of a period in the player's language.
 * @param app - with the part "best" loaded
 */
export function periodName(app: Speaker, period: Period, begins: string) {
  const day = firstDay(period, begins);
  if (!day) return app.text("best.period_all");
  if (period === "day") return dateText(app, day, { dateStyle: "full" });
  if (period === "year") return begins;
  if (period === "month") return dateText(app, day, { month: "long", year: "numeric" });
  const format = new Intl.DateTimeFormat(app.messages.locale, { timeZone: "UTC", dateStyle: "medium" });
  const days = format.formatRange(day, new Date(day.getTime() + 6 * DAY));
  return app.text("best.week", { week: Number(begins.slice(-2)), days });
}

export function monthAfter(month: string, steps: number) {
  const [year, number] = month.split("-").map(Number);
  return dayText(new Date(Date.UTC(year, number - 1 + steps, 1))).slice(0, 7);
}

/** The weekday on which weeks begin in the player's region: 1 for Monday to 7 for Sunday. */
export function firstWeekday(locale: string) {
  try {
    const own = new Intl.Locale(locale) as any;
    return (own.getWeekInfo?.() ?? own.weekInfo)?.firstDay ?? 1;
  } catch {
    return 1;
  }
}

/** The weekday of a day: 1 for Monday to 7 for Sunday. */
function weekday(day: string) {
  return new Date(`${day}T00:00Z`).getUTCDay() || 7;
}

/**
 * The weeks of a month, with seven days each; null for days of the neighbouring months.
 * @param month - "2026-11"
 * @param first - weekday on which weeks begin
 */
export function weeksOf(month: string, first = 1): (string | null)[][] {
  const weeks = [];
  for (let day = dayAfter(`${month}-01`, -((weekday(`${month}-01`) - first + 7) % 7)); day.slice(0, 7) <= month; day = dayAfter(day, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, place) => dayAfter(day, place)).map((each) => (each.startsWith(month) ? each : null)));
  }
  return weeks;
}

/**
 * The day that a key leads to, following the ARIA pattern for date grids.
 * @param key - as in keyboard events
 * @param how - `first`: weekday on which weeks begin; `isShifted`: whether Page Up and Page Down move by a year
 * @returns the same day for any other key
 */
export function dayByKey(day: string, key: string, { first = 1, isShifted = false }: {first?: number, isShifted?: boolean} = {}): string {
  const place = (weekday(day) - first + 7) % 7;
  const days: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7, Home: -place, End: 6 - place };
  if (Object.hasOwn(days, key)) return dayAfter(day, days[key]);
  if (key !== "PageUp" && key !== "PageDown") return day;
  const month = monthAfter(day.slice(0, 7), (key === "PageUp" ? -1 : 1) * (isShifted ? 12 : 1));
  // The same day of the month, or the last one of a shorter month.
  const last = dayAfter(`${monthAfter(month, 1)}-01`, -1);
  const same = `${month}${day.slice(7)}`;
  return same < last ? same : last;
}

/** The win streak of the server's daily boards: see `winStreak`. */
export function streakOf(days: Iterable<DailyDay>, today: string) {
  const won = [...days].filter(({ boards }) => boards.some(({ mine }) => mine?.outcome === "won"));
  return winStreak(new Set(won.map(({ date }) => date)), today);
}
