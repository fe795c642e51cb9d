// The addresses of a room: those of its two invitations, and the one for the address bar.

import type { Role } from "../../data/protocol.ts";
import type { RemoteRoom } from "../../together/remote_room.ts";

/** The part of an address that names a room's screen. */
const pathOf = (room: RemoteRoom) => `#/${room.kind === "study" ? "study" : "room"}/${room.name}`;

/**
 * The link for an invitation; null if this member doesn't know its key.
 * @param role - role of the invited
 */
export function invitationLink(room: RemoteRoom, role: Role) {
  const key = role === "watcher" ? room.access.watch_key : room.access.key;
  if (!key) return null;
  const query = new URLSearchParams(role === "watcher" ? { key, role } : { key });
  return new URL(`${pathOf(room)}?${query}`, document.baseURI).href;
}

/**
 * Remove the players' key from the address bar, which a stream may show: the server knows members by their session. A
 * watcher's address keeps the watchers' key.
 * @param room - already joined
 */
export function hideKey(room: RemoteRoom) {
  const query = new URLSearchParams(location.hash.split("?")[1] ?? "");
  query.delete("key");
  query.delete("role");
  if (!room.isPlayer) {
    query.set("role", "watcher");
    if (room.access.watch_key) query.set("key", room.access.watch_key);
  }
  history.replaceState(history.state, "", `${pathOf(room)}${query.size ? `?${query}` : ""}`);
}
