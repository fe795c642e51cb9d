// @ts-check
// Error texts for players: errors carry the name of a text, and its values.

/** @typedef {{message: string, detail?: Record<string, any>}} Refused */

/** Prefix of the names of texts about the server. */
const TOGETHER = "together_";
/** Without such an engine there, and without a server that answers, the page's own solver is asked. */
const GONE = ["engine", "no_address"].map((name) => TOGETHER + name);
const AWAY = ["unreachable", "slow", "unavailable", "answer"].map((name) => TOGETHER + name);

/**
 * Why the page's own solver replaces an engine, as the name of a text; "" if the engine itself has refused.
 * @param {unknown} error
 */
export function insteadOf(error) {
  const what = /** @type {any} */ (error)?.detail?.what;
  return GONE.includes(what) ? "engine_gone" : AWAY.includes(what) ? "engine_away" : "";
}

/**
 * The text for an error of the server; its own message if a newer server sends an unknown error.
 * @param {Pick<import("../messages.js").Messages, "text">} messages
 * @param {string} name
 * @param {Record<string, any>} values
 */
function togetherText(messages, name, values) {
  try {
    return messages.text(`together_refusals.${name}`, values);
  } catch {
    return messages.text("together_refusals.other", values);
  }
}

/**
 * The text of an error; the part "refusals" must be known.
 * @param {Pick<import("../messages.js").Messages, "text">} messages
 * @param {Refused} error
 * @param {Record<string, any>} [where] - what failed, such as the game of a file
 * @returns {string}
 */
export function refusedText(messages, { message, detail: { what, ...values } = {} }, where = {}) {
  // Without a name the message is a text of the page already.
  if (what?.startsWith(TOGETHER)) return togetherText(messages, what.slice(TOGETHER.length), values);
  return what ? messages.text("refusals.at", { ...values, ...where, text: messages.text(`refusals.${what}`, values) }) : message;
}

/**
 * The same, with the texts that it needs.
 * @param {import("../messages.js").Messages} messages
 * @param {Refused} error
 * @returns {Promise<string>}
 */
export async function tellRefused(messages, error) {
  await messages.add(error.detail?.what?.startsWith(TOGETHER) ? "together_refusals" : "refusals");
  return refusedText(messages, error);
}
