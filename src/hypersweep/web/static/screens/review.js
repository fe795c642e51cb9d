// @ts-check
// How well each move of a game was chosen: the board just before a move, with what could be known, and all guesses. As
// tui/screens/review.py.

import { Board, CLUE, TARGET } from "../board/board.js";
import { chanceColour, chanceInk } from "../board/looks.js";
import { GridRoles } from "../board/grid_roles.js";
import { cellLabel } from "../board/labels.js";
import { HypersweepError } from "../engine/errors.js";
import { attach } from "../input/attach.js";
import { boardTitle } from "../play/board_title.js";
import { lengthText } from "../play/clock.js";
import { givenAway } from "../play/findings.js";
import { cellText } from "../play/phrases.js";
import { namesOf, reasonText } from "../play/reasons.js";
import { Replay } from "../play/replay.js";
import { insight, movePositions } from "../play/review.js";
import { reviewOf } from "../play/review_cache.js";
import { bestText, chanceText, guessRow, luckText, report, summary, tipText, verdictText } from "../play/review_report.js";
import { button, drawn, node } from "./elements.js";
import { chart, sign } from "./review_chart.js";
import { addressOf, attempt, copy, findRecord, playerText, savePicture, showBroken } from "./shown_record.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Place} Place */
/** @typedef {import("../play/findings.js").Findings} Findings */
/** @typedef {import("../play/findings.js").ReviewedMove} ReviewedMove */
/** @typedef {import("../play/review.js").Insight} Insight */
/** @typedef {import("./shown_record.js").Shown} Shown */

const SECONDS = 60;
/** For what is known before one move. */
const INSIGHT_SECONDS = 5;
/** Of what was found about positions, as much is kept as goes with so many cells. */
const MOST_CELLS = 1 << 22;
/** Of a long chain of reasons the end is what matters. */
const STEPS = 5;
const MISTAKES = ["blunder", "unneeded guess", "risky guess"];

export default class ReviewScreen {
  keys = "review";
  #stop = new AbortController();
  /** @type {Replay | null} */
  #replay = null;
  /** @type {Board | null} */
  #board = null;
  /** @type {GridRoles | null} */
  #roles = null;
  /** @type {import("../input/attach.js").Hands | null} */
  #hands = null;
  /** @type {Findings | null} */
  #findings = null;
  #isFailed = false;
  #isMoved = false;
  /** The move that is looked at, from 1 on; 0 where there is none. */
  #number = 0;
  /** @type {number[]} */
  #positions = [];
  /** How many moves were judged by now. @type {readonly ReviewedMove[]} */
  #judged = [];
  /** @type {Map<number, Insight | null>} */
  #insights = new Map();
  #isAsking = false;
  /** @type {Record<string, (...values: any[]) => unknown>} */
  #commands = {};
  /** What the board is in. @type {HTMLElement | undefined} */
  host;
  /** @type {Promise<void>} */
  #going = Promise.resolve();
  /** @type {Map<number, SVGElement>} */
  #signs = new Map();
  /** @type {Map<number, HTMLButtonElement>} */
  #rows = new Map();
  /** @type {HTMLDialogElement | null} */
  #dialog = null;

  /** @param {App} app @param {Place} place */
  constructor(app, place) {
    this.app = app;
    this.place = place;
    this.title = app.text("review.title");
    this.#commands = {
      close: () => this.#close(),
      guess: (/** @type {number} */ step) => this.#seek(this.#findings?.guesses.map(({ number }) => number), step, "guess"),
      step: (/** @type {number} */ moves) => this.#go(this.#number + moves),
      mistake: (/** @type {number} */ step) => this.#seek(this.#mistakes, step, "mistake"),
      attempt: () => this.#attempt(),
      turn: () => this.#turn(),
      report: () => this.#report(),
      save: () => this.#save(),
      edge: (/** @type {number} */ where) => this.#go(where < 0 ? 1 : this.#positions.length),
    };
  }

  /** Tab turns to the list only from the board, and only where one of them is seen: elsewhere it goes on as everywhere. */
  get commands() {
    const { activeElement } = document;
    const isOnBoard = !activeElement?.matches("button, a, [tabindex='0']") || this.host?.contains(activeElement);
    const { turn, ...others } = this.#commands;
    return this.#isNarrow && isOnBoard ? { ...others, turn } : others;
  }

  get #isNarrow() {
    return this.turnButton !== undefined && getComputedStyle(this.turnButton).display !== "none";
  }

  /** @param {HTMLElement} element */
  async show(element) {
    const { app } = this;
    const { signal } = this.#stop;
    element.append(node("p", "loading", app.text("replay.loading")));
    try {
      /** @type {Shown} */
      this.shown = await findRecord(app, this.place);
      const [engine] = await Promise.all([app.engine(), app.messages.add("reasons")]);
      const { record } = this.shown;
      this.#replay = await Replay.begin(engine, record);
      // What is impossible shows before anything is built upon it.
      await this.#replay.seek(record.events.length);
    } catch (error) {
      return showBroken(app, element, error);
    }
    if (signal.aborted) return void this.#replay.close();
    const { record } = this.shown;
    this.#positions = movePositions(record);
    const board = (this.#board = new Board(this.#build(element), app));
    board.show({ shape: record.board, mines: record.mines, codes: this.#replay.codes });
    this.#roles = new GridRoles(board, app, { label: (index) => this.#label(index) });
    this.#hands = attach(/** @type {any} */ (board), { settings: app.settings, isOpen: () => false, act: (_, index) => board.setCursor(index) });
    const asked = Number(this.place.query.get("move"));
    if (asked) this.#isMoved = true;
    await this.#goTo(asked || this.#positions.length);
    this.#drawChart();
    void this.#workOut();
  }

  leave() {
    this.#stop.abort();
    this.#dialog?.close();
    this.#hands?.close();
    this.#roles?.close();
    this.#board?.close();
    void this.#replay?.close().catch(() => {});
  }

  /** @param {string} name @param {any} [values] */
  #text(name, values) {
    return this.app.text(`review.${name}`, values);
  }

  get #record() {
    return /** @type {Shown} */ (this.shown).record;
  }

  get #names() {
    const { board } = this.#record;
    return { place: (/** @type {number} */ index) => cellText(board.cell(index)), length: (/** @type {number} */ milliseconds) => lengthText(this.app, milliseconds), player: playerText(this.#record) };
  }

  get #mistakes() {
    return this.#findings?.moves.filter((move) => givenAway(move) > 0).map(({ number }) => number);
  }

  /** @param {HTMLElement} element @returns {HTMLElement} what the board goes into */
  #build(element) {
    this.title = this.#text("title_of", { board: boardTitle(this.app, this.#record) });
    this.sums = node("p", "about");
    this.progress = node("progress");
    this.progress.max = Math.max(1, this.#positions.length);
    this.progress.setAttribute("aria-label", this.#text("title"));
    const outcome = this.app.text(`replay.outcome_${this.#record.outcome}`);
    const top = node("div", "after-top", node("h1", "", this.title), node("p", "about", outcome), this.sums, this.progress);
    const host = (this.host = node("div", "after-board"));
    host.setAttribute("role", "region");
    host.setAttribute("aria-label", this.#text("board"));
    this.chart = node("div", "chart");
    this.list = node("ol", "guesses");
    this.list.setAttribute("aria-label", this.#text("guesses"));
    this.reasons = node("div", "reasons");
    this.side = node("div", "review-side", this.chart, this.list, this.reasons, this.#legend());
    this.body = node("div", "review-body", host, this.side);
    this.move = node("p", "move");
    this.move.setAttribute("aria-live", "polite");
    const pair = (/** @type {string} */ command, /** @type {string} */ name, /** @type {string[]} */ labels) =>
      node(
        "span",
        "pair",
        button("‹", () => this.commands[command](-1), { label: this.#text(labels[0]) }),
        node("span", "", this.#text(name)),
        button("›", () => this.commands[command](1), { label: this.#text(labels[1]) }),
      );
    this.turnButton = button(this.#text("show_list"), () => this.#turn(), { className: "turn" });
    const tools = node(
      "div",
      "review-tools",
      pair("step", "move_button", ["previous", "next"]),
      pair("guess", "guess_button", ["previous_guess", "next_guess"]),
      pair("mistake", "mistake_button", ["previous_mistake", "next_mistake"]),
      this.turnButton,
      node(
        "span",
        "others",
        button(this.#text("attempt"), () => this.#attempt(), { className: "primary" }),
        button(this.#text("replay"), () => this.#toReplay()),
        button(this.#text("report"), () => this.#report()),
        button(this.#text("save"), () => this.#save()),
        button(this.#text("back"), () => this.#close()),
      ),
    );
    element.replaceChildren(top, this.body, this.move, tools);
    this.#showTop();
    return host;
  }

  #legend() {
    const legend = node("p", "legend", node("span", "", this.#text("legend")));
    for (const chance of [0, 0.05, 0.25, 0.5, 0.8, 1]) {
      const swatch = node("span", "swatch", `${Math.round(100 * chance)}%`);
      const ground = chanceColour(chance);
      [swatch.style.background, swatch.style.color] = [ground, chanceInk(ground)];
      legend.append(swatch);
    }
    return legend;
  }

  /** What a cell is called for who hears of it: with its chance. @param {number} index */
  #label(index) {
    const { app } = this;
    const board = /** @type {Board} */ (this.#board);
    const analysis = this.#insights.get(this.#number)?.judgement.analysis;
    const plain = cellLabel(app, board, index);
    if (!analysis || board.codes[index] >= 0) return plain;
    return `${plain}, ${chanceText(app, analysis.chances[index], !analysis.isExact)}`;
  }

  // The review as a whole.

  async #workOut() {
    const { signal } = this.#stop;
    try {
      const onMove = (/** @type {readonly ReviewedMove[]} */ moves) => {
        this.#judged = moves;
        this.#showTopLater();
      };
      const found = await reviewOf(await this.app.engine(), this.#record, { seconds: SECONDS, signal, onMove });
      if (signal.aborted) return;
      this.#findings = found;
      this.#note(found).catch((error) => this.app.warn(error.message));
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof HypersweepError)) throw error;
      this.#isFailed = true;
      this.app.warn(this.#text("failed", { why: await this.app.told(error) }));
    }
    this.#drawList();
    this.#drawChart();
    const worst = this.#findings?.lessons[0]?.move.number;
    if (!this.#isMoved && worst) await this.#goTo(worst);
    else this.#show();
  }

  /** What the statistics tell of reviewed games. @param {Findings} found */
  async #note({ moves, isComplete }) {
    const { key } = /** @type {Shown} */ (this.shown);
    const { storage } = this.app;
    if (!key || !isComplete) return;
    const unneeded = moves.filter(({ verdict }) => verdict === "unneeded guess").length;
    // Another tab may have deleted it.
    await storage.change("games", key, (/** @type {any} */ row) => row && { ...row, unneeded });
  }

  #topTimer = 0;

  /** Moves are judged faster than anybody can read. */
  #showTopLater() {
    this.#topTimer ||= requestAnimationFrame(() => {
      this.#topTimer = 0;
      if (!this.#stop.signal.aborted) this.#showTop();
    });
  }

  #showTop() {
    const { sums, progress } = this;
    if (!sums || !progress) return;
    const found = this.#findings;
    progress.hidden = found !== null || this.#isFailed;
    progress.value = this.#judged.length;
    if (found) sums.textContent = this.#text("sums", { luck: luckText(this.app, found), skill: chanceText(this.app, found.skill, found.isEstimate) });
    else if (this.#isFailed) sums.textContent = this.#text("none");
    else sums.textContent = this.#text("working", { move: Math.min(this.#judged.length + 1, this.#positions.length), moves: this.#positions.length });
    // Guesses are listed as they are found.
    const guesses = (found?.guesses ?? this.#judged.filter(({ risk }) => risk)).length;
    if (guesses !== this.#rows.size) this.#drawList();
  }

  #drawList() {
    const { list, app } = this;
    if (!list) return;
    const guesses = this.#findings?.guesses ?? this.#judged.filter(({ risk }) => risk);
    for (const move of guesses) {
      if (this.#rows.has(move.number)) continue;
      const [number, time, what, verdict, risk, best, ends] = guessRow(app, move, this.#names);
      const picture = drawn("svg", { viewBox: "-10 -10 20 20", width: 20, height: 20, "aria-hidden": "true" }, sign(move, 0, 0, 7.5));
      const row = button("", () => this.#go(move.number), { className: MISTAKES.includes(move.verdict) ? "mistake" : "" });
      row.append(
        picture,
        node("span", "number", number),
        node("span", "time", time),
        node("span", "what", what),
        node("span", "risk", risk),
        node("span", "verdict", [verdict, best, ends].filter(Boolean).join(" · ")),
      );
      this.#rows.set(move.number, row);
      list.append(node("li", "", row));
    }
    if (this.#findings && !guesses.length) list.replaceChildren(node("li", "", this.#text("no_guess")));
    this.#light();
  }

  #drawChart() {
    const host = this.chart;
    const found = this.#findings;
    if (!host || !found) return;
    const { app } = this;
    const tip = (/** @type {ReviewedMove} */ move) => tipText(app, move, this.#names);
    const { group, signs, width, height, across } = chart(app, found, { width: 520, tall: 90, tip });
    const picture = drawn("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": this.#text("chart"), class: "hs-review" });
    this.here = drawn("line", { y1: 8, y2: height - 24, class: "here", "aria-hidden": "true" });
    picture.append(this.here, group);
    this.#across = across;
    this.#signs = signs;
    for (const [number, own] of signs) {
      const move = found.moves[number - 1];
      own.setAttribute("role", "button");
      own.setAttribute("aria-label", tip(move));
      own.setAttribute("tabindex", "-1");
      own.addEventListener("click", () => this.#go(number));
      own.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        this.#go(number);
      });
      own.addEventListener("focus", () => this.#tab(number));
    }
    // One of them is reached by Tab; from there arrows lead on, as they do anywhere on this screen.
    this.#tab(found.guesses[0]?.number ?? 0);
    host.replaceChildren(node("h2", "", this.#text("chart")), picture);
  }

  /** @type {((move: ReviewedMove) => number) | null} */
  #across = null;

  /** @param {number} number */
  #tab(number) {
    for (const [other, own] of this.#signs) own.setAttribute("tabindex", other === number ? "0" : "-1");
  }

  /** Lights the move that is looked at, in the list and in the chart. */
  #light() {
    for (const [number, row] of this.#rows) {
      const isHere = number === this.#number;
      if (row.hasAttribute("aria-current") === isHere) continue;
      row.toggleAttribute("aria-current", isHere);
      if (isHere) {
        row.setAttribute("aria-current", "true");
        row.scrollIntoView({ block: "nearest" });
      }
    }
    const move = this.#findings?.moves[this.#number - 1];
    if (!this.here || !move || !this.#across) return;
    const x = String(this.#across(move));
    this.here.setAttribute("x1", x);
    this.here.setAttribute("x2", x);
    const own = this.#signs.get(this.#number);
    if (own) {
      this.#tab(this.#number);
      if (this.chart?.contains(document.activeElement)) own.focus();
    }
  }

  // One move.

  /** @param {number | null} number @param {string} [otherwise] */
  #go(number, otherwise = "") {
    if (number === null) return this.app.say(otherwise);
    this.#isMoved = true;
    return this.#goTo(number);
  }

  /** Stands before a move, as far as there are so many; of several asked for at once, only the last is gone to. @param {number} number */
  #goTo(number) {
    if (!this.#positions.length) return this.#show();
    const own = (this.#number = Math.min(Math.max(number, 1), this.#positions.length));
    this.#going = this.#going.then(async () => {
      const replay = this.#replay;
      if (own !== this.#number || !replay || this.#stop.signal.aborted) return;
      try {
        await replay.seek(this.#positions[own - 1]);
      } catch (error) {
        if (this.#stop.signal.aborted) return;
        if (!(error instanceof HypersweepError)) throw error;
        this.app.warn(await this.app.told(error));
      }
      if (!this.#stop.signal.aborted && own === this.#number) this.#show();
    });
    return this.#going;
  }

  get #event() {
    return this.#record.events[this.#positions[this.#number - 1]];
  }

  #show() {
    const board = this.#board;
    if (!board || this.#stop.signal.aborted) return;
    this.#showTop();
    if (!this.#number) return void (this.move && (this.move.textContent = this.#text("no_moves")));
    const cell = this.#record.board.index(/** @type {readonly number[]} */ (this.#event.cell));
    const found = this.#insights.get(this.#number);
    const best = found?.judgement.bestCell ?? null;
    const analysis = found?.judgement.analysis;
    board.redraw();
    board.setChances(analysis?.chances ?? null);
    board.setCursor(cell);
    board.latest = cell;
    /** @type {Map<number, number>} */
    const marks = new Map();
    if (found && best !== null && best !== cell) {
      const last = found.overlooked.at(-1);
      const clues = last ? /** @type {{allClues?: readonly number[], clues: readonly number[]}} */ (last) : null;
      for (const clue of clues?.allClues ?? clues?.clues ?? []) marks.set(clue, CLUE);
      marks.set(best, TARGET);
    }
    board.setMarks(marks);
    this.#roles?.update();
    this.#light();
    this.#showMove(found);
    this.#ask();
  }

  /** Says what the move was, and why another would have been better. @param {Insight | null | undefined} found */
  #showMove(found) {
    const { app } = this;
    const { move, reasons } = this;
    if (!move || !reasons) return;
    const event = this.#event;
    const names = this.#names;
    const cell = this.#record.board.index(/** @type {readonly number[]} */ (event.cell));
    const what = this.#text("move", { kind: event.kind, place: names.place(cell) });
    const values = { number: this.#number, moves: this.#positions.length, time: lengthText(this.app, event.milliseconds), move: what };
    let tail = this.#text(found === undefined ? "knowing" : "unknown");
    /** @type {Node[]} */
    const parts = [];
    if (found) {
      const { judgement } = found;
      const { verdict, risk, isEstimate, bestCell, bestRisk } = judgement;
      const isMistake = MISTAKES.includes(verdict);
      const best = risk ? bestText(app, judgement, names) : "";
      tail = this.#text("judged", { verdict: verdictText(app, verdict), risk: risk ? chanceText(app, risk, isEstimate) : "", best, isMistake });
      const say = this.#say;
      const why = bestCell === null ? "" : this.#text("why_better", { place: names.place(bestCell), isSafe: !bestRisk });
      for (const [title, steps] of /** @type {const} */ ([[this.#text("why_mine"), found.warnings], [why, found.overlooked]])) {
        if (!steps.length || !risk) continue;
        parts.push(node("h2", "", title), ...steps.slice(-STEPS).map((step) => node("p", "", say(step))));
      }
    }
    move.textContent = `${this.#text("place", values)}: ${tail}`;
    move.classList.toggle("mistake", MISTAKES.includes(found?.judgement.verdict ?? ""));
    reasons.replaceChildren(...parts);
  }

  /** How a reason is said. */
  get #say() {
    const { board } = this.#record;
    const names = namesOf(this.app, board);
    return (/** @type {import("../engine/reasons.js").Reason} */ reason) => reasonText(this.app, reason, board, names);
  }

  /** Has what could be known at this move worked out; of moves that one only passes, nothing is. */
  async #ask() {
    const number = this.#number;
    const replay = this.#replay;
    if (this.#isAsking || this.#insights.has(number) || !replay) return;
    this.#isAsking = true;
    const { signal } = this.#stop;
    let found = null;
    try {
      const engine = await this.app.engine();
      const options = { isFirst: number === 1, seconds: INSIGHT_SECONDS, signal };
      found = await insight(engine, this.#record, replay.codes, this.#event, options);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof HypersweepError)) throw error;
    } finally {
      this.#isAsking = false;
    }
    const most = Math.max(2, Math.floor(MOST_CELLS / this.#record.board.cells));
    if (this.#insights.size >= most) this.#insights.delete(/** @type {number} */ (this.#insights.keys().next().value));
    this.#insights.set(number, found);
    await this.#going;
    if (!signal.aborted) this.#show();
  }

  /** @param {number[] | undefined} numbers @param {number} step @param {"guess" | "mistake"} what */
  #seek(numbers, step, what) {
    if (!this.#findings || !numbers) return this.app.say(this.#text("not_ready"));
    const here = this.#number;
    const found = step > 0 ? numbers.find((number) => number > here) : numbers.filter((number) => number < here).at(-1);
    return this.#go(found ?? null, this.#text(`no_${what}_beside`, { step }));
  }

  // What leads away.

  /** Shows the list instead of the board, or the board again, where there is room for one of them. */
  #turn() {
    if (!this.body || !this.turnButton) return;
    const showsList = this.body.classList.toggle("shows-list");
    this.turnButton.textContent = this.#text(showsList ? "show_board" : "show_list");
    if (!showsList) return this.#show();
    // Whoever came by Tab goes on from there.
    if (document.activeElement !== this.turnButton) (this.#rows.get(this.#number) ?? [...this.#rows.values()][0])?.focus();
  }

  #keepPlace() {
    const address = addressOf("review", /** @type {Shown} */ (this.shown), this.#number ? { move: this.#number } : {});
    history.replaceState(history.state, "", `#/${address}`);
    return address;
  }

  async #attempt() {
    const replay = this.#replay;
    if (!this.#number || !replay) return;
    const events = this.#record.events.slice(0, this.#positions[this.#number - 1]);
    try {
      await attempt(this.app, this.#record, events, this.#event.cell, this.#keepPlace());
    } catch (error) {
      await this.app.fail(error);
    }
  }

  #toReplay() {
    const shown = /** @type {Shown} */ (this.shown);
    this.#keepPlace();
    const at = this.#number ? this.#positions[this.#number - 1] : 0;
    this.app.go(addressOf("replay", shown, at ? { at } : {}), shown.key ? null : { record: shown.record, name: shown.name });
  }

  #close() {
    if (this.app.hasBefore) history.back();
    else this.app.go("");
  }

  get #reportText() {
    return report(this.app, /** @type {Findings} */ (this.#findings), { ...this.#names, say: this.#say }).join("\n");
  }

  #report() {
    if (!this.#findings) return this.app.say(this.#text("not_ready"));
    const text = this.#reportText;
    const shown = node("pre", "", text);
    shown.tabIndex = 0;
    const dialog = (this.#dialog = node("dialog", "report", node("h2", "", this.#text("report")), shown));
    const close = button(this.#text("close"), () => dialog.close(), { className: "primary" });
    dialog.append(node("p", "buttons", button(this.#text("copy"), () => copy(this.app, text)), close));
    dialog.addEventListener("keydown", (event) => {
      if (event.key === "q" || event.key === "r") dialog.close();
      if (event.key === "j" || event.key === "k") shown.scrollBy(0, event.key === "j" ? 40 : -40);
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      this.#dialog = null;
    });
    document.body.append(dialog);
    dialog.showModal();
    shown.focus();
  }

  async #save() {
    const found = this.#findings;
    if (!found) return this.app.say(this.#text("not_ready"));
    const { pictureText } = await import("./review_picture.js");
    const names = this.#names;
    const tip = (/** @type {ReviewedMove} */ move) => tipText(this.app, move, names);
    savePicture(pictureText(this.app, found, { summary: summary(this.app, found, names), tip }), this.#record);
  }
}
