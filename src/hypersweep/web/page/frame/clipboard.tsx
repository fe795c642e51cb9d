// Copy to the clipboard.

import { AnswerButton, showDialog } from "./dialogs.tsx";
import type { App } from "../app.ts";

/**
 * Copy a text, and confirm it. If the browser forbids copying, show the text selected, so that the player can copy it.
 * @param how - `what`: name of the text; `say`: shows the confirmation if a dialog covers the screen
 */
export async function copyText(app: App, text: string, { what = "", say = (message) => app.say(message) }: {what?: string, say?: (message: string) => void} = {}) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const title = app.text("page.not_copied");
    const select = (event: FocusEvent) => (event.target as HTMLTextAreaElement).select();
    const field = <textarea readOnly rows={8} aria-label={title} autofocus onFocus={select}>{text}</textarea>;
    showDialog(title, field, <AnswerButton text={app.text("page.close")} />);
    return;
  }
  say(app.text("page.copied", { what }));
}
