// The panel next to the board: drawing tools, the board's settings, the results, and export.

import { chanceNumber } from "../../board/looks.ts";
import { chanceColours } from "../../board/themes.ts";
import { made } from "../../frame/elements.ts";
import { cellText } from "../../play/phrases.ts";
import { threeDigits } from "../../play/phrases.ts";
import { isSure } from "../../play/sureness.ts";
import { ClueChances } from "./clues.ts";
import type { App } from "../../app.ts";
import type { Drawn } from "../../play/drawing.ts";
import type { Findings } from "./thinking.ts";

/** What a click does: sets that code, or with "next" the code after the cell's own. */
export type Tool = number | "next";

/** Larger clues must be typed. */
const MOST_TOOLS = 26;
const MOST_CANDIDATES = 8;
const SIGNS: Record<string, string> = { next: "↻", "-1": "■", "-2": "⚑", "-3": "✱", 0: "·" };

interface Acts {
  choose: (tool: Tool) => void;
  size: (shape: string, mines: string) => void;
  mines: (mines: string) => void;
  act: (name: "undo" | "redo" | "clear" | "paste" | "link" | "text" | "json" | "picture" | "more" | "again") => void;
  set: (name: "chances" | "trust", isOn: boolean) => void;
  go: (index: number) => void;
  ask: (name: string) => void;
}

export class Panel {
  element = made("aside", { className: "analysis-panel" });
  #tools = made("div", { className: "tools", role: "radiogroup" });
  #shape = made("input", { id: "analysis-shape", autocomplete: "off", spellcheck: false, autocapitalize: "off" });
  #mines = made("input", { id: "analysis-mines", inputMode: "numeric", autocomplete: "off" });
  #wrong = made("p", { className: "wrong", id: "analysis-wrong", role: "alert" });
  #summary = made("p", { className: "summary", role: "status" });
  #best = made("div", { className: "best" });
  #candidates = made("div", { className: "candidates" });
  #cell = made("p", { className: "cell" });
  #engine = made("select", { id: "analysis-engine" });
  #asked = made("p", { className: "engine", hidden: true });
  /** The solver whose results are shown; "" for the page's own. */
  #of = "";
  clues;
  #buttons: Map<string, HTMLButtonElement> = new Map();

  constructor(public app: App, public acts: Acts, public signal: AbortSignal) {
    this.clues = new ClueChances(app);
    const text = (name: string) => app.text(`analysis.${name}`);
    this.element.setAttribute("aria-label", text("panel"));
    this.#tools.setAttribute("aria-label", text("tools"));
    for (const input of [this.#shape, this.#mines]) input.setAttribute("aria-describedby", this.#wrong.id);
    const form = made("form", { className: "size", noValidate: true },
      made("label", { htmlFor: this.#shape.id }, text("shape")), this.#shape,
      made("label", { htmlFor: this.#mines.id }, text("mines")), this.#mines,
      made("button", { type: "submit" }, text("make")), this.#wrong);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      acts.size(this.#shape.value, this.#mines.value);
    }, { signal });
    this.#mines.addEventListener("change", () => acts.mines(this.#mines.value), { signal });
    const edits = made("div", { className: "row" }, ...["undo", "redo", "clear", "paste"].map((name) => this.#button(name)));
    const shares = made("div", { className: "row" }, ...["link", "text", "json", "picture"].map((name) => this.#button(name)));
    const findings = made("section", { className: "findings", ariaLabel: text("findings") }, this.#asked, this.#summary, this.#cell, this.clues.element, this.#best, this.#candidates, this.#button("more"), this.#button("again"));
    this.#show(false, false);
    const keys = made("details", { className: "help" }, made("summary", {}, text("keys")), ...text("keys_list").split("\n").map((line) => made("p", {}, line)));
    this.element.append(
      this.#tools, edits, findings,
      made("section", { className: "board-form" }, made("h2", {}, text("board")), form, this.#check("chances", true), this.#check("trust", false)),
      made("section", {}, made("h2", {}, text("share")), shares), keys,
    );
    this.#tools.addEventListener("keydown", (event) => this.#moveTool(event), { signal });
    this.#asked.append(made("label", { htmlFor: this.#engine.id }, text("engine")), " ", this.#engine);
    this.#engine.addEventListener("change", () => acts.ask(this.#engine.value), { signal });
  }

  /**
   * Let the player choose the engine, if there are several.
   * @param chosen - may no longer exist
   */
  showEngines(names: readonly string[], chosen: string) {
    const { text } = this.app;
    const isGone = chosen !== "" && !names.includes(chosen);
    const options = [new Option(text("analysis.engine_own"), ""), ...names.map((name) => new Option(name, name))];
    if (isGone) options.push(new Option(text("analysis.engine_gone", { engine: chosen }), chosen));
    this.#engine.replaceChildren(...options);
    this.#engine.value = chosen;
    this.#asked.hidden = options.length < 2;
    this.#trust.disabled = chosen !== "" && !isGone;
  }

  /** Show the buttons for getting more results. */
  #show(mayGoOn: boolean, mayAskAgain: boolean) {
    for (const [name, isShown] of [["more", mayGoOn], ["again", mayAskAgain]] as const) {
      (this.#buttons.get(name) as HTMLButtonElement).hidden = !isShown;
    }
  }

  /** The checkbox for trusting flags, which has no effect on engines. */
  get #trust() {
    return this.element.querySelector("#analysis-trust") as HTMLInputElement;
  }

  #button(name: string) {
    const button = made("button", { type: "button", className: `do-${name}` }, this.app.text(`analysis.${name}`));
    button.addEventListener("click", () => this.acts.act(name as any), { signal: this.signal });
    this.#buttons.set(name, button);
    return button;
  }

  #check(name: "chances" | "trust", isOn: boolean) {
    const box = made("input", { type: "checkbox", checked: isOn, id: `analysis-${name}` });
    box.addEventListener("change", () => this.acts.set(name, box.checked), { signal: this.signal });
    return made("label", { className: "check", htmlFor: box.id }, box, this.app.text(`analysis.${name}`));
  }

  /** Show a board's sides, its mines, and the clues to draw with. */
  showBoard({ shape, mines }: Drawn) {
    this.#shape.value = shape.format();
    this.#mines.value = String(mines);
    this.wrong("");
    const tools: Tool[] = ["next", -1, -2, -3, ...Array.from({ length: Math.min(shape.maxNeighbours, MOST_TOOLS) + 1 }, (_, clue) => clue)];
    this.#tools.replaceChildren(...tools.map((tool) => this.#tool(tool)));
  }

  #tool(tool: Tool) {
    const { text } = this.app;
    const name = typeof tool === "number" && tool >= 0 ? text("analysis.tool_clue", { clue: tool }) : text(`analysis.tool_${tool}`);
    const button = made("button", { type: "button", className: "tool", title: name, ariaLabel: name }, SIGNS[tool] ?? String(tool));
    button.setAttribute("role", "radio");
    button.dataset.tool = String(tool);
    button.addEventListener("click", () => this.acts.choose(tool), { signal: this.signal });
    return button;
  }

  showTool(tool: Tool) {
    for (const button of this.#tools.querySelectorAll("button") as NodeListOf<HTMLElement>) {
      const isChosen = button.dataset.tool === String(tool);
      button.setAttribute("aria-checked", String(isChosen));
      button.tabIndex = isChosen ? 0 : -1;
    }
  }

  /** Arrow keys select the neighbouring tool, as among radio buttons. */
  #moveTool(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const all = [...this.#tools.children] as HTMLElement[];
    const place = all.findIndex((each) => each === document.activeElement);
    if (!step || place < 0) return;
    event.preventDefault();
    event.stopPropagation();
    const next = all[(place + step + all.length) % all.length];
    next.click();
    next.focus();
  }

  showEdits({ canUndo, canRedo }: {canUndo: boolean, canRedo: boolean}) {
    for (const [name, can] of [["undo", canUndo], ["redo", canRedo]] as const) {
      const button = this.#buttons.get(name);
      if (button) button.disabled = !can;
    }
  }

  /** Report an error in the sides or the mines. */
  wrong(message: string, field?: "shape" | "mines") {
    this.#wrong.textContent = message;
    this.#shape.toggleAttribute("aria-invalid", message !== "" && field === "shape");
    this.#mines.toggleAttribute("aria-invalid", message !== "" && field === "mines");
  }

  /** @param found - null while they are computed */
  showFindings(drawn: Drawn, found: Findings | null) {
    const { app } = this;
    const asked = app.wantedEngine;
    this.element.classList.toggle("thinking", found === null);
    // Keep the old results until there are new ones, unless they came from another solver.
    if (!found && !asked && this.#of === "") return;
    this.#summary.classList.toggle("wrong", Boolean(found?.conflict));
    if (found || asked !== this.#of) {
      this.#of = asked;
      this.#best.replaceChildren();
      this.#candidates.replaceChildren();
      this.#show(Boolean(found?.mayGoOn), Boolean(found?.mayAskAgain));
    }
    if (!found) {
      this.#summary.textContent = asked && app.text("analysis.thinks", { engine: asked });
      return;
    }
    if (found.conflict) {
      this.#summary.textContent = found.conflict.text;
      return;
    }
    const { analysis, best, engine } = found;
    const lines = engine ? [app.text("analysis.says", { engine: engine.name })] : found.instead ? [found.instead] : [];
    if (analysis) {
      const [safe, mines] = [analysis.certain(0).length, analysis.certain(1).length];
      // Don't say that nothing is certain if the values are only estimates.
      if (isSure(analysis)) lines.push(app.text("analysis.certain", { safe, mines }));
      const { layouts } = found;
      if (layouts && "exactly" in layouts) lines.push(app.text("analysis.layouts", { layouts: layouts.exactly }));
      else if (layouts) lines.push(app.text("analysis.layouts_about", { ...layouts, leading: layouts.leading.toFixed(2) }));
      const { errors } = analysis;
      const error = errors && threeDigits(100 * errors.reduce((most, own) => Math.max(most, own), 0));
      if (error) lines.push(app.text("analysis.estimated", { error }));
      else if (!engine) lines.push(app.text("analysis.exact"));
      else if (engine.isExact === false) lines.push(app.text("analysis.about"));
    }
    if (found.trouble) lines.push(found.trouble);
    this.#summary.textContent = lines.join(" ");
    if (best) {
      this.#best.append(...best.lines.map((line, place) => made("p", { className: place ? "why" : "move" }, line)));
      this.#rank(drawn, found);
    }
  }

  /** The cells that were compared, best first. */
  #rank({ shape }: Drawn, { analysis, best }: Findings) {
    const choice = best?.choice;
    if (!analysis || !choice || choice.weighed.length < 2) return;
    const { app } = this;
    const ranked = [...choice.weighed].sort((one, other) => other.score - one.score).slice(0, MOST_CANDIDATES);
    const scores = new Intl.NumberFormat(app.messages.language, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
    const rows = ranked.map(({ cell, score }) => {
      const name = made("button", { type: "button", className: "to-cell" }, cellText(shape.cell(cell)));
      name.addEventListener("click", () => this.acts.go(cell), { signal: this.signal });
      const chance = analysis.chances[cell];
      const { ground, text } = chanceColours(chance);
      const sign = made("span", { className: "chance" }, `${chanceNumber(chance)} %`);
      sign.style.background = ground;
      sign.style.color = text;
      return made("tr", {}, made("td", {}, name), made("td", {}, sign), made("td", {}, scores.format(score)));
    });
    const head = made("tr", {}, ...["cell", "chance", "score"].map((name) => made("th", { scope: "col" }, app.text(`analysis.rank_${name}`))));
    this.#candidates.append(made("table", {}, made("caption", {}, app.text("analysis.ranked")), made("thead", {}, head), made("tbody", {}, ...rows)));
  }

  showCell(text: string) {
    this.#cell.textContent = text;
  }
}
