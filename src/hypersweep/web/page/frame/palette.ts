// All commands of a screen, searchable: for players who don't know the keys, and for touch screens.

import { KEY_TABLE } from "../data/key_help.ts";
import { isInPage, keyName, tableText } from "../input/keys.ts";
import { answerButton, showDialog } from "./dialogs.ts";
import type { App } from "../app.ts";

type Shortcut = { keys: readonly string[]; command: string; arguments: readonly any[]; what: string; sign: string };

/** Commands that are useless in a list, such as moving the cursor or typing a count. */
const BY_KEY_ONLY = new Set(
  "palette digit across down move along edge cursor focus_list scroll step seek speed".split(" "),
);

/**
 * Let the player choose a command of the screen, and run it.
 * @param everywhere - functions of the keys that work on every screen
 */
export async function openPalette(app: App, everywhere: Record<string, (...values: any[]) => unknown>) {
  const { screen } = app;
  if (!screen) return;
  await app.messages.add("help");
  const table = KEY_TABLE as Record<string, {shortcuts: readonly Shortcut[]}>;
  const commands = { ...everywhere, ...screen.commands };
  const box = document.createElement("div");
  box.className = "scroll palette";
  // A row that appears under a resting mouse must not be selected. Browsers report a mouse move there although the
  // mouse is still.
  const rest = () => box.classList.add("is-still");
  rest();
  box.addEventListener("pointermove", ({ movementX, movementY }) => {
    if (movementX || movementY) box.classList.remove("is-still");
  });
  const acts: Map<string, () => unknown> = new Map();
  /** The element listing the keys of each row, by the row's text. */
  const rows: Map<string, HTMLSpanElement> = new Map();
  for (const shortcut of [...(table[screen.keys]?.shortcuts ?? []), ...table.everywhere.shortcuts]) {
    const act = commands[shortcut.command];
    const key = [shortcut.command, ...shortcut.arguments].join(" ");
    if (!act || acts.has(key) || !isInPage(shortcut.command) || BY_KEY_ONLY.has(shortcut.command)) continue;
    acts.set(key, () => act(...shortcut.arguments));
    const name = document.createElement("kbd");
    name.textContent = tableText(app.messages, keyName(shortcut.keys[0]));
    const known = rows.get(shortcut.what);
    // Variants of a command share one row, which runs the first.
    if (known) {
      known.append(" ", name);
      continue;
    }
    const keys = document.createElement("span");
    keys.append(name);
    rows.set(shortcut.what, keys);
    const row = answerButton(tableText(app.messages, shortcut.what), key);
    row.append(" ", keys);
    box.append(row);
  }
  const none = document.createElement("p");
  none.textContent = app.text("page.palette_none");
  none.hidden = true;
  box.append(none);
  const field = document.createElement("input");
  field.type = "search";
  field.setAttribute("aria-label", app.text("page.palette_filter"));
  field.placeholder = app.text("page.palette_filter");
  field.addEventListener("input", () => {
    rest();
    const words = field.value.toLowerCase().split(/\s+/);
    let found = 0;
    for (const button of box.querySelectorAll("button")) {
      button.hidden = !words.every((word) => button.textContent?.toLowerCase().includes(word));
      if (!button.hidden) found += 1;
    }
    none.hidden = found > 0;
  });
  // Enter must run the selected row, not press the form's first button.
  field.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    [...box.querySelectorAll("button")].find((button) => !button.hidden)?.click();
  });
  const settings = answerButton(app.text("page.go_settings"), "settings");
  acts.set("settings", () => app.go("settings"));
  const answer = await showDialog(app.text("page.palette"), [field, box], [settings, answerButton(app.text("page.close"), "")]).closed;
  await acts.get(answer)?.();
}
