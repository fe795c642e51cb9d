// A room on the server as this tab knows it: its members, boards and stage. Moves and edits are numbered, and after a
// lost connection they are sent again until they are answered.

import { readRules } from "../engine/rules.ts";
import { readShape, type Shape } from "../engine/shape.ts";
import { MoveLine, PASSING } from "./move_line.ts";
import { RemoteBoard } from "./remote_board.ts";
import type { Access, ClientMessage, Ended, Member, Moved, Refused, Role, ServerMessage, Staged, State } from "../data/protocol.ts";
import type { MoveKind } from "../engine/terms.ts";
import type { Connection } from "./connection.ts";

/** The result of a move: the server's message, or its error. */
export type Answer = { moved: Moved | null; refused: Refused | null };

type Without<Message, Name extends string> = Message extends unknown ? Omit<Message, Name> : never;
/** What a member may send besides moves and edits. */
type Unnumbered = Without<Extract<ClientMessage, { t: "ready" | "resign" | "chat" | "remove" | "mute" | "lock" | "show" | "cursor" | "leave" }>, "room">;

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
 * Events: "state" (everything may have changed), "moved" (detail: the message, with the changed `cells`), "progress",
 * "members", "access", "pointed", "said", "staged", "ended", "edited" (detail: the message), "refused" (detail: an
 * error without a number), "gone", "away" (the connection was lost), "pending" (the unanswered messages have changed).
 */
export class RemoteRoom extends EventTarget {
  role;
  key;
  line;
  /** Resolves to the room once its state is known; rejects with the server's error. */
  ready: Promise<this>;
  #version = 0;
  #isAwaited = false;
  /** Whether the state is known, and belongs to this member. */
  #isKnown = false;
  #users = 1;
  #tries = 0;
  #again: ReturnType<typeof setTimeout> | undefined;
  #pointed = 0;
  #pointing: ReturnType<typeof setTimeout> | undefined;
  #point: {cell: number | null, at: string} = { cell: null, at: "" };
  #arrive: (room: this) => void = () => {};
  #turnAway: (why: Refused) => void = () => {};
  state: State | null = null;
  members: Map<number, Member> = new Map();
  boards: Map<number, RemoteBoard> = new Map();
  /** The member who placed the flag on each cell of a shared board. */
  flagged: Map<number, number> = new Map();
  cursors: Map<number, {cell: number | null, at: string}> = new Map();
  lines: {number: number, text: string, moment: number}[] = [];
  /** How this round's boards ended. */
  endings: Map<number, Ended> = new Map();
  /** The hash of each round's seed, as the server first sent it. */
  commitments: Map<number, string> = new Map();
  stage: State["stage"] = "waiting";
  round = 1;
  /** The start of the next game by this page's clock; null if none is scheduled. */
  begins: number | null = null;
  /** Who may join, with the keys that this member may know. */
  access: Access = {};
  /** The record of a study, as received with the state. */
  record: string | null = null;
  /** Number of watchers. */
  watchers = 0;
  /** Whether the server has admitted this tab since the connection was opened. */
  isHere = false;
  isGone = false;

  constructor(public connection: Connection, public name: string, { role, key }: {role: Role, key: string | null}) {
    super();
    this.role = role;
    this.key = key;
    this.line = new MoveLine((message) => connection.send(message), () => this.#tell("pending"), () => connection.doubt());
    this.ready = new Promise((resolve, reject) => {
      this.#arrive = resolve;
      this.#turnAway = reject;
    });
    // Callers that don't await it receive an event instead, so don't report an unhandled rejection.
    this.ready.catch(() => {});
  }

  shape: Shape = readShape("1");
  #blank = new RemoteBoard(0, this.shape);
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

  // Requests of this member.

  move(kind: MoveKind, cell: number): Promise<Answer> {
    return this.line.add((n) => ({ t: "move", room: this.name, n, kind, cell }));
  }

  edit(edit: Record<string, any>): Promise<Answer> {
    return this.line.add((n) => ({ t: "edit", room: this.name, n, edit }));
  }

  /**
   * Send a message that has no number.
   * @returns false if there is no connection
   */
  send(message: Unnumbered) {
    return this.connection.send({ ...message, room: this.name } as ClientMessage);
  }

  /** Send this member's cursor; frequent changes are throttled. */
  point(cell: number | null, at = "") {
    if (this.#point.cell === cell && this.#point.at === at) return;
    this.#point = { cell, at };
    const wait = this.#pointed + POINTING - this.connection.world.now();
    this.#pointing ??= setTimeout(() => this.#tellPoint(), Math.max(0, wait));
  }

  #tellPoint() {
    this.#pointing = undefined;
    this.#pointed = this.connection.world.now();
    this.send({ t: "cursor", ...this.#point });
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
    this.send({ t: "leave" });
    this.connection.forget(this);
    this.line.end();
  }

  // Messages of the server.

  /** After reconnecting, request missed events, and send unanswered messages again. */
  rejoin() {
    clearTimeout(this.#again);
    this.#again = undefined;
    if (this.isGone) return;
    this.watchers = 0;
    const since = this.#isKnown ? this.#version : null;
    this.connection.send({ t: "join", room: this.name, since, role: this.role, key: this.key });
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

  receive(message: ServerMessage) {
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
        // After missed events, this marks their end.
        if (message.number === this.you) this.isHere = true;
        return this.#tell("members", message);
      }
      case "watchers":
        this.watchers = message.count;
        return this.#tell("members", message);
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

  #note(version: number) {
    this.#version = Math.max(this.#version, version);
  }

  #takeState(state: State) {
    const isSame = this.state?.board === state.board && this.state.you === state.you && (state.round ?? 1) === this.round;
    this.state = state;
    this.#isKnown = this.isHere = true;
    this.#tries = 0;
    this.#version = state.version;
    if (this.shape.format() !== state.board) this.shape = readShape(state.board);
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

  #takeAccess(access: Access) {
    this.access = access;
    // Membership ends with the session: another account in this browser needs the key again.
    this.key = (this.isPlayer && access.key) || access.watch_key || this.key;
  }

  #takeMoved(moved: Moved) {
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

  #noteFlags({ by, kind, cells = [], codes = [], all = null }: Moved) {
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

  #takeStaged(staged: Staged) {
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

  /** Keep the first hash that the server sends for a round. */
  #commit(round: number, commitment: string | null = null) {
    if (commitment !== null && !this.commitments.has(round)) this.commitments.set(round, commitment);
  }

  /** Clear all boards, because another round begins. */
  #clear() {
    this.endings.clear();
    this.flagged.clear();
    this.boards.clear();
    this.#blank = new RemoteBoard(this.kind === "versus" ? this.you : 0, this.shape);
    if (this.kind !== "versus") this.boards.set(0, this.#blank);
  }

  /** The board with a number; in versus, the first message about it creates it. */
  #boardOf(number: number) {
    let board = this.boards.get(number);
    if (!board) {
      board = number === this.#blank.number ? this.#blank : new RemoteBoard(number, this.shape);
      this.boards.set(number, board);
    }
    return board;
  }

  #stage(stage: State["stage"], beginsIn: number | null, round: number) {
    this.stage = stage;
    this.round = round;
    this.begins = beginsIn === null ? null : this.connection.world.now() + beginsIn;
  }

  #refuse(why: Refused) {
    const isNumbered = why.n !== undefined && why.n !== null;
    const isJoin = !isNumbered && !this.isHere;
    if (ELSEWHERE.has(why.what) || (isJoin && PASSING.has(why.what))) this.#comeBack();
    if (isNumbered) return this.line.refuse(why.n as number, why);
    if (isJoin && !PASSING.has(why.what)) return this.#go(why);
    this.#tell("refused", why);
  }

  /** Join again later: the room has moved to another server process, or is unreachable. */
  #comeBack() {
    this.isHere = false;
    this.#again ??= setTimeout(() => this.rejoin(), Math.min(LATEST, SOONEST * 2 ** this.#tries++));
  }

  /** Handle the end of the room for this tab, or a failure to join it. */
  #go(why: Refused) {
    this.isGone = true;
    clearTimeout(this.#again);
    this.line.end();
    this.connection.forget(this);
    this.#turnAway(why);
    this.#tell("gone", why);
  }

  #tell(name: string, detail: any = null) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}
