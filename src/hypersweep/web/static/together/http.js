// @ts-check
// What the page asks of its server by HTTP. It is loaded only where there is a server, and something to ask.

import { HypersweepError } from "../engine/errors.js";

/** Milliseconds after which no answer is waited for any more. */
const PATIENCE = 30_000;
/** What a status means where its answer says nothing: a proxy between may have given it. @type {Record<number, string>} */
const STATUSES = { 413: "too_large", 429: "too_often", 502: "unavailable", 503: "unavailable", 504: "unavailable" };

/** Whether the page comes from a server that people play on together. */
export function hasServer() {
  return document.querySelector('meta[name="hypersweep-server"]') !== null;
}

/**
 * Where something of the server is.
 * @param {string} path - "/api/me", from the page's own folder on
 */
export function addressOf(path) {
  return new URL(path.replace(/^\//, ""), document.baseURI).href;
}

/**
 * What was refused, as `app.told` tells it.
 * @param {{what: string, message?: string, values?: Record<string, unknown>}} refused - as the server says it
 */
export function refusal({ what, message = what, values = {} }) {
  return new HypersweepError("RefusedError", message, { ...values, message, what: `together_${what}` });
}

/**
 * Asks the server for something.
 * @param {string} path - "/api/me"
 * @param {{method?: "GET" | "POST", body?: unknown, signal?: AbortSignal}} [request] - `method`: POST where there is a body, else GET
 * @returns {Promise<any>} what it answers, as JSON says it; null where it says nothing. Rejected with a HypersweepError whose `detail.what`
 *   is "together_" and the name of what is refused, or with the reason of the signal
 */
export async function ask(path, { method, body, signal } = {}) {
  const verb = method ?? (body === undefined ? "GET" : "POST");
  /** @type {Record<string, string>} */
  const headers = { accept: "application/json" };
  // Another site's page can't send this without being asked for it first.
  if (verb !== "GET") headers["x-hypersweep"] = "1";
  if (body !== undefined) headers["content-type"] = "application/json";
  const late = AbortSignal.timeout(PATIENCE);
  let answer;
  let text;
  try {
    // In any other mode, a page that tells nobody where it comes from would say so of its origin as well, and be refused.
    answer = await fetch(addressOf(path), {
      method: verb,
      headers,
      mode: "cors",
      credentials: "same-origin",
      cache: "no-store",
      redirect: "error",
      signal: signal ? AbortSignal.any([signal, late]) : late,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    text = await answer.text();
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    const what = late.aborted ? "slow" : "unreachable";
    throw refusal({ what, message: `expected an answer to ${verb} ${path}, got ${error instanceof Error ? error.message : error}` });
  }
  if (answer.ok && text === "") return null;
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (answer.ok && value !== undefined) return value;
  if (typeof value?.what === "string") throw refusal({ ...value, values: { ...value.values, status: answer.status } });
  const what = STATUSES[answer.status] ?? "answer";
  throw refusal({ what, message: `expected JSON from ${verb} ${path}, got status ${answer.status}`, values: { status: answer.status } });
}
