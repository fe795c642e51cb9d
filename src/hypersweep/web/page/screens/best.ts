// The best times verified by the server, by board, rules, grade and period.

import { BOARDS } from "../data/boards.ts";
import { CLASSIC, GRADES, GUESSES, checkRules, formatRules, parseRules } from "../engine/rules.ts";
import { Shape } from "../engine/shape.ts";
import { button, node } from "../frame/elements.ts";
import { usualFirstOpen } from "../play/boards.ts";
import { boardTitle } from "../play/board_title.ts";
import { shownTime } from "../play/clock.ts";
import { ask } from "../together/http.ts";
import { identity } from "../together/me.ts";
import { PERIODS, dateText, firstDay, periodName, type Period } from "../together/periods.ts";
import { Asked } from "./asking/asked.ts";
import { link, personLink } from "./asking/links.ts";
import { playRanked } from "./asking/playing.ts";
import type { App, Place } from "../app.ts";
import type { BestTime, Leaderboard, Me } from "../data/protocol.ts";

const USUAL = { board: "16x30", mines: 99, period: "month" as Period };

export default class BestScreen {
  title;
  asked;
  tools?: HTMLDivElement;
  earlier?: HTMLButtonElement;
  later?: HTMLButtonElement;
  keys = "best";
  commands: Record<string, (...values: any[]) => unknown> = {};
  #stop = new AbortController();
  #list = node("div", "best-list");
  #name = node("h2", "period-name");
  board = USUAL.board;
  mines = USUAL.mines;
  rules = "";
  grade = "";
  period = USUAL.period;
  /** The chosen period; "" for the current one. */
  begins = "";
  /** The daily board, if one is chosen: "2026-11-22 expert". */
  daily = "";
  shown: Leaderboard | null = null;

  constructor(public app: App, { query }: Place) {
    this.title = app.text("best.title");
    this.asked = new Asked(app, this.#list, this.#stop.signal);
    this.#read(query);
    identity.addEventListener("change", () => this.#load(), { signal: this.#stop.signal });
  }

  #text(name: string, values?: any) {
    return this.app.text(`best.${name}`, values);
  }

  /** Read the query of the address, ignoring invalid parts. */
  #read(query: URLSearchParams) {
    const { board, mines } = USUAL;
    try {
      const shape = Shape.parse(query.get("board") ?? board);
      const count = Number(query.get("mines") ?? BOARDS.find((each) => each.board === shape.format())?.mines ?? "");
      if (query.has("board") && Number.isInteger(count) && count >= 0 && count < shape.cells) [this.board, this.mines] = [shape.format(), count];
      this.rules = formatRules(parseRules(query.get("rules") ?? this.#rulesOf("allowed")));
    } catch {
      [this.board, this.mines] = [board, mines];
      this.rules = this.#rulesOf("allowed");
    }
    this.grade = GRADES.find((each) => each === query.get("grade")) ?? "";
    this.period = PERIODS.find((each) => each === query.get("period")) ?? USUAL.period;
    this.begins = firstDay(this.period, query.get("begins") ?? "") ? (query.get("begins") ?? "") : "";
    this.daily = query.get("daily") ?? "";
  }

  /** The usual rules of the board with a setting for guesses. */
  #rulesOf(guess: "allowed" | "never" | "punished") {
    const shape = Shape.parse(this.board);
    return formatRules(checkRules({ ...CLASSIC, guess, firstOpen: usualFirstOpen(shape, this.mines, guess) }));
  }

  /** The query for addresses of this list. */
  get #query() {
    const { board, mines, rules, grade, period, begins, daily } = this;
    const said = { board, mines: String(mines), rules, grade, period, begins, daily };
    return new URLSearchParams(Object.entries(said).filter(([, value]) => value !== ""));
  }

  show(element: HTMLElement) {
    element.classList.add("flat", "asking-page");
    this.tools = node("div", "best-tools");
    this.earlier = button("‹", () => this.#turn(this.shown?.earlier), { label: this.#text("earlier") });
    this.later = button("›", () => this.#turn(this.shown?.later), { label: this.#text("later") });
    this.#name.setAttribute("aria-live", "polite");
    const turning = node("div", "period-turning", this.earlier, this.#name, this.later);
    element.append(node("h1", "", this.title), this.tools, turning, this.#list);
    this.#fillTools();
    return this.#load();
  }

  leave() {
    this.#stop.abort();
  }

  #fillTools() {
    const guess = parseRules(this.rules).guess;
    const boards = BOARDS.map(({ board, mines }) => [`${board}/${mines}`, boardTitle(this.app, { board, mines })]);
    const own = `${this.board}/${this.mines}`;
    if (!boards.some(([value]) => value === own)) boards.push([own, boardTitle(this.app, { board: this.board, mines: this.mines })]);
    const rules = GUESSES.map((each) => [this.#rulesOf(each), this.#text(`guess_${each}`)]);
    if (!rules.some(([value]) => value === this.rules)) rules.push([this.rules, this.rules]);
    const fields = [
      this.#choice("board", boards, own, (value: string) => {
        const [board, mines] = value.split("/");
        [this.board, this.mines] = [board, Number(mines)];
        this.rules = this.#rulesOf(guess);
      }),
      this.#choice("rules", rules, this.rules, (value) => {
        this.rules = value;
        if (parseRules(value).guess !== "never") this.grade = "";
      }),
    ];
    const grades = ["", ...GRADES].map((grade) => [grade, this.#text(`grade_${grade || "any"}`)]);
    const grade = this.#choice("grade", grades, this.grade, (value) => (this.grade = value));
    grade.classList.toggle("not-now", guess !== "never");
    this.tools?.replaceChildren(...fields, grade, this.#periods());
  }

  #choice(name: string, options: string[][], chosen: string, set: (value: string) => void) {
    const field = node("select");
    field.name = name;
    field.append(...options.map(([value, text]) => new Option(text, value)));
    field.value = chosen;
    field.addEventListener("change", () => {
      set(field.value);
      this.daily = "";
      this.#fillTools();
      (this.tools?.querySelector(`select[name=${name}]`) as HTMLElement | null | undefined)?.focus();
      this.#load();
    });
    return node("label", "", node("span", "", this.#text(name)), field);
  }

  #periods() {
    const box = node("fieldset", "periods", node("legend", "", this.#text("period")));
    for (const period of PERIODS) {
      const field = node("input");
      [field.type, field.name, field.value, field.checked] = ["radio", "period", period, period === this.period];
      field.addEventListener("change", () => {
        [this.period, this.begins] = [period, ""];
        this.#load();
      });
      box.append(node("label", "", field, node("span", "", this.#text(`of_${period}`))));
    }
    return box;
  }

  /** Go to the previous or the next period. */
  #turn(begins?: string) {
    if (!begins) return;
    this.begins = begins;
    this.#load();
  }

  #load() {
    const query = this.#query;
    history.replaceState(history.state, "", `#/best?${query}`);
    return this.asked.show(
      (signal) => Promise.all([this.#fetch("", signal), ask("/api/me", { signal })]),
      ([found, me]) => this.#fill(found, me),
    );
  }

  /** @param after - from the previous page, "" for the first */
  #fetch(after: string, signal: AbortSignal): Promise<Leaderboard> {
    const start: Record<string, string> = after ? { after } : {};
    const [date, preset] = this.daily.split(" ");
    if (preset) return ask(`/api/daily/${encodeURIComponent(date)}/${encodeURIComponent(preset)}?${new URLSearchParams(start)}`, { signal });
    const query = this.#query;
    query.delete("daily");
    for (const [name, value] of Object.entries(start)) query.set(name, value);
    return ask(`/api/leaderboards?${query}`, { signal });
  }

  #fill(found: Leaderboard, me: Me | null) {
    this.shown = found;
    this.#fillTurning(found);
    const isGuest = me?.is_guest ?? true;
    if (!found.rows.length) return this.#list.replaceChildren(this.#nothing(found), ...(isGuest ? [this.#guests()] : []));
    const { table, body } = this.#table();
    body.append(...found.rows.map((row) => this.#row(row, found)));
    const parts = [isGuest ? this.#guests() : this.#mine(found), node("div", "scroll", table)];
    const rest = this.#rest(found, body);
    if (rest) parts.push(rest);
    if (!found.daily) parts.push(node("p", "buttons", this.#play()));
    this.#list.replaceChildren(...parts);
  }

  /** A note that guests aren't listed. */
  #guests() {
    return node("p", "my-place", `${this.#text("guests")} `, link("account", this.#text("to_account")));
  }

  #fillTurning(found: Leaderboard) {
    this.#name.textContent = found.daily ? this.#text("of_daily", { date: this.#daily(found.daily) }) : periodName(this.app, found.period, found.begins);
    // Disable the buttons without removing them, so that a pressed one keeps the focus.
    this.earlier?.setAttribute("aria-disabled", String(!found.earlier));
    this.later?.setAttribute("aria-disabled", String(!found.later));
  }

  /** @param daily - "2026-11-22 expert" */
  #daily(daily: string) {
    const day = firstDay("day", daily.slice(0, 10));
    return day ? dateText(this.app, day, { dateStyle: "long" }) : daily;
  }

  #table() {
    const names = ["place", "name", "time", "date"];
    const head = node("tr", "", ...names.map((name) => node("th", name, this.#text(`head_${name}`))));
    for (const cell of head.cells) cell.scope = "col";
    const body = node("tbody");
    const caption = node("caption", "unseen", `${this.title}: ${this.#name.textContent}`);
    return { table: node("table", "best-times", caption, node("thead", "", head), body), body };
  }

  #row({ place, person, name, game, milliseconds, finished }: BestTime, { mine }: Leaderboard) {
    const time = link(`shared/${encodeURIComponent(game)}`, shownTime(this.app, milliseconds));
    time.setAttribute("aria-label", this.#text("game_of", { name, time: shownTime(this.app, milliseconds) }));
    const date = new Date(finished);
    const when = node("time", "", dateText(this.app, date, { dateStyle: "medium" }));
    when.dateTime = date.toISOString();
    const who = node("th", "name", personLink(person, name));
    who.scope = "row";
    const row = node("tr", "", node("td", "place", String(place)), who, node("td", "time", time), node("td", "date", when));
    if (mine?.person === person) {
      row.className = "mine";
      who.append(node("span", "you", ` ${this.#text("you")}`));
    }
    return row;
  }

  /** The player's own rank, even if it isn't on this page. */
  #mine({ mine, total }: Leaderboard) {
    if (!mine) return node("p", "my-place", this.#text("not_placed", { total }));
    const time = shownTime(this.app, mine.milliseconds);
    const told = node("p", "my-place", `${this.#text("my_place", { place: mine.place, total, time })} `);
    told.append(link(`shared/${encodeURIComponent(mine.game)}`, this.#text("my_game")));
    return told;
  }

  #rest(found: Leaderboard, body: HTMLElement) {
    let after = found.after ?? "";
    if (!after) return null;
    const more = button(this.#text("more"), async () => {
      if (more.ariaBusy === "true") return;
      more.ariaBusy = "true";
      try {
        const next = await this.#fetch(after, this.#stop.signal);
        if (this.shown !== found) return;
        const rows = next.rows.map((row) => this.#row(row, found));
        body.append(...rows);
        after = next.after ?? "";
        rows[0]?.querySelector("a")?.focus();
        if (!after) more.remove();
      } catch (error) {
        if (!this.#stop.signal.aborted) await this.app.fail(error);
      } finally {
        more.ariaBusy = "false";
      }
    });
    return node("p", "buttons", more);
  }

  #play() {
    const { board, mines, rules } = this;
    return button(this.#text("play"), () => playRanked(this.app, { board, mines, rules }), { className: "primary" });
  }

  /** Show that there are no times yet. */
  #nothing(found: Leaderboard) {
    const isOver = Boolean(found.later || found.daily);
    const box = node("div", "nothing", node("p", "", this.#text(isOver ? "nobody_then" : "nobody")));
    if (!isOver) box.append(node("p", "buttons", this.#play()));
    else if (found.earlier) box.append(node("p", "buttons", button(this.#text("earlier"), () => this.#turn(found.earlier))));
    return box;
  }
}
