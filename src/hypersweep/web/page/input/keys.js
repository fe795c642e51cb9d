// @ts-check
// Finds the command for a key on a screen, in the key table shared with the terminal.

import { SHORTCUTS } from "../data/keys.js";

/** @typedef {{keys: readonly string[], command: string, arguments: readonly any[]}} Shortcut */

// Commands whose keys belong to the browser, or that the page lacks: quit, suspend, and watching the solver play.
const NOT_HERE = new Set(["quit", "suspend", "watch"]);
/** @type {Record<string, string>} */
const SIGNS = {
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
const REPEATED = new Set(["across", "down", "move", "along", "look", "undo", "redo", "cursor", "scroll", "step", "skip", "page"]);
const TYPED_INTO = "input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=submit]), textarea, select, [contenteditable]";

/** The latest press of any button. @type {{x: number, y: number, time: number} | null} */
let pressed = null;

globalThis.addEventListener?.("pointerdown", ({ clientX, clientY, timeStamp }) => (pressed = { x: clientX, y: clientY, time: timeStamp }), {
  capture: true,
  passive: true,
});

/** Where and when the latest press was; null if there was none. */
export function latestPress() {
  return pressed;
}

/**
 * Whether the element itself uses a key.
 * @param {EventTarget | null} target
 * @param {string} key
 */
function isTaken(target, key) {
  if (!(target instanceof Element)) return false;
  if (target.closest("dialog")) return true;
  if (key === "Enter" || key === " ") return target.closest("button, a[href], summary, input") !== null;
  return key.startsWith("Arrow") && target.closest("input[type=radio], input[type=range], [role=listbox], [role=tablist], aside[tabindex]") !== null;
}

/** The ordinary form of a full-width character ("ｆ"), which East Asian keyboards may type. @param {string} key */
function halfWidth(key) {
  if (key === "\u3000") return " ";
  return /^[\uff01-\uff5e]$/.test(key) ? String.fromCharCode(key.charCodeAt(0) - 0xfee0) : key;
}

/**
 * The key table's name of a key: with a non-Latin layout, the Latin letter at its place; Caps Lock is ignored.
 * @param {KeyboardEvent} event
 */
export function nameOf(event) {
  const { code, shiftKey } = event;
  const key = halfWidth(event.key);
  if (key.length !== 1) return key;
  const isOther = key > "\x7f" && /^Key[A-Z]$/.test(code) && !/\p{Script=Latin}/u.test(key);
  const letter = isOther ? code[3] : key;
  if (!/^[a-z]$/i.test(letter) || !(isOther || event.getModifierState("CapsLock"))) return key;
  return shiftKey ? letter.toUpperCase() : letter.toLowerCase();
}

/**
 * @param {string} screen - name in the key table
 * @param {KeyboardEvent} event
 * @returns {Shortcut | null}
 */
export function shortcutOf(screen, event) {
  // Ctrl, Alt and Meta belong to the browser: Ctrl-R reloads the page.
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.altKey || event.metaKey) return null;
  if (event.target instanceof Element && event.target.closest(TYPED_INTO)) return null;
  const key = nameOf(event);
  if (isTaken(event.target, key)) return null;
  const table = /** @type {Record<string, readonly Shortcut[]>} */ (SHORTCUTS);
  for (const name of [screen, "everywhere"]) {
    const found = table[name]?.find((each) => each.keys.includes(key));
    if (found) return NOT_HERE.has(found.command) ? null : found;
  }
  return null;
}

/**
 * Whether a command repeats while its key is held down.
 * @param {Shortcut} shortcut
 */
export function isRepeated(shortcut) {
  return REPEATED.has(shortcut.command);
}

/**
 * Whether the page supports a command of the table.
 * @param {string} command
 */
export function isInPage(command) {
  return !NOT_HERE.has(command);
}

/** The label of a key in English; messages/de/help.js has the German ones. @param {string} key - as in the table */
export function keyName(key) {
  return SIGNS[key] ?? key;
}
