// Finds the command for a key on a screen, in the key table shared with the terminal.

import { SHORTCUTS } from "../data/keys.ts";
import type { Messages } from "../messages.ts";

type Shortcut = { keys: readonly string[]; command: string; arguments: readonly any[] };

/** Maximum length of the part after "table_" in the message keys of the key table. */
const MOST_LETTERS = 40;
/** Commands that the page lacks, or whose keys belong to the browser. */
export const NOT_HERE = new Set(["quit", "suspend", "watch"]);
const SIGNS: Record<string, string> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  " ": "Space",
  Escape: "Esc",
  PageUp: "PgUp",
  PageDown: "PgDn",
  Delete: "Del",
};
// Commands that repeat while their key is held down. All others run once, however long the key is held.
export const REPEATED = new Set(["across", "down", "move", "along", "look", "undo", "redo", "cursor", "scroll", "step", "skip", "page"]);
const TYPED_INTO = "input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=submit]), textarea, select, [contenteditable]";

/** The latest press of any button. */
let pressed: {x: number, y: number, time: number} | null = null;

globalThis.addEventListener?.("pointerdown", ({ clientX, clientY, timeStamp }) => (pressed = { x: clientX, y: clientY, time: timeStamp }), {
  capture: true,
  passive: true,
});

export function latestPress() {
  return pressed;
}

/** Whether the element itself uses a key. */
function isTaken(target: EventTarget | null, key: string) {
  if (!(target instanceof Element)) return false;
  if (target.closest("dialog")) return true;
  if (key === "Enter" || key === " ") return target.closest("button, a[href], summary, input") !== null;
  return key.startsWith("Arrow") && target.closest("input[type=radio], input[type=range], [role=listbox], [role=tablist], aside[tabindex]") !== null;
}

/** The ordinary form of a full-width character ("ｆ"), which East Asian keyboards may type. */
function halfWidth(key: string) {
  if (key === "\u3000") return " ";
  return /^[\uff01-\uff5e]$/.test(key) ? String.fromCharCode(key.charCodeAt(0) - 0xfee0) : key;
}

/**
 * The key table's name of a key. With a non-Latin layout, it is the Latin letter in that position; Caps Lock is
 * ignored.
 */
export function nameOf(event: KeyboardEvent) {
  const { code, shiftKey } = event;
  const key = halfWidth(event.key);
  if (key.length !== 1) return key;
  const isOther = key > "\x7f" && /^Key[A-Z]$/.test(code) && !/\p{Script=Latin}/u.test(key);
  const letter = isOther ? code[3] : key;
  if (!/^[a-z]$/i.test(letter) || !(isOther || event.getModifierState("CapsLock"))) return key;
  return shiftKey ? letter.toUpperCase() : letter.toLowerCase();
}

/** @param screen - name in the key table */
export function shortcutOf(screen: string, event: KeyboardEvent): Shortcut | null {
  // Ctrl, Alt and Meta belong to the browser: Ctrl-R reloads the page.
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return null;
  if (event.target instanceof Element && event.target.closest(TYPED_INTO)) return null;
  const key = nameOf(event);
  if (isTaken(event.target, key)) return null;
  const table = SHORTCUTS as Record<string, readonly Shortcut[]>;
  for (const name of [screen, "everywhere"]) {
    const found = table[name]?.find((each) => each.keys.includes(key));
    if (found) return NOT_HERE.has(found.command) ? null : found;
  }
  return null;
}

/**
 * The label of a key in English; `tableText` translates it.
 * @param key - as in the table
 */
export function keyName(key: string) {
  return SIGNS[key] ?? key;
}

/**
 * A word or sentence of the key table in the player's language; unchanged if it has no message, like a letter. The
 * message key is "help.table_" followed by the beginning of the English words.
 */
export function tableText(messages: Messages, words: string) {
  const name = `help.table_${words.toLowerCase().replace(/[^a-z0-9]+/g, "_").slice(0, MOST_LETTERS)}`;
  return messages.has(name) ? messages.text(name) : words;
}
