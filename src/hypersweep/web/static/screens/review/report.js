// @ts-check
// The report of a review: a text to read and to copy.

import { button, node } from "../elements.js";
import { copy } from "../shown_record.js";

/**
 * Shows the report; whoever doesn't wait for it to be closed may close it.
 * @param {import("../../app.js").App} app
 * @param {string} text
 */
export function showReport(app, text) {
  const shown = node("pre", "", text);
  shown.tabIndex = 0;
  const dialog = node("dialog", "report", node("h2", "", app.text("review.report")), shown);
  const close = button(app.text("review.close"), () => dialog.close(), { className: "primary" });
  dialog.append(node("p", "buttons", button(app.text("review.copy"), () => copy(app, text)), close));
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "q" || event.key === "r") dialog.close();
    if (event.key === "j" || event.key === "k") shown.scrollBy(0, event.key === "j" ? 40 : -40);
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  shown.focus();
  return dialog;
}
