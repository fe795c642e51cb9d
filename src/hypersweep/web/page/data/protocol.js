// @ts-check
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

/** @typedef {"open" | "flag" | "chord"} MoveKind */

/** @typedef {"solo" | "coop" | "versus" | "study"} RoomKind */

/** @typedef {"player" | "watcher"} Role */

/** @typedef {"ongoing" | "won" | "lost"} Outcome */

/** @typedef {"waiting" | "playing" | "over"} Stage */

/**
 * Who may join, chat and be watched in a room.
 *
 * A room that `is_locked` admits no new members. Removed members can't come back, and muted members can't chat.
 * Watchers may see the boards of `shown` members (versus). `watch_key` admits only watchers, and is None while a
 * daily board is sealed. `key` admits players, or editors in a study, and is None for members who may not invite
 * anyone.
 * @typedef {object} Access
 * @property {string | null} [key]
 * @property {string | null} [watch_key]
 * @property {boolean} [is_locked]
 * @property {number[]} [removed]
 * @property {number[]} [muted]
 * @property {number[]} [shown]
 */

/**
 * `GET /api/account`: when the account was created, and how many recovery codes are unused.
 * @typedef {object} Account
 * @property {string} id
 * @property {string} name
 * @property {number} made
 * @property {number} codes_left
 */

/**
 * The room's permissions changed: the owner sent `Lock`, `Remove` or `Mute`, or a player sent `Show`.
 * @typedef {object} Admitted
 * @property {"admitted"} t
 * @property {string} room
 * @property {number} version
 * @property {Access} access
 */

/**
 * `GET /api/admin/games` and `.../review`: most recent first; `next` requests the next page, or is None.
 * @typedef {object} AllGames
 * @property {GameFacts[]} games
 * @property {number | null} next
 */

/**
 * `GET /api/admin/rooms`: rooms, newest first; `next` requests the next page, and is None on the last.
 * @typedef {object} AllRooms
 * @property {RoomFacts[]} rooms
 * @property {number | null} next
 */

/**
 * `POST /api/admin/ban`: ban a person for `days` (None: permanently); the person sees the reason.
 * @typedef {object} Ban
 * @property {string} person
 * @property {number | null} days
 * @property {string} [reason]
 */

/**
 * A leaderboard row: a person's best game. People with equal times share a rank (`place`).
 * @typedef {object} BestTime
 * @property {number} place
 * @property {string} person
 * @property {string} name
 * @property {string} game
 * @property {number} milliseconds
 * @property {number} finished
 */

/**
 * One of a room's boards: the shared one (`number` 0), or a member's own (versus).
 *
 * `codes` is None if the receiver may not see the board.
 * @typedef {object} Board
 * @property {number} number
 * @property {string | null} codes
 * @property {number} [opened]
 * @property {number} [flags]
 * @property {"ongoing" | "won" | "lost"} [outcome]
 * @property {boolean} [is_started]
 * @property {number} [milliseconds]
 */

/**
 * A chat message to everyone in the room, if the room has a chat. It isn't saved.
 * @typedef {object} Chat
 * @property {"chat"} t
 * @property {string} room
 * @property {string} text
 */

/**
 * `POST /api/admin/unban` and `.../delete`: the person to unban or delete.
 * @typedef {object} Chosen
 * @property {string} person
 */

/**
 * New recovery codes, shown only once.
 * @typedef {object} Codes
 * @property {string[]} codes
 */

/**
 * The member's cursor: a cell, and in a study also a position in the record (`at`). It isn't saved.
 * @typedef {object} Cursor
 * @property {"cursor"} t
 * @property {string} room
 * @property {number | null} cell
 * @property {string} [at]
 */

/**
 * A daily board, with the number of ranked wins, the best time, and the requester's own try (`mine`).
 * @typedef {object} DailyBoard
 * @property {string} preset
 * @property {number} [winners]
 * @property {number | null} [best]
 * @property {string | null} [grade]
 * @property {DailyTry | null} [mine]
 */

/**
 * A day's daily boards, one per preset.
 *
 * `sealed_for` is the number of milliseconds until their mines and games become public and anyone may replay them.
 * @typedef {object} DailyDay
 * @property {string} date
 * @property {DailyBoard[]} boards
 * @property {number} [sealed_for]
 */

/**
 * `GET /api/daily/DATE/PRESET/ends`: statistics for an unsealed daily board.
 *
 * `cells` contains pairs of a mine's cell and the number of tries that ended there; `picture` shows them as SVG.
 * @typedef {object} DailyEnds
 * @property {number} tries
 * @property {number} won
 * @property {string} layout
 * @property {[number, number][]} cells
 * @property {string} picture
 */

/**
 * `GET /api/daily?month=2026-11`: the days of a month up to today, latest first.
 *
 * `today` is today's date in UTC, and `ends_in` the milliseconds until the next day; `earlier` and `later`
 * name the neighbouring months that have boards, "" if there is none.
 * @typedef {object} DailyMonth
 * @property {string} month
 * @property {string} today
 * @property {number} ends_in
 * @property {DailyPreset[]} presets
 * @property {DailyDay[]} days
 * @property {string} earlier
 * @property {string} later
 */

/**
 * The board, number of mines and rules of a daily preset.
 * @typedef {object} DailyPreset
 * @property {string} preset
 * @property {string} board
 * @property {number} mines
 * @property {string} rules
 */

/**
 * The requester's ranked try at a daily board.
 *
 * `room` is the ID of the try's room. Once the try is over, `game` is the game's ID, and `place` its rank if
 * won.
 * @typedef {object} DailyTry
 * @property {string} room
 * @property {"ongoing" | "won" | "lost"} [outcome]
 * @property {number} [milliseconds]
 * @property {string | null} [game]
 * @property {number | null} [place]
 */

/**
 * `POST /api/admin/decide`: decide whether a game counts; None undoes a decision, and "void" needs a reason.
 * @typedef {object} Decide
 * @property {string} game
 * @property {"passed" | "void" | null} decision
 * @property {string} [reason]
 */

/**
 * `POST /api/account/delete`: delete the requester; accounts need their passphrase, guests have none.
 * @typedef {object} Deletion
 * @property {string | null} [passphrase]
 */

/**
 * Edit a study; `edit` is a request from `rooms.study_edits`, and `n` counts as in `Move`.
 * @typedef {object} Edit
 * @property {"edit"} t
 * @property {string} room
 * @property {number} n
 * @property {Record<string, any>} edit
 */

/**
 * Member `by` edited a study; `edit` is a saved edit (`Kept...`) from `rooms.study_edits`.
 * @typedef {object} Edited
 * @property {"edited"} t
 * @property {string} room
 * @property {number} version
 * @property {number} by
 * @property {number} n
 * @property {Record<string, any>} edit
 */

/**
 * A game is over, so its mines become public.
 *
 * `layout` is the board ID, `record` the text of the game on board `number`, and `game` the ID of its page, or
 * None if it has none. `winner` is the winner's member number (versus), 0 for none. While a daily board is sealed,
 * layout and record are empty; the game's page opens at `sealed_until`.
 * @typedef {object} Ended
 * @property {"ended"} t
 * @property {string} room
 * @property {number} version
 * @property {number} number
 * @property {"ongoing" | "won" | "lost"} outcome
 * @property {number} milliseconds
 * @property {string} layout
 * @property {string} record
 * @property {string | null} [game]
 * @property {boolean} [is_ranked]
 * @property {number | null} [winner]
 * @property {number | null} [sealed_until]
 */

/**
 * An engine's answer. `best` is None if the engine has no move.
 *
 * `chances` has a mine probability for each cell, or is None. `is_exact` says whether these probabilities,
 * including that of `best`, are exact.
 * @typedef {object} EngineAnswer
 * @property {string} engine
 * @property {EngineMove | null} best
 * @property {boolean | null} is_exact
 * @property {number[] | null} chances
 * @property {EngineMove[]} ranked
 * @property {EngineReason[]} reasons
 */

/**
 * A cell to open; `chance` and `score` are None if the engine doesn't report them.
 * @typedef {object} EngineMove
 * @property {number} cell
 * @property {number | null} chance
 * @property {number | null} score
 */

/**
 * A reason in the engine's words; `conclusion` is usually "safe", "mine" or "guess".
 * @typedef {object} EngineReason
 * @property {string} text
 * @property {string | null} conclusion
 * @property {number[]} cells
 * @property {number[]} clues
 */

/**
 * `GET /api/engines`: the names of the available engines.
 * @typedef {object} Engines
 * @property {string[]} engines
 */

/**
 * A person became a member, or a member's name or account changed.
 * @typedef {object} Entered
 * @property {"entered"} t
 * @property {string} room
 * @property {number} version
 * @property {Member} member
 */

/**
 * A finished game as administrators see it; `verified` is None until it has been verified by replay.
 *
 * `signs` is a JSON object with the components of `suspicion` by name. `decision` is "passed", "void" or None.
 * @typedef {object} GameFacts
 * @property {string} id
 * @property {string | null} person
 * @property {string} name
 * @property {string} board
 * @property {number} mines
 * @property {string} rules
 * @property {string} outcome
 * @property {number} milliseconds
 * @property {number} finished
 * @property {boolean} is_ranked
 * @property {boolean | null} verified
 * @property {string | null} why_not
 * @property {number | null} suspicion
 * @property {string | null} signs
 * @property {string | null} decision
 * @property {string | null} decided_why
 */

/**
 * A game in a list; `person` is None for guests and deleted people.
 *
 * `verified` is None until the game has been verified by replay; if the game doesn't count, `why_not` names the
 * page's text with the reason. `guesses` and `unneeded_guesses` are set once the game has been reviewed. The
 * server's clock measured `milliseconds + lag`; `lag` was deducted for network delay. A moderator's `decision`
 * is "passed" or "void", and `decided_why` its reason.
 * @typedef {object} GameLine
 * @property {string} id
 * @property {string} name
 * @property {string} board
 * @property {number} mines
 * @property {string} rules
 * @property {"ongoing" | "won" | "lost"} outcome
 * @property {number} milliseconds
 * @property {number} finished
 * @property {string | null} [person]
 * @property {boolean} [is_ranked]
 * @property {boolean | null} [verified]
 * @property {string | null} [why_not]
 * @property {number | null} [three_bv]
 * @property {number | null} [clicks]
 * @property {number | null} [guesses]
 * @property {number | null} [unneeded_guesses]
 * @property {string | null} [grade]
 * @property {string | null} [daily]
 * @property {number} [lag]
 * @property {string | null} [decision]
 * @property {string | null} [decided_why]
 */

/**
 * `GET /api/games?person=me`: finished games, most recent first; `before` requests the next page.
 * @typedef {object} GameList
 * @property {GameLine[]} games
 * @property {string | null} before
 */

/**
 * The receiver is no longer in a room: it was closed or moved, or the member was removed.
 *
 * `what` names one of the page's texts, as in `Refused`.
 * @typedef {object} Gone
 * @property {"gone"} t
 * @property {string} room
 * @property {string} what
 */

/**
 * The first message on a connection, whose cookie identifies the person.
 * @typedef {object} Hello
 * @property {"hello"} t
 * @property {number} protocol
 */

/**
 * Join a room as a player or a watcher, or rejoin it after a lost connection.
 *
 * `since` is the last version the page received, or None; `key` is the invitation key, for people who aren't
 * members yet.
 * @typedef {object} Join
 * @property {"join"} t
 * @property {string} room
 * @property {number | null} [since]
 * @property {"player" | "watcher"} [role]
 * @property {string | null} [key]
 */

/**
 * `GET /api/leaderboards`: the best times for a board type in a period (UTC).
 *
 * `begins` names the period: "2026-11-22", "2026-W47", "2026-11", "2026", or "" for all time. `grade` is "" for
 * boards of any grade; `daily` names a daily board ("2026-11-22 expert"). `start` is the number of rows before
 * these; `total` is the total number of rows, which may be a few seconds out of date. `after` requests the next
 * page, and is "" on the last. `mine` is the requester's own row, on the first page only. `earlier` and `later`
 * name the neighbouring periods, "" if there is none.
 * @typedef {object} Leaderboard
 * @property {string} board
 * @property {number} mines
 * @property {string} rules
 * @property {string} grade
 * @property {"day" | "week" | "month" | "year" | "all"} period
 * @property {string} begins
 * @property {number} start
 * @property {number} total
 * @property {BestTime[]} rows
 * @property {BestTime | null} [mine]
 * @property {string} [earlier]
 * @property {string} [later]
 * @property {string} [daily]
 * @property {string} [after]
 */

/**
 * Leave a room; the member may join again later.
 * @typedef {object} Leave
 * @property {"leave"} t
 * @property {string} room
 */

/**
 * The server's limits: cells per board, bytes per message, moves per second, and moves per burst.
 * @typedef {object} Limits
 * @property {number} cells
 * @property {number} message
 * @property {number} moves
 * @property {number} burst
 */

/**
 * `GET /api/lobby`: the open rooms, newest first.
 * @typedef {object} Lobby
 * @property {LobbyRoom[]} rooms
 */

/**
 * A room anyone may join; `here` is the approximate number of people in it.
 * @typedef {object} LobbyRoom
 * @property {string} room
 * @property {"solo" | "coop" | "versus" | "study"} kind
 * @property {string} board
 * @property {number} mines
 * @property {string} rules
 * @property {number} made
 * @property {string} [owner]
 * @property {number} [here]
 */

/**
 * Lock the room, so that it admits no new members, or unlock it (owner only).
 * @typedef {object} Lock
 * @property {"lock"} t
 * @property {string} room
 * @property {boolean} [is_locked]
 */

/**
 * The result of converting a `SentFile`: the record's text, and the name of the file format.
 * @typedef {object} MadeRecord
 * @property {string} record
 * @property {string} format
 */

/**
 * The person using the page; guests have generated names.
 * @typedef {object} Me
 * @property {string} id
 * @property {string} name
 * @property {boolean} [is_guest]
 * @property {boolean} [is_admin]
 */

/**
 * A member of a room.
 *
 * `number` counts from 1, never changes, and determines the member's colour. `person` is None for guests.
 * `is_owner` marks the member who created the room and may lock it, or remove and mute members.
 * @typedef {object} Member
 * @property {number} number
 * @property {string} name
 * @property {"player" | "watcher"} role
 * @property {string | null} [person]
 * @property {boolean} [is_here]
 * @property {boolean} [is_ready]
 * @property {boolean} [is_owner]
 */

/**
 * Make a move; `n` numbers the member's moves in this room, counting from 1.
 * @typedef {object} Move
 * @property {"move"} t
 * @property {string} room
 * @property {number} n
 * @property {"open" | "flag" | "chord"} kind
 * @property {number} cell
 */

/**
 * Member `by` moved on board `number`.
 *
 * `n` is the member's own number for the move, so this message is also the answer to it. `cells` changed to
 * `codes`; if more than `MOST_CHANGES` changed, `all` has the whole board's codes instead. `milliseconds` is
 * the game time. A move without effect has no cells.
 * @typedef {object} Moved
 * @property {"moved"} t
 * @property {string} room
 * @property {number} version
 * @property {number} number
 * @property {number} by
 * @property {number} n
 * @property {"open" | "flag" | "chord"} kind
 * @property {number} cell
 * @property {number} milliseconds
 * @property {number[]} [cells]
 * @property {number[]} [codes]
 * @property {string | null} [all]
 * @property {number} [opened]
 * @property {number} [flags]
 * @property {"ongoing" | "won" | "lost"} [outcome]
 */

/**
 * Mute a member in the chat, or unmute them (owner only).
 * @typedef {object} Mute
 * @property {"mute"} t
 * @property {string} room
 * @property {number} number
 * @property {boolean} [is_muted]
 */

/**
 * `POST /api/account/codes`: request new recovery codes, which replace all earlier ones; needs the passphrase.
 * @typedef {object} NewCodes
 * @property {string} passphrase
 */

/**
 * `POST /api/account/passphrase`: change the passphrase and end all other sessions.
 * @typedef {object} PassphraseChange
 * @property {string} old
 * @property {string} new
 */

/**
 * `GET /api/admin/people`: a page of people; `next` requests the next page, and is None on the last.
 * @typedef {object} People
 * @property {Person[]} people
 * @property {string | null} next
 */

/**
 * A person as administrators see them; `games` is a count, and `banned_until` may be in the past.
 * @typedef {object} Person
 * @property {string} id
 * @property {string} name
 * @property {boolean} is_guest
 * @property {boolean} is_admin
 * @property {number} made
 * @property {number} seen
 * @property {number} games
 * @property {number | null} banned_until
 * @property {string | null} ban_reason
 */

/**
 * A person's finished games on one board type; `best` is the time of the fastest win that counts.
 *
 * `game` is the ID of that win.
 * @typedef {object} PersonBoard
 * @property {string} board
 * @property {number} mines
 * @property {string} rules
 * @property {number} games
 * @property {number} won
 * @property {number | null} [best]
 * @property {string | null} [game]
 */

/**
 * `GET /api/people/{id}`: totals for a person's ranked games.
 *
 * `reviewed` is the number of games reviewed for guesses, and `careful` the number of these without an unnecessary
 * guess.
 * @typedef {object} PersonFacts
 * @property {string} id
 * @property {string} name
 * @property {number} made
 * @property {number} games
 * @property {number} won
 * @property {number} reviewed
 * @property {number} guesses
 * @property {number} unneeded_guesses
 * @property {number} careful
 * @property {PersonBoard[]} boards
 */

/**
 * Measures the round-trip time; the page must answer with `Pong` immediately.
 * @typedef {object} Ping
 * @property {"ping"} t
 * @property {number} id
 */

/**
 * A member's cursor moved; see `Cursor`. This message has no version.
 * @typedef {object} Pointed
 * @property {"pointed"} t
 * @property {string} room
 * @property {number} number
 * @property {number | null} cell
 * @property {string} [at]
 */

/**
 * The answer to `Ping`; must be sent immediately.
 * @typedef {object} Pong
 * @property {"pong"} t
 * @property {number} id
 */

/**
 * A member joined or left; `Present` messages have no version.
 * @typedef {object} Present
 * @property {"present"} t
 * @property {string} room
 * @property {number} number
 * @property {boolean} is_here
 */

/**
 * Another player's progress (versus), without locations: the numbers of open cells and flags, and the outcome.
 * @typedef {object} Progress
 * @property {"progress"} t
 * @property {string} room
 * @property {number} version
 * @property {number} number
 * @property {number} opened
 * @property {number} flags
 * @property {"ongoing" | "won" | "lost"} outcome
 * @property {number} milliseconds
 */

/**
 * `POST /api/engines/ask`: a position for an engine to analyse, as the text of a `View`.
 *
 * `is_whole` also requests the mine probabilities of all cells and the ranked moves.
 * @typedef {object} Question
 * @property {string} engine
 * @property {string} view
 * @property {boolean} [is_whole]
 */

/**
 * Become ready for the next game, or not ready (versus, coop); it begins once all members present are ready.
 * @typedef {object} Ready
 * @property {"ready"} t
 * @property {string} room
 * @property {boolean} [is_ready]
 */

/**
 * `POST /api/account/recover`: a name, one of its recovery codes, and a new passphrase.
 * @typedef {object} Recovery
 * @property {string} name
 * @property {string} code
 * @property {string} passphrase
 */

/**
 * The error for a rejected request.
 *
 * `what` names one of the page's messages (`refusals.together_WHAT`), and `values` are inserted into it;
 * `room` and `n` identify the request. `message` is for programs and logs.
 * @typedef {object} Refused
 * @property {"refused"} t
 * @property {string} what
 * @property {string} message
 * @property {string | null} [room]
 * @property {number | null} [n]
 * @property {Record<string, any>} [values]
 */

/**
 * The response to registering; the recovery `codes` are shown only once.
 * @typedef {object} Registered
 * @property {string} id
 * @property {string} name
 * @property {boolean} [is_guest]
 * @property {boolean} [is_admin]
 * @property {string[]} [codes]
 */

/**
 * Remove a member permanently (owner only). The room's invitations get new keys.
 * @typedef {object} Remove
 * @property {"remove"} t
 * @property {string} room
 * @property {number} number
 */

/**
 * Resign a game, which counts as a loss (solo, versus); before the first move, this removes the room (solo).
 * @typedef {object} Resign
 * @property {"resign"} t
 * @property {string} room
 */

/**
 * A room as administrators see it, without anything that reveals its mines; `ended` is None while it is open.
 * @typedef {object} RoomFacts
 * @property {string} id
 * @property {"solo" | "coop" | "versus" | "study"} kind
 * @property {string} board
 * @property {number} mines
 * @property {string} rules
 * @property {string | null} owner
 * @property {boolean} is_open
 * @property {number} made
 * @property {number | null} ended
 */

/**
 * The new room; `key` is the players' invitation key, as in `#/room/NAME?key=KEY`.
 *
 * Watchers have a different key; `Access` contains both.
 * @typedef {object} RoomMade
 * @property {string} room
 * @property {string} key
 */

/**
 * `POST /api/rooms`: create a room.
 *
 * A `solo` room is a ranked game for one player. `delay` is the watchers' delay in seconds, None for the default.
 * Rooms with `is_open` appear in the lobby; others need an invitation. `record` is the initial record for a study.
 * @typedef {object} RoomWish
 * @property {"solo" | "coop" | "versus" | "study"} kind
 * @property {string} [board]
 * @property {number} [mines]
 * @property {string} [rules]
 * @property {boolean} [is_open]
 * @property {boolean} [has_chat]
 * @property {number | null} [delay]
 * @property {string | null} [record]
 */

/**
 * One of the requester's rooms with an unfinished game; `daily` names its daily board.
 * @typedef {object} RunningRoom
 * @property {string} room
 * @property {"solo" | "coop" | "versus" | "study"} kind
 * @property {string} board
 * @property {number} mines
 * @property {string} rules
 * @property {number} made
 * @property {string | null} [daily]
 */

/**
 * `GET /api/rooms`: the requester's rooms with unfinished games, newest first.
 * @typedef {object} RunningRooms
 * @property {RunningRoom[]} rooms
 */

/**
 * A member's chat message, sent at `moment`. It has no version.
 * @typedef {object} Said
 * @property {"said"} t
 * @property {string} room
 * @property {number} number
 * @property {string} text
 * @property {number} moment
 */

/**
 * `POST /api/record`: another program's file to convert to a record; `data` is base64.
 * @typedef {object} SentFile
 * @property {string} data
 * @property {string} [name]
 */

/**
 * `GET /api/boards/{id}`: a board by its ID.
 *
 * `first` is a first cell from which the board can be solved without guessing, and `grade` the difficulty from
 * there. Both are None if there is no such cell or the search takes too long.
 * @typedef {object} SharedBoard
 * @property {string} id
 * @property {string} board
 * @property {number} mines
 * @property {number} three_bv
 * @property {number} openings
 * @property {number} islands
 * @property {number | null} [first]
 * @property {string | null} [grade]
 */

/**
 * `GET /api/games/{id}`: a finished game with its record, and the other boards in its round (versus).
 * @typedef {object} SharedGame
 * @property {GameLine} game
 * @property {string} record
 * @property {string} layout
 * @property {GameLine[]} [others]
 */

/**
 * Let watchers see the member's board from the next game on, or hide it from them immediately (versus).
 *
 * Watchers see boards only if all players in a game show theirs.
 * @typedef {object} Show
 * @property {"show"} t
 * @property {string} room
 * @property {boolean} [is_shown]
 */

/**
 * `POST /api/account/register` and `.../sign-in`: a name and passphrase (8 to 1,024 characters).
 * @typedef {object} SignIn
 * @property {string} name
 * @property {string} passphrase
 */

/**
 * The room's game entered a stage (waiting for players, playing, over), or a different set of members is ready.
 *
 * `begins_in` is the countdown in milliseconds, if one is running; `ready` lists the ready members' numbers.
 * `round` numbers the room's games. `commitment` is the hash that commits the round to its boards; see
 * `rooms.room.commitment`.
 * @typedef {object} Staged
 * @property {"staged"} t
 * @property {string} room
 * @property {number} version
 * @property {"waiting" | "playing" | "over"} stage
 * @property {number | null} [begins_in]
 * @property {number[]} [ready]
 * @property {number} [round]
 * @property {string | null} [commitment]
 */

/**
 * Everything about a room that the receiver may know.
 *
 * `you` is the receiver's member number (0 for a watcher), and `next` the number for their next move or edit.
 * `flagged` lists the flags on a shared board as (cell, member) pairs. `record` and `study` are for studies.
 * `delay` is a watcher's delay in seconds. `begins_in` is the time until a game begins, in milliseconds.
 * `commitment` is the hash that commits this round to its boards; see `rooms.room.commitment`.
 * @typedef {object} State
 * @property {"state"} t
 * @property {string} room
 * @property {"solo" | "coop" | "versus" | "study"} kind
 * @property {number} version
 * @property {string} board
 * @property {number} mines
 * @property {string} rules
 * @property {"waiting" | "playing" | "over"} stage
 * @property {number} you
 * @property {number} next
 * @property {Member[]} members
 * @property {Board[]} boards
 * @property {[number, number][]} [flagged]
 * @property {string | null} [record]
 * @property {boolean} [has_chat]
 * @property {number} [delay]
 * @property {number | null} [begins_in]
 * @property {number} [round]
 * @property {boolean} [is_ranked]
 * @property {Study | null} [study]
 * @property {Access | null} [access]
 * @property {string | null} [commitment]
 */

/**
 * The roles in a study, as member numbers (0 for none).
 *
 * `leader` is the member whose position, `leads_at`, everyone sees; `readers` may not edit.
 * @typedef {object} Study
 * @property {number} [owner]
 * @property {number} [leader]
 * @property {string} [leads_at]
 * @property {number[]} [readers]
 */

/**
 * The server's first message; `moment` is its current time.
 * @typedef {object} Welcome
 * @property {"welcome"} t
 * @property {Me} me
 * @property {Limits} limits
 * @property {number} moment
 */

/** @typedef {Hello | Join | Leave | Move | Ready | Resign | Edit | Cursor | Chat | Remove | Lock | Mute | Show | Pong} ClientMessage */

/** @typedef {Welcome | State | Entered | Admitted | Moved | Progress | Staged | Ended | Edited | Present | Pointed | Said | Gone | Ping | Refused} ServerMessage */
