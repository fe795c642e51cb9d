// A room on the server: a game screen whose game is shared or watched, with the members next to it.

import { cellLabel } from "../board/labels.ts";
import { node } from "../frame/elements.ts";
import { connection } from "../together/connection.ts";
import { forgetRoom, noteRoom } from "../together/my_rooms.ts";
import { RemoteSession } from "../together/remote_session.ts";
import { playRanked } from "./asking/playing.ts";
import GameScreen from "./game.ts";
import { hideKey } from "./room/invitation.ts";
import { nameText } from "./room/members.ts";
import { RoomPanel } from "./room/panel.ts";
import { Presence } from "./room/presence.ts";
import { isRoomName, NO_ROOM, roomRefusedText, showNoWay, type Refused } from "./room/refused.ts";
import { Telling } from "./room/telling.ts";
import type { App, Place } from "../app.ts";
import type { RemoteBoard } from "../together/remote_board.ts";
import type { RemoteRoom } from "../together/remote_room.ts";

/** Milliseconds between two updates of clocks and progress. */
const FRAME = 250;

export default class RoomScreen {
  connection;
  element?: HTMLElement;
  keys = "game";
  #stop = new AbortController();
  #game: GameScreen | null = null;
  #room: RemoteRoom | null = null;
  #session: RemoteSession | null = null;
  #panel: RoomPanel | null = null;
  #parts: {close(): void}[] = [];
  #countdown = node("div", "room-countdown");
  /** Number of the member whose board is shown large. */
  #watched = 0;
  #asked = "";
  #wasStage = "";

  constructor(public app: App, public place: Place) {
    this.connection = connection(app);
  }

  get title() {
    return this.#room?.state ? this.#text(`kind_${this.#room.kind}`) : this.#text("title");
  }

  get commands() {
    return this.#game?.commands ?? { leave: () => this.app.go("lobby") };
  }

  #text(name: string, values: any = {}) {
    return this.app.text(`room.${name}`, values);
  }

  async show(element: HTMLElement) {
    const { app, place } = this;
    const { signal } = this.#stop;
    const name = place.parts[0] ?? "";
    const role = place.query.get("role") === "watcher" ? "watcher" : "player";
    this.element = element;
    element.classList.add("room");
    if (!isRoomName(name)) return this.#refuse(NO_ROOM);
    const room = (this.#room = this.connection.join(name, { role, key: place.query.get("key") }));
    element.append(node("p", "room-joining", this.#text("joining")));
    await app.messages.add("session", "together_refusals");
    this.connection.addEventListener("refused", (event) => this.#tellRefused((event as CustomEvent).detail), { signal });
    room.addEventListener("gone", (event) => this.#game && app.warn(this.#told((event as CustomEvent).detail)), { signal });
    // The screen is already visible; the connection may take longer.
    room.ready.then(() => this.#enter(room)).catch((why) => this.#refuse(why));
  }

  async #enter(room: RemoteRoom) {
    const { app } = this;
    const { signal } = this.#stop;
    const element = this.element as HTMLElement;
    if (signal.aborted) return;
    if (room.kind === "study") return app.go(`study/${room.name}${room.key ? `?key=${encodeURIComponent(room.key)}` : ""}`);
    hideKey(room);
    try {
      element.replaceChildren(node("h1", "unseen", this.title));
      element.classList.add("game", "room", room.kind);
      const session = this.#newSession();
      const game = (this.#game = new GameScreen(app, { parts: [], query: new URLSearchParams(), handed: { session, back: "lobby" } }));
      Object.assign(game.commands, { new: () => this.#next(), review: () => this.#watch("review"), replay: () => this.#watch("replay") });
      await game.show(element);
      if (signal.aborted || !game.view) return;
      this.#panel = new RoomPanel(app, room, {
        ready: (isReady) => this.#ready(isReady),
        next: () => this.#next(),
        resign: () => void (room.resign() || app.say(this.#text("no_connection"))),
        watch: (number) => this.#show(number),
        folded: () => game.view?.focus(),
      }, { watched: () => this.#watched });
      element.append(this.#panel.element);
      this.#countdown.setAttribute("aria-hidden", "true");
      this.#countdown.hidden = true;
      game.view.host.append(this.#countdown);
      this.#parts.push(this.#panel, new Presence(game.view.board, room), new Telling(app, room));
      if (game.view.grid && room.kind === "coop") game.view.grid.label = (index) => this.#label(index);
      this.#listen(room);
      this.#showRoom();
      void this.#note(room).catch((error) => console.debug("the room isn't kept in this browser:", error));
      document.title = `${this.title} · ${app.text("page.title")}`;
    } catch (error) {
      await app.fail(error);
    }
  }

  #listen(room: RemoteRoom) {
    const { signal } = this.#stop;
    const { view } = this.#game as GameScreen;
    const board = view?.board;
    for (const name of ["state", "staged", "ended", "members", "progress"]) room.addEventListener(name, () => this.#showRoom(), { signal });
    // Update the panel when a hidden board starts, or a game ends.
    const isNews = ({ outcome = "ongoing" }: any) => outcome !== "ongoing" || this.#board !== this.#session?.board;
    room.addEventListener("moved", (event) => isNews((event as CustomEvent).detail) && this.#showRoom(), { signal });
    room.addEventListener("access", () => {
      hideKey(room);
      this.#showRoom();
    }, { signal });
    room.addEventListener("refused", (event) => this.#tellRefused((event as CustomEvent).detail), { signal });
    room.addEventListener("ended", () => this.#ended(), { signal });
    board?.addEventListener("focus", () => room.isPlayer && room.kind === "coop" && room.point(board.focusCell), { signal });
    const timer = setInterval(() => this.#tick(), FRAME);
    signal.addEventListener("abort", () => clearInterval(timer));
  }

  /** Save the room, so that the lobby can lead back here. */
  async #note(room: RemoteRoom) {
    const { name, kind, mines } = room;
    // Members can return without a key, and without one in the address they don't reveal it when sharing their screen.
    const [key, role] = room.isPlayer ? [null, "player" as const] : [room.key, "watcher" as const];
    const { board = "", rules = "" } = room.state ?? {};
    if (kind === "solo" && room.stage === "over") return forgetRoom(this.app, name);
    await noteRoom(this.app, { room: name, key, role, kind, board, mines, rules, when: Date.now() });
  }

  /** The screen reader text of a cell; for a flag it names who placed it. */
  #label(index: number) {
    const room = this.#room as RemoteRoom;
    const label = cellLabel(this.app, this.#game?.view?.board as any, index);
    const member = room.members.get(room.flagged.get(index) ?? 0);
    return member ? this.#text("flag_of", { label, name: nameText(member.name) }) : label;
  }

  /** The board that is shown: the member's own, or the one being watched. */
  get #board(): RemoteBoard {
    const room = this.#room as RemoteRoom;
    if (room.isPlayer && room.stage !== "over") return room.own;
    const found = room.boards.get(this.#watched) ?? (room.isPlayer ? room.own : this.#firstSeen(room)) ?? room.own;
    if (room.boards.has(found.number)) this.#watched = found.number;
    return found;
  }

  /** A watcher's first text: in versus, boards are hidden until their end, unless all players show them. */
  #firstSeen(room: RemoteRoom) {
    const boards = [...room.boards.values()];
    return boards.find((board) => board.isSeen) ?? (room.stage === "over" ? boards[0] : undefined);
  }

  #newSession() {
    const room = this.#room as RemoteRoom;
    const session = new RemoteSession(this.app, room, this.#board);
    session.addEventListener("pending", () => session === this.#session && this.#game?.view?.wait(session.pending));
    this.#session = session;
    return session as any;
  }

  /** Show another board large. */
  #show(number: number) {
    if (number === this.#watched) return;
    this.#watched = number;
    this.#begin();
    this.#showRoom();
  }

  #begin() {
    const before = this.#session;
    this.#game?.begin(this.#newSession());
    void before?.close();
  }

  /** Update everything next to the board. */
  #showRoom() {
    const room = this.#room;
    const session = this.#session;
    if (!room || !session || this.#stop.signal.aborted) return;
    // A new round, or a member who has just joined, has another board.
    if (this.#board !== session.board) this.#begin();
    this.#panel?.show();
    this.#panel?.say(this.#news());
    const stage = room.begins === null ? room.stage : "begins";
    if (stage === this.#wasStage) return;
    this.#wasStage = stage;
    // Show the board now, and give it the keys.
    if (stage === "playing" || stage === "begins") this.#panel?.fold(true);
    // Players must say that they are ready before the round begins, so show them the button.
    else if (stage === "waiting" && room.kind === "versus" && room.isPlayer) this.#panel?.fold(false);
    this.#tick();
  }

  /** The current news of the room. */
  #news() {
    const room = this.#room as RemoteRoom;
    const players = room.activeMembers.filter((member) => member.role === "player");
    const delay = !room.isPlayer && room.state?.delay ? this.#text("delayed", { seconds: room.state.delay }) : "";
    const watching = room.isPlayer ? "" : this.#text("watching");
    return [watching, delay, this.#stageNews(room, players.length)].filter(Boolean).join(" ");
  }

  #stageNews(room: RemoteRoom, players: number) {
    if (room.stage === "over") return room.kind === "versus" ? this.#result(room) : this.#text(`over_${room.own.outcome}`);
    if (room.kind !== "versus") return "";
    if (room.stage === "waiting" && !room.isPlayer) return this.#text("not_begun");
    if (!room.isPlayer && room.stage === "playing" && !this.#firstSeen(room)) return this.#text("boards_hidden");
    // A no-guess board is being searched for, which may take a few seconds.
    const isMaking = room.begins !== null && room.rules.guess === "never" && room.begins <= this.connection.world.now();
    if (room.stage === "waiting" && isMaking) return this.app.text("game.making");
    if (room.stage === "waiting") return room.begins !== null ? this.#text("begins") : players < 2 ? this.#text("waits_for_others") : this.#text("waits_for_ready");
    if (room.isLate) return this.#text("waits_for_round");
    return room.isPlayer && room.own.outcome !== "ongoing" ? this.#text("waits_for_end") : "";
  }

  /** The winner. */
  #result(room: RemoteRoom) {
    const winner = [...room.endings.values()].find((each) => each.winner !== null && each.winner !== undefined)?.winner ?? null;
    if (winner === null) return this.#text("is_over");
    if (winner === 0) return this.#text("nobody_won");
    if (winner === room.you) return this.#text("you_won");
    return this.#text("other_won", { name: nameText(room.members.get(winner)?.name ?? String(winner)) });
  }

  #tick() {
    const room = this.#room;
    if (!room) return;
    this.#panel?.tick();
    const left = room.begins === null || room.stage === "over" ? 0 : room.begins - this.connection.world.now();
    const isCounting = left > 0;
    if (this.#countdown.hidden === isCounting) {
      this.#countdown.hidden = !isCounting;
      this.#panel?.say(this.#news());
    }
    if (!isCounting) return;
    const seconds = String(Math.ceil(left / 1000));
    if (this.#countdown.textContent === seconds) return;
    this.#countdown.textContent = seconds;
    this.app.announce(seconds, "countdown");
  }

  /** A finished solo game can't be continued, so the lobby needn't lead here any more. */
  #ended() {
    const room = this.#room as RemoteRoom;
    if (room.kind === "solo") void forgetRoom(this.app, room.name).catch(() => {});
  }

  #ready(isReady: boolean) {
    if (!this.#room?.setReady(isReady)) this.app.say(this.#text("no_connection"));
  }

  /** Play another board: in a solo room, a new room; otherwise the next round, once all members want it. */
  async #next() {
    const { app } = this;
    const room = this.#room;
    const state = room?.state;
    if (!room || !state) return;
    if (!room.isPlayer) return app.say(this.#text("only_watching"));
    if (room.kind !== "solo") {
      if (room.stage === "playing") return app.say(this.#text("no_new_yet"));
      return this.#ready(!room.members.get(room.you)?.is_ready);
    }
    if (room.own.isStarted && room.own.outcome === "ongoing" && this.#asked !== "new") {
      this.#asked = "new";
      return app.say(this.#text("give_up"));
    }
    if (room.own.outcome === "ongoing") room.resign();
    await playRanked(app, { board: state.board, mines: state.mines, rules: state.rules });
  }

  #watch(screen: "review" | "replay") {
    const session = this.#session;
    if (!session) return;
    if (session.outcome === "ongoing") return this.app.say(this.app.text("game.no_review_yet"));
    const record = session.record();
    if (!record) return this.app.say(this.#text(session.isSealed ? "sealed" : "no_record_yet"));
    this.app.go(screen, { record, name: session.shape.format() });
  }

  #tellRefused(refused: Refused) {
    this.app.say(this.#told(refused));
  }

  #told(refused: Refused) {
    return roomRefusedText(this.app, refused);
  }

  /** Explain why the room can't be joined. */
  async #refuse(refused: Refused) {
    const { app } = this;
    await app.messages.add("together_refusals");
    if (this.#stop.signal.aborted) return;
    showNoWay(app, this.element as HTMLElement, this.#text("not_there"), this.#told(refused));
  }

  leave() {
    this.#stop.abort();
    for (const part of this.#parts.splice(0)) part.close();
    this.#game?.leave();
    void this.#session?.close();
    this.#room?.leave();
  }
}
