// The analysis board: a position of any dimension, drawn, pasted or taken from a game, with its analysis.

import { computed, signal } from "@preact/signals";
import { cellLabel } from "../board/labels.ts";
import { themeOf } from "../board/themes.ts";
import { PICTURES } from "../data/pictures.ts";
import { HypersweepError } from "../engine/errors.ts";
import { Shape } from "../engine/shape.ts";
import { CODES } from "../engine/terms.ts";
import { copyText } from "../frame/clipboard.tsx";
import { AnswerButton, showDialog } from "../frame/dialogs.tsx";
import { download } from "../frame/download.ts";
import { Navigator, cursorCommands } from "../input/cursor.ts";
import { nameOf } from "../input/keys.ts";
import { pictureCodes } from "../play/board_pictures.ts";
import { findBoard, standardMines } from "../play/boards.ts";
import { Drawing, type Drawn } from "../play/edited_position.ts";
import { cellText, threeDigits } from "../play/phrases.ts";
import { MOST_CELLS, formatPosition, formatPositionJson, formatShort, parsePosition, type PositionView } from "../play/position.ts";
import { isSure, shownChances } from "../play/sureness.ts";
import { refusedText } from "../play/error_text.ts";
import { engineNames } from "../multiplayer/engines.ts";
import { Candidates, ClueChances, summaryOf } from "./analysis/findings.tsx";
import { Thinking, type Findings } from "./analysis/thinking.ts";
import { BoardView } from "./board_view.ts";
import { drawnPicture } from "./thumbnail.tsx";
import { ViewScreen } from "./view_screen.tsx";
import type { App, Place } from "../app.ts";

/** Maximum milliseconds between two digits of one clue. */
const TOGETHER = 1200;
/** Milliseconds before the address is updated, because browsers limit the rate of updates. */
const SETTLED = 400;
/** Maximum length of an address: some programs truncate longer ones. */
const LONGEST = 30_000;
/** Maximum zoom for small boards. */
const LARGEST = 1.8;
/** The maximum clue that a board's codes can hold. */
const MOST_CLUE = 32_000;
/** The largest clue with a tool; larger ones must be typed. */
const MOST_TOOLS = 26;
/** Additional keys for this screen, and what they draw. */
const KEYS: Record<string, number | "more" | "less"> = {
  "#": CODES.covered, _: CODES.covered, Delete: CODES.covered, Backspace: CODES.covered, "*": CODES.mine, ".": 0, "+": "more", "-": "less",
};
const SIGNS: Record<string, string> = { next: "↻", "-1": "■", "-2": "⚑", "-3": "✱", 0: "·" };

/** What a click does: it sets this code or, with "next", the code after the cell's own. */
type Tool = number | "next";
/** An error in the sides or the number of mines. */
type Wrong = { text: string; field: "shape" | "mines" };
/** The latest results; they are outdated while new ones are computed. */
type Shown = { findings: Findings | null; engine: string; isThinking: boolean; isOutdated: boolean };

const isCovered = (code: number) => code === CODES.covered || code === CODES.flagged;

export default class AnalysisScreen extends ViewScreen {
  title = this.text("title");
  keys = "game";
  commands = {
    open: () => this.#use(this.#cursor),
    smart: () => this.#step(this.#cursor, 1),
    flag: () => this.#flag(this.#cursor),
    undo: () => this.#takeBack("undo"),
    redo: () => this.#takeBack("redo"),
    hint: () => this.#goBest(),
    look: (step: number) => this.#look(step),
    ...cursorCommands((act) => this.#move(act)),
    digit: (digit: number) => this.#digit(digit),
    help: () => this.app.go("help/analysis"),
    leave: () => (this.app.hasBefore ? history.back() : this.app.go("")),
  };
  #view;
  #thinking;
  #drawing = new Drawing(blank(Shape.parse("9x9"), 10));
  #navigator: Navigator | null = null;
  /** The latest digit typed, with cell and time. */
  #typed: {index: number, clue: number, time: number} | null = null;
  #timer = 0;
  /** The position, wrapped in a new object whenever its codes change. */
  #drawn = signal({ drawn: this.#drawing.drawn });
  #shown = signal<Shown>({ findings: null, engine: "", isThinking: false, isOutdated: true });
  #found = computed(() => (this.#shown.value.isOutdated ? null : this.#shown.value.findings));
  #cell = signal(0);
  #tool = signal<Tool>("next");
  #fields = { shape: signal(""), mines: signal("") };
  #wrong = signal<Wrong | null>(null);
  #showsChances = signal(true);
  /** Names of the server's engines, and the chosen one, which may no longer exist. */
  #engines = signal<{ names: readonly string[]; chosen: string }>({ names: [], chosen: "" });

  constructor(app: App, public place: Place) {
    super(app, "analysis");
    this.#thinking = new Thinking(app, (found) => this.#tell(found));
    this.#view = new BoardView(app, {
      grid: { label: (index) => this.#label(index), onPress: () => this.#use(this.#cursor) },
      input: { act: (kind, index) => (kind === "flag" ? this.#flag(index) : this.#use(index)) },
    });
  }

  get #cursor() {
    return this.#view.board.cursor;
  }

  async show(element: HTMLElement) {
    const { app } = this;
    const { signal } = this.stop;
    super.show(element);
    const { board } = this.#view;
    board.addEventListener("focus", () => (this.#cell.value = board.focusCell), { signal });
    addEventListener("resize", () => this.#fit(), { signal });
    board.delta = false;
    board.dimFinished = false;
    this.#show();
    void this.#showEngines();
    app.settings.addEventListener("change", (event) => {
      if ((event as CustomEvent).detail !== "engine") return;
      void this.#showEngines();
      this.#tell(null);
      this.#changed();
    }, { signal });
    await this.#begin();
    if (!signal.aborted) this.#fit();
  }

  leave() {
    this.stop.abort();
    clearTimeout(this.#timer);
    this.#thinking.stop();
  }

  // The panel next to the board.

  View = () => (
    <>
      <h1 class="unseen">{this.title}</h1>
      <div class="after-board" ref={this.#view.ref} onKeyDown={(event) => this.#press(event)} />
      <aside class={`side analysis-panel${this.#shown.value.isThinking ? " thinking" : ""}`} aria-label={this.text("panel")}>
        <this.Tools />
        <this.Edits />
        <this.Findings />
        <this.BoardForm />
        <section>
          <h2>{this.text("share")}</h2>
          <div class="row">
            {this.#button("link", () => this.#copyLink())}
            {this.#button("text", () => this.#copy("text", formatPosition))}
            {this.#button("json", () => this.#copy("json", formatPositionJson))}
            {this.#button("picture", () => this.#savePicture())}
          </div>
        </section>
        <details class="help">
          <summary>{this.text("keys")}</summary>
          {this.text("keys_list").split("\n").map((line) => <p>{line}</p>)}
        </details>
      </aside>
    </>
  );

  #button(name: string, act: () => unknown, { hidden, disabled }: { hidden?: boolean; disabled?: boolean } = {}) {
    return <button type="button" class={`do-${name}`} hidden={hidden} disabled={disabled} onClick={act}>{this.text(name)}</button>;
  }

  Tools = () => {
    const { drawn: { shape } } = this.#drawn.value;
    const tools: Tool[] = ["next", -1, -2, -3, ...Array.from({ length: Math.min(shape.maxNeighbours, MOST_TOOLS) + 1 }, (_, clue) => clue)];
    const press = (event: KeyboardEvent & { currentTarget: HTMLElement }) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      const place = (tools.indexOf(this.#tool.value) + step + tools.length) % tools.length;
      this.#tool.value = tools[place];
      (event.currentTarget.children[place] as HTMLElement).focus();
    };
    return (
      <div class="tools row" role="radiogroup" aria-label={this.text("tools")} onKeyDown={press}>
        {tools.map((tool) => {
          const name = typeof tool === "number" && tool >= 0 ? this.text("tool_clue", { clue: tool }) : this.text(`tool_${tool}`);
          const isChosen = tool === this.#tool.value;
          return (
            <button key={tool} type="button" class="tool" title={name} aria-label={name} role="radio" data-tool={tool} aria-checked={isChosen}
              tabIndex={isChosen ? 0 : -1} onClick={() => (this.#tool.value = tool)}>
              {SIGNS[tool] ?? tool}
            </button>
          );
        })}
      </div>
    );
  };

  Edits = () => {
    const { drawn } = this.#drawn.value;
    const { canUndo, canRedo } = this.#drawing;
    return (
      <div class="row">
        {this.#button("undo", this.commands.undo, { disabled: !canUndo })}
        {this.#button("redo", this.commands.redo, { disabled: !canRedo })}
        {this.#button("clear", () => this.#replace(blank(drawn.shape, drawn.mines), true))}
        {this.#button("paste", () => this.#askForPosition())}
      </div>
    );
  };

  Findings = () => {
    const { app } = this;
    const { drawn } = this.#drawn.value;
    const { findings, engine, isThinking } = this.#shown.value;
    const isAsking = isThinking && engine !== "";
    const summary = isAsking ? this.text("thinks", { engine }) : findings && summaryOf(app, findings);
    return (
      <section class="findings" aria-label={this.text("findings")}>
        <this.Engines />
        <p class={`summary${findings?.conflict && !isAsking ? " wrong" : ""}`} role="status">{summary}</p>
        <this.Cell />
        <div class="best">{findings?.best?.lines.map((line, place) => <p class={place ? "why" : "move"}>{line}</p>)}</div>
        <div class="candidates">{findings && <Candidates app={app} shape={drawn.shape} findings={findings} go={(index) => this.#go(index)} />}</div>
        {this.#button("more", () => this.#thinking.goOn(drawn), { hidden: !findings?.mayGoOn })}
        {this.#button("again", () => this.#thinking.begin(drawn, 0), { hidden: !findings?.mayAskAgain })}
      </section>
    );
  };

  Engines = () => {
    const { names, chosen } = this.#engines.value;
    return (
      <p class="engine row" hidden={!names.length && !chosen}>
        <label for="analysis-engine">{this.text("engine")}</label>{" "}
        <select id="analysis-engine" value={chosen} onChange={(event) => this.app.prefer("engine", event.currentTarget.value)}>
          <option value="">{this.text("engine_own")}</option>
          {names.map((name) => <option value={name}>{name}</option>)}
          {this.#isEngineGone && <option value={chosen}>{this.text("engine_gone", { engine: chosen })}</option>}
        </select>
      </p>
    );
  };

  get #isEngineGone() {
    const { names, chosen } = this.#engines.value;
    return chosen !== "" && !names.includes(chosen);
  }

  /** What is known about the cell under the cursor. */
  Cell = () => {
    const { analysis } = this.#found.value ?? {};
    const index = this.#cell.value;
    const { shape, codes } = this.#drawn.value.drawn;
    const isKnown = analysis && isCovered(codes[index]);
    const error = analysis?.errors?.[index];
    const named = { cell: cellText(shape.cell(index)), error: error && threeDigits(100 * error) };
    const values = isKnown && { ...named, ...chanceValues(analysis, index) };
    return (
      <>
        <p class="cell">{values && this.text("cell", values)}</p>
        <div class="clue-chances about">
          {analysis && <ClueChances app={this.app} analysis={analysis} cell={isKnown ? index : null} signal={this.#thinking.signal} />}
        </div>
      </>
    );
  };

  BoardForm = () => {
    const { shape, mines } = this.#fields;
    const wrong = this.#wrong.value;
    const { chosen } = this.#engines.value;
    const field = (name: "shape" | "mines", more: object) => (
      <>
        <label for={`analysis-${name}`}>{this.text(name)}</label>
        <input id={`analysis-${name}`} autocomplete="off" aria-describedby="analysis-wrong" aria-invalid={wrong?.field === name || undefined}
          value={this.#fields[name].value} onInput={(event) => (this.#fields[name].value = event.currentTarget.value)} {...more} />
      </>
    );
    const check = (name: string, more: object) => (
      <label class="check row" for={`analysis-${name}`}><input type="checkbox" id={`analysis-${name}`} {...more} />{this.text(name)}</label>
    );
    const submit = (event: Event) => {
      event.preventDefault();
      this.#size(shape.value, mines.value);
    };
    return (
      <section class="board-form">
        <h2>{this.text("board")}</h2>
        <form class="size" noValidate onSubmit={submit}>
          {field("shape", { spellcheck: false, autocapitalize: "off" })}
          {field("mines", { inputMode: "numeric", onChange: () => this.#mines(mines.value) })}
          <button type="submit">{this.text("make")}</button>
          <p class="wrong" id="analysis-wrong" role="alert">{wrong?.text}</p>
        </form>
        {check("chances", { checked: this.#showsChances.value, onChange: () => this.#turnChances() })}
        {/* It has no effect on engines. */}
        {check("trust", { disabled: chosen !== "" && !this.#isEngineGone, onChange: () => this.#turnTrust() })}
      </section>
    );
  };

  /** Make the whole board visible, small boards with larger cells than usual. */
  #fit() {
    const { board } = this.#view;
    board.fit();
    if (board.zoom < 1) return;
    const { clientWidth, clientHeight } = board.element;
    const { width, height } = board.arrangement;
    const room = Math.min((clientWidth - 16) / width, (clientHeight - 16) / height);
    if (room > 1) board.setZoom(Math.min(LARGEST, Math.floor(room * 10) / 10));
  }

  async #showEngines() {
    // If the server doesn't answer, the page's own solver can still be chosen.
    const names = await engineNames().catch(() => []);
    this.#engines.value = { names, chosen: this.app.wantedEngine };
  }

  /** Start with the data passed to the screen. */
  async #begin() {
    const { handed, query } = this.place;
    const text = handed?.text ?? query.get("position");
    try {
      if (handed?.shape) this.#replace({ shape: handed.shape, mines: handed.mines, codes: Int16Array.from(handed.codes) }, false);
      else if (text) await this.#takeText(text, false);
      else {
        // Otherwise start with an example, without its flags, which would only repeat the results.
        const codes = pictureCodes(PICTURES.beginner).map((code) => (code === CODES.flagged ? CODES.covered : code));
        if (!this.#drawing.canUndo && !this.stop.signal.aborted) this.#replace({ shape: Shape.parse("9x9"), mines: 10, codes }, false);
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
  async #takeText(text: string, isEdit = true): Promise<boolean> {
    const { app } = this;
    let view;
    try {
      view = parsePosition(text);
    } catch (error) {
      if (!(error instanceof HypersweepError) || error.detail.needs !== "mines") throw error;
      const answer = await app.prompt(this.text("how_many"));
      if (answer === null) return false;
      view = parsePosition(text, { mines: wholeNumber(app, answer) });
    }
    if (this.stop.signal.aborted) return false;
    this.#replace({ ...view, codes: Int16Array.from(view.codes) }, isEdit);
    return true;
  }

  /** Pasted text is tried as a position first. */
  async takePaste(text: string): Promise<boolean> {
    try {
      await this.#takeText(text);
      // The player was asked for missing parts and declined: don't ask again.
      return true;
    } catch (error) {
      if (!(error instanceof HypersweepError)) throw error;
      return false;
    }
  }

  /** Ask for a position as text until it can be read, for devices on which pasting is difficult. */
  #askForPosition() {
    const { app } = this;
    const wrong = signal("");
    let text = "";
    const take = async (event: Event) => {
      event.preventDefault();
      try {
        if (await this.#takeText(text)) dialog.close();
      } catch (error) {
        if (error instanceof HypersweepError) wrong.value = refusedText(app.messages, error);
        else await app.fail(error);
      }
    };
    const content = [
      <p>{this.text("paste_hint")}</p>,
      <textarea rows={10} spellcheck={false} id="analysis-text" aria-label={this.text("paste_title")} aria-describedby="analysis-text-wrong" autofocus
        onInput={(event) => (text = event.currentTarget.value)} />,
      <p class="wrong" role="alert" id="analysis-text-wrong">{wrong}</p>,
    ];
    const answers = [<button class="primary" onClick={take}>{this.text("paste_take")}</button>, <AnswerButton text={app.text("page.cancel")} />];
    const { dialog } = showDialog(this.text("paste_title"), content, answers, "pasting");
  }

  #replace(drawn: Drawn, isEdit: boolean) {
    if (drawn.shape.maxNeighbours > MOST_CLUE) throw new HypersweepError("ParameterError", this.text("many_around"));
    if (isEdit) this.#drawing.replace(drawn);
    else this.#drawing = new Drawing(drawn);
    this.#show();
    this.#fit();
    this.#changed();
  }

  #show() {
    const { drawn } = this.#drawing;
    const { shape, mines } = drawn;
    const { board } = this.#view;
    board.setChances(null);
    this.#view.show(drawn);
    if (this.#navigator?.shape.format() !== shape.format()) {
      this.#navigator = new Navigator(shape);
      board.setCursor(shape.index(this.#navigator.cell));
    }
    this.#fields.shape.value = shape.format();
    this.#fields.mines.value = String(mines);
    this.#wrong.value = null;
  }

  /**
   * Handle a change of the position.
   * @param cells - the changed cells; all if omitted
   */
  #changed(cells?: number[]) {
    const { board } = this.#view;
    const { drawn } = this.#drawing;
    this.#drawn.value = { drawn };
    this.#shown.value = { ...this.#shown.value, isOutdated: true };
    this.#cell.value = board.focusCell;
    board.setChances(null);
    board.setMarks(new Map());
    this.#view.redraw(cells && Uint32Array.from(cells));
    this.#thinking.begin(drawn);
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      const address = positionAddress(drawn);
      // The player may just have followed a link to another screen.
      if (address && location.hash.startsWith("#/analysis")) history.replaceState(history.state, "", address);
    }, SETTLED);
  }

  /** @param findings - null when work begins */
  #tell(findings: Findings | null) {
    if (this.stop.signal.aborted) return;
    const before = this.#shown.value;
    const engine = this.app.wantedEngine;
    // Keep the old results until there are new ones, unless they came from another solver.
    const kept = engine === before.engine ? before.findings : null;
    this.#shown.value = { findings: findings ?? kept, engine, isThinking: !findings, isOutdated: !findings };
    if (!findings) return;
    // The chosen engine may have appeared or disappeared.
    if ((before.findings?.instead ?? "") !== findings.instead) void this.#showEngines();
    const { board } = this.#view;
    board.setChances(this.#shownChances());
    board.setMarks(findings.conflict?.marks ?? findings.best?.marks ?? new Map());
    this.#view.grid.update();
  }

  #shownChances() {
    const { analysis } = this.#found.value ?? {};
    return analysis && this.#showsChances.value ? shownChances(analysis) : null;
  }

  // Drawing.

  #put(index: number, code: number) {
    const most = this.#drawing.mostClue(index);
    if (code > most) return this.app.say(this.text("too_many", { most, clue: code }));
    const changed = this.#drawing.set([index], code);
    if (changed.length) this.#changed(changed);
  }

  /** Apply the tool to a clicked cell. */
  #use(index: number) {
    this.#view.board.setCursor(index, { reveal: false });
    const tool = this.#tool.value;
    if (tool === "next") this.#step(index, 1);
    else this.#put(index, this.#drawing.drawn.codes[index] === tool ? CODES.covered : tool);
  }

  #step(index: number, step: number) {
    this.#put(index, this.#drawing.next(index, step));
  }

  #flag(index: number) {
    this.#view.board.setCursor(index, { reveal: false });
    this.#put(index, this.#drawing.drawn.codes[index] === CODES.flagged ? CODES.covered : CODES.flagged);
  }

  /** Enter a digit as a clue; another one soon after makes a two-digit clue. */
  #digit(digit: number) {
    const index = this.#cursor;
    const now = performance.now();
    const before = this.#typed;
    const both = before && before.index === index && now - before.time < TOGETHER ? before.clue * 10 + digit : digit;
    const clue = both > this.#drawing.mostClue(index) ? digit : both;
    this.#typed = { index, clue, time: now };
    this.#put(index, clue);
  }

  /** Handle keys that a game doesn't have. */
  #press(event: KeyboardEvent) {
    if (event.altKey) return;
    const index = this.#cursor;
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
    const changed = this.#drawing[name]();
    if (changed === undefined) return this.app.say(this.text(`no_${name}`));
    if (changed === null) this.#show();
    this.#changed(changed ?? undefined);
  }

  /** Run `act`, and report an error in the sides or the number of mines. */
  #try(act: () => void) {
    try {
      act();
    } catch (error) {
      if (!(error instanceof HypersweepError)) throw error;
      this.#wrong.value = { text: refusedText(this.app.messages, error), field: error.kind === "MineCountError" ? "mines" : "shape" };
    }
  }

  #minesOf(text: string, { cells }: Shape) {
    const mines = wholeNumber(this.app, text);
    if (mines > cells) throw new HypersweepError("MineCountError", this.text("most_mines", { most: cells }));
    return mines;
  }

  /** Start with another board, all covered. */
  #size(text: string, mines: string) {
    this.#try(() => {
      const { drawn } = this.#drawing;
      const { shape, mines: usual } = findBoard(text.trim());
      if (shape.cells > MOST_CELLS) throw new HypersweepError("ShapeError", this.text("many_cells", { most: MOST_CELLS }));
      const isOwn = shape.format() === drawn.shape.format() || mines.trim() !== String(drawn.mines);
      this.#replace(blank(shape, this.#minesOf(isOwn ? mines : String(usual ?? standardMines(shape)), shape)), true);
    });
  }

  #mines(text: string) {
    this.#try(() => {
      const { drawn } = this.#drawing;
      const mines = this.#minesOf(text, drawn.shape);
      if (mines === drawn.mines) return;
      this.#drawing.replace({ ...drawn, mines, codes: drawn.codes.slice() });
      this.#show();
      this.#changed();
    });
  }

  #turnChances() {
    this.#showsChances.value = !this.#showsChances.value;
    this.#view.board.setChances(this.#shownChances());
  }

  #turnTrust() {
    this.#thinking.trustFlags = !this.#thinking.trustFlags;
    this.#changed();
  }

  // Sharing the position.

  #copyLink() {
    const address = positionAddress(this.#drawing.drawn);
    if (!address) return this.app.warn(this.text("link_long"));
    return copyText(this.app, `${location.href.split("#")[0]}${address}`, { what: this.text("link") });
  }

  #copy(what: "text" | "json", format: (view: PositionView) => string) {
    return copyText(this.app, format(viewOf(this.#drawing.drawn)), { what: this.text(what) });
  }

  async #savePicture() {
    const { shape, codes } = this.#drawing.drawn;
    const canvas = drawnPicture(shape, codes, themeOf(this.app.settings), this.#shownChances());
    const blob = canvas && (await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve)));
    if (!blob) return this.app.warn(this.text("picture_large"));
    download(blob, `hypersweep-${shape.sides.join("x")}.png`);
  }

  // Cursor movement.

  #move(act: (navigator: Navigator) => unknown) {
    const navigator = this.#navigator as Navigator;
    navigator.cell = navigator.shape.cell(this.#cursor);
    try {
      act(navigator);
    } catch (error) {
      if (!(error instanceof HypersweepError)) throw error;
      this.app.say(this.app.text("game.no_axis", error.detail));
    }
    this.#go(navigator.shape.index(navigator.cell));
  }

  #go(index: number) {
    const { board, grid, input } = this.#view;
    input.mouse.lookAway();
    board.setCursor(index);
    grid.focus();
  }

  #goBest() {
    const cell = this.#found.value?.best?.choice?.cell;
    if (cell !== undefined) this.#go(cell);
  }

  /** Move to the next cell that is certainly safe or certainly a mine. */
  #look(step: number) {
    const { analysis } = this.#found.value ?? {};
    const cells = analysis ? [...analysis.certain(0), ...analysis.certain(1)].sort((one, other) => step * (one - other)) : [];
    if (!cells.length) return this.app.say(this.text("nothing_certain"));
    this.#go(cells.find((index) => step * (index - this.#cursor) > 0) ?? cells[0]);
  }

  #label(index: number) {
    const { drawn } = this.#drawing;
    const label = cellLabel(this.app, drawn as any, index);
    const { analysis } = this.#found.value ?? {};
    if (!analysis || !isCovered(drawn.codes[index])) return label;
    return `${label}, ${this.text("label", chanceValues(analysis, index))}`;
  }
}

/** The values that messages insert for a chance of a mine: the chance in per cent, and whether it is certain. */
function chanceValues(analysis: NonNullable<Findings["analysis"]>, index: number) {
  const chance = analysis.chances[index];
  const certain = isSure(analysis) && chance === 0 ? "safe" : isSure(analysis) && chance === 1 ? "mine" : "none";
  return { chance: threeDigits(100 * chance), certain };
}

const viewOf = ({ shape, mines, codes }: Drawn): PositionView => ({ shape, mines, codes: Int32Array.from(codes) });

/** The address of a position, or null if it would be too long. */
function positionAddress(drawn: Drawn): string | null {
  if (drawn.shape.cells > LONGEST) return null;
  const address = `#/analysis?position=${encodeURIComponent(formatShort(viewOf(drawn)))}`;
  return address.length > LONGEST ? null : address;
}

function blank(shape: Shape, mines: number): Drawn {
  return { shape, mines, codes: new Int16Array(shape.cells).fill(CODES.covered) };
}

function wholeNumber(app: App, text: string) {
  if (!/^\s*[0-9]{1,10}\s*$/.test(text)) throw new HypersweepError("MineCountError", app.text("analysis.whole"));
  return Number(text);
}
