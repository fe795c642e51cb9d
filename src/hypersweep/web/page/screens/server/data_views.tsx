// Views of the server's data: people, moments, facts, periods and choices.

import type { ComponentChildren } from "preact";
import { LabelledButton } from "../../frame/buttons.tsx";
import { dateText } from "../../multiplayer/dates.ts";
import type { App } from "../../app.ts";

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
