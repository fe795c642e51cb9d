// Statistics: all boards at a glance; figures, plots and best times of one board; and actions on saved games. Like
// tui/screens/statistics_screen.py.

import { computed, signal } from "@preact/signals";
import { parseRules } from "../engine/rules.ts";
import { Shape } from "../engine/shape.ts";
import { boardText, noteText, presetText } from "../play/board_title.ts";
import { boardName, usualFirstOpen } from "../play/boards.ts";
import { shownTime } from "../play/clock.ts";
import { findDamage } from "../play/damaged_games.ts";
import { followGames, listAll, remove } from "../play/games.ts";
import { WINDOW, plotGuesses, plotRates, plotSpread, plotTimes, plotValues, type Plot } from "../play/plots.ts";
import { reviewGames } from "../play/review_games.ts";
import {
  kindsOf, percentile, playFigures, rulesNote, type Kind, type PlayFigures, byDimension, dayOf, daysPlayed, type Count,
} from "../play/statistics.ts";
import { efficiencyOf, speedOf, type GameRow } from "../play/tally.ts";
import { DamageNote, KEPT } from "./saved_games.tsx";
import { EmptyPlot, PlotFigure } from "./plot_figure.tsx";
import { ViewScreen } from "./view_screen.tsx";
import type { App } from "../app.ts";

/** Number of table rows shown initially, and added each time. */
const ROWS = 20;
/** Number of games reviewed at one press of a button. */
const REVIEWED = 10;
const DAY = 24 * 3600 * 1000;
/** Length of each period in days; 0 for all time. */
const PERIODS: Record<string, number> = { all: 0, day: 1, week: 7, month: 30, year: 365 };
const COLUMNS = ["place", "time", "three_bv", "rate", "efficiency_short", "date", "what"];

export default class StatisticsScreen extends ViewScreen {
  title = this.text("title");
  commands = {
    scores: () => this.#focus(".times button"),
    statistics: () => this.#focus(".boards-list [aria-current]"),
    cursor: (step: number) => this.#step(step),
    focus_list: (name: string) => this.#focus(name === "boards" ? ".boards-list [aria-current]" : ".times button"),
    replay: () => this.#replay(),
  };
  #element: HTMLElement | null = null;
  #rows = signal<GameRow[]>([]);
  #damaged = signal(0);
  #period = signal("all");
  #rules = signal("");
  /** The chosen board type; if it has no games any more, the first one is shown. */
  #chosen = signal("");
  #showsAll = signal(false);
  /** The games being reviewed, and how many are done. */
  #reviewing = signal<{ done: number; all: number; stop: AbortController } | null>(null);
  #shownRows = signal(ROWS);
  #finished = computed(() => {
    const days = PERIODS[this.#period.value];
    const since = days ? new Date(Date.now() - days * DAY).toISOString() : "";
    const rules = this.#rulesNames.value.includes(this.#rules.value) ? this.#rules.value : "";
    return this.#rows.value.filter((row) => row.outcome !== "ongoing" && (!rules || row.rules === rules) && (!since || row.start >= since));
  });
  #rulesNames = computed(() => [...new Set(this.#rows.value.map(({ rules }) => rules))].sort());
  #kinds = computed(() => kindsOf(this.#finished.value));
  #names = computed(() => kindNames(this.#kinds.value));
  #kind = computed(() => Math.max(0, this.#kinds.value.findIndex((kind) => keyOf(kind) === this.#chosen.value)));

  constructor(app: App) {
    super(app, "statistics");
  }

  /** Depends on the focus: the list of times has its own keys. */
  get keys() {
    return document.activeElement?.closest(".times") ? "scores" : "statistics";
  }

  async show(element: HTMLElement) {
    this.#element = element;
    const { signal } = this.stop;
    // Another tab may have played, imported or deleted games.
    await followGames(this.app, () => this.#read(), (error) => this.app.fail(error), signal);
    if (!signal.aborted) super.show(element);
  }

  leave() {
    super.leave();
    this.#reviewing.value?.stop.abort();
  }

  async #read() {
    let { rows, damaged } = await listAll(this.app);
    if (damaged) {
      // Repair what can be repaired, which is most damage.
      await findDamage(this.app, { signal: this.stop.signal });
      ({ rows, damaged } = await listAll(this.app));
    }
    if (JSON.stringify(rows) !== JSON.stringify(this.#rows.value)) this.#rows.value = rows;
    this.#damaged.value = damaged;
  }

  View = () => {
    const { app } = this;
    const kinds = this.#kinds.value;
    const isEmpty = !this.#rows.value.some(({ outcome }) => outcome !== "ongoing");
    return (
      <>
        <div class="after-top row">
          <h1>{this.title}</h1>
          <p class="about">{this.#sum()}</p>
          <a href={KEPT}>{app.text("kept.manage")}</a>
        </div>
        <div>{this.#damaged.value > 0 && <DamageNote app={app} count={this.#damaged.value} />}</div>
        {!isEmpty && <this.Filters />}
        {kinds.length > 0 && <Overview app={app} rows={this.#finished.value} />}
        <div class="statistics-body">
          {kinds.length > 0 && <this.Boards />}
          <div class="figures">
            {kinds.length > 0 ? <this.KindFigures kind={kinds[this.#kind.value]} /> : isEmpty ? <this.Nothing /> : <p class="empty">{this.text("nothing_fits")}</p>}
          </div>
        </div>
      </>
    );
  };

  #sum() {
    const counted = this.#finished.value.filter(({ isWalkover }) => !isWalkover);
    const won = counted.filter(({ outcome }) => outcome === "won").length;
    return counted.length ? this.text("sum", { games: counted.length, won, percent: percent(won / counted.length) }) : "";
  }

  Filters = () => (
    <div class="statistics-tools row">
      <label>
        {`${this.text("period")} `}
        <select value={this.#period.value} onChange={(event) => (this.#period.value = event.currentTarget.value)}>
          {Object.keys(PERIODS).map((name) => <option value={name}>{this.text(`period_${name}`)}</option>)}
        </select>
      </label>
      <label>
        {`${this.text("rules")} `}
        <select value={this.#rules.value} onChange={(event) => (this.#rules.value = event.currentTarget.value)}>
          <option value="">{this.text("all_rules")}</option>
          {this.#rulesNames.value.map((name) => <option value={name}>{this.#rulesText(name)}</option>)}
        </select>
      </label>
    </div>
  );

  /** Describe rules completely, including what is usual. */
  #rulesText(rules: string) {
    const note = rulesNote({ rules }, { usual: "" });
    return noteText(this.app, { ...note, rules: note.rules || "classic" });
  }

  Boards = () => (
    <ul class="boards-list" aria-label={this.text("boards")}>
      {this.#kinds.value.map((kind, place) => {
        const { name, note } = this.#names.value[place];
        return (
          <li key={keyOf(kind)}>
            <button type="button" aria-current={place === this.#kind.value ? "true" : undefined} onClick={() => this.#pick(place)}>
              <span class="name">{presetText(this.app, name) || boardText(this.app, kind)}</span>
              <span class="count">{this.#number(kind.rows.filter(({ isWalkover }) => !isWalkover).length)}</span>
              {note && <span class="rules-note about">{noteText(this.app, note)}</span>}
            </button>
          </li>
        );
      })}
    </ul>
  );

  /** Before the first game, show an example of this screen. */
  Nothing = () => (
    <div class="nothing">
      <EmptyPlot />
      <p class="empty">{this.text("empty")}</p>
      <a class="button primary" href="#/">{this.text("play")}</a>
    </div>
  );

  #pick(place: number) {
    this.#chosen.value = keyOf(this.#kinds.value[place]);
    this.#shownRows.value = ROWS;
  }

  /** Choose the next or previous board type, and focus it. */
  #step(step: number) {
    const { length } = this.#kinds.value;
    if (!length) return;
    const place = Math.min(Math.max(this.#kind.value + step, 0), length - 1);
    this.#pick(place);
    this.#element?.querySelectorAll<HTMLElement>(".boards-list button")[place]?.focus();
  }

  KindFigures = ({ kind }: { kind: Kind }) => {
    const figures = playFigures(kind.rows);
    const { name, note } = this.#names.value[this.#kind.value];
    const words = note ? `, ${noteText(this.app, note)}` : "";
    const plots = [plotSpread(figures), plotTimes(figures), plotRates(figures), plotValues(figures)];
    return (
      <>
        <h2>{(presetText(this.app, name) || boardText(this.app, kind)) + words}</h2>
        <dl class="facts">
          {this.#facts(figures, kind).map(([fact, value]) => value && <div key={fact}><dt>{this.text(fact)}</dt><dd>{value}</dd></div>)}
        </dl>
        <div class="plots">
          {figures.ranked.length === 0 && <p class="empty">{this.text("no_times")}</p>}
          {plots.map((plot) => plot.x.length > 0 && <this.Figure key={plot.name} plot={plot} figures={figures} />)}
          <this.Guesses figures={figures} />
        </div>
        <this.Times figures={figures} kind={kind} />
      </>
    );
  };

  Figure = ({ plot, figures }: { plot: Plot; figures: PlayFigures }) => (
    <PlotFigure app={this.app} plot={plot} texts={this.#plotTexts(plot, figures)} pick={(key) => this.app.go(`${plot.name === "guesses" ? "review" : "replay"}/${encodeURIComponent(key)}`)} />
  );

  /** Unneeded guesses by game, and a button that reviews some more games. */
  Guesses = ({ figures }: { figures: PlayFigures }) => {
    const keys = figures.played.filter(({ unneeded }) => unneeded === undefined).map(({ key }) => key).reverse();
    const work = this.#reviewing.value;
    return (
      <div class="needless">
        <this.Figure plot={plotGuesses(figures)} figures={figures} />
        {work ? (
          <p class="buttons">
            <progress aria-label={this.text("reviewing", { done: work.done, all: work.all })} max={work.all} value={work.done} />
            <span>{this.text("reviewing", { done: work.done, all: work.all })}</span>
            <button type="button" onClick={() => work.stop.abort()}>{this.app.text("page.cancel")}</button>
          </p>
        ) : keys.length > 0 && (
          <p class="buttons">
            <button type="button" onClick={() => void this.#review(keys.slice(0, REVIEWED))}>{this.text("review_games", { count: Math.min(keys.length, REVIEWED) })}</button>
          </p>
        )}
      </div>
    );
  };

  async #review(keys: string[]) {
    const stop = new AbortController();
    const { signal } = stop;
    const tell = (done: number) => (this.#reviewing.value = { done, all: keys.length, stop });
    tell(0);
    try {
      await reviewGames(this.app, keys, { signal, onProgress: tell });
    } catch (error) {
      if (!signal.aborted) await this.app.fail(error);
    }
    this.#reviewing.value = null;
    if (!this.stop.signal.aborted) await this.#read();
  }

  #facts(figures: PlayFigures, { rows }: Kind): [string, string][] {
    const { games, won, best, median, streak, longestStreak, helped, walkovers, speed, bestSpeed, efficiency } = figures;
    const reviewed = rows.filter(({ unneeded }) => typeof unneeded === "number");
    const unneeded = reviewed.reduce((sum, row) => sum + (row.unneeded ?? 0), 0);
    return [
      ["games", this.#number(games)],
      ["won", games ? `${this.#number(won)} · ${percent(won / games)}` : ""],
      ["best", best === null ? "" : shownTime(this.app, best)],
      ["median", median === null ? "" : shownTime(this.app, median)],
      ["speed", speed === null ? "" : this.text("speeds", { median: this.#decimal(speed), best: this.#decimal(bestSpeed ?? 0) })],
      ["efficiency", efficiency === null ? "" : percent(efficiency)],
      ["streak", games ? this.text("streaks", { streak, longest: longestStreak }) : ""],
      ["helped", helped ? this.#number(helped) : ""],
      ["walkovers", walkovers ? this.text("walkovers_of", { games: walkovers }) : ""],
      ["unneeded", reviewed.length ? this.text("unneeded_of", { unneeded, games: reviewed.length }) : ""],
    ];
  }

  #number(value: number) {
    return this.app.messages.numbers.format(value);
  }

  #decimal(value: number) {
    return new Intl.NumberFormat(this.app.messages.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value);
  }

  /** The date of a game's start in the player's format; "" if unknown. */
  #day(start: string) {
    const moment = new Date(start);
    return Number.isNaN(moment.getTime()) ? "" : this.app.messages.date(moment);
  }

  #plotTexts({ name, x, y, units, width = 0 }: Plot, { times }: PlayFigures) {
    const shown = { number: (value: number) => this.#number(value), time: (value: number) => shownTime(this.app, Math.round(1000 * value)), percent: (value: number) => `${this.#number(Math.round(value))} %` };
    const value = (place: number) => (width ? `${shown.time(x[place] - width / 2)} – ${shown.time(x[place] + width / 2)}` : shown[units[0]](x[place]));
    const cells = (place: number): [string, string] => [value(place), shown[units[1]](y[place])];
    const share = name === "spread" ? percentile(times) : null;
    return {
      title: this.text(`plot_${name}`, { window: WINDOW }),
      note: share === null ? "" : this.text("percentile", { time: shown.time(times[times.length - 1] / 1000), percent: percent(share) }),
      empty: this.text(name === "guesses" ? "no_reviews" : "no_times"),
      point: (place: number) => this.text(`point_${name}`, { first: cells(place)[0], second: cells(place)[1], count: y[place] }),
      table: this.text("as_table"),
      heads: [this.text(`head_${name}_across`), this.text(`head_${name}_up`)] as [string, string],
      cells,
    };
  }

  Times = ({ figures: { ranked }, kind }: { figures: PlayFigures; kind: Kind }) => {
    // Latest first, or fastest first; equal times in the order in which they were played.
    const showsAll = this.#showsAll.value;
    const rows = showsAll ? kind.rows : [...ranked].sort((one, other) => one.milliseconds - other.milliseconds);
    const toggle = () => {
      this.#showsAll.value = !showsAll;
      this.#shownRows.value = ROWS;
    };
    return (
      <div class="times">
        <div class="times-head row">
          <h3>{this.text(showsAll ? "all_games" : "best_times")}</h3>
          <button type="button" onClick={toggle}>{this.text(showsAll ? "show_best" : "show_all")}</button>
        </div>
        {rows.length ? (
          <div class="scroll">
            <table>
              <thead>
                <tr>{COLUMNS.map((name) => <th>{name === "what" ? <span class="unseen">{this.text(name)}</span> : this.text(name)}</th>)}</tr>
              </thead>
              <tbody>{rows.slice(0, this.#shownRows.value).map((row, place) => <this.Row key={row.key} row={row} place={place + 1} />)}</tbody>
            </table>
          </div>
        ) : <p class="empty">{this.text("no_times")}</p>}
        {rows.length > this.#shownRows.value && <button type="button" onClick={() => this.#showMore()}>{this.text("more")}</button>}
      </div>
    );
  };

  #showMore() {
    const first = this.#shownRows.value;
    this.#shownRows.value = first + ROWS;
    // The pressed button may be gone.
    requestAnimationFrame(() => this.#element?.querySelectorAll<HTMLTableRowElement>(".times tbody tr")[first]?.querySelector("button")?.focus());
  }

  Row = ({ row, place }: { row: GameRow; place: number }) => {
    const { key, milliseconds, threeBV, start, outcome, isWalkover } = row;
    const [speed, efficiency] = [speedOf(row), efficiencyOf(row)];
    const when = this.#day(start);
    const time = shownTime(this.app, milliseconds);
    const act = (sign: string, name: string, run: () => unknown) => {
      const label = this.text(name, { time, date: when });
      return <button type="button" aria-label={label} title={label} onClick={run}>{sign}</button>;
    };
    return (
      <tr data-key={key}>
        <td>{place}</td>
        <td>{time + (isWalkover ? ` ${this.text("walkover")}` : outcome === "won" ? "" : ` ${this.text("lost")}`)}</td>
        <td>{threeBV === null ? "" : this.#number(threeBV)}</td>
        <td>{speed === null ? "" : this.#decimal(speed)}</td>
        <td>{efficiency === null ? "" : percent(efficiency)}</td>
        <td>{when}</td>
        <td class="buttons">
          {act("▶", "replay", () => this.app.go(`replay/${encodeURIComponent(key)}`))}
          {act("⌕", "review", () => this.app.go(`review/${encodeURIComponent(key)}`))}
          {act("×", "remove", () => this.#remove(row))}
        </td>
      </tr>
    );
  };

  #focus(selector: string) {
    this.#element?.querySelector<HTMLElement>(selector)?.focus();
  }

  #replay() {
    const key = document.activeElement?.closest("tr")?.dataset.key;
    if (key) this.app.go(`replay/${encodeURIComponent(key)}`);
    else this.#focus(".times tbody button");
  }

  async #remove({ key, milliseconds, start }: GameRow) {
    const { app } = this;
    const isMeant = await app.confirm(this.text("remove_asked", { time: shownTime(app, milliseconds), date: this.#day(start) }), { yes: this.text("remove_yes") });
    if (!isMeant) return;
    try {
      await remove(app, key);
      await this.#read();
    } catch (error) {
      await app.fail(error);
    }
    app.say(this.text("removed"));
  }
}

const keyOf = ({ board, mines, rules }: Kind) => JSON.stringify([board, mines, rules]);

/** A share as a whole percentage. */
function percent(share: number) {
  return `${Math.round(100 * share)} %`;
}

/** The names of board types listed together, with notes on their rules. */
function kindNames(kinds: readonly Kind[]) {
  const alike = ({ board, mines, rules }: Kind) => JSON.stringify([board, mines, { ...parseRules(rules), firstOpen: "" }]);
  const counts: Map<string, number> = new Map();
  for (const kind of kinds) counts.set(alike(kind), (counts.get(alike(kind)) ?? 0) + 1);
  return kinds.map((kind) => {
    const shape = Shape.parse(kind.board);
    const usual = usualFirstOpen(shape, kind.mines, parseRules(kind.rules).guess);
    const note = rulesNote(kind, { usual, isOneOfSeveral: (counts.get(alike(kind)) ?? 0) > 1 });
    return { name: boardName(shape, kind.mines), note: Object.values(note).some(Boolean) ? note : null };
  });
}

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

function Overview({ app, rows }: { app: App; rows: readonly GameRow[] }) {
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
          <rect class={games ? "played" : ""} fill-opacity={games ? SHADES.filter((least) => games >= least).length / SHADES.length : 1} x={LEFT + week * PITCH} y={TOP + place * PITCH} width={SIDE} height={SIDE} rx={2}>
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
