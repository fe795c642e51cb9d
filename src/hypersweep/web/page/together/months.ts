// A month as a calendar shows it: its weeks, and where keys move within it.

import { dayText } from "./periods.ts";

const DAY = 24 * 3600 * 1000;
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** The month of a moment, in UTC. */
function monthOf(moment: Date) {
  return dayText(moment).slice(0, 7);
}

/** Whether a text is a month: "2026-11". */
export function isMonth(text: string) {
  return MONTH.test(text);
}

export function monthAfter(month: string, steps: number) {
  const [year, number] = month.split("-").map(Number);
  return monthOf(new Date(Date.UTC(year, number - 1 + steps, 1)));
}

/** @param day - "2026-11-22" */
export function dayAfter(day: string, days: number) {
  return dayText(new Date(Date.parse(`${day}T00:00Z`) + days * DAY));
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
 * @param how - `first`: weekday on which weeks begin; `isShifted`: whether
 * Page Up and Page Down move by a year
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
