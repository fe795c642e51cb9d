// Asks for confirmation before irreversible actions. A game that is left is saved, so leaving needs no question;
// deleting always does.

import { placeText } from "../board/labels.ts";
import type { App } from "../app.ts";
import type { Shape } from "../engine/shape.ts";

/**
 * Asks for confirmation. With the `confirm_final` setting, an open or chord made by key or command must be repeated to
 * take effect. Deletions are always confirmed.
 */
export class Caution {
  #asked = "";

  constructor(public app: App) {
  }

  /** Whether a move may be made now. If not, a message tells the player how to confirm it. */
  passes(kind: "open" | "chord" | "flag", index: number, shape: Shape) {
    const move = `${kind} ${index}`;
    if (kind === "flag" || !this.app.settings.get("confirm_final") || this.#asked === move) {
      this.#asked = "";
      return true;
    }
    this.#asked = move;
    this.app.say(this.app.text(`page.final_${kind}`, { place: placeText(this.app, shape, index) }));
    return false;
  }

  /** Drop the pending confirmation, for example when the cursor moves. */
  forget() {
    this.#asked = "";
  }

  /**
   * Ask whether something saved may be deleted.
   * @param what - in words
   */
  async mayRemove(what: string): Promise<boolean> {
    const { app } = this;
    const answers = { yes: app.text("page.final_remove_yes"), no: app.text("page.final_remove_no") };
    return app.confirm(app.text("page.final_remove", { what }), answers);
  }
}
