// The replay screen: play, pause, speed, steps, and any position. Like tui/screens/replay_screen.py.

import { computed, signal } from "@preact/signals";
import { createRef } from "preact";
import { HypersweepError } from "../engine/errors.ts";
import { LabelledButton } from "../frame/buttons.tsx";
import { copyText } from "../frame/clipboard.tsx";
import { AnswerButton, showDialog } from "../frame/dialogs.tsx";
import { boardTitle } from "../play/board_title.ts";
import { lengthText, shownTime } from "../play/clock.ts";
import { givenAway } from "../play/findings.ts";
import type { ReplayPlayer } from "../play/replay_player.ts";
import { reviewOf } from "../play/review.ts";
import { BoardView } from "./board_view.ts";
import {
  StudyButton, addressOf, attempt, eventText, openRecord, playerText, saveRecord, type Shown,
} from "./record_view.tsx";
import { ViewScreen } from "./view_screen.tsx";
import type { App, Place } from "../app.ts";

/** Maximum number of events of games that are searched for mistakes here. */
const MOST_MOVES = 2000;
/** Number of steps of the timeline's slider, and of positions for its marks. */
const STEPS = 1000;
const COLUMNS = 500;
/** Heights of the marks, lowest first: they differ in height as well as in colour. */
const HEIGHTS = { open: 4, flag: 7, line: 9, mistake: 12 };

export default class ReplayScreen extends ViewScreen {
  title = this.text("title");
  keys = "replay";
  commands = {
    play: () => this.#try((player) => player.toggle()),
    step: (events: number) => this.#try((player) => player.step(events)),
    speed: (steps: number) => this.#try(async (player) => player.faster(steps)),
    seek: (tenths: number) => this.#try((player) => seekShare(player, tenths / 10)),
    follow: () => this.#follow(),
    leave_line: () => this.#leaveLine(),
    review: () => this.#review(),
    attempt: () => this.#attempt(),
  };
  #shown!: Shown;
  #player: ReplayPlayer | null = null;
  #view;
  #slider = createRef<HTMLInputElement>();
  #frame = 0;
  #then = 0;
  /** Number of changes of the player so far: reading it makes a view follow them. */
  #changes = signal(0);
  #mistakes = signal<readonly number[]>([]);
  #line = computed(() => this.#seen.replay.line);

  constructor(app: App, public place: Place) {
    super(app, "replay");
    this.#view = new BoardView(app);
  }

  async show(element: HTMLElement) {
    const { app, place } = this;
    const { signal } = this.stop;
    const opened = await openRecord(app, place, element, signal);
    if (!opened) return;
    const { player } = opened;
    [this.#shown, this.#player] = [opened.shown, player];
    const { replay, record } = player;
    this.title = this.text("title_of", { board: boardTitle(app, record) });
    super.show(element);
    this.#view.show({ shape: record.board, mines: record.mines, codes: replay.codes });
    player.addEventListener("change", (event) => this.#changed((event as CustomEvent).detail.cells), { signal });
    const position = Number(place.query.get("at"));
    const line = Number(place.query.get("line"));
    if (line) await this.#try((each) => each.follow(line));
    if (position) await this.#try((each) => each.seek(position));
    // With reduced motion, ask before playing automatically.
    else if (!app.isMotionReduced) await this.#try((each) => each.toggle());
    void this.#findMistakes();
  }

  leave() {
    super.leave();
    cancelAnimationFrame(this.#frame);
    void this.#player?.close().catch(() => {});
  }

  /** The player, for use in views, so that they follow its changes. */
  get #seen() {
    void this.#changes.value;
    return this.#player as ReplayPlayer;
  }

  View = () => {
    const { app } = this;
    const { record } = this.#shown;
    const about = [this.text(`outcome_${record.outcome}`), lengthText(app, record.milliseconds), record.tags.start?.slice(0, 10), playerText(record)];
    return (
      <>
        <div class="after-top row">
          <h1>{this.title}</h1>
          <p class="about">{about.filter(Boolean).join(" · ")}</p>
        </div>
        <div class="after-board" ref={this.#view.ref} />
        <this.Comment />
        <div class="replay-foot board-foot">
          <div class="time-line">
            <this.Marks />
            <this.Slider />
          </div>
          <this.Now />
          <this.Transport />
          <this.Others />
        </div>
      </>
    );
  };

  Comment = () => {
    const { comment, sideLines, replay } = this.#seen;
    const { record } = this.#shown;
    const parts = [
      comment,
      sideLines.length > 0 && this.text("side_lines", { lines: sideLines.length, events: this.#variation(sideLines[0]).events.length }),
      replay.isPaused && this.text("paused"),
    ];
    // Reserve space for comments if the record has any, so that nothing moves when one appears.
    const isTold = record.comments.size > 0 || record.variations.length > 0 || record.events.some(({ kind }) => kind === "pause");
    return <p class="comment" hidden={!isTold}>{parts.filter(Boolean).join("   ")}</p>;
  };

  Marks = () => {
    const line = this.#line.value;
    const { record, length, replay: { events } } = this.#player as ReplayPlayer;
    const columns = { open: new Set<number>(), flag: new Set<number>(), line: new Set<number>(), mistake: new Set<number>() };
    const add = (kind: keyof typeof columns, position: number) => {
      const share = length ? events[position].milliseconds / length : (position + 1) / (events.length + 1);
      columns[kind].add(Math.min(COLUMNS - 1, Math.floor(share * COLUMNS)));
    };
    events.forEach(({ kind, changed, ended }, position) => {
      if (changed && ended === "lost") add("mistake", position);
      if (changed && (kind === "open" || kind === "chord")) add("open", position);
      if (changed && kind === "flag") add("flag", position);
    });
    if (!line) {
      for (const position of this.#mistakes.value) add("mistake", position);
      for (const { parent, position } of record.variations) if (!parent && position <= events.length && events.length) add("line", Math.max(0, position - 1));
    }
    return (
      <svg viewBox={`0 0 ${COLUMNS} 12`} preserveAspectRatio="none" aria-hidden="true" class="marks">
        {(Object.keys(HEIGHTS) as (keyof typeof HEIGHTS)[]).map((kind) => (
          <path class={kind} d={[...columns[kind]].map((column) => `M${column} 12v${-HEIGHTS[kind]}h1v${HEIGHTS[kind]}z`).join("")} />
        ))}
      </svg>
    );
  };

  Slider = () => {
    const { length, milliseconds, replay: { position, events } } = this.#seen;
    const share = length ? milliseconds / length : position / Math.max(1, events.length);
    const { current } = this.#slider;
    // Don't move the slider while the player drags it.
    const value = current?.matches(":active") ? current.valueAsNumber : Math.round(STEPS * Math.min(1, share));
    const seek = (event: Event) => this.#try((player) => seekShare(player, (event.target as HTMLInputElement).valueAsNumber / STEPS));
    return (
      <input type="range" min={0} max={STEPS} step={1} value={value} ref={this.#slider} onInput={seek}
        aria-label={this.text("time_line")} aria-valuetext={`${this.#clock}, ${this.#latest}`} />
    );
  };

  Now = () => {
    const { line, position, events } = this.#seen.replay;
    return (
      <div class="now">
        <span class="clock">{this.#clock}</span>
        <p class="moment one-line">{this.text("place", { line, position, events: events.length, event: this.#latest })}</p>
      </div>
    );
  };

  get #clock() {
    const { milliseconds, length } = this.#seen;
    return this.text("moment", { time: shownTime(this.app, Math.round(milliseconds)), length: shownTime(this.app, length) });
  }

  get #latest() {
    const { latest } = this.#seen;
    return latest ? eventText(this.app, latest) : this.text("the_beginning");
  }

  Transport = () => {
    const { isPlaying, speed } = this.#seen;
    const { commands } = this;
    const button = (text: string, name: string, act: () => unknown) => <LabelledButton text={text} label={this.text(name)} onClick={act} />;
    return (
      <div class="transport steps row">
        {button("|◀", "beginning", () => commands.seek(0))}
        {button("−1", "back", () => commands.step(-1))}
        <button type="button" class="primary play" aria-label={this.text(isPlaying ? "pause" : "play")} onClick={commands.play}>
          {isPlaying ? "‖" : "▶"}
        </button>
        {button("+1", "step", () => commands.step(1))}
        {button("▶|", "end", () => commands.seek(10))}
        <span class="speeds">
          {button("−", "slower", () => commands.speed(-1))}
          <output class="speed">{`${speed}×`}</output>
          {button("+", "faster", () => commands.speed(1))}
        </span>
      </div>
    );
  };

  Others = () => {
    const { app, commands } = this;
    const { sideLines, replay } = this.#seen;
    return (
      <div class="others row">
        {this.button("follow", commands.follow, { hidden: !sideLines.length })}
        {this.button("leave_line", commands.leave_line, { hidden: !replay.line })}
        {this.button("attempt", commands.attempt)}
        {this.button("review", commands.review)}
        {this.button("analyse", () => this.#analyse())}
        {this.button("save", () => saveRecord(this.#shown))}
        {this.button("copy", () => copyText(app, this.#shown.text))}
        <StudyButton app={app} record={this.#shown.text} />
      </div>
    );
  };

  /** Change the position, and show the result. */
  async #try(act: (player: ReplayPlayer) => Promise<unknown>) {
    const player = this.#player;
    if (!player || this.stop.signal.aborted) return;
    try {
      await act(player);
    } catch (error) {
      if (this.stop.signal.aborted) return;
      if (!(error instanceof HypersweepError)) throw error;
      this.app.warn(await this.app.errorText(error));
    }
    if (this.stop.signal.aborted) return;
    this.#changes.value += 1;
    if (player.isPlaying && !this.#frame) {
      this.#then = performance.now();
      this.#frame = requestAnimationFrame((now) => this.#tick(now));
    }
  }

  #tick(now: number) {
    const passed = Math.max(0, now - this.#then) / 1000;
    this.#then = now;
    this.#frame = 0;
    if (!this.#player?.isPlaying) return;
    // If playing takes longer than a frame, the next frames catch up.
    void this.#try((player) => player.passTime(passed));
    if (!this.#frame) this.#frame = requestAnimationFrame((then) => this.#tick(then));
  }

  #changed(cells: Uint32Array | null) {
    const view = this.#view;
    const player = this.#player as ReplayPlayer;
    const cell = player.latest?.cell;
    const index = cell ? player.record.board.index(cell) : -1;
    if (index >= 0) view.board.setCursor(index);
    view.showReplay(player.replay, index, cells);
    this.#changes.value += 1;
  }

  #variation(line: number) {
    return this.#shown.record.variations[line - 1];
  }

  /** Search for mistakes in the background during the replay. */
  async #findMistakes() {
    const { record } = this.#shown;
    if (record.events.length > MOST_MOVES || record.board.cells > 1 << 14) return;
    try {
      const found = await reviewOf(await this.app.engine(), record, { signal: this.stop.signal });
      this.#mistakes.value = found.moves.filter((move) => givenAway(move) > 0).map(({ position }) => position);
    } catch (error) {
      // Mistakes are only marked for orientation, so ignore expected errors.
      if (!this.stop.signal.aborted && !(error instanceof HypersweepError)) throw error;
    }
  }

  /** Pause, and save the position in the address, to return to it. */
  #halt(player: ReplayPlayer) {
    player.isPlaying = false;
    this.#changes.value += 1;
    const { position, line } = player.replay;
    const back = addressOf("replay", this.#shown, { at: position, ...(line ? { line } : {}) });
    history.replaceState(history.state, "", `#/${back}`);
    return back;
  }

  #review() {
    if (!this.#player) return;
    const { key, record, name } = this.#shown;
    this.#halt(this.#player);
    this.app.go(addressOf("review", this.#shown), key ? null : { record, name });
  }

  #attempt() {
    const player = this.#player;
    if (!player) return;
    const { events, position } = player.replay;
    return attempt(this.app, player.record, events.slice(0, position), events[position]?.cell ?? null, this.#halt(player));
  }

  /** Open the current position on the analysis board. */
  #analyse() {
    const { replay, record } = this.#player as ReplayPlayer;
    this.app.go("analysis", { shape: record.board, mines: record.mines, codes: replay.codes.slice() });
  }

  async #leaveLine() {
    if (!this.#player?.replay.line) this.app.say(this.text("main_line"));
    else await this.#try((player) => player.leaveLine());
  }

  /** Follow a variation that leaves here; ask which if there are several. */
  async #follow() {
    const { sideLines = [] } = this.#player ?? {};
    if (!sideLines.length) return this.app.say(this.text("no_line"));
    const line = sideLines.length === 1 ? sideLines[0] : await this.#choose(sideLines);
    if (line) await this.#try((player) => player.follow(line));
  }

  /** @returns 0 for none */
  async #choose(lines: number[]): Promise<number> {
    const choices = lines.map((line) => {
      const { events, comments } = this.#variation(line);
      const first = events.length ? eventText(this.app, events[0]) : this.text("nothing");
      const words = (comments.get(0) ?? comments.get(1) ?? "").split(/\s+/).join(" ");
      return <AnswerButton value={String(line)} text={this.text("line", { events: events.length, first, words })} />;
    });
    const { closed } = showDialog(this.text("choose_line"), <div class="choices">{choices}</div>, <AnswerButton text={this.text("cancel")} />);
    return Number(await closed);
  }
}

/** Seek by time, or by events if all have the same time. */
function seekShare(player: ReplayPlayer, share: number) {
  return player.length ? player.seekShare(share) : player.seek(Math.round(share * player.replay.events.length));
}
