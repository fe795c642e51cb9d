// @ts-check
// Sign in people without a name as guests.

import { ask } from "./http.js";

/** @typedef {import("../data/protocol.js").Me} Me */

/** The person of this browser; a new guest if there was none. @returns {Promise<Me>} */
export async function enter() {
  return (await ask("/api/me")) ?? (await ask("/api/session", { method: "POST" }));
}
