// @ts-check
// Applies edits to a study's record, and maps positions across them. Like Python's rooms/study_record.py and
// rooms/study_edits.py.

import { parseRecord } from "./record.js";
import { branchesAt, findMoment, lengthOf, momentName, parseBranch, parseMoment, promoted, withBranch, withComment, withTags, withTail, without, withoutLine } from "./record_tree.js";

/** @typedef {import("./record_writer.js").Record} Record */
/** @typedef {import("./record_tree.js").Place} Place */
/** A change to the names of positions. @typedef {{kind: "cut" | "out" | "in" | "swap" | "all", steps: number[]}} Shift */
/** An edit that the server has accepted. @typedef {{do: string, [name: string]: any}} Kept */
/** The result of an edit: the record, the changes to position names, and the position it concerns.
 * @typedef {{record: Record, shifts: Shift[], at: string | null}} Applied */

/**
 * Map a position across some changes. Returns: its new name, and whether it still exists; if it was removed, the last
 * position before it.
 * @param {readonly Shift[]} shifts
 * @param {string} name
 */
export function shiftMoment(shifts, name) {
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

/** The same steps, with one of them changed by an amount. @param {readonly number[]} steps @param {number} place @param {number} by */
const stepped = (steps, place, by) => steps.map((step, index) => (index === place ? step + by : step));

/** @param {readonly number[]} steps @param {readonly number[]} own @param {number} count */
function begins(steps, own, count) {
  for (let index = 0; index < count; ++index) if (steps[index] !== own[index]) return false;
  return true;
}

/** @param {readonly number[]} own @param {number[]} steps */
function swapped(own, steps) {
  const place = own.length - 2;
  if (steps.length <= place || !begins(steps, own, place)) return steps;
  if (steps[place] > own[place]) return [...own, steps[place] - own[place], ...steps.slice(place + 1)];
  if (steps.length > place + 2 && begins(steps, own, place + 2) && steps[place + 2]) {
    return [...own.slice(0, place), own[place] + steps[place + 2], ...steps.slice(place + 3)];
  }
  return steps;
}

/** Normalise a position: the start of a variation is the position where it branches off. @param {Record} record @param {string} at @returns {Place} */
export function normalPlace(record, at) {
  let place = findMoment(record, at);
  while (place.line && !place.position) {
    const { parent, position } = record.variations[place.line - 1];
    place = { line: parent, position };
  }
  return place;
}

/** @type {{[kind: string]: (record: Record, edit: Kept) => Applied}} */
const WAYS = {
  play(record, { at, event, is_side: isSide = false }) {
    const place = normalPlace(record, at);
    const branch = parseBranch(`${event}\n`);
    if (place.position === lengthOf(record, place.line) && !isSide) {
      const more = withTail(record, place.line, branch);
      return { record: more, shifts: [], at: momentName(more, { ...place, position: place.position + 1 }) };
    }
    const more = withBranch(record, place, branch);
    const line = /** @type {number} */ (branchesAt(more, place).at(-1));
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
    /** @type {Shift[]} */
    const shifts = [{ kind: "swap", steps }];
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
    /** @type {Applied} */
    const done = { record, shifts: [], at: null };
    for (const each of edits) {
      const next = applyEdit(done.record, each);
      Object.assign(done, next, { shifts: [...done.shifts, ...next.shifts] });
    }
    return done;
  },
  undo: (record, { edit }) => applyEdit(record, edit),
};

/**
 * Apply an accepted edit to a record. Edits of roles and the like leave the record unchanged.
 * @param {Record} record
 * @param {Kept} edit
 * @returns {Applied}
 */
export function applyEdit(record, edit) {
  return Object.hasOwn(WAYS, edit.do) ? WAYS[edit.do](record, edit) : { record, shifts: [], at: edit.at ?? null };
}
