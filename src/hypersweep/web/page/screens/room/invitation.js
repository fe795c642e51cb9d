// @ts-check
// The addresses of a room: of its two invitations, and the one for the address bar.

/** @typedef {import("../../together/remote_room.js").RemoteRoom} RemoteRoom */

/** The part of an address that names a room's screen. @param {RemoteRoom} room */
const pathOf = (room) => `#/${room.kind === "study" ? "study" : "room"}/${room.name}`;

/**
 * The link of an invitation; null if this member doesn't know its key.
 * @param {RemoteRoom} room
 * @param {import("../../data/protocol.js").Role} role - of the guests
 */
export function invitationLink(room, role) {
  const key = role === "watcher" ? room.access.watch_key : room.access.key;
  if (!key) return null;
  const query = new URLSearchParams(role === "watcher" ? { key, role } : { key });
  return new URL(`${pathOf(room)}?${query}`, document.baseURI).href;
}

/**
 * Takes the players' key out of the address bar, which a stream shows: the server knows members by their session, and a watcher's
 * address has the watchers' key.
 * @param {RemoteRoom} room - that was entered
 */
export function hideKey(room) {
  const query = new URLSearchParams(location.hash.split("?")[1] ?? "");
  query.delete("key");
  query.delete("role");
  if (!room.isPlayer) {
    query.set("role", "watcher");
    if (room.access.watch_key) query.set("key", room.access.watch_key);
  }
  history.replaceState(history.state, "", `${pathOf(room)}${query.size ? `?${query}` : ""}`);
}
