// @ts-check
// How the members of a room are told apart: by a colour, and by a sign that needs none.

import { node } from "../../frame/elements.js";

/** @typedef {import("../../app.js").App} App */
/** @typedef {import("../../data/protocol.js").Member} Member */

/** Grounds and what is written on them: told apart with every kind of sight, and on light and dark boards. */
const COLOURS = [
  ["#0072b2", "#ffffff"],
  ["#e69f00", "#000000"],
  ["#009e73", "#000000"],
  ["#cc79a7", "#000000"],
  ["#7a4bd0", "#ffffff"],
  ["#d55e00", "#000000"],
  ["#56b4e9", "#000000"],
  ["#f0e442", "#000000"],
];

/** @param {number} number - of a member @returns {{ground: string, ink: string, sign: string}} */
export function lookOf(number) {
  const [ground, ink] = COLOURS[(number - 1 + COLOURS.length) % COLOURS.length];
  return { ground, ink, sign: String(number) };
}

/** A member's sign in his colour. @param {number} number */
export function badge(number) {
  const { ground, ink, sign } = lookOf(number);
  const element = node("span", "member-sign", sign);
  element.setAttribute("aria-hidden", "true");
  [element.style.background, element.style.color] = [ground, ink];
  return element;
}

/** What anybody may have written, without what can't be seen. @param {string} text */
export function plainText(text) {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, " ").trim();
}

/** A name as it is shown. @param {string} name */
export function nameText(name) {
  const seen = [...plainText(name)];
  return seen.length > 40 ? `${seen.slice(0, 39).join("")}…` : seen.join("");
}
