// @ts-check
// Which command a key gives on a screen, by the table that the terminal has too.

import { KEY_TABLE } from "../data/keys.js";

/** @typedef {(typeof KEY_TABLE)["game"]["shortcuts"][number]} Shortcut */

// What belongs to the browser there, or makes no sense in a page: to leave, to go back to the shell.
const NOT_HERE = new Set(["quit", "suspend"]);
const TYPED_INTO = "input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=submit]), textarea, select, [contenteditable]";

/**
 * What an element of the page does with a key by itself.
 * @param {EventTarget | null} target
 * @param {string} key
 */
function isTaken(target, key) {
  if (!(target instanceof Element)) return false;
  if (target.closest("dialog")) return true;
  if (key === "Enter" || key === " ") return target.closest("button, a[href], summary, input") !== null;
  return key.startsWith("Arrow") && target.closest("input[type=radio], input[type=range], [role=listbox], [role=tablist]") !== null;
}

/**
 * @param {string} screen - the screen's name in the table
 * @param {KeyboardEvent} event
 * @returns {Shortcut | null}
 */
export function shortcutOf(screen, event) {
  // Ctrl, Alt and the like belong to the browser: Ctrl-R loads the page again.
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return null;
  if (event.target instanceof Element && event.target.closest(TYPED_INTO)) return null;
  if (isTaken(event.target, event.key)) return null;
  const table = /** @type {Record<string, {shortcuts: readonly Shortcut[]}>} */ (KEY_TABLE);
  for (const name of [screen, "everywhere"]) {
    const found = table[name]?.shortcuts.find((each) => each.keys.includes(event.key));
    if (found) return NOT_HERE.has(found.command) ? null : found;
  }
  return null;
}
