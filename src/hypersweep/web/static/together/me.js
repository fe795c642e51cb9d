// @ts-check
// Who plays here may become another one: in this tab, or in another one of the same browser. Whoever cares listens here.

const channel = typeof BroadcastChannel === "function" ? new BroadcastChannel("hypersweep who plays") : null;

/** Tells with "change" that the server knows this browser as somebody else now. */
export const identity = new EventTarget();

if (channel) channel.onmessage = () => identity.dispatchEvent(new Event("change"));

/** Says so to all tabs. */
export function tellIdentity() {
  channel?.postMessage("change");
  identity.dispatchEvent(new Event("change"));
}
