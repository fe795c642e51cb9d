// Questions and lists in dialogs. Afterwards the focus returns to where it was; Escape means no.

import type { App } from "../app.ts";

let count = 0;

/**
 * Show a modal dialog.
 * @param buttons - each closes it with its `value`
 * @returns `closed` resolves to the value of the button; "" for none
 */
export function showDialog(title: string, content: readonly Node[], buttons: readonly HTMLButtonElement[]): {dialog: HTMLDialogElement, closed: Promise<string>} {
  const before = document.activeElement;
  const dialog = document.createElement("dialog");
  const heading = document.createElement("h2");
  heading.id = `dialog-${++count}`;
  heading.textContent = title;
  dialog.setAttribute("aria-labelledby", heading.id);
  const form = document.createElement("form");
  form.method = "dialog";
  const row = document.createElement("div");
  row.className = "buttons";
  row.append(...buttons);
  form.append(heading, ...content, row);
  dialog.append(form);
  // A click outside closes the dialog, like Escape.
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close(""));
  // Close the dialog if the browser's back button leads to another screen.
  const leaving = new AbortController();
  addEventListener("hashchange", () => dialog.close(""), { signal: leaving.signal });
  const closed = new Promise<string>((resolve) => {
    dialog.addEventListener("close", () => {
      leaving.abort();
      dialog.remove();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
      resolve(dialog.returnValue);
    });
  });
  document.body.append(dialog);
  dialog.showModal();
  return { dialog, closed };
}

/** A button that closes its dialog. */
export function answerButton(text: string, value: string) {
  const button = document.createElement("button");
  button.value = value;
  button.textContent = text;
  return button;
}

export async function confirm(app: App, text: string, { yes = app.text("page.yes"), no = app.text("page.no") }: {yes?: string, no?: string}): Promise<boolean> {
  const sure = answerButton(yes, "yes");
  sure.className = "primary";
  return (await showDialog(text, [], [sure, answerButton(no, "")]).closed) === "yes";
}

export async function prompt(app: App, text: string, { value = "", yes = app.text("page.ok"), no = app.text("page.cancel") }: {value?: string, yes?: string, no?: string}): Promise<string | null> {
  const field = document.createElement("input");
  field.value = value;
  field.setAttribute("aria-label", text);
  field.autofocus = true;
  const sure = answerButton(yes, "yes");
  sure.className = "primary";
  const answer = await showDialog(text, [field], [sure, answerButton(no, "")]).closed;
  return answer === "yes" ? field.value : null;
}

/**
 * Show texts, latest first, without repetitions.
 * @param nothing - shown if there are no texts
 */
export async function list(app: App, title: string, texts: readonly string[], nothing: string) {
  const lines = document.createElement("ul");
  lines.className = "said";
  const shown = [...new Set([...texts].reverse())];
  for (const text of shown.length ? shown : [nothing]) {
    const line = document.createElement("li");
    line.textContent = text;
    lines.append(line);
  }
  const box = document.createElement("div");
  box.className = "scroll";
  box.tabIndex = 0;
  box.setAttribute("role", "region");
  box.setAttribute("aria-label", title);
  box.append(lines);
  await showDialog(title, [box], [answerButton(app.text("page.close"), "")]).closed;
}
