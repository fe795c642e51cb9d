// Navigation through the lines of a record.

import { branchesAt, lengthOf, type Place } from "../../play/record_tree.ts";
import type { Record } from "../../play/record_writer.ts";

/** The position where a variation branches off its parent; null on the main line. */
function leavingOf({ variations }: Record, { line }: Place): Place | null {
  if (!line) return null;
  const { parent, position } = variations[line - 1];
  return { line: parent, position };
}

/** The number of events before a position, from the start of the main line. */
export function eventsTo(record: Record, place: Place) {
  let count = 0;
  for (let each = place as Place | null; each; each = leavingOf(record, each)) count += each.position;
  return count;
}

/**
 * The position some events further along a line; a negative number goes back, possibly from a variation to its parent.
 */
export function stepped(record: Record, place: Place, events: number): Place {
  let { line, position } = place;
  if (events > 0) return { line, position: Math.min(position + events, lengthOf(record, line)) };
  for (let left = -events; left && (line || position); --left) {
    if (position) position -= 1;
    // Before the first move of a variation comes the position where it branches off.
    if (!position) ({ line, position } = leavingOf(record, { line, position }) ?? { line, position });
  }
  return { line, position };
}

/**
 * The position after the first move of the variation that branches off here. From such a position, go to the
 * variation's next sibling in the same way. Null if there is none.
 */
function sideFrom(record: Record, place: Place): Place | null {
  let [line] = branchesAt(record, place);
  const leaving = leavingOf(record, place);
  if (!line && leaving && place.position === 1) {
    const beside = branchesAt(record, leaving);
    line = beside[(beside.indexOf(place.line) + 1) % beside.length];
    if (line === place.line) line = 0;
  }
  return line ? { line, position: Math.min(1, lengthOf(record, line)) } : null;
}

/** `say` shows the named text if a command has no effect. */
type Acts = { here: () => Place; go: (to: Place) => unknown; say: (name: string) => unknown };

export class Walk {
  constructor(public record: () => Record, public acts: Acts) {
  }

  #go(place: Place | null, none: string) {
    if (place) this.acts.go(place);
    else this.acts.say(none);
  }

  /** @param events - negative to go back */
  step(events: number) {
    this.acts.go(stepped(this.record(), this.acts.here(), events));
  }

  /** @param end - 0 for the start, 1 for the end of the line */
  seek(end: number) {
    const { line } = this.acts.here();
    this.acts.go(end ? { line, position: lengthOf(this.record(), line) } : { line: 0, position: 0 });
  }

  follow() {
    this.#go(sideFrom(this.record(), this.acts.here()), "no_line");
  }

  leaveLine() {
    this.#go(leavingOf(this.record(), this.acts.here()), "main_line");
  }

  press(event: KeyboardEvent) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const act = {
      ArrowRight: () => this.step(1),
      ArrowLeft: () => this.step(-1),
      ArrowDown: () => this.follow(),
      ArrowUp: () => this.leaveLine(),
      Home: () => this.seek(0),
      End: () => this.seek(1),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
}
