// Answers questions to the page's play/ modules, a line of JSON each: records, figures, the clock, and whole sessions.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { NodeWorker } from "./node_worker.mjs";
import { answerAll } from "./answering.mjs";

const [folder, file] = process.argv.slice(2);
const at = (name) => new URL(`../${name}`, pathToFileURL(`${folder}/`));
const { Engine } = await import(at("engine/client.js"));
const { Messages } = await import(at("messages.js"));
const { Storage } = await import(at("storage.js"));
const { GameClock, clockText, lengthText, tenthsText, timeText } = await import(at("play/clock.js"));
const { DAILY_NAMES, dailyBoard, dailyResult, dailyStreak, playDaily, shareText } = await import(at("play/daily_board.js"));
const games = await import(at("play/games.js"));
const { formatRecord, lineEvents, parseRecord, readRecord, splitGames } = await import(at("play/record.js"));
const { playRecord } = await import(at("play/resuming.js"));
const { engineGames } = await import(at("play/played_game.js"));
const { Session } = await import(at("play/session.js"));

const engine = new Engine(await WebAssembly.compile(readFileSync(file)), () => new NodeWorker(at("engine/worker.js")));

function page() {
  const messages = new Messages("en");
  const said = [];
  const app = { engine: async () => engine, storage: new Storage(null), messages, said, say: (text) => said.push(text), warn: (text) => said.push(text) };
  app.text = messages.text.bind(messages);
  return app;
}

const bigger = (_, value) => (typeof value === "bigint" ? `${value}n` : value instanceof Map ? [...value] : value);

const answers = {
  parse: ({ text, options }) => readRecord(text, options),
  format: ({ text }) => formatRecord(parseRecord(text)),
  formatMany: ({ texts }) => texts.map((text) => formatRecord(parseRecord(text))),
  /** The kind of error of each, or null where it is read and written as something that reads as the same. */
  accepts: ({ texts }) =>
    texts.map((text) => {
      try {
        const { record, isWhole } = readRecord(text);
        const again = formatRecord(record);
        if (formatRecord(parseRecord(again)) !== again) return "differs";
        return { text: again, isWhole };
      } catch (error) {
        return error.kind ? { error: error.kind, message: error.message, line: error.detail.line ?? null } : { error: "bug", message: error.stack };
      }
    }),
  /** The kind of error by which each is refused when it is played again, or null. */
  async verify({ texts }) {
    const told = [];
    for (const text of texts) {
      try {
        await (await playRecord(parseRecord(text), engineGames(page()), { grade: (...own) => engine.grade(...own) })).close();
        told.push(null);
      } catch (error) {
        told.push(`${error.kind ?? "bug"}: ${error.kind ? error.message : error.stack}`);
      }
    }
    return told;
  },
  daily: ({ tags }) => tags.map(dailyBoard),
  share: ({ texts, streak }) => texts.map((text) => shareText(parseRecord(text), streak)),
  /** The results and streaks of finished games. */
  async dailyRows({ texts, day }) {
    const own = page();
    for (const [key, text] of Object.entries(texts)) await games.keepEnded(own, key, parseRecord(text));
    const rows = await games.list(own);
    const tags = new Set(rows.map(({ daily }) => daily));
    const results = Object.fromEntries([...tags].map((tag) => [tag, dailyResult(rows, tag).key]));
    return { streaks: ["", ...DAILY_NAMES].map((name) => dailyStreak(rows, day, name)), results };
  },
  /** Begins games on daily boards, the last of them twice. Returns their boards and records, and how many there are. */
  async playDaily({ tags }) {
    const own = page();
    const told = [];
    for (const tag of [...tags, tags.at(-1)]) {
      const session = await playDaily(own, tag);
      told.push({ board: await session.game.boardId(), record: session.record() });
      await session.close();
    }
    return { told, running: (await games.running(own)).map(({ daily }) => daily) };
  },
  /** Begins a daily board while it is open. Returns the refusal, and the running games. */
  async playDailyTwice({ tag }) {
    const own = page();
    const session = await playDaily(own, tag);
    await session.save();
    const refused = await playDaily(own, tag).then(() => null, ({ kind }) => kind);
    const running = (await games.running(own)).map(({ daily }) => daily);
    await session.close();
    return { refused, running };
  },
  split: ({ text }) => splitGames(text),
  line: ({ text, line }) => lineEvents(parseRecord(text), line).length,
  texts: ({ milliseconds }) => milliseconds.map((each) => [clockText(each), timeText(each)]),
  /** As a German player reads them. */
  precise({ milliseconds }) {
    const app = { messages: { numbers: new Intl.NumberFormat("de") } };
    return milliseconds.map((each) => [tenthsText(app, each), lengthText(app, each, { isExact: true })]);
  },
  clock({ milliseconds, times, steps }) {
    const own = new GameClock(milliseconds, () => times.shift());
    return steps.map((step) => [step].flat()).map(([name, ...values]) => own[name](...values) ?? null);
  },
  /** Plays moves in a session. Returns the result of each, the record, and whether its codes are those of the game. */
  async session({ request, moves, language = "en" }) {
    const app = page();
    app.messages.language = language;
    const { seed, ...rest } = request;
    const session = await Session.begin(app, seed === undefined ? rest : { ...rest, seed: BigInt(seed) });
    const told = [];
    let isTrue = true;
    try {
      for (const [kind, cell] of moves) {
        const answer = await (cell === null ? session[kind]() : kind in session ? session[kind](cell) : session.mark(kind, cell));
        told.push(typeof answer === "object" ? { changed: answer.changed, refused: answer.refused && app.text(answer.refused, answer.values) } : answer);
        const codes = await session.game.codes();
        isTrue &&= codes.length === session.codes.length && codes.every((code, index) => code === session.codes[index]);
      }
      const figures = await session.figures();
      const sheet = await session.boardSheet();
      const key = await session.kept;
      const rows = await games.list(app);
      const record = session.record();
      const { isRanked, unrankedBy, deaths, tally: { hints: hintsUsed, undos }, minesLeft, isPaused, isStarted } = session;
      const running = await games.running(app);
      return { told, isTrue, figures, sheet, key, rows, record, isRanked, unrankedBy: [...unrankedBy].sort(), deaths, hintsUsed, undos, minesLeft, isPaused, isStarted, running };
    } finally {
      await session.close();
    }
  },
};

await answerAll(answers, { plain: bigger });
process.exit(0);
