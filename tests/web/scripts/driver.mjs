// Answers questions to the kernels, a line of JSON each: those of tests/node_kernel.py, to compare with the native
// kernels.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { answerAll } from "./answering.mjs";

const [folder, file] = process.argv.slice(2);
const at = (name) => import(new URL(name, pathToFileURL(`${folder}/`)));
const { Grid, Kernel } = await at("kernel.js");
const { Game, Layout } = await at("game.js");
const { Generator, Search } = await at("search.js");
const { Solver } = await at("solver.js");
const { Shape } = await at("shape.js");
const { analyse, explainEach } = await at("reasons.js");
const { findAdvice } = await at("advice.js");
const { Messages } = await at("../messages.js");
const { reasonText } = await at("../play/reasons.js");
const { bestMove } = await at("../play/advice.js");
const { Hints, hintOf, missedMove, tellAdvice, tellFirst } = await at("../play/hints.js");
const { formatRules, parseRules } = await at("rules.js");
const { Analysis } = await at("analysis.js");
const { formatBoardId, parseBoardId } = await at("board_id.js");
const module = await WebAssembly.compile(readFileSync(file));
// Nothing that an answer makes is released; so now and then all of it goes, together with the memory that it was in.
const MOST_ANSWERS = 32;
let kernel = new Kernel(module);
let answered = 0;

function game({ board, mines, seed, rules, layout }) {
  if (layout === undefined) return new Game(new Grid(kernel, board), { mines, seed: BigInt(seed), rules });
  const given = Layout.parse(kernel, layout);
  return new Game(given.grid, { layout: given, rules });
}

/** Makes moves up to the first without effect. Returns: their number. */
function playAll(own, moves) {
  const stop = moves.findIndex(([kind, cell]) => !(kind === "undo" ? own.undo() : kind === "redo" ? own.redo() : own.play(kind, cell)).changed);
  return stop < 0 ? moves.length : stop;
}

/** What the page's sentences ask of the app. */
const speakers = {};
for (const language of ["en", "de"]) {
  speakers[language] = new Messages(language);
  await speakers[language].add("reasons", "hints");
}

/** What an answer is made of, or the name of the error by which it is refused. */
function refusedOr(ask) {
  try {
    return ask();
  } catch (error) {
    if (!error.kind) throw error;
    return error.kind;
  }
}

const answers = {
  random: ({ board, mines, seed, index, first, firstOpen }) =>
    Layout.random(new Grid(kernel, board), mines, { seed: BigInt(seed), index: BigInt(index), first, firstOpen }).format(),
  neighbours: ({ board, cell }) => [...new Grid(kernel, board).neighbours(cell)],
  figures({ layout }) {
    const own = Layout.parse(kernel, layout);
    return { ...own.value(), mines: own.mines };
  },
  play({ moves, everyLayout, ...options }) {
    const own = game(options);
    const told = moves.map(([kind, cell]) => {
      const change = kind === "undo" ? own.undo() : kind === "redo" ? own.redo() : own.play(kind, cell);
      const cells = own.changes();
      const laid = everyLayout ? own.layout() : null;
      const layout = laid && laid.format();
      laid?.release();
      return { ...change, cells: [...cells], codes: [...own.codesAt(cells)], layout };
    });
    const layout = own.layout();
    return {
      told,
      codes: [...own.codes()],
      revealed: [...own.codes(0, own.grid.shape.cells, { reveal: true })],
      standing: own.standing(),
      layout: layout && layout.format(),
      value: own.value(),
    };
  },
  deal({ first, ...options }) {
    const own = game(options);
    const search = new Search(own.grid, own.searchRequest(first));
    for (;;) {
      const found = search.goOn(100_000);
      if (found) return found.format();
    }
  },
  playAll: ({ moves, ...options }) => playAll(game(options), moves),
  analyse({ board, mines, codes, options, clues, policy }) {
    const solver = new Solver(new Grid(kernel, board));
    const { chances, errors, states, components } = solver.analyse(Int32Array.from(codes), mines, options);
    const clueChances = clues === undefined ? null : refusedOr(() => [...solver.clueChances(clues, options.budget)]);
    const choice = policy === undefined ? null : solver.chooseNext({ policy, budget: options.budget });
    return { chances: [...chances], errors: errors && [...errors], states, components, clueChances, choice };
  },
  explain({ board, mines, codes, options, cells, policy, language }) {
    const view = { codes: Int32Array.from(codes), mines, trustFlags: options.trustFlags ?? false };
    const solver = new Solver(new Grid(kernel, board));
    const lists = explainEach(solver, view, cells, { policy, budget: options.budget });
    return lists.map((reasons) => reasons.map((reason) => ({ ...reason, text: reasonText(speakers[language ?? "en"], reason, Shape.parse(board)) })));
  },
  advise({ board, mines, codes, options, language = "en" }) {
    const view = { codes: Int32Array.from(codes), mines, trustFlags: false };
    const grid = new Grid(kernel, board);
    const told = tellAdvice(speakers[language], findAdvice(new Solver(grid), view, options.budget), grid.shape, mines);
    return told.levels.map((_, place) => ({ ...hintOf(told, place + 1), marks: undefined }));
  },
  /** What the analysis board says of the best move. */
  async best({ board, mines, codes, language = "en" }) {
    const view = { codes: Int32Array.from(codes), mines, trustFlags: false };
    const solver = new Solver(new Grid(kernel, board));
    const found = solver.analyse(view.codes, mines, { estimate: true });
    const analysis = {
      board: Shape.parse(board),
      choose: async (policy) => solver.chooseNext({ policy }),
      explain: async (cells, { policy }) => explainEach(solver, view, cells, { policy, analysed: { found, budget: {} } }),
    };
    const speaker = speakers[language];
    const app = { text: (...values) => speaker.text(...values), messages: speaker, engine: async () => null };
    const { lines, text, marks, choice } = await bestMove(app, { board, mines, codes: view.codes }, { analysis });
    return { lines, text, marks: [...marks.keys()], cell: choice && choice.cell };
  },
  sentence: ({ board, reason, language = "en" }) => reasonText(speakers[language], reason, Shape.parse(board)),
  /** The hints of a session that passes these positions in turn, with a number of hints in each. */
  async hints({ board, mines, rules, positions, budget, isNumbered }) {
    const grid = new Grid(kernel, board);
    const solver = new Solver(grid);
    const engine = { advise: async (position, options) => findAdvice(solver, { ...position, trustFlags: false }, options.budget) };
    const app = { ...speakers.en, text: (...values) => speakers.en.text(...values), messages: speakers.en, engine: async () => engine };
    const noted = [];
    const session = { shape: grid.shape, mines, rules: parseRules(rules), position: 0, isBusy: false, noteHint: (level) => noted.push(level) };
    const hints = new Hints(session, app, { budget, isNumbered });
    const told = [];
    for (const { codes, asks, ...standing } of positions) {
      Object.assign(session, standing, { codes: Int16Array.from(codes), position: session.position + 1 });
      for (let i = 0; i < asks; ++i) {
        const { isCounted } = hints;
        const hint = await hints.next();
        told.push({ ...hint, marks: isNumbered ? [...hint.marks] : undefined, isCounted });
      }
    }
    // One that is asked for while the player makes a move is dropped, and one that is asked for twice is the same.
    const [first, second] = [hints.next(), hints.next()];
    session.position += 1;
    const dropped = [await first, await second, first === second];
    const stopped = hints.next();
    hints.cancel();
    return { told, noted, dropped, stopped: await stopped };
  },
  /** What a player could have opened for certain, who lost by the last of these events. */
  async missed({ board, mines, rules, layout, events }) {
    const engine = {
      async newGame(options) {
        const own = game(options);
        const position = async () => ({ board, mines, codes: own.codes() });
        return { position, playAll: async (moves) => playAll(own, moves), close: async () => own.release() };
      },
      explain: async ({ codes }, { budget }) =>
        explainEach(new Solver(new Grid(kernel, board)), { codes, mines, trustFlags: false }, [null], { budget })[0],
      async analyse({ codes }, { budget }) {
        const solver = new Solver(new Grid(kernel, board));
        const options = { trustFlags: false, budget };
        const found = solver.analyse(codes, mines, options);
        const lane = {
          request: async (_, [, cells]) =>
            explainEach(solver, { codes, mines, trustFlags: false }, cells, { budget, analysed: { found, budget } }),
        };
        return new Analysis(lane, Shape.parse(board), { codes, options }, found);
      },
    };
    const app = { text: (...values) => speakers.en.text(...values), messages: speakers.en, engine: async () => engine };
    const session = { shape: Shape.parse(board), rules: parseRules(rules), events, game: { boardId: async () => layout } };
    const hint = await missedMove(session, app);
    return hint && { ...hint, marks: undefined };
  },
  first({ cells, mines, rules, language = "en" }) {
    const told = tellFirst(speakers[language], cells, mines, parseRules(rules));
    return { ...hintOf(told, 1), marks: undefined };
  },
  conflict({ board, mines, codes, options }) {
    const view = { codes: Int32Array.from(codes), mines, trustFlags: options.trustFlags ?? false };
    analyse(new Solver(new Grid(kernel, board)), view, options.budget ?? {}, false);
    return null;
  },
  grade({ layout, first }) {
    const own = Layout.parse(kernel, layout);
    return new Generator(own.grid).deduce(own, first);
  },
  search({ board, request, part }) {
    const search = new Search(new Grid(kernel, board), { ...request, seed: BigInt(request.seed) });
    for (;;) {
      const found = search.goOn(part);
      if (found) return { layout: found.format(), ...search.progress };
    }
  },
  shape({ text }) {
    const { sides, adjacency, wrap, cells, maxNeighbours } = Shape.parse(text);
    return { text: Shape.parse(text).format(), sides, adjacency, wrap, cells, maxNeighbours };
  },
  cell: ({ text, index }) => [Shape.parse(text).cell(index), Shape.parse(text).index(Shape.parse(text).cell(index))],
  rules: ({ text }) => formatRules(parseRules(text)),
  boardId({ text }) {
    const { shape, bits } = parseBoardId(text);
    return formatBoardId(shape, bits);
  },
};

await answerAll(answers, {
  before() {
    if (++answered % MOST_ANSWERS === 0) kernel = new Kernel(module);
  },
});
