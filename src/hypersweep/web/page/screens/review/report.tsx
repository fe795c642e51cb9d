// The report of a review: a text to read and to copy.

import { signal } from "@preact/signals";
import { copyText } from "../../frame/clipboard.tsx";
import { AnswerButton, showDialog } from "../../frame/dialogs.tsx";
import { nameOf } from "../../input/keys.ts";
import type { App } from "../../app.ts";

/** Show the report. */
export function showReport(app: App, text: string) {
  const said = signal("");
  const copy = () => copyText(app, text, { say: (told) => (said.value = told) });
  const content = [<pre tabIndex={0} autofocus>{text}</pre>, <p class="about" role="status">{said}</p>];
  const answers = [
    <button type="button" onClick={copy}>{app.text("page.copy")}</button>,
    <AnswerButton text={app.text("page.close")} kind="primary" />,
  ];
  const { dialog } = showDialog(app.text("review.report"), content, answers, "report");
  dialog.addEventListener("keydown", (event) => {
    const key = nameOf(event);
    if (key === "q" || key === "r") dialog.close();
    if (key === "j" || key === "k") dialog.querySelector("pre")?.scrollBy(0, key === "j" ? 40 : -40);
  });
  return dialog;
}
