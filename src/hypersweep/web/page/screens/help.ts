// Help: the keys and gestures of a screen, from the table shared with the terminal; then the rules of the game. On
// touch screens the rules come first, and keys are folded away.

import { KEY_TABLE } from "../data/key_help.ts";
import { button, node } from "../frame/elements.ts";
import { isInPage, keyName, tableText } from "../input/keys.ts";
import type { App, Place } from "../app.ts";

type Shortcut = { heading: string; keys: readonly string[]; what: string; command: string; sign: string };
type Gesture = { device: string; gestures: readonly string[]; what: string };
type Table = Record<string, {shortcuts: readonly Shortcut[], gestures: readonly Gesture[], note: string}>;

/** The screens with their own help; their names are the texts "help.of_...". */
const SCREENS = ["game", "start", "replay", "review", "statistics", "analysis", "settings"];
/**
 * Screens that the terminal lacks, so they aren't in its table: their keys are in a text, "F: a flag · #, Delete:
 * covered".
 */
const LISTED = ["analysis", "settings"];
/** The sections of the rules, with their numbers of paragraphs. */
const PARTS = Object.entries({ rules: 3, dimensions: 3, first: 1, guess: 2, hints: 2, without_eyes: 2, final: 1 });
const NONE: Table[string] = { shortcuts: [], gestures: [], note: "" };
/** Number of sections before the one on touch input. */
const FIRST_PARTS = 2;

export default class HelpScreen {
  title;
  hasName;
  name;
  commands: Record<string, (...values: any[]) => unknown>;
  keys = "help";

  constructor(public app: App, place: Place) {
    this.title = app.text("help.title");
    this.hasName = SCREENS.includes(place.parts[0]);
    this.name = this.hasName ? place.parts[0] : "game";
    this.commands = {
      close: () => this.#close(),
      scroll: (lines: number) => app.main.scrollBy({ top: 48 * lines }),
    };
  }

  async show(element: HTMLElement) {
    const { app } = this;
    if (LISTED.includes(this.name)) await app.messages.add(this.name);
    element.classList.add("text");
    const where = app.text(`help.of_${this.name}`);
    const buttons = node("p", "buttons", button(app.text("help.close"), () => this.#close()));
    const heading = node("h2", "", app.text("help.keys_for", { where }));
    element.append(node("h1", "", this.title));
    if (!matchMedia("(pointer: coarse)").matches) {
      element.append(this.#ways(), heading, this.#keys(["Mouse", "Touch"]), ...this.#rules(PARTS), buttons);
      return;
    }
    const touch = this.#gestures("Touch", "h2");
    const keys = node("details", "", node("summary", "", heading), this.#ways(), this.#keys(["Mouse"]));
    // The player asked for the keys of a screen, so unfold them.
    keys.open = this.hasName;
    element.append(...this.#rules(PARTS.slice(0, FIRST_PARTS)), ...touch, ...this.#rules(PARTS.slice(FIRST_PARTS)), keys, buttons);
  }

  leave() {}

  /** Go back to where the player came from, or to the start screen. */
  #close() {
    if (history.length > 1 && this.app.hasBefore) history.back();
    else this.app.go("");
  }

  /** Links to the key tables of screens. */
  #ways() {
    const ways = node("nav", "ways");
    ways.setAttribute("aria-label", this.app.text("help.of_screens"));
    for (const name of SCREENS) {
      const link = node("a", "", this.app.text(`help.of_${name}`));
      link.href = `#/help/${name}`;
      if (name === this.name) link.setAttribute("aria-current", "page");
      // Replace the history entry, so that closing the help returns to where it was opened.
      link.addEventListener("click", (event) => {
        event.preventDefault();
        location.replace(link.href);
      });
      ways.append(link);
    }
    return ways;
  }

  /** @param devices - devices whose gestures are listed too */
  #keys(devices: string[]) {
    const { [this.name]: own = NONE, everywhere } = KEY_TABLE as Table;
    const sections = node("div", "sections");
    if (LISTED.includes(this.name)) sections.append(this.#listed());
    const headings: Map<string, Map<string, Set<string>>> = new Map();
    for (const shortcut of [...own.shortcuts, ...everywhere.shortcuts]) {
      const names = shortcut.keys.filter((key) => !key.startsWith("Control+")).map((key) => shortcut.sign || keyName(key));
      if (!names.length || !isInPage(shortcut.command)) continue;
      const lines = headings.get(shortcut.heading) ?? new Map();
      const line = lines.get(shortcut.what) ?? new Set();
      for (const name of names) line.add(name);
      headings.set(shortcut.heading, lines.set(shortcut.what, line));
    }
    for (const [heading, lines] of headings) sections.append(this.#section(heading, this.app.text("help.keys"), lines));
    sections.append(...devices.flatMap((device) => this.#gestures(device)));
    if (own.note) sections.append(node("p", "", this.#table(own.note)));
    return sections;
  }

  /** The keys of a screen whose keys are in a text. */
  #listed() {
    const { app, name } = this;
    const lines: Map<string, Set<string>> = new Map();
    for (const each of app.text(`${name}.keys_list`).split(/\n| · /)) {
      const [keys, ...what] = each.split(": ");
      lines.set(what.join(": "), new Set(keys.split(", ")));
    }
    return this.#section(app.text(`${name}.title`), app.text("help.keys"), lines);
  }

  /** The gestures of a mouse or of touch; may be empty. */
  #gestures(device: string, level?: "h2" | "h3"): HTMLElement[] {
    const { gestures: all } = (KEY_TABLE as Table)[this.name] ?? NONE;
    const lines = new Map(all.filter((each) => each.device === device).map(({ what, gestures }) => [what, new Set(gestures)]));
    return lines.size ? [this.#section(device, this.app.text("help.gestures"), lines, level)] : [];
  }

  /** @param text - from the key table */
  #table(text: string) {
    return tableText(this.app.messages, text);
  }

  /** @param names - heading of the first column */
  #section(heading: string, names: string, lines: Map<string, Set<string>>, level: "h2" | "h3" = "h3") {
    const section = node("section");
    const title = node(level, "", this.#table(heading));
    const table = node("table", "keys");
    const head = node("tr", "unseen");
    for (const text of [names, this.app.text("help.does")]) {
      const cell = node("th", "", text);
      cell.scope = "col";
      head.append(cell);
    }
    table.append(head);
    for (const [what, keys] of lines) {
      const row = node("tr");
      const cell = node("th");
      cell.scope = "row";
      for (const key of keys) cell.append(node("kbd", "", this.#table(key)), " ");
      row.append(cell, node("td", "", this.#table(what)));
      table.append(row);
    }
    section.append(title, table);
    return section;
  }

  #rules(parts: typeof PARTS) {
    const { app } = this;
    return parts.flatMap(([name, count]) => {
      const paragraphs = Array.from({ length: count }, (_, place) => node("p", "", app.text(`help.${name}_${place + 1}`)));
      return [node("h2", "", app.text(`help.${name}`)), ...paragraphs];
    });
  }
}
