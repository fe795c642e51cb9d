// Screens with data from the server: they show that it is loading, the data, or the error. And views of such data:
// people, moments, facts, periods, choices, and tables that load more rows.

import { signal } from "@preact/signals";
import { createRef, type ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { HypersweepError } from "../engine/errors.ts";
import { LabelledButton } from "../frame/buttons.tsx";
import { afterSilence } from "../patience.ts";
import { identity } from "../multiplayer/me.ts";
import { ViewScreen } from "./view_screen.tsx";
import { dateText } from "../multiplayer/dates.ts";
import type { App } from "../app.ts";

/** A request whose answer `Answer` shows. The latest answer stays until the next one. */
export class Asked<Value> {
  value = signal<Value | undefined>(undefined);
  error = signal("");
  /** The name of the message to show while waiting; "" otherwise. */
  waiting = signal<"" | "loading" | "silent">("");
  element = createRef<HTMLDivElement>();
  /** Whether the focus was in the content that an error has replaced. */
  #hadFocus = false;
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
}

/** A person's name as a link to their public page; for guests and deleted people, only the name. */
export function PersonLink({ person, name }: { person: string | null | undefined; name: string }) {
  // Isolate the name, so that its writing direction doesn't affect the rest of the line.
  const shown = <bdi>{name}</bdi>;
  return person ? <a href={`#/person/${encodeURIComponent(person)}`}>{shown}</a> : shown;
}

/** @param how - format; dates are in UTC unless it says otherwise */
export function Moment({ app, at, how }: { app: App; at: number; how: Intl.DateTimeFormatOptions }) {
  const date = new Date(at);
  return <time dateTime={date.toISOString()}>{dateText(app, date, how)}</time>;
}

/** @param facts - message keys, each with a value; facts without a value are left out */
export function Facts({ text, facts }: { text: (name: string) => string; facts: readonly [string, string][] }) {
  const factOf = (name: string, value: string) => <div key={name}><dt>{text(name)}</dt><dd>{value}</dd></div>;
  return <dl class="facts">{facts.map(([name, value]) => value && factOf(name, value))}</dl>;
}

/** The name of a period between buttons for the one before and the one after. */
export function PeriodTurning({ labels, has, turn, children }: {
  labels: [string, string]; has: [boolean, boolean]; turn: (step: -1 | 1) => unknown; children: ComponentChildren;
}) {
  // Disable unusable buttons only for ARIA, so that a pressed one keeps the focus.
  const button = (place: 0 | 1) => (
    <LabelledButton text={"‹›"[place]} label={labels[place]} aria-disabled={!has[place]}
      onClick={() => has[place] && turn(place ? 1 : -1)} />
  );
  return <div class="period-turning">{button(0)}{children}{button(1)}</div>;
}

type SegmentsProps<Value> = {
  name: string;
  legend: ComponentChildren;
  values: readonly Value[];
  chosen: Value;
  textOf: (value: Value) => string;
  choose: (value: Value) => void;
};

/** A choice among a few values, as radio buttons side by side. */
export function Segments<Value extends string>({ name, legend, values, chosen, textOf, choose }: SegmentsProps<Value>) {
  return (
    <fieldset class="segments row">
      {legend}
      {values.map((value) => (
        <label key={value}>
          <input type="radio" name={name} value={value} checked={value === chosen} onChange={() => choose(value)} />
          <span>{textOf(value)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** A part of a list; `next` requests the following part, null after the last one. */
export type Page<Row> = { rows: readonly Row[]; next: string | number | null };
type Cells = { key: string; class?: string; cells: ComponentChildren[] };

type TableProps<Row> = {
  /** its texts name the columns: "head_NAME" */ screen: Pick<AskedScreen<unknown>, "app" | "text">;
  caption: string;
  /** shown in place of a table without rows */ empty: string;
  /** names of the columns; those that begin with "#" are for numbers */ heads: readonly string[];
  /** the column that names the rows */ header?: number;
  page: Page<Row>;
  more?: (next: string | number) => Promise<Page<Row>>;
  cellsOf: (row: Row) => Cells;
};

export function Table<Row>({ screen, caption, empty, heads, header = 0, page: first, more, cellsOf }: TableProps<Row>) {
  const [pages, setPages] = useState([first]);
  const [isBusy, setBusy] = useState(false);
  const body = useRef<HTMLTableSectionElement>(null);
  // If another list has replaced this one, drop its pages.
  const shown = pages[0] === first ? pages : [first];
  const { rows: latest, next } = shown[shown.length - 1];
  const rows = shown.flatMap((page) => page.rows);
  const classOf = (place: number) => (heads[place].startsWith("#") ? "number" : undefined);
  const texts = heads.map((name) => screen.text(`head_${name.replace("#", "")}`));
  useLayoutEffect(() => {
    // The pressed button may be gone.
    const row = shown.length > 1 && body.current?.rows[rows.length - latest.length];
    if (row) row.querySelector<HTMLElement>("a, button")?.focus();
  }, [shown.length]);

  const load = async () => {
    if (isBusy || next === null || !more) return;
    setBusy(true);
    await more(next).then((page) => setPages([...shown, page]), (error) => screen.app.fail(error));
    setBusy(false);
  };
  if (!rows.length) return <p class="empty">{empty}</p>;
  // On phones CSS may display rows as blocks; the roles keep them rows for screen readers.
  return (
    <>
      <div class="scroll">
        <table class="asked-table" role="table">
          <caption class="unseen">{caption}</caption>
          <thead role="rowgroup">
            <tr role="row">
              {texts.map((text, place) => <th class={classOf(place)} scope="col" role="columnheader">{text}</th>)}
            </tr>
          </thead>
          <tbody role="rowgroup" ref={body}>
            {rows.map(cellsOf).map(({ key, class: name, cells }) => (
              <tr role="row" key={key} class={name}>
                {cells.map((cell, place) => place === header
                  ? <th scope="row" role="rowheader">{cell}</th>
                  : <td role="cell" class={classOf(place)} data-head={texts[place]}>{cell}</td>)}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {next !== null && (
        <p class="buttons"><button type="button" aria-busy={isBusy} onClick={load}>{screen.text("more")}</button></p>
      )}
    </>
  );
}
