// The connection of a tab and its rooms, with a scripted server: gaps, losses, repeated messages.
import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";

const [folder] = process.argv.slice(2);
const at = (name) => new URL(`../${name}`, pathToFileURL(`${folder}/`));
const { Connection } = await import(at("multiplayer/connection.js"));
const { MoveLine } = await import(at("multiplayer/move_line.js"));
const { readCodes } = await import(at("multiplayer/remote_board.js"));
const { readShape } = await import(at("engine/shape.js"));

/** Waits until something is so, not for a time. */
async function until(holds, what = String(holds)) {
  for (let turn = 0; turn < 4000; ++turn) {
    if (holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  assert.fail(`expected before long: ${what}`);
}

/** A scripted server whose every connection is a list of received messages. */
class FakeServer {
  sockets = [];
  entered = 0;
  isDown = false;
  clock = 0;
  world = {
    enter: async () => {
      this.entered += 1;
      if (this.isDown) throw new Error("down");
    },
    socket: () => {
      const socket = { heard: [], isClosed: false, send: (text) => socket.heard.push(JSON.parse(text)), close: () => (socket.isClosed = true) };
      this.sockets.push(socket);
      queueMicrotask(() => socket.onopen?.());
      return socket;
    },
    now: () => this.clock,
    // No wait is longer than it has to be.
    random: () => 0,
  };
  get latest() {
    return this.sockets[this.sockets.length - 1];
  }
  say(message) {
    this.latest.onmessage?.({ data: JSON.stringify(message) });
  }
  welcome() {
    this.say({ t: "welcome", me: { id: "p", name: "Anna" }, limits: { cells: 100, message: 65536, moves: 40, burst: 200 }, moment: Date.now() });
  }
  cut() {
    this.latest.onclose?.();
  }
  moves(socket = this.latest) {
    return socket.heard.filter(({ t }) => t === "move").map(({ n, kind, cell }) => [n, kind, cell]);
  }
}

const NAME = "abcdefgh";
const codes = (values) => Buffer.from(Int8Array.from(values).buffer).toString("base64");
const state = (more = {}) => ({
  t: "state", room: NAME, kind: "coop", version: 1, board: "2x3", mines: 1, rules: "classic", stage: "playing", you: 1, next: 1,
  members: [{ number: 1, name: "Anna", role: "player", is_here: true }, { number: 2, name: "Bert", role: "player", is_here: true }],
  boards: [{ number: 0, codes: codes([-1, -1, -1, -1, -1, -1]) }], ...more,
});
const moved = (version, by, n, kind, cell, cells, values, more = {}) => ({
  t: "moved", room: NAME, version, number: 0, by, n, kind, cell, milliseconds: 5 * version, cells, codes: values, ...more,
});
async function joined(more) {
  const server = new FakeServer();
  const connection = new Connection(server.world);
  const room = connection.join(NAME, { key: "k" });
  await until(() => server.latest?.heard.length === 1);
  server.welcome();
  server.say(state(more));
  await room.ready;
  return { server, connection, room };
}

// Hello comes first, and a room is joined once the server has said who this is.
{
  const server = new FakeServer();
  const connection = new Connection(server.world);
  const states = [];
  connection.addEventListener("change", () => states.push(connection.state));
  const room = connection.join(NAME, { role: "watcher", key: "secret" });
  assert.equal(connection.join(NAME), room);
  await until(() => server.latest?.heard.length === 1);
  assert.deepEqual(server.latest.heard, [{ t: "hello", protocol: 1 }]);
  server.welcome();
  assert.deepEqual(server.latest.heard[1], { t: "join", room: NAME, since: null, role: "watcher", key: "secret" });
  assert.deepEqual(states, ["opening", "open"]);
  assert.equal(connection.me.name, "Anna");
  server.say({ t: "ping", id: 7 });
  assert.deepEqual(server.latest.heard[2], { t: "pong", id: 7 });
  // A refused client learns why, and doesn't join again.
  server.say({ t: "refused", what: "no_room", message: "expected a room", room: NAME });
  await assert.rejects(room.ready, ({ what }) => what === "no_room");
  server.cut();
  connection.retry();
  await until(() => server.sockets.length === 2 && server.latest.heard.length === 1);
  server.welcome();
  assert.equal(server.latest.heard.length, 1);
  connection.close();
  assert.equal(server.latest.isClosed, true);
}

// A move is shown when it is answered; those of others as they come.
{
  const { server, connection, room } = await joined();
  const seen = [];
  room.addEventListener("moved", ({ detail }) => seen.push([detail.version, detail.changed === null ? null : [...detail.changed], detail.isNew]));
  const answer = room.move("open", 2);
  assert.deepEqual(server.moves(), [[1, "open", 2]]);
  assert.equal(room.line.messages.length, 1);
  server.say(moved(2, 2, 1, "flag", 5, [5], [-2], { flags: 1 }));
  server.say(moved(3, 1, 1, "open", 2, [2, 1], [1, 0], { opened: 2, flags: 1 }));
  assert.equal((await answer).moved.version, 3);
  assert.deepEqual([...room.own.codes], [-1, 0, 1, -1, -1, -2]);
  assert.deepEqual(seen, [[2, [5], true], [3, [2, 1], true]]);
  assert.deepEqual([...room.flagged], [[5, 2]]);
  assert.deepEqual([room.own.opened, room.own.flags, room.own.isStarted, room.line.messages.length], [2, 1, true, 0]);
  connection.close();
}

// Of every size of gap: what comes again does no harm, whatever was known already.
for (let gap = 0; gap <= 40; ++gap) {
  const { server, connection, room } = await joined();
  const all = Array.from({ length: 41 }, (_, place) => moved(place + 2, 2, place + 1, "flag", place % 6, [place % 6], [Math.floor(place / 6) % 2 ? -1 : -2]));
  for (const each of all.slice(0, 41 - gap)) server.say(each);
  server.cut();
  assert.equal(connection.state, "away");
  connection.retry();
  await until(() => server.sockets.length === 2 && server.latest.heard.length === 1);
  server.welcome();
  const { since } = server.latest.heard[1];
  assert.equal(since, 42 - gap);
  // The latest version comes again, since it may have come only in part.
  for (const each of all) if (each.version >= since) server.say(each);
  const expected = [-1, -1, -1, -1, -1, -1];
  for (const each of all) expected[each.cell] = each.codes[0];
  assert.deepEqual([...room.own.codes], expected);
  connection.close();
}

// What wasn't answered is said again, with its number; a state tells that some of it was done.
{
  const { server, connection, room } = await joined();
  const answers = [room.move("flag", 0), room.move("flag", 1), room.move("open", 4)];
  server.say(moved(2, 1, 1, "flag", 0, [0], [-2]));
  assert.equal((await answers[0]).moved.n, 1);
  server.cut();
  connection.retry();
  // What is done meanwhile waits, too.
  answers.push(room.move("open", 5));
  await until(() => server.sockets.length === 2 && server.latest.heard.length === 1);
  server.welcome();
  assert.deepEqual(server.latest.heard[1].since, 2);
  assert.deepEqual(server.moves(), [[2, "flag", 1], [3, "open", 4], [4, "open", 5]]);
  server.say(state({ version: 9, next: 3, boards: [{ number: 0, codes: codes([-2, -2, -1, -1, -1, -1]), flags: 2 }] }));
  assert.deepEqual(await answers[1], { moved: null, refused: null });
  server.say(moved(10, 1, 3, "open", 4, [4], [1]));
  server.say(moved(11, 1, 4, "open", 5, [], []));
  assert.equal((await answers[2]).moved.version, 10);
  assert.equal((await answers[3]).moved.cells.length, 0);
  assert.deepEqual([...room.own.codes], [-2, -2, -1, -1, 1, -1]);
  // A repeated old answer changes nothing.
  server.say(moved(2, 1, 1, "flag", 0, [0], [-2]));
  server.say(moved(10, 1, 3, "open", 4, [4], [-1]));
  assert.equal(room.own.codes[4], 1);
  connection.close();
}

// What is refused for good loses its number, and what was said after it moves up.
{
  const { server, connection, room } = await joined();
  const answers = [room.move("open", 0), room.move("flag", 1), room.move("flag", 2)];
  server.say({ t: "refused", what: "not_playing", message: "no", room: NAME, n: 1 });
  assert.equal((await answers[0]).refused.what, "not_playing");
  for (const n of [2, 3]) server.say({ t: "refused", what: "gap", message: "expected 1", room: NAME, n, values: { expected: 1 } });
  await until(() => server.moves().length >= 5);
  assert.deepEqual(server.moves().slice(3, 5), [[1, "flag", 1], [2, "flag", 2]]);
  server.say(moved(2, 1, 1, "flag", 1, [1], [-2]));
  server.say(moved(3, 1, 2, "flag", 2, [2], [-2]));
  assert.deepEqual([(await answers[1]).moved.n, (await answers[2]).moved.n], [1, 2]);
  const next = room.move("open", 5);
  assert.deepEqual(server.moves().pop(), [3, "open", 5]);
  server.say(moved(4, 1, 3, "open", 5, [5], [1]));
  await next;
  connection.close();
}

// What is refused for now is said again by itself.
{
  const { server, connection, room } = await joined();
  const answer = room.move("open", 0);
  server.say({ t: "refused", what: "unavailable", message: "not now", room: NAME, n: 1 });
  await until(() => server.moves().length === 2);
  assert.deepEqual(server.moves(), [[1, "open", 0], [1, "open", 0]]);
  server.say(moved(2, 1, 1, "open", 0, [0], [1]));
  assert.equal((await answer).moved.version, 2);
  connection.close();
}

// A room that moves to another home is joined again, and what wasn't answered is said there.
{
  const { server, connection, room } = await joined();
  const answer = room.move("open", 0);
  const joins = () => server.latest.heard.filter(({ t }) => t === "join").map(({ since }) => since);
  server.say({ t: "gone", room: NAME, what: "away" });
  await until(() => joins().length === 2);
  assert.deepEqual([joins(), server.moves()], [[null, 1], [[1, "open", 0], [1, "open", 0]]]);
  server.say({ t: "refused", what: "not_here", message: "no", room: NAME, n: 1 });
  server.say({ t: "refused", what: "away", message: "no", room: NAME });
  await until(() => joins().length === 3);
  server.say(moved(2, 1, 1, "open", 0, [0], [1]));
  assert.equal((await answer).moved.version, 2);
  assert.equal(room.isGone, false);
  server.say({ t: "gone", room: NAME, what: "banned" });
  assert.equal(room.isGone, true);
  connection.close();
}

// A server that can't be reached at first is tried again; a client that has left sends nothing more.
{
  const server = new FakeServer();
  const connection = new Connection(server.world);
  const room = connection.join(NAME);
  await until(() => server.latest?.heard.length === 1);
  server.welcome();
  server.say({ t: "refused", what: "unavailable", message: "not now", room: NAME });
  await until(() => server.latest.heard.length === 3);
  server.say(state());
  await room.ready;
  room.leave();
  assert.deepEqual(server.latest.heard.pop(), { t: "leave", room: NAME });
  assert.equal((await room.move("open", 0)).refused.what, "not_here");
  connection.close();
}

// Another tab of the same member had the number: the move takes the next one.
{
  const { server, connection, room } = await joined();
  const answer = room.move("open", 3);
  server.say(moved(2, 1, 1, "flag", 0, [0], [-2]));
  await until(() => server.moves().length === 2);
  assert.deepEqual(server.moves()[1], [2, "open", 3]);
  server.say(moved(3, 1, 2, "open", 3, [3], [1]));
  assert.equal((await answer).moved.n, 2);
  // And where nothing waits, the next move follows theirs.
  server.say(moved(4, 1, 3, "flag", 5, [5], [-2]));
  void room.move("open", 4);
  assert.deepEqual(server.moves().pop(), [4, "open", 4]);
  connection.close();
}

// Another version of the protocol: nothing is tried again.
{
  const server = new FakeServer();
  const connection = new Connection(server.world);
  connection.join(NAME);
  await until(() => server.latest?.heard.length === 1);
  server.say({ t: "refused", what: "protocol", message: "expected protocol 2" });
  assert.equal(connection.state, "old");
  connection.wake();
  connection.retry();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(server.sockets.length, 1);
}

// A server that is down is tried again; a wake that finds a silent connection doesn't trust it.
{
  const server = new FakeServer();
  server.isDown = true;
  const connection = new Connection(server.world);
  const room = connection.join(NAME);
  await until(() => connection.state === "away");
  server.isDown = false;
  connection.retry();
  await until(() => server.latest?.heard.length === 1);
  server.welcome();
  server.say(state());
  await room.ready;
  server.clock += 5_000;
  connection.wake();
  assert.equal(server.sockets.length, 1);
  server.clock += 60_000;
  connection.wake();
  await until(() => server.sockets.length === 2 && server.latest.heard.length === 1);
  assert.equal(server.sockets[0].isClosed, true);
  server.welcome();
  assert.equal(server.latest.heard[1].since, 1);
  // A different person is a different member: no earlier state holds.
  connection.renew();
  await until(() => server.sockets.length === 3 && server.latest.heard.length === 1);
  server.welcome();
  assert.equal(server.latest.heard[1].since, null);
  connection.close();
}

// A member who was removed while the connection was lost is out of the room; other errors leave the room open.
{
  const { server, connection, room } = await joined();
  const told = [];
  for (const name of ["refused", "gone"]) room.addEventListener(name, ({ detail }) => told.push([name, detail.what]));
  server.say({ t: "refused", what: "muted", message: "no", room: NAME });
  server.cut();
  connection.retry();
  await until(() => server.sockets.length === 2 && server.latest.heard.length === 1);
  server.welcome();
  // The end of the missed events shows that this tab is still in the room.
  server.say({ t: "present", room: NAME, number: 1, is_here: true });
  server.say({ t: "refused", what: "muted", message: "no", room: NAME });
  server.cut();
  connection.retry();
  await until(() => server.sockets.length === 3 && server.latest.heard.length === 1);
  server.welcome();
  server.say({ t: "refused", what: "removed", message: "no", room: NAME });
  assert.deepEqual(told, [["refused", "muted"], ["refused", "muted"], ["gone", "removed"]]);
  assert.equal(room.isGone, true);
  connection.close();
}

// A banned person gets a message, and no retry until another person plays here.
{
  const server = new FakeServer();
  const { enter } = server.world;
  server.world.enter = async () => {
    throw Object.assign(new Error("expected nobody who is banned"), { detail: { what: "together_banned", until: 5 } });
  };
  const connection = new Connection(server.world);
  const room = connection.join(NAME);
  await assert.rejects(room.ready, ({ what, values }) => what === "banned" && values.until === 5);
  assert.deepEqual([connection.state, server.sockets.length], ["refused", 0]);
  server.world.enter = enter;
  connection.renew();
  await until(() => server.latest?.heard.length === 1);
  connection.close();
}

// Versus: each has a board of his own; of the others' only how far they are.
{
  const { server, connection, room } = await joined({ kind: "versus", stage: "waiting", boards: [] });
  const blank = room.own;
  assert.deepEqual([blank.number, blank.isSeen, room.isPlaying, room.isPlayer], [1, false, false, true]);
  server.say({ t: "staged", room: NAME, version: 2, stage: "waiting", begins_in: 3000, ready: [1, 2] });
  assert.deepEqual([room.stage, room.begins, room.members.get(2).is_ready], ["waiting", 3000, true]);
  server.say({ t: "staged", room: NAME, version: 3, stage: "playing" });
  // A player whose board is still on its way isn't late.
  assert.deepEqual([room.isPlaying, room.isLate], [false, false]);
  server.say(moved(3, 1, 0, "open", 0, [0, 1], [0, 1], { number: 1, opened: 2 }));
  server.say({ t: "progress", room: NAME, version: 3, number: 2, opened: 2, flags: 0, outcome: "ongoing", milliseconds: 0 });
  // The empty board that was shown is the one that is played on.
  assert.deepEqual([room.own === blank, room.isPlaying, blank.codes[1], room.begins], [true, true, 1, null]);
  server.say({ t: "progress", room: NAME, version: 4, number: 2, opened: 4, flags: 1, outcome: "ongoing", milliseconds: 900 });
  assert.deepEqual([room.boards.get(2).share(1), room.boards.get(2).isSeen], [0.8, false]);
  const answer = room.move("open", 5);
  assert.deepEqual(server.moves().pop(), [1, "open", 5]);
  server.say(moved(5, 1, 1, "open", 5, [5], [-4], { number: 1, outcome: "lost" }));
  await answer;
  const ended = { t: "ended", room: NAME, version: 6, number: 1, outcome: "lost", milliseconds: 10, layout: "2x3.bAQ", record: "", winner: 2 };
  server.say(ended);
  assert.equal(room.endings.get(1).winner, 2);
  server.say({ t: "staged", room: NAME, version: 7, stage: "waiting", round: 2 });
  assert.deepEqual([room.endings.size, room.round, room.own.opened, room.boards.size], [0, 2, 0, 0]);
  assert.notEqual(room.own, blank);
  // The others begin without members who aren't ready.
  server.say({ t: "staged", room: NAME, version: 8, stage: "waiting", begins_in: 3000, round: 2, ready: [2, 3] });
  server.say({ t: "staged", room: NAME, version: 9, stage: "playing", round: 2 });
  assert.deepEqual([room.isPlaying, room.isLate], [false, true]);
  connection.close();
}

// Codes of a whole board: a byte each, or two.
{
  const shape = readShape("2x3");
  const found = new Int16Array(6);
  readCodes(codes([-1, 5, -5, 0, 100, 8]), shape, found);
  assert.deepEqual([...found], [-1, 5, -5, 0, 100, 8]);
  assert.throws(() => readCodes(codes([1, 2]), shape, found), RangeError);
  const wide = readShape("3x3x3x3x3");
  const values = Int16Array.from({ length: 243 }, (_, place) => (place % 2 ? -1 : 242 - place));
  const read = new Int16Array(243);
  readCodes(Buffer.from(values.buffer).toString("base64"), wide, read);
  assert.deepEqual([...read], [...values]);
}

// A line that has ended answers everybody.
{
  const line = new MoveLine(() => true, () => {}, () => {});
  const waiting = line.add((n) => ({ t: "move", room: NAME, n, kind: "open", cell: 0 }));
  line.end();
  assert.equal((await waiting).refused.what, "not_here");
  assert.equal((await line.add(() => assert.fail())).refused.what, "not_here");
}
console.log("done");
process.exit(0);
