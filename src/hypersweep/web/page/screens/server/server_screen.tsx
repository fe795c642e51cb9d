// Screens with data from the server: they show that it is loading, the data, or the error.

import { signal } from "@preact/signals";
import { createRef, type ComponentChildren } from "preact";
import { HypersweepError } from "../../engine/errors.ts";
import { LabelledButton } from "../../frame/buttons.tsx";
import { afterSilence } from "../../patience.ts";
import { identity } from "../../multiplayer/me.ts";
import { ViewScreen } from "../view_screen.tsx";
import type { App } from "../../app.ts";

/** A request whose answer `Answer` shows. The latest answer stays until the next one. */
export class Asked<Value> {
  value = signal<Value | undefined>(undefined);
  error = signal("");
  /** The name of the message to show while waiting; "" otherwise. */
  waiting = signal<"" | "loading" | "silent">("");
  element = createRef<HTMLDivElement>();
  /** Whether the focus was in the content that an error has replaced. */
  #hadFocus = false;
  /** Cancels the current request. */
  #latest: AbortController | null = null;

  /** @param signal - of the screen */
  constructor(public app: App, public signal: AbortSignal, public ask: (signal: AbortSignal) => Promise<Value>) {
  }

  /** Focus the button that asks again if the focused element is gone. */
  retry = (button: HTMLButtonElement | null) => {
    if (this.#hadFocus) button?.focus();
  };

  /** Send the request, ignoring answers to earlier ones. */
  async load() {
    const { app } = this;
    this.#latest?.abort();
    const latest = (this.#latest = new AbortController());
    const signal = AbortSignal.any([this.signal, latest.signal]);
    this.waiting.value = "loading";
    const answered = afterSilence(() => {
      if (signal.aborted) return;
      if (this.value.value !== undefined && !this.error.value) app.say(app.text("asked.silent"));
      this.waiting.value = "silent";
    });
    try {
      const value = await this.ask(signal);
      if (signal.aborted) return;
      this.value.value = value;
      this.error.value = "";
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof HypersweepError)) return app.fail(error);
      const message = await app.errorText(error);
      if (signal.aborted) return;
      this.#hadFocus = this.element.current?.contains(document.activeElement) ?? false;
      this.error.value = message;
    } finally {
      answered();
      if (this.#latest === latest) this.waiting.value = "";
    }
  }
}

type AnswerProps<Value> = { asked: Asked<Value>; class: string; children: (value: Value) => ComponentChildren };

/** The answer to a request, in an element of its own. */
export function Answer<Value>({ asked, class: name, children }: AnswerProps<Value>) {
  const { app, element, value: { value }, error, waiting: { value: waiting } } = asked;
  const loading = waiting && <p class="loading" role="status">{app.text(`asked.${waiting}`)}</p>;
  return (
    <div ref={element} class={name} aria-busy={waiting !== ""}>
      {error.value ? (
        <div class="not-there panel">
          {loading || <p role="alert">{error}</p>}
          <button type="button" ref={asked.retry} onClick={() => asked.load()}>{app.text("asked.again")}</button>
        </div>
      ) : value === undefined ? loading : children(value)}
    </div>
  );
}

/** A screen that shows the answer to one request, and asks again when another person signs in. */
export abstract class AskedScreen<Value> extends ViewScreen {
  title = this.text("title");
  commands = {};
  asked;
  /** Classes of its element. */
  classes = ["flat", "asking-page"];

  /** @param keys - name of the screen, of its texts and of its keys */
  constructor(app: App, public keys: string) {
    super(app, keys);
    this.asked = new Asked<Value>(app, this.stop.signal, (signal) => this.ask(signal));
    identity.addEventListener("change", () => this.askAnew(), { signal: this.stop.signal });
  }

  /** Get the data; the signal aborts when it is no longer needed. */
  abstract ask(signal: AbortSignal): Promise<Value>;

  /** Ask again after another person has signed in. Subclasses also drop what they know about the earlier one. */
  askAnew() {
    return this.asked.load();
  }

  show(element: HTMLElement) {
    element.classList.add(...this.classes);
    super.show(element);
    return this.asked.load();
  }

  /** A button with one of the screen's texts, which reports the errors of its action. */
  button(name: string, act: () => unknown, { label, ...more }: { class?: string; label?: string } = {}) {
    const press = async () => {
      try {
        await act();
      } catch (error) {
        await this.app.fail(error);
      }
    };
    const text = this.text(name);
    if (label) return <LabelledButton text={text} label={label} onClick={press} {...more} />;
    return <button type="button" onClick={press} {...more}>{text}</button>;
  }
}
