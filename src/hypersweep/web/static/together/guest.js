// @ts-check
// Whoever comes without a name plays as a guest at once.

import { ask } from "./http.js";

/** @typedef {import("../data/protocol.js").Me} Me */

/** Who this browser is to the server: a guest from now on, where it was nobody. @returns {Promise<Me>} */
export async function enter() {
  return (await ask("/api/me")) ?? (await ask("/api/session", { method: "POST" }));
}
