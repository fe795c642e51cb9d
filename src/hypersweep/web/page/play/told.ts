// Error messages for players: an error carries the name of a text, and its values.

import type { Messages } from "../messages.ts";

type Refused = { message: string; detail?: Record<string, any> };

/** Prefix of the names of texts about the server. */
const TOGETHER = "together_";
/** If the server lacks the engine, or doesn't answer, the page's own solver is asked instead. */
const GONE = ["engine", "no_address"].map((name) => TOGETHER + name);
const AWAY = ["unreachable", "slow", "unavailable", "answer"].map((name) => TOGETHER + name);

/**
 * The name of the text that says why the page's own solver replaces an engine; "" if the engine itself refused the
 * request.
 */
export function insteadOf(error: unknown) {
  const what = (error as any)?.detail?.what;
  return GONE.includes(what) ? "engine_gone" : AWAY.includes(what) ? "engine_away" : "";
}

/** The text for a server error; if a newer server sends an unknown one, its own message. */
function togetherText(messages: Pick<Messages, "text">, name: string, values: Record<string, any>) {
  try {
    return messages.text(`together_refusals.${name}`, values);
  } catch {
    return messages.text("together_refusals.other", values);
  }
}

/**
 * The text for an error; the part "refusals" must be loaded.
 * @param where - what the error is about, such as which game of a file
 */
export function refusedText(messages: Pick<Messages, "text">, { message, detail: { what, ...values } = {} }: Refused, where: Record<string, any> = {}): string {
  // Without a name, the message is already a text for players.
  if (what?.startsWith(TOGETHER)) return togetherText(messages, what.slice(TOGETHER.length), values);
  return what ? messages.text("refusals.at", { ...values, ...where, text: messages.text(`refusals.${what}`, values) }) : message;
}

/** The same, after loading the texts it needs. */
export async function tellRefused(messages: Messages, error: Refused): Promise<string> {
  await messages.add(error.detail?.what?.startsWith(TOGETHER) ? "together_refusals" : "refusals");
  return refusedText(messages, error);
}
