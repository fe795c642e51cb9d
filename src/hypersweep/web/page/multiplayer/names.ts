// Names and texts of other people, as displayed.

import type { RemoteRoom } from "./remote_room.ts";

/** Text by other people, without invisible characters. */
export function plainText(text: string) {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, " ").trim();
}

/** A name as displayed. */
export function nameText(name: string) {
  const seen = [...plainText(name)];
  return seen.length > 40 ? `${seen.slice(0, 39).join("")}…` : seen.join("");
}

/** A member's name as displayed; the number of an unknown member. */
export function nameOf(room: RemoteRoom, number: number) {
  return nameText(room.members.get(number)?.name ?? String(number));
}
