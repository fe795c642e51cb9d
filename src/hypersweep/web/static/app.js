// @ts-check
// What is around every screen: which one is shown, the engine, the keys, what is said.
//
// A screen is a class in screens/, loaded when it is first shown. Its address is "#/name/part": what can be shared or loaded again stands
// there; what can't be written in an address (a record just dropped) is handed over in memory.

import { Engine } from "./engine/client.js";
import { isRepeated, shortcutOf } from "./input/keys.js";

/** @typedef {import("./messages.js").Messages} Messages */
/** @typedef {import("./settings.js").Settings} Settings */
/** @typedef {import("./storage.js").Storage} Storage */

/**
 * What a screen is. Its constructor is given the app and where it is; it fills the element by which `show` is called.
 * @typedef {object} Screen
 * @property {string} title - of the document
 * @property {string} keys - its name in the table of keys
 * @property {Record<string, (...values: any[]) => unknown>} commands - what its keys do, by the table's names
 * @property {(element: HTMLElement) => Promise<void> | void} show
 * @property {() => void} leave - it is about to go; nothing of it may act afterwards
 */

/** @typedef {{parts: string[], query: URLSearchParams, handed: any}} Place */
/** @typedef {{parts: string[], load: () => Promise<{default: new (app: App, place: Place) => Screen}>}} Entry */

/** The screens by the first word of their address; and the texts that each needs. @type {Record<string, Entry>} */
const SCREENS = {
  "": { parts: ["start"], load: () => import("./screens/start.js") },
  game: { parts: ["game"], load: () => import("./screens/game.js") },
  resume: { parts: ["start"], load: () => import("./screens/resume.js") },
  replay: { parts: ["game", "replay"], load: () => import("./screens/replay.js") },
  review: { parts: ["game", "replay", "review"], load: () => import("./screens/review.js") },
  statistics: { parts: ["statistics"], load: () => import("./screens/statistics.js") },
  analysis: { parts: ["game", "analysis"], load: () => import("./screens/analysis.js") },
  settings: { parts: ["settings"], load: () => import("./screens/settings.js") },
  help: { parts: ["help"], load: () => import("./screens/help.js") },
};

export class App {
  /** @type {Promise<Engine> | null} */
  #engine = null;
  /** @type {any} */
  #handed = null;
  #shown = 0;
  /** Whether another screen is about to come: what is typed or pressed until it is seen was meant for the one before. */
  isTurning = false;
  /** @type {Screen | null} */
  screen = null;

  /** @param {HTMLElement} root @param {{storage: Storage, settings: Settings, messages: Messages}} parts */
  constructor(root, { storage, settings, messages }) {
    this.root = root;
    this.storage = storage;
    this.settings = settings;
    this.messages = messages;
    /** A text by its name. */
    this.text = messages.text.bind(messages);
    this.main = document.createElement("main");
    // What is said beside the board; read aloud, too.
    this.note = document.createElement("div");
    this.note.className = "note";
    this.note.setAttribute("role", "status");
  }

  async begin() {
    document.documentElement.lang = this.messages.language;
    this.root.replaceChildren(this.main, this.note);
    addEventListener("hashchange", () => this.#show());
    addEventListener("keydown", (event) => this.#press(event));
    await this.#show();
  }

  /** The kernels, which are loaded when they are first asked for. @returns {Promise<Engine>} */
  engine() {
    this.#engine ??= Engine.start().catch((error) => {
      this.#engine = null;
      throw error;
    });
    return this.#engine;
  }

  /**
   * Goes to a screen.
   * @param {string} address - "game", "replay/17"
   * @param {any} [handed] - what the screen is given that can't stand in its address
   */
  go(address, handed = null) {
    this.#handed = handed;
    this.isTurning = true;
    if (location.hash === `#/${address}`) this.#show();
    else location.hash = `#/${address}`;
  }

  /** @returns {Promise<void>} */
  async #show() {
    const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
    const [name, ...parts] = path.split("/").map(decodeURIComponent);
    const place = { parts, query: new URLSearchParams(query), handed: this.#handed };
    this.#handed = null;
    const number = ++this.#shown;
    this.isTurning = true;
    const entry = Object.hasOwn(SCREENS, name) ? SCREENS[name] : SCREENS[""];
    const [{ default: Next }] = await Promise.all([entry.load(), this.messages.add(...entry.parts)]);
    // Another one may have been asked for meanwhile.
    if (number !== this.#shown) return;
    this.screen?.leave();
    const screen = (this.screen = new Next(this, place));
    const element = document.createElement("div");
    element.className = `screen ${name || "start"}`;
    this.main.replaceChildren(element);
    this.say("");
    try {
      await screen.show(element);
    } finally {
      if (number === this.#shown) this.isTurning = false;
    }
    if (this.screen === screen) document.title = screen.title;
  }

  /** @param {KeyboardEvent} event */
  #press(event) {
    if (!this.screen) return;
    if (this.isTurning) {
      if (shortcutOf(this.screen.keys, event)) event.preventDefault();
      return;
    }
    const shortcut = shortcutOf(this.screen.keys, event);
    if (!shortcut) return;
    const act = this.screen.commands[shortcut.command] ?? this.#commands[shortcut.command];
    if (!act) return;
    event.preventDefault();
    if (event.repeat && !isRepeated(shortcut)) return;
    act(...shortcut.arguments);
  }

  /** What keys do on every screen. @type {Record<string, (...values: any[]) => unknown>} */
  #commands = {
    help: () => this.go(`help/${this.screen?.keys ?? ""}`),
    start: () => this.go(""),
  };

  /**
   * Says something in the line below, and to who can't see it.
   * @param {string} text - "" for nothing
   */
  say(text) {
    this.note.textContent = text;
  }
}
