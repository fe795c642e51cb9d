// A worker as the page sees it, with its queue of requests.

import { afterSilence } from "../patience.ts";
import { HypersweepError, ownFault } from "./errors.ts";
import type { Outgoing } from "./service.ts";
import type { SearchProgress } from "./terms.ts";

export type RequestOptions = { signal?: AbortSignal | null; onProgress?: ((progress: SearchProgress) => void) | null };

/** The parts of a Worker that the engine uses. */
export interface WorkerLike {
  postMessage: (message: any) => void;
  terminate: () => void;
  onmessage: ((event: any) => void) | null;
  onerror: ((event: any) => void) | null;
  onmessageerror?: ((event: any) => void) | null;
}

/** Idle milliseconds after which a worker for analyses is terminated, to release the memory of large boards. */
const IDLE = 30_000;

interface Request {
  id: number;
  method: string;
  values: any[];
  resolve: (value: any) => void;
  reject: (error: unknown) => void;
  signal: AbortSignal | null;
  onProgress: ((progress: any) => void) | null;
  onAbort: () => void;
}

const failure = (reason?: string) => new Error(`the engine's worker has failed: ${reason ?? "no reason given"}`);

/** One worker, and the requests queued for it or in progress. */
export class Lane {
  #made = 0;
  #sent: Map<number, Request> = new Map();
  #waiting: Request[] = [];
  #worker: WorkerLike | null = null;
  /** Why the worker can't be used any more; null while it can. */
  failed: Error | null = null;
  #idle: ReturnType<typeof setTimeout> | undefined;
  /** Whether the worker has been sent its kernels, which may have to be loaded first. */
  #hasKernels = false;
  /** Whether the worker has sent anything. */
  #hasSpoken = false;
  /** Stops the timer for a silent worker. */
  #heard = () => {};
  /** Called when the worker has been silent for too long. */
  onSilence = () => {};

  /**
   * @param load - called for every new worker
   * @param isEnded - whether cancelling a request terminates the worker; then only one request is sent at a time
   */
  constructor(public load: () => Promise<WebAssembly.Module>, public spawn: () => WorkerLike, public isEnded: boolean) {
  }

  #begin(): WorkerLike {
    const worker = this.spawn();
    // Ignore messages that a terminated worker sent earlier.
    const isOwn = () => this.#worker === worker;
    const fail = (event: any) => isOwn() && this.#fail(failure(event?.message));
    worker.onmessage = ({ data }) => isOwn() && this.#receive(data);
    worker.onerror = fail;
    worker.onmessageerror = fail;
    this.#worker = worker;
    this.#hasKernels = this.#hasSpoken = false;
    this.load().then(
      (module) => {
        if (!isOwn()) return;
        worker.postMessage({ start: module });
        this.#hasKernels = true;
        this.#listen();
      },
      // A later request loads them again.
      (error) => isOwn() && this.#fail(error, false),
    );
    return worker;
  }

  request(method: string, values: any[], { signal = null, onProgress = null }: RequestOptions = {}): Promise<any> {
    return new Promise((resolve, reject) => {
      if (this.failed) return reject(this.failed);
      if (signal?.aborted) return reject(signal.reason);
      const onAbort = () => this.#abort(request);
      const request: Request = { id: ++this.#made, method, values, resolve, reject, signal, onProgress, onAbort };
      signal?.addEventListener("abort", onAbort, { once: true });
      this.#waiting.push(request);
      this.#send();
    });
  }

  #send() {
    clearTimeout(this.#idle);
    while (this.#waiting.length && !(this.isEnded && this.#sent.size)) {
      const request = this.#waiting.shift() as Request;
      const { id, method, values } = request;
      this.#sent.set(id, request);
      try {
        (this.#worker ?? this.#begin()).postMessage({ id, method, values });
      } catch (error) {
        // One of the values can't be sent to a worker.
        this.#close(request).reject(error);
      }
    }
    this.#listen();
    if (this.isEnded && this.#worker && !this.#sent.size) this.#idle = setTimeout(() => this.#rest(), IDLE);
  }

  /**
   * Start the timer that detects a silent worker: games answer at once or report progress. Analyses may take long once
   * they have begun, so they have no timer then.
   */
  #listen() {
    this.#heard();
    if (this.#sent.size && this.#hasKernels && !(this.isEnded && this.#hasSpoken)) this.#heard = afterSilence(() => this.onSilence());
  }

  /** Terminate an idle worker; the next request starts a new one. */
  #rest() {
    this.#heard();
    this.#worker?.terminate();
    this.#worker = null;
  }

  #receive(message: Outgoing) {
    this.#hasSpoken = true;
    this.#listen();
    if ("isReady" in message) return;
    const request = this.#sent.get(message.id);
    if (!request) return;
    if ("progress" in message) {
      request.onProgress?.(message.progress);
      return;
    }
    this.#close(request);
    if ("value" in message) request.resolve(message.value);
    else if ("cancelled" in message) request.reject(request.signal?.reason);
    else {
      const { kind, message: text, detail, isBroken } = message.error;
      request.reject(kind ? new HypersweepError(kind, detail) : new Error(text));
      if (isBroken) this.#fail(failure(text));
    }
    this.#send();
  }

  #close(request: Request): Request {
    this.#sent.delete(request.id);
    request.signal?.removeEventListener("abort", request.onAbort);
    return request;
  }

  #abort(request: Request) {
    const place = this.#waiting.indexOf(request);
    if (place >= 0) {
      this.#waiting.splice(place, 1);
      request.reject(request.signal?.reason);
    } else if (this.isEnded) {
      this.#rest();
      this.#close(request).reject(request.signal?.reason);
      this.#send();
    } else {
      // Don't terminate the worker, whose games must survive: it reports once the request has stopped.
      this.#worker?.postMessage({ cancel: request.id });
    }
  }

  /**
   * Handle a failure of the worker.
   * @param isLast - whether no new worker will be started
   */
  #fail(error: Error, isLast: boolean = !this.isEnded) {
    this.#rest();
    if (isLast) this.failed = error;
    const lost = isLast ? [...this.#sent.values(), ...this.#waiting.splice(0)] : [...this.#sent.values()];
    for (const request of lost) this.#close(request).reject(error);
    this.#send();
  }

  /** Terminate the worker, and reject its pending requests. */
  end() {
    this.#fail(ownFault("an engine that isn't closed"), true);
  }
}
