// Joining a room or study: its addresses, and what prevents it.

import { mount } from "../view_screen.tsx";
import { refusedText } from "../../play/error_text.ts";
import { connection } from "../../multiplayer/connection.ts";
import { forgetRoom, noteRoom } from "../../multiplayer/my_rooms.ts";
import { nameText } from "../../multiplayer/names.ts";
import type { ComponentChild } from "preact";
import type { App, Place } from "../../app.ts";
import type { Refused as SentRefused, Role } from "../../data/protocol.ts";
import type { RemoteRoom } from "../../multiplayer/remote_room.ts";

type Refused = Pick<SentRefused, "what" | "message" | "values">;

type Joined = {
  kind: "room" | "study";
  /** ends when the screen is left */ signal: AbortSignal;
  /** called once the room's state is known */ enter: (room: RemoteRoom) => Promise<void>;
};

/** Join the room of a screen's address, or show why this isn't possible. */
export async function join(app: App, place: Place, element: HTMLElement, { kind, signal, enter }: Joined) {
  const { parts: [name = ""], query } = place;
  const role = query.get("role") === "watcher" ? "watcher" : "player";
  const text = (name: string) => app.text(`${kind}.${name}`);
  const show = (view: ComponentChild) => signal.aborted || mount(view, element, signal);
  const texts = app.messages.add("session", "together_refusals", "room");
  // A name of a room: `RoomName` in the server's protocol.
  const room = /^[A-Za-z0-9_-]{8,32}$/.test(name)
    ? connection(app).join(name, { role, key: query.get("key") })
    : null;
  const refuse = async (refused: Refused) => {
    await texts;
    show(<NoWay app={app} title={text("not_there")} text={roomRefusedText(app, refused, room)} />);
  };
  if (!room) return refuse({ what: "no_room", message: "expected the name of a room" });
  signal.addEventListener("abort", () => room.leave());
  show([<h1 class="unseen">{text("title")}</h1>, <p class="room-joining">{text("joining")}</p>]);
  const go = async () => {
    await texts;
    if (signal.aborted) return;
    if ((room.kind === "study") !== (kind === "study")) {
      return app.go(`${pathOf(room)}${room.key ? `?key=${encodeURIComponent(room.key)}` : ""}`);
    }
    const textOf = (event: Event) => roomRefusedText(app, (event as CustomEvent).detail, room);
    room.addEventListener("gone", (event) => {
      // A player may have removed their room by asking for another board, which is about to be shown.
      if (room.isPlayer && (event as CustomEvent).detail.what === "ended") app.warn(textOf(event));
      // Otherwise nothing on this screen works any more: enter again, which shows why that is impossible.
      else app.go(location.hash.slice(2));
    }, { signal });
    room.addEventListener("refused", (event) => app.say(textOf(event)), { signal });
    room.connection.addEventListener("refused", (event) => app.say(textOf(event)), { signal });
    room.addEventListener("access", () => hideKey(room), { signal });
    hideKey(room);
    void note(app, room).catch((error) => console.debug("the room can't be saved in this browser:", error));
    try {
      await enter(room);
    } catch (error) {
      if (!signal.aborted) await app.fail(error);
    }
  };
  // The screen is already visible; the connection may take longer.
  void room.ready.then(go, refuse);
  await texts;
}

/** Save the room, so that the lobby can lead back to it. */
async function note(app: App, room: RemoteRoom) {
  const { name, kind, mines } = room;
  // Members can return without a key, and without one in the address they don't reveal it when sharing their screen.
  const [key, role] = room.isPlayer ? [null, "player" as const] : [room.key, "watcher" as const];
  const { board = "", rules = "" } = room.state ?? {};
  if (kind === "solo" && room.stage === "over") return forgetRoom(app, name);
  await noteRoom(app, { room: name, key, role, kind, board, mines, rules, when: Date.now() });
}

/** The part of an address that names a room's screen. */
const pathOf = (room: RemoteRoom) => `${room.kind === "study" ? "study" : "room"}/${room.name}`;

/**
 * The link for an invitation; null if this member doesn't know its key.
 * @param role - role of the person invited
 */
export function invitationLink(room: RemoteRoom, role: Role) {
  const key = role === "watcher" ? room.access.watch_key : room.access.key;
  if (!key) return null;
  const query = new URLSearchParams(role === "watcher" ? { key, role } : { key });
  return new URL(`#/${pathOf(room)}?${query}`, document.baseURI).href;
}

/**
 * Remove the players' key from the address bar, which a stream may show: the server knows members by their session. A
 * watcher's address keeps the watchers' key.
 * @param room - already joined
 */
function hideKey(room: RemoteRoom) {
  const query = new URLSearchParams(location.hash.split("?")[1] ?? "");
  query.delete("key");
  query.delete("role");
  if (!room.isPlayer) {
    query.set("role", "watcher");
    if (room.access.watch_key) query.set("key", room.access.watch_key);
  }
  history.replaceState(history.state, "", `#/${pathOf(room)}${query.size ? `?${query}` : ""}`);
}

/** The error message for players; the texts "together_refusals" must be loaded. */
export function roomRefusedText(app: App, { what, message, values }: Refused, room: RemoteRoom | null = null) {
  const name = nameText(room?.members.get(values?.by as number)?.name ?? "");
  return refusedText(app.messages, { message, detail: { name, ...values, message, what: `together_${what}` } });
}

/** Explains why a room can't be joined, with a link to the lobby. */
function NoWay({ app, title, text }: { app: App; title: string; text: string }) {
  return (
    <section class="room-refused">
      <h1>{title}</h1>
      <p role="alert">{text}</p>
      <a href="#/lobby">{app.text("together.to_lobby")}</a>
    </section>
  );
}
