// @ts-check
// What is copied to the clipboard.

import { answerButton, showDialog } from "./dialogs.js";
import { node } from "./elements.js";

/**
 * Copies a text, and says so. Where the browser doesn't let the page, the text is shown instead, marked, to be copied by hand.
 * @param {import("../app.js").App} app
 * @param {string} text
 * @param {{what?: string, say?: (told: string) => void}} [how] - what the text is; who says it, where something stands before the screen
 */
export async function copyText(app, text, { what = "", say = (told) => app.say(told) } = {}) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const title = app.text("page.not_copied");
    const field = node("textarea");
    [field.value, field.readOnly, field.rows] = [text, true, 8];
    field.setAttribute("aria-label", title);
    showDialog(title, [field], [answerButton(app.text("page.close"), "")]);
    field.focus();
    field.select();
    return;
  }
  say(app.text("page.copied", { what }));
}
