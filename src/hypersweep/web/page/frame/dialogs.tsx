// Questions and lists in dialogs. The browser returns the focus afterwards; Escape means no.

import { render, type ComponentChildren } from "preact";
import type { App } from "../app.ts";

/** A button that closes its dialog. */
export type Answer = { text: string; value?: string; kind?: "primary" | "danger"; isFocused?: boolean };

let count = 0;

/**
 * Show a modal dialog.
 * @param answers - at the bottom; `closed` resolves to the value of the one pressed, "" for none
 */
export function showDialog(title: string, content: ComponentChildren, answers: ComponentChildren, className = "") {
  const id = `dialog-${++count}`;
  const dialog = document.createElement("dialog");
  dialog.className = className;
  dialog.setAttribute("aria-labelledby", id);
  // A click outside closes the dialog, like Escape.
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close(""));
  // Close the dialog if the browser's back button leads to another screen.
  const leaving = new AbortController();
  addEventListener("hashchange", () => dialog.close(""), { signal: leaving.signal });
  const closed = new Promise<string>((resolve) => {
    dialog.addEventListener("close", () => {
      leaving.abort();
      render(null, dialog);
      dialog.remove();
      resolve(dialog.returnValue);
    });
  });
  document.body.append(dialog);
  render(
    <form method="dialog">
      <h2 id={id}>{title}</h2>
      {content}
      <div class="buttons">{answers}</div>
    </form>,
    dialog,
  );
  dialog.showModal();
  return { dialog, closed };
}

/** Ask something in a dialog. Resolves to whether the player agreed. */
export async function showQuestion(app: App, title: string, content: ComponentChildren, yes: Answer, no: Answer = { text: app.text("page.cancel") }): Promise<boolean> {
  return (await showDialog(title, content, [<AnswerButton value="yes" {...yes} />, <AnswerButton {...no} />]).closed) === "yes";
}

export function AnswerButton({ text, value = "", kind, isFocused }: Answer) {
  return <button value={value} class={kind} autofocus={isFocused}>{text}</button>;
}

/** Texts of a question's buttons; `kind` is that of the one that agrees. */
export type Answers = { yes?: string; no?: string; kind?: Answer["kind"] };

/** Ask whether the player agrees. If what follows is dangerous, `Enter` alone doesn't agree. */
export async function confirm(app: App, text: string, { yes = app.text("page.yes"), no = app.text("page.no"), kind = "primary" }: Answers): Promise<boolean> {
  return showQuestion(app, text, null, { text: yes, kind }, { text: no, isFocused: kind === "danger" });
}

export async function prompt(app: App, text: string, { value = "", yes = app.text("page.ok"), no = app.text("page.cancel") }: {value?: string, yes?: string, no?: string}): Promise<string | null> {
  const change = (event: Event) => (value = (event.target as HTMLInputElement).value);
  const field = <input defaultValue={value} aria-label={text} autofocus onInput={change} />;
  return (await showQuestion(app, text, field, { text: yes, kind: "primary" }, { text: no })) ? value : null;
}

/**
 * Show texts, latest first, without repetitions.
 * @param nothing - shown if there are no texts
 */
export async function list(app: App, title: string, texts: readonly string[], nothing: string) {
  const shown = [...new Set([...texts].reverse())];
  const content = (
    <div class="scroll" tabIndex={0} role="region" aria-label={title}>
      <ul class="said">
        {(shown.length ? shown : [nothing]).map((text) => <li>{text}</li>)}
      </ul>
    </div>
  );
  await showDialog(title, content, <AnswerButton text={app.text("page.close")} />).closed;
}
