// Applies edits to a study's record, and maps positions across them. Like Python's rooms/study_record.py and
// rooms/study_edits.py.

import { parseRecord } from "./record.ts";
import {
  branchesAt, findMoment, lengthOf, momentName, parseBranch, parseMoment, promoted, withBranch, withComment, withTags,
  withTail, without, withoutLine, type Place,
} from "./record_tree.ts";
import type { Record } from "./record_writer.ts";

/** A change to the names of positions. */
export type Shift = { kind: "cut" | "out" | "in" | "swap" | "all"; steps: number[] };
/** An edit that the server has accepted. */
export type SavedEdit = { do: string; [name: string]: any };
/** The result of an edit: the record, the changes to position names, and the position it concerns. */
type Applied = { record: Record; shifts: Shift[]; at: string | null };

/**
 * Map a position across some changes. Returns: its new name, and whether it still exists; if it was removed, the last
 * position before it.
 */
export function shiftMoment(shifts: readonly Shift[], name: string) {
  let steps = parseMoment(name);
  let isSame = true;
  for (const { kind, steps: own } of shifts) {
    if (kind === "all") return { name: "0", isSame: false };
    const last = own.length - 1;
    if (kind === "swap") steps = swapped(own, steps);
    else if (steps.length > last && begins(steps, own, last)) {
      if (kind === "in") {
        if (steps[last] >= own[last]) steps = stepped(steps, last, 1);
      } else if (kind === "cut") {
        if (steps[last] > own[last]) [steps, isSame] = [own, false];
      } else if (steps[last] === own[last]) [steps, isSame] = [own.slice(0, last), false];
      else if (steps[last] > own[last]) steps = stepped(steps, last, -1);
    }
  }
  return { name: steps.join("."), isSame };
}

/** The same steps, with one of them changed by an amount. */
const stepped = (steps: readonly number[], place: number, by: number) => steps.map((step, index) => (index === place ? step + by : step));

function begins(steps: readonly number[], own: readonly number[], count: number) {
  for (let index = 0; index < count; ++index) if (steps[index] !== own[index]) return false;
  return true;
}

function swapped(own: readonly number[], steps: number[]) {
  const place = own.length - 2;
  if (steps.length <= place || !begins(steps, own, place)) return steps;
  if (steps[place] > own[place]) return [...own, steps[place] - own[place], ...steps.slice(place + 1)];
  if (steps.length > place + 2 && begins(steps, own, place + 2) && steps[place + 2]) {
    return [...own.slice(0, place), own[place] + steps[place + 2], ...steps.slice(place + 3)];
  }
  return steps;
}

/** Normalise a position: the start of a variation is the position where it branches off. */
function normalPlace(record: Record, at: string): Place {
  let place = findMoment(record, at);
  while (place.line && !place.position) {
    const { parent, position } = record.variations[place.line - 1];
    place = { line: parent, position };
  }
  return place;
}

const WAYS: {[kind: string]: (record: Record, edit: SavedEdit) => Applied} = {
  play(record, { at, event, is_side: isSide = false }) {
    const place = normalPlace(record, at);
    const branch = parseBranch(`${event}\n`);
    if (place.position === lengthOf(record, place.line) && !isSide) {
      const more = withTail(record, place.line, branch);
      return { record: more, shifts: [], at: momentName(more, { ...place, position: place.position + 1 }) };
    }
    const more = withBranch(record, place, branch);
    const line = branchesAt(more, place).at(-1) as number;
    return { record: more, shifts: [], at: momentName(more, { line, position: 1 }) };
  },
  delete(record, { at }) {
    const { line, position } = findMoment(record, at);
    if (line && position <= 1) {
      const { parent, position: leaves } = record.variations[line - 1];
      const steps = parseMoment(momentName(record, { line, position: 0 })).slice(0, -1);
      const place = momentName(record, { line: parent, position: leaves });
      return { record: withoutLine(record, line), shifts: [{ kind: "out", steps }], at: place };
    }
    const end = { line, position: position - 1 };
    const name = momentName(record, end);
    return { record: without(record, end), shifts: [{ kind: "cut", steps: parseMoment(name) }], at: name };
  },
  promote(record, { at }) {
    const { line } = findMoment(record, at);
    const steps = parseMoment(momentName(record, { line, position: 0 })).slice(0, -1);
    const more = promoted(record, line);
    const shifts: Shift[] = [{ kind: "swap", steps }];
    if (more.variations.length < record.variations.length) shifts.push({ kind: "out", steps });
    const place = steps.slice(0, -1);
    return { record: more, shifts, at: stepped(place, place.length - 1, 1).join(".") };
  },
  comment: (record, { at, text }) => ({ record: withComment(record, findMoment(record, at), text), shifts: [], at }),
  tag(record, { name, value }) {
    const { [name]: _, ...tags } = record.tags;
    // A changed tag keeps its place among the others.
    return { record: withTags(record, value ? { ...record.tags, [name]: value } : tags), shifts: [], at: null };
  },
  replace: (_, { record }) => ({ record: parseRecord(record), shifts: [{ kind: "all", steps: [] }], at: "0" }),
  graft(record, { at, branch, place: rank = 0 }) {
    const place = findMoment(record, at);
    const own = parseBranch(branch);
    if (!rank) return { record: withTail(record, place.line, own), shifts: [], at };
    return { record: withBranch(record, place, own, rank), shifts: [{ kind: "in", steps: [...parseMoment(at), rank] }], at };
  },
  all(record, { edits }) {
    const done: Applied = { record, shifts: [], at: null };
    for (const each of edits) {
      const next = applyEdit(done.record, each);
      Object.assign(done, next, { shifts: [...done.shifts, ...next.shifts] });
    }
    return done;
  },
  undo: (record, { edit }) => applyEdit(record, edit),
};

/** Apply an accepted edit to a record. Edits of roles and the like leave the record unchanged. */
export function applyEdit(record: Record, edit: SavedEdit): Applied {
  return Object.hasOwn(WAYS, edit.do) ? WAYS[edit.do](record, edit) : { record, shifts: [], at: edit.at ?? null };
}
