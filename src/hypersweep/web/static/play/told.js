// @ts-check
// What was refused, in words of a player: errors carry the name of a text, and what stands in it.

/** @typedef {{message: string, detail?: Record<string, any>}} Refused */

/**
 * The text of an error; the part "refusals" must be known.
 * @param {Pick<import("../messages.js").Messages, "text">} messages
 * @param {Refused} error
 * @param {Record<string, any>} [where] - what is at fault, such as the game of a file
 * @returns {string}
 */
export function refusedText(messages, { message, detail: { what, ...values } = {} }, where = {}) {
  // Without a name the message is a text of the page already.
  return what ? messages.text("refusals.at", { ...values, ...where, text: messages.text(`refusals.${what}`, values) }) : message;
}

/**
 * The same, with the texts that it needs.
 * @param {import("../messages.js").Messages} messages
 * @param {Refused} error
 * @returns {Promise<string>}
 */
export async function tellRefused(messages, error) {
  await messages.add("refusals");
  return refusedText(messages, error);
}
