// @ts-check
// What is seen of a game: the board, which gets all the room there is, counters and buttons above it, panels beside it, a line below.

import { Board, PRESSED } from "../../board/board.js";
import { GridRoles } from "../../board/grid_roles.js";
import { Heading, cellStatus, part, write } from "./status.js";
import { Toolbar } from "./toolbar.js";

/** @typedef {import("../../app.js").App} App */

const ZOOM = 1.25;
// Milliseconds that a new size lasts before panels are placed by it.
const RESIZED = 200;
// Milliseconds that SHIFT is held before it does something by itself.
const SHIFT = 180;

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

export class GameView {
  /** @type {GridRoles | null} */
  grid = null;
  /** @type {{close(): void}[]} */
  #panels = [];
  /** @type {number[]} */
  #pressed = [];
  /** @type {number[]} */
  #waiting = [];
  /** @type {Map<number, number>} */
  #hint = new Map();

  /**
   * @param {App} app
   * @param {HTMLElement} element
   * @param {{act: (command: any) => void, cancel: () => void, goOn: () => void, signal: AbortSignal}} does - what its buttons do
   */
  constructor(app, element, { act, cancel, goOn, signal }) {
    this.app = app;
    this.element = element;
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
    // Where they are larger than their room, they are scrolled by keys, too.
    this.panels.tabIndex = 0;
    const foot = part("game-foot", element);
    this.status = part("game-status", foot);
    this.typed = part("game-typed", foot);
    this.progress = /** @type {HTMLProgressElement} */ (part("game-progress", foot, "progress"));
    this.progress.hidden = true;
    this.progress.setAttribute("aria-label", app.text("game.making"));
    this.cancel = this.#button(foot, "game-cancel", app.text("game.cancel"), cancel);
    this.result = part("game-result", foot);
    this.result.hidden = true;
    this.board = new Board(this.host, app);
    this.curtain = this.#button(this.host, "game-curtain", app.text("game.go_on"), goOn);
    // The page has another size; the board takes it on by itself.
    let timer = 0;
    const placeLater = () => {
      clearTimeout(timer);
      timer = window.setTimeout(() => this.place().catch((error) => app.fail(error)), RESIZED);
    };
    addEventListener("resize", placeLater, { signal });
    signal.addEventListener("abort", () => clearTimeout(timer));
    this.board.addEventListener("view", () => this.#showZoom(), { signal });
    // What the mouse has pressed shall not have the keys: they are the board's.
    const back = () => !this.host.contains(document.activeElement) && this.focus();
    this.board.element.addEventListener("pointerup", back, { signal });
    top.addEventListener("click", (event) => event.detail > 0 && this.focus(), { signal });
    this.#listenToShift();
  }

  /** SHIFT by itself dims what isn't around the cell that is looked at. */
  #listenToShift() {
    const { signal } = this;
    let timer = 0;
    const set = (/** @type {boolean} */ isOn) => {
      clearTimeout(timer);
      this.board.onlyNear = isOn;
    };
    const press = (/** @type {KeyboardEvent} */ event) => {
      clearTimeout(timer);
      if (event.key !== "Shift") set(false);
      else if (!event.repeat) timer = window.setTimeout(() => set(true), SHIFT);
    };
    addEventListener("keydown", press, { signal });
    addEventListener("keyup", (event) => event.key === "Shift" && set(false), { signal });
    addEventListener("blur", () => set(false), { signal });
    signal.addEventListener("abort", () => clearTimeout(timer));
  }

  /** @param {HTMLElement} parent @param {string} name @param {string} text @param {() => void} act */
  #button(parent, name, text, act) {
    const button = /** @type {HTMLButtonElement} */ (part(name, parent, "button"));
    button.type = "button";
    button.textContent = text;
    button.hidden = true;
    button.addEventListener("click", () => act(), { signal: this.signal });
    return button;
  }

  /** @param {any} session */
  begin(session) {
    this.session = session;
    this.#pressed = this.#waiting = [];
    this.#hint = new Map();
    this.hideResult();
    const { shape, mines, codes } = session;
    this.board.show({ shape, mines, codes });
    this.board.outcome = session.outcome;
    this.dress();
    this.heading.begin(session);
    this.grid ??= new GridRoles(/** @type {any} */ (this.board), this.app, {});
    this.grid.update();
    if (session.cursor !== null && session.cursor !== undefined) this.board.setCursor(session.cursor);
    this.fit();
    this.setPaused(session.isPaused);
  }

  /** Takes on the player's settings. */
  dress() {
    const { settings } = this.app;
    this.board.delta = settings.get("delta");
    this.board.dimFinished = settings.get("dim_finished");
    this.board.tint = settings.get("tint");
  }

  /** As large as suits the screen, and as the player likes it. */
  fit() {
    this.board.fit();
    this.board.setZoom(this.app.settings.get("zoom"));
    this.board.setCursor(this.board.cursor);
  }

  /** @param {number} step - 1 for larger cells, -1 for smaller ones */
  zoomBy(step) {
    this.board.setZoom(this.board.zoom * ZOOM ** step);
  }

  #showZoom() {
    const { zoom } = this.board;
    this.toolbar.set("zoom_in", { isDisabled: zoom >= 4 });
    this.toolbar.set("zoom_out", { isDisabled: zoom <= 0.5 });
  }

  /** @param {ArrayLike<number> | null} cells - that look different; null for all */
  redraw(cells) {
    this.board.outcome = this.session.outcome;
    this.board.redraw(cells ? Uint32Array.from(cells) : undefined);
    this.grid?.update(cells);
  }

  /** @param {number} index @param {boolean} [reveal] */
  go(index, reveal = true) {
    this.board.setCursor(index, { reveal });
    this.grid?.update([]);
  }

  /** Cells that look pressed. @param {number[]} cells */
  press(cells) {
    this.#pressed = cells;
    this.#mark();
  }

  /** Cells of moves that aren't answered yet. @param {number[]} cells */
  wait(cells) {
    this.#waiting = cells;
    this.#mark();
  }

  /** Lights up what a hint is about. @param {Map<number, number>} [marks] */
  light(marks = new Map()) {
    this.#hint = marks;
    this.#mark();
  }

  #mark() {
    const marks = new Map(this.#hint);
    for (const index of [...this.#pressed, ...this.#waiting]) marks.set(index, (marks.get(index) ?? 0) | PRESSED);
    this.board.setMarks(marks);
  }

  /** @param {boolean} isPaused */
  setPaused(isPaused) {
    const hadFocus = this.curtain === document.activeElement;
    this.board.isHidden = isPaused;
    this.curtain.hidden = !isPaused;
    this.grid?.update();
    if (hadFocus && !isPaused) this.focus();
  }

  /**
   * What is said below the board.
   * @param {import("./moves.js").Moves} moves
   * @param {string} typed
   */
  showStatus(moves, typed) {
    const long = moves.text;
    const { session } = this;
    write(this.status, long || (session.isPaused ? "" : cellStatus(this.app, this.board, this.board.focusCell)));
    write(this.typed, long ? "" : typed);
    // A button that goes takes the focus with it, and then no key would move the cursor.
    const hadFocus = document.activeElement === this.cancel;
    this.cancel.hidden = !moves.isLong || session.isRemote;
    if (hadFocus && this.cancel.hidden) this.focus();
    this.progress.hidden = !(moves.isLong && moves.share >= 0);
    if (!this.progress.hidden) this.progress.value = moves.share;
  }

  /** How the game ended, in place of the cell. @param {string} ending @param {string} more @param {string} outcome */
  showResult(ending, more, outcome) {
    this.result.replaceChildren();
    part("ending", this.result, "strong").textContent = ending;
    part("figures", this.result, "span").textContent = more;
    this.result.dataset.outcome = outcome;
    this.result.title = `${ending}: ${more}`;
    this.result.hidden = false;
  }

  /** @returns {boolean} whether one was shown */
  hideResult() {
    const wasShown = !this.result.hidden;
    this.result.hidden = true;
    return wasShown;
  }

  /** Shows the lens and the map where they are wanted and the board loses nothing by them, or takes them away. */
  async place() {
    const { app, session, board } = this;
    const { shape } = session;
    const [mayLens, mayMap] = [shape.dimensions > 2 || shape.wrap.length > 0, shape.dimensions > 4];
    const isWanted = app.settings.get("panels");
    this.toolbar.set("panels", { isPressed: isWanted, isShown: mayLens || mayMap });
    // Another board of the same kind has them where they are: nothing moves.
    const kind = `${shape} ${isWanted} ${innerWidth}x${innerHeight}`;
    if (kind === this.#placed) return;
    this.#placed = kind;
    const number = ++this.#placing;
    const isOld = () => this.signal.aborted || number !== this.#placing;
    for (const panel of this.#panels.splice(0)) panel.close();
    this.panels.replaceChildren();
    this.panels.hidden = true;
    if (!isWanted || !(mayLens || mayMap)) return;
    const [lens, map] = await Promise.all([mayLens && import("../../board/lens.js"), mayMap && import("../../board/minimap.js")]);
    await nextFrame();
    if (isOld()) return;
    const before = this.#seen;
    this.panels.hidden = false;
    const hosts = { lens: part("game-lens", this.panels), map: part("game-map", this.panels) };
    if (lens) this.#panels.push(new lens.Lens(hosts.lens, board));
    if (map) this.#panels.push(new map.Minimap(hosts.map, board));
    // All of them where there is room, else the lens, else the map. A board that is seen whole stays so, and as large.
    for (const [hasLens, hasMap] of [[true, true], [true, false], [false, true]]) {
      if ((hasLens && !lens) || (hasMap && !map)) continue;
      hosts.lens.hidden = !hasLens;
      hosts.map.hidden = !hasMap;
      await nextFrame();
      await nextFrame();
      if (isOld()) return;
      const after = this.#seen;
      const isRoomy = this.panels.scrollWidth <= this.panels.clientWidth && this.panels.scrollHeight <= this.panels.clientHeight;
      const isKept = !before.isWhole || (after.isWhole && after.cell > 0.95 * before.cell);
      if (isRoomy && isKept) return board.reveal(board.cursor);
    }
    this.panels.hidden = true;
  }

  #placing = 0;
  #placed = "";

  /** How much of the board is seen, and how large. */
  get #seen() {
    const { element, cursor } = this.board;
    const isWhole = element.scrollWidth <= element.clientWidth && element.scrollHeight <= element.clientHeight && !this.board.isSliced;
    return { isWhole, cell: this.board.boxOf(cursor)?.width ?? 0 };
  }

  /** Gives the keys to the board. */
  focus() {
    if (this.curtain.hidden) this.grid?.focus();
    else this.curtain.focus();
  }

  close() {
    for (const panel of this.#panels.splice(0)) panel.close();
    this.grid?.close();
    this.board.close();
  }
}
