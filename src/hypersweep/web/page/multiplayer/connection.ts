// The single connection of a tab to its server. It reconnects automatically, and every room then receives the events it
// missed.

import {
  PROTOCOL, type ClientMessage, type Limits, type Me, type Refused, type Role, type ServerMessage, type Welcome,
} from "../data/protocol.ts";
import { showSign } from "./connection_sign.tsx";
import { enter, identity } from "./me.ts";
import { RemoteRoom } from "./remote_room.ts";
import type { App } from "../app.ts";

/** Functions that a connection needs, which tests replace. */
interface World {
  /** signs this browser in, if necessary as a guest; rejects if the server refuses or can't be reached */
  enter: () => Promise<unknown>;
  socket: () => Pick<WebSocket, "send" | "close" | "onopen" | "onmessage" | "onclose" | "onerror" | "readyState">;
  /** milliseconds */ now: () => number;
  /** 0 to 1 */ random: () => number;
}

/**
 * First and maximum delay before reconnecting, in milliseconds: it doubles each time, and is then shortened at random
 * by up to half.
 */
const SOONEST = 500;
const LATEST = 15_000;
/** Time limit for the server's welcome, in milliseconds. */
const WELCOME = 10_000;
/** Milliseconds of silence after which the connection counts as lost; the server pings more often than that. */
const SILENT = 45_000;
/** Milliseconds of silence after which a page that becomes visible reconnects. */
const ASLEEP = 20_000;
/** Milliseconds between two checks for silence. */
const LOOK = 5000;
/** Milliseconds without any room after which the connection is closed. */
const IDLE = 30_000;

/** Errors after which connecting is retried: the server is unreachable or overloaded. */
const PASSING = new Set(["unreachable", "slow", "answer", "unavailable", "busy", "too_often", "failed"]);

type ConnectionState = "closed" | "opening" | "open" | "away" | "old" | "refused";

/**
 * Events: "change" (of the state), "welcome" (it is open, perhaps as another person), "refused" (detail: a `Refused`
 * without a room).
 */
export class Connection extends EventTarget {
  #socket: ReturnType<World["socket"]> | null = null;
  #rooms: Map<string, RemoteRoom> = new Map();
  #tries = 0;
  #again: ReturnType<typeof setTimeout> | undefined;
  #welcoming: ReturnType<typeof setTimeout> | undefined;
  #closing: ReturnType<typeof setTimeout> | undefined;
  #looking: ReturnType<typeof setInterval> | undefined;
  #heard = 0;
  /** Number of the current connection: results of older ones are ignored. */
  #number = 0;
  state: ConnectionState = "closed";
  /** The person signed in in this browser; null before the server's welcome. */
  me: Me | null = null;
  limits: Limits | null = null;
  refusal: Refused | null = null;

  constructor(public world: World) {
    super();
  }

  get isOpen() {
    return this.state === "open";
  }

  /**
   * Join a room, as soon as the server can be reached and again after each reconnection. A room already joined is
   * returned as it is.
   * @param options - `key`: from the invitation
   */
  join(name: string, { role = "player", key = null }: {role?: Role, key?: string | null} = {}): RemoteRoom {
    clearTimeout(this.#closing);
    let room = this.#rooms.get(name);
    if (!room) {
      room = new RemoteRoom(this, name, { role, key });
      this.#rooms.set(name, room);
      if (this.isOpen) room.rejoin();
    } else room.share();
    this.open();
    return room;
  }

  /** Stop tracking a room that was left. */
  forget(room: RemoteRoom) {
    if (this.#rooms.get(room.name) !== room) return;
    this.#rooms.delete(room.name);
    if (!this.#rooms.size) this.#closing = setTimeout(() => this.close(), IDLE);
  }

  /** Open the connection, unless it is open or opening. */
  open() {
    if (this.state === "closed" || this.state === "refused") this.#begin();
  }

  retry() {
    if (this.state !== "away") return;
    this.#tries = 0;
    this.#begin();
  }

  /**
   * Send a message.
   * @returns false if there is no connection; the caller must then send it again
   */
  send(message: ClientMessage): boolean {
    if (!this.isOpen || !this.#socket) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /** Close the connection; joining a room opens it again. */
  close() {
    this.#drop();
    this.#turn("closed");
  }

  /** Check the connection when the page becomes visible or the network is back: it may have broken unnoticed. */
  wake() {
    if (this.state === "away") this.retry();
    else if (this.isOpen && this.world.now() - this.#heard > ASLEEP) this.#lose(true);
  }

  /** Reconnect and reload every room, because another person, and so another member, has signed in in this browser. */
  renew() {
    for (const room of this.#rooms.values()) room.forget();
    if (this.state !== "closed" && this.state !== "old") this.#lose(true);
  }

  /** Reconnect, because messages stay unanswered and the connection may be broken. */
  doubt() {
    if (this.isOpen) this.#lose(true);
  }

  async #begin() {
    this.#drop();
    const number = ++this.#number;
    this.#turn("opening");
    try {
      await this.world.enter();
    } catch (error) {
      if (number === this.#number) this.#turnedAway(error);
      return;
    }
    if (number !== this.#number) return;
    const socket = (this.#socket = this.world.socket());
    const isOwn = () => number === this.#number;
    this.#welcoming = setTimeout(() => isOwn() && this.#lose(), WELCOME);
    socket.onopen = () => isOwn() && socket.send(JSON.stringify({ t: "hello", protocol: PROTOCOL }));
    socket.onmessage = ({ data }) => isOwn() && this.#hear(data);
    socket.onclose = () => isOwn() && this.#lose();
    socket.onerror = () => isOwn() && this.#lose();
  }

  /** Handle a refusal by the server: reconnect if it is temporary, otherwise store the reason and stay disconnected. */
  #turnedAway(error: any) {
    const what = String(error?.detail?.what ?? "").replace("together_", "");
    if (!what || PASSING.has(what)) return this.#lose();
    const { message, detail: { what: _, ...values } } = error;
    this.refusal = { t: "refused", what, message, values };
    this.#drop();
    this.#turn("refused");
    for (const room of [...this.#rooms.values()]) room.receive({ ...this.refusal, room: room.name });
  }

  #hear(data: unknown) {
    this.#heard = this.world.now();
    const message: ServerMessage = JSON.parse(String(data));
    switch (message.t) {
      case "welcome":
        return this.#welcome(message);
      case "ping":
        return void this.send({ t: "pong", id: message.id });
      case "refused":
        if (message.what === "protocol") return this.#outdated();
        break;
    }
    const room = "room" in message && message.room ? this.#rooms.get(message.room) : undefined;
    if (room) room.receive(message);
    else if (message.t === "refused") this.dispatchEvent(new CustomEvent("refused", { detail: message }));
  }

  #welcome({ me, limits }: Welcome) {
    clearTimeout(this.#welcoming);
    this.#tries = 0;
    this.me = me;
    this.limits = limits;
    this.#looking = setInterval(() => this.#look(), LOOK);
    this.#turn("open");
    this.dispatchEvent(new CustomEvent("welcome"));
    for (const room of this.#rooms.values()) room.rejoin();
  }

  #look() {
    if (this.isOpen && this.world.now() - this.#heard > SILENT) this.#lose(true);
  }

  /** The server speaks another version of the protocol, so the page must be reloaded. */
  #outdated() {
    this.#drop();
    this.#turn("old");
  }

  /** Handle a lost connection, and reconnect. */
  #lose(isAtOnce = false) {
    this.#drop();
    for (const room of this.#rooms.values()) room.lost();
    if (isAtOnce) return void this.#begin();
    const most = Math.min(LATEST, SOONEST * 2 ** this.#tries++);
    this.#again = setTimeout(() => this.#begin(), most * (0.5 + this.world.random() / 2));
    this.#turn("away");
  }

  #drop() {
    this.#number += 1;
    clearTimeout(this.#again);
    clearTimeout(this.#welcoming);
    clearTimeout(this.#closing);
    clearInterval(this.#looking);
    const socket = this.#socket;
    this.#socket = null;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = socket.onerror = null;
    socket.close();
  }

  #turn(state: ConnectionState) {
    if (state === this.state) return;
    this.state = state;
    this.dispatchEvent(new CustomEvent("change"));
  }
}

let own: Connection | null = null;

/** The connection of this tab; joining the first room opens it. */
export function connection(app: App): Connection {
  if (own) return own;
  const address = new URL("socket", document.baseURI);
  address.protocol = address.protocol.replace("http", "ws");
  const made = (own = new Connection({
    enter,
    socket: () => new WebSocket(address),
    now: () => performance.now(),
    random: Math.random,
  }));
  identity.addEventListener("change", () => made.renew());
  addEventListener("online", () => made.wake());
  addEventListener("pageshow", () => made.wake());
  document.addEventListener("visibilitychange", () => !document.hidden && made.wake());
  showSign(app, made);
  return made;
}
