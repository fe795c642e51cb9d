// Answers questions about what is kept of games, a line of JSON each: damaged rows, exports and imports.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { NodeWorker } from "./node_worker.mjs";
import { answerAll } from "./answering.mjs";

const [folder, file] = process.argv.slice(2);
const at = (name) => new URL(`../${name}`, pathToFileURL(`${folder}/`));
const { Engine } = await import(at("engine/client.js"));
const { Messages } = await import(at("messages.js"));
const { Storage } = await import(at("storage.js"));
const { Settings, USUAL } = await import(at("settings.js"));
const games = await import(at("play/games.js"));
const { damageFile, findDamage, removeDamage } = await import(at("play/damaged_games.js"));
const { exportAll, importAll } = await import(at("play/import_export.js"));
const { parseRecord } = await import(at("play/record.js"));
const { newKey } = await import(at("play/running_game.js"));
const { Session } = await import(at("play/session.js"));
const { playFigures, kindsOf, rulesNote } = await import(at("play/statistics.js"));

const engine = new Engine(await WebAssembly.compile(readFileSync(file)), () => new NodeWorker(at("engine/worker.js")));

function page() {
  const messages = new Messages("en");
  const say = () => {};
  const app = { engine: async () => engine, storage: new Storage(null), messages, say, warn: say };
  app.text = messages.text.bind(messages);
  return app;
}

/** A page that has some games that are over, and one that goes on. */
async function full(records) {
  const app = page();
  for (const text of records) await games.keepEnded(app, newKey(), parseRecord(text));
  const session = await Session.begin(app, { board: "5x6", mines: 5, seed: 7n, isKnown: false });
  await session.open(0);
  await session.flag(29);
  await session.close();
  return app;
}

/** What lists and statistics show, but for keys, which differ elsewhere, and pictures, which the next move draws again. */
async function shown(app) {
  const plain = ({ key, ...row }) => row;
  const rows = await games.list(app);
  const figures = kindsOf(rows).map(({ rows: own, ...kind }) => {
    const { played, ranked, ...sums } = playFigures(own);
    return { ...kind, ...sums, note: rulesNote(kind, { usual: "safe" }) };
  });
  const running = (await games.running(app)).map(({ key, saved, picture, ...row }) => row);
  return { rows: rows.map(plain), figures, running };
}

const seedRandom = (seed) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
};

const cycle = {};
cycle.inside = [cycle];
const ODD = [
  undefined, null, NaN, Infinity, -Infinity, -1, -0, 0.5, 1e300, 2 ** 53, 10n ** 30n, true, false, "", "0", "-1", "NaN", "won", "ongoing", "__proto__",
  "constructor", "9x9", "0x0", "9999999999x9", "classic", "classic,first=", "\n\n", "\ud800", "a".repeat(70_000), "9x".repeat(20_000), [], [1, [2]], [undefined],
  {}, { length: 3 }, { indexOf: 1 }, JSON.parse('{"__proto__": {"key": "x"}}'), new Map([[1, new Set([2])]]), new Set(), new Date(NaN), new Date(0),
  new Uint8Array(3), new ArrayBuffer(2), new DataView(new ArrayBuffer(1)), /x/, new Error("x"), cycle,
];

const answers = {
  /** The findings of rows in which something odd was put, a text for each that is wrong. */
  async damage({ records, count, seed }) {
    const random = seedRandom(seed);
    const pick = (values) => values[Math.floor(random() * values.length)];
    const app = await full(records);
    const { storage } = app;
    const before = JSON.stringify(await shown(app));
    const exported = await (await exportAll(app)).file.text();
    const kept = {};
    for (const store of ["games", "records", "running", "events"]) kept[store] = await storage.all(store);
    const wrong = [];
    for (let turn = 0; turn < count; ++turn) {
      const store = pick(Object.keys(kept));
      const [key, value] = pick(kept[store]);
      const odd = pick(ODD);
      const isRow = store === "games" || store === "running";
      const field = isRow && random() < 0.9 ? pick(Object.keys(value)) : null;
      const put = field === null ? odd : { ...value, [field]: odd };
      const inPlace = random() < 0.5;
      const strange = pick(["odd", 17, new Date(5), ["odd", 0], ["odd", "x"], [key, 5], ["odd"], new Uint8Array([1])]);
      const where = inPlace ? key : strange;
      // IndexedDB keeps no value of a key that isn't there.
      if (put === undefined) await storage.write([{ store, remove: where }]);
      else await storage.write([{ store, key: where, value: put }]);
      const what = `${store} ${String(field)} ${inPlace} ${typeof odd === "object" ? Object.prototype.toString.call(odd) : String(odd).slice(0, 30)} ${turn}`;
      try {
        const { rows, damaged } = await games.listAll(app);
        const going = await games.runningAll(app);
        if (!inPlace && rows.length < records.length) wrong.push(`${what}: ${rows.length} games`);
        if (!inPlace && store !== "events" && going.rows.length < 1) wrong.push(`${what}: the game that goes on is gone`);
        for (const kind of kindsOf(rows)) {
          const figures = playFigures(kind.rows);
          if (!figures.times.every(Number.isSafeInteger)) wrong.push(`${what}: times ${figures.times}`);
          rulesNote(kind, { usual: "safe" });
        }
        const text = await (await exportAll(app)).file.text();
        const mark = /^hypersweep-record:/gm;
        const least = exported.match(mark).length - Number(inPlace);
        if (text.match(mark).length < least) wrong.push(`${what}: ${text.match(mark).length} games exported`);
        for (const own of text.split(/\n(?=hypersweep-record:)/)) parseRecord(own);
        const fresh = page();
        const { refused, failure } = await importAll(fresh, text);
        if (refused > Number(inPlace && (store === "running" || store === "events" || store === "records")) || failure) wrong.push(`${what}: ${refused} refused, ${failure}`);
        for (const { key: own } of going.rows) {
          try {
            await (await Session.resume(app, own)).close();
          } catch (error) {
            if (!error.kind) wrong.push(`${what}: resume ${error.stack}`);
          }
        }
        const found = await findDamage(app, { isDeep: true });
        JSON.parse(await damageFile(found).text());
        if (damaged && !(await games.listAll(app)).damaged && !rows.length) wrong.push(`${what}: damage is gone`);
        await removeDamage(app, found);
        if ((await findDamage(app, { isDeep: true })).length) wrong.push(`${what}: damage stays`);
        const again = await games.listAll(app);
        if (again.damaged || (await games.runningAll(app)).damaged) wrong.push(`${what}: unread rows stay`);
        // A damaged row whose record can be read is written again.
        if (store === "games" && found.length && JSON.stringify(await shown(app)) !== before) wrong.push(`${what}: not mended`);
      } catch (error) {
        wrong.push(`${what}: ${error.stack}`);
      }
      for (const name of Object.keys(kept)) {
        for (const own of await storage.keys(name)) await storage.write([{ store: name, remove: own }]);
        for (const [own, old] of kept[name]) await storage.write([{ store: name, key: own, value: old }]);
      }
    }
    return wrong;
  },
  /** Settings of which something odd was kept: whether each is of its usual kind. */
  async settings() {
    const storage = new Storage(null);
    const wrong = [];
    for (const name of Object.keys(USUAL)) {
      for (const odd of ODD) {
        await storage.write([{ store: "settings", key: "settings", value: { [name]: odd } }]);
        const settings = await Settings.load(storage);
        const value = settings.get(name);
        if (typeof value !== typeof USUAL[name] || Number.isNaN(value)) wrong.push(`${name} ${String(value)}`);
        await settings.set("zoom", 2);
      }
    }
    for (const odd of ODD) {
      await storage.write([{ store: "settings", key: "settings", value: odd }]);
      const settings = await Settings.load(storage);
      await settings.set("zoom", 2);
      if ((await Settings.load(storage)).get("zoom") !== 2) wrong.push(`not set after ${String(odd)}`);
    }
    // What can't be kept counts nevertheless, and goes with the next that can.
    await storage.write([{ store: "settings", key: "settings", value: { tint: false } }]);
    const settings = await Settings.load(storage);
    const told = [];
    settings.addEventListener("change", ({ detail, isElsewhere }) => told.push([detail, isElsewhere]));
    const change = storage.change.bind(storage);
    storage.change = async () => {
      throw new DOMException("no room", "QuotaExceededError");
    };
    const refused = await settings.set("delta", true).then(() => null, ({ name }) => name);
    await storage.write([{ store: "settings", key: "settings", value: { tint: true } }]);
    await settings.read();
    if (refused !== "QuotaExceededError" || !settings.get("delta") || !settings.get("tint")) wrong.push("a setting that isn't kept");
    if (JSON.stringify(told) !== '[["delta",false],["tint",true]]') wrong.push(JSON.stringify(told));
    storage.change = change;
    await settings.set("zoom", 3);
    const { delta, zoom } = await storage.get("settings", "settings");
    if (!delta || zoom !== 3) wrong.push("a setting that isn't kept later");
    return wrong;
  },
  /** What a page shows, and another one that has imported its games; then what importing them again says. */
  async travel({ records, reviewed }) {
    const app = await full(records);
    const [first] = await app.storage.keys("games");
    if (reviewed !== null) await app.storage.change("games", first, (row) => ({ ...row, unneeded: reviewed }));
    const text = await (await exportAll(app)).file.text();
    const fresh = page();
    const imported = await importAll(fresh, text);
    const after = await shown(fresh);
    const again = await importAll(fresh, text);
    // The game continues there, and an older state of it comes again.
    const [{ key }] = await games.running(fresh);
    const session = await Session.resume(fresh, key);
    await session.goOn();
    await session.flag(28);
    await session.close();
    const older = await importAll(fresh, text);
    return { before: await shown(app), after, text, imported, again, older };
  },
  /** An import that is cancelled after some games, or for which there is no room. */
  async part({ text, stopAfter = Infinity, roomFor = Infinity }) {
    const app = page();
    const stop = new AbortController();
    let written = 0;
    const write = app.storage.write.bind(app.storage);
    app.storage.write = async (steps, options) => {
      if (written + steps.length > roomFor) throw new DOMException("no room", "QuotaExceededError");
      written += steps.length;
      return write(steps, options);
    };
    const seen = [];
    const onProgress = (done) => {
      seen.push(done);
      if (done >= stopAfter) stop.abort();
    };
    const result = await importAll(app, text, { signal: stop.signal, onProgress });
    const found = { rows: (await games.list(app)).length, records: (await app.storage.keys("records")).length, damage: (await findDamage(app, { isDeep: true })).length };
    return { ...result, failure: result.failure && result.failure.name, ...found, seen };
  },
};

const bigger = (_, value) => (typeof value === "bigint" ? `${value}n` : value);
await answerAll(answers, { plain: bigger });
process.exit(0);
