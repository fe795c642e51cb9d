// @ts-check
// The worker itself: it connects the service with the page.

import { serve } from "./service.js";

const scope = /** @type {{postMessage(message: any, transfer: Transferable[]): void, onmessage: ((event: MessageEvent) => void) | null}} */ (
  /** @type {unknown} */ (globalThis)
);
const receive = serve((message, transfer) => scope.postMessage(message, transfer));
scope.onmessage = ({ data }) => receive(data);
