// @ts-check
// A form for a custom board, checked while typing; like the terminal's dialog.

import { BOARDS, WISHES } from "../data/boards.js";
import { HypersweepError } from "../engine/errors.js";
import { refusedText } from "../play/told.js";
import { RULES_BY_NAME, formatRules, gradeName } from "../engine/rules.js";
import { made } from "../frame/elements.js";
import { presetText } from "../play/board_title.js";
import { boardName, clueFigures } from "../play/boards.js";
import { readChoices } from "../play/choices.js";
import { savedWishes } from "../play/wishes.js";
import { Shape } from "../engine/shape.js";

/** @typedef {import("../play/choices.js").BoardChoice} BoardChoice */
/** @typedef {import("../play/choices.js").Field} Field */

/** @type {readonly Field[]} */
const TYPED = ["board", "mines", "wrap", "seed"];
/** @type {readonly Field[]} */
const FIELDS = ["board", "mines", "wrap", "adjacency", "rules", "first", "guess", "seed"];

/** The minimum and maximum number of neighbours of a cell. @param {Shape} shape */
function touched({ sides, adjacency, wrap }) {
  const isMoore = adjacency === "moore";
  const reach = (/** @type {number} */ side, /** @type {number} */ axis, /** @type {boolean} */ isCorner) =>
    side < 3 ? side : isCorner && !wrap.includes(axis) ? 2 : 3;
  const of = (/** @type {boolean} */ isCorner) =>
    sides.reduce((all, side, axis) => (isMoore ? all * reach(side, axis, isCorner) : all + reach(side, axis, isCorner) - 1), isMoore ? 1 : 0);
  return { least: of(true) - Number(isMoore), most: of(false) - Number(isMoore) };
}

/** The facts about a choice, one per line. @param {import("../app.js").App} app @param {BoardChoice} choice */
function choiceFacts(app, { shape, mines, rules, layout, remarks }) {
  const text = (/** @type {string} */ name, /** @type {any} */ values = {}) => app.text(`start.${name}`, values);
  const figures = clueFigures(shape, mines);
  let like = "";
  if (!boardName(shape, mines)) {
    // A board is about as hard as the preset with the most similar share of zeros.
    const apart = BOARDS.map(({ name, board, mines: own }) => ({ name, gap: Math.abs(clueFigures(Shape.parse(board), own).zeros - figures.zeros) }));
    const nearest = apart.reduce((least, each) => (each.gap < least.gap ? each : least));
    if (nearest.gap < 0.03) like = nearest.name;
  }
  const lines = [text("fact_size", { cells: shape.cells, mines }), text("fact_touches", touched(shape)), text("fact_clues", { ...figures, like: presetText(app, like) })];
  if (layout) return [...lines, text("fact_layout")];
  const said = remarks.map(({ name, values }) => text(name, values)).join("; ");
  lines.push(said || text(`fact_first_${rules.firstOpen}`));
  if (rules.guess === "never") lines.push(text(rules.grade ? `fact_never_${gradeName(rules)}` : "fact_never"));
  if (rules.guess === "punished") lines.push(text("fact_punished"));
  return lines;
}

/** The address that starts a game with a choice. @param {BoardChoice} choice */
function choiceAddress({ shape, mines, rules, layout, seed }) {
  const parts = layout ? { layout } : { board: shape.format(), mines: String(mines) };
  const query = { ...parts, rules: formatRules(rules), ...(seed === null ? {} : { seed: String(seed) }) };
  return `game?${Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&")}`;
}

export class OwnBoard {
  /** @type {Map<Field, {control: HTMLInputElement | HTMLSelectElement, wrong: HTMLElement}>} */
  #fields = new Map();
  #facts = made("div", { className: "facts", role: "status" });
  /** @type {BoardChoice | null} */
  #choice = null;

  /** @param {import("../app.js").App} app */
  constructor(app) {
    this.app = app;
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

  /** @param {Field} field */
  #field(field) {
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

  /** @param {Field} field @returns {[string, string][]} */
  #options(field) {
    const text = (/** @type {string} */ name) => this.app.text(`start.${name}`);
    const usual = (/** @type {"first_open" | "guess"} */ name) => {
      const value = text(`${name}_${this.wishes[name] || "usual"}`);
      return /** @type {[string, string]} */ (["", this.app.text("start.form_set", { value, isSet: this.wishes[name] !== "" })]);
    };
    if (field === "rules") return Object.keys(RULES_BY_NAME).map((name) => [name, name]);
    if (field === "adjacency") return ["", "moore", "orthogonal"].map((name) => [name, text(`form_adjacency_${name || "usual"}`)]);
    if (field === "first") return [usual("first_open"), ...["opening", "safe", "any"].map((name) => /** @type {[string, string]} */ ([name, text(`form_first_${name}`)]))];
    return [usual("guess"), ...WISHES.guess.map((wish) => /** @type {[string, string]} */ ([wish || "allowed", text(`guess_${wish || "usual"}`)]))];
  }

  /** The fields as typed. @returns {import("../play/choices.js").Fields} */
  #typed() {
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
      const field = error.detail.field === "grade" ? "guess" : /** @type {Field} */ (error.detail.field);
      const { control, wrong } = this.#fields.get(field) ?? /** @type {any} */ (this.#fields.get("board"));
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
