// The periods of best times, in UTC as on the server: the period containing a day, its neighbours, and their names.

export type Period = "day" | "week" | "month" | "year" | "all";
type Speaker = { messages: {locale: string}; text: (name: string, values?: any) => string };

export const PERIODS: readonly Period[] = ["day", "week", "month", "year", "all"];

const DAY = 24 * 3600 * 1000;
/** The format of each period. */
const FORMS: Record<Period, RegExp> = { day: /^\d{4}-\d\d-\d\d$/, week: /^\d{4}-W\d\d$/, month: /^\d{4}-\d\d$/, year: /^\d{4}$/, all: /^$/ };

const padded = (value: number, digits: number) => String(value).padStart(digits, "0");

/** A day as text: "2026-11-22". */
export function dayText(day: Date) {
  return `${padded(day.getUTCFullYear(), 4)}-${padded(day.getUTCMonth() + 1, 2)}-${padded(day.getUTCDate(), 2)}`;
}

/** The Monday of a day's week. */
function mondayOf(day: Date) {
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()) - ((day.getUTCDay() + 6) % 7) * DAY);
}

/** The name of the period that contains a moment: "2026-11-22", "2026-W47", "2026-11", "2026", or "" for all time. */
export function beginsOf(period: Period, moment: Date) {
  if (period === "all") return "";
  if (period !== "week") return dayText(moment).slice(0, { day: 10, month: 7, year: 4 }[period]);
  // A week belongs to the year that contains its Thursday.
  const thursday = new Date(mondayOf(moment).getTime() + 3 * DAY);
  const year = thursday.getUTCFullYear();
  return `${padded(year, 4)}-W${padded(1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY)), 2)}`;
}

/**
 * The first day of a period.
 * @returns null if the text is invalid
 */
export function firstDay(period: Period, begins: string): Date | null {
  if (period === "all" || !FORMS[period].test(begins)) return null;
  const [year, second = "1", day = "1"] = begins.split("-");
  if (period === "week") {
    // 4 January is always in the first week.
    const first = mondayOf(new Date(Date.UTC(Number(year), 0, 4)));
    const found = new Date(first.getTime() + 7 * DAY * (Number(second.slice(1)) - 1));
    return beginsOf("week", found) === begins ? found : null;
  }
  const found = new Date(Date.UTC(Number(year), Number(second) - 1, Number(day)));
  return beginsOf(period, found) === begins ? found : null;
}

/**
 * The period a number of steps after another one.
 * @param steps - negative for earlier ones
 */
export function stepped(period: Period, begins: string, steps: number) {
  const day = firstDay(period, begins);
  if (!day) return begins;
  if (period === "day" || period === "week") return beginsOf(period, new Date(day.getTime() + steps * DAY * (period === "day" ? 1 : 7)));
  const [years, months] = period === "year" ? [steps, 0] : [0, steps];
  return beginsOf(period, new Date(Date.UTC(day.getUTCFullYear() + years, day.getUTCMonth() + months, 1)));
}

/** A date in the player's format. */
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
