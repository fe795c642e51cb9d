// All boards at a glance: the days of the last year with games, and wins by the number of dimensions.

import { byDimension, dayOf, daysPlayed, type Count } from "../../play/statistics.ts";
import type { GameRow } from "../../play/tally.ts";
import type { App } from "../../app.ts";

const WEEKS = 53;
/** Side of a day's square, and the distance from the start of one square to the next. */
const [SIDE, PITCH] = [11, 14];
/** Space for names of weekdays and months. */
const [LEFT, TOP] = [34, 18];
/** Minimum number of games for each further quarter of the accent colour. */
const SHADES = [1, 3, 6, 12];

type Day = Count & { date: Date; week: number; weekday: number };

/** Every day of the last 53 weeks until today, earliest first; weeks begin on Monday. */
function yearOf(counts: Map<string, Count>, today = new Date()): Day[] {
  const days: Day[] = [];
  const last = WEEKS * 7 - 7 + ((today.getDay() + 6) % 7);
  for (let place = 0; place <= last; ++place) {
    const date = new Date(today.getFullYear(), today.getMonth(), today.getDate() - last + place);
    days.push({ ...(counts.get(dayOf(date)) ?? { games: 0, won: 0 }), date, week: Math.floor(place / 7), weekday: place % 7 });
  }
  return days;
}

function longestRun(days: readonly Day[]) {
  let [longest, run] = [0, 0];
  for (const { games } of days) longest = Math.max(longest, (run = games ? run + 1 : 0));
  return longest;
}

export function Overview({ app, rows }: { app: App; rows: readonly GameRow[] }) {
  return (
    <div class="overview">
      <Year app={app} rows={rows} />
      <Dimensions app={app} counts={byDimension(rows)} />
    </div>
  );
}

function Year({ app, rows }: { app: App; rows: readonly GameRow[] }) {
  const text = (name: string, values?: any) => app.text(`statistics.${name}`, values);
  const { language } = app.messages;
  const days = yearOf(daysPlayed(rows));
  const month = new Intl.DateTimeFormat(language, { month: "short" });
  const weekday = new Intl.DateTimeFormat(language, { weekday: "short" });
  const played = days.filter(({ games }) => games);
  const sum = text("days_sum", { days: played.length, run: longestRun(days) });
  const months: Map<number, Day[]> = new Map();
  for (const day of played) {
    const month = 12 * day.date.getFullYear() + day.date.getMonth();
    months.set(month, [...(months.get(month) ?? []), day]);
  }
  const whole = new Intl.DateTimeFormat(language, { month: "long", year: "numeric" });
  const add = (of: readonly Day[], name: "games" | "won") => app.messages.numbers.format(of.reduce((all, day) => all + day[name], 0));
  return (
    <section class="year">
      <h2>{text("days")}</h2>
      <p>{sum}</p>
      <svg viewBox={`0 0 ${LEFT + WEEKS * PITCH} ${TOP + 7 * PITCH}`} role="img" aria-label={sum}>
        {days.filter(({ date, weekday: place }) => place === 0 && date.getDate() <= 7).map(({ date, week }) => <text x={LEFT + week * PITCH} y={TOP - 6}>{month.format(date)}</text>)}
        {days.slice(0, 7).filter(({ weekday: place }) => place % 2 === 0).map(({ date, weekday: place }) => <text x={0} y={TOP + place * PITCH + 9}>{weekday.format(date)}</text>)}
        {days.map(({ date, games, won, week, weekday: place }) => (
          <rect style={{ "--share": `${25 * SHADES.filter((least) => games >= least).length}%` }} x={LEFT + week * PITCH} y={TOP + place * PITCH} width={SIDE} height={SIDE} rx={2}>
            <title>{text("day", { date: app.messages.date(date), games, won })}</title>
          </rect>
        ))}
      </svg>
      <details>
        <summary>{text("as_table")}</summary>
        <table>
          <thead><tr>{["month", "days_head", "games", "won"].map((name) => <th>{text(name)}</th>)}</tr></thead>
          <tbody>{[...months.values()].reverse().map((of) => <tr><td>{whole.format(of[0].date)}</td><td>{of.length}</td><td>{add(of, "games")}</td><td>{add(of, "won")}</td></tr>)}</tbody>
        </table>
      </details>
    </section>
  );
}

function Dimensions({ app, counts }: { app: App; counts: readonly [number, Count][] }) {
  const text = (name: string, values?: any) => app.text(`statistics.${name}`, values);
  return (
    <section class="dimensions">
      <h2>{text("dimensions")}</h2>
      <table>
        <thead><tr><th>{text("dimensions_head")}</th><th>{text("games")}</th><th>{text("won")}</th></tr></thead>
        <tbody>
          {counts.map(([dimensions, { games, won }]) => (
            <tr>
              <th scope="row">{text("dimensional", { dimensions })}</th>
              <td>{app.messages.numbers.format(games)}</td>
              <td class="share"><progress class="bar" max={games} value={won} aria-hidden="true" />{`${Math.round((100 * won) / games)} %`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
