// Calls functions of the page's scripts, a line of JSON each: what tests/node_calls.py asks.
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const load = (script) => import(new URL(script, pathToFileURL(`${folder}/`)));

function plain(_, value) {
  if (typeof value === "bigint") return String(value);
  if (value instanceof Map) return [...value];
  return ArrayBuffer.isView(value) ? [...value] : value;
}

/** What takes more than one call, or values that JSON hasn't. */
const own = {
  /** A position, and its texts. */
  async position(text, board, mines) {
    const { formatPosition, formatPositionJson, formatShort, parsePosition } = await load("play/position.js");
    const { Shape } = await load("engine/shape.js");
    const view = parsePosition(text, { shape: board && Shape.parse(board), mines });
    const texts = { text: formatPosition(view), json: formatPositionJson(view), short: formatShort(view) };
    return { shape: view.shape.format(), mines: view.mines, codes: view.codes, ...texts };
  },
  /** The texts of remarks, as the page joins them. */
  async remarkText(language, remarks) {
    const { Messages } = await load("messages.js");
    const messages = new Messages(language);
    await messages.add("start");
    return remarks.map(({ name, values }) => messages.text(`start.${name}`, values)).join("; ");
  },
  /** What suits a board. */
  async suitable({ sides, adjacency, wrap }, firstOpen) {
    const { Shape } = await load("engine/shape.js");
    const boards = await load("play/boards.js");
    const shape = new Shape(sides, { adjacency, wrap });
    const mines = boards.standardMines(shape, firstOpen);
    const figures = boards.clueFigures(shape, mines);
    return { mines, figures, twins: boards.twins(shape), usual: boards.usualFirstOpen(shape, mines) };
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { script, name, values } = JSON.parse(line);
  let answer;
  try {
    const found = script ? await load(script) : own;
    answer = { value: (await found[name](...values)) ?? null };
  } catch (error) {
    if (!error.kind) throw error;
    answer = { error: error.kind, message: error.message, detail: error.detail };
  }
  process.stdout.write(`${JSON.stringify(answer, plain)}\n`);
}
