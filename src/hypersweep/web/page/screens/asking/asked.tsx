// Screens with data from the server: they show that it is loading, the data, or the error.

import { signal } from "@preact/signals";
import { createRef, type ComponentChildren, type VNode } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { HypersweepError } from "../../engine/errors.ts";
import { mount } from "../../frame/mount.ts";
import { afterSilence } from "../../patience.ts";
import { hasServer } from "../../together/http.ts";
import { identity } from "../../together/me.ts";
import type { App, Screen } from "../../app.ts";

/** A request whose answer `Answer` shows. The latest answer stays until the next one. */
export class Asked<Value> {
  value = signal<Value | undefined>(undefined);
  error = signal("");
  isBusy = signal(false);
  isSilent = signal(false);
  element = createRef<HTMLDivElement>();
  /** Whether the focus was in the content that an error has replaced. */
  hadFocus = false;
  /** Cancels the current request. */
  #latest: AbortController | null = null;

  /** @param signal - of the screen */
  constructor(public app: App, public signal: AbortSignal, public ask: (signal: AbortSignal) => Promise<Value>) {
  }

  /** Send the request, ignoring answers to earlier ones. */
  async load() {
    const { app } = this;
    this.#latest?.abort();
    const latest = (this.#latest = new AbortController());
    const signal = AbortSignal.any([this.signal, latest.signal]);
    if (!hasServer()) return;
    this.isBusy.value = true;
    const answered = afterSilence(() => {
      if (signal.aborted) return;
      if (this.value.value !== undefined && !this.error.value) app.say(app.text("asked.silent"));
      else this.isSilent.value = true;
    });
    try {
      const value = await this.ask(signal);
      if (signal.aborted) return;
      this.value.value = value;
      this.error.value = "";
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof HypersweepError)) return app.fail(error);
      const told = await app.told(error);
      if (signal.aborted) return;
      this.hadFocus = this.element.current?.contains(document.activeElement) ?? false;
      this.error.value = told;
    } finally {
      answered();
      if (this.#latest === latest) this.isBusy.value = this.isSilent.value = false;
    }
  }
}

/** The answer to a request, in an element of its own. */
export function Answer<Value>({ asked, class: name, children }: { asked: Asked<Value>; class: string; children: (value: Value) => ComponentChildren }) {
  const { app, value: { value } } = asked;
  return (
    <div ref={asked.element} class={name} aria-busy={hasServer() ? asked.isBusy.value : undefined}>
      {!hasServer() ? <p class="empty">{app.text("asked.no_server")}</p>
        : asked.error.value ? <Failure asked={asked} />
        : value !== undefined ? children(value)
        : asked.isBusy.value && <Loading asked={asked} />}
    </div>
  );
}

function Loading<Value>({ asked: { app, isSilent } }: { asked: Asked<Value> }) {
  return <p class="loading" role="status">{app.text(isSilent.value ? "asked.silent" : "asked.loading")}</p>;
}

function Failure<Value>({ asked }: { asked: Asked<Value> }) {
  const retry = useRef<HTMLButtonElement>(null);
  // The focused element is gone.
  useLayoutEffect(() => asked.hadFocus ? retry.current?.focus() : undefined, []);
  return (
    <div class="not-there">
      {asked.isBusy.value ? <Loading asked={asked} /> : <p role="alert">{asked.error}</p>}
      <button type="button" ref={retry} onClick={() => asked.load()}>{asked.app.text("asked.again")}</button>
    </div>
  );
}

/** A screen that shows the answer to one request, and asks again when another person signs in. */
export abstract class AskedScreen<Value> implements Screen {
  title;
  commands = {};
  asked;
  protected stop = new AbortController();

  /** @param keys - name of the screen, of its texts and of its keys */
  constructor(public app: App, public keys: string) {
    this.title = app.text(`${keys}.title`);
    this.asked = new Asked<Value>(app, this.stop.signal, (signal) => this.ask(signal));
    identity.addEventListener("change", () => this.askAnew(), { signal: this.stop.signal });
  }

  /** Get the data; the signal aborts when it is no longer needed. */
  abstract ask(signal: AbortSignal): Promise<Value>;

  abstract View: () => VNode;

  /** Drop what is known of the person, and ask again. */
  askAnew() {
    return this.asked.load();
  }

  show(element: HTMLElement) {
    element.classList.add("flat", "asking-page");
    mount(<this.View />, element, this.stop.signal);
    return this.asked.load();
  }

  leave() {
    this.stop.abort();
  }

  text(name: string, values?: any) {
    return this.app.text(`${this.keys}.${name}`, values);
  }
}

/** A part of a list; `next` requests the following part, null after the last one. */
export type Page<Row> = { rows: readonly Row[]; next: string | number | null };

/**
 * The rows of a list, of which a button loads more.
 * @param text - of the button
 * @returns the rows so far, a reference for the table's body, and the button
 */
export function usePages<Row>(app: App, first: Page<Row>, text: string, load: (next: string | number) => Promise<Page<Row>>) {
  const [pages, setPages] = useState([first]);
  const [isBusy, setBusy] = useState(false);
  const body = useRef<HTMLTableSectionElement>(null);
  // Another list has replaced it.
  const shown = pages[0] === first ? pages : [first];
  const { rows: latest, next } = shown[shown.length - 1];
  const rows = shown.flatMap((page) => page.rows);
  useLayoutEffect(() => {
    // The pressed button may be gone.
    if (shown.length > 1) body.current?.rows[rows.length - latest.length]?.querySelector<HTMLElement>("a, button")?.focus();
  }, [shown.length]);
  const more = async () => {
    if (isBusy || next === null) return;
    setBusy(true);
    try {
      const page = await load(next);
      setPages([...shown, page]);
    } catch (error) {
      await app.fail(error);
    } finally {
      setBusy(false);
    }
  };
  const button = next !== null && <p class="buttons"><button type="button" aria-busy={isBusy} onClick={more}>{text}</button></p>;
  return { rows, body, button };
}
