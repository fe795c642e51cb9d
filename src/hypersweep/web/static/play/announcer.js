// @ts-check
// Tells who doesn't see the board what a move has made of it. What the note line says is read from there; this adds what only the board
// shows.

import { codeText, placeText } from "../board/labels.js";
import { CODES } from "../engine/terms.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../engine/shape.js").Shape} Shape */

/**
 * What it needs of a session.
 * @typedef {EventTarget & {shape: Shape, codes: Int16Array | Int32Array, minesLeft: number}} Told
 */

/** How long it waits for more of the same, in milliseconds: three flags in a row are told as one. */
const GATHER = 200;

export class Announcer {
  #stop = new AbortController();
  #timer = 0;
  #opened = 0;
  #covered = 0;
  /** @type {Set<number>} */
  #flags = new Set();

  /**
   * @param {App} app
   * @param {Told} session
   * @param {() => number} cursor - gives the cell that was acted on
   */
  constructor(app, session, cursor) {
    this.app = app;
    this.session = session;
    this.cursor = cursor;
    this.before = session.codes.slice();
    const { signal } = this.#stop;
    session.addEventListener("change", (event) => this.#changed(/** @type {CustomEvent} */ (event).detail ?? {}), { signal });
  }

  /** Says nothing more. */
  close() {
    this.#stop.abort();
    clearTimeout(this.#timer);
  }

  /** What others have done isn't told here. @param {{cells?: ArrayLike<number> | null, isOthers?: boolean}} change */
  #changed({ cells = null, isOthers = false }) {
    const { codes } = this.session;
    if (codes.length !== this.before.length) {
      this.before = codes.slice();
      return;
    }
    const count = cells ? cells.length : codes.length;
    for (let place = 0; place < count; place++) {
      const index = cells ? cells[place] : place;
      const [before, now] = [this.before[index], codes[index]];
      if (before === now) continue;
      this.before[index] = now;
      if (isOthers) continue;
      if (now >= 0 && before < 0) this.#opened += 1;
      else if (now < 0 && before >= 0) this.#covered += 1;
      else if ((before === CODES.covered && now === CODES.flagged) || (before === CODES.flagged && now === CODES.covered)) this.#flags.add(index);
    }
    if (isOthers) return;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#tell(), GATHER);
  }

  #tell() {
    const { app, session } = this;
    const left = app.text("page.told_left", { count: session.minesLeft });
    if (this.#opened) {
      const index = this.cursor();
      const values = { count: this.#opened, place: placeText(app, session.shape, index), what: codeText(app, session.codes[index]) };
      app.announce(app.text(this.#opened === 1 ? "page.told_shows" : "page.told_opened", values), "opened");
    }
    if (this.#covered) app.announce(app.text("page.told_covered", { count: this.#covered }), "covered");
    const flags = [...this.#flags];
    if (flags.length === 1) {
      const name = session.codes[flags[0]] === CODES.flagged ? "page.told_flagged" : "page.told_unflagged";
      app.announce(app.text(name, { place: placeText(app, session.shape, flags[0]), left }), "flags");
    } else if (flags.length) {
      app.announce(app.text("page.told_flags", { count: flags.length, left }), "flags");
    }
    this.#opened = this.#covered = 0;
    this.#flags.clear();
  }
}
