// A part of a screen with data from the server: shows that it is loading, the data, or the error.

import { HypersweepError } from "../../engine/errors.ts";
import { button, node } from "../../frame/elements.ts";
import { afterSilence } from "../../patience.ts";
import { hasServer } from "../../together/http.ts";
import type { App } from "../../app.ts";

export class Asked {
  /** Cancels the current request. */
  #latest: AbortController | null = null;

  /**
   * @param element - container of the data
   * @param signal - of the screen
   */
  constructor(public app: App, public element: HTMLElement, public signal: AbortSignal) {
  }

  /** Send a request and show its answer, ignoring answers to earlier requests. The old content stays until then. */
  async show<Value>(ask: (signal: AbortSignal) => Promise<Value>, fill: (value: Value) => unknown) {
    const { app, element } = this;
    this.#latest?.abort();
    const latest = (this.#latest = new AbortController());
    const signal = AbortSignal.any([this.signal, latest.signal]);
    if (!hasServer()) return void element.replaceChildren(node("p", "empty", app.text("asked.no_server")));
    element.ariaBusy = "true";
    if (!element.childElementCount) {
      const loading = node("p", "loading", app.text("asked.loading"));
      loading.setAttribute("role", "status");
      element.append(loading);
    }
    const answered = afterSilence(() => !signal.aborted && this.#tellSilence());
    try {
      const value = await ask(signal);
      if (!signal.aborted) await fill(value);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof HypersweepError)) return app.fail(error);
      const told = await app.told(error);
      if (!signal.aborted) this.#fail(told, () => this.show(ask, fill));
    } finally {
      answered();
      if (this.#latest === latest) element.ariaBusy = "false";
    }
  }

  /** Say that the server hasn't answered yet, and keep waiting. */
  #tellSilence() {
    const told = this.app.text("asked.silent");
    const loading = this.element.querySelector(":scope > .loading");
    if (loading) loading.textContent = told;
    else this.app.say(told);
  }

  #fail(told: string, again: () => unknown) {
    const hadFocus = this.element.contains(document.activeElement);
    const why = node("p", "", told);
    why.setAttribute("role", "alert");
    const retry = button(this.app.text("asked.again"), () => {
      this.element.replaceChildren();
      again();
    });
    this.element.replaceChildren(node("div", "not-there", why, retry));
    if (hadFocus) retry.focus();
  }
}
