// Announces the effect of a move to screen readers. They read the note line anyway; this adds what only the board
// shows.

import { codeText, placeText } from "../board/labels.ts";
import { CODES } from "../engine/terms.ts";
import type { App } from "../app.ts";
import type { Session } from "./session.ts";

/** The parts of a session that announcements use. */
type Announced = EventTarget & Pick<Session, "shape" | "codes" | "minesLeft"> & Partial<Pick<Session, "marks">>;

/** Milliseconds for which events are collected: three flags in quick succession become one announcement. */
const GATHER = 200;

export class Announcer {
  before;
  #stop = new AbortController();
  #timer = 0;
  #opened = 0;
  #covered = 0;
  #flags: Set<number> = new Set();

  /** @param cursor - returns the cell of the latest move */
  constructor(public app: App, public session: Announced, public cursor: () => number) {
    this.before = session.codes.slice();
    const { signal } = this.#stop;
    session.addEventListener("change", (event) => this.#changed((event as CustomEvent).detail ?? {}), { signal });
  }

  close() {
    this.#stop.abort();
    clearTimeout(this.#timer);
  }

  /** Handle a change. Other players' moves aren't announced here. */
  #changed({ cells = null, isOthers = false, isMark = false }: {cells?: ArrayLike<number> | null, isOthers?: boolean, isMark?: boolean}) {
    const { codes } = this.session;
    if (isMark && cells?.length === 1) this.#tellMark(cells[0]);
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

  /** Announce a cell that got a mark or lost it; of several at a time, the last. */
  #tellMark(index: number) {
    const { app, session } = this;
    const { shape, codes, marks } = session;
    const code = codes[index] === CODES.covered ? (marks?.looks.get(index) ?? codes[index]) : codes[index];
    app.announce(`${codeText(app, code)}, ${placeText(app, shape, index)}`, "marks");
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
