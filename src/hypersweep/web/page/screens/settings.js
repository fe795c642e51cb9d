// @ts-check
// The settings screen: preferences, saved data, and information about the page. Changes take effect immediately.

import { LICENCE, VERSION } from "../data/about.js";
import { WISHES } from "../data/boards.js";
import { node } from "../frame/elements.js";
import { LANGUAGES } from "../messages.js";
import { BOUNDS } from "../settings.js";
import { engineNames } from "../together/engines.js";
import { KeptGames } from "./kept.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Place} Place */
/** @typedef {keyof typeof import("../settings.js").USUAL} Name */
/**
 * A setting: one of several values, a number in a range, or a switch.
 * @typedef {{name: Name, choices?: readonly string[], range?: [number, number, number]}} Setting
 */

/**
 * The settings by section ("settings.part_..."); texts are "settings.NAME", "settings.NAME_what",
 * "settings.NAME_is_VALUE".
 */
const PARTS = /** @type {Record<string, Setting[]>} */ ({
  page: [
    { name: "language", choices: ["", ...Object.keys(LANGUAGES)] },
    { name: "theme", choices: ["system", "light", "dark", "classic", "dark_classic", "contrast"] },
    { name: "text_size", range: [...BOUNDS.text_size, 0.05] },
    { name: "zoom", range: [...BOUNDS.zoom, 0.1] },
    { name: "reduced_motion", choices: ["system", "always", "never"] },
  ],
  game: [
    { name: "first_open", choices: WISHES.first_open },
    { name: "guess", choices: WISHES.guess },
    { name: "confirm_final" },
  ],
  board: [{ name: "tint" }, { name: "dim_finished" }, { name: "delta" }, { name: "panels" }, { name: "tenths" }],
  input: [
    { name: "left_chord" },
    { name: "long_press", range: [...BOUNDS.long_press, 50] },
    { name: "swap_touch" },
    { name: "command_line" },
  ],
});

export default class SettingsScreen {
  keys = "settings";
  /** @type {Record<string, (...values: any[]) => unknown>} */
  commands = {};
  #stop = new AbortController();
  /** The server's engines. @type {string[]} */
  #engines = [];
  /** Functions that update the display of each setting. @type {Map<string, () => void>} */
  #shown = new Map();

  /** @param {App} app @param {Place} place - with part "kept" the saved games come first; a text of games, if passed, is imported */
  constructor(app, { query, handed }) {
    this.app = app;
    this.part = query.get("part");
    this.games = typeof handed?.games === "string" ? handed.games : null;
    this.title = app.text("settings.title");
    app.settings.addEventListener("change", (event) => this.#show(event), { signal: this.#stop.signal });
  }

  /** @param {HTMLElement} element */
  show(element) {
    element.classList.add("text");
    this.#shown.clear();
    element.append(node("h1", "", this.title));
    for (const [part, settings] of Object.entries(PARTS)) {
      const section = node("section");
      section.append(node("h2", "", this.#text(`part_${part}`)), ...settings.map((setting) => this.#row(setting)));
      element.append(section);
      if (part === "game") void this.#addEngines(section);
    }
    const again = () => {
      element.replaceChildren();
      this.show(element);
      /** @type {HTMLElement} */ (element.querySelector(".danger")).focus();
    };
    const kept = new KeptGames(this.app, this.#stop.signal, again);
    element.append(kept.element, this.#about());
    const { part, games } = this;
    [this.part, this.games] = [null, null];
    if (part === "kept") {
      kept.element.scrollIntoView();
      kept.element.querySelector("h2")?.focus({ preventScroll: true });
    }
    void (games === null ? kept.fill() : kept.take(games));
  }

  /** Another tab may have changed a setting. @param {Event} event */
  #show(event) {
    this.#shown.get(/** @type {CustomEvent} */ (event).detail)?.();
  }

  leave() {
    this.#stop.abort();
  }

  /** The engine for hints and analyses, if the server has any. @param {HTMLElement} section */
  async #addEngines(section) {
    if (!document.querySelector('meta[name="hypersweep-server"]')) return;
    // If the server doesn't answer, the page's own solver can still be chosen.
    this.#engines = await engineNames().catch(() => []);
    const choices = [...new Set(["", ...this.#engines, this.app.wantedEngine])];
    if (choices.length > 1 && section.isConnected) section.append(this.#row({ name: "engine", choices }));
  }

  /** @param {string} name @param {any} [values] */
  #text(name, values) {
    return this.app.text(`settings.${name}`, values);
  }

  /** @param {Setting} setting */
  #row(setting) {
    const { name, choices, range } = setting;
    const row = node("div", `setting${choices || range ? "" : " check"}`);
    const label = node("label", "", this.#text(name));
    const id = `setting-${name}`;
    label.htmlFor = id;
    const what = node("p", "what", this.#text(`${name}_what`));
    what.id = `${id}-what`;
    const control = choices ? this.#choice(name, choices) : range ? this.#range(name, range) : this.#check(name);
    const field = control.matches("input, select") ? control : /** @type {HTMLElement} */ (control.querySelector("input"));
    field.id = id;
    field.setAttribute("aria-describedby", what.id);
    row.append(label, control, what);
    return row;
  }

  /** @param {Name} name @param {any} value */
  #set(name, value) {
    this.app.prefer(name, value);
    // The zoom setting applies to every board, so drop the zooms saved per board.
    if (name === "zoom") this.app.prefer("zooms", "");
  }

  /** @param {string} engine - may no longer exist */
  #engineText(engine) {
    return !engine || this.#engines.includes(engine) ? engine : this.#text("engine_gone", { engine });
  }

  /** @param {Name} name @param {readonly string[]} choices */
  #choice(name, choices) {
    const field = node("select");
    for (const choice of choices) {
      const own = name === "language" ? LANGUAGES[choice] : name === "engine" ? this.#engineText(choice) : "";
      const text = own || this.#text(`${name}_is_${choice}`);
      const option = new Option(text, choice);
      if (name === "language" && choice) option.lang = choice;
      field.append(option);
    }
    const found = this.app.settings.get(name);
    field.value = choices.includes(found) ? found : choices[0];
    this.#shown.set(name, () => (field.value = this.app.settings.get(name)));
    field.addEventListener("change", () => this.#set(name, field.value), { signal: this.#stop.signal });
    return field;
  }

  /** @param {Name} name @param {[number, number, number]} range */
  #range(name, [least, most, step]) {
    const field = node("input");
    field.type = "range";
    [field.min, field.max, field.step] = [String(least), String(most), String(step)];
    const shown = node("output");
    const tell = () => {
      shown.textContent = this.#text(`${name}_is`, { value: field.valueAsNumber });
      field.setAttribute("aria-valuetext", shown.textContent);
    };
    const show = () => {
      field.value = String(this.app.settings.get(name));
      tell();
    };
    show();
    this.#shown.set(name, show);
    field.addEventListener("input", tell, { signal: this.#stop.signal });
    // Settings that change the layout apply when the slider is released, so that it doesn't move under the finger.
    field.addEventListener("change", () => this.#set(name, field.valueAsNumber), { signal: this.#stop.signal });
    const box = node("div", "range");
    box.append(field, shown);
    return box;
  }

  /** @param {Name} name */
  #check(name) {
    const field = node("input");
    field.type = "checkbox";
    const show = () => (field.checked = this.app.settings.get(name) === true);
    show();
    this.#shown.set(name, show);
    field.addEventListener("change", () => this.#set(name, field.checked), { signal: this.#stop.signal });
    return field;
  }

  #about() {
    const section = node("section");
    const offline = navigator.serviceWorker?.controller ? "offline_works" : "offline_not";
    section.append(
      node("h2", "", this.#text("part_about")),
      node("p", "", this.#text("version", { version: VERSION, licence: LICENCE })),
      node("p", "", this.#text(offline)),
    );
    return section;
  }
}
