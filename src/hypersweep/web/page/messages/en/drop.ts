import type { Texts } from "../../messages.ts";

export default {
  choose: "Records, positions and board IDs",
  pasted: "The pasted text",
  here: "Drop it to open it",
  large: ({ name, most }) => `${name} is too large: at most ${most} MiB can be read.`,
  no_server: ({ name }) => `${name} isn't a text file. Replays of other programs need a server, which this page doesn't have: 'hypersweep convert' turns one into a record.`,
  many: ({ most }) => `Only the first ${most} files were read.`,
  one_only: ({ name }) => `${name} wasn't opened: only one file is shown at a time.`,
  refused: ({ name, message }) => `${name} is neither a record, a position nor a board ID. ${message}`,
  wrong: ({ name, message }) => `${name} can't be opened. ${message}`,
} satisfies Texts;
