// The person signed in in this browser. Listen to `identity` to react when that changes, in any tab.

import { ask } from "./http.ts";
import type { Me } from "../data/protocol.ts";

const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel("hypersweep who plays") : null;

/** Event "change": the server now knows this browser as another person. */
export const identity = new EventTarget();

if (channel) channel.onmessage = () => identity.dispatchEvent(new Event("change"));

export function tellIdentity() {
  channel?.postMessage("change");
  identity.dispatchEvent(new Event("change"));
}

/** The person signed in in this browser; a new guest if there is none. */
export async function enter(): Promise<Me> {
  return (await ask("/api/me")) ?? (await ask("/api/session", { method: "POST" }));
}
