// The player's preferences, saved in the browser. Names unknown to this version are preserved for versions that know
// them.

import type { Storage } from "./storage.ts";

/** The defaults. Settings shared with the terminal have the same names and values there. */
export const USUAL = Object.freeze({
  language: "",
  theme: "system",
  skin: "tiles",
  own_theme: "",
  zoom: 1,
  zooms: "",
  text_size: 1,
  first_open: "",
  guess: "",
  delta: false,
  panels: true,
  tenths: false,
  guess_count: false,
  coordinates: false,
  sound: false,
  vibration: false,
  blur_pause: false,
  dim_finished: true,
  tint: true,
  confirm_final: false,
  question_marks: false,
  draft_flags: false,
  smart_flags: false,
  reduced_motion: "system",
  long_press: 400,
  swap_touch: false,
  left_chord: true,
  command_line: false,
  last_board: "",
  last_tab: "",
  engine: "",
  lesson: "new" as "new" | "done",
});

/** Allowed ranges of numbers. */
export const BOUNDS: Record<string, readonly [number, number]> = { zoom: [0.5, 4], text_size: [0.75, 2], long_press: [150, 1000] };

type Name = keyof typeof USUAL;

/** Channel on which pages announce changed settings. */
const CHANNEL = "hypersweep settings";

/** Maximum number of shapes whose zoom is saved. */
const MOST_ZOOMS = 50;

const plainValues = (found: unknown): Record<string, any> => (found !== null && typeof found === "object" && !Array.isArray(found) ? found : {});

/** The player's settings. Event "change": a setting has changed; `event.detail` is its name. */
export class Settings extends EventTarget {
  #values: Record<string, any>;
  /** Settings that couldn't be saved, which apply until the page is closed. */
  #unkept: Record<string, any> = {};
  #channel: BroadcastChannel | null = null;

  constructor(public storage: Storage, values: Record<string, any>) {
    super();
    this.#values = values;
  }

  static async load(storage: Storage) {
    return new Settings(storage, plainValues(await storage.get("settings", "settings")));
  }

  /** Start following changes made in other tabs. */
  follow() {
    if (!this.storage.isLasting) return;
    const read = () => void this.read().catch((error) => console.debug("the settings can't be read:", error));
    // A frozen page may have missed a change.
    document.addEventListener("visibilitychange", () => !document.hidden && read());
    if (!globalThis.BroadcastChannel) return;
    this.#channel = new BroadcastChannel(CHANNEL);
    this.#channel.onmessage = read;
  }

  async read() {
    const found = plainValues(await this.storage.get("settings", "settings"));
    const names = Object.keys(USUAL) as Name[];
    const before = new Map(names.map((name) => [name, this.get(name)]));
    this.#values = { ...found, ...this.#unkept };
    for (const name of names) if (this.get(name) !== before.get(name)) this.#tell(name, true);
  }

  #tell(name: Name, isElsewhere: boolean) {
    this.dispatchEvent(Object.assign(new CustomEvent("change", { detail: name }), { isElsewhere }));
  }

  /** @returns the default if it isn't set or has another type; numbers are clamped to their range */
  get(name: Name): any {
    const value = Object.hasOwn(this.#values, name) ? this.#values[name] : USUAL[name];
    if (typeof value !== typeof USUAL[name] || Number.isNaN(value)) return USUAL[name];
    return Object.hasOwn(BOUNDS, name) ? Math.min(Math.max(value, BOUNDS[name][0]), BOUNDS[name][1]) : value;
  }

  async set(name: Name, value: any) {
    this.#values = { ...this.#values, [name]: value };
    this.#unkept = { ...this.#unkept, [name]: value };
    this.#tell(name, false);
    const unkept = this.#unkept;
    // Another page may have changed other settings meanwhile, so merge.
    await this.storage.change("settings", "settings", (before) => ({ ...plainValues(before), ...unkept }));
    for (const [each, own] of Object.entries(unkept)) if (this.#unkept[each] === own) delete this.#unkept[each];
    this.#channel?.postMessage(name);
  }
}

/** The boards zoomed by hand, latest last, as texts such as "16x30:1.25". */
const zoomed = (settings: Settings) => settings.get("zooms").split(" ").filter(Boolean);

/** The zoom for a board: its own saved one, otherwise the general setting. */
export function zoomOf(settings: Settings, shape: string): number {
  const own = zoomed(settings).find((each: string) => each.startsWith(`${shape}:`));
  const zoom = Number(own?.slice(shape.length + 1));
  return zoom >= BOUNDS.zoom[0] && zoom <= BOUNDS.zoom[1] ? zoom : settings.get("zoom");
}

/**
 * The value of the setting that saves zooms, updated for one board.
 * @param zoom - null to remove it
 */
export function withZoom(settings: Settings, shape: string, zoom: number | null): string {
  const others = zoomed(settings).filter((each: string) => !each.startsWith(`${shape}:`));
  return [...others, ...(zoom === null ? [] : [`${shape}:${Number(zoom.toFixed(3))}`])].slice(-MOST_ZOOMS).join(" ");
}
