// @ts-check

/** @type {Record<string, string>} */
const KINDS = { solo: "Ranked", coop: "Co-op", versus: "Versus", study: "Study" };

/** @type {import("../../messages.js").Texts} */
export default {
  title: "Lobby",
  make: "Play",
  kind: "What to play",
  kind_solo: KINDS.solo,
  kind_coop: KINDS.coop,
  kind_versus: KINDS.versus,
  kind_study: KINDS.study,
  about_solo: "Alone, by the server's clock: wins stand in the lists of best times. There is no undo, no pause and no hint.",
  about_coop: "All on one board. Everybody sees where the others are, and whose flags are whose.",
  about_versus: "The same board for each: whoever opens it first wins. It begins once all are ready.",
  about_study: "A position to look at together: several people put moves, side lines and comments into one record.",
  is_open: "Anybody may come from the lobby",
  has_chat: "With a chat",
  own: "A board of your own",
  own_board: "Sides, or a name",
  own_mines: "Mines (empty: as usual)",
  own_make: "Play it",
  open_rooms: "Open rooms",
  no_rooms: "No room is open now. Make one, and send others its link.",
  room_who: ({ number, owner, here }) => [owner && `by ${owner}`, here === 1 ? "1 person here" : `${number(here)} people here`].filter(Boolean).join(", "),
  enter: "Enter",
  enter_of: ({ title, owner }) => `Enter: ${title}${owner && ` by ${owner}`}`,
  watch: "Watch",
  watch_of: ({ title, owner }) => `Watch: ${title}${owner && ` by ${owner}`}`,
  mine: "Your latest rooms",
  forget: ({ words }) => `Take “${words}” off the list`,
};
