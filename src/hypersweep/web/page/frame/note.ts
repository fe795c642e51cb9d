// The line at the bottom of every screen: a lasting text, and temporary messages in front of it. Messages never move
// the layout: the line has a fixed height, or covers part of the screen.

import type { LiveRegion } from "./aria_live.ts";

// Minimum milliseconds for which a message is shown; longer texts stay longer.
const SAID = 4000;
const WARNED = 12000;
const PER_CHARACTER = 40;
const MOST = 100;

/** A part of the screen, in client pixels. */
export type Space = { top: number; bottom: number };

export class NoteLine {
  element = document.createElement("div");
  #standing = "";
  /** The lasting text, unabridged. */
  #whole = "";
  #said = "";
  /** Where the lasting text is; null for the usual place. */
  #space: Space | null = null;
  #timer = 0;
  /** Number of further screens on which a warning stays. */
  #lasting = 0;
  /** The latest messages, newest last. */
  said: string[] = [];

  constructor(public live: LiveRegion) {
    this.element.className = "note";
    this.element.setAttribute("role", "region");
  }

  /** The text visible now. */
  get message() {
    return this.#said || this.#standing;
  }

  /**
   * Show a temporary message.
   * @param text - "" for nothing
   */
  say(text: string) {
    this.#put(text, SAID, false);
  }

  /**
   * Report a problem.
   * @param screens - on how many of the next screens to keep showing it
   */
  warn(text: string, screens = 0) {
    this.#put(text, WARNED, true);
    this.#lasting = screens;
  }

  /**
   * Show a lasting text, replacing messages.
   * @param isTold - whether to announce and log it; false for progress
   * @param whole - text for screen readers and the log
   */
  stand(text: string, isTold = true, whole: string = text) {
    const isNew = whole !== this.#whole;
    if (!isNew && text === this.#standing && !this.#said) return;
    if (isTold && whole && isNew) this.#tell(whole);
    this.#standing = text;
    this.#whole = whole;
    this.#space = null;
    // If there is no new text, a warning must stay readable.
    if (text || !this.element.classList.contains("warning")) this.#put("", 0, false);
  }

  /**
   * Show the longest text that fits into one of some spaces; if none does, the shortest text scrolls in the largest
   * space. Screen readers and the log get the first, full text.
   * @param texts - longest first
   * @param spaces - best first; without any, the text is in the usual place
   * @param isNew - false to leave a temporary message on top
   */
  standFitting(texts: string[], spaces: readonly Space[] = [], isNew = true) {
    const { element } = this;
    const shown = element.textContent;
    const fits = (text: string, space: Space | null) => {
      element.textContent = text;
      this.#lay(space);
      return element.scrollHeight <= element.clientHeight + 1 && element.scrollWidth <= element.clientWidth + 1;
    };
    const [last] = [...spaces].sort((one, other) => other.bottom - other.top - (one.bottom - one.top));
    const places = spaces.length ? spaces : [null];
    const all = texts.flatMap((text) => places.map((space) => ({ text, space })));
    const found = all.find(({ text, space }) => fits(text, space)) ?? { text: texts[texts.length - 1], space: last ?? null };
    element.textContent = shown;
    if (isNew) this.stand(found.text, true, texts[0]);
    else [this.#standing, this.#whole] = [found.text, texts[0]];
    this.#space = found.space;
    if (isNew) this.#lay(found.space);
    else this.#show();
  }

  #lay(space: Space | null) {
    const { element, element: { style } } = this;
    element.toggleAttribute("data-free", space !== null);
    style.top = space ? `${space.top}px` : "";
    style.bottom = space ? "auto" : "";
    style.maxHeight = space ? `${Math.max(0, space.bottom - space.top)}px` : "";
  }

  /** Remove the old screen's text, except a warning that stays for more screens. */
  clear() {
    this.#standing = this.#whole = "";
    this.#space = null;
    if (this.element.classList.contains("warning") && this.#lasting-- > 0) this.#show();
    else this.#put("", 0, false);
  }

  /** @param lasts - minimum milliseconds */
  #goLater(text: string, lasts: number) {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#put("", 0, false), lasts + PER_CHARACTER * text.length);
  }

  /** @param lasts - minimum milliseconds */
  #put(text: string, lasts: number, isWarning: boolean) {
    clearTimeout(this.#timer);
    if (text) {
      this.#tell(text);
      this.#goLater(text, lasts);
    }
    this.#said = text;
    this.element.classList.toggle("warning", isWarning && text !== "");
    this.#show();
  }

  #tell(text: string) {
    this.live.say(text);
    this.said.push(text);
    if (this.said.length > MOST) this.said.shift();
  }

  #show() {
    this.#lay(this.#said ? null : this.#space);
    if (this.element.textContent !== this.message) this.element.textContent = this.message;
    const whole = this.#said || this.#whole;
    this.element.title = whole.length > 60 ? whole : "";
  }
}
