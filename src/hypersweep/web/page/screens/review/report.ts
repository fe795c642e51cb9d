// The report of a review: a text to read and to copy.

import { copyText } from "../../frame/clipboard.ts";
import { answerButton, showDialog } from "../../frame/dialogs.ts";
import { button, node } from "../../frame/elements.ts";
import { nameOf } from "../../input/keys.ts";
import type { App } from "../../app.ts";

/** Show the report. */
export function showReport(app: App, text: string) {
  const shown = node("pre", "", text);
  shown.tabIndex = 0;
  const said = node("p", "about");
  said.setAttribute("role", "status");
  const copy = button(app.text("page.copy"), () => copyText(app, text, { say: (told) => said.replaceChildren(told) }));
  const close = answerButton(app.text("page.close"), "");
  close.className = "primary";
  const { dialog } = showDialog(app.text("review.report"), [shown, said], [copy, close]);
  dialog.classList.add("report");
  dialog.addEventListener("keydown", (event) => {
    const key = nameOf(event);
    if (key === "q" || key === "r") dialog.close();
    if (key === "j" || key === "k") shown.scrollBy(0, key === "j" ? 40 : -40);
  });
  shown.focus();
  return dialog;
}
