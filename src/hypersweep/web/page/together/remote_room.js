// @ts-check
// A room on the server as this tab knows it: its members, boards and stage. Moves and edits are numbered, and after a
// lost connection they are sent again until they are answered.

import { readRules } from "../engine/rules.js";
import { readShape } from "../engine/shape.js";
import { MoveLine, PASSING } from "./move_line.js";
import { RemoteBoard } from "./remote_board.js";

/** @typedef {import("./connection.js").Connection} Connection */
/** @typedef {import("../data/protocol.js").ServerMessage} ServerMessage */
/** @typedef {import("../data/protocol.js").ClientMessage} ClientMessage */
/** @typedef {import("../data/protocol.js").State} State */
/** @typedef {import("../data/protocol.js").Moved} Moved */
/** @typedef {import("../data/protocol.js").Member} Member */
/** @typedef {import("../data/protocol.js").Ended} Ended */
/** @typedef {import("../data/protocol.js").Refused} Refused */
/** @typedef {import("../data/protocol.js").Role} Role */
/** @typedef {import("../engine/terms.js").MoveKind} MoveKind */
/** The result of a move: the server's message, or its error.
 * @typedef {{moved: Moved | null, refused: Refused | null}} Answer */

/** Minimum milliseconds between two cursor messages. */
const POINTING = 80;
/** Minimum and maximum delay in milliseconds before joining again if the server isn't ready; it doubles each time. */
const SOONEST = 250;
const LATEST = 10_000;
/** Errors which mean that the server doesn't have this tab in the room. */
const ELSEWHERE = new Set(["away", "not_here"]);
/** Maximum number of saved chat messages. */
const MOST_LINES = 200;

/**
 * Events: "state" (everything may have changed), "moved" (detail: the message, with the changed `cells`), "progress", "members", "access",
 * "pointed", "said", "staged", "ended", "edited" (detail: the message), "refused" (detail: an error without a number), "gone", "away" (the
 * connection was lost), "pending" (the unanswered messages have changed).
 */
export class RemoteRoom extends EventTarget {
  #version = 0;
  #isAwaited = false;
  /** Whether the state is known, and belongs to this member. */
  #isKnown = false;
  #users = 1;
  #tries = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #again;
  #pointed = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #pointing;
  /** @type {{cell: number | null, at: string}} */
  #point = { cell: null, at: "" };
  /** @type {(room: this) => void} */
  #arrive = () => {};
  /** @type {(why: Refused) => void} */
  #turnAway = () => {};
  /** @type {import("../data/protocol.js").State | null} */
  state = null;
  /** @type {Map<number, Member>} */
  members = new Map();
  /** @type {Map<number, RemoteBoard>} */
  boards = new Map();
  /** The member who placed the flag on each cell of a shared board. @type {Map<number, number>} */
  flagged = new Map();
  /** The other members' cursors. @type {Map<number, {cell: number | null, at: string}>} */
  cursors = new Map();
  /** @type {{number: number, text: string, moment: number}[]} */
  lines = [];
  /** How this round's boards ended. @type {Map<number, Ended>} */
  endings = new Map();
  /** The hash of each round's seed, as the server first sent it. @type {Map<number, string>} */
  commitments = new Map();
  /** @type {State["stage"]} */
  stage = "waiting";
  round = 1;
  /** The start of the next game by this page's clock; null if none is scheduled. @type {number | null} */
  begins = null;
  /** Who may join, with the keys that this member may know. @type {import("../data/protocol.js").Access} */
  access = {};
  /** The record of a study, as received with the state. @type {string | null} */
  record = null;
  isHere = false;
  isGone = false;

  /** @param {Connection} connection @param {string} name @param {{role: Role, key: string | null}} options */
  constructor(connection, name, { role, key }) {
    super();
    this.connection = connection;
    this.name = name;
    this.role = role;
    this.key = key;
    this.line = new MoveLine((message) => connection.send(message), () => this.#tell("pending"), () => connection.doubt());
    /** Resolves to the room once its state is known; rejects with the server's error. @type {Promise<this>} */
    this.ready = new Promise((resolve, reject) => {
      this.#arrive = resolve;
      this.#turnAway = reject;
    });
    // Callers that don't await it receive an event instead, so don't report an unhandled rejection.
    this.ready.catch(() => {});
  }

  get shape() {
    return this.#shape;
  }

  /** @type {import("../engine/shape.js").Shape} */
  #shape = readShape("1");
  #blank = new RemoteBoard(0, this.#shape);
  rules = readRules("classic");
  mines = 0;

  /** The number of this member. */
  get you() {
    return this.state?.you ?? 0;
  }

  get kind() {
    return this.state?.kind ?? "solo";
  }

  /** This member's own board, or the shared one; an empty board if this member doesn't play in this round. */
  get own() {
    return this.boards.get(this.kind === "versus" ? this.you : 0) ?? this.#blank;
  }

  /** Whether this member plays on the board `own`. */
  get isPlaying() {
    return this.isPlayer && this.boards.get(this.own.number) === this.own;
  }

  /** Whether this member joined too late for the current round. */
  get isLate() {
    return this.isPlayer && !this.isPlaying && !this.#isAwaited;
  }

  get isPlayer() {
    return this.members.get(this.you)?.role === "player";
  }

  /** Whether this member may remove and mute others, and lock the room. */
  get isOwner() {
    return this.members.get(this.you)?.is_owner ?? false;
  }

  /** The members, without removed ones. */
  get activeMembers() {
    return [...this.members.values()].filter(({ number }) => !this.access.removed?.includes(number));
  }

  /** Whether all messages are answered. */
  get isSettled() {
    return this.line.isEmpty;
  }

  // Requests of this member.

  /**
   * Make a move.
   * @param {MoveKind} kind
   * @param {number} cell
   * @returns {Promise<Answer>}
   */
  move(kind, cell) {
    return this.line.add((n) => ({ t: "move", room: this.name, n, kind, cell }));
  }

  /** Edit a study. @param {Record<string, any>} edit @returns {Promise<Answer>} */
  edit(edit) {
    return this.line.add((n) => ({ t: "edit", room: this.name, n, edit }));
  }

  /** @param {boolean} [isReady] */
  setReady(isReady = true) {
    return this.connection.send({ t: "ready", room: this.name, is_ready: isReady });
  }

  /** Resign, which loses the game. */
  resign() {
    return this.connection.send({ t: "resign", room: this.name });
  }

  /** @param {string} text */
  say(text) {
    return this.connection.send({ t: "chat", room: this.name, text });
  }

  /** Remove a member for good (owner only). @param {number} number */
  remove(number) {
    return this.connection.send({ t: "remove", room: this.name, number });
  }

  /** @param {number} number - of a member @param {boolean} isMuted */
  mute(number, isMuted) {
    return this.connection.send({ t: "mute", room: this.name, number, is_muted: isMuted });
  }

  /** Lock the room for new members, or unlock it (owner only). @param {boolean} isLocked */
  lock(isLocked) {
    return this.connection.send({ t: "lock", room: this.name, is_locked: isLocked });
  }

  /** Show this member's board to watchers (versus) from the next game on; or hide it. @param {boolean} isShown */
  show(isShown) {
    return this.connection.send({ t: "show", room: this.name, is_shown: isShown });
  }

  /** Send this member's cursor; frequent changes are throttled. @param {number | null} cell @param {string} [at] */
  point(cell, at = "") {
    if (this.#point.cell === cell && this.#point.at === at) return;
    this.#point = { cell, at };
    const wait = this.#pointed + POINTING - this.connection.world.now();
    this.#pointing ??= setTimeout(() => this.#tellPoint(), Math.max(0, wait));
  }

  #tellPoint() {
    this.#pointing = undefined;
    this.#pointed = this.connection.world.now();
    this.connection.send({ t: "cursor", room: this.name, ...this.#point });
  }

  /** Register another part of the page that uses the room. */
  share() {
    this.#users += 1;
  }

  /** Leave once no part of the page uses the room; the member may come back. */
  leave() {
    this.#users -= 1;
    if (this.#users > 0) return;
    clearTimeout(this.#pointing);
    clearTimeout(this.#again);
    this.isGone = true;
    this.connection.send({ t: "leave", room: this.name });
    this.connection.forget(this);
    this.line.end();
  }

  // Messages of the server.

  /** After reconnecting, request missed events, and send unanswered messages again. */
  rejoin() {
    clearTimeout(this.#again);
    this.#again = undefined;
    if (this.isGone) return;
    const since = this.#isKnown ? this.#version : null;
    this.connection.send({ t: "join", room: this.name, since, role: this.role, key: this.key });
    this.isHere = true;
    this.line.resend();
  }

  /** Drop the state, because it belongs to another member. */
  forget() {
    this.#isKnown = false;
  }

  lost() {
    clearTimeout(this.#again);
    this.#again = undefined;
    this.isHere = false;
    this.line.pause();
    this.#tell("away");
  }

  /** @param {ServerMessage} message */
  receive(message) {
    switch (message.t) {
      case "state":
        return this.#takeState(message);
      case "moved":
        return this.#takeMoved(message);
      case "edited":
        this.#note(message.version);
        if (message.by === this.you) this.line.answer(message.n, { moved: null, refused: null });
        return this.#tell("edited", message);
      case "progress":
        this.#note(message.version);
        this.#boardOf(message.number).progress(message);
        return this.#tell("progress", message);
      case "entered":
        this.#note(message.version);
        this.members.set(message.member.number, message.member);
        return this.#tell("members", message);
      case "admitted":
        this.#note(message.version);
        this.#takeAccess(message.access);
        return this.#tell("access", message);
      case "staged":
        return this.#takeStaged(message);
      case "ended":
        this.#note(message.version);
        this.endings.set(message.number, message);
        return this.#tell("ended", message);
      case "present": {
        const member = this.members.get(message.number);
        if (member) this.members.set(message.number, { ...member, is_here: message.is_here });
        if (!message.is_here) this.cursors.delete(message.number);
        return this.#tell("members", message);
      }
      case "pointed":
        this.cursors.set(message.number, { cell: message.cell, at: message.at ?? "" });
        return this.#tell("pointed", message);
      case "said":
        this.lines.push({ number: message.number, text: message.text, moment: message.moment });
        if (this.lines.length > MOST_LINES) this.lines.shift();
        return this.#tell("said", message);
      case "gone":
        if (PASSING.has(message.what)) return this.#comeBack();
        return this.#go({ t: "refused", what: message.what, message: message.what, room: this.name });
      case "refused":
        return this.#refuse(message);
    }
  }

  /** @param {number} version */
  #note(version) {
    this.#version = Math.max(this.#version, version);
  }

  /** @param {State} state */
  #takeState(state) {
    const isSame = this.state?.board === state.board && this.state.you === state.you && (state.round ?? 1) === this.round;
    this.state = state;
    this.#isKnown = true;
    this.#tries = 0;
    this.#version = state.version;
    if (this.#shape.format() !== state.board) this.#shape = readShape(state.board);
    this.rules = readRules(state.rules);
    this.mines = state.mines;
    this.members = new Map(state.members.map((member) => [member.number, member]));
    this.record = state.record ?? null;
    this.#takeAccess(state.access ?? {});
    if (!isSame) this.#clear();
    this.#isAwaited = false;
    this.flagged = new Map(state.flagged ?? []);
    this.#commit(state.round ?? 1, state.commitment);
    this.#stage(state.stage, state.begins_in ?? null, state.round ?? 1);
    const before = this.boards;
    this.boards = new Map();
    for (const board of state.boards) {
      const own = before.get(board.number);
      if (own) this.boards.set(board.number, own);
      this.#boardOf(board.number).take(board, state.stage === "playing");
    }
    for (const number of this.cursors.keys()) if (!this.members.get(number)?.is_here) this.cursors.delete(number);
    this.line.settle(state.next);
    this.#arrive(this);
    this.#tell("state", state);
    if (this.#point.cell !== null) this.#tellPoint();
  }

  /** @param {import("../data/protocol.js").Access} access */
  #takeAccess(access) {
    this.access = access;
    // Membership ends with the session: another account in this browser needs the key again.
    this.key = (this.isPlayer && access.key) || access.watch_key || this.key;
  }

  /** @param {Moved} moved */
  #takeMoved(moved) {
    const isMine = moved.by === this.you;
    // A repeated message gets its old answer again.
    const isOld = moved.version < this.#version;
    let cells = null;
    if (!isOld) {
      const isNew = moved.version > this.#version;
      this.#note(moved.version);
      cells = this.#boardOf(moved.number).move(moved);
      this.#noteFlags(moved);
      this.#tell("moved", { ...moved, changed: cells, isNew });
    }
    if (isMine) this.line.answer(moved.n, { moved, refused: null }, (asked) => asked.t === "move" && asked.kind === moved.kind && asked.cell === moved.cell);
  }

  /** Record who placed a flag. @param {Moved} moved */
  #noteFlags({ by, kind, cells = [], codes = [], all = null }) {
    if (all !== null) {
      const codes = this.boards.get(0)?.codes;
      for (const cell of this.flagged.keys()) if (codes?.[cell] !== -2) this.flagged.delete(cell);
      return;
    }
    cells.forEach((cell, place) => {
      if (codes[place] === -2 && kind === "flag") this.flagged.set(cell, by);
      else this.flagged.delete(cell);
    });
  }

  /** @param {import("../data/protocol.js").Staged} staged */
  #takeStaged(staged) {
    this.#note(staged.version);
    // The boards of a round arrive after its start.
    this.#isAwaited = staged.stage === "playing" && this.stage === "waiting" && (this.members.get(this.you)?.is_ready ?? false);
    const ready = new Set(staged.ready ?? []);
    for (const [number, member] of this.members) this.members.set(number, { ...member, is_ready: ready.has(number) });
    if (staged.round !== undefined && staged.round > this.round) this.#clear();
    this.#commit(staged.round ?? this.round, staged.commitment);
    this.#stage(staged.stage, staged.begins_in ?? null, staged.round ?? this.round);
    this.#tell("staged", staged);
  }

  /** Keep the first hash that the server sends for a round. @param {number} round @param {string | null} [commitment] */
  #commit(round, commitment = null) {
    if (commitment !== null && !this.commitments.has(round)) this.commitments.set(round, commitment);
  }

  /** Clear all boards, because another round begins. */
  #clear() {
    this.endings.clear();
    this.flagged.clear();
    this.boards.clear();
    this.#blank = new RemoteBoard(this.kind === "versus" ? this.you : 0, this.#shape);
    if (this.kind !== "versus") this.boards.set(0, this.#blank);
  }

  /** The board with a number; in versus, the first message about it creates it. @param {number} number */
  #boardOf(number) {
    let board = this.boards.get(number);
    if (!board) {
      board = number === this.#blank.number ? this.#blank : new RemoteBoard(number, this.#shape);
      this.boards.set(number, board);
    }
    return board;
  }

  /** @param {State["stage"]} stage @param {number | null} beginsIn @param {number} round */
  #stage(stage, beginsIn, round) {
    this.stage = stage;
    this.round = round;
    this.begins = beginsIn === null ? null : this.connection.world.now() + beginsIn;
  }

  /** @param {Refused} why */
  #refuse(why) {
    const isNumbered = why.n !== undefined && why.n !== null;
    if (ELSEWHERE.has(why.what) || (!isNumbered && this.state === null && PASSING.has(why.what))) this.#comeBack();
    if (isNumbered) return this.line.refuse(/** @type {number} */ (why.n), why);
    if (this.state === null && !PASSING.has(why.what)) return this.#go(why);
    this.#tell("refused", why);
  }

  /** Join again later: the room has moved to another server process, or is unreachable. */
  #comeBack() {
    this.#again ??= setTimeout(() => this.rejoin(), Math.min(LATEST, SOONEST * 2 ** this.#tries++));
  }

  /** Handle that the room has ended for this tab, or couldn't be joined. @param {Refused} why */
  #go(why) {
    this.isGone = true;
    clearTimeout(this.#again);
    this.line.end();
    this.connection.forget(this);
    this.#turnAway(why);
    this.#tell("gone", why);
  }

  /** @param {string} name @param {any} [detail] */
  #tell(name, detail = null) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
