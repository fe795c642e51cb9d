// Engines of a scripted server: dropped questions, and the texts of answers.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const at = (name) => new URL(name, pathToFileURL(`${folder}/`));

// The browser, as far as questions need it. No wait is longer than it has to be.
const waited = [];
const later = globalThis.setTimeout;
globalThis.setTimeout = (act, milliseconds = 0, ...values) => {
  if (milliseconds >= 100) waited.push(milliseconds);
  return later(act, 0, ...values);
};
globalThis.document = { querySelector: () => ({}), baseURI: "https://sweep.example/" };

/** What is asked of the server and isn't answered yet. */
const open = [];
globalThis.fetch = (address, { body, signal }) =>
  new Promise((resolve, reject) => {
    const path = new URL(address).pathname;
    const answer = (value, status = 200) => resolve(new Response(JSON.stringify(value), { status }));
    const question = { path, body: body && JSON.parse(body), answer, refuse: (what, status) => answer({ what, message: what }, status), cut: () => reject(new TypeError("no way")) };
    signal?.addEventListener("abort", () => {
      question.isDropped = true;
      reject(signal.reason);
    });
    open.push(question);
  });

/** The next question of the page. */
async function asked(path) {
  for (let turn = 0; turn < 4000; ++turn) {
    const found = open.shift();
    if (found) {
      assert.equal(found.path, path);
      return found;
    }
    await new Promise((resolve) => later(resolve, 1));
  }
  assert.fail(`expected before long a question to ${path}`);
}
/** What is done by now is done. */
const settled = () => new Promise((resolve) => later(resolve, 5));

const { engineNamed, engineNames } = await import(at("multiplayer/engines.js"));
const { Hints } = await import(at("play/hints.js"));
const { EngineAnalysis, engineBest, tellEngine } = await import(at("play/engine_answer.js"));
const { shownChances } = await import(at("play/sureness.js"));
const { namesOf } = await import(at("play/reasons.js"));
const { HypersweepError } = await import(at("engine/errors.js"));
const { Messages } = await import(at("messages.js"));
const { Shape } = await import(at("engine/shape.js"));

const shape = Shape.parse("3x4");
const position = { board: shape, mines: 3, codes: Int16Array.from([-1, 1, 0, 0, -1, 2, 1, 1, -1, -1, -1, -1]) };
const ASK = "/api/engines/ask";

// The list is requested once, and again if that failed or an engine is missing.
{
  const names = engineNames();
  (await asked("/api/engines")).cut();
  await assert.rejects(names, (error) => error.detail.what === "together_unreachable");
  const again = engineNamed("Bold");
  (await asked("/api/engines")).answer({ engines: ["Bold", "Slow"] });
  assert.equal((await again).name, "Bold");
  const old = engineNamed("Old");
  (await asked("/api/engines")).answer({ engines: ["Bold", "Slow"] });
  await assert.rejects(old, (error) => error.detail.what === "together_engine");
  const back = engineNamed("Old");
  (await asked("/api/engines")).answer({ engines: ["Bold", "Slow", "Old"] });
  assert.equal((await back).name, "Old");
  assert.deepEqual(await engineNames(), ["Bold", "Slow", "Old"]);
}

const [bold, slow] = [await engineNamed("Bold"), await engineNamed("Slow")];
const answer = { engine: "Bold", best: null, is_exact: null, chances: null, ranked: [], reasons: [] };

// Where nothing was dropped, the server means what it says. Who this is it knows by then.
{
  const question = bold.ask(position);
  (await asked("/api/me")).answer({ id: "p", name: "Ann" });
  (await asked(ASK)).refuse("busy", 503);
  await assert.rejects(question, (error) => error.detail.what === "together_busy");
}

// A cancelled question is dropped, and doesn't delay one to another engine.
{
  const stop = new AbortController();
  const first = slow.ask(position, { signal: stop.signal });
  const hanging = await asked(ASK);
  const second = bold.ask(position);
  await settled();
  assert.equal(open.length, 0, "one question at a time");
  stop.abort();
  await assert.rejects(first, { name: "AbortError" });
  assert.ok(hanging.isDropped);
  const next = await asked(ASK);
  assert.equal(next.body.engine, "Bold");
  // The server may not know yet that the first one isn't waited for: it is asked again, a little later each time.
  next.refuse("busy", 503);
  (await asked(ASK)).refuse("busy", 503);
  (await asked(ASK)).answer(answer);
  assert.deepEqual(await second, answer);
  assert.deepEqual(waited.splice(0).filter((each) => each < 30_000), [250, 500]);
}

// Nor is it asked for ever.
{
  const stop = new AbortController();
  const first = slow.ask(position, { signal: stop.signal });
  await asked(ASK);
  stop.abort();
  await assert.rejects(first);
  const second = slow.ask(position);
  for (let time = 0; time < 6; ++time) (await asked(ASK)).refuse("busy", 503);
  await assert.rejects(second, (error) => error.detail.what === "together_busy");
  const third = slow.ask(position);
  (await asked(ASK)).refuse("busy", 503);
  await assert.rejects(third);
}

// One that is gone makes the list an old one.
{
  const question = bold.ask(position);
  (await asked(ASK)).refuse("engine", 404);
  await assert.rejects(question, (error) => error.detail.what === "together_engine");
  const names = engineNames();
  (await asked("/api/engines")).answer({ engines: ["Slow"] });
  assert.deepEqual(await names, ["Slow"]);
}

// A question dropped before its turn is never sent.
{
  const stop = new AbortController();
  const first = bold.ask(position);
  const dropped = slow.ask(position, { signal: stop.signal });
  const question = await asked(ASK);
  stop.abort();
  await assert.rejects(dropped, { name: "AbortError" });
  question.answer(answer);
  await first;
  await settled();
  assert.equal(open.length, 0);
}

async function speaker(language) {
  const messages = new Messages(language);
  await messages.add("reasons", "hints", "analysis");
  return { messages, text: messages.text.bind(messages) };
}

// What an engine takes to be safe it only takes to be safe, and the last step says more than the one before wherever it stands.
for (const [language, words] of [["en", "which it takes to be safe"], ["de", "was sie für sicher hält"]]) {
  const app = await speaker(language);
  const long = "Because the sum of the clues around the corner leaves no other place for the last mine of this long and winding row.";
  const said = { engine: "Bold", best: { cell: 8, chance: 0, score: 1 }, is_exact: true, chances: null, ranked: [] };
  const reasons = ["The first reason.", long].map((text) => ({ text, conclusion: "safe", cells: [8], clues: [5] }));
  const { levels } = tellEngine(app, { ...said, reasons }, namesOf(app, shape));
  assert.equal(levels.length, 3);
  assert.ok(levels[1][0].includes(words), levels[1][0]);
  assert.equal(levels[2][0], `${levels[1][0]} The first reason. ${long}`);
  for (const text of levels[2].slice(1)) assert.ok(!levels[1].includes(text) && /reason|^Because/.test(text), text);
  assert.deepEqual(levels[2].slice(2).map((text) => text.length <= 160), levels[2].slice(2).map(() => true));
  assert.ok(levels[2].at(-1).length <= 40 && levels[2].at(-1).endsWith("…"), levels[2].at(-1));
  assert.ok(engineBest(app, { ...said, reasons }, shape).lines[0].includes(words));
  for (const isSure of [true, false]) {
    const cell = app.text("analysis.cell", { cell: "(0, 0)", chance: "0", certain: isSure ? "safe" : "" });
    assert.equal(/certain|sicher/.test(cell), isSure, cell);
    assert.equal(/%/.test(app.text("analysis.label", { chance: "0", certain: isSure ? "safe" : "" })), !isSure);
  }
}

// Nothing is certain of which the engine doesn't say so.
{
  const chances = [0, 0, 0, 0, 1, 0, 0, 0, 0, 0.5, 0.5, 1];
  const found = (isSure) => [0, 1].map((chance) => new EngineAnalysis(chances, position.codes, isSure).certain(chance));
  assert.deepEqual(found(true), [[0, 8], [4, 11]]);
  assert.deepEqual(found(false), [[], []]);
  // A mine is drawn only where there is one for certain.
  const drawn = (isSure) => [...shownChances(new EngineAnalysis(chances, position.codes, isSure))];
  assert.deepEqual(drawn(true), chances);
  assert.ok(drawn(false).every((chance) => chance > 0 && chance < 1));
  assert.deepEqual([...shownChances({ chances: Float64Array.of(0, 1) })], [0, 1]);
}

/** A game, and an advice of the page's own solver: a guess. */
const advice = { kind: "guess", form: "guess", clues: [], cells: [8], isFlagged: false, steps: [{ conclusion: "guess", cells: [8], clues: [1], grounds: { kind: "guess", chance: 0.2, safest: 8, least: 0.2, equals: 0, opening: 0, isSeen: true, beside: 2, elsewhere: 0, error: null, choice: null } }] };
const game = () => ({
  shape, mines: 3, codes: position.codes, rules: { guess: "allowed" }, standing: { isDecided: true }, outcome: "ongoing", isPaused: false,
  isBusy: false, position: 4, noted: [], noteHint(level) { this.noted.push(level); },
});

// If the engine is unavailable the page's own solver answers and says why; if the engine fails, a message says so.
for (const [language, kind, why] of [
  ["en", "together_unreachable", "The engine Bold can't be reached, so this page answers itself."],
  ["en", "together_engine", "The server has no engine Bold any more, so this page answers itself."],
  ["de", "together_unreachable", "Die Engine Bold ist nicht zu erreichen, deshalb antwortet diese Seite selbst."],
  ["de", "together_engine", "Die Engine Bold hat der Server nicht mehr, deshalb antwortet diese Seite selbst."],
]) {
  const app = await speaker(language);
  const gone = new HypersweepError("RefusedError", { what: kind });
  for (const where of ["list", "question"]) {
    const session = game();
    const own = { ...app, wantedEngine: "Bold", engine: async () => ({ advise: async () => advice }) };
    own.chosenEngine = where === "list" ? () => Promise.reject(gone) : async () => ({ name: "Bold", ask: () => Promise.reject(gone) });
    const hints = new Hints(session, own);
    const first = await hints.next();
    assert.equal(first.text, `${why} ${app.text("hints.guess")}`);
    assert.ok(first.shorter[0].startsWith(app.text("hints.engine_without", { text: "" })), first.shorter[0]);
    // From there on it is a hint like any other.
    const second = await hints.next();
    assert.deepEqual([second.text, second.level, session.noted], [app.text("hints.guess_where", { cells: namesOf(app, shape)([8]) }), 2, [1, 2]]);
  }
  const failed = new HypersweepError("RefusedError", { what: "together_engine_failed" });
  const hint = await new Hints(game(), { ...app, wantedEngine: "Bold", chosenEngine: () => Promise.reject(failed), engine: () => assert.fail() }).next();
  assert.equal(hint.kind, "none");
}

// Asked again for the same position, a hint is shared; for another one the first is dropped.
{
  const app = await speaker("en");
  const session = game();
  const questions = [];
  const ask = (_, { signal }) =>
    new Promise((resolve, reject) => {
      questions.push({ resolve, signal });
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  const hints = new Hints(session, { ...app, wantedEngine: "Bold", chosenEngine: async () => ({ name: "Bold", ask }), engine: () => assert.fail() });
  const first = hints.next();
  assert.ok(hints.isSearching);
  assert.equal(hints.next(), first);
  await settled();
  session.position = 5;
  assert.ok(!hints.isSearching);
  const second = hints.next();
  assert.equal(await first, null);
  await settled();
  assert.ok(hints.isSearching && questions.length === 2 && questions[0].signal.aborted);
  questions[1].resolve({ engine: "Bold", best: { cell: 8, chance: null, score: null }, is_exact: null, chances: null, ranked: [], reasons: [] });
  assert.equal((await second).text, "The engine Bold has a move.");
  assert.ok(!hints.isSearching);
}

console.log("done");
process.exit(0);
