// All commands of a screen, searchable: for players who don't know the keys, and for touch screens.

import { useState } from "preact/hooks";
import { KEY_TABLE } from "../data/key_help.ts";
import { NOT_HERE, keyName, tableText } from "../input/keys.ts";
import { AnswerButton, showDialog } from "./dialogs.tsx";
import type { App } from "../app.ts";

type Shortcut = { keys: readonly string[]; command: string; arguments: readonly any[]; what: string; sign: string };
/** A command and its keys. Variants of a command share one row, which runs the first. */
type Row = { text: string; value: string; keys: string[]; act: () => unknown };

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
  const rows: Map<string, Row> = new Map();
  const known: Set<string> = new Set();
  for (const shortcut of [...(table[screen.keys]?.shortcuts ?? []), ...table.everywhere.shortcuts]) {
    const act = commands[shortcut.command];
    const value = [shortcut.command, ...shortcut.arguments].join(" ");
    if (!act || known.has(value) || NOT_HERE.has(shortcut.command) || BY_KEY_ONLY.has(shortcut.command)) continue;
    known.add(value);
    const key = tableText(app.messages, keyName(shortcut.keys[0]));
    const row = rows.get(shortcut.what);
    if (row) row.keys.push(key);
    else rows.set(shortcut.what, { text: tableText(app.messages, shortcut.what), value, keys: [key], act: () => act(...shortcut.arguments) });
  }
  const all = [...rows.values()];
  const answers = [<AnswerButton text={app.text("page.go_settings")} value="settings" />, <AnswerButton text={app.text("page.close")} />];
  const answer = await showDialog(app.text("page.palette"), <Palette app={app} rows={all} />, answers).closed;
  if (answer === "settings") app.go("settings");
  else await all.find(({ value }) => value === answer)?.act();
}

function Palette({ app, rows }: { app: App; rows: readonly Row[] }) {
  const [filter, setFilter] = useState("");
  // A row that appears under a resting mouse must not be selected. Browsers report a mouse move there although the
  // mouse is still.
  const [isStill, setStill] = useState(true);
  const words = filter.toLowerCase().split(/\s+/);
  const found = rows.filter(({ text, keys }) => words.every((word) => [text, ...keys].join(" ").toLowerCase().includes(word)));
  const search = (event: Event) => {
    setFilter((event.target as HTMLInputElement).value);
    setStill(true);
  };
  // Enter must run the selected row, not press the form's first button.
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    (event.target as HTMLElement).closest("dialog")?.querySelector<HTMLElement>(".palette button")?.click();
  };
  return (
    <>
      <input type="search" aria-label={app.text("page.palette_filter")} placeholder={app.text("page.palette_filter")} onInput={search} onKeyDown={press} />
      <div class={`scroll palette${isStill ? " is-still" : ""}`} onPointerMove={({ movementX, movementY }) => (movementX || movementY) && setStill(false)}>
        {found.map(({ text, value, keys }) => (
          <button key={value} value={value}>
            {text} <span>{keys.map((key, place) => [place > 0 && " ", <kbd>{key}</kbd>])}</span>
          </button>
        ))}
        {!found.length && <p>{app.text("page.palette_none")}</p>}
      </div>
    </>
  );
}
