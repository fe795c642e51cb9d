// HTTP requests to the page's server. Loaded only if there is a server, and a request to send.

import { HypersweepError } from "../engine/errors.ts";

/** Time limit for an answer, in milliseconds. */
const PATIENCE = 30_000;
/** Names of errors by HTTP status, for answers that aren't from our server, such as a proxy's. */
const STATUSES: Record<number, string> = { 413: "too_large", 429: "too_often", 502: "unavailable", 503: "unavailable", 504: "unavailable" };

export function hasServer() {
  return document.querySelector('meta[name="hypersweep-server"]') !== null;
}

/**
 * The URL of something on the server.
 * @param path - such as "/api/me", relative to the page's folder
 */
export function addressOf(path: string) {
  return new URL(path.replace(/^\//, ""), document.baseURI).href;
}

/**
 * The error for a refused request, in the form that `app.errorText` displays.
 * @param refused - the server's answer
 */
export function refusal({ what, message = what, values = {} }: {what: string, message?: string, values?: Record<string, unknown>}) {
  return new HypersweepError("RefusedError", { ...values, message, what: `together_${what}` });
}

/**
 * Send a request to the server.
 * @param path - "/api/me"
 * @param request - `method`: by default POST with a body, otherwise GET
 * @returns the answer as JSON; null if it is empty. Rejects with a HypersweepError whose `detail.what` is "together_"
 * and the name of the error, or with the reason of the signal
 */
export async function ask(path: string, { method, body, signal }: {method?: "GET" | "POST", body?: unknown, signal?: AbortSignal} = {}): Promise<any> {
  const verb = method ?? (body === undefined ? "GET" : "POST");
  const headers: Record<string, string> = { accept: "application/json" };
  // Other sites can't send this header without a CORS preflight, which protects against forged requests.
  if (verb !== "GET") headers["x-hypersweep"] = "1";
  if (body !== undefined) headers["content-type"] = "application/json";
  const late = AbortSignal.timeout(PATIENCE);
  let answer;
  let text;
  try {
    // In any other mode, a page with the policy no-referrer would send "null" as its origin, and be refused.
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
