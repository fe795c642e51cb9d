// A line for typed commands: "open 2 5 1", "where am I". ":" or Tab focuses it. The interpreter is loaded with the
// first command.

import { nameOf } from "./keys.ts";
import type { App } from "../app.ts";
import type { Commands } from "../later.ts";
import type { Played } from "./commands.ts";

const MOST = 50;

export class CommandLine {
  element;
  #stop = new AbortController();
  #field = document.createElement("input");
  #answers = document.createElement("ul");
  /** The typed lines, latest last. */
  #typed: string[] = [];
  #place = 0;
  /** Runs commands one after another, in the order typed. */
  #turn: Promise<void> = Promise.resolve();
  #commands: Promise<Commands> | null = null;

  /** @param played - the session, the board and the screen's commands */
  constructor(host: HTMLElement, public app: App, public played: Played) {
    const label = document.createElement("label");
    label.textContent = app.text("page.command");
    this.#field.id = "command";
    this.#field.autocomplete = "off";
    this.#field.spellcheck = false;
    this.#field.setAttribute("autocapitalize", "off");
    this.#field.enterKeyHint = "go";
    this.#field.placeholder = app.text("page.command_example");
    label.htmlFor = this.#field.id;
    this.#answers.className = "answers";
    this.element = document.createElement("form");
    this.element.className = "command-line";
    this.element.append(this.#answers, label, this.#field);
    host.append(this.element);
    const { signal } = this.#stop;
    this.element.addEventListener("submit", (event) => this.#submit(event), { signal });
    this.#field.addEventListener("keydown", (event) => this.#press(event), { signal });
    app.settings.addEventListener("change", () => this.#dress(), { signal });
    addEventListener("keydown", (event) => this.#call(event), { signal });
    this.#dress();
  }

  /** Remove the line. */
  close() {
    this.#stop.abort();
    this.element.remove();
  }

  /** Focus the field. */
  focus() {
    this.#field.focus();
  }

  /** Unless the player has turned it on, the line is visible only while it has the focus. */
  #dress() {
    this.element.classList.toggle("passing", !this.app.settings.get("command_line"));
  }

  #call(event: KeyboardEvent) {
    if (nameOf(event) !== ":" || event.defaultPrevented || event.ctrlKey || event.metaKey) return;
    if (event.target instanceof Element && event.target.closest("input, textarea, select, dialog")) return;
    event.preventDefault();
    this.focus();
  }

  #press(event: KeyboardEvent) {
    if (event.key === "Escape") {
      event.preventDefault();
      this.#field.value = "";
      this.#answers.replaceChildren();
      this.app.goIn();
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      this.#place = Math.min(this.#typed.length, Math.max(0, this.#place + (event.key === "ArrowUp" ? -1 : 1)));
      this.#field.value = this.#typed[this.#place] ?? "";
    }
  }

  #submit(event: SubmitEvent) {
    event.preventDefault();
    // Accept a leading ":", which players type even if the field already has the focus.
    const line = this.#field.value.replace(/^[\s:]+/, "").trim();
    if (!line) return;
    this.#field.value = "";
    if (this.#typed.at(-1) !== line) this.#typed.push(line);
    this.#place = this.#typed.length;
    this.#turn = this.#turn.then(() => this.#obey(line)).catch((error) => this.app.fail(error));
  }

  async #obey(line: string) {
    this.#commands ??= import("../later.ts").then(({ Commands }) => Commands.load(this.app, this.played));
    const commands = await this.#commands.catch((error) => {
      // Try loading the interpreter again with the next command.
      this.#commands = null;
      throw error;
    });
    const { lines, isRead } = await commands.obey(line);
    if (this.#stop.signal.aborted) return;
    this.#add(line, "asked");
    for (const answer of lines) this.#add(answer, "answer");
    this.#answers.scrollTop = this.#answers.scrollHeight;
    if (isRead) this.app.announce(lines.join("; "));
  }

  #add(text: string, kind: string) {
    const line = document.createElement("li");
    line.className = kind;
    line.textContent = text;
    this.#answers.append(line);
    while (this.#answers.childElementCount > MOST) this.#answers.firstElementChild?.remove();
  }
}
