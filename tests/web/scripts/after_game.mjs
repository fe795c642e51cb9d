// Answers questions about what comes after a game, a line of JSON each: replays and reviews, to compare with Python's.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { NodeWorker } from "./node_worker.mjs";
import { answerAll } from "./answering.mjs";

const [folder, file] = process.argv.slice(2);
const at = (name) => new URL(name, pathToFileURL(`${folder}/`));
const { Engine } = await import(at("client.js"));
const { parseRecord } = await import(at("../play/record.js"));
const { ReplayPlayer } = await import(at("../play/replay_player.js"));
const { Replay } = await import(at("../play/replay.js"));
const { insight, movePositions, review } = await import(at("../play/review.js"));

const module = await WebAssembly.compile(readFileSync(file));
const engine = new Engine(module, () => new NodeWorker(at("worker.js")));

/** What is to be seen of a player. */
function state(player, error) {
  const { replay } = player;
  return {
    error,
    position: replay.position,
    line: replay.line,
    clock: player.milliseconds,
    milliseconds: replay.milliseconds,
    length: player.length,
    isPlaying: player.isPlaying,
    isPaused: replay.isPaused,
    isAtEnd: player.isAtEnd,
    comment: player.comment,
    sideLines: player.sideLines,
    outcome: replay.outcome,
    flags: replay.flags,
    speed: player.speed,
    codes: [...replay.codes],
    marks: [replay.marks?.questions, replay.marks?.drafts].map((cells) => [...(cells ?? [])].sort((one, other) => one - other)),
  };
}

function toldLesson({ move, cost, overlooked, warnings }) {
  const told = (reasons) => reasons.map(({ rule, conclusion, cells }) => ({ rule, conclusion, cells: [...cells] }));
  return { move: move.number, cost, overlooked: told(overlooked), warnings: told(warnings) };
}

const answers = {
  /** A player's states, one after each of some acts: [name, ...values]. */
  async player({ record, acts }) {
    const player = await ReplayPlayer.begin(engine, parseRecord(record));
    // The reported changes must be complete: a picture depends on them alone.
    const picture = Int16Array.from(player.replay.codes);
    player.addEventListener("change", ({ detail: { cells } }) => {
      if (cells) for (const cell of cells) picture[cell] = player.replay.codes[cell];
      else picture.set(player.replay.codes);
    });
    const states = [state(player, null)];
    for (const [name, ...values] of acts) {
      let error = null;
      try {
        await player[name](...values);
      } catch (caught) {
        if (!caught.kind) throw caught;
        error = [caught.kind, caught.message];
      }
      if (String(picture) !== String(player.replay.codes)) throw new Error(`not all that ${name} changed was told`);
      states.push(state(player, error));
    }
    await player.close();
    return states;
  },
  /** Plays a record to its end, and checks that. */
  async verify({ record }) {
    const replay = await Replay.begin(engine, parseRecord(record));
    try {
      await replay.seek(replay.events.length);
      replay.checkEnd();
      return { position: replay.position };
    } catch (error) {
      if (!error.kind) throw error;
      return { kind: error.kind, message: error.message, position: replay.position };
    } finally {
      await replay.close();
    }
  },
  /** A review without a limit of time. */
  async review({ record, seconds = null }) {
    const judged = [];
    const found = await review(engine, parseRecord(record), { seconds, onMove: (moves) => judged.push(moves.length) });
    const { record: own, moves, lessons, codes, guesses, ...rest } = found;
    return { ...rest, moves, judged, verdicts: Object.fromEntries(found.verdicts), lessons: lessons.map(toldLesson) };
  },
  /** What there was to know before a move. */
  async insight({ record, number }) {
    const own = parseRecord(record);
    const position = movePositions(own)[number - 1];
    const replay = await Replay.begin(engine, own);
    await replay.seek(position);
    const found = await insight(engine, own, replay.codes, own.events[position], { isFirst: number === 1 });
    await replay.close();
    const { analysis, ...judgement } = found.judgement;
    const { overlooked, warnings } = toldLesson({ move: {}, ...found });
    const chances = analysis && [...analysis.chances];
    return { judgement, chances, frontier: [...found.frontier].sort((one, other) => one - other), overlooked, warnings };
  },
  /** A review that is cancelled after a number of judged moves: their number, and why it ended. */
  async giveUp({ record, after }) {
    const stop = new AbortController();
    let judged = 0;
    const onMove = (moves) => ((judged = moves.length) === after ? stop.abort(new Error("enough")) : undefined);
    try {
      await review(engine, parseRecord(record), { seconds: null, signal: stop.signal, onMove });
    } catch (error) {
      return { judged, message: error.message };
    }
    return { judged, message: null };
  },
};

await answerAll(answers);
engine.close();
