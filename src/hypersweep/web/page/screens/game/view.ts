// The view of a game: the board, which gets all available space, counters and buttons above it, panels next to it, a
// line below.

import { Board, PRESSED } from "../../board/board.ts";
import { GridRoles } from "../../board/grid_roles.ts";
import { lensLayout, mapLayout } from "../../board/panel_sizes.ts";
import { withZoom, zoomOf } from "../../settings.ts";
import { Heading, cellStatus, part, write } from "./status.ts";
import { Toolbar } from "./toolbar.ts";
import type { App } from "../../app.ts";
import type { Moves } from "./moves.ts";

const ZOOM = 1.25;
// Milliseconds before a zoom is saved, because pinching changes it with every event.
const ZOOMED = 250;
// Milliseconds that Shift must be held alone before it dims the board.
const SHIFT = 180;

/** The panels that may be next to a board. */
type Panel = "lens" | "map";
// The combinations to try, in order of preference, depending on space.
const LAYOUTS = [["lens", "map"], ["lens"], ["map"], []] as Panel[][];

export class GameView {
  signal;
  heading;
  toolbar;
  body;
  host;
  panels;
  rooms;
  status;
  typed;
  progress;
  cancel;
  result;
  board;
  curtain;
  session: any;
  grid: GridRoles | null = null;
  #panels: Map<Panel, {close(): void}> = new Map();
  /** The visible panels, including those still loading. */
  #placed: Panel[] = [];
  #pressed: number[] = [];
  #waiting: number[] = [];
  #hint: Map<number, number> = new Map();

  /** @param does - functions of its buttons */
  constructor(public app: App, public element: HTMLElement, { act, cancel, goOn, signal }: {act: (command: any) => void, cancel: () => void, goOn: () => void, signal: AbortSignal}) {
    this.signal = signal;
    this.heading = new Heading(app);
    this.toolbar = new Toolbar(app, act, signal);
    const top = part("game-head", element);
    top.append(this.heading.element, this.toolbar.element);
    this.body = part("game-body", element);
    this.host = part("game-board", this.body);
    this.host.setAttribute("role", "region");
    this.host.setAttribute("aria-label", app.text("game.board"));
    this.panels = part("game-panels", this.body, "aside");
    this.panels.setAttribute("aria-label", app.text("game.panels"));
    this.panels.hidden = true;
    // Panels larger than their space are scrollable, by keyboard too.
    this.panels.tabIndex = 0;
    this.rooms = { lens: part("game-lens", this.panels), map: part("game-map", this.panels) };
    const foot = part("game-foot", element);
    this.status = part("game-status", foot);
    this.typed = part("game-typed", foot);
    this.progress = part("game-progress", foot, "progress") as HTMLProgressElement;
    this.progress.hidden = true;
    this.progress.setAttribute("aria-label", app.text("game.making"));
    this.cancel = this.#button(foot, "game-cancel", app.text("game.cancel"), cancel);
    this.result = part("game-result", foot);
    this.result.hidden = true;
    this.board = new Board(this.host, app);
    this.curtain = this.#button(this.host, "game-curtain", app.text("game.go_on"), goOn);
    // Runs before the board takes its new size, within the same frame.
    const observer = new ResizeObserver(() => this.session && this.place());
    observer.observe(this.body);
    signal.addEventListener("abort", () => observer.disconnect());
    this.board.addEventListener("view", () => this.#showZoom(), { signal });
    this.board.addEventListener("zoom", () => this.#rememberLater(), { signal });
    // A mouse press must not take the keyboard focus away from the board.
    const back = () => !this.host.contains(document.activeElement) && this.focus();
    this.board.element.addEventListener("pointerup", back, { signal });
    top.addEventListener("click", (event) => event.detail > 0 && this.focus(), { signal });
    this.#listenToShift();
  }

  /** Holding Shift alone dims everything but the cursor's neighbourhood. */
  #listenToShift() {
    const { signal } = this;
    let timer = 0;
    const set = (isOn: boolean) => {
      clearTimeout(timer);
      this.board.onlyNear = isOn;
    };
    const press = (event: KeyboardEvent) => {
      clearTimeout(timer);
      if (event.key !== "Shift") set(false);
      else if (!event.repeat) timer = window.setTimeout(() => set(true), SHIFT);
    };
    addEventListener("keydown", press, { signal });
    addEventListener("keyup", (event) => event.key === "Shift" && set(false), { signal });
    addEventListener("blur", () => set(false), { signal });
    signal.addEventListener("abort", () => clearTimeout(timer));
  }

  #button(parent: HTMLElement, name: string, text: string, act: () => void) {
    const button = part(name, parent, "button") as HTMLButtonElement;
    button.type = "button";
    button.textContent = text;
    button.hidden = true;
    button.addEventListener("click", () => act(), { signal: this.signal });
    return button;
  }

  begin(session: any) {
    this.session = session;
    this.#pressed = this.#waiting = [];
    this.#hint = new Map();
    this.hideResult();
    const { shape, mines, codes } = session;
    this.board.show({ shape, mines, codes });
    this.board.outcome = session.outcome;
    this.dress();
    this.heading.begin(session);
    this.grid ??= new GridRoles(this.board as any, this.app, {});
    this.grid.update();
    if (session.cursor !== null && session.cursor !== undefined) this.board.setCursor(session.cursor);
    this.#forgetLater();
    const zoom = zoomOf(this.app.settings, String(shape));
    this.place(zoom);
    this.#fit(zoom);
    this.setPaused(session.isPaused);
  }

  /** Apply the player's settings. */
  dress() {
    const { settings } = this.app;
    this.board.delta = settings.get("delta");
    this.board.dimFinished = settings.get("dim_finished");
    this.board.tint = settings.get("tint");
  }

  /** Choose the size that suits the screen and the player's setting, and drop the saved zoom of this board. */
  fit() {
    const { app, session } = this;
    this.#forgetLater();
    const others = withZoom(app.settings, String(session.shape), null);
    if (others !== app.settings.get("zooms")) app.prefer("zooms", others);
    this.#fit(app.settings.get("zoom"));
  }

  #fit(zoom: number) {
    this.board.fit(zoom);
    this.board.setCursor(this.board.cursor);
  }

  #zooming = 0;

  #rememberLater() {
    clearTimeout(this.#zooming);
    this.#zooming = window.setTimeout(() => this.#remember(), ZOOMED);
  }

  #forgetLater() {
    clearTimeout(this.#zooming);
    this.#zooming = 0;
  }

  /** Save the zoom for further boards of this shape. */
  #remember() {
    this.#forgetLater();
    const { app, board, session } = this;
    app.prefer("zooms", withZoom(app.settings, String(session.shape), board.zoom));
  }

  /** @param step - 1 for larger cells, -1 for smaller ones */
  zoomBy(step: number) {
    this.board.setZoom(this.board.zoom * ZOOM ** step);
  }

  #showZoom() {
    const { zoom } = this.board;
    this.toolbar.set("zoom_in", { isDisabled: zoom >= 4 });
    this.toolbar.set("zoom_out", { isDisabled: zoom <= 0.5 });
  }

  /** @param cells - cells that look different; null for all */
  redraw(cells: ArrayLike<number> | null) {
    this.board.outcome = this.session.outcome;
    this.board.redraw(cells ? Uint32Array.from(cells) : undefined);
    this.grid?.update(cells);
  }

  go(index: number, reveal = true) {
    this.board.setCursor(index, { reveal });
    this.grid?.update([]);
  }

  /** Show cells as pressed. */
  press(cells: number[]) {
    this.#pressed = cells;
    this.#mark();
  }

  /** Mark cells whose moves the server hasn't answered. */
  wait(cells: number[]) {
    this.#waiting = cells;
    this.#mark();
  }

  /** Highlight the cells of a hint. */
  light(marks: Map<number, number> = new Map()) {
    this.#hint = marks;
    this.#mark();
  }

  #mark() {
    const marks = new Map(this.#hint);
    for (const index of [...this.#pressed, ...this.#waiting]) marks.set(index, (marks.get(index) ?? 0) | PRESSED);
    this.board.setMarks(marks);
  }

  setPaused(isPaused: boolean) {
    const hadFocus = this.curtain === document.activeElement;
    this.board.isHidden = isPaused;
    this.curtain.hidden = !isPaused;
    this.grid?.update();
    if (hadFocus && !isPaused) this.focus();
  }

  /** Update the line below the board. */
  showStatus(moves: Moves, typed: string) {
    const long = moves.text;
    const { session } = this;
    write(this.status, long || (session.isPaused ? "" : cellStatus(this.app, this.board, this.board.focusCell)));
    write(this.typed, long ? "" : typed);
    // Hiding a focused button would lose the focus, and then keys wouldn't move the cursor.
    const hadFocus = document.activeElement === this.cancel;
    this.cancel.hidden = !moves.isLong || session.isRemote;
    if (hadFocus && this.cancel.hidden) this.focus();
    this.progress.hidden = !(moves.isLong && moves.share >= 0);
    if (!this.progress.hidden) this.progress.value = moves.share;
  }

  /** Show the outcome in place of the facts about the cell. */
  showResult(ending: string, more: string, outcome: string) {
    this.result.replaceChildren();
    part("ending", this.result, "strong").textContent = ending;
    part("figures", this.result, "span").textContent = more;
    this.result.dataset.outcome = outcome;
    this.result.title = `${ending}: ${more}`;
    this.result.hidden = false;
    // A result longer than its space is scrollable, by keyboard too.
    this.result.tabIndex = this.result.scrollHeight > this.result.clientHeight + 1 ? 0 : -1;
  }

  /** Whether an element covers part of the board. */
  isBelow(element: HTMLElement) {
    const [over, board] = [element, this.host].map((each) => each.getBoundingClientRect());
    return over.height > 0 && over.top < board.bottom - 1 && over.bottom > board.top + 1;
  }

  /** @returns whether a result was shown */
  hideResult(): boolean {
    const wasShown = !this.result.hidden;
    this.result.hidden = true;
    return wasShown;
  }

  /**
   * Show the lens and the map, if the player wants them and the board doesn't shrink: all at once, before anything is
   * painted.
   */
  place(zoom = this.board.zoom) {
    const { app, board, session: { shape } } = this;
    const may = { lens: shape.dimensions > 2 || shape.wrap.length > 0, map: shape.dimensions > 4 };
    const isWanted = app.settings.get("panels");
    const { clientWidth, clientHeight } = this.body;
    // A screen that is being left has no size.
    if (!clientWidth || !clientHeight) return;
    const alone = board.preview(clientWidth, clientHeight, zoom);
    // A board that fits completely must still fit at the same size; the map is useful only if a single slice is shown.
    const suits = (names: Panel[]) => {
      if (names.includes("map") && !alone.isSliced) return false;
      const isRoomy = this.#reserve(names);
      if (!isRoomy || !alone.isWhole) return isRoomy;
      const { isWhole, cell } = board.preview(this.host.clientWidth, this.host.clientHeight, zoom);
      return isWhole && cell > 0.95 * alone.cell;
    };
    const layouts = isWanted ? LAYOUTS.filter((names) => names.every((name) => may[name])) : [[]];
    this.#placed = layouts.find((names) => names.length === 0 || suits(names)) ?? [];
    this.#reserve(this.#placed);
    const isPressed = this.#placed.length > 0;
    this.toolbar.set("panels", { isPressed, isShown: may.lens || may.map, isDisabled: isWanted && !isPressed });
    for (const [name, panel] of this.#panels) {
      if (this.#placed.includes(name)) continue;
      panel.close();
      this.#panels.delete(name);
    }
    this.#fill().catch((error) => app.fail(error));
  }

  /**
   * Reserve space for panels next to the board.
   * @returns whether there is enough space
   */
  #reserve(names: Panel[]): boolean {
    const { shape } = this.session;
    this.panels.hidden = names.length === 0;
    for (const [name, room] of Object.entries(this.rooms) as [Panel, HTMLElement][]) {
      room.hidden = !names.includes(name);
      if (room.hidden) continue;
      const { width, height } = name === "lens" ? lensLayout(shape, shape.cell(this.board.cursor)) : mapLayout(shape);
      room.style.width = `${width / devicePixelRatio}px`;
      room.style.height = `${height / devicePixelRatio}px`;
    }
    const { scrollWidth, clientWidth, scrollHeight, clientHeight } = this.panels;
    return scrollWidth <= clientWidth && scrollHeight <= clientHeight;
  }

  /** Create the visible panels, once their scripts are loaded. */
  async #fill() {
    const makers = {
      lens: async () => (await import("../../board/lens.ts")).Lens,
      map: async () => (await import("../../board/minimap.ts")).Minimap,
    };
    for (const name of this.#placed) {
      const Maker = this.#panels.has(name) ? null : await makers[name]();
      if (!Maker || this.signal.aborted || this.#panels.has(name) || !this.#placed.includes(name)) continue;
      this.#panels.set(name, new Maker(this.rooms[name], this.board));
    }
  }

  /** Focus the board. */
  focus() {
    if (this.curtain.hidden) this.grid?.focus();
    else this.curtain.focus();
  }

  close() {
    if (this.#zooming) this.#remember();
    for (const panel of this.#panels.values()) panel.close();
    this.grid?.close();
    this.board.close();
  }
}
