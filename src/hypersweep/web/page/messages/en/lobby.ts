import type { Texts } from "../../messages.ts";

const KINDS: Record<string, string> = { solo: "Ranked", coop: "Co-op", versus: "Versus", study: "Study" };

export default {
  title: "Lobby",
  make: "Play",
  kind: "What to play",
  kind_solo: KINDS.solo,
  kind_coop: KINDS.coop,
  kind_versus: KINDS.versus,
  kind_study: KINDS.study,
  about_solo: "Play alone by the server's clock: wins enter the lists of best times. There is no undo, no pause and no hint.",
  about_coop: "All players share one board, and see each other's cursors and flags.",
  about_versus: "Each player gets the same board, and the first to open it wins. It starts when all are ready.",
  about_study: "Look at a position together: several people add moves, side lines and comments to one record.",
  is_open: "List this room in the lobby",
  has_chat: "With a chat",
  own: "A board of your own",
  own_board: "Sides, or a name",
  own_mines: "Mines (empty: as usual)",
  own_make: "Play it",
  open_rooms: "Open rooms",
  no_rooms: "There are no open rooms right now. Create one and send others its link.",
  room_who: ({ number, owner, here }) => [owner && `by ${owner}`, here === 1 ? "1 person here" : `${number(here)} people here`].filter(Boolean).join(", "),
  enter: "Enter",
  enter_of: ({ title, owner }) => `Enter: ${title}${owner && ` by ${owner}`}`,
  watch: "Watch",
  watch_of: ({ title, owner }) => `Watch: ${title}${owner && ` by ${owner}`}`,
  mine: "Your latest rooms",
  forget: ({ words }) => `Remove “${words}” from the list`,
} satisfies Texts;
