// Answers questions to what the page does to a study's record, a line of JSON each.
import { pathToFileURL } from "node:url";
import { answerAll } from "./answering.mjs";

const [folder] = process.argv.slice(2);
const at = (name) => import(new URL(`../${name}`, pathToFileURL(`${folder}/`)));
const { formatRecord, parseRecord } = await at("play/record.js");
const { findMoment, momentName, parseMoment } = await at("play/record_tree.js");
const { applyEdit, shiftMoment } = await at("play/study_edits.js");
const { eventsTo, Walk } = await at("screens/study/line_navigation.js");

await answerAll({
  /** The record after each edit, and where its moments before that are then. */
  apply({ record: text, edits, moments }) {
    let record = parseRecord(text);
    return edits.map((edit, place) => {
      const done = applyEdit(record, edit);
      record = done.record;
      const moved = moments[place].map((name) => shiftMoment(done.shifts, name)).map(({ name, isSame }) => [name, isSame]);
      return { record: formatRecord(record), at: done.at, moved };
    });
  },
  /** Where moments are, and what they are called. */
  moments: ({ record: text, names }) => {
    const record = parseRecord(text);
    return names.map((name) => [findMoment(record, name), momentName(record, findMoment(record, name)), parseMoment(name)]);
  },
  /** Where each way from a moment leads, or what is said where none does; and how many events lead there. */
  walk({ record: text, from, ways }) {
    const record = parseRecord(text);
    const here = findMoment(record, from);
    let found = null;
    const go = (place) => (found = momentName(record, place));
    const walk = new Walk(() => record, { here: () => here, go, say: (name) => (found = name) });
    const led = ways.map(([way, ...values]) => {
      walk[way](...values);
      return found;
    });
    return { led, events: eventsTo(record, here) };
  },
  accepts: ({ names }) =>
    names.map((name) => {
      try {
        return parseMoment(name);
      } catch (error) {
        return error.kind;
      }
    }),
});
