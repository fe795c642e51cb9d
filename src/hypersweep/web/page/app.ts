// The frame around every screen: shows the current screen, and holds the engine, the keys, and messages.
//
// A screen is a class in screens/, loaded when it is first shown. Its address is "#/name/part", which can be shared and
// reloaded; data that don't fit into an address (a dropped record) are passed in memory.

import { confirm, list, prompt, type Answers } from "./frame/dialogs.tsx";
import { showFailure } from "./frame/failure.tsx";
import { Header } from "./frame/header.tsx";
import { LiveRegion } from "./frame/aria_live.ts";
import { NoteLine } from "./frame/note.ts";
import { listenForFiles } from "./input/incoming.ts";
import { REPEATED, shortcutOf } from "./input/keys.ts";
import { deadline } from "./patience.ts";
import { tellRefused } from "./play/error_text.ts";
import { pageTheme } from "./board/themes.ts";
import StartScreen from "./screens/start.tsx";
import type { Engine } from "./engine/client.ts";
import type { Messages } from "./messages.ts";
import type { showRunning } from "./server_screens.ts";
import type { Settings, USUAL } from "./settings.ts";
import type { Storage } from "./storage.ts";

/**
 * The interface of a screen. Its constructor receives the app and the screen's address; `show` fills the given element.
 */
export interface Screen {
  /** title of the document */ title: string;
  /** its name in the key table */ keys: string;
  /** the functions of its keys, by command name */ commands: Record<string, (...values: any[]) => unknown>;
  show: (element: HTMLElement) => Promise<void> | void;
  /** called before the screen is replaced; the screen must do nothing afterwards */ leave: () => void;
}

export type Place = { parts: string[]; query: URLSearchParams; handed: any };
export type Entry = { parts: string[]; styles?: string; load: () => Promise<new (app: App, place: Place) => Screen> };

/** The screens by the first word of their address, each with the texts and the style sheet that it needs. */
export const SCREENS: Record<string, Entry> = {
  "": { parts: ["start"], load: async () => StartScreen },
  game: { parts: ["game"], load: async () => (await import("./game.ts")).GameScreen },
  resume: { parts: ["start"], load: async () => (await import("./later.ts")).ResumeScreen },
  replay: { parts: ["game", "replay"], styles: "more", load: async () => (await import("./later.ts")).ReplayScreen },
  review: { parts: ["game", "replay", "review"], styles: "more", load: async () => (await import("./later.ts")).ReviewScreen },
  statistics: { parts: ["statistics", "kept"], styles: "more", load: async () => (await import("./later.ts")).StatisticsScreen },
  analysis: { parts: ["game", "analysis", "refusals"], styles: "more", load: async () => (await import("./later.ts")).AnalysisScreen },
  daily: { parts: ["daily"], styles: "more", load: async () => (await import("./later.ts")).DailyBoardsScreen },
  settings: { parts: ["settings", "kept"], load: async () => (await import("./later.ts")).SettingsScreen },
  learn: { parts: ["game", "learn"], styles: "more", load: async () => (await import("./later.ts")).LearnScreen },
  help: { parts: ["help"], load: async () => (await import("./later.ts")).HelpScreen },
};

/** Maximum length of an address in a message, in characters. */
const MOST_ADDRESS = 60;
/** The style sheets requested so far. */
const sheets: Map<string, Promise<void>> = new Map();

/** Load a style sheet once. It is inserted before the page's own sheet, which overrides it. */
export function addStyle(name: string): Promise<void> {
  let sheet = sheets.get(name);
  if (!sheet) {
    const link = document.createElement("link");
    sheet = new Promise((resolve, reject) => {
      link.onload = () => resolve();
      link.onerror = () => {
        // The next screen that needs the sheet requests it again.
        sheets.delete(name);
        link.remove();
        reject(new TypeError(`can't load the style sheet ${link.href}`));
      };
    });
    sheets.set(name, sheet);
    link.rel = "stylesheet";
    link.href = new URL(`./styles/${name}.css`, import.meta.url).href;
    document.getElementById("page-style")?.before(link);
  }
  return sheet;
}

async function loadScreen({ load, styles }: Entry): Promise<new (app: App, place: Place) => Screen> {
  const [Screen] = await Promise.all([load(), styles && addStyle(styles)]);
  return Screen;
}

/** Start loading the screen of an address in the background. */
export function sendFor(hash: string) {
  // Ignored here: the code that shows the screen reports the error.
  loadScreen(SCREENS[readAddress(hash).name]).catch(() => {});
}

/** Start loading the engine's files in the background, before its script has loaded. */
export function preloadEngine() {
  for (const [name, rel] of [["worker.js", "modulepreload"], ["game.wasm", "preload"]]) {
    const link = Object.assign(document.createElement("link"), { rel, href: new URL(`./${name}`, import.meta.url).href });
    // Must match the engine's own request; otherwise the file would be loaded twice.
    if (rel === "preload") Object.assign(link, { as: "fetch", crossOrigin: "anonymous" });
    document.head.append(link);
  }
}

function shortened(address: string) {
  return address.length > MOST_ADDRESS ? `${address.slice(0, MOST_ADDRESS - 1)}…` : address;
}

/** Parse an address. If it can't be read, it leads to the start screen. */
function readAddress(hash: string): {name: string, parts: string[], query: string, isKnown: boolean} {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split("?");
  try {
    const [name, ...parts] = path.split("/").map(decodeURIComponent);
    if (Object.hasOwn(SCREENS, name)) return { name, parts, query, isKnown: true };
  } catch {
    // The address has a stray "%".
  }
  return { name: "", parts: [], query: "", isKnown: false };
}

export class App {
  storage;
  settings;
  messages;
  text;
  main = document.createElement("main");
  header;
  live = new LiveRegion();
  note;
  /** Shows the player's running games on the server; null if this page has no server. */
  showRunning: typeof showRunning | null = null;
  #engine: Promise<Engine> | null = null;
  #handed: any = null;
  #shown = 0;
  #visited = 0;
  #hasOtherLanguage = false;
  /** Call this once the player has made a move. */
  markPlayed = () => {};
  /** Resolves after the first move. Wait for it before loading anything that could delay that move. */
  played: Promise<void> = new Promise((resolve) => (this.markPlayed = resolve));
  screen: Screen | null = null;

  constructor(public root: HTMLElement, { storage, settings, messages }: {storage: Storage, settings: Settings, messages: Messages}) {
    this.storage = storage;
    this.settings = settings;
    this.messages = messages;
    this.text = messages.text.bind(messages);
    this.main.id = "main";
    this.main.tabIndex = -1;
    this.header = new Header(this);
    this.note = new NoteLine(this.live);
  }

  async begin() {
    this.root.replaceChildren(this.header.element, this.main, this.note.element, this.live.element);
    this.#dress();
    this.#name();
    this.settings.addEventListener("change", (event) => {
      const { detail, isElsewhere } = event as CustomEvent & {isElsewhere: boolean};
      // A running game keeps its language; the next screen uses the new one.
      if (detail === "language" && isElsewhere) this.#hasOtherLanguage = true;
      else this.#set(detail);
    });
    matchMedia("(prefers-reduced-motion: reduce)").addEventListener("change", () => this.#dress());
    addEventListener("hashchange", () => {
      this.#visited += 1;
      this.#show();
    });
    addEventListener("keydown", (event) => this.#press(event));
    listenForFiles(this);
    this.storage.onSilence(() => this.warn(this.text("page.storage_silent"), Infinity));
    addEventListener("error", (event) => event.error && this.fail(event.error));
    addEventListener("unhandledrejection", (event) => this.fail(event.reason));
    await this.#show();
  }

  /** The kernels, loaded on first use, and again after a failure. */
  engine(): Promise<Engine> {
    this.#engine ??= import("./game.ts").then(({ Engine }) => Engine.start()).then(
      (engine) => {
        engine.onSilence(() => this.warn(this.text("page.engine_silent"), Infinity));
        return engine;
      },
      (error) => {
        this.#engine = null;
        throw error;
      },
    );
    return this.#engine.then((engine) => {
      if (!engine.hasFailed) return engine;
      engine.close();
      this.#engine = null;
      return this.engine();
    });
  }

  /**
   * Go to a screen.
   * @param address - such as "game" or "replay/17"
   * @param handed - data for the screen that doesn't fit into its address
   */
  go(address: string, handed: any = null) {
    this.#handed = handed;
    this.isTurning = true;
    if (location.hash === `#/${address}`) this.#show();
    else location.hash = `#/${address}`;
  }

  /** Whether another screen is loading. Ignore input meanwhile, because it is meant for the old screen. */
  get isTurning() {
    return this.main.ariaBusy === "true";
  }

  set isTurning(isTurning) {
    this.main.ariaBusy = String(isTurning);
  }

  /** Move the focus into the screen: to the cursor's cell, or to the start of the screen. */
  goIn() {
    const cell = this.main.querySelector("[role=gridcell][tabindex='0']");
    if (cell instanceof HTMLElement) cell.focus({ preventScroll: true });
    else this.#focus(this.main);
  }

  /** Whether the browser's back button leads to another screen of this page. */
  get hasBefore() {
    return this.#visited > 0;
  }

  /** Show the screen of the current address. If loading takes long, say so and keep waiting. */
  #show(): Promise<void> {
    const shown = this.#turn();
    const number = this.#shown;
    return deadline(shown, () => {
      if (number === this.#shown) this.say(this.text("page.still_loading"));
      return shown;
    });
  }

  async #turn(): Promise<void> {
    const { name, parts, query, isKnown } = readAddress(location.hash);
    const place = { parts, query: new URLSearchParams(query), handed: this.#handed };
    this.#handed = null;
    const number = ++this.#shown;
    this.isTurning = true;
    const entry = SCREENS[name];
    // Don't move the focus to the first screen: keyboard users start at the top of the page.
    const isFirst = this.screen === null;
    try {
      if (this.#hasOtherLanguage) {
        this.#hasOtherLanguage = false;
        await this.#speak();
      }
      const [Next] = await Promise.all([loadScreen(entry), this.messages.add(...entry.parts)]);
      // Another screen may have been requested meanwhile.
      if (number !== this.#shown) return;
      this.screen?.leave();
      this.screen = null;
      // Close the old screen's dialogs, as if the player had answered no.
      for (const dialog of document.querySelectorAll("dialog")) dialog.close("");
      const screen = (this.screen = new Next(this, place));
      const element = document.createElement("div");
      element.className = `screen ${name || "start"}`;
      this.main.replaceChildren(element);
      this.note.clear();
      this.header.mark(name);
      await screen.show(element);
      if (this.screen !== screen) return;
      if (!isKnown) this.warn(this.text("page.not_found", { address: shortened(location.hash) }));
      this.#entitle(screen.title, element);
      if (!isFirst && !element.contains(document.activeElement)) this.#focus(element);
    } catch (error) {
      if (number === this.#shown) await this.fail(error);
    } finally {
      if (number === this.#shown) this.isTurning = false;
    }
  }

  #entitle(title: string, element: HTMLElement) {
    const name = this.text("page.title");
    document.title = title.includes(name) ? title : `${title} · ${name}`;
    if (element.querySelector("h1")) return;
    const heading = document.createElement("h1");
    heading.className = "unseen";
    heading.textContent = title;
    element.prepend(heading);
  }

  /** Focus the new screen's heading, so that screen readers announce it. */
  #focus(element: HTMLElement) {
    const heading = element.querySelector("h1");
    if (heading) heading.tabIndex = -1;
    (heading ?? this.main).focus({ preventScroll: true });
  }

  #press(event: KeyboardEvent) {
    if (!this.screen) return;
    const shortcut = shortcutOf(this.screen.keys, event);
    if (!shortcut) return;
    if (this.isTurning) return event.preventDefault();
    const act = this.screen.commands[shortcut.command] ?? this.#commands[shortcut.command];
    if (!act) return;
    event.preventDefault();
    if (event.repeat && !REPEATED.has(shortcut.command)) return;
    act(...shortcut.arguments);
  }

  /** Functions of the keys that work on every screen. */
  #commands: Record<string, (...values: any[]) => unknown> = {
    help: () => this.go(`help/${this.screen?.keys ?? ""}`),
    start: () => this.go(""),
    messages: async () => list(this, this.text("page.messages"), this.note.said, this.text("page.nothing_said")),
    palette: async () => (await import("./later.ts")).openPalette(this, this.#commands),
  };

  async #set(name: string) {
    if (name === "theme" || name === "text_size" || name === "reduced_motion") this.#dress();
    if (name !== "language") return;
    await this.#speak();
    await this.#show();
  }

  async #speak() {
    await this.messages.change(this.settings.get("language"));
    this.#dress();
    this.#name();
  }

  /**
   * Save a preference. If the browser can't save it, it applies until the page is closed, and the player sees a
   * warning.
   */
  prefer(name: keyof typeof USUAL, value: any) {
    this.settings.set(name, value).catch(() => this.warn(this.text("page.setting_not_kept"), Infinity));
  }

  /** Fill in the texts around the screen, in the current language. */
  #name() {
    this.header.fill();
    this.note.element.setAttribute("aria-label", this.text("page.note"));
  }

  /** The name of the engine that the player prefers for hints and analyses; "" for the page's own solver. */
  get wantedEngine(): string {
    return document.querySelector("meta[name=hypersweep-server]") ? this.settings.get("engine") : "";
  }

  /** The preferred engine; null for the page's own solver. Rejects if it is unavailable. */
  async chosenEngine() {
    const name = this.wantedEngine;
    return name ? (await import("./later.ts")).engineNamed(name) : null;
  }

  /** Apply the player's settings to the document. */
  #dress() {
    const { documentElement: root } = document;
    root.lang = this.messages.language;
    root.dataset.theme = pageTheme(this.settings);
    root.dataset.motion = this.isMotionReduced ? "reduced" : "full";
    root.style.fontSize = `${Math.min(2, Math.max(0.75, this.settings.get("text_size"))) * 100}%`;
  }

  get isMotionReduced() {
    const motion = this.settings.get("reduced_motion");
    return motion === "system" ? matchMedia("(prefers-reduced-motion: reduce)").matches : motion === "always";
  }

  /**
   * Show a message at the bottom for a few seconds, and announce it to screen readers.
   * @param text - "" removes the message
   */
  say(text: string) {
    this.note.say(text);
  }

  /**
   * Report a problem, in a message that stays longer.
   * @param screens - number of screens on which it stays: 1 if another screen follows, `Infinity` for problems that
   * affect all screens, such as a game that can't be saved
   */
  warn(text: string, screens?: number) {
    this.note.warn(text, screens);
  }

  /**
   * Show a lasting text at the bottom. It replaces the current message; later messages cover it temporarily.
   * @param text - "" removes it
   */
  stand(text = "") {
    this.note.stand(text);
  }

  /**
   * Announce something to screen readers only, because others see it on the board.
   * @param key - replaces a waiting message with the same key
   */
  announce(text: string, key?: string) {
    this.live.say(text, key);
  }

  /**
   * Ask a question.
   * @param answers - the buttons
   */
  async confirm(text: string, answers: Answers = {}): Promise<boolean> {
    return confirm(this, text, answers);
  }

  /**
   * Ask for a text.
   * @param text - the question
   * @returns null if the player cancels
   */
  async prompt(text: string, options: {value?: string, yes?: string, no?: string} = {}): Promise<string | null> {
    return prompt(this, text, options);
  }

  /** The message for an error, in the player's language. */
  errorText(error: Error): Promise<string> {
    // The texts for it may fail to load: the browser is offline, or the site has a newer version.
    return tellRefused(this.messages, error).catch(() => this.text("page.failed_part"));
  }

  /** Report an error. Expected errors appear at the bottom; others replace the screen. */
  async fail(error: unknown) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    if (error instanceof Error && "kind" in error && this.screen !== null) return this.warn(await this.errorText(error));
    console.error(error);
    const screen = this.screen;
    this.screen = null;
    try {
      screen?.leave();
    } catch {
      // Leaving the screen may fail too, if the screen caused the error.
    }
    document.title = `${this.text("page.failed")} · ${this.text("page.title")}`;
    showFailure(this, error);
  }
}
