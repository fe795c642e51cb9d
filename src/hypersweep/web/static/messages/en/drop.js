// @ts-check
/** @type {import("../../messages.js").Texts} */
export default {
  choose: "Records, positions and board IDs",
  pasted: "The pasted text",
  here: "Drop it to open it",
  large: ({ name, most }) => `${name} is too large: at most ${most} MiB can be read.`,
  no_server: ({ name }) => `${name} holds no text. Mouse replays of other programs are read by a server, and this page has none: 'hypersweep convert' makes a record of one.`,
  many: ({ most }) => `Only the first ${most} files were looked at.`,
  one_only: ({ name }) => `${name} wasn't opened: one file at a time is shown.`,
  refused: ({ name, message }) => `${name} is neither a record, a position nor a board ID. ${message}`,
  wrong: ({ name, message }) => `${name} can't be opened. ${message}`,
};
