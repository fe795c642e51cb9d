// @ts-check
// Statistics of the games on each board: figures, plots, best times; and actions on saved games. Like
// tui/screens/statistics_screen.py and scores.py.

import { parseRules } from "../engine/rules.js";
import { Shape } from "../engine/shape.js";
import { button, node } from "../frame/elements.js";
import { boardText, presetText } from "../play/board_title.js";
import { boardName, usualFirstOpen } from "../play/boards.js";
import { shownTime } from "../play/clock.js";
import { findDamage } from "../play/damage.js";
import { listAll, remove } from "../play/games.js";
import { WINDOW, plotRates, plotTimes, plotValues } from "../play/plots.js";
import { PlayFigures, kindsOf, rulesNote } from "../play/statistics.js";
import { efficiencyOf, speedOf } from "../play/tally.js";
import { KEPT, damageNote } from "./kept.js";
import { STEPS, emptyPlot, plotFigure } from "./plot_picture.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Place} Place */
/** @typedef {import("../play/statistics.js").Kind} Kind */
/** @typedef {import("../play/tally.js").GameRow} GameRow */

/** Number of table rows shown initially, and added each time. */
const ROWS = 100;
const DAY = 24 * 3600 * 1000;
/** Length of each period in days; 0 for all time. @type {Record<string, number>} */
const PERIODS = { all: 0, day: 1, week: 7, month: 30, year: 365 };

export default class StatisticsScreen {
  #stop = new AbortController();
  /** @type {GameRow[]} */
  #rows = [];
  /** @type {Kind[]} */
  #kinds = [];
  #kind = 0;
  /** Names of the board types. @type {ReturnType<typeof kindNames>} */
  #names = [];
  #period = "all";
  #rules = "";
  #showsAll = false;
  #boards = node("ul", "boards-list");
  #right = node("div", "figures");
  #title = node("p", "about");
  #damage = node("div");
  #tools = node("div", "statistics-tools");
  #body = node("div", "statistics-body", this.#boards, this.#right);

  /** @param {App} app @param {Place} _place */
  constructor(app, _place) {
    this.app = app;
    this.title = app.text("statistics.title");
    /** @type {Record<string, (...values: any[]) => unknown>} */
    this.commands = {
      scores: () => this.#focus(".times button"),
      statistics: () => this.#focus(".boards-list [aria-current]"),
      cursor: (/** @type {number} */ step) => this.#pick(this.#kind + step),
      focus_list: (/** @type {string} */ name) => this.#focus(name === "boards" ? ".boards-list [aria-current]" : ".times button"),
      replay: () => this.#replay(),
    };
  }

  /** Depends on the focus: the list of times has its own keys. */
  get keys() {
    return document.activeElement?.closest(".times") ? "scores" : "statistics";
  }

  /** @param {string} name @param {any} [values] */
  #text(name, values) {
    return this.app.text(`statistics.${name}`, values);
  }

  /** @param {HTMLElement} element */
  async show(element) {
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
    return /** @type {[string, string][]} */ ([["", this.#text("all_rules")], ...names.map((name) => [name, this.#rulesText(name)])]);
  }

  /** Describe rules completely, including what is usual. @param {string} rules */
  #rulesText(rules) {
    const note = rulesNote({ rules }, { usual: "" });
    return this.app.text("page.rules_note", { ...note, rules: note.rules || "classic" });
  }

  /** @param {string} name @param {string[][]} options @param {string} chosen @param {(value: string) => void} set */
  #choice(name, options, chosen, set) {
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
        if (note) row.append(node("span", "rules-note", this.app.text("page.rules_note", note)));
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
    return node("div", "nothing", /** @type {any} */ (emptyPlot()), node("p", "empty", this.#text("empty")), play);
  }

  /** @param {number} place @param {boolean} [isFocused] */
  #pick(place, isFocused = true) {
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
    const words = note ? `, ${this.app.text("page.rules_note", note)}` : "";
    const heading = node("h2", "", (presetText(this.app, name) || boardText(this.app, kind)) + words);
    this.#right.replaceChildren(heading, this.#figures(figures, kind), this.#plots(figures), this.#table(figures, kind));
  }

  /** @param {PlayFigures} figures @param {Kind} kind */
  #figures(figures, { rows }) {
    const listed = node("dl");
    const fact = (/** @type {string} */ name, /** @type {string} */ value) => value && listed.append(node("div", "", node("dt", "", this.#text(name)), node("dd", "", value)));
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

  /** @param {number} value */
  #number(value) {
    return this.app.messages.numbers.format(value);
  }

  /** @param {number} value */
  #decimal(value) {
    return new Intl.NumberFormat(this.app.messages.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value);
  }

  /** The date of a game's start in the player's format; "" if unknown. @param {string} start */
  #day(start) {
    const moment = new Date(start);
    return Number.isNaN(moment.getTime()) ? "" : this.app.messages.date(moment);
  }

  /** @param {PlayFigures} figures */
  #plots(figures) {
    const pick = (/** @type {string} */ key) => this.app.go(`replay/${encodeURIComponent(key)}`);
    const figure = (/** @type {import("../play/plots.js").Plot} */ plot, /** @type {(place: number) => [string, string]} */ cells) =>
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
    const seconds = (/** @type {number} */ value) => shownTime(this.app, Math.round(1000 * value));
    return node(
      "div",
      "plots",
      figure(times, (place) => [this.#number(times.points[place][0]), seconds(times.points[place][1])]),
      figure(rates, (place) => [this.#number(rates.points[place][0]), `${this.#number(Math.round(rates.points[place][1]))} %`]),
      figure(values, (place) => [seconds(values.points[place][0]), this.#number(values.points[place][1])]),
    );
  }

  /** @param {PlayFigures} figures @param {Kind} kind */
  #table({ ranked }, kind) {
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
        const body = /** @type {HTMLTableSectionElement} */ (table.tBodies[0]);
        const first = body.rows.length;
        body.append(...rows.slice(first, first + ROWS).map((row, place) => this.#row(row, first + place + 1)));
        if (body.rows.length >= rows.length) more.remove();
        body.rows[first].querySelector("button")?.focus();
      });
      all.append(more);
    }
    return all;
  }

  /** @param {GameRow} row @param {number} place */
  #row(row, place) {
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

  /** @param {string} selector */
  #focus(selector) {
    /** @type {HTMLElement | null | undefined} */ (this.element?.querySelector(selector))?.focus();
  }

  /** Open the replay of the focused row's game. */
  #replay() {
    const key = /** @type {HTMLElement | null | undefined} */ (document.activeElement?.closest("tr"))?.dataset.key;
    if (key) this.app.go(`replay/${encodeURIComponent(key)}`);
    else this.#focus(".times tbody button");
  }

  // The saved games.

  /** @param {GameRow} row */
  async #remove({ key, milliseconds, start }) {
    const isMeant = await this.app.confirm(this.#text("remove_asked", { time: shownTime(this.app, milliseconds), date: this.#day(start) }), {
      yes: this.#text("remove_yes"),
    });
    if (!isMeant) return;
    await this.#reload(() => remove(this.app, key));
    this.app.say(this.#text("removed"));
  }

  /** @param {() => Promise<unknown>} change */
  async #reload(change) {
    try {
      await change();
      await this.#read();
    } catch (error) {
      await this.app.fail(error);
    }
    if (!this.#stop.signal.aborted) this.#fill();
  }
}

/** A share as a whole percentage. @param {number} share */
function percent(share) {
  return `${Math.round(100 * share)} %`;
}

/**
 * The names of board types listed together, with notes on their rules.
 * @param {readonly Kind[]} kinds
 */
function kindNames(kinds) {
  const alike = (/** @type {Kind} */ { board, mines, rules }) => JSON.stringify([board, mines, { ...parseRules(rules), firstOpen: "" }]);
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const kind of kinds) counts.set(alike(kind), (counts.get(alike(kind)) ?? 0) + 1);
  return kinds.map((kind) => {
    const shape = Shape.parse(kind.board);
    const usual = usualFirstOpen(shape, kind.mines, parseRules(kind.rules).guess);
    const note = rulesNote(kind, { usual, isOneOfSeveral: (counts.get(alike(kind)) ?? 0) > 1 });
    return { name: boardName(shape, kind.mines), note: Object.values(note).some(Boolean) ? note : null };
  });
}
