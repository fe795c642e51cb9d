// Written by `python -m hypersweep.web.page_tables` from the tables of hypersweep: change those.
export const PROTOCOL = 1;
export const LARGEST_FILE = 1500000;
export const LARGEST_MESSAGE = 65536;
export const MOST_CHANGES = 2048;
export const SERVER_TAGS = [
  "welcome",
  "state",
  "entered",
  "admitted",
  "moved",
  "progress",
  "staged",
  "ended",
  "edited",
  "present",
  "pointed",
  "said",
  "gone",
  "ping",
  "refused",
];

export type MoveKind = "open" | "flag" | "chord";

export type RoomKind = "solo" | "coop" | "versus" | "study";

export type Role = "player" | "watcher";

export type Outcome = "ongoing" | "won" | "lost";

export type Stage = "waiting" | "playing" | "over";

/**
 * The permissions in a room: who may join, chat and be watched.
 *
 * A room that `is_locked` admits no new members. Removed members can't come back, and muted members can't chat.
 * Watchers may see the boards of `shown` members (versus). `watch_key` admits watchers only; it is None while a
 * daily board is sealed. `key` admits players, or editors of a study; it is None for members who may not invite
 * them.
 */
export interface Access {
  key?: string | null;
  watch_key?: string | null;
  is_locked?: boolean;
  removed?: number[];
  muted?: number[];
  shown?: number[];
}

/** `GET /api/account`: when the account was created, and its number of unused recovery codes. */
export interface Account {
  id: string;
  name: string;
  made: number;
  codes_left: number;
}

/** The room's permissions changed: the owner used `Lock`, `Remove` or `Mute`, or a player used `Show`. */
export interface Admitted {
  t: "admitted";
  room: string;
  version: number;
  access: Access;
}

/** `GET /api/admin/games` and `.../review`: latest first; `next` starts the next page, or is None. */
export interface AllGames {
  games: GameFacts[];
  next: number | null;
}

/** `GET /api/admin/rooms`: newest first; `next` is the start of the next page, or None on the last. */
export interface AllRooms {
  rooms: RoomFacts[];
  next: number | null;
}

/** `POST /api/admin/ban`: ban a person for `days` (None: permanently); they see the reason. */
export interface Ban {
  person: string;
  days: number | null;
  reason?: string;
}

/** A row of a leaderboard: a person's best game. People with equal times share a rank (`place`). */
export interface BestTime {
  place: number;
  person: string;
  name: string;
  game: string;
  milliseconds: number;
  finished: number;
}

/**
 * One of a room's boards: the shared one (`number` 0), or a member's (versus).
 *
 * `codes` is None if the receiver may not see the board.
 */
export interface Board {
  number: number;
  codes: string | null;
  opened?: number;
  flags?: number;
  outcome?: "ongoing" | "won" | "lost";
  is_started?: boolean;
  milliseconds?: number;
}

/** A chat message to everyone in the room, if the room has a chat. It isn't saved. */
export interface Chat {
  t: "chat";
  room: string;
  text: string;
}

/** `POST /api/admin/unban` and `.../delete`: the person to unban or delete. */
export interface Chosen {
  person: string;
}

/** New recovery codes, which are shown only this once. */
export interface Codes {
  codes: string[];
}

/** The member's cursor: its cell, and in a study also the position in the record (`at`). It isn't saved. */
export interface Cursor {
  t: "cursor";
  room: string;
  cell: number | null;
  at?: string;
}

/** A daily board: its number of ranked wins, their best time, and the requesting person's try (`mine`). */
export interface DailyBoard {
  preset: string;
  winners?: number;
  best?: number | null;
  grade?: string | null;
  mine?: DailyTry | null;
}

/**
 * A day's daily boards, one for each preset.
 *
 * `sealed_for` is the time in milliseconds until their mines and games are public and anyone may try them again.
 */
export interface DailyDay {
  date: string;
  boards: DailyBoard[];
  sealed_for?: number;
}

/**
 * `GET /api/daily/DATE/PRESET/ends`: statistics on an unsealed daily board.
 *
 * `cells` are pairs: the cell of a mine, and the number of tries that ended on it; `picture` shows them as SVG.
 */
export interface DailyEnds {
  tries: number;
  won: number;
  layout: string;
  cells: [number, number][];
  picture: string;
}

/**
 * `GET /api/daily?month=2026-11`: a month's days up to today, latest first.
 *
 * `today` is the date in UTC, and `ends_in` the time in milliseconds until the next day; `earlier` and `later`
 * name the neighbouring months that have boards, "" for none.
 */
export interface DailyMonth {
  month: string;
  today: string;
  ends_in: number;
  presets: DailyPreset[];
  days: DailyDay[];
  earlier: string;
  later: string;
}

/** The board, number of mines and rules that a daily preset uses. */
export interface DailyPreset {
  preset: string;
  board: string;
  mines: number;
  rules: string;
}

/**
 * The requesting person's ranked try at a daily board.
 *
 * `room` is the ID of its room. Once the try is over, `game` is the ID of the game, and `place` its rank if won.
 */
export interface DailyTry {
  room: string;
  outcome?: "ongoing" | "won" | "lost";
  milliseconds?: number;
  game?: string | null;
  place?: number | null;
}

/** `POST /api/admin/decide`: decide whether a game counts; None undoes a decision, and "void" needs a reason. */
export interface Decide {
  game: string;
  decision: "passed" | "void" | null;
  reason?: string;
}

/** `POST /api/account/delete`: delete the requesting person; accounts need their passphrase, guests have none. */
export interface Deletion {
  passphrase?: string | null;
}

/** Edit a study; `edit` is a request defined in `rooms.study_edits`, and `n` counts as in `Move`. */
export interface Edit {
  t: "edit";
  room: string;
  n: number;
  edit: Record<string, any>;
}

/** Member `by` edited a study; `edit` is a saved edit (`Kept...`) from `rooms.study_edits`. */
export interface Edited {
  t: "edited";
  room: string;
  version: number;
  by: number;
  n: number;
  edit: Record<string, any>;
}

/**
 * A game is over, so its mines become public.
 *
 * `layout` is the board ID, `record` the text of the game on board `number`, and `game` the ID of its
 * page, or None if it has none. `winner` is the winner's member number (versus), 0 for none. While a daily board is
 * sealed, layout and record are empty; the game's page opens at the moment `sealed_until`.
 */
export interface Ended {
  t: "ended";
  room: string;
  version: number;
  number: number;
  outcome: "ongoing" | "won" | "lost";
  milliseconds: number;
  layout: string;
  record: string;
  game?: string | null;
  is_ranked?: boolean;
  winner?: number | null;
  sealed_until?: number | null;
}

/**
 * An engine's answer. `best` is None if the engine has no move.
 *
 * `chances` has a mine probability for each cell, or is None. `is_exact` says whether these and the chance of
 * `best` are exact.
 */
export interface EngineAnswer {
  engine: string;
  best: EngineMove | null;
  is_exact: boolean | null;
  chances: number[] | null;
  ranked: EngineMove[];
  reasons: EngineReason[];
}

/** A cell to open; `chance` and `score` are None if the engine doesn't report them. */
export interface EngineMove {
  cell: number;
  chance: number | null;
  score: number | null;
}

/** A reason in the engine's words; `conclusion` is usually "safe", "mine" or "guess". */
export interface EngineReason {
  text: string;
  conclusion: string | null;
  cells: number[];
  clues: number[];
}

/** `GET /api/engines`: the names of the available engines. */
export interface Engines {
  engines: string[];
}

/** A person became a member, or a member's name or account changed. */
export interface Entered {
  t: "entered";
  room: string;
  version: number;
  member: Member;
}

/**
 * A finished game as administrators see it; `verified` is None until its record has been replayed.
 *
 * `signs` is JSON: the components of `suspicion`, by name. `decision` is "passed" or "void", or None.
 */
export interface GameFacts {
  id: string;
  person: string | null;
  name: string;
  board: string;
  mines: number;
  rules: string;
  outcome: string;
  milliseconds: number;
  finished: number;
  is_ranked: boolean;
  verified: boolean | null;
  why_not: string | null;
  suspicion: number | null;
  signs: string | null;
  decision: string | null;
  decided_why: string | null;
}

/**
 * A game in a list; `person` is None for guests and deleted people.
 *
 * `verified` is None until the record has been replayed; if the game doesn't count, `why_not` names the text with
 * the reason. `guesses` and `unneeded_guesses` are set once the game has been reviewed. By the server's clock the
 * game took `milliseconds + lag`, since `lag` is deducted for network delay. A moderator's `decision` is
 * "passed" or "void", with the reason `decided_why`.
 */
export interface GameLine {
  id: string;
  name: string;
  board: string;
  mines: number;
  rules: string;
  outcome: "ongoing" | "won" | "lost";
  milliseconds: number;
  finished: number;
  person?: string | null;
  is_ranked?: boolean;
  verified?: boolean | null;
  why_not?: string | null;
  three_bv?: number | null;
  clicks?: number | null;
  guesses?: number | null;
  unneeded_guesses?: number | null;
  grade?: string | null;
  daily?: string | null;
  lag?: number;
  decision?: string | null;
  decided_why?: string | null;
}

/** `GET /api/games?person=me`: finished games, latest first; `before` requests the next page. */
export interface GameList {
  games: GameLine[];
  before: string | null;
}

/**
 * The receiver is no longer in a room: it was closed or moved, or the member was removed.
 *
 * `what` names one of the page's texts, as in `Refused`.
 */
export interface Gone {
  t: "gone";
  room: string;
  what: string;
}

/** The first message on a connection, whose cookie identifies the person. */
export interface Hello {
  t: "hello";
  protocol: number;
}

/**
 * Join a room as a player or a watcher, or rejoin it after a lost connection.
 *
 * `since` is the last version that the page received, or None; `key` is the invitation key, for people who aren't
 * members yet.
 */
export interface Join {
  t: "join";
  room: string;
  since?: number | null;
  role?: "player" | "watcher";
  key?: string | null;
}

/**
 * `GET /api/leaderboards`: the best times for a board type in a period, in UTC.
 *
 * `begins` names the period: "2026-11-22", "2026-W47", "2026-11", "2026", or "" for all time. `grade` is "" for
 * boards of any grade; `daily` is the name of a daily board ("2026-11-22 expert"). `start` is the number of rows
 * before these; `total` is the number of all rows, which may be a few seconds out of date. `after` requests the
 * next page; "" if this is the last. `mine` is the requesting person's row, on the first page only. `earlier` and
 * `later` name the neighbouring periods, "" for none.
 */
export interface Leaderboard {
  board: string;
  mines: number;
  rules: string;
  grade: string;
  period: "day" | "week" | "month" | "year" | "all";
  begins: string;
  start: number;
  total: number;
  rows: BestTime[];
  mine?: BestTime | null;
  earlier?: string;
  later?: string;
  daily?: string;
  after?: string;
}

/** Leave a room; the member may join again later. */
export interface Leave {
  t: "leave";
  room: string;
}

/** The server's limits: cells per board, bytes per message, moves per second, and moves in one burst. */
export interface Limits {
  cells: number;
  message: number;
  moves: number;
  burst: number;
}

/** `GET /api/lobby`: the open rooms, newest first. */
export interface Lobby {
  rooms: LobbyRoom[];
}

/** A room that anyone may join; `here` is roughly the number of people in it now. */
export interface LobbyRoom {
  room: string;
  kind: "solo" | "coop" | "versus" | "study";
  board: string;
  mines: number;
  rules: string;
  made: number;
  owner?: string;
  here?: number;
}

/** Lock the room, so that it admits no new members, or unlock it (owner only). */
export interface Lock {
  t: "lock";
  room: string;
  is_locked?: boolean;
}

/** The answer to `SentFile`: the record as text, and the name of the file's format. */
export interface MadeRecord {
  record: string;
  format: string;
}

/** The person using the page; guests have generated names. */
export interface Me {
  id: string;
  name: string;
  is_guest?: boolean;
  is_admin?: boolean;
}

/**
 * A member of a room.
 *
 * `number` counts from 1, never changes, and determines the member's colour. `person` is None for guests.
 * `is_owner` means that the member created the room, and so may lock it and remove or mute members.
 */
export interface Member {
  number: number;
  name: string;
  role: "player" | "watcher";
  person?: string | null;
  is_here?: boolean;
  is_ready?: boolean;
  is_owner?: boolean;
}

/** Make a move; `n` numbers the member's moves in the room, counting from 1. */
export interface Move {
  t: "move";
  room: string;
  n: number;
  kind: "open" | "flag" | "chord";
  cell: number;
}

/**
 * A move by member `by` on board `number`.
 *
 * `n` is the number that the member gave the move, so this is also the answer to it. `cells` changed to `codes`;
 * if more than `MOST_CHANGES` changed, `all` has the codes of the whole board instead. `milliseconds` is the
 * game time. A move without effect has no cells.
 */
export interface Moved {
  t: "moved";
  room: string;
  version: number;
  number: number;
  by: number;
  n: number;
  kind: "open" | "flag" | "chord";
  cell: number;
  milliseconds: number;
  cells?: number[];
  codes?: number[];
  all?: string | null;
  opened?: number;
  flags?: number;
  outcome?: "ongoing" | "won" | "lost";
}

/** Mute a member in the chat, or unmute them (owner only). */
export interface Mute {
  t: "mute";
  room: string;
  number: number;
  is_muted?: boolean;
}

/** `POST /api/account/codes`: new recovery codes, which replace all earlier ones; needs the passphrase. */
export interface NewCodes {
  passphrase: string;
}

/** `POST /api/account/passphrase`: change the passphrase, and end all sessions except this one. */
export interface PassphraseChange {
  old: string;
  new: string;
}

/** `GET /api/admin/people`: a page of people; `next` is the start of the next page, or None on the last. */
export interface People {
  people: Person[];
  next: string | null;
}

/** A person as administrators see them; `games` counts their games, and `banned_until` may be in the past. */
export interface Person {
  id: string;
  name: string;
  is_guest: boolean;
  is_admin: boolean;
  made: number;
  seen: number;
  games: number;
  banned_until: number | null;
  ban_reason: string | null;
}

/**
 * A person's finished games on one board type; `best` is the time of the fastest win that counts.
 *
 * `game` is the ID of that win.
 */
export interface PersonBoard {
  board: string;
  mines: number;
  rules: string;
  games: number;
  won: number;
  best?: number | null;
  game?: string | null;
}

/**
 * `GET /api/people/{id}`: totals over a person's ranked games.
 *
 * `reviewed` is the number analysed for guesses, and `careful` the number of those without an unnecessary guess.
 */
export interface PersonFacts {
  id: string;
  name: string;
  made: number;
  games: number;
  won: number;
  reviewed: number;
  guesses: number;
  unneeded_guesses: number;
  careful: number;
  boards: PersonBoard[];
}

/** Measures the round trip; the page must answer with `Pong` at once. */
export interface Ping {
  t: "ping";
  id: number;
}

/** A member's cursor moved; see `Cursor`. The message has no version. */
export interface Pointed {
  t: "pointed";
  room: string;
  number: number;
  cell: number | null;
  at?: string;
}

/** The answer to `Ping`, which must be sent at once. */
export interface Pong {
  t: "pong";
  id: number;
}

/** A member is now present in the room, or no longer. The message has no version. */
export interface Present {
  t: "present";
  room: string;
  number: number;
  is_here: boolean;
}

/** Another player's progress (versus), without locations: numbers of open cells and flags, and the outcome. */
export interface Progress {
  t: "progress";
  room: string;
  version: number;
  number: number;
  opened: number;
  flags: number;
  outcome: "ongoing" | "won" | "lost";
  milliseconds: number;
}

/**
 * `POST /api/engines/ask`: a position for an engine to analyse, as the text of a `View`.
 *
 * `is_whole` also requests the chances of all cells and the ranked moves.
 */
export interface Question {
  engine: string;
  view: string;
  is_whole?: boolean;
}

/** Become ready for the next game, or not ready (versus, coop); it begins when all members present are ready. */
export interface Ready {
  t: "ready";
  room: string;
  is_ready?: boolean;
}

/** `POST /api/account/recover`: a name, one of its recovery codes, and the new passphrase. */
export interface Recovery {
  name: string;
  code: string;
  passphrase: string;
}

/**
 * The error for a rejected request.
 *
 * `what` names one of the page's texts (`refusals.together_WHAT`), and `values` are inserted into it; `room`
 * and `n` identify the request. `message` is for programs and logs.
 */
export interface Refused {
  t: "refused";
  what: string;
  message: string;
  room?: string | null;
  n?: number | null;
  values?: Record<string, any>;
}

/** The answer to registering; the recovery `codes` are shown only this once. */
export interface Registered {
  id: string;
  name: string;
  is_guest?: boolean;
  is_admin?: boolean;
  codes?: string[];
}

/** Remove a member permanently (owner only). The room's invitations get new keys. */
export interface Remove {
  t: "remove";
  room: string;
  number: number;
}

/** Resign a game, which counts as a loss (solo, versus); before the first move, remove the room instead (solo). */
export interface Resign {
  t: "resign";
  room: string;
}

/** A room as administrators see it, without anything that reveals its mines; `ended` is None until it is over. */
export interface RoomFacts {
  id: string;
  kind: "solo" | "coop" | "versus" | "study";
  board: string;
  mines: number;
  rules: string;
  owner: string | null;
  is_open: boolean;
  made: number;
  ended: number | null;
}

/**
 * The new room; `key` is the invitation key for players: `#/room/NAME?key=KEY`.
 *
 * Watchers have another key; `Access` contains both.
 */
export interface RoomMade {
  room: string;
  key: string;
}

/**
 * `POST /api/rooms`: a request for a room.
 *
 * A `solo` room is a ranked game for one player. `delay` is the delay for watchers in seconds; None for the
 * default. Rooms with `is_open` appear in the lobby; others need an invitation. `record` is a study's initial
 * record.
 */
export interface RoomWish {
  kind: "solo" | "coop" | "versus" | "study";
  board?: string;
  mines?: number;
  rules?: string;
  is_open?: boolean;
  has_chat?: boolean;
  delay?: number | null;
  record?: string | null;
}

/** One of the requesting person's rooms with an unfinished game; `daily` names its daily board. */
export interface RunningRoom {
  room: string;
  kind: "solo" | "coop" | "versus" | "study";
  board: string;
  mines: number;
  rules: string;
  made: number;
  daily?: string | null;
}

/** `GET /api/rooms`: the requesting person's rooms with unfinished games, newest first. */
export interface RunningRooms {
  rooms: RunningRoom[];
}

/** A member's chat message, sent at `moment`. It has no version. */
export interface Said {
  t: "said";
  room: string;
  number: number;
  text: string;
  moment: number;
}

/** `POST /api/record`: another program's file to convert into a record; `data` is in base64. */
export interface SentFile {
  data: string;
  name?: string;
}

/**
 * `GET /api/boards/{id}`: a board by its ID.
 *
 * `first` is a first cell from which the board can be solved without guessing, and `grade` its difficulty from
 * there. Both are None if every first cell leads to a guess, or if the search takes too long.
 */
export interface SharedBoard {
  id: string;
  board: string;
  mines: number;
  three_bv: number;
  openings: number;
  islands: number;
  first?: number | null;
  grade?: string | null;
}

/** `GET /api/games/{id}`: a finished game with its record, and the other boards in its round (versus). */
export interface SharedGame {
  game: GameLine;
  record: string;
  layout: string;
  others?: GameLine[];
}

/**
 * Let watchers see the member's board, starting with the next game, or hide it from them at once (versus).
 *
 * Watchers see boards only if all players in a game show theirs.
 */
export interface Show {
  t: "show";
  room: string;
  is_shown?: boolean;
}

/** `POST /api/account/register` and `.../sign-in`: a name, and its passphrase of 8 to 1,024 characters. */
export interface SignIn {
  name: string;
  passphrase: string;
}

/**
 * The room's game entered a stage (waiting for players, playing or over), or the set of ready members changed.
 *
 * `begins_in` is the countdown in milliseconds, if one is running; `ready` are the numbers of the ready members.
 * `round` numbers the room's games. `commitment` is the hash that commits the round to its boards; see
 * `rooms.room.commitment`.
 */
export interface Staged {
  t: "staged";
  room: string;
  version: number;
  stage: "waiting" | "playing" | "over";
  begins_in?: number | null;
  ready?: number[];
  round?: number;
  commitment?: string | null;
}

/**
 * Everything about a room that the receiver may know.
 *
 * `you` is the receiver's member number (0 for a watcher), and `next` the number of their next move or edit.
 * `flagged` lists the flags on a shared board as (cell, member) pairs. `record` and `study` are for studies.
 * `delay` is a watcher's delay in seconds. `begins_in` is the time in milliseconds until a game begins.
 * `commitment` is the hash that commits this round to its boards; see `rooms.room.commitment`.
 */
export interface State {
  t: "state";
  room: string;
  kind: "solo" | "coop" | "versus" | "study";
  version: number;
  board: string;
  mines: number;
  rules: string;
  stage: "waiting" | "playing" | "over";
  you: number;
  next: number;
  members: Member[];
  boards: Board[];
  flagged?: [number, number][];
  record?: string | null;
  has_chat?: boolean;
  delay?: number;
  begins_in?: number | null;
  round?: number;
  is_ranked?: boolean;
  study?: Study | null;
  access?: Access | null;
  commitment?: string | null;
}

/**
 * The roles in a study, as member numbers (0 for none).
 *
 * `leader` is the member whose position, `leads_at`, is shown to all; `readers` may not edit.
 */
export interface Study {
  owner?: number;
  leader?: number;
  leads_at?: string;
  readers?: number[];
}

/** The server's first message; `moment` is its current time. */
export interface Welcome {
  t: "welcome";
  me: Me;
  limits: Limits;
  moment: number;
}

export type ClientMessage = Hello | Join | Leave | Move | Ready | Resign | Edit | Cursor | Chat | Remove | Lock | Mute | Show | Pong;

export type ServerMessage = Welcome | State | Entered | Admitted | Moved | Progress | Staged | Ended | Edited | Present | Pointed | Said | Gone | Ping | Refused;
