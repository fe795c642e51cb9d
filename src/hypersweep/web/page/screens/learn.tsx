// "See in four dimensions in one minute": a lesson on boards of one to four dimensions, and a real board at its end.

import { batch, effect, signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { COVERED, FLAGGED, NEAR, TARGET } from "../board/cell_appearance.ts";
import { cellLabel } from "../board/labels.ts";
import { LAST_BOARD } from "../data/lesson.ts";
import { Navigator, cursorCommands } from "../input/cursor.ts";
import { cellsAround } from "../engine/around.ts";
import { STEPS, judgeAnswer, middleOf, sweepAt, wavesAround, type Answer, type Wave } from "../play/lesson.ts";
import { Session } from "../play/session.ts";
import { BoardView } from "./board_view.ts";
import GameScreen from "./game.tsx";
import { ViewScreen } from "./view_screen.tsx";
import type { App, Place, Screen } from "../app.ts";

/** Milliseconds for which a right answer stays visible. */
const PRAISE = 1300;
/** Number of cells at the crest of a wave. */
const CREST = 3;

const LAST = STEPS.length;

export default class LearnScreen extends ViewScreen {
  title = this.text("title");
  keys = "game";
  #step = signal(0);
  /** A sweep lights the neighbours, a question is asked, or its right answer is shown. */
  #phase = signal<"sweep" | "swept" | "ask" | "right">("sweep");
  /** Number of lit neighbours, and the axis being swept. */
  #count = signal(0);
  #axis = signal(0);
  #reply = signal("");
  #outcome = signal("ongoing");
  #game: GameScreen | null = null;
  #view: BoardView;
  #navigator = new Navigator(STEPS[0].shape);
  #codes = new Int16Array(0);
  #waves: Wave[] = [];
  #frame = 0;
  #timer = 0;
  #unfollow = () => {};

  constructor(app: App, public place: Place) {
    super(app, "learn");
    const step = Number(place.parts[1] ?? 1) - 1;
    if (Number.isInteger(step) && step > 0 && step <= LAST) this.#step.value = step;
    this.#view = new BoardView(app, {
      grid: { label: (index) => this.#label(index), onPress: (index) => this.#answer(index) },
      input: { act: (_, index) => this.#answer(index) },
    });
  }

  /** The commands of the game at the end; before that, those that move the cursor and answer. */
  get commands(): Screen["commands"] {
    const leave = () => this.#leave();
    // The game may still be loading.
    if (this.#step.value === LAST) return this.#game?.commands ?? { leave };
    return {
      open: () => this.#answer(this.#view.board.cursor),
      smart: () => this.#answer(this.#view.board.cursor),
      ...cursorCommands((act) => this.#move(act)),
      leave,
    };
  }

  leave() {
    super.leave();
    this.#halt();
  }

  #question(name: string) {
    return this.text(`ask_${name}`, { isTouch: matchMedia("(pointer: coarse)").matches });
  }

  // What is shown.

  View = () => {
    const step = this.#step.value;
    return (
      <div class="lesson" data-step={step + 1}>
        <div class="lesson-head row">
          <h1>{this.title}</h1>
          <this.Steps />
          {this.#outcome.value !== "won" && this.button("skip", () => this.#leave(), { class: "lesson-skip" })}
        </div>
        {step < LAST ? <this.Lesson key={step} /> : <this.Last />}
      </div>
    );
  };

  Steps = () => {
    const step = this.#step.value;
    return (
      <ol class="lesson-steps" aria-label={this.text("steps")}>
        {[...STEPS.map(({ name }) => name), "board"].map((name, number) => (
          <li key={name} aria-current={number === step ? "step" : undefined} data-done={number < step ? "" : undefined}>
            <span>{this.text(`name_${name}`)}</span>
          </li>
        ))}
      </ol>
    );
  };

  Lesson = () => {
    const step = STEPS[this.#step.value];
    const phase = this.#phase.value;
    const isAsked = phase === "ask" || phase === "right";
    const main = useRef<HTMLButtonElement>(null);
    useLayoutEffect(() => {
      this.#begin();
      main.current?.focus({ preventScroll: true });
      return () => this.#halt();
    }, []);
    return (
      <div class="lesson-body">
        <div class="lesson-words">
          {isAsked ? (
            <>
              <p class="lesson-asked">{this.#question(step.name)}</p>
              <p class="lesson-keys about">{this.text("keys", { dimensions: step.shape.dimensions })}</p>
              <p class="lesson-reply" data-right={phase === "right" ? "" : undefined} hidden={!this.#reply.value}>{this.#reply}</p>
            </>
          ) : (
            <>
              <this.Count />
              <this.Axes />
              <p class="lesson-seen">{this.text(`see_${step.name}`)}</p>
            </>
          )}
        </div>
        <p class="lesson-buttons row">
          <button type="button" class="primary" ref={main} hidden={isAsked} onClick={() => this.#ask()}>{this.text("go")}</button>
          {this.button("again", () => this.#again())}
          {this.button("back", () => this.#go(this.#step.value - 1), { disabled: this.#step.value === 0 })}
        </p>
        <div class="lesson-board" role="region" aria-label={this.text("board")} ref={this.#view.ref} />
      </div>
    );
  };

  Count = () => (
    <p class="lesson-count"><strong>{this.#count}</strong> {this.text("touch", { count: this.#count.value })}</p>
  );

  /** The number of neighbours with each further axis; a line has no second one to compare with. */
  Axes = () => {
    const { shape } = STEPS[this.#step.value];
    const count = this.#count.value;
    if (shape.dimensions === 1) return null;
    return (
      <ul class="lesson-axes row" aria-hidden="true">
        {shape.sides.map((_, axis) => {
          const least = 3 ** (axis + 1) - 1;
          return <li key={axis} data-lit={count >= least ? "" : undefined} data-now={this.#axis.value === axis ? "" : undefined}>
            {this.text("axis", { axis })} <b>{least}</b>
          </li>;
        })}
      </ul>
    );
  };

  Last = () => {
    const outcome = this.#outcome.value;
    const host = useRef<HTMLDivElement>(null);
    useLayoutEffect(() => {
      this.#play(host.current as HTMLElement).catch((error) => this.app.fail(error));
      return () => this.#halt();
    }, []);
    return (
      <>
        <div class="lesson-last row" data-outcome={outcome}>
          <p><strong class="outcome">{this.text(`board_${outcome}`)}</strong> {this.text(`board_${outcome}_how`)}</p>
          <p class="lesson-buttons row">
            {outcome === "won" && <a class="button primary" href="#/game?board=4x4x4x4&mines=10&rules=classic%2Cfirst%3Dopening">{this.text("next")}</a>}
            {outcome === "won" && <a class="button" href="#/">{this.text("start")}</a>}
            {outcome === "lost" && this.button("try_again", () => this.#game?.commands.new(), { class: "primary" })}
            {outcome !== "won" && this.button("back", () => this.#go(LAST - 1))}
          </p>
        </div>
        <div class="screen game" ref={host} />
      </>
    );
  };

  // The steps.

  #go(step: number) {
    this.#halt();
    history.replaceState(history.state, "", `#/learn/4d/${step + 1}`);
    batch(() => {
      this.#phase.value = "sweep";
      this.#step.value = step;
    });
  }

  /** Skip the rest. The start screen doesn't offer the lesson again. */
  #leave() {
    this.app.prefer("lesson", "done");
    this.app.go("");
  }

  /** Stop the sweep, the timer and the game of a step. */
  #halt() {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#timer);
    this.#unfollow();
    this.#game?.leave();
    this.#game = null;
  }

  /** Show a board whose cells are covered, except one. */
  #show(open: number, code: number) {
    const { shape } = STEPS[this.#step.value];
    this.#codes = new Int16Array(shape.cells).fill(COVERED);
    this.#codes[open] = code;
    this.#navigator = new Navigator(shape, shape.cell(open));
    this.#view.show({ shape, mines: 0, codes: this.#codes });
    // The lesson lights cells itself.
    this.#view.board.tint = false;
    this.#view.board.setCursor(open);
  }

  #begin() {
    const { shape, name } = STEPS[this.#step.value];
    const middle = middleOf(shape);
    this.#phase.value = "sweep";
    this.#reply.value = "";
    this.#count.value = this.#axis.value = 0;
    this.#waves = wavesAround(shape, middle);
    this.#show(middle, 0);
    const begun = performance.now();
    const sweep = (now: number) => {
      const isOver = this.#light(this.app.isMotionReduced ? Infinity : now - begun);
      if (!isOver) return void (this.#frame = requestAnimationFrame(sweep));
      this.#phase.value = "swept";
      this.app.announce(`${this.text(`see_${name}`)} ${this.text("go_on")}`);
    };
    sweep(begun);
  }

  /** Light the neighbours up to a moment of the sweep. Returns: whether it is over. */
  #light(milliseconds: number) {
    const { count, axis, isOver } = sweepAt(this.#waves, milliseconds);
    this.#axis.value = axis;
    if (count !== this.#count.value || isOver) {
      const { shape } = STEPS[this.#step.value];
      const middle = middleOf(shape);
      this.#count.value = count;
      this.#codes[middle] = count;
      const lit = this.#waves.flatMap(({ cells }) => cells).slice(0, count);
      const crest = isOver ? lit.length : lit.length - CREST;
      this.#mark(new Map(lit.map((index, place) => [index, place < crest ? NEAR : NEAR | TARGET])), [middle]);
      // In the same frame as the count beside the board.
      this.#view.board.paint();
    }
    return isOver;
  }

  #mark(marks: Map<number, number>, cells: readonly number[] = []) {
    this.#view.board.setMarks(marks);
    this.#view.redraw(Uint32Array.from([...cells, ...marks.keys()]));
  }

  #again() {
    this.#halt();
    this.#begin();
  }

  #ask() {
    const { shape, marked, name } = STEPS[this.#step.value];
    this.#halt();
    this.#light(Infinity);
    this.#phase.value = "ask";
    const index = shape.index(marked);
    this.#show(index, FLAGGED);
    this.#mark(new Map());
    this.#view.grid.focus();
    this.app.announce(`${this.#question(name)} ${this.text("keys", { dimensions: shape.dimensions })}`);
  }

  #answer(index: number) {
    if (this.#phase.value !== "ask") return;
    const step = STEPS[this.#step.value];
    const answer = judgeAnswer(step, index);
    const marked = step.shape.index(step.marked);
    this.#navigator.cell = step.shape.cell(index);
    this.#view.board.setCursor(index);
    // Light the neighbours whatever the answer: they show why it is right or wrong.
    const marks = new Map(cellsAround(step.shape, marked).map((each) => [each, NEAR]));
    if (answer.kind === "right") marks.set(index, NEAR | TARGET);
    this.#mark(marks);
    this.#reply.value = this.#replyTo(answer, step.name, step.shape.dimensions);
    this.app.announce(this.#reply.value);
    if (answer.kind !== "right") return;
    this.#phase.value = "right";
    this.#timer = window.setTimeout(() => this.#go(this.#step.value + 1), PRAISE);
  }

  #replyTo(answer: Answer, name: string, dimensions: number) {
    if (answer.kind === "right" || answer.kind === "same") return this.text(answer.kind === "right" ? `right_${name}` : "same");
    if (answer.kind === "near") return this.text(`near_${name}`, { axis: answer.axis });
    return this.text("far", { axis: dimensions === 1 ? 1 : answer.axis, by: answer.by });
  }

  #move(act: (navigator: Navigator) => unknown) {
    if (this.#phase.value !== "ask") return;
    act(this.#navigator);
    this.#view.input.mouse.lookAway();
    this.#view.board.setCursor(this.#navigator.shape.index(this.#navigator.cell));
    this.#view.grid.update([]);
  }

  #label(index: number) {
    const label = cellLabel(this.app, this.#view.board, index);
    return this.#view.board.marksOf(index) & NEAR ? this.text("cell_lit", { label }) : label;
  }

  /** Play the board at the end, on the game's screen. */
  async #play(host: HTMLElement) {
    const { app } = this;
    this.#outcome.value = "ongoing";
    // It isn't ranked, so that hints cost nothing, and isn't saved among the player's games.
    const begin = () => Session.begin(app, { ...LAST_BOARD, isKnown: true, tags: { lesson: "4d" } });
    const session = await begin();
    if (this.stop.signal.aborted || !host.isConnected) return session.close();
    const game = (this.#game = new GameScreen(app, { ...this.place, handed: { session, again: begin, back: "" } }));
    await game.show(host);
    game.view.focus();
    // The start screen offers the lesson only until it has led here once.
    app.prefer("lesson", "done");
    app.announce(`${this.text("board_ongoing")} ${this.text("board_ongoing_how")}`);
    this.#unfollow = effect(() => {
      const { outcome } = game.seen;
      if (outcome === this.#outcome.peek()) return;
      this.#outcome.value = outcome;
      if (outcome === "ongoing") return;
      app.announce(this.text(`board_${outcome}`));
    });
  }
}
