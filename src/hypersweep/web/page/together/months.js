// @ts-check
// A month as a calendar shows it: its weeks, and where keys move within it.

import { dayText } from "./periods.js";

const DAY = 24 * 3600 * 1000;
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

/** The month of a moment, in UTC. @param {Date} moment */
function monthOf(moment) {
  return dayText(moment).slice(0, 7);
}

/** Whether a text is a month: "2026-11". @param {string} text */
export function isMonth(text) {
  return MONTH.test(text);
}

/** @param {string} month @param {number} steps */
export function monthAfter(month, steps) {
  const [year, number] = month.split("-").map(Number);
  return monthOf(new Date(Date.UTC(year, number - 1 + steps, 1)));
}

/** @param {string} day - "2026-11-22" @param {number} days */
export function dayAfter(day, days) {
  return dayText(new Date(Date.parse(`${day}T00:00Z`) + days * DAY));
}

/**
 * The weekday on which weeks begin in the player's region: 1 for Monday to 7 for Sunday.
 * @param {string} locale
 */
export function firstWeekday(locale) {
  try {
    const own = /** @type {any} */ (new Intl.Locale(locale));
    return (own.getWeekInfo?.() ?? own.weekInfo)?.firstDay ?? 1;
  } catch {
    return 1;
  }
}

/** The weekday of a day: 1 for Monday to 7 for Sunday. @param {string} day */
function weekday(day) {
  return new Date(`${day}T00:00Z`).getUTCDay() || 7;
}

/**
 * The weeks of a month, with seven days each; null for days of the neighbouring months.
 * @param {string} month - "2026-11"
 * @param {number} [first] - weekday on which weeks begin
 * @returns {(string | null)[][]}
 */
export function weeksOf(month, first = 1) {
  const weeks = [];
  for (let day = dayAfter(`${month}-01`, -((weekday(`${month}-01`) - first + 7) % 7)); day.slice(0, 7) <= month; day = dayAfter(day, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, place) => dayAfter(day, place)).map((each) => (each.startsWith(month) ? each : null)));
  }
  return weeks;
}

/**
 * The day that a key leads to, following the ARIA pattern for date grids.
 * @param {string} day
 * @param {string} key - as in keyboard events
 * @param {{first?: number, isShifted?: boolean}} [how] - `first`: weekday on which weeks begin; `isShifted`: whether
 * Page Up and Page Down move by a year
 * @returns {string} the same day for any other key
 */
export function dayByKey(day, key, { first = 1, isShifted = false } = {}) {
  const place = (weekday(day) - first + 7) % 7;
  /** @type {Record<string, number>} */
  const days = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7, Home: -place, End: 6 - place };
  if (Object.hasOwn(days, key)) return dayAfter(day, days[key]);
  if (key !== "PageUp" && key !== "PageDown") return day;
  const month = monthAfter(day.slice(0, 7), (key === "PageUp" ? -1 : 1) * (isShifted ? 12 : 1));
  // The same day of the month, or the last one of a shorter month.
  const last = dayAfter(`${monthAfter(month, 1)}-01`, -1);
  const same = `${month}${day.slice(7)}`;
  return same < last ? same : last;
}
