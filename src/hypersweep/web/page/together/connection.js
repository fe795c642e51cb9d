// @ts-check
// The single connection of a tab to its server. It reconnects automatically, and every room then receives the events it
// missed.

import { PROTOCOL } from "../data/protocol.js";
import { ConnectionSign } from "./connection_sign.js";
import { enter } from "./guest.js";
import { identity } from "./me.js";
import { RemoteRoom } from "./remote_room.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../data/protocol.js").ClientMessage} ClientMessage */
/** @typedef {import("../data/protocol.js").ServerMessage} ServerMessage */
/** @typedef {import("../data/protocol.js").Me} Me */
/** @typedef {import("../data/protocol.js").Limits} Limits */
/** @typedef {import("../data/protocol.js").Role} Role */

/**
 * Functions that a connection needs, which tests replace.
 * @typedef {object} World
 * @property {() => Promise<unknown>} enter - makes sure that the server knows this person; rejects if the server can't
 * be reached
 * @property {() => Pick<WebSocket, "send" | "close" | "onopen" | "onmessage" | "onclose" | "onerror" | "readyState">} socket
 * @property {() => number} now - milliseconds
 * @property {() => number} random - 0 to 1
 */

/**
 * Minimum and maximum delay before reconnecting, in milliseconds: it doubles each time, and is shortened at random by
 * up to half.
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

/** @typedef {"closed" | "opening" | "open" | "away" | "old" | "refused"} ConnectionState */

/**
 * Events: "change" (its state), "welcome" (it is open, perhaps as another person), "refused" (detail: a `Refused` without a room).
 */
export class Connection extends EventTarget {
  /** @type {ReturnType<World["socket"]> | null} */
  #socket = null;
  /** @type {Map<string, RemoteRoom>} */
  #rooms = new Map();
  #tries = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #again;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #welcoming;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #closing;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #looking;
  #heard = 0;
  /** Number of the current connection: results of older ones are ignored. */
  #number = 0;
  /** @type {ConnectionState} */
  state = "closed";
  /** The person signed in in this browser; null before the server's welcome. @type {Me | null} */
  me = null;
  /** @type {Limits | null} */
  limits = null;
  /** Why the server refuses connections. @type {import("../data/protocol.js").Refused | null} */
  refusal = null;
  /** The server's clock minus this page's, in milliseconds. */
  ahead = 0;

  /** @param {World} world */
  constructor(world) {
    super();
    this.world = world;
  }

  get isOpen() {
    return this.state === "open";
  }

  /**
   * Join a room, as soon as the server can be reached and again after each reconnection. A room already joined is
   * returned as it is.
   * @param {string} name
   * @param {{role?: Role, key?: string | null}} [options] - `key`: from the invitation
   * @returns {RemoteRoom}
   */
  join(name, { role = "player", key = null } = {}) {
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

  /** Stop tracking a room that was left. @param {RemoteRoom} room */
  forget(room) {
    if (this.#rooms.get(room.name) !== room) return;
    this.#rooms.delete(room.name);
    if (!this.#rooms.size) this.#closing = setTimeout(() => this.close(), IDLE);
  }

  /** Open the connection, unless it is open or opening. */
  open() {
    if (this.state === "closed" || this.state === "refused") this.#begin();
  }

  /** Reconnect now, instead of waiting. */
  retry() {
    if (this.state !== "away") return;
    this.#tries = 0;
    this.#begin();
  }

  /** Send a message. @param {ClientMessage} message @returns {boolean} false if there is no connection; the caller must then send it again */
  send(message) {
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

  /** Reconnect after another person has signed in in this browser, who is another member of every room. */
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

  /** Handle that the server has refused the connection, temporarily or for this person. @param {any} error */
  #turnedAway(error) {
    const what = String(error?.detail?.what ?? "").replace("together_", "");
    if (!what || PASSING.has(what)) return this.#lose();
    const { message, detail: { what: _, ...values } } = error;
    this.refusal = { t: "refused", what, message, values };
    this.#drop();
    this.#turn("refused");
    for (const room of [...this.#rooms.values()]) room.receive({ ...this.refusal, room: room.name });
  }

  /** @param {unknown} data */
  #hear(data) {
    this.#heard = this.world.now();
    /** @type {ServerMessage} */
    const message = JSON.parse(String(data));
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

  /** @param {import("../data/protocol.js").Welcome} message */
  #welcome({ me, limits, moment }) {
    clearTimeout(this.#welcoming);
    this.#tries = 0;
    this.me = me;
    this.limits = limits;
    this.ahead = moment - Date.now();
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

  /** Handle a lost connection, and reconnect. @param {boolean} [isAtOnce] */
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

  /** @param {ConnectionState} state */
  #turn(state) {
    if (state === this.state) return;
    this.state = state;
    this.dispatchEvent(new CustomEvent("change"));
  }
}

/** @type {Connection | null} */
let own = null;

/**
 * The connection of this tab; joining the first room opens it.
 * @param {App} app
 * @returns {Connection}
 */
export function connection(app) {
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
  new ConnectionSign(app, made);
  return made;
}
