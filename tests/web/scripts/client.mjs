// The engine as the page has it, with workers: every promise is kept, or rejected with a reason.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { NodeWorker, begun } from "./node_worker.mjs";

const [folder, file] = process.argv.slice(2);
const at = (name) => new URL(name, pathToFileURL(`${folder}/`));
const { Engine } = await import(at("client.js"));
const { Grid, Kernel } = await import(at("kernel.js"));
const { Game, Layout } = await import(at("game.js"));

const module = await WebAssembly.compile(readFileSync(file));
const engine = new Engine(module, () => new NodeWorker(at("worker.js")));
const kernel = new Kernel(module);
const refused = (kind) => (error) => error.kind === kind || assert.fail(`expected ${kind}, got ${error.stack}`);

// A game: the same as with the kernel in this thread.
{
  const game = await engine.newGame({ board: "4x5x6~wrap=1", mines: 12, seed: 7n });
  const own = new Game(new Grid(kernel, "4x5x6~wrap=1"), { mines: 12, seed: 7n });
  assert.equal(await game.boardId(), null);
  assert.equal(await game.value(), null);
  const result = await game.play("open", [1, 2, 3]);
  own.play("open", [1, 2, 3]);
  assert.deepEqual(result.cells, own.changes());
  assert.deepEqual(result.codes, own.codesAt(own.changes()));
  assert.deepEqual(result.standing, own.standing());
  assert.deepEqual(game.standing, own.standing());
  assert.equal(await game.boardId(), own.layout().format());
  assert.deepEqual(await game.value(), own.value());
  assert.equal((await game.play("flag", 0)).flags, 1);
  assert.equal((await game.play("undo")).flags, -1);
  assert.equal((await game.play("redo")).flags, 1);
  own.play("flag", 0);
  assert.deepEqual(await game.codes(), own.codes());
  assert.deepEqual(await game.codes(3, 9, { reveal: true }), own.codes(3, 9, { reveal: true }));
  // Requests may be sent without waiting: they are answered in their order.
  const [first, second] = await Promise.all([game.play("flag", 1), game.play("flag", 1)]);
  assert.deepEqual([first.flags, second.flags], [1, -1]);
  await assert.rejects(game.play("open", [1, 2]), refused("CellError"));
  const again = await engine.newGame({ layout: await game.boardId(), rules: "esp" });
  assert.equal(await again.playAll([["open", [1, 2, 3]], ["flag", 0], ["undo"], ["redo"], ["open", [1, 2, 3]], ["flag", 2]]), 4);
  await again.close();
  await assert.rejects(again.play("undo"), refused("ParameterError"));
  await game.close();
}

// What can't be is refused, with the kind of error that Python raises.
await assert.rejects(engine.newGame({ board: "3x0", mines: 1 }), refused("ShapeError"));
await assert.rejects(engine.newGame({ board: "3x0", mines: 1 }), ({ detail }) => detail.what === "side" && detail.axis === 1 && detail.got === 0);
await assert.rejects(engine.newGame({ board: "3x", mines: 1 }), refused("ParseError"));
await assert.rejects(engine.newGame({ board: "3x4", mines: 12 }), refused("MineCountError"));
await assert.rejects(engine.newGame({ board: "3x4", mines: 1, rules: "nobody" }), refused("ParseError"));
await assert.rejects(engine.newGame({ layout: "3x4.bAgg", rules: "classic,guess=punished" }), refused("RulesError"));
await assert.rejects(engine.newGame({ board: "3x4", mines: 1, seed: -1n }), refused("ParameterError"));
await assert.rejects(engine.newGame({ board: "99999x99999", mines: 1 }), refused("BoardTooLargeError"));
await assert.rejects(engine.newGame({ layout: "3x4.b!" }), refused("ParseError"));

// A board that needs no guess: the search tells how far it is, and can be cancelled; the game goes on.
{
  const game = await engine.newGame({ board: "16x30", mines: 99, seed: 3n, rules: "classic,first=opening,guess=never" });
  const result = await game.play("open", [8, 15]);
  assert.ok(result.opened > 8);
  const layout = await game.boardId();
  // As a game is resumed: its moves again, from the seed.
  const resumed = await engine.newGame({ board: "16x30", mines: 99, seed: 3n, rules: game.rules });
  assert.equal(await resumed.playAll([["flag", 3], ["flag", 3], ["open", [8, 15]], ["flag", 3]]), 4);
  assert.equal(await resumed.boardId(), layout);
  assert.deepEqual([resumed.standing.opened, resumed.standing.flags], [result.opened, 1]);
  const { grade, opened } = await engine.grade(layout, [8, 15]);
  assert.ok(grade !== null);
  assert.equal(opened, 381);
  // A search that takes seconds for every layout is parted in the middle of one.
  const dense = await engine.newGame({ board: "1000x1000", mines: 200_000, seed: 3n, rules: "classic,guess=never" });
  const stop = new AbortController();
  const reports = [];
  const search = dense.play("open", 0, { signal: stop.signal, onProgress: (progress) => reports.push(progress) });
  const behind = dense.play("flag", 5);
  while (reports.length < 6) await new Promise((resolve) => setTimeout(resolve, 5));
  stop.abort(new Error("enough"));
  await assert.rejects(search, /enough/);
  assert.equal((await behind).flags, 1);
  assert.equal(dense.standing.isDecided, false);
  assert.deepEqual([reports[0].tries, reports[0].safeCells], [100_000, 800_000]);
  assert.equal(reports[5].tried, reports[4].tried, JSON.stringify(reports));
  assert.ok(reports[5].mostOpened > 0);
  const late = new AbortController();
  late.abort(new Error("never mind"));
  await assert.rejects(dense.play("open", 0, { signal: late.signal }), /never mind/);
  await game.close();
  await dense.close();
}

// Guesses punished: a guess that isn't needed hits a mine, and one that is needed never does; taken back it is as if it hadn't been.
{
  const options = { board: "9x13", mines: 18, seed: 4n, rules: "classic,first=opening,guess=punished" };
  const game = await engine.newGame(options);
  await game.play("open", [4, 6]);
  const before = await game.boardId();
  const { chances } = await engine.analyse(await game.position());
  const guess = chances.findIndex((chance) => chance > 0 && chance < 1 && !Layout.parse(kernel, before).isMine(chances.indexOf(chance)));
  assert.ok(chances.some((chance, cell) => chance === 0 && cell !== guess));
  assert.equal((await game.play("open", guess)).outcome, "lost");
  const after = await game.boardId();
  assert.notEqual(after, before);
  assert.equal((await game.play("undo")).outcome, "ongoing");
  assert.equal(await game.boardId(), before);
  assert.equal((await game.play("redo")).outcome, "lost");
  assert.equal(await game.boardId(), after);
  const resumed = await engine.newGame({ ...options, rules: game.rules });
  assert.equal(await resumed.playAll([["open", [4, 6]], ["open", guess], ["undo"], ["undo"], ["redo"], ["redo"]]), 6);
  assert.equal(await resumed.boardId(), after);
  await game.play("undo");
  await game.play("undo");
  assert.equal(game.standing.isDecided, false);
  assert.equal(await game.boardId(), null);
  await game.close();
  await resumed.close();
}

// Thought: analyses know more when asked again, and other positions in between don't matter.
{
  const game = await engine.newGame({ board: "9x13", mines: 20, seed: 5n, rules: "classic,first=opening" });
  await game.play("open", [4, 6]);
  const position = await game.position();
  const analysis = await engine.analyse(position);
  const other = await engine.analyse({ board: "9x13", mines: 3, codes: new Int32Array(117).fill(-1) });
  assert.ok(analysis.isExact);
  assert.equal(other.chances[5], 3 / 117);
  const layout = Layout.parse(kernel, await game.boardId());
  for (const cell of analysis.certain(0)) assert.equal(layout.isMine(cell), false);
  for (const cell of analysis.certain(1)) assert.equal(layout.isMine(cell), true);
  const covered = position.codes.findIndex((code, cell) => code === -1 && analysis.chances[cell] < 1);
  const chances = await analysis.clueChances(covered);
  assert.ok(Math.abs(chances.reduce((sum, chance) => sum + chance) - (1 - analysis.chances[covered])) < 1e-12);
  assert.equal(analysis.chances[(await analysis.choose()).cell], 0);
  await assert.rejects(analysis.clueChances([0, 99]), refused("CellError"));
  await assert.rejects(engine.analyse({ ...position, codes: new Int32Array(3) }), refused("ParameterError"));
  await assert.rejects(engine.analyse({ ...position, mines: 118 }), refused("MineCountError"));
  const wrong = Int32Array.from(position.codes, (code) => (code === 1 ? 7 : code));
  const conflict = await engine.analyse({ ...position, codes: wrong }).catch((error) => error);
  assert.equal(conflict.kind, "InconsistentViewError");
  assert.ok(conflict.detail.clues.length > 0 && conflict.detail.clues.length < 5);
  assert.equal(conflict.detail.minesAtFault, false);

  // Reasons: with an analysis or without, and in between something else.
  const [[...simplest], why] = await analysis.explain([null, covered]);
  await engine.analyse({ board: "9x13", mines: 3, codes: new Int32Array(117).fill(-1) });
  assert.deepEqual(await engine.explain(position), simplest);
  assert.deepEqual(await engine.explain(position, { cell: covered }), why);
  assert.deepEqual((await analysis.explain())[0], simplest);
  assert.ok(why[why.length - 1].cells.includes(covered));
  assert.deepEqual(await analysis.clueChances(covered), chances);
  await assert.rejects(engine.explain(position, { cell: position.codes.findIndex((code) => code >= 0) }), refused("CellError"));
  await assert.rejects(engine.explain({ ...position, codes: wrong }), refused("InconsistentViewError"));
  await assert.rejects(analysis.explain([null], { policy: "boldest" }), refused("ParameterError"));
  const advice = await engine.advise(position);
  assert.deepEqual([advice.kind, advice.cells], ["safe", simplest[simplest.length - 1].cells]);
  await game.close();
}

// A request that the worker has is cancelled at once, what waits behind it is done, and what waits may be cancelled as
// well. Aborting without a delay makes the outcome independent of how fast the worker is.
{
  const before = begun;
  const position = { board: "2x3", mines: 1, codes: Int32Array.of(-1, -1, -1, 1, 1, 0) };
  const [sent, waiting] = [new AbortController(), new AbortController()];
  const stopped = engine.explain(position, { signal: sent.signal });
  const cancelled = engine.explain(position, { signal: waiting.signal });
  const behind = engine.explain(position);
  waiting.abort(new Error("not that"));
  sent.abort();
  await assert.rejects(cancelled, /not that/);
  await assert.rejects(stopped, { name: "AbortError" });
  assert.equal((await behind)[0].rule, "clue");
  assert.equal(begun, before + 1);
}

// A large board: what changed isn't sent, but can be asked for.
{
  const game = await engine.newGame({ board: "1000x1000", mines: 1000, seed: 1n });
  const result = await game.play("open", 0);
  assert.equal(result.cells, null);
  assert.ok(result.changed > 900_000);
  assert.equal((await game.codes(0, 1000)).length, 1000);
  await game.close();
}

// A worker that fails takes along what was on its way, and says so.
{
  const broken = new Engine(module, () => new NodeWorker(at("nothing.js")));
  await assert.rejects(broken.newGame({ board: "3x4", mines: 1 }), /the engine's worker has failed/);
  await assert.rejects(broken.newGame({ board: "3x4", mines: 1 }), /the engine's worker has failed/);
  await assert.rejects(broken.grade("3x4.bAgg", 0), /the engine's worker has failed/);
  await assert.rejects(broken.grade("3x4.bAgg", 0), /the engine's worker has failed/);
  broken.close();
}

// A module that fails takes its worker along, and no request but its own; what an ended worker says is ignored.
{
  const workers = [];
  class Failing {
    constructor() {
      workers.push(this);
    }
    postMessage({ id, method, values }) {
      if (!id) return;
      const error = { kind: null, message: "RuntimeError: unreachable", detail: {}, isBroken: true };
      const answer = method === "grade" && values[0] === "bad" ? { id, error } : { id, value: workers.length };
      if (values[0] !== "never") queueMicrotask(() => this.onmessage({ data: method === "newGame" ? { id, error } : answer }));
    }
    terminate() {
      this.isEnded = true;
    }
  }
  const failing = new Engine(module, () => new Failing());
  const [bad, good] = [failing.grade("bad", 0), failing.grade("good", 0)];
  await assert.rejects(bad, /unreachable/);
  assert.equal(await good, 2);
  assert.deepEqual([workers.length, workers[0].isEnded, failing.hasFailed], [2, true, false]);
  const never = failing.grade("never", 0);
  workers[0].onmessage({ data: { id: 3, value: "late" } });
  workers[0].onerror({ message: "late" });
  assert.equal(workers[1].isEnded, undefined);
  workers[1].onmessageerror({});
  await assert.rejects(never, /the engine's worker has failed/);
  assert.equal(await failing.grade("good", 0), 3);
  await assert.rejects(failing.newGame({ board: "3x4", mines: 1 }), /unreachable/);
  assert.ok(failing.hasFailed);
  await assert.rejects(failing.newGame({ board: "3x4", mines: 1 }), /the engine's worker has failed/);
  failing.close();
}

// A browser without WebAssembly, which can be switched off, is distinguished from an error of the page.
{
  const { WebAssembly } = globalThis;
  Object.assign(globalThis, { Worker: class { terminate() {} } });
  Reflect.deleteProperty(globalThis, "WebAssembly");
  await assert.rejects(Engine.start({ game: "data:,", worker: "data:," }), refused("UnsupportedError"));
  Object.assign(globalThis, { WebAssembly });
}

// All kernels are loaded by the first request that needs them; if that fails, the next one tries again.
{
  let loaded = 0;
  const load = async () => {
    if (!loaded++) throw new Error("no connection");
    return module;
  };
  const small = new Engine(await WebAssembly.compile(readFileSync(join(dirname(file), "game.wasm"))), () => new NodeWorker(at("worker.js")), load);
  const never = { board: "8x9", mines: 10, seed: 5n, rules: "classic,first=opening,guess=never" };
  const punished = { ...never, rules: "classic,first=opening,guess=punished" };
  const usual = await small.newGame({ board: "8x9", mines: 10, seed: 5n });
  const own = new Game(new Grid(kernel, "8x9"), { mines: 10, seed: 5n });
  const change = own.play("open", 0);
  assert.equal((await usual.play("open", 0)).changed, change.changed);
  assert.equal(await usual.boardId(), own.layout().format());
  assert.equal(await (await small.newGame({ layout: await usual.boardId(), rules: never.rules })).boardId(), await usual.boardId());
  assert.equal(loaded, 0);
  await assert.rejects(small.newGame(never), /no connection/);
  assert.ok(!small.hasFailed);
  for (const options of [never, punished]) {
    const [game, same] = [await small.newGame(options), await engine.newGame(options)];
    await Promise.all([game.play("open", 0), same.play("open", 0)]);
    assert.equal(await game.boardId(), await same.boardId());
  }
  assert.ok((await small.analyse(await usual.position())).isExact);
  assert.equal(loaded, 2);
  small.close();
}

// Once it is closed, whatever is on its way and whatever comes is rejected.
const last = await engine.newGame({ board: "3x4", mines: 1 });
const onItsWay = last.play("open", 0);
engine.close();
await assert.rejects(onItsWay, refused("ParameterError"));
await assert.rejects(last.play("open", 0), refused("ParameterError"));
console.log("done");
