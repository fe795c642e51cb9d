// The review screen: how good each move was, the board before it with what the player could know, and all guesses. Like
// tui/screens/review_screen.py.

import { Board } from "../board/board.ts";
import { GridRoles } from "../board/grid_roles.ts";
import { cellLabel } from "../board/labels.ts";
import { HypersweepError } from "../engine/errors.ts";
import { node } from "../frame/elements.ts";
import { attach, type Hands } from "../input/attach.ts";
import { boardTitle } from "../play/board_title.ts";
import { lengthText } from "../play/clock.ts";
import { givenAway, type Findings, type ReviewedMove } from "../play/findings.ts";
import { cellText } from "../play/phrases.ts";
import { namesOf, reasonText } from "../play/reasons.ts";
import { Replay } from "../play/replay.ts";
import { insight, movePositions, type Insight } from "../play/review.ts";
import { reviewOf } from "../play/review_cache.ts";
import { chanceText, luckText, report, summary, tipText } from "../play/review_report.ts";
import { Guesses } from "./review/guesses.ts";
import { reviewParts } from "./review/layout.ts";
import { marksOfMove, tellMove } from "./review/moment.ts";
import { pictureText } from "./review/picture.ts";
import { showReport } from "./review/report.tsx";
import {
  addressOf, attempt, findRecord, playerText, savePicture, showBroken, studyButtons, type Shown,
} from "./shown_record.ts";
import type { App, Place } from "../app.ts";
import type { Reason } from "../engine/reasons.ts";

const SECONDS = 60;
/** Time limit in seconds for analysing one move. */
const INSIGHT_SECONDS = 5;
/** Maximum total number of cells in cached results. */
const MOST_CELLS = 1 << 22;

export default class ReviewScreen {
  title;
  shown!: Shown;
  keys = "review";
  #stop = new AbortController();
  #replay: Replay | null = null;
  #board: Board | null = null;
  #roles: GridRoles | null = null;
  #hands: Hands | null = null;
  #findings: Findings | null = null;
  #isFailed = false;
  #isMoved = false;
  /** Number of the shown move, from 1; 0 if there is none. */
  #number = 0;
  #positions: number[] = [];
  /** The moves judged so far. */
  #judged: readonly ReviewedMove[] = [];
  #insights: Map<number, Insight | null> = new Map();
  #isAsking = false;
  #commands: Record<string, (...values: any[]) => unknown> = {};
  #parts: ReturnType<typeof reviewParts> | null = null;
  #guesses: Guesses | null = null;
  #going: Promise<void> = Promise.resolve();
  #dialog: HTMLDialogElement | null = null;

  constructor(public app: App, public place: Place) {
    this.title = app.text("review.title");
    this.#commands = {
      close: () => this.#close(),
      guess: (step: number) => this.#seek(this.#findings?.guesses.map(({ number }) => number), step, "guess"),
      step: (moves: number) => this.#go(this.#number + moves),
      mistake: (step: number) => this.#seek(this.#mistakes, step, "mistake"),
      attempt: () => this.#attempt(),
      turn: () => this.#turn(),
      report: () => this.#report(),
      save: () => this.#save(),
      edge: (where: number) => this.#go(where < 0 ? 1 : this.#positions.length),
    };
  }

  /**
   * Tab switches to the list only from the board, and only while one of them is hidden; elsewhere it works as usual.
   */
  get commands() {
    const { activeElement } = document;
    const isOnBoard = !activeElement?.matches("button, a, [tabindex='0']") || this.#parts?.host.contains(activeElement);
    const { turn, ...others } = this.#commands;
    return this.#isNarrow && isOnBoard ? { ...others, turn } : others;
  }

  get #isNarrow() {
    return this.#parts !== null && getComputedStyle(this.#parts.turn).display !== "none";
  }

  async show(element: HTMLElement) {
    const { app } = this;
    const { signal } = this.#stop;
    element.append(node("p", "loading", app.text("replay.loading")));
    try {
      this.shown = await findRecord(app, this.place);
      const [engine] = await Promise.all([app.engine(), app.messages.add("reasons")]);
      const { record } = this.shown;
      this.#replay = await Replay.begin(engine, record);
      // Check the whole record for impossible events before building anything.
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
    this.#hands = attach(board as any, { settings: app.settings, isOpen: () => false, act: (_, index) => board.setCursor(index) });
    const asked = Number(this.place.query.get("move"));
    if (asked) this.#isMoved = true;
    await this.#goTo(asked || this.#positions.length);
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

  #text(name: string, values?: any) {
    return this.app.text(`review.${name}`, values);
  }

  get #record() {
    return (this.shown as Shown).record;
  }

  get #names() {
    const { board } = this.#record;
    return { place: (index: number) => cellText(board.cell(index)), length: (milliseconds: number) => lengthText(this.app, milliseconds), player: playerText(this.#record) };
  }

  get #mistakes() {
    return this.#findings?.moves.filter((move) => givenAway(move) > 0).map(({ number }) => number);
  }

  /** @returns container of the board */
  #build(element: HTMLElement): HTMLElement {
    const record = this.#record;
    this.title = this.#text("title_of", { board: boardTitle(this.app, record) });
    const guesses = (this.#guesses = new Guesses(this.app, this.#names, (number) => this.#go(number)));
    const content = { title: this.title, outcome: record.outcome, moves: this.#positions.length, guesses };
    const parts = (this.#parts = reviewParts(this.app, content, { ...this.#commands, replay: () => this.#toReplay() }));
    parts.others.append(...studyButtons(this.app, () => this.shown?.text));
    element.replaceChildren(...parts.all);
    this.#showTop();
    return parts.host;
  }

  /** The screen reader text of a cell, with its chance. */
  #label(index: number) {
    const { app } = this;
    const board = this.#board as Board;
    const analysis = this.#insights.get(this.#number)?.judgement.analysis;
    const plain = cellLabel(app, board, index);
    if (!analysis || board.codes[index] >= 0) return plain;
    return `${plain}, ${chanceText(app, analysis.chances[index], !analysis.isExact)}`;
  }

  // Reviewing the game.

  async #workOut() {
    const { signal } = this.#stop;
    try {
      const onMove = (moves: readonly ReviewedMove[]) => {
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
    this.#listGuesses();
    if (this.#findings) this.#guesses?.draw(this.#findings);
    const worst = this.#findings?.lessons[0]?.move.number;
    if (!this.#isMoved && worst) await this.#goTo(worst);
    else this.#show();
  }

  /** Save the results for the statistics. */
  async #note({ moves, isComplete }: Findings) {
    const { key } = this.shown as Shown;
    const { storage } = this.app;
    if (!key || !isComplete) return;
    const unneeded = moves.filter(({ verdict }) => verdict === "unneeded guess").length;
    // Another tab may have deleted it.
    await storage.change("games", key, (row: any) => row && { ...row, unneeded });
  }

  #topTimer = 0;

  /** Throttle the updates, because moves are judged faster than anyone can read. */
  #showTopLater() {
    this.#topTimer ||= requestAnimationFrame(() => {
      this.#topTimer = 0;
      if (!this.#stop.signal.aborted) this.#showTop();
    });
  }

  #showTop() {
    if (!this.#parts) return;
    const { sums, progress } = this.#parts;
    const found = this.#findings;
    progress.hidden = found !== null || this.#isFailed;
    progress.value = this.#judged.length;
    if (found) sums.textContent = this.#text("sums", { luck: luckText(this.app, found).replace("-", "−"), skill: chanceText(this.app, found.skill, found.isEstimate) });
    else if (this.#isFailed) sums.textContent = this.#text("none");
    else sums.textContent = this.#text("working", { move: Math.min(this.#judged.length + 1, this.#positions.length), moves: this.#positions.length });
    // Guesses are listed as they are found.
    this.#listGuesses();
  }

  #listGuesses() {
    const found = this.#findings;
    this.#guesses?.list(found?.guesses ?? this.#judged.filter(({ risk }) => risk), found !== null);
    this.#guesses?.light(this.#number);
  }

  // Showing one move.

  #go(number: number | null, otherwise = "") {
    if (number === null) return this.app.say(otherwise);
    this.#isMoved = true;
    return this.#goTo(number);
  }

  /** Go to the position before a move; of several requests, only the latest counts. */
  #goTo(number: number) {
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
    if (!this.#number) return void (this.#parts && (this.#parts.move.textContent = this.#text("no_moves")));
    const cell = this.#record.board.index(this.#event.cell as readonly number[]);
    const found = this.#insights.get(this.#number);
    const analysis = found?.judgement.analysis;
    board.outcome = this.#replay?.outcome ?? "ongoing";
    board.redraw();
    board.setChances(analysis?.chances ?? null);
    board.setCursor(cell);
    board.latest = cell;
    board.setMarks(marksOfMove(found, cell));
    this.#roles?.update();
    this.#guesses?.light(this.#number);
    this.#showMove(cell, found);
    this.#ask();
  }

  #showMove(cell: number, found: Insight | null | undefined) {
    if (!this.#parts) return;
    const { move, reasons } = this.#parts;
    const { kind, milliseconds } = this.#event;
    const names = this.#names;
    const what = this.#text("move", { kind, place: names.place(cell) });
    const values = { number: this.#number, moves: this.#positions.length, time: names.length(milliseconds), move: what };
    const told = tellMove(this.app, found, { ...names, say: this.#say });
    move.textContent = `${this.#text("place", values)}: ${told.verdict}`;
    move.classList.toggle("mistake", told.isMistake);
    reasons.replaceChildren(...told.reasons);
  }

  /** The function that formats reasons. */
  get #say() {
    const { board } = this.#record;
    const names = namesOf(this.app, board);
    return (reason: Reason) => reasonText(this.app, reason, board, names);
  }

  /** Analyse this move after a moment, so that moves the player only passes are skipped. */
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
    if (this.#insights.size >= most) this.#insights.delete(this.#insights.keys().next().value as number);
    this.#insights.set(number, found);
    await this.#going;
    if (!signal.aborted) this.#show();
  }

  #seek(numbers: number[] | undefined, step: number, what: "guess" | "mistake") {
    if (!this.#findings || !numbers) return this.app.say(this.#text("not_ready"));
    const here = this.#number;
    const found = step > 0 ? numbers.find((number) => number > here) : numbers.filter((number) => number < here).at(-1);
    return this.#go(found ?? null, this.#text(`no_${what}_beside`, { step }));
  }

  // Links to other screens.

  /** Switch between list and board on screens with space for only one of them. */
  #turn() {
    if (!this.#parts) return;
    const { body, turn } = this.#parts;
    const showsList = body.classList.toggle("shows-list");
    turn.textContent = this.#text(showsList ? "show_board" : "show_list");
    if (!showsList) return this.#show();
    // Players who came by keyboard continue in the list.
    if (document.activeElement !== turn) this.#guesses?.focus(this.#number);
  }

  #keepPlace() {
    const address = addressOf("review", this.shown as Shown, this.#number ? { move: this.#number } : {});
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
    const shown = this.shown as Shown;
    this.#keepPlace();
    const at = this.#number ? this.#positions[this.#number - 1] : 0;
    this.app.go(addressOf("replay", shown, at ? { at } : {}), shown.key ? null : { record: shown.record, name: shown.name });
  }

  #close() {
    if (this.app.hasBefore) history.back();
    else this.app.go("");
  }

  #report() {
    if (!this.#findings) return this.app.say(this.#text("not_ready"));
    this.#dialog = showReport(this.app, report(this.app, this.#findings, { ...this.#names, say: this.#say }).join("\n"));
  }

  async #save() {
    const found = this.#findings;
    if (!found) return this.app.say(this.#text("not_ready"));
    const names = this.#names;
    const tip = (move: ReviewedMove) => tipText(this.app, move, names);
    savePicture(pictureText(this.app, found, { summary: summary(this.app, found, names), tip }), this.#record);
  }
}
