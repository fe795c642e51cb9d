// Tells all tabs when another person signs in in this browser. Listen to `identity` to react.

const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel("hypersweep who plays") : null;

/** Event "change": the server now knows this browser as another person. */
export const identity = new EventTarget();

if (channel) channel.onmessage = () => identity.dispatchEvent(new Event("change"));

export function tellIdentity() {
  channel?.postMessage("change");
  identity.dispatchEvent(new Event("change"));
}
