// The worker's entry point, which connects the service with the page.

import { serve } from "./service.ts";

const scope = globalThis as unknown as {postMessage(message: any, transfer: Transferable[]): void, onmessage: ((event: MessageEvent) => void) | null, onmessageerror: (() => void) | null};
const receive = serve((message, transfer) => scope.postMessage(message, transfer));
scope.onmessage = ({ data }) => receive(data);
// Throw an error, so that the page receives an error event.
scope.onmessageerror = () => {
  throw new Error("a message could not be read");
};
