// @ts-check
// The analysis board: a position of any dimension, drawn, pasted or taken from a game, with its analysis.

import { Board } from "../board/board.js";
import { GridRoles } from "../board/grid_roles.js";
import { cellLabel } from "../board/labels.js";
import { PICTURES } from "../data/pictures.js";
import { HypersweepError } from "../engine/errors.js";
import { Shape } from "../engine/shape.js";
import { CODES } from "../engine/terms.js";
import { made } from "../frame/elements.js";
import { attach } from "../input/attach.js";
import { Navigator } from "../input/cursor.js";
import { nameOf } from "../input/keys.js";
import { findBoard, standardMines } from "../play/boards.js";
import { Drawing } from "../play/drawing.js";
import { cellText } from "../play/phrases.js";
import { MOST_CELLS, parsePosition } from "../play/position.js";
import { isSure, shownChances } from "../play/sureness.js";
import { refusedText } from "../play/told.js";
import { engineNames } from "../together/engines.js";
import { Panel } from "./analysis/panel.js";
import { askForPosition } from "./analysis/pasting.js";
import { positionAddress, share } from "./analysis/sharing.js";
import { Thinking } from "./analysis/thinking.js";
import { pictureCodes } from "./thumbnail.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Screen} Screen */
/** @typedef {import("../play/drawing.js").Drawn} Drawn */
/** @typedef {import("./analysis/panel.js").Tool} Tool */
/** @typedef {import("./analysis/thinking.js").Findings} Findings */

/** Maximum milliseconds between two digits of one clue. */
const TOGETHER = 1200;
/** Milliseconds before the address is updated, because browsers limit the rate of updates. */
const SETTLED = 400;
/** Maximum zoom for small boards. */
const LARGEST = 1.8;
/** The maximum clue that a board's codes can hold. */
const MOST_CLUE = 32_000;
/** Additional keys for this screen, and what they draw. @type {Record<string, number | "more" | "less">} */
const KEYS = { "#": CODES.covered, _: CODES.covered, Delete: CODES.covered, Backspace: CODES.covered, "*": CODES.mine, ".": 0, "+": "more", "-": "less" };

/** @implements {Screen} */
export default class AnalysisScreen {
  keys = "game";
  #stop = new AbortController();
  /** @type {Tool} */
  #tool = "next";
  /** @type {Findings | null} */
  #found = null;
  #showsChances = true;
  /** Whether the page's own solver has answered because an engine was unavailable. */
  #isInstead = false;
  /** The latest digit typed, with cell and time. @type {{index: number, clue: number, time: number} | null} */
  #typed = null;
  #timer = 0;

  /** @param {App} app @param {import("../app.js").Place} place */
  constructor(app, place) {
    this.app = app;
    this.place = place;
    this.title = app.text("analysis.title");
    this.drawing = new Drawing(blank(Shape.parse("9x9"), 10));
    /** @type {Record<string, (...values: any[]) => unknown>} */
    this.commands = {
      open: () => this.#use(this.board?.cursor ?? 0),
      smart: () => this.#step(this.board?.cursor ?? 0, 1),
      flag: () => this.#flag(this.board?.cursor ?? 0),
      undo: () => this.#takeBack("undo"),
      redo: () => this.#takeBack("redo"),
      hint: () => this.#goBest(),
      look: (/** @type {number} */ step) => this.#look(step),
      across: (/** @type {number} */ step) => this.#move((navigator) => navigator.across(step)),
      down: (/** @type {number} */ step) => this.#move((navigator) => navigator.down(step)),
      move: (/** @type {number} */ axis, /** @type {number} */ step) => this.#move((navigator) => navigator.move(axis, step)),
      edge: (/** @type {any} */ where, /** @type {any} */ step) => this.#move((navigator) => navigator.edge(where, step)),
      digit: (/** @type {number} */ digit) => this.#digit(digit),
      help: () => app.go("help/analysis"),
      leave: () => (app.hasBefore ? history.back() : app.go("")),
    };
  }

  /** @param {HTMLElement} element */
  async show(element) {
    const { app } = this;
    const { signal } = this.#stop;
    const host = made("div", { className: "analysis-board" });
    this.panel = new Panel(app, {
      choose: (tool) => this.#choose(tool),
      size: (shape, mines) => this.#size(shape, mines),
      mines: (mines) => this.#mines(mines),
      act: (name) => this.#act(name),
      set: (name, isOn) => this.#set(name, isOn),
      go: (index) => this.#go(index),
      ask: (name) => app.prefer("engine", name),
    }, signal);
    element.append(made("h1", { className: "unseen" }, this.title), host, this.panel.element);
    const board = (this.board = new Board(host, app));
    this.thinking = new Thinking(app, (found) => this.#tell(found));
    this.hands = attach(/** @type {any} */ (board), {
      settings: app.settings,
      isOpen: () => false,
      act: (kind, index) => (kind === "flag" ? this.#flag(index) : this.#use(index)),
      isAway: () => app.isTurning,
    });
    this.grid = new GridRoles(/** @type {any} */ (board), app, {
      label: (index) => this.#label(index),
      onPress: () => this.#use(board.cursor),
    });
    host.addEventListener("keydown", (event) => this.#press(event), { signal });
    board.addEventListener("focus", () => this.#showCell(), { signal });
    addEventListener("resize", () => this.#fit(), { signal });
    board.delta = false;
    board.dimFinished = false;
    this.#choose("next");
    this.#show();
    void this.#showEngines();
    app.settings.addEventListener("change", (event) => {
      if (/** @type {CustomEvent} */ (event).detail !== "engine") return;
      void this.#showEngines();
      this.panel?.showFindings(this.drawing.drawn, null);
      this.#changed();
    }, { signal });
    await this.#begin();
    if (!signal.aborted) this.#fit();
  }

  /** Make the whole board visible, small boards with larger cells than usual. */
  #fit() {
    const { board } = this;
    if (!board) return;
    board.fit();
    if (board.zoom < 1) return;
    const { clientWidth, clientHeight } = board.element;
    const { width, height } = board.arrangement;
    const room = Math.min((clientWidth - 16) / width, (clientHeight - 16) / height);
    if (room > 1) board.setZoom(Math.min(LARGEST, Math.floor(room * 10) / 10));
  }

  leave() {
    this.#stop.abort();
    clearTimeout(this.#timer);
    this.thinking?.stop();
    this.panel?.clues.clear();
    this.hands?.close();
    this.grid?.close();
    this.board?.close();
  }

  /** Offer the server's engines, if it has any. */
  async #showEngines() {
    const { app } = this;
    if (!document.querySelector('meta[name="hypersweep-server"]')) return;
    // If the server doesn't answer, the page's own solver can still be chosen.
    const names = await engineNames().catch(() => []);
    if (!this.#stop.signal.aborted) this.panel?.showEngines(names, app.settings.get("engine"));
  }

  /** Start with the data passed to the screen. */
  async #begin() {
    const { handed, query } = this.place;
    const text = handed?.text ?? query.get("position");
    try {
      if (handed?.shape) this.#replace({ shape: handed.shape, mines: handed.mines, codes: Int16Array.from(handed.codes) }, false);
      else if (text) await this.takeText(text, false);
      else {
        // Otherwise start with an example, without its flags, which would only repeat the results.
        const codes = pictureCodes(PICTURES.beginner).map((code) => (code === CODES.flagged ? CODES.covered : code));
        if (!this.drawing.canUndo && !this.#stop.signal.aborted) this.#replace({ shape: Shape.parse("9x9"), mines: 10, codes }, false);
      }
    } catch (error) {
      await this.app.fail(error);
    }
  }

  /**
   * Load a position from a text; ask for missing parts.
   * @param {string} text
   * @param {boolean} [isEdit] - whether it can be undone
   * @returns {Promise<boolean>} whether a position was loaded
   */
  async takeText(text, isEdit = true) {
    const { app } = this;
    let view;
    try {
      view = parsePosition(text);
    } catch (error) {
      if (!(error instanceof HypersweepError) || error.detail.needs !== "mines") throw error;
      const answer = await app.prompt(app.text("analysis.how_many"));
      if (answer === null) return false;
      view = parsePosition(text, { mines: wholeNumber(app, answer) });
    }
    if (this.#stop.signal.aborted) return false;
    this.#replace({ ...view, codes: Int16Array.from(view.codes) }, isEdit);
    return true;
  }

  /** Pasted text is tried as a position first. @param {string} text @returns {Promise<boolean>} */
  async takePaste(text) {
    try {
      await this.takeText(text);
      // The player was asked for missing parts and declined: don't ask again.
      return true;
    } catch (error) {
      if (!(error instanceof HypersweepError)) throw error;
      return false;
    }
  }

  /** @param {Drawn} drawn @param {boolean} isEdit */
  #replace(drawn, isEdit) {
    if (drawn.shape.maxNeighbours > MOST_CLUE) throw new HypersweepError("ParameterError", this.app.text("analysis.many_around"));
    if (isEdit) this.drawing.replace(drawn);
    else this.drawing = new Drawing(drawn);
    this.#show();
    this.#fit();
    this.#changed();
  }

  /** Show another board. */
  #show() {
    const { board, panel, drawing } = this;
    if (!board || !panel) return;
    const { shape } = drawing.drawn;
    const isSame = this.navigator?.shape.format() === shape.format();
    board.setChances(null);
    board.show(drawing.drawn);
    if (!isSame) {
      this.navigator = new Navigator(shape);
      board.setCursor(shape.index(this.navigator.cell));
    }
    panel.showBoard(drawing.drawn);
    panel.showTool(this.#tool);
    this.grid?.update();
  }

  /** Handle a change of the position. @param {number[]} [cells] - all of it, if they aren't given */
  #changed(cells) {
    const { board, panel, drawing } = this;
    // The old results are outdated.
    this.#found = null;
    board?.setChances(null);
    board?.setMarks(new Map());
    board?.redraw(cells);
    if (cells) this.grid?.update(Uint32Array.from(cells));
    panel?.showEdits(drawing);
    this.#showCell();
    this.thinking?.begin(drawing.drawn);
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      const address = positionAddress(drawing.drawn);
      if (address) history.replaceState(history.state, "", address);
    }, SETTLED);
  }

  /** @param {Findings | null} found */
  #tell(found) {
    const { board, panel, drawing } = this;
    if (!board || !panel || this.#stop.signal.aborted) return;
    panel.showFindings(drawing.drawn, found);
    if (!found) return;
    if (this.#isInstead !== (found.instead !== "")) {
      this.#isInstead = !this.#isInstead;
      void this.#showEngines();
    }
    this.#found = found;
    board.setChances(this.#shownChances());
    board.setMarks(found.conflict?.marks ?? found.best?.marks ?? new Map());
    this.grid?.update();
    this.#showCell();
  }

  /** The chances to show on the cells. */
  #shownChances() {
    const { analysis } = this.#found ?? {};
    return analysis && this.#showsChances ? shownChances(analysis) : null;
  }

  // Drawing.

  /** @param {Tool} tool */
  #choose(tool) {
    this.#tool = tool;
    this.panel?.showTool(tool);
  }

  /** @param {number} index @param {number} code */
  #put(index, code) {
    const { drawing, app } = this;
    if (code > drawing.mostClue(index)) return app.say(app.text("analysis.too_many", { most: drawing.mostClue(index), clue: code }));
    const changed = drawing.set([index], code);
    if (changed.length) this.#changed(changed);
  }

  /** Apply the tool to a clicked cell. @param {number} index */
  #use(index) {
    this.board?.setCursor(index, { reveal: false });
    const tool = this.#tool;
    if (tool === "next") this.#step(index, 1);
    else this.#put(index, this.drawing.drawn.codes[index] === tool ? CODES.covered : tool);
  }

  /** @param {number} index @param {number} step */
  #step(index, step) {
    this.#put(index, this.drawing.next(index, step));
  }

  /** @param {number} index */
  #flag(index) {
    this.board?.setCursor(index, { reveal: false });
    this.#put(index, this.drawing.drawn.codes[index] === CODES.flagged ? CODES.covered : CODES.flagged);
  }

  /** Enter a digit as a clue; another one soon after makes a two-digit clue. @param {number} digit */
  #digit(digit) {
    const index = this.board?.cursor ?? 0;
    const now = performance.now();
    const before = this.#typed;
    const both = before && before.index === index && now - before.time < TOGETHER ? before.clue * 10 + digit : digit;
    const clue = both > this.drawing.mostClue(index) ? digit : both;
    this.#typed = { index, clue, time: now };
    this.#put(index, clue);
  }

  /** Handle keys that a game doesn't have. @param {KeyboardEvent} event */
  #press(event) {
    if (event.altKey) return;
    const index = this.board?.cursor ?? 0;
    const key = nameOf(event);
    if (event.ctrlKey || event.metaKey) {
      const name = { z: "undo", Z: "redo", y: "redo" }[/** @type {"z"} */ (key)];
      if (!name) return;
      event.preventDefault();
      return this.#takeBack(/** @type {"undo" | "redo"} */ (name));
    }
    if (!Object.hasOwn(KEYS, key)) return;
    event.preventDefault();
    const code = KEYS[key];
    if (typeof code === "number") this.#put(index, code);
    else this.#step(index, code === "more" ? 1 : -1);
  }

  /** @param {"undo" | "redo"} name */
  #takeBack(name) {
    const changed = this.drawing[name]();
    if (changed === undefined) return this.app.say(this.app.text(`analysis.no_${name}`));
    if (changed === null) this.#show();
    this.#changed(changed ?? undefined);
  }

  /** Start with another board, all covered. @param {string} text @param {string} mines */
  #size(text, mines) {
    const { app, panel } = this;
    try {
      const found = findBoard(text.trim());
      if (found.shape.cells > MOST_CELLS) throw new HypersweepError("ShapeError", app.text("analysis.many_cells", { most: MOST_CELLS }));
      const isSame = found.shape.format() === this.drawing.drawn.shape.format();
      const count = isSame || mines.trim() !== String(this.drawing.drawn.mines) ? wholeNumber(app, mines) : (found.mines ?? standardMines(found.shape));
      if (count > found.shape.cells) throw new HypersweepError("MineCountError", app.text("analysis.most_mines", { most: found.shape.cells }));
      this.#replace(blank(found.shape, count), true);
    } catch (error) {
      if (!(error instanceof HypersweepError)) throw error;
      panel?.wrong(refusedText(app.messages, error), error.kind === "MineCountError" ? "mines" : "shape");
    }
  }

  /** @param {string} text */
  #mines(text) {
    const { app, panel, drawing } = this;
    const { shape } = drawing.drawn;
    try {
      const mines = wholeNumber(app, text);
      if (mines > shape.cells) throw new HypersweepError("MineCountError", app.text("analysis.most_mines", { most: shape.cells }));
      if (mines === drawing.drawn.mines) return;
      drawing.replace({ ...drawing.drawn, mines, codes: drawing.drawn.codes.slice() });
      this.#show();
      this.#changed();
    } catch (error) {
      if (!(error instanceof HypersweepError)) throw error;
      panel?.wrong(refusedText(app.messages, error), "mines");
    }
  }

  /** @param {string} name */
  async #act(name) {
    const { app, drawing } = this;
    if (name === "undo" || name === "redo") return this.#takeBack(name);
    if (name === "clear") return this.#replace(blank(drawing.drawn.shape, drawing.drawn.mines), true);
    if (name === "more") return this.thinking?.goOn(drawing.drawn);
    if (name === "again") return this.thinking?.begin(drawing.drawn, 0);
    if (name === "paste") {
      return askForPosition(app, (text) => this.takeText(text));
    }
    await share(app, /** @type {any} */ (name), drawing.drawn, this.#shownChances());
  }

  /** @param {"chances" | "trust"} name @param {boolean} isOn */
  #set(name, isOn) {
    if (name === "chances") {
      this.#showsChances = isOn;
      this.board?.setChances(this.#shownChances());
    } else if (this.thinking) {
      this.thinking.trustFlags = isOn;
      this.#changed();
    }
  }

  // Cursor movement.

  /** @param {(navigator: Navigator) => unknown} act */
  #move(act) {
    const { board, navigator, app } = this;
    if (!board || !navigator) return;
    navigator.cell = navigator.shape.cell(board.cursor);
    try {
      act(navigator);
    } catch (error) {
      if (!(error instanceof HypersweepError)) throw error;
      app.say(app.text("game.no_axis", error.detail));
    }
    this.#go(navigator.shape.index(navigator.cell));
  }

  /** @param {number} index */
  #go(index) {
    this.hands?.lookAway();
    this.board?.setCursor(index);
    this.grid?.focus();
    this.#showCell();
  }

  #goBest() {
    const cell = this.#found?.best?.choice?.cell;
    if (cell !== undefined) this.#go(cell);
  }

  /** Move to the next cell that is certainly safe or certainly a mine. @param {number} step */
  #look(step) {
    const { analysis } = this.#found ?? {};
    const cells = analysis ? [...analysis.certain(0), ...analysis.certain(1)].sort((one, other) => one - other) : [];
    if (!cells.length) return this.app.say(this.app.text("analysis.nothing_certain"));
    const here = this.board?.cursor ?? 0;
    const next = step > 0 ? (cells.find((index) => index > here) ?? cells[0]) : ([...cells].reverse().find((index) => index < here) ?? cells[cells.length - 1]);
    this.#go(next);
  }

  /** @param {number} index */
  #label(index) {
    const { drawn } = this.drawing;
    const label = cellLabel(this.app, /** @type {any} */ (drawn), index);
    const { analysis } = this.#found ?? {};
    const chance = drawn.codes[index] === CODES.covered || drawn.codes[index] === CODES.flagged ? analysis?.chances[index] : undefined;
    return !analysis || chance === undefined ? label : `${label}, ${this.app.text("analysis.label", { chance, isSure: isSure(analysis) })}`;
  }

  #showCell() {
    const { board, panel, drawing, app } = this;
    if (!board || !panel) return;
    const index = board.focusCell ?? board.cursor;
    const { shape, codes } = drawing.drawn;
    const isCovered = codes[index] === CODES.covered || codes[index] === CODES.flagged;
    const { analysis } = this.#found ?? {};
    const values = { cell: cellText(shape.cell(index)), chance: analysis?.chances[index], error: analysis?.errors?.[index], isSure: analysis ? isSure(analysis) : true };
    panel.showCell(isCovered && analysis ? app.text("analysis.cell", values) : "");
    if (!isCovered || !analysis || !this.thinking) panel.clues.clear(analysis ? app.text("analysis.cell_open") : "");
    else panel.clues.show(analysis, index, this.thinking.signal);
  }
}

/** @param {Shape} shape @param {number} mines @returns {Drawn} */
function blank(shape, mines) {
  return { shape, mines, codes: new Int16Array(shape.cells).fill(CODES.covered) };
}

/** @param {App} app @param {string} text */
function wholeNumber(app, text) {
  if (!/^\s*[0-9]{1,10}\s*$/.test(text)) throw new HypersweepError("MineCountError", app.text("analysis.whole"));
  return Number(text);
}
