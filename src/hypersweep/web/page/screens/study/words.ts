// Makes texts by other people in a study safe to display: invisible characters and direction marks are shown as
// escapes.

import { cellText } from "../../play/phrases.ts";
import type { App } from "../../app.ts";
import type { Event } from "../../play/record_writer.ts";

/** A text by another person; line breaks are preserved. */
export function shownText(text: string) {
  return text.replace(/(?![\n\u200d])[\p{C}\p{Zl}\p{Zp}]/gu, (letter) => `\\u${(letter.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`);
}

/** The name of an event in the list of moves. */
export function moveText(app: App, { kind, cell, ended }: Event, number: number) {
  return app.text("study.move", { number, kind, place: cell && cellText(cell), ended });
}
