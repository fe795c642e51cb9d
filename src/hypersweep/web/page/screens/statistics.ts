// Statistics of the games on each board: figures, plots, best times; and actions on saved games. Like
// tui/screens/statistics_screen.py and scores.py.

import { parseRules } from "../engine/rules.ts";
import { Shape } from "../engine/shape.ts";
import { button, node } from "../frame/elements.ts";
import { boardText, noteText, presetText } from "../play/board_title.ts";
import { boardName, usualFirstOpen } from "../play/boards.ts";
import { shownTime } from "../play/clock.ts";
import { findDamage } from "../play/damage.ts";
import { listAll, remove } from "../play/games.ts";
import { WINDOW, plotRates, plotTimes, plotValues, type Plot } from "../play/plots.ts";
import { PlayFigures, kindsOf, rulesNote, type Kind } from "../play/statistics.ts";
import { efficiencyOf, speedOf, type GameRow } from "../play/tally.ts";
import { KEPT } from "./damage_note.tsx";
import { damageNote } from "./kept.ts";
import { STEPS, emptyPlot, plotFigure } from "./plot_picture.ts";
import type { App, Place } from "../app.ts";

/** Number of table rows shown initially, and added each time. */
const ROWS = 100;
const DAY = 24 * 3600 * 1000;
/** Length of each period in days; 0 for all time. */
const PERIODS: Record<string, number> = { all: 0, day: 1, week: 7, month: 30, year: 365 };

export default class StatisticsScreen {
  title;
  commands: Record<string, (...values: any[]) => unknown>;
  element?: HTMLElement;
  #stop = new AbortController();
  #rows: GameRow[] = [];
  #kinds: Kind[] = [];
  #kind = 0;
  /** Names of the board types. */
  #names: ReturnType<typeof kindNames> = [];
  #period = "all";
  #rules = "";
  #showsAll = false;
  #boards = node("ul", "boards-list");
  #right = node("div", "figures");
  #title = node("p", "about");
  #damage = node("div");
  #tools = node("div", "statistics-tools");
  #body = node("div", "statistics-body", this.#boards, this.#right);

  constructor(public app: App, _place: Place) {
    this.title = app.text("statistics.title");
    this.commands = {
      scores: () => this.#focus(".times button"),
      statistics: () => this.#focus(".boards-list [aria-current]"),
      cursor: (step: number) => this.#pick(this.#kind + step),
      focus_list: (name: string) => this.#focus(name === "boards" ? ".boards-list [aria-current]" : ".times button"),
      replay: () => this.#replay(),
    };
  }

  /** Depends on the focus: the list of times has its own keys. */
  get keys() {
    return document.activeElement?.closest(".times") ? "scores" : "statistics";
  }

  #text(name: string, values?: any) {
    return this.app.text(`statistics.${name}`, values);
  }

  async show(element: HTMLElement) {
    this.element = element;
    await this.#read();
    if (this.#stop.signal.aborted) return;
    const manage = node("a", "", this.app.text("kept.manage"));
    manage.href = KEPT;
    this.#boards.setAttribute("aria-label", this.#text("boards"));
    element.append(node("div", "after-top", node("h1", "", this.title), this.#title, manage), this.#damage, this.#tools, this.#body);
    this.#fill();
    // Another tab may have played, imported or deleted games.
    this.app.storage.onGames(() => this.#refresh(), this.#stop.signal);
  }

  async #read() {
    let { rows, damaged } = await listAll(this.app);
    if (damaged) {
      // Most damage can be repaired.
      await findDamage(this.app, { signal: this.#stop.signal });
      ({ rows, damaged } = await listAll(this.app));
    }
    this.#rows = rows;
    this.#damage.replaceChildren(...(damaged ? [await damageNote(this.app, damaged)] : []));
  }

  /** Update the display; choices and focus stay. */
  async #refresh() {
    const before = JSON.stringify(this.#rows);
    try {
      await this.#read();
    } catch (error) {
      return this.app.fail(error);
    }
    if (!this.#stop.signal.aborted && JSON.stringify(this.#rows) !== before) this.#fill();
  }

  /** Fill the filters; the rules offered are those of the saved games. */
  #fillTools() {
    const choices = this.#rulesChoices();
    if (!choices.some(([value]) => value === this.#rules)) this.#rules = "";
    const periods = Object.keys(PERIODS).map((name) => [name, this.#text(`period_${name}`)]);
    const focused = [...this.#tools.querySelectorAll("select")].findIndex((field) => field === document.activeElement);
    this.#tools.replaceChildren(
      this.#choice("period", periods, this.#period, (value) => (this.#period = value)),
      this.#choice("rules", choices, this.#rules, (value) => (this.#rules = value)),
    );
    if (focused >= 0) this.#tools.querySelectorAll("select")[focused].focus();
  }

  leave() {
    this.#stop.abort();
  }

  #rulesChoices() {
    const names = [...new Set(this.#rows.map(({ rules }) => rules))].sort();
    return [["", this.#text("all_rules")], ...names.map((name) => [name, this.#rulesText(name)])] as [string, string][];
  }

  /** Describe rules completely, including what is usual. */
  #rulesText(rules: string) {
    const note = rulesNote({ rules }, { usual: "" });
    return noteText(this.app, { ...note, rules: note.rules || "classic" });
  }

  #choice(name: string, options: string[][], chosen: string, set: (value: string) => void) {
    const field = node("select");
    field.append(...options.map(([value, text]) => new Option(text, value)));
    field.value = chosen;
    field.addEventListener("change", () => {
      set(field.value);
      this.#fill();
    });
    return node("label", "", `${this.#text(name)} `, field);
  }

  get #filtered() {
    const days = PERIODS[this.#period];
    const since = days ? new Date(Date.now() - days * DAY).toISOString() : "";
    return this.#rows.filter(({ rules, start }) => (!this.#rules || rules === this.#rules) && (!since || start >= since));
  }

  #fill() {
    const finished = this.#filtered.filter(({ outcome }) => outcome !== "ongoing");
    const counted = finished.filter(({ isWalkover }) => !isWalkover);
    const won = counted.filter(({ outcome }) => outcome === "won").length;
    this.#title.textContent = counted.length ? this.#text("sum", { games: counted.length, won, percent: percent(won / counted.length) }) : "";
    const { board, mines, rules } = this.#kinds[this.#kind] ?? {};
    this.#kinds = kindsOf(finished);
    this.#kind = Math.max(0, this.#kinds.findIndex((each) => each.board === board && each.mines === mines && each.rules === rules));
    this.#names = kindNames(this.#kinds);
    const names = this.#names;
    const isEmpty = !this.#rows.some(({ outcome }) => outcome !== "ongoing");
    this.#tools.hidden = isEmpty;
    if (!isEmpty) this.#fillTools();
    const hadFocus = this.#boards.contains(document.activeElement);
    this.#boards.replaceChildren(
      ...this.#kinds.map((kind, place) => {
        const { name, note } = names[place];
        const row = button("", () => this.#pick(place));
        row.append(node("span", "name", presetText(this.app, name) || boardText(this.app, kind)), node("span", "count", this.#number(kind.rows.filter(({ isWalkover }) => !isWalkover).length)));
        if (note) row.append(node("span", "rules-note", noteText(this.app, note)));
        return node("li", "", row);
      }),
    );
    this.#boards.hidden = !this.#kinds.length;
    if (this.#kinds.length) this.#pick(this.#kind, hadFocus);
    else if (isEmpty) this.#right.replaceChildren(this.#nothing());
    else this.#right.replaceChildren(node("p", "empty", this.#text("nothing_fits")));
  }

  /** Before the first game, show an example of this screen. */
  #nothing() {
    const play = node("a", "button primary", this.#text("play"));
    play.href = "#/";
    return node("div", "nothing", emptyPlot() as any, node("p", "empty", this.#text("empty")), play);
  }

  #pick(place: number, isFocused = true) {
    if (!this.#kinds.length) return;
    this.#kind = Math.min(Math.max(place, 0), this.#kinds.length - 1);
    [...this.#boards.querySelectorAll("button")].forEach((own, each) => {
      if (each === this.#kind) own.setAttribute("aria-current", "true");
      else own.removeAttribute("aria-current");
      if (each === this.#kind && isFocused) own.focus();
    });
    this.#draw();
  }

  #draw() {
    const kind = this.#kinds[this.#kind];
    const figures = new PlayFigures(kind.rows);
    const { name, note } = this.#names[this.#kind];
    const words = note ? `, ${noteText(this.app, note)}` : "";
    const heading = node("h2", "", (presetText(this.app, name) || boardText(this.app, kind)) + words);
    this.#right.replaceChildren(heading, this.#figures(figures, kind), this.#plots(figures), this.#table(figures, kind));
  }

  #figures(figures: PlayFigures, { rows }: Kind) {
    const listed = node("dl");
    const fact = (name: string, value: string) => value && listed.append(node("div", "", node("dt", "", this.#text(name)), node("dd", "", value)));
    const { games, won, best, median, streak, longestStreak, helped, walkovers } = figures;
    fact("games", this.#number(games));
    fact("won", games ? `${this.#number(won)} · ${percent(won / games)}` : "");
    fact("best", best === null ? "" : shownTime(this.app, best));
    fact("median", median === null ? "" : shownTime(this.app, median));
    fact("speed", figures.speed === null ? "" : this.#text("speeds", { median: this.#decimal(figures.speed), best: this.#decimal(figures.bestSpeed ?? 0) }));
    fact("efficiency", figures.efficiency === null ? "" : percent(figures.efficiency));
    fact("streak", games ? this.#text("streaks", { streak, longest: longestStreak }) : "");
    fact("helped", helped ? this.#number(helped) : "");
    fact("walkovers", walkovers ? this.#text("walkovers_of", { games: walkovers }) : "");
    const reviewed = rows.filter(({ unneeded }) => typeof unneeded === "number");
    const unneeded = reviewed.reduce((sum, row) => sum + (row.unneeded ?? 0), 0);
    fact("unneeded", reviewed.length ? this.#text("unneeded_of", { unneeded, games: reviewed.length }) : "");
    return listed;
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

  #plots(figures: PlayFigures) {
    const pick = (key: string) => this.app.go(`replay/${encodeURIComponent(key)}`);
    const figure = (plot: Plot, cells: (place: number) => [string, string]) =>
      plotFigure(plot, {
        title: this.#text(`plot_${plot.name}`, { window: WINDOW }),
        empty: this.#text("no_times"),
        point: (place) => this.#text(`point_${plot.name}`, { first: cells(place)[0], second: cells(place)[1] }),
        table: this.#text("as_table"),
        heads: [this.#text(`head_${plot.name}_across`), this.#text(`head_${plot.name}_up`)],
        cells,
        pick,
      });
    const times = plotTimes(figures, STEPS);
    const rates = plotRates(figures, STEPS);
    const values = plotValues(figures, STEPS);
    const seconds = (value: number) => shownTime(this.app, Math.round(1000 * value));
    return node(
      "div",
      "plots",
      figure(times, (place) => [this.#number(times.points[place][0]), seconds(times.points[place][1])]),
      figure(rates, (place) => [this.#number(rates.points[place][0]), `${this.#number(Math.round(rates.points[place][1]))} %`]),
      figure(values, (place) => [seconds(values.points[place][0]), this.#number(values.points[place][1])]),
    );
  }

  #table({ ranked }: PlayFigures, kind: Kind) {
    // Latest first, or fastest first; equal times in the order in which they were played.
    const best = [...ranked].sort((one, other) => one.milliseconds - other.milliseconds);
    const rows = this.#showsAll ? kind.rows : best;
    const toggle = button(this.#text(this.#showsAll ? "show_best" : "show_all"), () => {
      this.#showsAll = !this.#showsAll;
      this.#draw();
      this.#focus(".times-head button");
    });
    const head = node("div", "times-head", node("h3", "", this.#text(this.#showsAll ? "all_games" : "best_times")), toggle);
    if (!rows.length) return node("div", "times", head, node("p", "empty", this.#text("no_times")));
    const names = ["place", "time", "three_bv", "rate", "efficiency_short", "date", "what"];
    const table = node("table", "", node("thead", "", node("tr", "", ...names.map((name) => node("th", "", name === "what" ? node("span", "unseen", this.#text(name)) : this.#text(name))))));
    table.append(node("tbody", "", ...rows.slice(0, ROWS).map((row, place) => this.#row(row, place + 1))));
    const all = node("div", "times", head, node("div", "scroll", table));
    if (rows.length > ROWS) {
      const more = button(this.#text("more"), () => {
        const body = table.tBodies[0] as HTMLTableSectionElement;
        const first = body.rows.length;
        body.append(...rows.slice(first, first + ROWS).map((row, place) => this.#row(row, first + place + 1)));
        if (body.rows.length >= rows.length) more.remove();
        body.rows[first].querySelector("button")?.focus();
      });
      all.append(more);
    }
    return all;
  }

  #row(row: GameRow, place: number) {
    const { key, milliseconds, threeBV, start, outcome, isWalkover } = row;
    const [speed, efficiency] = [speedOf(row), efficiencyOf(row)];
    const when = this.#day(start);
    const label = { time: shownTime(this.app, milliseconds), date: when };
    const buttons = node(
      "td",
      "buttons",
      button("▶", () => this.app.go(`replay/${encodeURIComponent(key)}`), { label: this.#text("replay", label) }),
      button("⌕", () => this.app.go(`review/${encodeURIComponent(key)}`), { label: this.#text("review", label) }),
      button("×", () => this.#remove(row), { label: this.#text("remove", label) }),
    );
    const own = node(
      "tr",
      "",
      node("td", "", String(place)),
      node("td", "", shownTime(this.app, milliseconds) + (isWalkover ? ` ${this.#text("walkover")}` : outcome === "won" ? "" : ` ${this.#text("lost")}`)),
      node("td", "", threeBV === null ? "" : this.#number(threeBV)),
      node("td", "", speed === null ? "" : this.#decimal(speed)),
      node("td", "", efficiency === null ? "" : percent(efficiency)),
      node("td", "", when),
      buttons,
    );
    own.dataset.key = key;
    return own;
  }

  #focus(selector: string) {
    (this.element?.querySelector(selector) as HTMLElement | null | undefined)?.focus();
  }

  /** Open the replay of the focused row's game. */
  #replay() {
    const key = (document.activeElement?.closest("tr") as HTMLElement | null | undefined)?.dataset.key;
    if (key) this.app.go(`replay/${encodeURIComponent(key)}`);
    else this.#focus(".times tbody button");
  }

  // The saved games.

  async #remove({ key, milliseconds, start }: GameRow) {
    const isMeant = await this.app.confirm(this.#text("remove_asked", { time: shownTime(this.app, milliseconds), date: this.#day(start) }), {
      yes: this.#text("remove_yes"),
    });
    if (!isMeant) return;
    await this.#reload(() => remove(this.app, key));
    this.app.say(this.#text("removed"));
  }

  async #reload(change: () => Promise<unknown>) {
    try {
      await change();
      await this.#read();
    } catch (error) {
      await this.app.fail(error);
    }
    if (!this.#stop.signal.aborted) this.#fill();
  }
}

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
