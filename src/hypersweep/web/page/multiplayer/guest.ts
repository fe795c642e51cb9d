// Signs in people without an account as guests.

import { ask } from "./http.ts";
import type { Me } from "../data/protocol.ts";

/** The person signed in in this browser; a new guest if there is none. */
export async function enter(): Promise<Me> {
  return (await ask("/api/me")) ?? (await ask("/api/session", { method: "POST" }));
}
