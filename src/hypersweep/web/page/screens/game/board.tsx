// The board of a game, which gets all available space; the panels next to it: the lens and the mini-map; and the line
// below it, with facts about the cell under the cursor or a long move.

import { computed, effect, signal, useComputed } from "@preact/signals";
import { createRef } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { PRESSED } from "../../board/board.ts";
import { lensLayout, mapLayout } from "../../board/panel_sizes.ts";
import { leftChords } from "../../input/pointer.ts";
import { withZoom, zoomOf } from "../../settings.ts";
import { BoardView } from "../board_view.ts";
import { cellStatus, cellText } from "../../play/phrases.ts";
import type { Space } from "../../frame/note.ts";
import type GameScreen from "../game.tsx";

const ZOOM = 1.25;
/** Milliseconds before a zoom is saved, because pinching changes it with every event. */
const ZOOMED = 250;
/** Milliseconds that Shift must be held alone before it dims the board. */
const SHIFT = 180;
/** Milliseconds of the waves over an opening and over a board that is won, and the largest opening with one, in cells. */
const RIPPLE = 120;
const WAVE = 250;
const MOST_RIPPLED = 3000;

/** Screens so narrow that a text can't be beside the status, as in styles/game.css. */
const ONE_COLUMN = "(max-width: 42rem)";
/** Distance of a text from the board, and its most height over a board that fits no screen, in pixels. */
const NOTE_GAP = 3;
const OVER = 84;

type PanelName = "lens" | "map";
/** A panel, its size and that of a cell in CSS pixels. */
type Panel = { name: PanelName; width: number; height: number; cell: number };

/** The combinations to try, in order of preference, depending on space. */
const LAYOUTS: readonly PanelName[][] = [["lens", "map"], ["lens"], ["map"]];
const NONE: readonly Panel[] = [];
const MAKERS = {
  lens: async () => (await import("../../board/lens.ts")).Lens,
  map: async () => (await import("../../board/minimap.ts")).Minimap,
};

type Passing = { name: string; text: string; act: () => void; leave: () => void };

/** A button that disappears; if it has the focus then, `leave` moves the focus elsewhere. */
function PassingButton({ name, text, act, leave }: Passing) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => () => {
    if (button.current === document.activeElement) leave();
  }, []);
  return <button type="button" class={name} ref={button} onClick={act}>{text}</button>;
}

export class GameBoard extends BoardView {
  zoom = signal(1);
  /** The cell whose facts are shown. */
  focusCell = signal(0);
  panels = signal(NONE);
  /** Whether the space of the panels stays empty. */
  isIdle = signal(false);
  /** Cells drawn as pressed, cells whose moves the server hasn't answered, and the marks of a hint. */
  pressed = signal<readonly number[]>([]);
  waiting = signal<readonly number[]>([]);
  hint = signal<ReadonlyMap<number, number>>(new Map());
  /** The hint whose numbers are in the labels of cells. */
  #hinted: ReadonlyMap<number, number> = new Map();
  #marks = computed(() => {
    const marks = new Map(this.hint.value);
    const pressed = [...this.pressed.value, ...this.waiting.value];
    for (const index of pressed) marks.set(index, (marks.get(index) ?? 0) | PRESSED);
    return marks;
  });
  /** Whether the latest move was made by keys. */
  isByKeys = true;
  #isPaused = computed(() => this.game.seen.isPaused);
  #body = createRef<HTMLDivElement>();
  #host = createRef<HTMLDivElement>();
  #aside = createRef<HTMLElement>();
  /** Timer of a zoom that isn't saved yet; 0 if there is none. */
  #zooming = 0;

  constructor(public game: GameScreen) {
    const { app } = game;
    super(app, {
      grid: { label: game.handed.label },
      input: {
        isOpen: (index) => game.session.codes[index] >= 0,
        leftChords: () => leftChords(game.session.rules, app.settings.get("left_chord")),
        act: (kind, index, device) => game.act(kind, index, device),
        press: (cells) => (this.pressed.value = cells),
        isFlagMode: () => game.isFlagMode.value,
      },
    });
  }

  View = () => {
    const { app, game } = this;
    const { session } = game;
    const panels = this.panels.value;
    useLayoutEffect(() => this.#follow(), []);
    // The board takes the space that other panels leave.
    useLayoutEffect(() => this.board.fit(this.board.zoom), [panels.map(({ name }) => name).join()]);
    useLayoutEffect(() => this.#begin(), [session]);
    // A mouse press must not take the keyboard focus away from the board.
    const back = () => this.#host.current?.contains(document.activeElement) || this.focus();
    return (
      <div class="game-body" ref={this.#body}>
        <div class="game-board" role="region" aria-label={app.text("game.board")} ref={this.#host} onPointerUp={back}>
          <div class="game-canvas" ref={this.ref} />
          <this.Curtain />
        </div>
        {/* Panels larger than their space are scrollable, by keyboard too. */}
        <aside class="game-panels" aria-label={app.text("game.panels")} hidden={!panels.length} tabIndex={this.isIdle.value ? undefined : 0}
          ref={this.#aside}>
          {panels.map((panel) => {
            const style = { width: `${panel.width}px`, height: `${panel.height}px` };
            return this.isIdle.value ? <div style={style} /> : <this.Panel key={panel.name} {...panel} />;
          })}
        </aside>
      </div>
    );
  };

  Curtain = () => {
    const { app, game } = this;
    const text = app.text("game.go_on");
    return this.#isPaused.value && (
      <PassingButton name="game-curtain" text={text} act={game.commands.go_on} leave={() => this.focus()} />
    );
  };

  Panel = ({ name, width, height }: Panel) => {
    const host = useRef<HTMLDivElement>(null);
    useLayoutEffect(() => {
      let close: (() => void) | null = () => {};
      const show = async () => {
        const Maker = await MAKERS[name]();
        if (!close) return;
        const panel = new Maker(host.current as HTMLElement, this.board);
        close = () => panel.close();
      };
      show().catch((error) => this.app.fail(error));
      return () => {
        close?.();
        close = null;
      };
    }, []);
    return <div class={`game-${name}`} style={{ width: `${width}px`, height: `${height}px` }} ref={host} />;
  };

  /** Follow the space, the settings and the game, until the board is removed. */
  #follow() {
    const { app, board, game } = this;
    const leaving = new AbortController();
    const { signal } = leaving;
    const observer = new ResizeObserver(() => this.place());
    observer.observe(this.#body.current as HTMLElement);
    board.addEventListener("view", () => {
      this.zoom.value = board.zoom;
      game.moved();
    }, { signal });
    board.addEventListener("focus", () => (this.focusCell.value = board.focusCell), { signal });
    board.addEventListener("zoom", () => {
      clearTimeout(this.#zooming);
      this.#zooming = window.setTimeout(() => this.#remember(), ZOOMED);
    }, { signal });
    app.settings.addEventListener("change", (event) => {
      const name = (event as CustomEvent).detail;
      if (name === "panels") this.place();
      if (name === "zoom") this.fit();
    }, { signal });
    const ends = [
      effect(() => {
        board.setMarks(this.#marks.value);
        // The numbers of a hint are read aloud with its cells.
        const { value } = this.hint;
        if (value === this.#hinted) return;
        this.grid.update([...value.keys(), ...this.#hinted.keys()]);
        this.#hinted = value;
      }),
      effect(() => {
        board.delta = game.isDelta;
        board.dimFinished = game.wants("dim_finished");
        board.tint = game.wants("tint");
      }),
      effect(() => {
        board.isHidden = this.#isPaused.value;
        this.grid.update();
      }),
    ];
    // Holding Shift alone dims everything but the cursor's neighbourhood.
    let timer = 0;
    const dim = (isOn: boolean) => {
      clearTimeout(timer);
      board.onlyNear = isOn;
    };
    addEventListener("keydown", (event) => {
      clearTimeout(timer);
      if (board.resting !== "nothing") board.setCursor(board.cursor, { reveal: false });
      if (event.key !== "Shift") dim(false);
      else if (!event.repeat) timer = window.setTimeout(() => dim(true), SHIFT);
    }, { signal });
    addEventListener("keyup", (event) => event.key === "Shift" && dim(false), { signal });
    addEventListener("blur", () => dim(false), { signal });
    return () => {
      if (this.#zooming) this.#remember();
      clearTimeout(timer);
      leaving.abort();
      observer.disconnect();
      for (const end of ends) end();
    };
  }

  #begin() {
    const { app, board, game: { session } } = this;
    const { shape, mines, codes, cursor } = session;
    this.#forgetZoom();
    this.show({ shape, mines, codes });
    board.outcome = session.outcome;
    this.showMarks(session.marks);
    if (cursor !== null) board.setCursor(cursor);
    const zoom = zoomOf(app.settings, String(shape));
    this.#fit(zoom);
    this.place(zoom);
    // Focus the board, unless the player has moved the focus elsewhere.
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body || this.#host.current?.contains(activeElement)) this.focus();
  }

  /** Draw changed cells; null for all. */
  change(cells: ArrayLike<number> | null) {
    const { app, board, game: { session: { outcome, codes, marks } } } = this;
    const isEnd = outcome !== "ongoing" && board.outcome !== outcome;
    board.outcome = outcome;
    if (isEnd) board.rest(this.isByKeys);
    if (marks) this.showMarks(marks);
    this.redraw(cells && Uint32Array.from(cells));
    if (app.isMotionReduced) return;
    if (isEnd && outcome === "won") board.ripple(WAVE);
    else if (cells && cells.length > 1 && cells.length < MOST_RIPPLED && codes[board.cursor] >= 0) board.ripple(RIPPLE, cells);
  }

  go(index: number) {
    this.input.mouse.lookAway();
    this.board.setCursor(index);
    this.grid.update([]);
  }

  /** Scroll to the first of some cells, unless one of them is in view. */
  reveal(cells: readonly number[]) {
    const { board } = this;
    const { clientWidth, clientHeight } = board.layer;
    const isInView = (index: number) => {
      const { left, top, width, height } = board.placeOf(index) ?? { left: -1, top: 0, width: 0, height: 0 };
      return left >= 0 && top >= 0 && left + width <= clientWidth && top + height <= clientHeight;
    };
    if (!cells.length || cells.some(isInView)) return;
    // Only moving the cursor shows another slice.
    if (board.placeOf(cells[0])) board.reveal(cells[0]);
    else this.go(cells[0]);
  }

  /**
   * Where to put a lasting text, best first: below the board, or above it, over the counters and the words of a lesson,
   * where it covers neither a cell nor the line below the board. If the board is larger than the screen, also over the
   * board, at the end that hides fewer of some cells. Empty if there is space in that line.
   */
  spaces(cells: Iterable<number>): Space[] {
    if (!matchMedia(ONE_COLUMN).matches) return [];
    const { board, app } = this;
    const above = app.main.querySelector(".lesson-last, .game-top") as HTMLElement;
    const { top, height } = board.extent;
    const around = this.isIdle.value ? this.#body : this.#host;
    const bottom = (around.current as HTMLElement).getBoundingClientRect().bottom - NOTE_GAP;
    const lower = { top: top + height + NOTE_GAP, bottom };
    const upper = { top: above.getBoundingClientRect().top + NOTE_GAP, bottom: top - NOTE_GAP };
    if (board.isWhole) return [lower, upper];
    const boxes = [...cells].flatMap((index) => board.boxOf(index) ?? []);
    const hidden = ({ top, bottom }: Space) => boxes.filter((box) => box.top < bottom && box.top + box.height > top).length;
    const [low, high] = [{ top: bottom - OVER, bottom }, { top: upper.top, bottom: upper.top + OVER }];
    return [lower, upper, hidden(low) <= hidden(high) ? low : high];
  }

  /** Focus the board, or what covers it. */
  focus() {
    const curtain = this.#host.current?.querySelector<HTMLElement>(".game-curtain");
    if (curtain && this.#isPaused.value) curtain.focus();
    else this.grid.focus();
  }

  // Zoom.

  /** Choose the size that suits the screen and the player's setting, and drop the saved zoom of this board. */
  fit() {
    const { app, game } = this;
    this.#forgetZoom();
    const others = withZoom(app.settings, String(game.session.shape), null);
    if (others !== app.settings.get("zooms")) app.prefer("zooms", others);
    this.#fit(app.settings.get("zoom"));
  }

  #fit(zoom: number) {
    this.board.fit(zoom);
    this.board.setCursor(this.board.cursor);
  }

  /** @param step - 1 for larger cells, -1 for smaller ones */
  zoomBy(step: number) {
    this.board.setZoom(this.board.zoom * ZOOM ** step);
  }

  #forgetZoom() {
    clearTimeout(this.#zooming);
    this.#zooming = 0;
  }

  /** Save the zoom for further boards of this shape. */
  #remember() {
    this.#forgetZoom();
    const { app, board } = this;
    app.prefer("zooms", withZoom(app.settings, String(board.shape), board.zoom));
  }

  // Panels.

  /** The panels that suit the board. */
  get #possible(): PanelName[] {
    const { shape } = this.game.session;
    return shape.dimensions > 4 ? ["lens", "map"] : shape.dimensions > 2 || shape.wrap.length ? ["lens"] : [];
  }

  get mayHavePanels() {
    return this.#possible.length > 0;
  }

  /** Show the panels, if the player wants them and the board doesn't shrink. */
  place(zoom = this.board.zoom) {
    const { board } = this;
    const { clientWidth: width = 0, clientHeight: height = 0 } = this.#body.current ?? {};
    const possible = this.app.settings.get("panels") ? this.#possible : [];
    // A screen that is being left has no size.
    if (!width || !height) return;
    const layouts = LAYOUTS.filter((names) => names.every((name) => possible.includes(name)));
    const alone = layouts.length ? board.preview(width, height, zoom) : null;
    this.panels.value = layouts.map((names) => names.map((name) => this.#sized(name))).find((panels) => {
      // The map is useful only if a single slice is shown.
      if (!alone || (!alone.isSliced && panels.some(({ name }) => name === "map"))) return false;
      const rest = this.#spaceBeside(panels, width, height);
      if (!rest || !alone.isWhole) return rest !== null;
      // A board that fits completely must still fit at the same size.
      const { isWhole, cell } = board.preview(rest.width, rest.height, zoom);
      return isWhole && cell > 0.95 * alone.cell;
    }) ?? NONE;
    // On a phone a lens that isn't larger than a board that is completely visible shows nothing more. Its space remains
    // for hints and the result.
    const isBelow = getComputedStyle(this.#aside.current as HTMLElement).flexDirection === "row";
    this.isIdle.value = isBelow && !!alone?.isWhole && this.panels.value.some(({ cell }) => cell <= alone.cell);
  }

  #sized(name: PanelName): Panel {
    const { shape } = this.game.session;
    const { width, height, arrangement } = name === "lens" ? lensLayout(shape, shape.cell(this.board.cursor)) : mapLayout(shape);
    const [sizes, ratio] = [arrangement.metrics.cell, devicePixelRatio];
    return { name, width: width / ratio, height: height / ratio, cell: sizes[0] / ratio };
  }

  /** The space that panels leave to the board, in CSS pixels; null if they take more than their share. */
  #spaceBeside(panels: readonly Panel[], width: number, height: number) {
    const style = getComputedStyle(this.#aside.current as HTMLElement);
    // In portrait orientation, panels are in a row below the board.
    const isBelow = style.flexDirection === "row";
    const across = panels.map((panel) => (isBelow ? panel.height : panel.width));
    const along = panels.map((panel) => (isBelow ? panel.width : panel.height));
    const padding = 2 * parseFloat(style.paddingLeft);
    const taken = Math.max(...across) + padding;
    const length = along.reduce((sum, each) => sum + each) + padding + (panels.length - 1) * parseFloat(style.rowGap);
    const [most, space] = isBelow ? [style.maxHeight, height] : [style.maxWidth, width];
    if (taken > (parseFloat(most) / 100) * space || length > (isBelow ? width : height)) return null;
    return isBelow ? { width, height: height - taken } : { width: width - taken, height };
  }
}

export function Foot({ game }: { game: GameScreen }) {
  const { app, moves, view } = game;
  const { share, long: { value: long } } = moves;
  const status = useComputed(() => {
    const { shape, codes, outcome, isPaused, marks } = game.seen;
    const index = view.focusCell.value;
    const place = game.wants("coordinates") ? `${cellText(shape.cell(index))}: ` : "";
    const seen = { shape, codes, outcome, markLooks: marks?.looks };
    return moves.text || (isPaused ? "" : place + cellStatus(app, seen, index));
  });
  const typed = useComputed(() => (moves.text ? "" : game.typed));
  return (
    <div class="game-foot">
      <div class="game-status one-line">{status}</div>
      <div class="game-typed">{typed}</div>
      <progress class="game-progress" hidden={share < 0} value={Math.max(0, share)} aria-label={app.text("game.making")} />
      {long && !game.session.isRemote && (
        <PassingButton name="game-cancel" text={app.text("game.cancel")} act={() => moves.cancel()}
          leave={() => view.focus()} />
      )}
    </div>
  );
}
