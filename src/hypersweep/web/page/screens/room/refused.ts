// Errors of rooms and studies, and the screen for a room that can't be joined.

import { node } from "../../frame/elements.ts";
import { refusedText } from "../../play/told.ts";
import type { App } from "../../app.ts";
import type { Refused as SentRefused } from "../../data/protocol.ts";

export type Refused = Pick<SentRefused, "what" | "message" | "values">;

/** The error for an address without the name of a room. */
export const NO_ROOM: Refused = { what: "no_room", message: "expected the name of a room" };

/** Whether a room can have this name: `RoomName` in the server's protocol. */
export const isRoomName = (name: string) => /^[A-Za-z0-9_-]{8,32}$/.test(name);

/** The error message for players; the texts "together_refusals" must be loaded. */
export function roomRefusedText(app: App, { what, message, values }: Refused) {
  return refusedText(app.messages, { message, detail: { ...values, message, what: `together_${what}` } });
}

/**
 * Explain why the room can't be joined, with a link to the lobby.
 * @param element - element of the screen
 */
export function showNoWay(app: App, element: HTMLElement, title: string, text: string) {
  const why = node("p", "", text);
  why.setAttribute("role", "alert");
  const link = node("a", "", app.text("together.to_lobby"));
  link.href = "#/lobby";
  element.replaceChildren(node("section", "room-refused", node("h1", "", title), why, link));
}
