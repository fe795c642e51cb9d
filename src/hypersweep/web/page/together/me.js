// @ts-check
// The person of this browser may change, in this tab or another one. Listen to `identity` to react.

const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel("hypersweep who plays") : null;

/** Event "change": the server knows this browser as another person now. */
export const identity = new EventTarget();

if (channel) channel.onmessage = () => identity.dispatchEvent(new Event("change"));

/** Notify all tabs. */
export function tellIdentity() {
  channel?.postMessage("change");
  identity.dispatchEvent(new Event("change"));
}
