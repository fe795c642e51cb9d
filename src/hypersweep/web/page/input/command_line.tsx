// A line for typed commands: "open 2 5 1", "where am I". ":" or Tab focuses it. The interpreter is loaded with the
// first command.

import { useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { nameOf } from "./keys.ts";
import type { App } from "../app.ts";
import type { Commands } from "../later.ts";
import type { Played } from "./commands.ts";

/** Maximum number of lines shown. */
const MOST = 50;

/** @param props - `played`: the session, the board and the screen's commands */
export function CommandLine({ app, played }: { app: App; played: () => Played }) {
  const isLasting = useSignal(app.settings.get("command_line"));
  const answers = useSignal<readonly { kind: string; text: string }[]>([]);
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const { current: state } = useRef({
    /** The typed lines, latest last. */ typed: [] as string[],
    place: 0,
    /** Runs commands one after another, in the order typed. */ turn: Promise.resolve(),
    commands: null as Promise<Commands> | null,
    isGone: false,
  });
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    app.settings.addEventListener("change", () => (isLasting.value = app.settings.get("command_line")), { signal });
    addEventListener("keydown", (event) => {
      if (nameOf(event) !== ":" || event.defaultPrevented || event.ctrlKey || event.metaKey) return;
      if (event.target instanceof Element && event.target.closest("input, textarea, select, dialog")) return;
      event.preventDefault();
      field.current?.focus();
    }, { signal });
    return () => {
      state.isGone = true;
      leaving.abort();
    };
  }, []);
  useLayoutEffect(() => list.current?.scrollTo(0, list.current.scrollHeight), [answers.value]);

  const obey = async (line: string) => {
    state.commands ??= import("../later.ts").then(({ Commands }) => Commands.load(app, played()));
    const commands = await state.commands.catch((error) => {
      // Try loading the interpreter again with the next command.
      state.commands = null;
      throw error;
    });
    const { lines, isRead } = await commands.obey(line);
    if (state.isGone) return;
    const added = lines.map((text) => ({ kind: "answer", text }));
    answers.value = [...answers.value, { kind: "asked", text: line }, ...added].slice(-MOST);
    if (isRead) app.announce(lines.join("; "));
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const input = field.current as HTMLInputElement;
    // Accept a leading ":", which players type even if the field already has the focus.
    const line = input.value.replace(/^[\s:]+/, "").trim();
    if (!line) return;
    input.value = "";
    if (state.typed.at(-1) !== line) state.typed.push(line);
    state.place = state.typed.length;
    state.turn = state.turn.then(() => obey(line)).catch((error) => app.fail(error));
  };
  const press = (event: KeyboardEvent & { currentTarget: HTMLInputElement }) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step && event.key !== "Escape") return;
    event.preventDefault();
    if (step) {
      state.place = Math.min(state.typed.length, Math.max(0, state.place + step));
      event.currentTarget.value = state.typed[state.place] ?? "";
    } else {
      event.currentTarget.value = "";
      answers.value = [];
      app.goIn();
    }
  };
  // Unless the player has turned it on, the line is visible only while it has the focus.
  return (
    <form class={`command-line${isLasting.value ? "" : " passing"}`} onSubmit={submit}>
      <ul class="answers" ref={list}>{answers.value.map(({ kind, text }) => <li class={kind}>{text}</li>)}</ul>
      <label for="command">{app.text("page.command")}</label>
      <input id="command" autocomplete="off" spellcheck={false} autocapitalize="off" enterKeyHint="go"
        placeholder={app.text("page.command_example")} ref={field} onKeyDown={press} />
    </form>
  );
}
