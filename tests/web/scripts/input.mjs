// Plays what tests/web/test_input.py asks for on the page's cursor, pointer and attention: one line of JSON, answered by one.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const at = (name) => import(new URL(name, pathToFileURL(`${folder}/`)));
const { Shape } = await at("engine/shape.js");
const { parseRules } = await at("engine/rules.js");
const { Navigator } = await at("input/cursor.js");
const { leftChords, Pointer } = await at("input/pointer.js");
const { nextCell, ripeness } = await at("input/next_cell.js");
const { HintTrail } = await at("screens/game/hinting.js");

const answers = {
  navigate({ board, cell, keys }) {
    const navigator = new Navigator(Shape.parse(board), cell);
    return keys.map(([name, ...values]) => {
      let told;
      try {
        told = navigator[name](...values) ?? null;
      } catch (error) {
        told = error.kind;
      }
      return [told, [...navigator.cell], navigator.axis, navigator.typed];
    });
  },
  point({ events }) {
    const pointer = new Pointer();
    return events.map(([name, button, cell, isOpen, chords]) => {
      const done = name === "press" ? pointer.press(button, cell, isOpen, chords) : name === "release" ? pointer.release(button, cell) : pointer.clear();
      return [done ?? null, [...pointer.held].sort(), pointer.pressed, pointer.action];
    });
  },
  leftChords: ({ rules }) => rules.map((text) => [false, true].map((isWanted) => leftChords(parseRules(text), isWanted))),
  attend: ({ board, codes, cells, isBack }) => {
    const shape = Shape.parse(board);
    return cells.map((cell) => nextCell({ shape, codes }, cell, { isBack }));
  },
  ripe: ({ cases }) => cases.map(([code, around]) => ripeness(code, around)),
  follow({ cells, clues, steps }) {
    const trail = new HintTrail(cells, clues);
    return steps.map(([cursor, step]) => trail.go(cursor, step));
  },
};
const asked = JSON.parse(readFileSync(0, "utf-8"));
console.log(JSON.stringify(asked.map(({ question, ...values }) => answers[question](values))));
