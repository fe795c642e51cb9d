// Error messages for players: an error carries a message key, and the values to insert.

import { cellText } from "./phrases.ts";
import type { Messages } from "../messages.ts";

type Refused = { message: string; detail?: Record<string, any> };

/** Prefix of the names of server errors. */
const TOGETHER = "together_";
/** A ban until a later moment than this, in milliseconds since 1970, has no end. */
const FOR_GOOD = 253e12;
/** Errors after which the page's own solver is asked instead: the server lacks the engine, or doesn't answer. */
const GONE = ["engine", "no_address"].map((name) => TOGETHER + name);
const AWAY = ["unreachable", "slow", "unavailable", "answer"].map((name) => TOGETHER + name);

/**
 * Key of the message that says why the page's own solver replaces an engine; "" if the engine itself refused the
 * request.
 */
export function insteadOf(error: unknown) {
  const what = (error as any)?.detail?.what;
  return GONE.includes(what) ? "engine_gone" : AWAY.includes(what) ? "engine_away" : "";
}

/** The text for a server error; if a newer server sends an unknown one, its own message. */
function togetherText(messages: Pick<Messages, "text">, name: string, values: Record<string, any>) {
  try {
    return messages.text(`together_refusals.${name}`, { ...values, isForGood: values.until > FOR_GOOD });
  } catch {
    return messages.text("together_refusals.other", values);
  }
}

const MOST_LETTERS = 40;

function shorten(text: string) {
  return text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS - 1)}…` : text;
}

/**
 * The values that an error's message inserts. What the player typed is in `got`, `board`, `key` and `wanted`;
 * `quoted_got` and so on put it in quotation marks if it is a text.
 */
function shownValues(messages: Pick<Messages, "text">, { axis, known, words, cell, ...values }: Record<string, any>) {
  const shown: Record<string, unknown> = { ...values, axis, words, known };
  for (const name of ["got", "board", "key", "wanted"].filter((each) => each in values)) {
    const value = values[name];
    const isText = typeof value === "string";
    const text = shorten(isText ? value : typeof value === "object" ? JSON.stringify(value) : String(value));
    if (isText) shown[name] = text;
    shown[`quoted_${name}`] = isText ? messages.text("refusals.quoted", { text }) : text;
  }
  if (typeof axis === "number") shown.side = axis + 1;
  if (Array.isArray(words)) shown.words = words.join(", ");
  const either = (first: string, last: string) => messages.text("refusals.either", { first, last });
  if (Array.isArray(known)) shown.known = known.reduce(either);
  if (cell) shown.cell = cellText(cell);
  return shown;
}

/** The message key for an error's name. */
function textName(what: string, { got, most }: Record<string, any>) {
  if (what !== "mines_room") return what;
  return typeof got !== "number" ? "mines_missing" : most < 0 ? "mines_small" : what;
}

/** Where an error is: the game of a file, the line of a text, the event of a game; "" if that is unknown. */
function placeOf(messages: Pick<Messages, "text">, { game, event, line, row, isWhole }: Record<string, any>) {
  const inGame = [game && "at_game", event && line && "at_side_line", event && "at_event"];
  const names = [...inGame, !event && !isWhole && line && "at_line", row && "at_row"];
  return names.filter(Boolean).map((name) => messages.text(`refusals.${name}`, { game, event, line, row })).join(", ");
}

/**
 * The text for an error; the part "refusals" must be loaded.
 * @param where - what the error is about, such as which game of a file
 */
export function refusedText(messages: Pick<Messages, "text">, { message, detail: { what, ...values } = {} }: Refused, where: Record<string, any> = {}): string {
  if (what?.startsWith(TOGETHER)) return togetherText(messages, what.slice(TOGETHER.length), values);
  // Without `what`, the message is already a text for players.
  if (!what) return message;
  const text = messages.text(`refusals.${textName(what, values)}`, shownValues(messages, values));
  const place = placeOf(messages, { ...values, ...where });
  return place ? messages.text("refusals.at", { where: place, text }) : text;
}

/** Like `refusedText`, after loading the messages that it needs. */
export async function tellRefused(messages: Messages, error: Refused): Promise<string> {
  await messages.add(error.detail?.what?.startsWith(TOGETHER) ? "together_refusals" : "refusals");
  return refusedText(messages, error);
}
