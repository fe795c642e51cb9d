// @ts-check
// What the player prefers; kept in the browser. A name that this version doesn't know is kept for the one that does.

/** @typedef {import("./storage.js").Storage} Storage */

/** What is usual. Names of settings that the terminal has too are the terminal's, and so are their values. */
export const USUAL = Object.freeze({
  language: "",
  theme: "system",
  zoom: 1,
  text_size: 1,
  first_open: "",
  guess: "",
  delta: false,
  panels: true,
  dim_finished: true,
  tint: true,
  confirm_final: false,
  reduced_motion: "system",
  long_press: 400,
  swap_touch: false,
  command_line: false,
  last_board: "",
});

/** The player's settings. Listeners of "change" hear of each; `event.detail` is its name. */
export class Settings extends EventTarget {
  /** @type {Record<string, any>} */
  #values;

  /** @param {Storage} storage @param {Record<string, any>} values */
  constructor(storage, values) {
    super();
    this.storage = storage;
    this.#values = values;
  }

  /** @param {Storage} storage */
  static async load(storage) {
    const found = await storage.get("settings", "settings");
    const isPlain = found !== null && typeof found === "object" && !Array.isArray(found);
    return new Settings(storage, isPlain ? found : {});
  }

  /**
   * @template {keyof typeof USUAL} Name
   * @param {Name} name
   * @returns {any} the usual value where it isn't set, or is of another kind
   */
  get(name) {
    const value = Object.hasOwn(this.#values, name) ? this.#values[name] : USUAL[name];
    return typeof value === typeof USUAL[name] ? value : USUAL[name];
  }

  /** @param {keyof typeof USUAL} name @param {any} value */
  set(name, value) {
    this.#values = { ...this.#values, [name]: value };
    this.dispatchEvent(new CustomEvent("change", { detail: name }));
    // Another page of the player may have set something else meanwhile.
    return this.storage.change("settings", "settings", (before) => ({ ...before, [name]: value }));
  }
}
