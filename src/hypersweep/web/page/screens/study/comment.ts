// The comment on the shown position: visible to all, editable for editors.

import { button, node } from "../../frame/elements.ts";
import { commentAt, type Place } from "../../play/record_tree.ts";
import { shownText } from "./words.ts";
import type { App } from "../../app.ts";
import type { RemoteStudy } from "../../together/remote_study.ts";

/** Maximum length of a comment, as on the server. */
const MOST = 4000;

export class CommentBox {
  button;
  element = node("section", "study-comment");
  #text = node("p", "study-read");
  #theirs = node("p", "study-theirs");
  #field = node("textarea");
  /** The position whose comment is in the field, and that comment when the field was filled. */
  #at = "";
  #before = "";

  /** @param save - returns why it wasn't saved; "" if it was */
  constructor(public app: App, public study: RemoteStudy, public save: (at: string, text: string) => Promise<string>) {
    const label = app.text("study.comment");
    this.#field.setAttribute("aria-label", label);
    this.#field.placeholder = label;
    this.#field.maxLength = MOST;
    this.#field.rows = 3;
    this.#field.dir = "auto";
    this.#text.dir = "auto";
    this.#theirs.dir = "auto";
    this.#theirs.hidden = true;
    this.#field.addEventListener("change", () => this.#keep());
    this.#field.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) this.#field.blur();
      else if (event.key === "Escape") this.#giveUp(event);
    });
    this.button = button(app.text("study.keep_comment"), () => this.#keep(), { className: "study-keep" });
    this.element.append(this.#text, this.#theirs, this.#field, this.button);
  }

  get #isChanged() {
    return this.#field.value !== this.#before;
  }

  /** Show the comment on a position; a text being edited stays. */
  show(at: string, place: Place) {
    // Make invisible characters visible, for editors too.
    const said = shownText(commentAt(this.study.record, place));
    const canEdit = this.study.canEdit;
    this.#text.hidden = canEdit;
    this.#field.hidden = !canEdit;
    this.button.hidden = !canEdit;
    if (this.#text.textContent !== said) this.#text.textContent = said;
    if (at === this.#at && this.#isChanged) {
      this.#theirs.hidden = said === this.#before || said === this.#field.value;
      if (!this.#theirs.hidden) this.#theirs.textContent = this.app.text("study.theirs", { text: said });
      return;
    }
    this.#at = at;
    this.#fill(said);
  }

  /** Follow the position when an edit renames it. */
  rename(from: string, to: string) {
    if (this.#at === from) this.#at = to;
  }

  #fill(said: string) {
    this.#before = said;
    if (this.#field.value !== said) this.#field.value = said;
    this.#theirs.hidden = true;
  }

  focus() {
    (this.#field.hidden ? this.#text : this.#field).focus();
  }

  /** Save a changed comment before another position is shown. */
  async #keep() {
    if (!this.#isChanged || !this.study.canEdit) return;
    const [at, text] = [this.#at, this.#field.value];
    const why = await this.save(at, text);
    if (this.#at !== at || this.#field.value !== text) return;
    if (why) this.app.warn(why);
    else this.#fill(text);
  }

  #giveUp(event: KeyboardEvent) {
    event.preventDefault();
    event.stopPropagation();
    this.#field.value = this.#before;
    this.#field.blur();
  }
}
