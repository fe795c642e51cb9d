// The review screen: how good each move was, the board before it with what the player could know, and all guesses. Like
// tui/screens/review_screen.py.

import { signal, useComputed } from "@preact/signals";
import { createRef } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { CLUE, TARGET } from "../board/board.ts";
import { axisNames, cellLabel } from "../board/labels.ts";
import { chanceColours } from "../board/themes.ts";
import { HypersweepError } from "../engine/errors.ts";
import { LabelledButton } from "../frame/buttons.tsx";
import { copyText } from "../frame/clipboard.tsx";
import { AnswerButton, showDialog } from "../frame/dialogs.tsx";
import { nameOf } from "../input/keys.ts";
import { boardTitle } from "../play/board_title.ts";
import { lengthText } from "../play/clock.ts";
import { givenAway, type Findings, type ReviewedMove } from "../play/findings.ts";
import { cellText } from "../play/phrases.ts";
import { namesOf, reasonText } from "../play/reasons.ts";
import type { ReplayPlayer } from "../play/replay_player.ts";
import { insight, movePositions, reviewOf, type Insight } from "../play/review.ts";
import { saveUnneeded } from "../play/review_games.ts";
import { bestText, chanceText, guessRow, luckText, report, verdictText, type Names, type Say } from "../play/review_report.ts";
import { BoardView } from "./board_view.ts";
import { Chart, Sign, chartHeight, pictureText } from "./review/picture.tsx";
import {
  StudyButton, addressOf, attempt, openRecord, playerText, savePicture, type Shown,
} from "./record_view.tsx";
import { ViewScreen } from "./view_screen.tsx";
import type { App, Place } from "../app.ts";
import type { Reason } from "../engine/reasons.ts";

const SECONDS = 60;
/** Time limit in seconds for analysing one move. */
const INSIGHT_SECONDS = 5;
/** Maximum total number of cells in cached results. */
const MOST_CELLS = 1 << 22;
/** Maximum number of reasons shown from a long chain: the last ones. */
const STEPS = 5;
const [WIDTH, TALL] = [520, 90];
const MISTAKES = ["blunder", "unneeded guess", "risky guess"];
const LEGEND = [0, 0.05, 0.25, 0.5, 0.8, 1];

export default class ReviewScreen extends ViewScreen {
  title = this.text("title");
  keys = "review";
  #shown!: Shown;
  #player: ReplayPlayer | null = null;
  #view;
  #names!: Names & { player: string; say: Say };
  #positions: number[] = [];
  #isMoved = false;
  #isAsking = false;
  #turnButton = createRef<HTMLButtonElement>();
  #findings = signal<Findings | null>(null);
  #isFailed = signal(false);
  #judged = signal<readonly ReviewedMove[]>([]);
  /** Number of the shown move, from 1; 0 if there is none. */
  #number = signal(0);
  /** What was known before moves; null if the analysis failed. */
  #insights = signal<ReadonlyMap<number, Insight | null>>(new Map());
  /** Whether the list is shown instead of the board, on screens with space for only one of them. */
  #showsList = signal(false);
  #commands = {
    close: () => (this.app.hasBefore ? history.back() : this.app.go("")),
    guess: (step: number) => this.#seek(this.#findings.value?.guesses, step, "guess"),
    step: (moves: number) => this.#go(this.#number.value + moves),
    mistake: (step: number) => this.#seek(this.#findings.value?.moves.filter((move) => givenAway(move) > 0), step, "mistake"),
    attempt: () => this.#attempt(),
    turn: () => void (this.#showsList.value = !this.#showsList.value),
    report: () => this.#report(),
    save: () => this.#save(),
    edge: (where: number) => this.#go(where < 0 ? 1 : this.#positions.length),
  };

  constructor(app: App, public place: Place) {
    super(app, "review");
    this.#view = new BoardView(app, { grid: { label: (index) => this.#label(index) } });
  }

  /**
   * Tab switches to the list only from the board, and only while one of them is hidden; elsewhere it works as usual.
   */
  get commands(): Record<string, (...values: any[]) => unknown> {
    const { turn, ...others } = this.#commands;
    const { current } = this.#turnButton;
    if (!current || getComputedStyle(current).display === "none") return others;
    const { activeElement } = document;
    const isOnBoard = !activeElement?.matches("button, a, [tabindex='0']") || this.#view.grid.hasFocus;
    return isOnBoard ? { ...others, turn } : others;
  }

  async show(element: HTMLElement) {
    const { app, place } = this;
    const { signal } = this.stop;
    await app.messages.add("reasons");
    // Check the whole record for impossible events before building anything.
    const opened = await openRecord(app, place, element, signal, (player) => player.seek(player.record.events.length));
    if (!opened) return;
    const { player } = opened;
    const { record } = player;
    [this.#shown, this.#player] = [opened.shown, player];
    const { board, mines } = record;
    this.title = this.text("title_of", { board: boardTitle(app, record) });
    this.#positions = movePositions(record);
    const names = namesOf(app, board);
    this.#names = {
      place: (index) => cellText(board.cell(index)),
      length: (milliseconds) => lengthText(app, milliseconds),
      player: playerText(record),
      say: (reason: Reason) => reasonText(app, reason, board, names),
    };
    const asked = Number(place.query.get("move"));
    this.#isMoved = asked > 0;
    this.#number.value = this.#clamp(asked || this.#positions.length);
    super.show(element);
    this.#view.show({ shape: board, mines, codes: player.replay.codes });
    player.addEventListener("change", () => this.#draw(), { signal });
    await this.#goTo(this.#number.value);
    void this.#workOut();
  }

  leave() {
    super.leave();
    void this.#player?.close().catch(() => {});
  }

  View = () => (
    <>
      <this.Top />
      <div class={`review-body${this.#showsList.value ? " shows-list" : ""}`}>
        <div class="after-board" role="region" aria-label={this.text("board")} ref={this.#view.ref} />
        <div class="review-side side">
          <this.Timeline />
          <this.Guesses />
          <this.Reasons />
          <p class="legend about row">
            <span>{this.text("legend")}</span>
            {LEGEND.map((chance) => {
              const { ground, text } = chanceColours(chance);
              return <span class="swatch" style={{ background: ground, color: text }}>{`${Math.round(100 * chance)}%`}</span>;
            })}
          </p>
        </div>
      </div>
      <div class="board-foot review-foot">
        <this.Move />
        <this.Tools />
      </div>
    </>
  );

  Top = () => {
    const { app } = this;
    const moves = this.#positions.length;
    const { dimensions } = this.#shown.record.board;
    const found = this.#findings.value;
    const isFailed = this.#isFailed.value;
    const judged = this.#judged.value.length;
    const sums = found
      ? this.text("sums", { luck: luckText(app, found).replace("-", "−"), skill: chanceText(app, found.skill, found.isEstimate) })
      : isFailed ? this.text("none") : this.text("working", { move: Math.min(judged + 1, moves), moves });
    return (
      <div class="after-top row">
        <h1>{this.title}</h1>
        <p class="about">{app.text(`replay.outcome_${this.#shown.record.outcome}`)}</p>
        <p class="about">{sums}</p>
        {dimensions > 2 && <p class="about">{this.text("cells", { axes: axisNames(app, dimensions).join(", ") })}</p>}
        <progress max={Math.max(1, moves)} value={judged} hidden={found !== null || isFailed} aria-label={this.text("title")} />
      </div>
    );
  };

  /** The chart: its guesses lead to their moves, and one of them is in the Tab order. */
  Timeline = () => {
    const found = this.#findings.value;
    if (!found) return <div class="chart" />;
    const height = chartHeight(TALL);
    return (
      <div class="chart">
        <h2>{this.text("chart")}</h2>
        <svg viewBox={`0 0 ${WIDTH} ${height}`} role="group" aria-label={this.text("chart")} class="hs-review">
          <Chart app={this.app} findings={found} names={this.#names} width={WIDTH} tall={TALL}
            number={this.#number.value} pick={(number) => this.#go(number)} />
        </svg>
      </div>
    );
  };

  Guesses = () => {
    const list = useRef<HTMLOListElement>(null);
    const found = this.#findings.value;
    const guesses = found?.guesses ?? this.#judged.value.filter(({ risk }) => risk);
    const showsList = this.#showsList.value;
    useLayoutEffect(() => {
      // The board with the focus disappears: players who came by keyboard continue in the list.
      if (!showsList || document.activeElement === this.#turnButton.current) return;
      (list.current?.querySelector<HTMLElement>("[aria-current]") ?? list.current?.querySelector("button"))?.focus();
    }, [showsList]);
    return (
      <ol class="guesses" aria-label={this.text("guesses")} ref={list}>
        {guesses.map((move) => <this.Guess key={move.number} move={move} />)}
        {found && !guesses.length && <li>{this.text("no_guess")}</li>}
      </ol>
    );
  };

  Guess = ({ move }: { move: ReviewedMove }) => {
    const isHere = useComputed(() => this.#number.value === move.number).value;
    const [number, time, what, verdict, risk, best, ends] = guessRow(this.app, move, this.#names);
    return (
      <li>
        <button type="button" class={MISTAKES.includes(move.verdict) ? "mistake" : undefined} aria-current={isHere ? "true" : undefined}
          ref={isHere ? reveal : undefined} onClick={() => this.#go(move.number)}>
          <svg viewBox="-10 -10 20 20" width={20} height={20} aria-hidden="true"><Sign {...move} x={0} y={0} radius={7.5} /></svg>
          <span class="number">{number}</span>
          <span class="time">{time}</span>
          <span class="what">{what}</span>
          <span class="risk">{risk}</span>
          <span class="verdict about">{[verdict, best, ends].filter(Boolean).join(" · ")}</span>
        </button>
      </li>
    );
  };

  /** Why the opened cell was a mine, and why another one would have been better. */
  Reasons = () => {
    const { place, say } = this.#names;
    const found = this.#insights.value.get(this.#number.value);
    if (!found?.judgement.risk) return <div class="reasons" />;
    const { bestCell, bestRisk } = found.judgement;
    const parts: [string, readonly Reason[]][] = [[this.text("why_mine"), found.warnings]];
    if (bestCell !== null) parts.push([this.text("why_better", { place: place(bestCell), isSafe: !bestRisk }), found.overlooked]);
    return (
      <div class="reasons">
        {parts.map(([title, steps]) => steps.length > 0 && [<h2>{title}</h2>, ...steps.slice(-STEPS).map((step) => <p>{say(step)}</p>)])}
      </div>
    );
  };

  Move = () => {
    const number = this.#number.value;
    if (!number) return <p class="move" aria-live="polite">{this.text("no_moves")}</p>;
    const { kind, milliseconds } = this.#event;
    const { place, length } = this.#names;
    const move = this.text("move", { kind, place: place(this.#cell) });
    const head = this.text("place", { number, moves: this.#positions.length, time: length(milliseconds), move });
    const found = this.#insights.value.get(number);
    const isMistake = MISTAKES.includes(found?.judgement.verdict ?? "");
    return <p class={`move${isMistake ? " mistake" : ""}`} aria-live="polite">{`${head}: ${this.#verdict(found)}`}</p>;
  };

  /** @param found - null if the analysis failed, undefined while it is running */
  #verdict(found: Insight | null | undefined) {
    if (!found) return this.text(found === undefined ? "knowing" : "unknown");
    const { app } = this;
    const { verdict, risk, isEstimate } = found.judgement;
    const best = risk ? bestText(app, found.judgement, this.#names) : "";
    const chance = risk ? chanceText(app, risk, isEstimate) : "";
    return this.text("judged", { verdict: verdictText(app, verdict), risk: chance, best, isMistake: MISTAKES.includes(verdict) });
  }

  Tools = () => {
    const commands = this.#commands;
    const pair = (command: "step" | "guess" | "mistake", name: string) => (
      <span class="pair">
        <LabelledButton text="‹" label={this.text(`previous${name}`)} onClick={() => commands[command](-1)} />
        <span>{this.text(`${command === "step" ? "move" : command}_button`)}</span>
        <LabelledButton text="›" label={this.text(`next${name}`)} onClick={() => commands[command](1)} />
      </span>
    );
    return (
      <div class="review-tools steps row">
        {pair("step", "")}
        {pair("guess", "_guess")}
        {pair("mistake", "_mistake")}
        <button type="button" class="turn" ref={this.#turnButton} onClick={commands.turn}>
          {this.text(this.#showsList.value ? "show_board" : "show_list")}
        </button>
        <span class="others row">
          {this.button("attempt", commands.attempt, { class: "primary" })}
          {this.button("replay", () => this.#toReplay())}
          {this.button("report", commands.report)}
          {this.button("save", commands.save)}
          {this.button("back", commands.close)}
          <StudyButton app={this.app} record={this.#shown.text} />
        </span>
      </div>
    );
  };

  /** The screen reader text of a cell, with its chance. */
  #label(index: number) {
    const { app } = this;
    const { board } = this.#view;
    const analysis = this.#insights.value.get(this.#number.value)?.judgement.analysis;
    const plain = cellLabel(app, board, index);
    if (!analysis || board.codes[index] >= 0) return plain;
    return `${plain}, ${chanceText(app, analysis.chances[index], !analysis.isExact)}`;
  }

  // Reviewing the game.

  async #workOut() {
    const { signal } = this.stop;
    let frame = 0;
    // Throttle the updates, because moves are judged faster than the player can read.
    const onMove = (moves: readonly ReviewedMove[]) => {
      frame ||= requestAnimationFrame(() => {
        frame = 0;
        this.#judged.value = [...moves];
      });
    };
    try {
      const found = await reviewOf(await this.app.engine(), this.#shown.record, { seconds: SECONDS, signal, onMove });
      if (signal.aborted) return;
      this.#findings.value = found;
      const { key } = this.#shown;
      if (key) saveUnneeded(this.app, key, found).catch((error) => this.app.warn(error.message));
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof HypersweepError)) throw error;
      this.#isFailed.value = true;
      this.app.warn(this.text("failed", { why: await this.app.errorText(error) }));
    }
    const worst = this.#findings.value?.lessons[0]?.move.number;
    if (!this.#isMoved && worst) await this.#goTo(worst);
  }

  // Showing one move.

  #clamp(number: number) {
    return Math.min(Math.max(number, 1), this.#positions.length);
  }

  #go(number: number) {
    this.#isMoved = true;
    return this.#goTo(number);
  }

  /** Go to the position before a move; of several requests, only the latest counts. */
  async #goTo(number: number) {
    const own = (this.#number.value = this.#clamp(number));
    try {
      if (own) await this.#player?.seek(this.#positions[own - 1]);
    } catch (error) {
      if (this.stop.signal.aborted) return;
      if (!(error instanceof HypersweepError)) throw error;
      this.app.warn(await this.app.errorText(error));
    }
  }

  get #event() {
    return this.#shown.record.events[this.#positions[this.#number.value - 1]];
  }

  get #cell() {
    return this.#shown.record.board.index(this.#event.cell as readonly number[]);
  }

  #draw() {
    const { replay } = this.#player as ReplayPlayer;
    // Another move is requested, or the game has none.
    if (replay.position !== this.#positions[this.#number.value - 1]) return;
    const { board } = this.#view;
    const cell = this.#cell;
    const found = this.#insights.value.get(this.#number.value);
    board.outcome = replay.outcome;
    board.setChances(found?.judgement.analysis?.chances ?? null);
    board.setCursor(cell);
    board.latest = cell;
    board.setMarks(marksOf(found, cell));
    this.#view.redraw();
    void this.#ask(replay.codes);
  }

  /** Analyse this move after a moment, so that moves the player only passes are skipped. */
  async #ask(codes: Int16Array) {
    const number = this.#number.value;
    const { record } = this.#shown;
    if (this.#isAsking || this.#insights.value.has(number)) return;
    this.#isAsking = true;
    const { signal } = this.stop;
    const event = this.#event;
    // The player may move on meanwhile, which changes `codes`.
    const before = codes.slice();
    let found = null;
    try {
      const options = { isFirst: number === 1, seconds: INSIGHT_SECONDS, signal };
      found = await insight(await this.app.engine(), record, before, event, options);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof HypersweepError)) throw error;
    } finally {
      this.#isAsking = false;
    }
    const most = Math.max(2, Math.floor(MOST_CELLS / record.board.cells));
    this.#insights.value = new Map([...[...this.#insights.value].slice(1 - most), [number, found]]);
    if (!signal.aborted) this.#draw();
  }

  #seek(moves: readonly ReviewedMove[] | undefined, step: number, what: "guess" | "mistake") {
    if (!moves) return this.app.say(this.text("not_ready"));
    const here = this.#number.value;
    const found = step > 0 ? moves.find(({ number }) => number > here) : moves.filter(({ number }) => number < here).at(-1);
    return found ? this.#go(found.number) : this.app.say(this.text(`no_${what}_beside`, { step }));
  }

  // Links to other screens.

  #keepPlace() {
    const number = this.#number.value;
    const address = addressOf("review", this.#shown, number ? { move: number } : {});
    history.replaceState(history.state, "", `#/${address}`);
    return address;
  }

  #attempt() {
    if (!this.#number.value) return;
    const { record } = this.#shown;
    return attempt(this.app, record, record.events.slice(0, this.#positions[this.#number.value - 1]), this.#event.cell, this.#keepPlace());
  }

  #toReplay() {
    const { key, record, name } = this.#shown;
    this.#keepPlace();
    const at = this.#positions[this.#number.value - 1] ?? 0;
    this.app.go(addressOf("replay", this.#shown, at ? { at } : {}), key ? null : { record, name });
  }

  #report() {
    const { app } = this;
    const found = this.#findings.value;
    if (!found) return app.say(this.text("not_ready"));
    const text = report(app, found, this.#names).join("\n");
    const said = signal("");
    const copy = () => copyText(app, text, { say: (message) => (said.value = message) });
    const content = [<pre tabIndex={0} autofocus>{text}</pre>, <p class="about" role="status">{said}</p>];
    const answers = [
      <button type="button" onClick={copy}>{app.text("page.copy")}</button>,
      <AnswerButton text={app.text("page.close")} kind="primary" />,
    ];
    const { dialog } = showDialog(this.text("report"), content, answers, "report");
    dialog.addEventListener("keydown", (event) => {
      const key = nameOf(event);
      if (key === "q" || key === "r") dialog.close();
      if (key === "j" || key === "k") dialog.querySelector("pre")?.scrollBy(0, key === "j" ? 40 : -40);
    });
  }

  #save() {
    const found = this.#findings.value;
    if (!found) return this.app.say(this.text("not_ready"));
    savePicture(pictureText(this.app, found, this.#names), this.#shown.record);
  }
}

function reveal(row: HTMLElement | null) {
  row?.scrollIntoView({ block: "nearest" });
}

/**
 * Marks for the better cell and the clues that prove it.
 * @param cell - the opened cell
 */
function marksOf(found: Insight | null | undefined, cell: number) {
  const marks: Map<number, number> = new Map();
  const best = found?.judgement.bestCell ?? null;
  if (!found || best === null || best === cell) return marks;
  const last = found.overlooked.at(-1) as { allClues?: readonly number[]; clues: readonly number[] } | undefined;
  for (const clue of last?.allClues ?? last?.clues ?? []) marks.set(clue, CLUE);
  return marks.set(best, TARGET);
}
