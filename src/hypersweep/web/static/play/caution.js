// @ts-check
// Asks before what can't be taken back. A game that is left is saved, so leaving it needs no question; what is deleted is always asked for.

import { placeText } from "../board/labels.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../engine/shape.js").Shape} Shape */

/** Who prefers to be asked is asked once more by opens and chords from the keyboard: the same again does it. */
export class Caution {
  #asked = "";

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /**
   * Whether a move may be made now. If not, it was said how to go on.
   * @param {"open" | "chord" | "flag"} kind
   * @param {number} index
   * @param {Shape} shape
   */
  passes(kind, index, shape) {
    const move = `${kind} ${index}`;
    if (kind === "flag" || !this.app.settings.get("confirm_final") || this.#asked === move) {
      this.#asked = "";
      return true;
    }
    this.#asked = move;
    this.app.say(this.app.text(`page.final_${kind}`, { place: placeText(this.app, shape, index) }));
    return false;
  }

  /** Forgets what was asked, as when the cursor goes elsewhere. */
  forget() {
    this.#asked = "";
  }

  /** Whether something kept may be deleted. @param {string} what - in words @returns {Promise<boolean>} */
  async mayRemove(what) {
    const { app } = this;
    const answers = { yes: app.text("page.final_remove_yes"), no: app.text("page.final_remove_no") };
    return app.confirm(app.text("page.final_remove", { what }), answers);
  }
}
