// @ts-check

const count = (/** @type {number} */ number, /** @type {string} */ noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;

/** @type {import("../../messages.js").Texts} */
export default {
  title: "hypersweep",
  lead: "Minesweeper in any number of dimensions",
  remarkAny: "the first open may hit a mine here, so guesses are allowed",
  remarkLarge: ({ number, cells }) => `guesses are allowed here: the setting is for boards of up to ${number(cells)} cells`,
  remarkTwins: ({ group }) => `guesses are allowed here: no guess takes a multiple of ${count(group, "mine")}`,
  remarkRoom: ({ mines }) =>
    `${count(mines, "mine")} ${mines === 1 ? "leaves" : "leave"} no room for an opening: the first open is safe`,
};
