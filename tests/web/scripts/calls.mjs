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

let kernel = null;
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
  /** What the solver makes of a text, if it is a position: its chances, or how it is refused. */
  async analysed(text, mines, kernels) {
    const { parsePosition } = await load("play/position.js");
    const { Grid, Kernel } = await load("engine/kernel.js");
    const { Solver } = await load("engine/solver.js");
    const view = parsePosition(text, { mines, mostCells: 4096 });
    const { readFileSync } = await import("node:fs");
    kernel ??= await Kernel.load(readFileSync(kernels));
    const grid = new Grid(kernel, view.shape);
    const solver = new Solver(grid);
    try {
      return [...solver.analyse(view.codes, view.mines, { budget: { states: 1 << 12, asks: 2000 }, estimate: true }).chances];
    } finally {
      solver.release();
      grid.release();
    }
  },
  /** How many layouts fit a position. */
  async layouts(text, kernels) {
    const { parsePosition } = await load("play/position.js");
    const { Grid, Kernel } = await load("engine/kernel.js");
    const { Solver } = await load("engine/solver.js");
    const { readFileSync } = await import("node:fs");
    kernel ??= await Kernel.load(readFileSync(kernels));
    const view = parsePosition(text);
    const grid = new Grid(kernel, view.shape);
    const solver = new Solver(grid);
    solver.analyse(view.codes, view.mines);
    const count = solver.countLayouts();
    solver.release();
    grid.release();
    return count;
  },
  /** What a kind of board is called. */
  async boardTitle(language, kind) {
    const { Messages } = await load("messages.js");
    const { boardTitle } = await load("play/board_title.js");
    const messages = new Messages(language);
    await messages.add("page");
    return boardTitle({ text: messages.text.bind(messages) }, kind);
  },
  /** How large the cells of a board are in a room, and how many pixels of the last tile that is seen are cut off. */
  async fitted(board, room) {
    const { fitBoard } = await load("board/fitting.js");
    const { Shape } = await load("engine/shape.js");
    const shape = Shape.parse(board);
    const { cell, arrangement } = fitBoard(shape, shape.sides.map(() => 0), room);
    const { pitch, extent } = arrangement.outermost;
    const seen = (room.width - (room.scrollbar ?? 0)) % pitch;
    return { cell, isWhole: arrangement.width <= room.width && arrangement.height <= room.height, seen, extent, pitch };
  },
  /** How the cells of a board look as a game stands, by settings. */
  async looks(board, mines, codes, settings) {
    const { CellLooks } = await load("board/cell_looks.js");
    const { Shape } = await load("engine/shape.js");
    const cells = new CellLooks();
    cells.take({ shape: Shape.parse(board), mines, codes: Int16Array.from(codes) });
    Object.assign(cells, settings);
    return codes.map((_, index) => cells.lookOf(index));
  },
  /** The marks of all cells while the cursor is on one. */
  async marks(board, cursor, settings = {}) {
    const { CellLooks } = await load("board/cell_looks.js");
    const { Shape } = await load("engine/shape.js");
    const looks = await load("board/cell_appearance.js");
    const shape = Shape.parse(board);
    const cells = new CellLooks();
    cells.take({ shape, mines: 1, codes: new Int16Array(shape.cells).fill(looks.COVERED) });
    const { rest, then, ...own } = settings;
    Object.assign(cells, own);
    cells.putCursor(cursor);
    cells.look();
    if (rest !== undefined) cells.rest(rest);
    if (then !== undefined) cells.setHover(then);
    const names = ["NEAR", "GHOST", "REMOTE", "CURSOR", "HOVER"];
    const all = Array.from({ length: shape.cells }, (_, index) => cells.marksOf(index));
    return all.map((marks) => names.filter((name) => marks & looks[name]));
  },
  /** The names of a board's axes. */
  async axisNames(language, dimensions) {
    const { Messages } = await load("messages.js");
    const messages = new Messages(language);
    await messages.add("page");
    const { axisNames } = await load("board/labels.js");
    return axisNames({ text: messages.text.bind(messages), messages }, dimensions);
  },
  /** The steps of the lesson with the waves around the middle cell. */
  async lesson() {
    const { STEPS, middleOf, wavesAround } = await load("play/lesson.js");
    return STEPS.map(({ name, shape, marked, wanted }) => {
      const middle = middleOf(shape);
      return { name, board: shape.format(), marked, wanted, middle: shape.cell(middle), waves: wavesAround(shape, middle).map(({ cells }) => cells) };
    });
  },
  /** How many guesses of a reviewed game are saved as unneeded. */
  async savedUnneeded(verdicts) {
    const { saveUnneeded } = await load("play/review_games.js");
    let row = {};
    const storage = { change: (_, key, change) => (row = change({ key })) };
    await saveUnneeded({ storage }, "1", { moves: verdicts.map((verdict) => ({ verdict })), isComplete: true });
    return row.unneeded;
  },
  /** How many cells a step's sweep shows at some moments, and whether it is over. */
  async sweep(number, moments) {
    const { STEPS, middleOf, sweepAt, wavesAround } = await load("play/lesson.js");
    const { shape } = STEPS[number];
    const waves = wavesAround(shape, middleOf(shape));
    return moments.map((each) => sweepAt(waves, each ?? Infinity)).map(({ count, isOver }) => [count, isOver]);
  },
  /** What each cell of a step is as an answer. */
  async answers(number) {
    const { STEPS, judgeAnswer } = await load("play/lesson.js");
    const step = STEPS[number];
    return Array.from({ length: step.shape.cells }, (_, index) => judgeAnswer(step, index));
  },
  /** What the rulers of a board say: the texts above and beside its tiles and groups. */
  async rulers(sides, isWhole, fold = null) {
    const { Arrangement } = await load("board/arrangement.js");
    const { pageMetrics } = await load("board/fitting.js");
    const { rulerTexts } = await load("board/painter.js");
    const own = new Arrangement(sides, { metrics: pageMetrics(20, sides.length), fold });
    const names = sides.map((_, axis) => `axis${axis}`);
    return own.labels(0, 0, own.width, own.height).map((label) => {
      const { above, beside } = rulerTexts(label, names, isWhole, () => true);
      return [above, beside];
    });
  },
  /** The texts of remarks, as the page joins them. */
  async remarkText(language, remarks) {
    const { Messages } = await load("messages.js");
    const messages = new Messages(language);
    await messages.add("start");
    return remarks.map(({ name, values }) => messages.text(`start.${name}`, values)).join("; ");
  },
  /** A text of the page. */
  async text(language, part, name, values = {}) {
    const { Messages } = await load("messages.js");
    const messages = new Messages(language);
    await messages.add(part);
    return messages.text(`${part}.${name}`, values);
  },
  /** What becomes of preferences. */
  async settled(text, board, mines, preferences, left) {
    const { formatRules, parseRules } = await load("engine/rules.js");
    const { Shape } = await load("engine/shape.js");
    const { settle } = await load("play/rule_preferences.js");
    const { rules, remarks } = settle(parseRules(text), Shape.parse(board), mines, preferences, left);
    return { rules: formatRules(rules), remark: await own.remarkText("en", remarks) };
  },
  /** The cell that words name, in a language. */
  async cellOfWords(language, board, words, command) {
    const { Messages } = await load("messages.js");
    const { Shape } = await load("engine/shape.js");
    const { readCell } = await load("input/commands.js");
    const messages = new Messages(language);
    await messages.add("commands");
    return readCell({ text: messages.text.bind(messages), messages }, words, Shape.parse(board), command);
  },
  /** What the command line answers to lines, one after the other, in a game that says what it was asked for. */
  async commands(language, board, codes, mines, lines) {
    const { Messages } = await load("messages.js");
    const { Shape } = await load("engine/shape.js");
    const { Commands } = await load("input/commands.js");
    const messages = new Messages(language);
    await messages.add("page");
    const { tellRefused } = await load("play/error_text.js");
    const errorText = (/** @type {any} */ error) => tellRefused(messages, error);
    const app = { text: messages.text.bind(messages), messages, errorText, settings: { get: () => false }, say() {} };
    const asked = [];
    const act = (name) => async (index) => void asked.push(index === undefined ? name : `${name} ${index}`);
    const shape = Shape.parse(board);
    const session = { shape, codes: Int16Array.from(codes), mines, minesLeft: mines - codes.filter((code) => code === -2).length };
    Object.assign(session, { milliseconds: 83_000, open: act("open"), flag: act("flag"), chord: act("chord") });
    const cursor = { cursor: 0, setCursor: (index) => (cursor.cursor = index) };
    const names = ["undo", "redo", "hint", "this_board", "pause", "new", "same", "leave"];
    const screen = Object.fromEntries(names.map((name) => [name, act(name)]));
    const commands = await Commands.load(app, { session, board: cursor, commands: screen });
    const answers = [];
    for (const line of lines) answers.push((await commands.obey(line)).lines);
    return { answers, asked };
  },
  /** The player's text of a refusal. */
  async told(language, message, detail, where) {
    const { Messages } = await load("messages.js");
    const messages = new Messages(language);
    await messages.add("refusals");
    const { refusedText } = await load("play/error_text.js");
    return refusedText(messages, { message, detail }, where);
  },
  /** The player's text of a refusal by the server. */
  async toldTogether(language, message, detail) {
    const { Messages } = await load("messages.js");
    const { tellRefused } = await load("play/error_text.js");
    return tellRefused(new Messages(language), { message, detail });
  },
  /** What is read of cells, in a language. */
  async labels(language, board, codes, outcome) {
    const { Messages } = await load("messages.js");
    const { Shape } = await load("engine/shape.js");
    const { cellLabel } = await load("board/labels.js");
    const messages = new Messages(language);
    await messages.add("page");
    const app = { text: messages.text.bind(messages), messages };
    return codes.map((_, index) => cellLabel(app, { shape: Shape.parse(board), codes, outcome }, index));
  },
  /** How large a board is shown by some settings, and what remembers another zoom of it. */
  async zooms(values, shape, zoom) {
    const { Settings, withZoom, zoomOf } = await load("settings.js");
    const settings = new Settings(null, values);
    return [zoomOf(settings, shape), withZoom(settings, shape, zoom)];
  },
  /** What the status line says of cells. */
  async statuses(board, codes, outcome) {
    const { Messages } = await load("messages.js");
    const { Shape } = await load("engine/shape.js");
    const { cellStatus } = await load("play/phrases.js");
    const messages = new Messages("en");
    await messages.add("game");
    const app = { text: messages.text.bind(messages), messages };
    return codes.map((_, index) => cellStatus(app, { shape: Shape.parse(board), codes, outcome }, index));
  },
  /** The texts of a part, with the values that each shows, and those on which its words depend. */
  async catalogue(language, part) {
    const files = await Promise.all(["", "_more"].map((more) => load(`messages/${language}${more}.js`)));
    const texts = new Map(Object.entries(files.map((file) => file.default[part]).find(Boolean)));
    const values = (pattern, found = { shown: new Set(), chosen: new Set() }) => {
      const read = (element) => {
        if (element.type === "select") {
          (element.selector.args ?? [element.selector]).forEach(({ name }) => found.chosen.add(name));
          element.variants.forEach((variant) => values(variant.value, found));
        }
        if (element.type === "func") read(element.args[0]);
        if (element.type === "var") found.shown.add(element.name);
        if (element.type === "mesg") values(texts.get(element.name), found);
      };
      if (Array.isArray(pattern)) pattern.forEach(read);
      return found;
    };
    const sorted = (names) => [...names].sort();
    const told = ({ shown, chosen }) => ({ shown: sorted(shown), chosen: sorted(chosen) });
    return Object.fromEntries([...texts].map(([name, pattern]) => [name, told(values(pattern))]));
  },
  /** What a script exports under a name. */
  constant: async (script, name) => (await load(script))[name],
  /** Words of the table of keys in a language; null where there is no text. */
  async tableTexts(language, words) {
    const { Messages } = await load("messages.js");
    const { tableText } = await load("input/keys.js");
    const messages = new Messages(language);
    await messages.add("help");
    const has = (each) => tableText({ has: messages.has.bind(messages), text: (name) => name }, each) !== each;
    return words.map((each) => (has(each) ? tableText(messages, each) : null));
  },
  /** What a period is called. */
  async periodName(language, period, begins) {
    const { Messages } = await load("messages.js");
    const { periodName } = await load("multiplayer/dates.js");
    const messages = new Messages(language);
    await messages.add("best");
    return periodName({ messages: { locale: language }, text: messages.text.bind(messages) }, period, begins);
  },
  /** What suits a board. */
  async suitable({ sides, adjacency, wrap }, firstOpen) {
    const { Shape } = await load("engine/shape.js");
    const boards = await load("play/boards.js");
    const { twins } = await load("engine/mine_counts.js");
    const shape = new Shape(sides, { adjacency, wrap });
    const mines = boards.standardMines(shape, firstOpen);
    const figures = boards.clueFigures(shape, mines);
    return { mines, figures, twins: twins(shape), usual: boards.usualFirstOpen(shape, mines) };
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
