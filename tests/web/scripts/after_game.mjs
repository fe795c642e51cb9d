// Answers questions about what comes after a game, a line of JSON each: replays and reviews, to put them beside what Python says.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { NodeWorker } from "./node_worker.mjs";

const [folder, file] = process.argv.slice(2);
const at = (name) => new URL(name, pathToFileURL(`${folder}/`));
const { Engine } = await import(at("client.js"));
const { parseRecord } = await import(at("../play/record.js"));
const { ReplayPlayer } = await import(at("../play/replay_player.js"));
const { Replay } = await import(at("../play/replay.js"));

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
  };
}

const answers = {
  /** A player's states, one after each of some acts: [name, ...values]. */
  async player({ record, acts }) {
    const player = await ReplayPlayer.begin(engine, parseRecord(record));
    // What was told must be all that changed: a picture is kept by it alone.
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
  /** How long some seeks take, in milliseconds. */
  async seeks({ record, positions }) {
    const replay = await Replay.begin(engine, parseRecord(record));
    const times = [];
    for (const position of positions) {
      const begin = performance.now();
      await replay.seek(position);
      times.push(performance.now() - begin);
    }
    await replay.close();
    return times;
  },
};

for await (const line of createInterface({ input: process.stdin })) {
  const { question, ...values } = JSON.parse(line);
  let answer;
  try {
    answer = { value: await answers[question](values) };
  } catch (error) {
    answer = { error: error.kind ?? "bug", message: error.message, detail: error.detail ?? error.stack };
  }
  process.stdout.write(`${JSON.stringify(answer, (_, value) => (typeof value === "bigint" ? String(value) : value))}\n`);
}
engine.close();
