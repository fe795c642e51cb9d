// Copy to the clipboard.

import { answerButton, showDialog } from "./dialogs.ts";
import { node } from "./elements.ts";
import type { App } from "../app.ts";

/**
 * Copy a text, and confirm it. If the browser forbids copying, show the text selected, so that the player can copy it.
 * @param how - `what`: name of the text; `say`: shows the
 * confirmation if a dialog covers the screen
 */
export async function copyText(app: App, text: string, { what = "", say = (told) => app.say(told) }: {what?: string, say?: (told: string) => void} = {}) {
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
