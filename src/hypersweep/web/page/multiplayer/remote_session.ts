// A game played on the server, with the interface of play/session.ts that the game screen needs.
//
// The server owns clock, record and scores: this class only displays them. A move has no effect here until the server
// has answered it. After the game, the page's kernels replay its record for statistics, mines and reviews.

import { nameOf } from "./names.ts";
import { boardSheet } from "../play/board_sheet.ts";
import { Marks, stepsOf, type Marking } from "../play/marks.ts";
import { refusedMove, type Move } from "../play/move_queue.ts";
import { engineGames, refreshCodes, type PlayedGame } from "../play/played_game.ts";
import { parseRecord } from "../play/record.ts";
import { refusal, whyNothing } from "../play/refusals.ts";
import { playRecord } from "../play/resuming.ts";
import type { App } from "../app.ts";
import type { Ended, Moved } from "../data/protocol.ts";
import type { MoveKind } from "../engine/terms.ts";
import type { Event } from "../play/record_writer.ts";
import { Tally, gameFigures } from "../play/tally.ts";
import type { RemoteBoard } from "./remote_board.ts";
import type { RemoteRoom } from "./remote_room.ts";

/** Commands that are unavailable in a server's game, with the keys of the messages that say so. */
const REFUSED: Record<string, string> = { undo: "room.no_undo", redo: "room.no_undo", hint: "room.no_hint", pause: "room.no_pause", same: "room.no_same" };

/** Events: "change" (detail: `{cells, isOthers}`), "end", "pending" (the unanswered moves have changed). */
export class RemoteSession extends EventTarget {
  round;
  shape;
  rules;
  mines;
  head;
  kind;
  #stop = new AbortController();
  /** The replayed game, after the end. */
  #again: Promise<PlayedGame | null> | null = null;
  #ended: Ended | null = null;
  #events: readonly Event[] = [];
  #isClosed = false;
  #position = 0;
  /** Cells of unanswered moves, by move number. */
  #pending: Map<number, number> = new Map();
  #moves = 0;
  #making = 0;
  cursor: number | null = null;
  /** Marks are only in this page: the server sees nothing but flags. */
  marks: Marks | null = null;
  order = null;
  isRemote = true;
  isPaused = false;
  isSaved = false;
  key = "";
  failure = null;
  seed = null;
  canUndo = false;
  canRedo = false;
  isUndoCounted = false;
  /** Null, because the server saves the game. */
  kept = Promise.resolve(null);

  /** @param room - a room whose state is known */
  constructor(public app: App, public room: RemoteRoom, public board: RemoteBoard) {
    super();
    this.round = room.round;
    const { shape, rules, mines } = room;
    this.shape = shape;
    this.rules = rules;
    this.mines = mines;
    this.head = { board: shape, mines, rules, seed: null, layout: null, tags: {} };
    this.kind = { board: shape.format(), mines, rules };
    const { signal } = this.#stop;
    room.addEventListener("moved", (event) => this.#moved((event as CustomEvent).detail), { signal });
    room.addEventListener("ended", (event) => this.#end((event as CustomEvent).detail), { signal });
    room.addEventListener("state", () => this.#renew(), { signal });
    const ended = room.endings.get(board.number);
    if (!ended) return;
    this.#take(ended);
    void this.#played().then(() => this.#tell("change", { cells: null, isOthers: true }));
  }

  get codes() {
    return this.board.codes;
  }

  get standing() {
    const { outcome, opened, flags, isStarted } = this.board;
    return { outcome, opened, flags, isDecided: isStarted, undoable: 0, redoable: 0 };
  }

  get outcome() {
    return this.board.outcome;
  }

  get isStarted() {
    return this.board.isStarted;
  }

  get isClosed() {
    return this.#isClosed;
  }

  /** Whether the server is generating a board, so that the first open may take seconds. */
  get isBusy() {
    return this.#making > 0;
  }

  get milliseconds() {
    return this.board.clock.milliseconds;
  }

  get isClockRunning() {
    return this.board.clock.isRunning;
  }

  get minesLeft() {
    return this.mines - this.board.flags;
  }

  /** Whether games in this kind of room can be ranked at all. */
  get mayRank() {
    return this.room.state?.kind === "solo";
  }

  /** The name of the member who hit a mine on a shared board; "" if none did. */
  get hitBy() {
    const { room } = this;
    const number = this.#ended?.hit_by ?? 0;
    return room.kind === "coop" && number ? nameOf(room, number) : "";
  }

  /** Message key for the outcome; null for plain "you won" and "you lost". */
  get endingText(): string | null {
    const { room, board } = this;
    const isWon = this.outcome === "won";
    if (this.hitBy) return this.#ended?.hit_by === room.you ? "room.you_hit" : "room.other_hit";
    if (!room.isPlayer || board !== room.own) return isWon ? "room.board_won" : "room.board_lost";
    // Another player finished first.
    return isWon && room.kind === "versus" && this.#ended?.winner !== room.you ? "room.board_opened" : null;
  }

  /** Key of a message that says more than "won" or "lost"; null if there is none. */
  get stateText(): string | null {
    return this.endingText === "room.board_opened" ? "room.done" : null;
  }

  /** Whether a win counts for the lists of best times. */
  get isRanked() {
    return this.#ended ? (this.#ended.is_ranked ?? false) : (this.room.state?.is_ranked ?? false);
  }

  /** Why the game is unranked; empty if only the server knows. */
  get unrankedBy(): Tally["unrankedBy"] {
    return new Set(this.isWalkover ? ["walkover"] : []);
  }

  get isWalkover() {
    return this.outcome === "won" && this.#events.filter(({ changed, kind }) => changed && kind !== "flag").length === 1;
  }

  get deaths() {
    return Number(this.outcome === "lost");
  }

  get events() {
    return this.#events;
  }

  get position() {
    return this.#position;
  }

  get pending() {
    return [...this.#pending.values()];
  }

  /** Key of the message that says why a command is unavailable; "" if it is available. */
  refuses(command: string) {
    if (Object.hasOwn(REFUSED, command)) return REFUSED[command];
    if (command === "new") return this.room.isPlayer ? "" : "room.only_watching";
    const isMove = ["open", "flag", "smart", "draft"].includes(command);
    if (!isMove || this.room.isPlaying) return "";
    return this.room.isPlayer ? "room.not_begun" : "room.only_watching";
  }

  // Moves.

  open = (cell: number) => this.#move("open", cell);
  flag = (cell: number) => this.#move("flag", cell);
  chord = (cell: number) => this.#move("chord", cell);
  undo = async () => refusedMove({ refused: REFUSED.undo, values: {} });
  redo = async () => refusedMove({ refused: REFUSED.redo, values: {} });
  pause = async () => false;
  goOn = async () => false;
  noteHint() {}

  /** Change marks in this page, and send the flags that an action sets. */
  async mark(action: Marking, index: number): Promise<Move> {
    const { board, room } = this;
    if (this.#isClosed || board.outcome !== "ongoing") return refusedMove(refusal(this.#isClosed ? "closed" : "over"));
    if (!room.isPlaying) return refusedMove({ refused: room.isPlayer ? "room.not_begun" : "room.only_watching", values: {} });
    const steps = stepsOf(action, this, index);
    for (const [kind, cell] of steps) {
      if (kind === "flag") continue;
      this.marks ??= new Marks();
      this.marks.toggle(kind, cell);
      this.#tell("change", { cells: [cell], isMark: true });
    }
    const flags = await Promise.all(steps.filter(([kind]) => kind === "flag").map(([, cell]) => this.flag(cell)));
    if (!steps.length) return refusedMove(refusal("no_mark"));
    return flags.find(({ refused }) => refused) ?? { changed: steps.length, cells: null, opened: 0, flags: 0 };
  }

  async #move(kind: MoveKind, cell: number): Promise<Move> {
    const { room, board } = this;
    if (this.#isClosed) return refusedMove(refusal("closed"));
    if (board.outcome !== "ongoing") return refusedMove(refusal("over"));
    if (!room.isPlaying) return refusedMove({ refused: room.isPlayer ? "room.not_begun" : "room.only_watching", values: {} });
    if (this.isBusy) return refusedMove(refusal("busy"));
    const isLong = kind === "open" && this.rules.guess === "never" && !board.isStarted;
    const number = ++this.#moves;
    this.#pending.set(number, cell);
    if (isLong) this.#making += 1;
    room.line.mayTakeLong = isLong;
    this.#tell("pending");
    const { moved, refused } = await room.move(kind, cell);
    this.#pending.delete(number);
    if (isLong) {
      this.#making -= 1;
      room.line.mayTakeLong = false;
    }
    this.#tell("pending");
    if (refused) return refusedMove({ refused: `together_refusals.${refused.what}`, values: { ...refused.values, message: refused.message } });
    // The answer was lost with the connection, but the board shows the move's effect.
    if (!moved) return { changed: 1, cells: null, opened: 0, flags: 0 };
    const changed = moved.all == null ? (moved.cells?.length ?? 0) : this.shape.cells;
    if (!changed) return refusedMove(whyNothing({ shape: this.shape, rules: this.rules, codes: this.codes, events: [] }, kind, cell));
    return { changed, cells: moved.all == null ? Uint32Array.from(moved.cells ?? []) : null, opened: 0, flags: 0 };
  }

  // Messages of the server.

  #moved({ number, by, changed, outcome = "ongoing" }: Moved & {changed: Uint32Array | null}) {
    if (number !== this.board.number) return;
    this.#position += 1;
    const isOthers = by !== this.room.you;
    if (!changed || changed.length || outcome !== "ongoing") this.#tell("change", { cells: outcome === "ongoing" ? changed : null, isOthers });
  }

  /** Handle a new copy of the state, perhaps with another board. */
  #renew() {
    if (this.room.boards.get(this.board.number) !== this.board) return;
    this.#position += 1;
    if (this.#ended) this.board.reveal(this.#ended.layout);
    this.#tell("change", { cells: null, isOthers: true });
  }

  #end(ended: Ended) {
    if (ended.number !== this.board.number || this.#ended) return;
    this.#take(ended);
    // Draw the mines first.
    void this.#played().then(() => {
      if (this.#isClosed) return;
      this.#tell("change", { cells: null, isOthers: true });
      this.#tell("end", this.outcome);
    });
  }

  #take(ended: Ended) {
    this.#ended = ended;
    this.board.outcome = ended.outcome;
    this.board.clock.halt();
  }

  /** The replayed game; null during the game, or if its record can't be replayed. */
  async #played(): Promise<PlayedGame | null> {
    if (!this.#ended) return null;
    this.#again ??= this.#play(this.#ended);
    return this.#again;
  }

  async #play(ended: Ended) {
    try {
      const record = parseRecord(ended.record);
      this.#events = record.events;
      // Use the layout, which avoids a search for a no-guess board. If guesses are punished, mines move, so the seed is
      // needed instead.
      const given = record.rules.guess === "punished" ? record : { ...record, seed: null, layout: ended.layout };
      const game = await playRecord(given, engineGames(this.app), { isOurs: true });
      await refreshCodes(game, this.board.codes);
      this.board.reveal(ended.layout);
      if (this.#isClosed) void game.close();
      return game;
    } catch (error) {
      // Everything else works without the replay.
      console.debug("the record can't be replayed:", error);
      return null;
    }
  }

  /** The parts of a game that missed moves and board information need. */
  get game() {
    return { boardId: async () => this.#ended?.layout || null };
  }

  /** The name of the game's page on the server; null if it has none. */
  get shared() {
    return this.#ended?.game ?? null;
  }

  /** Whether mines and record stay secret after the game, because it is a daily board. */
  get isSealed() {
    return (this.#ended?.sealed_until ?? null) !== null;
  }

  /** The text of its record, after the end; "" before. */
  record() {
    return this.#ended?.record ?? "";
  }

  async figures() {
    const game = await this.#played();
    if (!game) return null;
    return gameFigures(Tally.of({ tags: {}, events: this.#events }).clicks, this.milliseconds, await game.value());
  }

  async boardSheet() {
    const { shape: board, mines, rules, seed, standing } = this;
    const played = { board, mines, rules, seed, standing, boardId: this.game.boardId } as any;
    const sheet = await boardSheet(played, this.#events);
    const seedText = "room.seed_secret";
    const fair = await this.#fairness();
    return this.#ended && !this.isSealed ? { ...sheet, seedText, fair } : { ...sheet, seedText, boardId: "", whyNoId: "later", command: "", address: "" };
  }

  /**
   * Check whether the board follows from the seed whose hash the server sent before the first open. Returns: "" if that
   * can't be checked.
   */
  async #fairness(): Promise<"" | "fair" | "unfair"> {
    const { room } = this;
    const commitment = room.commitments.get(room.round);
    if (!this.#ended?.record || !commitment || !room.state) return "";
    const record = parseRecord(this.#ended.record);
    if (record.seed === null) return "";
    const { board, mines, rules } = room.state;
    const found = await commitmentOf({ room: room.name, round: room.round, board, mines, rules, seed: String(record.seed) });
    if (found === null) return "";
    if (found !== commitment) return "unfair";
    // Use only the seed, not the layout, so that this browser deals the board itself.
    const game = await playRecord({ ...record, layout: null }, engineGames(this.app), { isOurs: true });
    const layout = await game.boardId();
    void game.close();
    return layout === this.#ended.layout ? "fair" : "unfair";
  }

  /** Release the replayed game. The game stays on the server, and the code that joined the room must leave it. */
  async close() {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#stop.abort();
    const game = await this.#again?.catch(() => null);
    await game?.close().catch(() => {});
  }

  #tell(name: string, detail: any = null) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }
}

/**
 * The hash of a round's seed, the same as the server's `rooms.board.commitment`. Source: SHA-256, FIPS 180-4.
 * @returns null if the browser can't compute hashes, as on pages loaded over plain http
 */
async function commitmentOf({ room, round, board, mines, rules, seed }: {room: string, round: number, board: string, mines: number, rules: string, seed: string}): Promise<string | null> {
  if (!globalThis.crypto?.subtle) return null;
  const text = ["hypersweep board 1", room, String(round), board, String(mines), rules, seed].join("\n");
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
