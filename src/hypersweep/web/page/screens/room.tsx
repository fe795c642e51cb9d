// A room on the server: a game screen whose game is shared or watched, with the members next to it.

import { computed, signal } from "@preact/signals";
import { createRef } from "preact";
import { cellLabel } from "../board/labels.ts";
import { forgetRoom } from "../multiplayer/my_rooms.ts";
import { RemoteSession } from "../multiplayer/remote_session.ts";
import { playRanked } from "../multiplayer/new_room.ts";
import GameScreen from "./game.tsx";
import { join } from "./room/joining.tsx";
import { nameOf } from "../multiplayer/names.ts";
import { expectSent } from "./room/members.tsx";
import { RoomPanel } from "./room/panel.tsx";
import { Presence } from "./room/presence.ts";
import { Telling } from "./room/announcements.ts";
import { ViewScreen } from "./view_screen.tsx";
import type { App, Place } from "../app.ts";
import type { RemoteBoard } from "../multiplayer/remote_board.ts";
import type { RemoteRoom } from "../multiplayer/remote_room.ts";

/** Milliseconds between two updates of the countdown. */
const FRAME = 250;

export default class RoomScreen extends ViewScreen {
  keys = "game";
  #game: GameScreen | null = null;
  #room: RemoteRoom | null = null;
  #session: RemoteSession | null = null;
  #host = createRef<HTMLDivElement>();
  /** Counts the changes of the room. */
  #changes = signal(0);
  /** Whether the panel is unfolded. */
  #isOpen = signal(false);
  /** Number of the member whose board is shown large. */
  #watched = signal(0);
  /** Seconds until the game begins; 0 if none is about to. */
  #seconds = signal(0);
  #asked = "";
  #wasStage = "";

  constructor(app: App, public place: Place) {
    super(app, "room");
  }

  get title() {
    return this.#room?.state ? this.text(`kind_${this.#room.kind}`) : this.text("title");
  }

  get commands() {
    return this.#game?.commands ?? { leave: () => this.app.go("lobby") };
  }

  show(element: HTMLElement) {
    const { signal } = this.stop;
    element.classList.add("room");
    return join(this.app, this.place, element, { kind: "room", signal, enter: (room) => this.#enter(room, element) });
  }

  async #enter(room: RemoteRoom, element: HTMLElement) {
    const { app } = this;
    const { signal } = this.stop;
    this.#room = room;
    element.classList.add("game", room.kind);
    const session = this.#newSession();
    const label = room.kind === "coop" ? (index: number) => this.#label(index) : undefined;
    const handed = { session, back: "lobby", label };
    const game = (this.#game = new GameScreen(app, { parts: [], query: new URLSearchParams(), handed }));
    const [review, replay] = [() => this.#watch("review"), () => this.#watch("replay")];
    Object.assign(game.commands, { new: () => this.#next(), review, replay });
    super.show(element);
    await game.show(this.#host.current as HTMLElement);
    if (signal.aborted) return;
    const { board } = game.view;
    const listen = (act: () => unknown, ...names: string[]) => {
      for (const name of names) room.addEventListener(name, act, { signal });
    };
    const presence = new Presence(board, () => room, signal);
    listen(() => presence.update(), "pointed", "moved", "members", "state", "staged");
    new Telling(app, room, signal);
    if (room.kind === "coop") {
      board.addEventListener("focus", () => room.isPlayer && room.point(board.focusCell), { signal });
    }
    listen(() => this.#update(), "state", "staged", "ended", "members", "progress", "moved", "access");
    // A finished solo game can't be continued, so the lobby needn't lead here any more.
    if (room.kind === "solo") listen(() => forgetRoom(app, room.name).catch(() => {}), "ended");
    const timer = setInterval(() => this.#tick(), FRAME);
    signal.addEventListener("abort", () => clearInterval(timer));
    this.#update();
    document.title = `${this.title} · ${app.text("page.title")}`;
  }

  View = () => {
    const { app } = this;
    const room = this.#room as RemoteRoom;
    const [changes, news, isOpen, watched] = [this.#changes, this.#news, this.#isOpen, this.#watched];
    const does = {
      ready: (isReady: boolean) => expectSent(app, room.send({ t: "ready", is_ready: isReady })),
      next: () => this.#next(),
      watch: (number: number) => this.#show(number),
      fold: (isFolded: boolean) => this.#fold(isFolded),
    };
    return (
      <>
        <h1 class="unseen">{this.title}</h1>
        <div class="room-game" ref={this.#host} />
        <RoomPanel {...{ app, room, changes, news, isOpen, watched, does }} />
        <this.Countdown />
      </>
    );
  };

  Countdown = () => {
    const seconds = this.#seconds.value;
    return seconds > 0 && <div class="room-countdown" aria-hidden="true">{seconds}</div>;
  };

  /** The screen reader text of a cell; for a flag it names who placed it. */
  #label(index: number) {
    const room = this.#room as RemoteRoom;
    const label = cellLabel(this.app, (this.#game as GameScreen).view.board, index);
    const member = room.members.get(room.flagged.get(index) ?? 0);
    return member ? this.text("flag_of", { label, name: nameOf(room, member.number) }) : label;
  }

  /** The board that is shown: the member's own, or the one being watched. */
  get #board(): RemoteBoard {
    const room = this.#room as RemoteRoom;
    if (room.isPlayer && room.stage !== "over") return room.own;
    const first = room.isPlayer ? room.own : this.#firstSeen(room);
    const found = room.boards.get(this.#watched.value) ?? first ?? room.own;
    if (room.boards.has(found.number)) this.#watched.value = found.number;
    return found;
  }

  /** A watcher's first board: in versus, boards are hidden until their end, unless all players show them. */
  #firstSeen(room: RemoteRoom) {
    const boards = [...room.boards.values()];
    return boards.find((board) => board.isSeen) ?? (room.stage === "over" ? boards[0] : undefined);
  }

  #newSession() {
    const room = this.#room as RemoteRoom;
    const session = new RemoteSession(this.app, room, this.#board);
    session.addEventListener("pending", () => {
      if (this.#game && session === this.#session) this.#game.view.waiting.value = session.pending;
    });
    this.#session = session;
    return session as any;
  }

  #show(number: number) {
    if (number === this.#watched.value) return;
    this.#watched.value = number;
    this.#begin();
    this.#update();
  }

  #begin() {
    const before = this.#session;
    this.#game?.begin(this.#newSession());
    void before?.close();
  }

  #update() {
    const room = this.#room as RemoteRoom;
    // A new round, or a member who has just joined, has another board.
    if (this.#board !== this.#session?.board) this.#begin();
    this.#tick();
    ++this.#changes.value;
    const stage = room.begins === null ? room.stage : "begins";
    if (stage === this.#wasStage) return;
    this.#wasStage = stage;
    // Fold the panel, so that the board is visible and receives the keys.
    if (stage === "playing" || stage === "begins") this.#fold(true);
    // Players must say that they are ready before the round begins, so show them the button.
    else if (stage === "waiting" && room.kind === "versus" && room.isPlayer) this.#fold(false);
  }

  #fold(isFolded: boolean) {
    this.#isOpen.value = !isFolded;
    // Folding may hide the focused button.
    if (isFolded && document.activeElement?.closest(".room-panel")) this.#game?.view.focus();
  }

  #tick() {
    const room = this.#room as RemoteRoom;
    const left = room.begins === null || room.stage === "over" ? 0 : room.begins - room.connection.world.now();
    const seconds = Math.max(0, Math.ceil(left / 1000));
    if (seconds && seconds !== this.#seconds.value) this.app.announce(String(seconds), "countdown");
    this.#seconds.value = seconds;
  }

  #news = computed(() => {
    void this.#changes.value;
    const room = this.#room as RemoteRoom;
    const players = room.activeMembers.filter((member) => member.role === "player");
    const delay = !room.isPlayer && room.state?.delay ? this.text("delayed", { seconds: room.state.delay }) : "";
    const watching = room.isPlayer ? "" : this.text("watching");
    return [watching, delay, this.#stageNews(room, players.length, this.#seconds.value)].filter(Boolean).join(" ");
  });

  #stageNews(room: RemoteRoom, players: number, seconds: number) {
    if (room.stage === "over") {
      const result = room.kind === "versus" ? this.#result(room) : this.text(`over_${room.own.outcome}`);
      return [result, this.#wanted(room)].filter(Boolean).join(" ");
    }
    if (room.kind !== "versus") return "";
    if (room.stage === "waiting" && !room.isPlayer) return this.text("not_begun");
    if (!room.isPlayer && room.stage === "playing" && !this.#firstSeen(room)) return this.text("boards_hidden");
    // A no-guess board is being searched for, which may take a few seconds.
    const isMaking = room.begins !== null && room.rules.guess === "never" && !seconds;
    if (room.stage === "waiting" && isMaking) return this.app.text("game.making");
    if (room.stage === "waiting" && room.begins !== null) return this.text("begins");
    if (room.stage === "waiting") return this.text(players < 2 ? "waits_for_others" : "waits_for_ready");
    if (room.isLate) return this.text("waits_for_round");
    return room.isPlayer && room.own.outcome !== "ongoing" ? this.text("waits_for_end") : "";
  }

  /** How many of the players who are here want another board; "" while none does. */
  #wanted(room: RemoteRoom) {
    const players = room.activeMembers.filter((member) => member.role === "player" && member.is_here);
    const ready = players.filter((member) => member.is_ready).length;
    return ready ? this.text("wanted", { ready, players: players.length }) : "";
  }

  #result(room: RemoteRoom) {
    const winner = [...room.endings.values()].map((each) => each.winner ?? null).find((each) => each !== null);
    if (winner === undefined || winner === null) return this.text("is_over");
    if (winner === 0) return this.text("nobody_won");
    if (winner === room.you) return this.text("you_won");
    return this.text("other_won", { name: nameOf(room, winner) });
  }

  /** Play another board: in a solo room, a new room; otherwise the next round, once all members want it. */
  async #next() {
    const { app } = this;
    const room = this.#room;
    const state = room?.state;
    if (!room || !state) return;
    if (!room.isPlayer) return app.say(this.text("only_watching"));
    if (room.kind !== "solo") {
      if (room.stage === "playing") return app.say(this.text("no_new_yet"));
      return expectSent(app, room.send({ t: "ready", is_ready: !room.members.get(room.you)?.is_ready }));
    }
    if (room.own.isStarted && room.own.outcome === "ongoing" && this.#asked !== "new") {
      this.#asked = "new";
      return app.say(this.text("give_up"));
    }
    if (room.own.outcome === "ongoing") room.send({ t: "resign" });
    await playRanked(app, { board: state.board, mines: state.mines, rules: state.rules });
  }

  #watch(screen: "review" | "replay") {
    const session = this.#session;
    if (!session) return;
    if (session.outcome === "ongoing") return this.app.say(this.app.text("game.no_review_yet"));
    const record = session.record();
    if (!record) return this.app.say(this.text(session.isSealed ? "sealed" : "no_record_yet"));
    this.app.go(screen, { record, name: session.shape.format() });
  }

  leave() {
    this.#game?.leave();
    void this.#session?.close();
    this.stop.abort();
  }
}
