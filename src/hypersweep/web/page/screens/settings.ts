// The settings screen: preferences, saved data, and information about the page. Changes take effect immediately.

import { LICENCE, VERSION } from "../data/about.ts";
import { WISHES } from "../data/boards.ts";
import { node } from "../frame/elements.ts";
import { LANGUAGES } from "../messages.ts";
import { BOUNDS, type USUAL } from "../settings.ts";
import { engineNames } from "../together/engines.ts";
import { KeptGames } from "./kept.ts";
import type { App, Place } from "../app.ts";

type Name = keyof typeof USUAL;
/** A setting: one of several values, a number in a range, or a switch. */
type Setting = { name: Name; choices?: readonly string[]; range?: [number, number, number] };

/**
 * The settings by section ("settings.part_..."); texts are "settings.NAME", "settings.NAME_what",
 * "settings.NAME_is_VALUE".
 */
const PARTS = {
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
} as Record<string, Setting[]>;

export default class SettingsScreen {
  part;
  games;
  title;
  keys = "settings";
  commands: Record<string, (...values: any[]) => unknown> = {};
  #stop = new AbortController();
  /** The server's engines. */
  #engines: string[] = [];
  /** Functions that update the display of each setting. */
  #shown: Map<string, () => void> = new Map();

  /** @param place - with part "kept" the saved games come first; a text of games, if passed, is imported */
  constructor(public app: App, { query, handed }: Place) {
    this.part = query.get("part");
    this.games = typeof handed?.games === "string" ? handed.games : null;
    this.title = app.text("settings.title");
    app.settings.addEventListener("change", (event) => this.#show(event), { signal: this.#stop.signal });
  }

  show(element: HTMLElement) {
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
      (element.querySelector(".danger") as HTMLElement).focus();
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

  /** Another tab may have changed a setting. */
  #show(event: Event) {
    this.#shown.get((event as CustomEvent).detail)?.();
  }

  leave() {
    this.#stop.abort();
  }

  /** The engine for hints and analyses, if the server has any. */
  async #addEngines(section: HTMLElement) {
    if (!document.querySelector('meta[name="hypersweep-server"]')) return;
    // If the server doesn't answer, the page's own solver can still be chosen.
    this.#engines = await engineNames().catch(() => []);
    const choices = [...new Set(["", ...this.#engines, this.app.wantedEngine])];
    if (choices.length > 1 && section.isConnected) section.append(this.#row({ name: "engine", choices }));
  }

  #text(name: string, values?: any) {
    return this.app.text(`settings.${name}`, values);
  }

  #row(setting: Setting) {
    const { name, choices, range } = setting;
    const row = node("div", `setting${choices || range ? "" : " check"}`);
    const label = node("label", "", this.#text(name));
    const id = `setting-${name}`;
    label.htmlFor = id;
    const what = node("p", "what", this.#text(`${name}_what`));
    what.id = `${id}-what`;
    const control = choices ? this.#choice(name, choices) : range ? this.#range(name, range) : this.#check(name);
    const field = control.matches("input, select") ? control : (control.querySelector("input") as HTMLElement);
    field.id = id;
    field.setAttribute("aria-describedby", what.id);
    row.append(label, control, what);
    return row;
  }

  #set(name: Name, value: any) {
    this.app.prefer(name, value);
    // The zoom setting applies to every board, so drop the zooms saved per board.
    if (name === "zoom") this.app.prefer("zooms", "");
  }

  /** @param engine - may no longer exist */
  #engineText(engine: string) {
    return !engine || this.#engines.includes(engine) ? engine : this.#text("engine_gone", { engine });
  }

  #choice(name: Name, choices: readonly string[]) {
    const field = node("select");
    for (const choice of choices) {
      const own = name === "language" ? LANGUAGES[choice] : name === "engine" ? this.#engineText(choice) : "";
      const text = own || this.#text(`${name}_is_${choice.replace(/\W/g, "_")}`);
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

  #range(name: Name, [least, most, step]: [number, number, number]) {
    const field = node("input");
    field.type = "range";
    [field.min, field.max, field.step] = [String(least), String(most), String(step)];
    const shown = node("output");
    const tell = () => {
      const value = field.valueAsNumber;
      shown.textContent = this.#text(`${name}_is`, { value, percent: Math.round(100 * value) });
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

  #check(name: Name) {
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
