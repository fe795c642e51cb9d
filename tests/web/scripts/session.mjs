// Sessions of the page with games that are slow, fail or change much: what is done one after the other, and what is refused.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { NodeWorker } from "./node_worker.mjs";

const [folder, file] = process.argv.slice(2);
const at = (name) => new URL(`../${name}`, pathToFileURL(`${folder}/`));
const { Engine } = await import(at("engine/client.js"));
const { Messages } = await import(at("messages.js"));
const { Storage } = await import(at("storage.js"));
const games = await import(at("play/games.js"));
const { exportAll, importAll } = await import(at("play/import_export.js"));
const { parseRecord } = await import(at("play/record.js"));
const { engineGames } = await import(at("play/played_game.js"));
const { Session } = await import(at("play/session.js"));
const { missedMove } = await import(at("play/hints.js"));

const module = await WebAssembly.compile(readFileSync(file));
/** Storage that reports itself as persistent; for any other the player gets a message. */
function lasting() {
  const storage = new Storage(null);
  Object.defineProperty(storage, "isLasting", { value: true });
  return storage;
}
const newEngine = () => new Engine(module, () => new NodeWorker(at("engine/worker.js")));
const engine = newEngine();

function page(storage = lasting(), own = engine) {
  const messages = new Messages("en");
  const said = [];
  return { engine: async () => own, storage, messages, said, say: (text) => said.push(text), warn: (text) => said.push(text), text: messages.text.bind(messages) };
}
const kinds = (session) => session.events.map(({ kind }) => kind).join(" ");
const refused = (kind) => (error) => error.kind === kind || assert.fail(`expected ${kind}, got ${error.stack}`);
async function checkCodes(session) {
  assert.deepEqual([...session.codes], [...(await session.game.codes())]);
}

// Two moves at once: the second waits, and is refused where the first has ended the game.
{
  const app = page();
  const session = await Session.begin(app, { layout: "2x2.bAQ" });
  const heard = [];
  for (const name of ["change", "end", "pause", "busy", "kept"]) session.addEventListener(name, ({ detail }) => heard.push([name, detail]));
  const [first, second, third] = await Promise.all([session.open(3), session.open(0), session.open(1)]);
  assert.deepEqual([first.changed, second.changed, third.refused], [1, 1, "session.over"]);
  assert.equal(session.outcome, "lost");
  assert.deepEqual([...session.codes], [-4, -1, -1, 1]);
  assert.deepEqual(heard.map(([name]) => name), ["change", "change", "end"]);
  assert.equal(kinds(session), "open open");
  // The end is kept; taking it back makes it a running game again, under the same key.
  assert.equal(await session.kept, session.key);
  assert.equal((await games.list(app)).length, 1);
  assert.deepEqual(await games.running(app), []);
  assert.equal((await session.undo()).changed, 1);
  assert.deepEqual([...session.codes], [-1, -1, -1, 1]);
  assert.equal(await session.save(), null);
  assert.deepEqual(await games.list(app), []);
  assert.deepEqual((await games.running(app)).map(({ key, opened }) => [key, opened]), [[session.key, 1]]);
  assert.equal((await session.redo()).changed, 1);
  await session.kept;
  const [row] = await games.list(app);
  assert.deepEqual([row.outcome, row.isRanked, row.deaths, row.undos, row.clicks, row.threeBV], ["lost", false, 1, 1, 2, null]);
  assert.equal(await games.load(app, session.key), session.record());
  await session.close();
  await session.close();
  assert.equal((await session.open(1)).refused, "session.closed");
  assert.equal(await session.pause(), false);
}

// Marks: one undo takes back what one key did, also after the game was saved and resumed.
{
  const app = page();
  const session = await Session.begin(app, { layout: "3x4.bCAg", isKnown: false });
  await session.open(0);
  const looks = (own) => [own.standing.flags, [...own.marks.questions], [...own.marks.drafts].sort((one, other) => one - other)];
  assert.equal((await session.mark("draft", 0)).refused, "session.no_mark");
  await Promise.all([session.mark("draft", 3), session.mark("draft", 11), session.mark("question", 7)]);
  assert.deepEqual([looks(session), session.isUndoCounted], [[0, [7], [3, 11]], false]);
  assert.equal((await session.mark("keep_drafts", 0)).changed, 7);
  assert.deepEqual([looks(session), session.isUndoCounted, session.isRanked], [[2, [7], []], true, true]);
  assert.equal(kinds(session), "open draft draft question draft and draft and flag and flag");
  assert.match(session.record(), /^hypersweep-record: 3\n/);
  assert.equal((await app.storage.get("running", session.key)).head.split("\n")[0], "hypersweep-record: 3");
  await session.close();
  const resumed = await Session.resume(app, session.key);
  await resumed.goOn();
  await resumed.undo();
  assert.deepEqual(looks(resumed), [0, [7], [3, 11]]);
  await resumed.undo();
  assert.deepEqual([looks(resumed), resumed.canRedo], [[0, [], [3, 11]], true]);
  await resumed.redo();
  await resumed.redo();
  assert.deepEqual([looks(resumed), resumed.canRedo], [[2, [7], []], false]);
  await checkCodes(resumed);
  await resumed.close();
}

// A search for a board: it tells how far it has come, nothing else is done meanwhile, and it can be cancelled.
{
  const app = page();
  const request = { board: "6x6x6x6", mines: 170, seed: 3n, rules: "classic,first=opening,guess=never" };
  const session = await Session.begin(app, request);
  const busy = [];
  session.addEventListener("busy", ({ detail }) => busy.push(detail));
  const stop = new AbortController();
  let reports = 0;
  const first = session.open(650, { signal: stop.signal, onProgress: () => ++reports === 2 && stop.abort() });
  assert.equal(session.isBusy, true);
  const others = [session.open(3), session.flag(2), session.undo(), session.pause()];
  assert.deepEqual((await Promise.all(others)).map((told) => told.refused ?? told), [...Array(3).fill("session.busy"), false]);
  assert.equal((await first).refused, "session.cancelled");
  assert.deepEqual([session.isBusy, session.isStarted, session.events.length], [false, false, 0]);
  assert.deepEqual(busy, [true, false]);
  assert.ok(reports >= 2);
  // The same behind another move.
  const behind = new AbortController();
  reports = 0;
  const flag = session.flag(2);
  const waits = session.open(650, { signal: behind.signal, onProgress: () => ++reports === 2 && behind.abort() });
  assert.deepEqual([session.isBusy, (await session.open(3)).refused], [true, "session.busy"]);
  assert.equal((await flag).changed, 1);
  assert.equal((await waits).refused, "session.cancelled");
  assert.deepEqual([session.isBusy, reports >= 2, busy.splice(0)], [false, true, [true, false, true, false]]);
  assert.equal((await session.flag(2)).changed, 1);
  // Closed in the middle of a search.
  const again = session.open(650);
  const closed = session.close();
  assert.equal((await again).refused, "session.cancelled");
  await closed;
  const aborted = await Session.begin(app, request);
  assert.equal((await aborted.open(650, { signal: AbortSignal.abort() })).refused, "session.cancelled");
  await aborted.close();
}

// A game that ends with another one: a game that goes on is given up, and kept as such.
{
  const app = page();
  const session = await Session.begin(app, { board: "9x9", mines: 10, rules: "classic,first=opening" });
  assert.equal(await session.same(), null);
  await session.open(7);
  assert.equal(session.isRanked, true);
  const next = await session.again();
  assert.equal(session.isClosed, true);
  assert.deepEqual([next.shape.format(), next.mines, next.rules.firstOpen, next.isRanked], ["9x9", 10, "opening", true]);
  assert.notEqual(next.seed, session.seed);
  assert.deepEqual((await games.list(app)).map(({ outcome }) => outcome), ["ongoing"]);
  await next.open(7);
  const layout = await next.game.boardId();
  const same = await next.same();
  assert.deepEqual([await same.game.boardId(), same.isRanked, same.rules.firstOpen], [layout, false, "any"]);
  // And after that again as it was asked for.
  const third = await same.again();
  assert.deepEqual([third.rules.firstOpen, third.isRanked, third.seed === null], ["opening", true, false]);
  assert.equal((await games.list(app)).length, 2);
  await third.close();
}

// Where all changed cells aren't sent, the session asks for them.
for (const rules of ["classic", "esp", "classic,guess=punished"]) {
  const session = await Session.begin(page(), { board: "9x9x3", mines: 20, seed: 5n, rules });
  session.game.mostCells = 1;
  const heard = [];
  session.addEventListener("change", ({ detail }) => heard.push(detail.cells?.length));
  for (const move of [["open", 100], ["flag", 0], ["undo"], ["undo"], ["redo"], ["redo"], ["flag", 0]]) {
    const told = await session[move[0]](move[1]);
    assert.equal(told.cells.length, told.changed);
    await checkCodes(session);
  }
  assert.equal(heard.length, 7);
  await session.close();
}

// The time of a move is that at which it was asked for; in a pause and after the end the clock stands.
{
  const session = await Session.begin(page(), { board: "9x9", mines: 10, seed: 5n });
  let now = 1000.5;
  session.gameClock.source = () => now;
  await session.flag(80);
  now = 5000;
  await session.open(40);
  now = 6000.7;
  const flag = session.flag(0);
  now = 7000;
  assert.equal(session.milliseconds, 1000);
  await flag;
  now = 8000;
  assert.equal(await session.pause(), true);
  assert.equal(await session.pause(), false);
  now = 90_000;
  assert.equal(session.milliseconds, 3000);
  assert.equal((await session.flag(0)).refused, "session.paused");
  assert.equal((await session.undo()).refused, "session.paused");
  assert.equal(await session.goOn(), true);
  assert.equal(await session.goOn(), false);
  now = 91_000;
  await session.flag(0);
  assert.deepEqual(session.events.map(({ milliseconds, kind }) => `${milliseconds} ${kind}`), [
    "0 flag", "0 open", "1000 flag", "3000 pause", "3000 resume", "4000 flag",
  ]);
  session.noteHint(1);
  session.noteHint(2);
  assert.deepEqual([session.tally.hints, session.isRanked], [1, false]);
  await session.close();
  assert.equal(session.events.at(-1).kind, "pause");
}

// It goes on where it was, paused; and one that is open can't be opened twice.
{
  const app = page();
  const session = await Session.begin(app, { board: "9x9x3", mines: 20, player: "Ann", seed: 5n, isKnown: false });
  await session.open(100);
  await session.flag(0);
  await session.undo();
  session.cursor = 17;
  await assert.rejects(Session.resume(app, session.key), refused("BusyError"));
  await session.close();
  const again = await Session.resume(app, session.key);
  assert.deepEqual([again.isPaused, again.isStarted, again.cursor, again.isRanked], [true, true, 17, false]);
  assert.deepEqual([...again.codes], [...session.codes]);
  assert.equal(again.record(), session.record());
  await again.goOn();
  assert.equal((await again.redo()).flags, 1);
  await again.close();
  // An engine that fails takes nothing of it away.
  const failing = async () => {
    throw new Error("no engine today");
  };
  await assert.rejects(Session.resume(app, session.key, failing), /no engine today/);
  await assert.rejects(Session.resume(app, "nothing"), refused("ParameterError"));
  const third = await Session.resume(app, session.key);
  assert.equal(parseRecord(third.record()).events.length, again.events.length);
  assert.equal(third.minesLeft, 19);
  await third.abandon();
  assert.deepEqual(await games.running(app), []);
  await assert.rejects(Session.resume(app, session.key), refused("ParameterError"));
}

// An engine that fails in the midst of a game: the move is rejected, and what was played goes on with another one.
{
  const storage = lasting();
  const dying = newEngine();
  const session = await Session.begin(page(storage, dying), { board: "9x9", mines: 10, seed: 5n, isKnown: false });
  await session.open(40);
  const last = session.flag(0);
  dying.close();
  await assert.rejects(last, refused("ParameterError"));
  await assert.rejects(session.flag(1), refused("ParameterError"));
  await session.close();
  const again = await Session.resume(page(storage), session.key);
  assert.deepEqual([...again.codes], [...session.codes]);
  await again.close();
}

// A game that goes on from any position of a record: not ranked, not kept, and what came before can be taken back.
{
  const app = page();
  const first = await Session.begin(app, { board: "9x9", mines: 10, seed: 5n, isKnown: false });
  await first.open(40);
  await first.flag(0);
  const text = first.record();
  await first.close();
  await games.removeRunning(app, first.key);
  const attempt = await Session.attempt(app, text);
  assert.deepEqual([attempt.isPaused, attempt.isRanked, attempt.minesLeft], [false, false, 9]);
  assert.equal((await attempt.undo()).flags, -1);
  assert.ok((await attempt.undo()).opened < 0);
  await attempt.close();
  assert.deepEqual([await games.running(app), await games.list(app)], [[], []]);
  await assert.rejects(Session.attempt(app, text.replace(/open 4 4: \d+/, "open 4 4: 80")), refused("RecordError"));
}

// What a player could have opened is looked for in vain where he has left the game that he lost.
{
  const app = page();
  const session = await Session.begin(app, { layout: "1x9.bBA" });
  for (const cell of [0, 2]) await session.open(cell);
  assert.equal(session.outcome, "lost");
  assert.notEqual(await missedMove(session, app), null);
  const stop = new AbortController();
  const stopped = missedMove(session, app, { signal: stop.signal });
  stop.abort();
  assert.equal(await stopped, null);
  await session.close();
  assert.equal(await missedMove(session, app), null);
}

// What is no text among the pieces of a game is where it ends.
{
  const app = page();
  const session = await Session.begin(app, { board: "9x9", mines: 10, seed: 5n, isKnown: false });
  await session.open(40);
  await session.close();
  await app.storage.write([{ store: "events", key: [session.key, session.events.length], value: 7 }]);
  assert.equal((await games.running(app)).length, 1);
  const again = await Session.resume(app, session.key);
  assert.deepEqual([...again.codes], [...session.codes]);
  await again.close();
}

// Without locks, a clock that was set back blocks no game, and lets no tab write a game that another tab took over.
{
  const storage = lasting();
  const app = page(storage);
  const session = await Session.begin(app, { board: "9x9", mines: 10, seed: 5n, isKnown: false });
  const own = Date.now;
  try {
    Date.now = () => own() + 3_600_000;
    await session.open(40);
    assert.equal(await session.save(), null);
    Date.now = own;
    const other = await Session.resume(page(storage), session.key);
    await other.goOn();
    await other.flag(0);
    assert.equal(await other.save(), null);
    await session.flag(1);
    await session.flag(2);
    await session.save();
    assert.deepEqual(app.said, ["This game continues in another tab: nothing more of it is saved here."]);
    await other.close();
  } finally {
    Date.now = own;
  }
  await session.close();
  const again = await Session.resume(page(storage), session.key);
  assert.equal(again.codes[1], -1);
  await again.close();
}

// A storage that fails: the game goes on, the player gets one message, and everything is saved once there is space
// again.
{
  const storage = lasting();
  const app = page(storage);
  const write = storage.write.bind(storage);
  storage.write = async () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  const session = await Session.begin(app, { board: "9x9", mines: 10, seed: 5n, isKnown: false });
  await session.open(40);
  await session.flag(0);
  assert.equal((await session.save()).name, "QuotaExceededError");
  assert.deepEqual(app.said, ["The game can't be saved: the browser has no space left. You can play it as long as this page is open."]);
  storage.write = write;
  assert.equal(await session.save(), null);
  assert.equal(app.said.at(-1), "The game is saved again.");
  await session.close();
  const again = await Session.resume(page(storage), session.key);
  assert.equal(again.events.length, session.events.length);
  // Full again when it is won.
  storage.write = async () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  await again.goOn();
  const revealed = await again.game.codes(0, 81, { reveal: true });
  for (let index = 0; index < 81; ++index) if (revealed[index] >= 0 && again.codes[index] < 0) await again.open(index);
  if (again.outcome === "ongoing") for (const index of [0]) await again.flag(index);
  for (let index = 0; index < 81; ++index) if (revealed[index] >= 0 && again.codes[index] < 0) await again.open(index);
  assert.equal(again.outcome, "won");
  assert.equal(await again.kept, null);
  assert.deepEqual(await games.list(app), []);
  storage.write = write;
  assert.equal(await again.save(), null);
  assert.equal(await again.kept, again.key);
  assert.deepEqual((await games.list(app)).map(({ outcome }) => outcome), ["won"]);
  assert.deepEqual(await games.running(app), []);
  await again.close();
}

// All of it as one text, and back.
{
  const app = page();
  const keys = [];
  for (let number = 0; number < 4; ++number) {
    const session = await Session.begin(app, { board: "4x5", mines: 3, seed: 70 + number, isKnown: false });
    await session.open(number);
    if (number < 3) await session.abandon();
    else await session.close();
    keys.push(session.key);
  }
  const text = await (await exportAll(app)).file.text();
  const counts = ({ kept, known, refused: count }) => [kept, known, count];
  assert.deepEqual(counts(await importAll(app, text)), [0, 4, 0]);
  const other = page();
  const broken = text.replace("board: 4x5", "board: 4x");
  const told = await importAll(other, broken);
  assert.deepEqual([...counts(told), told.first.game], [3, 0, 1, 1]);
  assert.deepEqual(counts(await importAll(other, text)), [1, 3, 0]);
  assert.equal((await games.list(other)).length, 3);
  const [running] = await games.running(other);
  const resumed = await Session.resume(other, running.key);
  assert.equal(resumed.events.at(-1).kind, "pause");
  await resumed.close();
  for (const { key } of await games.list(other)) await games.remove(other, key);
  assert.deepEqual(await games.list(other), []);
  await assert.rejects(games.load(other, keys[0]), refused("ParameterError"));
  await assert.rejects(games.keepEnded(other, "key", parseRecord(text.split("\nhypersweep")[0].replace(/(open \d+ \d+): \d+/, "$1: 19"))), refused("RecordError"));
  await games.keepEnded(other, "key", parseRecord(text.split("\n\nhypersweep")[0] + "\n"));
  assert.equal((await games.list(other))[0].key, "key");
}

engine.close();
console.log("done");
process.exit(0);
