// @ts-check
// The worker's entry point, which connects the service with the page.

import { serve } from "./service.js";

const scope = /** @type {{postMessage(message: any, transfer: Transferable[]): void, onmessage: ((event: MessageEvent) => void) | null,
 *   onmessageerror: (() => void) | null}} */ (
  /** @type {unknown} */ (globalThis)
);
const receive = serve((message, transfer) => scope.postMessage(message, transfer));
scope.onmessage = ({ data }) => receive(data);
// Thrown so that the page receives an error event.
scope.onmessageerror = () => {
  throw new Error("a message could not be read");
};
