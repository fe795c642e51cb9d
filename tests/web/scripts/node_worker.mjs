// A Worker of browsers in node: what the engine uses of it.
import { Worker as Thread } from "node:worker_threads";

const BEGIN = `
  const { parentPort, workerData } = require("node:worker_threads");
  globalThis.postMessage = (message, transfer) => parentPort.postMessage(message, transfer);
  const early = [];
  let receive = (event) => early.push(event);
  parentPort.on("message", (data) => receive({ data }));
  import(workerData).then(() => {
    receive = (event) => globalThis.onmessage(event);
    early.forEach(receive);
  });
`;

/** How many were begun. */
export let begun = 0;

export class NodeWorker {
  constructor(url) {
    ++begun;
    this.onmessage = null;
    this.onerror = null;
    this.thread = new Thread(BEGIN, { eval: true, workerData: String(url) });
    this.thread.on("message", (data) => this.onmessage?.({ data }));
    this.thread.on("error", (error) => this.onerror?.(error));
  }
  postMessage(message) {
    this.thread.postMessage(message);
  }
  terminate() {
    void this.thread.terminate();
  }
}
