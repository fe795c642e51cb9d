// The timeline of a replay: a slider over the whole game, with marks for events above it.

import { drawn, node } from "../frame/elements.ts";
import type { Event } from "../play/record_writer.ts";

/** Number of steps of the slider, and of positions for marks. */
const STEPS = 1000;
const COLUMNS = 500;

/** The kinds of marks, lowest first: they differ in height as well as in colour. */
const KINDS = ["open", "flag", "line", "mistake"] as const;

export class TimeLine {
  element = node("div", "time-line");
  #slider = node("input");
  #marks;

  /** @param seek - called with the chosen share of the time, 0 to 1 */
  constructor(label: string, seek: (share: number) => void) {
    const slider = this.#slider;
    slider.type = "range";
    [slider.min, slider.max, slider.step, slider.value] = ["0", String(STEPS), "1", "0"];
    slider.setAttribute("aria-label", label);
    slider.addEventListener("input", () => seek(slider.valueAsNumber / STEPS));
    this.#marks = drawn("svg", { viewBox: `0 0 ${COLUMNS} 12`, preserveAspectRatio: "none", "aria-hidden": "true", class: "marks" });
    this.element.append(this.#marks, slider);
  }

  /**
   * @param share - share of the time that has passed
   * @param text - the same in words
   */
  show(share: number, text: string) {
    const value = String(Math.round(STEPS * Math.min(1, share)));
    // Don't move the slider while the player drags it.
    if (this.#slider.value !== value && !this.#slider.matches(":active")) this.#slider.value = value;
    if (this.#slider.getAttribute("aria-valuetext") !== text) this.#slider.setAttribute("aria-valuetext", text);
  }

  /**
   * Draw marks for the events.
   * @param share - position of an event on the timeline, 0 to 1
   * @param special - positions of mistakes, and of
   * variations
   */
  mark(events: readonly Event[], share: (position: number) => number, { mistakes = [], lines = [] }: {mistakes?: readonly number[], lines?: readonly number[]} = {}) {
    const columns: Record<(typeof KINDS)[number], Set<number>> = { open: new Set(), flag: new Set(), line: new Set(), mistake: new Set() };
    const at = (position: number) => Math.min(COLUMNS - 1, Math.floor(share(position) * COLUMNS));
    events.forEach(({ kind, changed, ended }, position) => {
      if (!changed) return;
      if (ended === "lost") columns.mistake.add(at(position));
      if (kind === "open" || kind === "chord") columns.open.add(at(position));
      else if (kind === "flag") columns.flag.add(at(position));
    });
    for (const position of mistakes) columns.mistake.add(at(position));
    for (const position of lines) columns.line.add(at(position));
    const height = { open: 4, flag: 7, line: 9, mistake: 12 };
    this.#marks.replaceChildren(
      ...KINDS.map((kind) => {
        const path = [...columns[kind]].map((column) => `M${column} 12v${-height[kind]}h1v${height[kind]}z`).join("");
        return drawn("path", { d: path, class: kind });
      }),
    );
  }
}
