// @ts-check
// A line below every screen: what stands there, and in front of it what was said a moment ago. Nothing moves when something is said: it is
// always as high, or lies over the screen.

/** @typedef {import("./live.js").LiveRegion} LiveRegion */

// How long a message stays in front, in milliseconds: at least so long, and longer for what takes longer to read.
const SAID = 4000;
const WARNED = 12000;
const PER_CHARACTER = 40;
const MOST = 100;

export class NoteLine {
  #standing = "";
  /** What stands there, in full. */
  #whole = "";
  #said = "";
  #timer = 0;
  /** Screens to come on which what went wrong is still shown. */
  #lasting = 0;
  /** What was said lately, the latest last. @type {string[]} */
  said = [];

  /** @param {LiveRegion} live */
  constructor(live) {
    this.live = live;
    this.element = document.createElement("div");
    this.element.className = "note";
    this.element.setAttribute("role", "region");
  }

  /** What stands in front now. */
  get message() {
    return this.#said || this.#standing;
  }

  /** Says something in passing. @param {string} text - "" for nothing */
  say(text) {
    this.#put(text, SAID, false);
  }

  /**
   * Reports something that went wrong.
   * @param {string} text
   * @param {number} [screens] - on how many of the next screens it is still shown
   */
  warn(text, screens = 0) {
    this.#put(text, WARNED, true);
    this.#lasting = screens;
  }

  /**
   * Puts something there to stay; what was said before no longer stands in front of it.
   * @param {string} text
   * @param {boolean} [isTold] - whether it is worth being read aloud and looked up: how far something is isn't
   * @param {string} [whole] - what is read aloud and looked up in its place
   */
  stand(text, isTold = true, whole = text) {
    const isNew = whole !== this.#whole;
    if (!isNew && text === this.#standing && !this.#said) return;
    if (isTold && whole && isNew) this.#tell(whole);
    this.#standing = text;
    this.#whole = whole;
    // Where nothing comes in its place, what went wrong is still to be read.
    if (text || !this.element.classList.contains("warning")) this.#put("", 0, false);
  }

  /** Has the first of some texts that has room stand there; heard and looked up is the very first. @param {string[]} texts - longest first */
  standFitting(texts) {
    const { element } = this;
    const shown = element.textContent;
    const fitting = texts.find((text) => {
      element.textContent = text;
      return element.scrollHeight <= element.clientHeight + 1 && element.scrollWidth <= element.clientWidth + 1;
    });
    element.textContent = shown;
    // Whoever listens has time for all of it, and so has whoever looks it up.
    this.stand(fitting ?? texts[texts.length - 1], true, texts[0]);
  }

  /** Has what stands there go after a while, as where it lies over the board. It isn't told again. */
  pass() {
    const text = this.#standing;
    if (!text || this.#said) return;
    this.#standing = this.#whole = "";
    this.#said = text;
    this.#goLater(text, SAID);
    this.#show();
  }

  /** Takes away what belongs to the screen before, for another one. */
  clear() {
    this.#standing = this.#whole = "";
    if (this.element.classList.contains("warning") && this.#lasting-- > 0) this.#show();
    else this.#put("", 0, false);
  }

  /** @param {string} text @param {number} lasts - milliseconds, at least */
  #goLater(text, lasts) {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#put("", 0, false), lasts + PER_CHARACTER * text.length);
  }

  /** @param {string} text @param {number} lasts - milliseconds, at least @param {boolean} isWarning */
  #put(text, lasts, isWarning) {
    clearTimeout(this.#timer);
    if (text) {
      this.#tell(text);
      this.#goLater(text, lasts);
    }
    this.#said = text;
    this.element.classList.toggle("warning", isWarning && text !== "");
    this.#show();
  }

  /** @param {string} text */
  #tell(text) {
    this.live.say(text);
    this.said.push(text);
    if (this.said.length > MOST) this.said.shift();
  }

  #show() {
    if (this.element.textContent !== this.message) this.element.textContent = this.message;
    const whole = this.#said || this.#whole;
    this.element.title = whole.length > 60 ? whole : "";
  }
}
