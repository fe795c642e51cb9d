// The buttons of a game in one row; on narrow screens the less important ones are behind "more".

import type { App } from "../../app.ts";

const NAMESPACE = "http://www.w3.org/2000/svg";

/** Paths on a 24 x 24 grid. */
const ICONS: Record<string, string> = {
  // The smiley that traditionally starts a new game.
  new: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM9 9.500v.500M15 9.500v.500M8 14a4.500 4.500 0 0 0 8 0",
  same: "M6 6h12v12H6z",
  undo: "M9 6 4 11l5 5M4 11h10a6 6 0 0 1 0 9h-3",
  redo: "m15 6 5 5-5 5M20 11H10a6 6 0 0 0 0 9h3",
  hint: "M9 17h6M10 20.500h4M12 3a6 6 0 0 0-3 11v1h6v-1a6 6 0 0 0-3-11z",
  flag_mode: "M7 21V4l10 4-10 4",
  pause: "M9 5v14M15 5v14",
  zoom_out: "M5 12h14",
  zoom_in: "M12 5v14M5 12h14",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  delta: "M12 5 4 19h16z",
  panels: "M4 5h16v14H4zM14 5v14",
  this_board: "M12 11v6M12 7v.500M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z",
  review: "M4 20V4M4 20h16M7 15l4-5 3 3 5-7",
  replay: "M8 5v14l11-7z",
  more: "M5 12h.500M12 12h.500M19 12h.500",
};

/** The buttons that are always visible, in order; those in one place are never shown together. */
const PLACES = [["new"], ["hint", "review"], ["flag_mode"], ["pause", "replay"], ["undo"]] as const;
/** The buttons behind "more" on narrow screens. */
const REST = ["redo", "same", "zoom_out", "fit", "zoom_in", "delta", "panels", "this_board"] as const;
/** Buttons whose space stays reserved while they are hidden. */
const LASTING: ReadonlySet<string> = new Set(["hint", "flag_mode", "pause"]);

export type Command = (typeof PLACES)[number][number] | (typeof REST)[number];
type Look = { isPressed?: boolean; isShown?: boolean; isDisabled?: boolean };

function icon(name: string) {
  const svg = document.createElementNS(NAMESPACE, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(NAMESPACE, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

export class Toolbar {
  element;
  #buttons: Map<string, HTMLButtonElement> = new Map();

  constructor(public app: App, act: (command: Command) => void, signal: AbortSignal) {
    this.element = document.createElement("div");
    this.element.className = "game-tools";
    this.element.setAttribute("role", "toolbar");
    this.element.setAttribute("aria-label", app.text("game.tools"));
    const rest = document.createElement("div");
    rest.className = "game-more";
    rest.id = "game-more";
    const make = (name: Command) => {
      const button = this.#button(name);
      button.addEventListener("click", () => act(name), { signal });
      return button;
    };
    for (const names of PLACES) {
      const buttons = names.map(make);
      if (!LASTING.has(names[0])) {
        this.element.append(...buttons);
        continue;
      }
      const place = document.createElement("span");
      place.className = "tool-place";
      place.append(...buttons);
      this.element.append(place);
    }
    rest.append(...REST.map(make));
    const more = this.#button("more");
    more.setAttribute("aria-controls", rest.id);
    more.setAttribute("aria-expanded", "false");
    const open = (isOpen: boolean) => {
      this.element.classList.toggle("is-open", isOpen);
      more.setAttribute("aria-expanded", `${isOpen}`);
    };
    more.addEventListener("click", () => open(!this.element.classList.contains("is-open")), { signal });
    // The menu covers the board; it closes on a click there, or after a choice that is unlikely to be repeated.
    const escape = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || !this.element.classList.contains("is-open")) return;
      event.preventDefault();
      open(false);
      if (rest.contains(document.activeElement)) more.focus();
    };
    document.addEventListener("keydown", escape, { capture: true, signal });
    document.addEventListener("pointerdown", (event) => !this.element.contains(event.target as Node) && open(false), { signal });
    for (const name of ["same", "this_board", "fit", "panels"]) this.#buttons.get(name)?.addEventListener("click", () => open(false), { signal });
    this.element.append(more, rest);
    this.element.addEventListener("keydown", (event) => this.#go(event), { signal });
  }

  #button(name: string) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `tool ${name}`;
    button.title = this.app.text(`game.${name}`);
    const label = document.createElement("span");
    label.textContent = this.app.text(`game.${name}_short`);
    // Speech control needs the button's visible text in its name.
    button.setAttribute("aria-label", label.textContent === button.title ? button.title : `${label.textContent}: ${button.title}`);
    button.append(icon(name), label);
    this.#buttons.set(name, button);
    return button;
  }

  /** Arrow keys move along the buttons. */
  #go(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    const shown = [...this.#buttons.values()].filter((button) => button.offsetParent && !button.hidden && !button.disabled);
    const place = shown.indexOf(document.activeElement as HTMLButtonElement);
    if (place < 0) return;
    event.preventDefault();
    event.stopPropagation();
    shown[(place + step + shown.length) % shown.length].focus();
  }

  set(name: Command, { isPressed, isShown = true, isDisabled = false }: Look) {
    const button = this.#buttons.get(name) as HTMLButtonElement;
    if (isPressed !== undefined) button.setAttribute("aria-pressed", `${isPressed}`);
    if (button.hidden === isShown) button.hidden = !isShown;
    if (button.disabled !== isDisabled) button.disabled = isDisabled;
  }
}
