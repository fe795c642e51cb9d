// A form for a custom board, checked while typing; like the terminal's dialog.

import { BOARDS, WISHES } from "../data/boards.ts";
import { HypersweepError } from "../engine/errors.ts";
import { refusedText } from "../play/told.ts";
import { RULES_BY_NAME, formatRules, gradeName } from "../engine/rules.ts";
import { made } from "../frame/elements.ts";
import { presetText } from "../play/board_title.ts";
import { boardName, clueFigures } from "../play/boards.ts";
import { readChoices, type BoardChoice, type Field, type Fields } from "../play/choices.ts";
import { savedWishes, wishText } from "../play/wishes.ts";
import { Shape } from "../engine/shape.ts";
import type { App } from "../app.ts";

const TYPED: readonly Field[] = ["board", "mines", "wrap", "seed"];
const FIELDS: readonly Field[] = ["board", "mines", "wrap", "adjacency", "rules", "first", "guess", "seed"];

/** The minimum and maximum number of neighbours of a cell. */
function touched({ sides, adjacency, wrap }: Shape) {
  const isMoore = adjacency === "moore";
  const reach = (side: number, axis: number, isCorner: boolean) =>
    side < 3 ? side : isCorner && !wrap.includes(axis) ? 2 : 3;
  const of = (isCorner: boolean) =>
    sides.reduce((all, side, axis) => (isMoore ? all * reach(side, axis, isCorner) : all + reach(side, axis, isCorner) - 1), isMoore ? 1 : 0);
  return { least: of(true) - Number(isMoore), most: of(false) - Number(isMoore) };
}

/** The facts about a choice, one per line. */
function choiceFacts(app: App, { shape, mines, rules, layout, remarks }: BoardChoice) {
  const text = (name: string, values: any = {}) => app.text(`start.${name}`, values);
  const figures = clueFigures(shape, mines);
  let like = "";
  if (!boardName(shape, mines)) {
    // A board is about as hard as the preset with the most similar share of zeros.
    const apart = BOARDS.map(({ name, board, mines: own }) => ({ name, gap: Math.abs(clueFigures(Shape.parse(board), own).zeros - figures.zeros) }));
    const nearest = apart.reduce((least, each) => (each.gap < least.gap ? each : least));
    if (nearest.gap < 0.03) like = nearest.name;
  }
  const { least, most } = touched(shape);
  const lines = [
    text("fact_size", { cells: shape.cells, mines, ratio: mines && Number((shape.cells / mines).toPrecision(3)) }),
    text("fact_touches", { least, most, isAlike: least === most }),
    text("fact_clues", { mean: figures.mean, percent: Math.round(100 * figures.zeros), like: presetText(app, like) }),
  ];
  if (layout) return [...lines, text("fact_layout")];
  const said = remarks.map(({ name, values }) => text(name, values)).join("; ");
  lines.push(said || text(`fact_first_${rules.firstOpen}`));
  if (rules.guess === "never") lines.push(text(rules.grade ? `fact_never_${gradeName(rules)}` : "fact_never"));
  if (rules.guess === "punished") lines.push(text("fact_punished"));
  return lines;
}

/** The address that starts a game with a choice. */
function choiceAddress({ shape, mines, rules, layout, seed }: BoardChoice) {
  const parts = layout ? { layout } : { board: shape.format(), mines: String(mines) };
  const query = { ...parts, rules: formatRules(rules), ...(seed === null ? {} : { seed: String(seed) }) };
  return `game?${Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`;
}

export class OwnBoard {
  wishes;
  dialog;
  play;
  #fields: Map<Field, {control: HTMLInputElement | HTMLSelectElement, wrong: HTMLElement}> = new Map();
  #facts = made("div", { className: "facts", role: "status" });
  #choice: BoardChoice | null = null;

  constructor(public app: App) {
    this.wishes = savedWishes(app.settings);
    const before = document.activeElement;
    this.dialog = made("dialog", { className: "own-board", "aria-labelledby": "own-title" });
    this.play = made("button", { className: "primary", type: "submit" }, app.text("start.form_play"));
    const back = made("button", { type: "button" }, app.text("start.form_back"));
    back.addEventListener("click", () => this.dialog.close());
    const form = made("form", { noValidate: true }, made("h2", { id: "own-title" }, app.text("start.form_title")),
      made("div", { className: "fields" }, ...FIELDS.map((field) => this.#field(field))), this.#facts,
      made("div", { className: "buttons" }, this.play, back));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#go();
    });
    form.addEventListener("input", () => this.#check());
    this.dialog.addEventListener("keydown", (event) => {
      if (event.key !== "s" || !event.ctrlKey) return;
      event.preventDefault();
      this.#go();
    });
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
    this.dialog.addEventListener("close", () => {
      this.dialog.remove();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    });
    this.dialog.append(form);
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.#fields.get("board")?.control.focus();
    this.#check();
  }

  #field(field: Field) {
    const { text } = this.app;
    const id = `own-${field}`;
    const wrong = made("p", { className: "wrong", id: `${id}-wrong` });
    const control = TYPED.includes(field) ? made("input", { id, autocomplete: "off", spellcheck: false, autocapitalize: "off" }) : made("select", { id });
    control.setAttribute("aria-describedby", wrong.id);
    if (control instanceof HTMLInputElement) {
      if (field === "mines" || field === "seed") control.inputMode = "numeric";
      if (field !== "mines") control.placeholder = text(`start.form_${field}_hint`);
    } else for (const [value, words] of this.#options(field)) control.append(made("option", { value }, words));
    this.#fields.set(field, { control, wrong });
    return made("div", { className: `field ${field}` }, made("label", { htmlFor: id }, text(`start.form_${field}`)), control, wrong);
  }

  #options(field: Field): [string, string][] {
    const text = (name: string) => this.app.text(`start.${name}`);
    const usual = (name: "first_open" | "guess") => {
      const value = text(`${name}_${wishText(this.wishes[name])}`);
      return ["", this.app.text("start.form_set", { value, isSet: this.wishes[name] !== "" })] as [string, string];
    };
    if (field === "rules") return Object.keys(RULES_BY_NAME).map((name) => [name, name]);
    if (field === "adjacency") return ["", "moore", "orthogonal"].map((name) => [name, text(`form_adjacency_${name || "usual"}`)]);
    if (field === "first") return [usual("first_open"), ...["opening", "safe", "any"].map((name) => [name, text(`form_first_${name}`)] as [string, string])];
    return [usual("guess"), ...WISHES.guess.map((wish) => [wish || "allowed", text(`guess_${wishText(wish)}`)] as [string, string])];
  }

  /** The fields as typed. */
  #typed(): Fields {
    const fields = Object.fromEntries([...this.#fields].map(([name, { control }]) => [name, control.value]));
    if (fields.wrap.trim().toLowerCase() === "none") fields.wrap = "";
    const [guess, ...others] = fields.guess.split(",");
    return { ...fields, guess, ...Object.fromEntries(others.map((other) => other.split("="))) };
  }

  /** Show the board described by the fields, or an error next to its field. */
  #check() {
    for (const { control, wrong } of this.#fields.values()) {
      control.removeAttribute("aria-invalid");
      wrong.textContent = "";
    }
    try {
      const choice = (this.#choice = readChoices(this.#typed(), this.wishes));
      this.#facts.replaceChildren(...choiceFacts(this.app, choice).map((line) => made("p", {}, line)));
      const mines = this.#fields.get("mines")?.control;
      const name = choice.areMinesChosen ? "form_mines_suit" : "form_mines_board";
      if (mines instanceof HTMLInputElement && !mines.value) mines.placeholder = this.app.text(`start.${name}`, { mines: choice.mines });
    } catch (error) {
      if (!(error instanceof HypersweepError)) throw error;
      this.#choice = null;
      this.#facts.replaceChildren();
      const field = error.detail.field === "grade" ? "guess" : (error.detail.field as Field);
      const { control, wrong } = this.#fields.get(field) ?? (this.#fields.get("board") as any);
      control.setAttribute("aria-invalid", "true");
      wrong.textContent = refusedText(this.app.messages, error);
    }
    this.play.disabled = this.#choice === null;
  }

  #go() {
    if (!this.#choice) return void this.dialog.querySelector("[aria-invalid]")?.scrollIntoView({ block: "nearest" });
    const address = choiceAddress(this.#choice);
    this.dialog.close();
    this.app.go(address);
  }
}
