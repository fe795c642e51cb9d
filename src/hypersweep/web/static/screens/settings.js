// @ts-check
// What the player prefers, what is kept of them, and what this page is. A change counts at once.

import { LICENCE, VERSION } from "../data/about.js";
import { WISHES } from "../data/boards.js";
import { download, node } from "../frame/elements.js";
import { LANGUAGES } from "../messages.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../app.js").Place} Place */
/** @typedef {keyof typeof import("../settings.js").USUAL} Name */
/**
 * A setting: one of some values, a number within bounds, or on and off.
 * @typedef {{name: Name, choices?: readonly string[], range?: [number, number, number]}} Setting
 */

/** The settings under their headings, "settings.part_..."; texts are "settings.NAME", "settings.NAME_what", "settings.NAME_is_VALUE". */
const PARTS = /** @type {Record<string, Setting[]>} */ ({
  page: [
    { name: "language", choices: ["", ...Object.keys(LANGUAGES)] },
    { name: "theme", choices: ["system", "light", "dark", "classic", "contrast"] },
    { name: "text_size", range: [0.75, 2, 0.05] },
    { name: "zoom", range: [0.5, 4, 0.1] },
    { name: "reduced_motion", choices: ["system", "always", "never"] },
  ],
  game: [
    { name: "first_open", choices: WISHES.first_open },
    { name: "guess", choices: WISHES.guess },
    { name: "confirm_final" },
  ],
  board: [{ name: "tint" }, { name: "dim_finished" }, { name: "delta" }, { name: "panels" }],
  input: [{ name: "long_press", range: [150, 1000, 50] }, { name: "swap_touch" }, { name: "command_line" }],
});

export default class SettingsScreen {
  keys = "settings";
  /** @type {Record<string, (...values: any[]) => unknown>} */
  commands = {};
  #stop = new AbortController();

  /** @param {App} app @param {Place} _place */
  constructor(app, _place) {
    this.app = app;
    this.title = app.text("settings.title");
  }

  /** @param {HTMLElement} element */
  show(element) {
    element.classList.add("text");
    element.append(node("h1", "", this.title));
    for (const [part, settings] of Object.entries(PARTS)) {
      const section = node("section");
      section.append(node("h2", "", this.#text(`part_${part}`)), ...settings.map((setting) => this.#row(setting)));
      element.append(section);
    }
    element.append(this.#kept(element), this.#about());
  }

  leave() {
    this.#stop.abort();
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
  }

  /** @param {Name} name @param {readonly string[]} choices */
  #choice(name, choices) {
    const field = node("select");
    for (const choice of choices) {
      const text = name === "language" && choice ? LANGUAGES[choice] : this.#text(`${name}_is_${choice}`);
      const option = new Option(text, choice);
      if (name === "language" && choice) option.lang = choice;
      field.append(option);
    }
    const found = this.app.settings.get(name);
    field.value = choices.includes(found) ? found : choices[0];
    field.addEventListener("change", () => this.#set(name, field.value), { signal: this.#stop.signal });
    return field;
  }

  /** @param {Name} name @param {[number, number, number]} range */
  #range(name, [least, most, step]) {
    const field = node("input");
    field.type = "range";
    [field.min, field.max, field.step] = [String(least), String(most), String(step)];
    field.value = String(this.app.settings.get(name));
    const shown = node("output");
    const tell = () => {
      shown.textContent = this.#text(`${name}_is`, { value: field.valueAsNumber });
      field.setAttribute("aria-valuetext", shown.textContent);
    };
    tell();
    field.addEventListener("input", tell, { signal: this.#stop.signal });
    // What changes the page itself does so when the slider is let go, so that it doesn't move below the finger.
    field.addEventListener("change", () => this.#set(name, field.valueAsNumber), { signal: this.#stop.signal });
    const box = node("div", "range");
    box.append(field, shown);
    return box;
  }

  /** @param {Name} name */
  #check(name) {
    const field = node("input");
    field.type = "checkbox";
    field.checked = this.app.settings.get(name) === true;
    field.addEventListener("change", () => this.#set(name, field.checked), { signal: this.#stop.signal });
    return field;
  }

  /** What is kept: to take along, to bring, to delete. @param {HTMLElement} element - of the screen */
  #kept(element) {
    const { app } = this;
    const section = node("section");
    const buttons = node("p", "buttons");
    const button = (/** @type {string} */ name, /** @type {() => unknown} */ act, style = "") => {
      const made = node("button", style, this.#text(name));
      made.type = "button";
      made.addEventListener("click", act);
      buttons.append(made);
    };
    const file = node("input");
    file.type = "file";
    file.accept = ".txt,text/plain";
    file.hidden = true;
    file.setAttribute("aria-label", this.#text("bring"));
    file.addEventListener("change", () => this.#bring(file));
    button("take", () => this.#take());
    button("bring", () => file.click());
    button("delete", () => this.#delete(element), "danger");
    const where = this.#text(app.storage.isLasting ? "kept_here" : "kept_nowhere");
    section.append(node("h2", "", this.#text("part_kept")), node("p", "", where), buttons, file);
    return section;
  }

  async #take() {
    const { exportAll } = await import("../play/games.js");
    const text = await exportAll(this.app);
    if (text.size === 0) return this.app.say(this.#text("none_to_take"));
    download(text, `hypersweep-${new Date().toISOString().slice(0, 10)}.txt`);
    this.app.say(this.#text("taken"));
  }

  /** @param {HTMLInputElement} field */
  async #bring(field) {
    const { app } = this;
    const [file] = field.files ?? [];
    if (!file) return;
    const text = await file.text();
    field.value = "";
    const { importAll } = await import("../play/games.js");
    const { signal } = this.#stop;
    const onProgress = (/** @type {number} */ done, /** @type {number} */ all) => {
      app.note.stand(this.#text("bringing", { done, all }), false);
    };
    try {
      const { kept, known, refused } = await importAll(/** @type {any} */ (app), text, { signal, onProgress });
      const [first] = refused;
      app.note.stand("");
      app.say(this.#text("brought", { kept, known, refused: refused.length }));
      if (first) app.warn(this.#text("not_brought", first));
    } catch (error) {
      app.note.stand("");
      throw error;
    }
  }

  /** @param {HTMLElement} element */
  async #delete(element) {
    const { app } = this;
    const [{ Caution }, { forgetAll }] = await Promise.all([import("../play/caution.js"), import("../play/forget.js")]);
    if (!(await new Caution(app).mayRemove(this.#text("everything")))) return;
    const busy = await forgetAll(app);
    // Another language may be the usual one, and then all of this is here anew.
    if (!this.#stop.signal.aborted) {
      element.replaceChildren();
      this.show(element);
      /** @type {HTMLElement} */ (element.querySelector(".danger")).focus();
    }
    app.say(this.#text("deleted", { busy }));
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
