// A dialog for typing or pasting a position's text, for devices on which pasting is difficult.

import { HypersweepError } from "../../engine/errors.ts";
import { made } from "../../frame/elements.ts";
import { refusedText } from "../../play/told.ts";
import type { App } from "../../app.ts";

/** Ask for a position until it is readable. */
export function askForPosition(app: App, take: (text: string) => Promise<boolean>) {
  const before = document.activeElement;
  const field = made("textarea", { rows: 10, spellcheck: false, id: "analysis-text" });
  const wrong = made("p", { className: "wrong", role: "alert", id: "analysis-text-wrong" });
  field.setAttribute("aria-describedby", wrong.id);
  const sure = made("button", { type: "submit", className: "primary" }, app.text("analysis.paste_take"));
  const back = made("button", { type: "button" }, app.text("page.cancel"));
  const hint = made("p", {}, app.text("analysis.paste_hint"));
  const title = made("h2", { id: "analysis-text-title" }, app.text("analysis.paste_title"));
  const form = made("form", { noValidate: true }, title, hint, field, wrong, made("div", { className: "buttons" }, sure, back));
  const dialog = made("dialog", { className: "pasting", "aria-labelledby": title.id }, form);
  field.setAttribute("aria-labelledby", title.id);
  back.addEventListener("click", () => dialog.close());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    take(field.value).then(
      (isTaken) => isTaken && dialog.close(),
      (error) => {
        if (error instanceof HypersweepError) wrong.textContent = refusedText(app.messages, error);
        else void app.fail(error);
      },
    );
  });
  const leaving = new AbortController();
  addEventListener("hashchange", () => dialog.close(), { signal: leaving.signal });
  dialog.addEventListener("close", () => {
    leaving.abort();
    dialog.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
  field.focus();
}
