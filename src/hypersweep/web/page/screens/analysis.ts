// The analysis board: a position of any dimension, drawn, pasted or taken from a game, with its analysis.

import { Board } from "../board/board.ts";
import { GridRoles } from "../board/grid_roles.ts";
import { cellLabel } from "../board/labels.ts";
import { PICTURES } from "../data/pictures.ts";
import { HypersweepError } from "../engine/errors.ts";
import { Shape } from "../engine/shape.ts";
import { CODES } from "../engine/terms.ts";
import { made } from "../frame/elements.ts";
import { attach, type Hands } from "../input/attach.ts";
import { Navigator } from "../input/cursor.ts";
import { nameOf } from "../input/keys.ts";
import { findBoard, standardMines } from "../play/boards.ts";
import { Drawing, type Drawn } from "../play/drawing.ts";
import { cellText, threeDigits } from "../play/phrases.ts";
import { MOST_CELLS, parsePosition } from "../play/position.ts";
import { isSure, shownChances } from "../play/sureness.ts";
import { refusedText } from "../play/told.ts";
import { engineNames } from "../together/engines.ts";
import { Panel, type Tool } from "./analysis/panel.ts";
import { askForPosition } from "./analysis/pasting.ts";
import { positionAddress, share } from "./analysis/sharing.ts";
import { Thinking, type Findings } from "./analysis/thinking.ts";
import { pictureCodes } from "./thumbnail.tsx";
import type { App, Place, Screen } from "../app.ts";

/** Maximum milliseconds between two digits of one clue. */
const TOGETHER = 1200;
/** Milliseconds before the address is updated, because browsers limit the rate of updates. */
const SETTLED = 400;
/** Maximum zoom for small boards. */
const LARGEST = 1.8;
/** The maximum clue that a board's codes can hold. */
const MOST_CLUE = 32_000;
/** Additional keys for this screen, and what they draw. */
const KEYS: Record<string, number | "more" | "less"> = { "#": CODES.covered, _: CODES.covered, Delete: CODES.covered, Backspace: CODES.covered, "*": CODES.mine, ".": 0, "+": "more", "-": "less" };

/** A chance of a mine as texts take it: in per cent, and whether it is certain. */
function chanceValues(chance: number, isCertain: boolean) {
  const certain = isCertain && chance === 0 ? "safe" : isCertain && chance === 1 ? "mine" : "none";
  return { chance: threeDigits(100 * chance), certain };
}

export default class AnalysisScreen implements Screen {
  title;
  drawing;
  commands: Record<string, (...values: any[]) => unknown>;
  panel?: Panel;
  board?: Board;
  thinking?: Thinking;
  hands?: Hands;
  grid?: GridRoles;
  navigator?: Navigator;
  keys = "game";
  #stop = new AbortController();
  #tool: Tool = "next";
  #found: Findings | null = null;
  #showsChances = true;
  /** Whether the page's own solver has answered because an engine was unavailable. */
  #isInstead = false;
  /** The latest digit typed, with cell and time. */
  #typed: {index: number, clue: number, time: number} | null = null;
  #timer = 0;

  constructor(public app: App, public place: Place) {
    this.title = app.text("analysis.title");
    this.drawing = new Drawing(blank(Shape.parse("9x9"), 10));
    this.commands = {
      open: () => this.#use(this.board?.cursor ?? 0),
      smart: () => this.#step(this.board?.cursor ?? 0, 1),
      flag: () => this.#flag(this.board?.cursor ?? 0),
      undo: () => this.#takeBack("undo"),
      redo: () => this.#takeBack("redo"),
      hint: () => this.#goBest(),
      look: (step: number) => this.#look(step),
      across: (step: number) => this.#move((navigator) => navigator.across(step)),
      down: (step: number) => this.#move((navigator) => navigator.down(step)),
      move: (axis: number, step: number) => this.#move((navigator) => navigator.move(axis, step)),
      edge: (where: any, step: any) => this.#move((navigator) => navigator.edge(where, step)),
      digit: (digit: number) => this.#digit(digit),
      help: () => app.go("help/analysis"),
      leave: () => (app.hasBefore ? history.back() : app.go("")),
    };
  }

  async show(element: HTMLElement) {
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
    this.hands = attach(board as any, {
      settings: app.settings,
      isOpen: () => false,
      act: (kind, index) => (kind === "flag" ? this.#flag(index) : this.#use(index)),
      isAway: () => app.isTurning,
    });
    this.grid = new GridRoles(board as any, app, {
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
      if ((event as CustomEvent).detail !== "engine") return;
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
   * @param isEdit - whether it can be undone
   * @returns whether a position was loaded
   */
  async takeText(text: string, isEdit = true): Promise<boolean> {
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

  /** Pasted text is tried as a position first. */
  async takePaste(text: string): Promise<boolean> {
    try {
      await this.takeText(text);
      // The player was asked for missing parts and declined: don't ask again.
      return true;
    } catch (error) {
      if (!(error instanceof HypersweepError)) throw error;
      return false;
    }
  }

  #replace(drawn: Drawn, isEdit: boolean) {
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

  /**
   * Handle a change of the position.
   * @param cells - all of it, if they aren't given
   */
  #changed(cells?: number[]) {
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

  #tell(found: Findings | null) {
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

  #choose(tool: Tool) {
    this.#tool = tool;
    this.panel?.showTool(tool);
  }

  #put(index: number, code: number) {
    const { drawing, app } = this;
    if (code > drawing.mostClue(index)) return app.say(app.text("analysis.too_many", { most: drawing.mostClue(index), clue: code }));
    const changed = drawing.set([index], code);
    if (changed.length) this.#changed(changed);
  }

  /** Apply the tool to a clicked cell. */
  #use(index: number) {
    this.board?.setCursor(index, { reveal: false });
    const tool = this.#tool;
    if (tool === "next") this.#step(index, 1);
    else this.#put(index, this.drawing.drawn.codes[index] === tool ? CODES.covered : tool);
  }

  #step(index: number, step: number) {
    this.#put(index, this.drawing.next(index, step));
  }

  #flag(index: number) {
    this.board?.setCursor(index, { reveal: false });
    this.#put(index, this.drawing.drawn.codes[index] === CODES.flagged ? CODES.covered : CODES.flagged);
  }

  /** Enter a digit as a clue; another one soon after makes a two-digit clue. */
  #digit(digit: number) {
    const index = this.board?.cursor ?? 0;
    const now = performance.now();
    const before = this.#typed;
    const both = before && before.index === index && now - before.time < TOGETHER ? before.clue * 10 + digit : digit;
    const clue = both > this.drawing.mostClue(index) ? digit : both;
    this.#typed = { index, clue, time: now };
    this.#put(index, clue);
  }

  /** Handle keys that a game doesn't have. */
  #press(event: KeyboardEvent) {
    if (event.altKey) return;
    const index = this.board?.cursor ?? 0;
    const key = nameOf(event);
    if (event.ctrlKey || event.metaKey) {
      const name = { z: "undo", Z: "redo", y: "redo" }[key as "z"];
      if (!name) return;
      event.preventDefault();
      return this.#takeBack(name as "undo" | "redo");
    }
    if (!Object.hasOwn(KEYS, key)) return;
    event.preventDefault();
    const code = KEYS[key];
    if (typeof code === "number") this.#put(index, code);
    else this.#step(index, code === "more" ? 1 : -1);
  }

  #takeBack(name: "undo" | "redo") {
    const changed = this.drawing[name]();
    if (changed === undefined) return this.app.say(this.app.text(`analysis.no_${name}`));
    if (changed === null) this.#show();
    this.#changed(changed ?? undefined);
  }

  /** Start with another board, all covered. */
  #size(text: string, mines: string) {
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

  #mines(text: string) {
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

  async #act(name: string) {
    const { app, drawing } = this;
    if (name === "undo" || name === "redo") return this.#takeBack(name);
    if (name === "clear") return this.#replace(blank(drawing.drawn.shape, drawing.drawn.mines), true);
    if (name === "more") return this.thinking?.goOn(drawing.drawn);
    if (name === "again") return this.thinking?.begin(drawing.drawn, 0);
    if (name === "paste") {
      return askForPosition(app, (text) => this.takeText(text));
    }
    await share(app, name as any, drawing.drawn, this.#shownChances());
  }

  #set(name: "chances" | "trust", isOn: boolean) {
    if (name === "chances") {
      this.#showsChances = isOn;
      this.board?.setChances(this.#shownChances());
    } else if (this.thinking) {
      this.thinking.trustFlags = isOn;
      this.#changed();
    }
  }

  // Cursor movement.

  #move(act: (navigator: Navigator) => unknown) {
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

  #go(index: number) {
    this.hands?.lookAway();
    this.board?.setCursor(index);
    this.grid?.focus();
    this.#showCell();
  }

  #goBest() {
    const cell = this.#found?.best?.choice?.cell;
    if (cell !== undefined) this.#go(cell);
  }

  /** Move to the next cell that is certainly safe or certainly a mine. */
  #look(step: number) {
    const { analysis } = this.#found ?? {};
    const cells = analysis ? [...analysis.certain(0), ...analysis.certain(1)].sort((one, other) => one - other) : [];
    if (!cells.length) return this.app.say(this.app.text("analysis.nothing_certain"));
    const here = this.board?.cursor ?? 0;
    const next = step > 0 ? (cells.find((index) => index > here) ?? cells[0]) : ([...cells].reverse().find((index) => index < here) ?? cells[cells.length - 1]);
    this.#go(next);
  }

  #label(index: number) {
    const { drawn } = this.drawing;
    const label = cellLabel(this.app, drawn as any, index);
    const { analysis } = this.#found ?? {};
    const chance = drawn.codes[index] === CODES.covered || drawn.codes[index] === CODES.flagged ? analysis?.chances[index] : undefined;
    if (!analysis || chance === undefined) return label;
    return `${label}, ${this.app.text("analysis.label", chanceValues(chance, isSure(analysis)))}`;
  }

  #showCell() {
    const { board, panel, drawing, app } = this;
    if (!board || !panel) return;
    const index = board.focusCell ?? board.cursor;
    const { shape, codes } = drawing.drawn;
    const isCovered = codes[index] === CODES.covered || codes[index] === CODES.flagged;
    const { analysis } = this.#found ?? {};
    const error = analysis?.errors?.[index];
    const named = { cell: cellText(shape.cell(index)), error: error && threeDigits(100 * error) };
    const values = analysis && { ...named, ...chanceValues(analysis.chances[index], isSure(analysis)) };
    panel.showCell(isCovered && values ? app.text("analysis.cell", values) : "");
    if (!isCovered || !analysis || !this.thinking) panel.clues.clear(analysis ? app.text("analysis.cell_open") : "");
    else panel.clues.show(analysis, index, this.thinking.signal);
  }
}

function blank(shape: Shape, mines: number): Drawn {
  return { shape, mines, codes: new Int16Array(shape.cells).fill(CODES.covered) };
}

function wholeNumber(app: App, text: string) {
  if (!/^\s*[0-9]{1,10}\s*$/.test(text)) throw new HypersweepError("MineCountError", app.text("analysis.whole"));
  return Number(text);
}
