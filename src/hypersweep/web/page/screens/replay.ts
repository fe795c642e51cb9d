// The replay screen: play, pause, speed, steps, and any position. Like tui/screens/replay_screen.py.

import { Board } from "../board/board.ts";
import { GridRoles } from "../board/grid_roles.ts";
import { HypersweepError } from "../engine/errors.ts";
import { copyText } from "../frame/clipboard.tsx";
import { button, node } from "../frame/elements.ts";
import { attach, type Hands } from "../input/attach.ts";
import { boardTitle } from "../play/board_title.ts";
import { lengthText, shownTime } from "../play/clock.ts";
import { givenAway } from "../play/findings.ts";
import { ReplayPlayer } from "../play/replay_player.ts";
import { reviewOf } from "../play/review_cache.ts";
import {
  addressOf, attempt, eventText, findRecord, playerText, saveRecord, showBroken, studyButtons, type Shown,
} from "./shown_record.ts";
import { TimeLine } from "./time_line.ts";
import type { App, Place } from "../app.ts";

/** Maximum length of games that are searched for mistakes here. */
const MOST_MOVES = 2000;

export default class ReplayScreen {
  title;
  commands: Record<string, (...values: any[]) => unknown>;
  shown!: Shown;
  comment?: HTMLParagraphElement;
  playButton?: HTMLButtonElement;
  clock?: HTMLSpanElement;
  moment?: HTMLParagraphElement;
  speed?: HTMLOutputElement;
  line?: TimeLine;
  followButton?: HTMLButtonElement;
  leaveButton?: HTMLButtonElement;
  keys = "replay";
  #stop = new AbortController();
  #player: ReplayPlayer | null = null;
  #board: Board | null = null;
  #roles: GridRoles | null = null;
  #hands: Hands | null = null;
  #frame = 0;
  #then = 0;
  #shownLine = 0;
  #mistakes: number[] = [];
  #dialog: HTMLDialogElement | null = null;

  constructor(public app: App, public place: Place) {
    this.title = app.text("replay.title");
    this.commands = {
      play: () => this.#try((player) => player.toggle()),
      step: (events: number) => this.#try((player) => player.step(events)),
      speed: (steps: number) => this.#faster(steps),
      seek: (tenths: number) => this.#try((player) => this.#seekShare(player, tenths / 10)),
      follow: () => this.#follow(),
      leave_line: () => this.#leaveLine(),
      review: () => this.#review(),
      attempt: () => this.#attempt(),
    };
  }

  async show(element: HTMLElement) {
    const { app } = this;
    const { signal } = this.#stop;
    element.append(node("p", "loading", app.text("replay.loading")));
    try {
      this.shown = await findRecord(app, this.place);
      this.#player = await ReplayPlayer.begin(await app.engine(), this.shown.record);
    } catch (error) {
      return showBroken(app, element, error);
    }
    if (signal.aborted) return void this.#player.close();
    const { replay, record } = this.#player;
    const board = (this.#board = new Board(this.#build(element), app));
    board.show({ shape: record.board, mines: record.mines, codes: replay.codes });
    board.outcome = replay.outcome;
    this.#roles = new GridRoles(board, app);
    this.#hands = attach(board as any, { settings: app.settings, isOpen: () => false, act: (_, index) => board.setCursor(index) });
    this.#player.addEventListener("change", (event) => this.#changed((event as CustomEvent).detail.cells), { signal });
    this.#mark();
    this.#show();
    const position = Number(this.place.query.get("at"));
    const line = Number(this.place.query.get("line"));
    if (line) await this.#try((player) => player.follow(line));
    if (position) await this.#try((player) => player.seek(position));
    // With reduced motion, ask before playing automatically.
    else if (!this.#isStill) await this.#try((player) => player.toggle());
    void this.#findMistakes();
  }

  leave() {
    this.#stop.abort();
    cancelAnimationFrame(this.#frame);
    this.#dialog?.close();
    this.#hands?.close();
    this.#roles?.close();
    this.#board?.close();
    void this.#player?.close().catch(() => {});
  }

  get #isStill() {
    return this.app.isMotionReduced;
  }

  /** @returns container of the board */
  #build(element: HTMLElement): HTMLElement {
    const { app } = this;
    const text = (name: string) => app.text(`replay.${name}`);
    const { record } = this.shown as Shown;
    const about = [app.text(`replay.outcome_${record.outcome}`), lengthText(app, record.milliseconds)];
    if (record.tags.start) about.push(record.tags.start.slice(0, 10));
    if (playerText(record)) about.push(playerText(record));
    this.title = app.text("replay.title_of", { board: boardTitle(app, record) });
    const top = node("div", "after-top", node("h1", "", this.title), node("p", "about", about.join(" · ")));
    const host = node("div", "after-board");
    this.comment = node("p", "comment");
    // Reserve space for comments if the record has any, so that nothing moves when one appears.
    const isTold = record.comments.size > 0 || record.variations.length > 0 || record.events.some(({ kind }) => kind === "pause");
    this.comment.hidden = !isTold;
    this.playButton = button("▶", () => this.commands.play(), { className: "primary play" });
    this.clock = node("span", "clock");
    this.moment = node("p", "moment");
    this.speed = node("output", "speed");
    this.line = new TimeLine(text("time_line"), (share) => this.#try((player) => this.#seekShare(player, share)));
    const step = (sign: string, name: string, act: () => unknown) => button(sign, act, { label: text(name) });
    const transport = node(
      "div",
      "transport",
      step("|◀", "beginning", () => this.commands.seek(0)),
      step("−1", "back", () => this.commands.step(-1)),
      this.playButton,
      step("+1", "step", () => this.commands.step(1)),
      step("▶|", "end", () => this.commands.seek(10)),
      node("span", "speeds", step("−", "slower", () => this.commands.speed(-1)), this.speed, step("+", "faster", () => this.commands.speed(1))),
    );
    this.followButton = button(text("follow"), () => this.#follow());
    this.leaveButton = button(text("leave_line"), () => this.#leaveLine());
    const others = node(
      "div",
      "others",
      this.followButton,
      this.leaveButton,
      button(text("attempt"), () => this.#attempt()),
      button(text("review"), () => this.#review()),
      button(text("analyse"), () => this.#analyse()),
      button(text("save"), () => this.shown && saveRecord(this.shown)),
      button(text("copy"), () => this.shown && copyText(app, this.shown.text)),
      ...studyButtons(app, () => this.shown?.text),
    );
    const foot = node("div", "replay-foot", this.line.element, node("div", "now", this.clock, this.moment), transport, others);
    element.replaceChildren(top, host, this.comment, foot);
    return host;
  }

  /** Change the position, and show the result. */
  async #try(act: (player: ReplayPlayer) => Promise<unknown>) {
    const player = this.#player;
    if (!player || this.#stop.signal.aborted) return;
    try {
      await act(player);
    } catch (error) {
      if (this.#stop.signal.aborted) return;
      if (!(error instanceof HypersweepError)) throw error;
      this.app.warn(await this.app.told(error));
    }
    if (this.#stop.signal.aborted) return;
    this.#show();
    if (player.isPlaying && !this.#frame) {
      this.#then = performance.now();
      this.#frame = requestAnimationFrame((now) => this.#tick(now));
    }
  }

  #tick(now: number) {
    const passed = Math.max(0, now - this.#then) / 1000;
    this.#then = now;
    this.#frame = 0;
    const player = this.#player;
    if (!player?.isPlaying) return;
    // If playing takes longer than a frame, the next frames catch up.
    void this.#try((each) => each.passTime(passed));
    if (!this.#frame) this.#frame = requestAnimationFrame((then) => this.#tick(then));
  }

  /** Seek by time, or by events if all have the same time. */
  #seekShare(player: ReplayPlayer, share: number) {
    return player.length ? player.seekShare(share) : player.seek(Math.round(share * player.replay.events.length));
  }

  #changed(cells: Uint32Array | null) {
    const board = this.#board;
    const player = this.#player;
    if (!board || !player || this.#stop.signal.aborted) return;
    board.isHidden = player.replay.isPaused;
    board.outcome = player.replay.outcome;
    board.redraw(cells ?? undefined);
    const cell = player.latest?.cell;
    const index = cell ? player.record.board.index(cell) : -1;
    board.latest = index;
    if (index >= 0) board.setCursor(index);
    this.#roles?.update(cells ?? undefined);
    if (player.replay.line !== this.#shownLine) {
      this.#shownLine = player.replay.line;
      this.#mark();
    }
    this.#show();
  }

  #show() {
    const player = this.#player;
    if (!player || !this.playButton) return;
    const { app } = this;
    const { replay } = player;
    const { position, events, line } = replay;
    const clock = app.text("replay.moment", { time: shownTime(app, Math.round(player.milliseconds)), length: shownTime(app, player.length) });
    const event = player.latest ? eventText(app, player.latest) : app.text("replay.the_beginning");
    const moment = app.text("replay.place", { line, position, events: events.length, event });
    write(this.clock, clock);
    write(this.moment, moment);
    write(this.speed, `${player.speed}×`);
    write(this.playButton, player.isPlaying ? "‖" : "▶");
    this.playButton.setAttribute("aria-label", app.text(player.isPlaying ? "replay.pause" : "replay.play"));
    this.line?.show(player.length ? player.milliseconds / player.length : position / Math.max(1, events.length), `${clock}, ${event}`);
    const { sideLines, comment } = player;
    const parts = comment ? [comment] : [];
    if (sideLines.length) {
      const count = this.#variation(sideLines[0]).events.length;
      parts.push(app.text("replay.side_lines", { lines: sideLines.length, events: count }));
    }
    if (replay.isPaused) parts.push(app.text("replay.paused"));
    write(this.comment, parts.join("   "));
    if (this.followButton) this.followButton.hidden = !sideLines.length;
    if (this.leaveButton) this.leaveButton.hidden = !line;
  }

  #variation(line: number) {
    return (this.shown as Shown).record.variations[line - 1];
  }

  #mark() {
    const player = this.#player;
    if (!player) return;
    const { events, line } = player.replay;
    const { length } = player;
    const share = (position: number) => (length ? events[position].milliseconds / length : (position + 1) / (events.length + 1));
    const leaves = player.record.variations.filter(({ parent }) => parent === line && !line).map(({ position }) => Math.max(0, position - 1));
    const lines = leaves.filter((position) => position < events.length);
    this.line?.mark(events, share, { mistakes: line ? [] : this.#mistakes, lines });
  }

  /** Search for mistakes in the background during the replay. */
  async #findMistakes() {
    const { record } = this.shown as Shown;
    if (record.events.length > MOST_MOVES || record.board.cells > 1 << 14) return;
    try {
      const found = await reviewOf(await this.app.engine(), record, { signal: this.#stop.signal });
      this.#mistakes = found.moves.filter((move) => givenAway(move) > 0).map(({ position }) => position);
      if (!this.#stop.signal.aborted) this.#mark();
    } catch (error) {
      // Mistakes are only marked for orientation, so ignore expected errors.
      if (!this.#stop.signal.aborted && !(error instanceof HypersweepError)) throw error;
    }
  }

  #faster(steps: number) {
    this.#player?.faster(steps);
    this.#show();
  }

  #halt() {
    if (this.#player) this.#player.isPlaying = false;
    this.#show();
  }

  /** The address of this position. */
  get #back() {
    const { position, line } = (this.#player as ReplayPlayer).replay;
    return addressOf("replay", this.shown as Shown, { at: position, ...(line ? { line } : {}) });
  }

  #keepPlace() {
    history.replaceState(history.state, "", `#/${this.#back}`);
  }

  #review() {
    if (!this.#player || !this.shown) return;
    this.#halt();
    this.#keepPlace();
    this.app.go(addressOf("review", this.shown), this.shown.key ? null : { record: this.shown.record, name: this.shown.name });
  }

  async #attempt() {
    const player = this.#player;
    if (!player) return;
    this.#halt();
    this.#keepPlace();
    const { events, position } = player.replay;
    try {
      await attempt(this.app, player.record, events.slice(0, position), events[position]?.cell ?? null, this.#back);
    } catch (error) {
      await this.app.fail(error);
    }
  }

  /** Open the current position on the analysis board. */
  #analyse() {
    if (!this.#player) return;
    const { replay, record } = this.#player;
    this.app.go("analysis", { shape: record.board, mines: record.mines, codes: replay.codes.slice() });
  }

  async #leaveLine() {
    const player = this.#player;
    if (!player?.replay.line) this.app.say(this.app.text("replay.main_line"));
    else await this.#try(() => player.leaveLine());
  }

  /** Follow a variation that leaves here; ask which if there are several. */
  async #follow() {
    const player = this.#player;
    if (!player) return;
    const { sideLines } = player;
    if (!sideLines.length) return this.app.say(this.app.text("replay.no_line"));
    const line = sideLines.length === 1 ? sideLines[0] : await this.#choose(sideLines);
    if (line) await this.#try(() => player.follow(line));
  }

  /** @returns 0 for none */
  #choose(lines: number[]): Promise<number> {
    const { app } = this;
    const dialog = (this.#dialog = node("dialog", "", node("h2", "", app.text("replay.choose_line"))));
    let chosen: number = 0;
    const buttons = lines.map((line) => {
      const { events, comments } = this.#variation(line);
      const first = events.length ? eventText(app, events[0]) : app.text("replay.nothing");
      const words = (comments.get(0) ?? comments.get(1) ?? "").split(/\s+/).join(" ");
      return button(app.text("replay.line", { events: events.length, first, words }), () => {
        chosen = line;
        dialog.close();
      });
    });
    dialog.append(node("div", "choices", ...buttons), node("p", "buttons", button(app.text("replay.cancel"), () => dialog.close())));
    document.body.append(dialog);
    dialog.showModal();
    return new Promise((resolve) => {
      dialog.addEventListener("close", () => {
        dialog.remove();
        this.#dialog = null;
        resolve(chosen);
      });
    });
  }
}

function write(element: Element | undefined, text: string) {
  if (element && element.textContent !== text) element.textContent = text;
}
