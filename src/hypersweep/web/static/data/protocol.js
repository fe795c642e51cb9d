// @ts-check
// Written by `python -m hypersweep.web.tables` from the tables of hypersweep: change those.
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
 * Who may come into a room, and who may talk there.
 *
 * A room that `is_locked` admits no new members. Removed members can't come back; chat of muted members is refused.
 * The boards of `shown` members may be watched (versus). `watch_key` admits watchers only, and is None while a
 * daily board is sealed. `key` admits players, or editors of a study: members who may invite them are told it, for
 * others it is None.
 * @typedef {object} Access
 * @property {string | null} [key]
 * @property {string | null} [watch_key]
 * @property {boolean} [is_locked]
 * @property {number[]} [removed]
 * @property {number[]} [muted]
 * @property {number[]} [shown]
 */

/**
 * `GET /api/account`: since when there is this account, and how many recovery codes it has left.
 * @typedef {object} Account
 * @property {string} id
 * @property {string} name
 * @property {number} made
 * @property {number} codes_left
 */

/**
 * The owner has locked the room, or removed or muted a member, or taken that back; or a member shows the board.
 * @typedef {object} Admitted
 * @property {"admitted"} t
 * @property {string} room
 * @property {number} version
 * @property {Access} access
 */

/**
 * `GET /api/admin/games` and `.../review`: latest first; `next` is where a page follows, or None.
 * @typedef {object} AllGames
 * @property {GameFacts[]} games
 * @property {number | null} next
 */

/**
 * `GET /api/admin/rooms`: newest first; `next` is where another page begins, None after the last.
 * @typedef {object} AllRooms
 * @property {RoomFacts[]} rooms
 * @property {number | null} next
 */

/**
 * `POST /api/admin/ban`: a person can't come for some days from now, and is told why; None for good.
 * @typedef {object} Ban
 * @property {string} person
 * @property {number | null} days
 * @property {string} [reason]
 */

/**
 * A row of a leaderboard: the best game of a person. Who is equally fast has the same place.
 * @typedef {object} BestTime
 * @property {number} place
 * @property {string} person
 * @property {string} name
 * @property {string} game
 * @property {number} milliseconds
 * @property {number} finished
 */

/**
 * One of a room's boards: the one of all (`number` 0), or of a member (versus).
 *
 * `codes` is None where its receiver may not see it.
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
 * To all in the room, where that is on. It isn't kept.
 * @typedef {object} Chat
 * @property {"chat"} t
 * @property {string} room
 * @property {string} text
 */

/**
 * `POST /api/admin/unban` and `.../delete`: whom.
 * @typedef {object} Chosen
 * @property {string} person
 */

/**
 * New recovery codes; nothing tells them a second time.
 * @typedef {object} Codes
 * @property {string[]} codes
 */

/**
 * Where the member is on the board; in a study also at which moment, as its edits name it. It isn't kept.
 * @typedef {object} Cursor
 * @property {"cursor"} t
 * @property {string} room
 * @property {number | null} cell
 * @property {string} [at]
 */

/**
 * A board of a day: how many won it ranked, the best time of these, and one's own try.
 * @typedef {object} DailyBoard
 * @property {string} preset
 * @property {number} [winners]
 * @property {number | null} [best]
 * @property {string | null} [grade]
 * @property {DailyTry | null} [mine]
 */

/**
 * The boards of a day, each preset's.
 *
 * `sealed_for` are the milliseconds until their mines, games on them and further tries are open to everyone.
 * @typedef {object} DailyDay
 * @property {string} date
 * @property {DailyBoard[]} boards
 * @property {number} [sealed_for]
 */

/**
 * `GET /api/daily/DATE/PRESET/ends`: what became of a board whose seal is off.
 *
 * `cells` are pairs of a mine's cell and how many tries it has ended; `picture` is SVG of them.
 * @typedef {object} DailyEnds
 * @property {number} tries
 * @property {number} won
 * @property {string} layout
 * @property {[number, number][]} cells
 * @property {string} picture
 */

/**
 * `GET /api/daily?month=2026-11`: the days of a month up to today, the latest first.
 *
 * `today` is the date in UTC, `ends_in` are the milliseconds until the next; `earlier` and `later` name the
 * months beside it that have boards, "" for none.
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
 * What the daily boards of a preset are.
 * @typedef {object} DailyPreset
 * @property {string} preset
 * @property {string} board
 * @property {number} mines
 * @property {string} rules
 */

/**
 * One's ranked try of a daily board: its `room`; once it is over, its `game`, and the place if it was won.
 * @typedef {object} DailyTry
 * @property {string} room
 * @property {"ongoing" | "won" | "lost"} [outcome]
 * @property {number} [milliseconds]
 * @property {string | null} [game]
 * @property {number | null} [place]
 */

/**
 * `POST /api/admin/decide`: whether a game counts; None takes a decision back. "void" needs a reason.
 * @typedef {object} Decide
 * @property {string} game
 * @property {"passed" | "void" | null} decision
 * @property {string} [reason]
 */

/**
 * `POST /api/account/delete`: everything of oneself; an account says its passphrase, a guest has none.
 * @typedef {object} Deletion
 * @property {string | null} [passphrase]
 */

/**
 * Of a study; `edit` is one of `rooms.study`'s, `n` counts as in `Move`.
 * @typedef {object} Edit
 * @property {"edit"} t
 * @property {string} room
 * @property {number} n
 * @property {Record<string, any>} edit
 */

/**
 * A study was changed by member `by`, as `Edit` says.
 * @typedef {object} Edited
 * @property {"edited"} t
 * @property {string} room
 * @property {number} version
 * @property {number} by
 * @property {number} n
 * @property {Record<string, any>} edit
 */

/**
 * A game is over: only now the server tells where the mines were.
 *
 * `layout` is the board's ID, `record` the text of the game on the board `number`, `game` the name of its
 * page, None where it has none. `winner` is of versus, 0 for nobody. On a daily board layout and record are empty,
 * and the page of the game opens at the moment `sealed_until`.
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
 * What an engine answers. `best` is None where it gives up.
 *
 * `chances` are of all cells, None where there are none. `is_exact` is about them and the chance of `best`.
 * @typedef {object} EngineAnswer
 * @property {string} engine
 * @property {EngineMove | null} best
 * @property {boolean | null} is_exact
 * @property {number[] | null} chances
 * @property {EngineMove[]} ranked
 * @property {EngineReason[]} reasons
 */

/**
 * A cell to open: what the engine says of it; None where it doesn't.
 * @typedef {object} EngineMove
 * @property {number} cell
 * @property {number | null} chance
 * @property {number | null} score
 */

/**
 * Why, in the engine's own words; `conclusion` is "safe", "mine", "guess" or another word of it.
 * @typedef {object} EngineReason
 * @property {string} text
 * @property {string | null} conclusion
 * @property {number[]} cells
 * @property {number[]} clues
 */

/**
 * `GET /api/engines`: the names of the engines that can be asked here.
 * @typedef {object} Engines
 * @property {string[]} engines
 */

/**
 * Somebody is a member now, or has another role or name.
 * @typedef {object} Entered
 * @property {"entered"} t
 * @property {string} room
 * @property {number} version
 * @property {Member} member
 */

/**
 * A finished game, as an administrator sees it; `verified` is None until its record was replayed.
 *
 * `signs` are JSON: what makes up its `suspicion`, by name. `decision` is "passed" or "void", None before.
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
 * A game in a list; `person` is None for guests, and for people who are deleted.
 *
 * `verified` is None until its record was played again; where it doesn't count, `why_not` names the text that
 * says why. `guesses` and `unneeded_guesses` are known once it was reviewed. By the server's clock the game took
 * `milliseconds + lag`: the lag is what was taken off for the way of the messages. A moderator's `decision` is
 * "passed" or "void", for the reason `decided_why`.
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
 * `GET /api/games?person=me`: finished games, the latest first; `before` asks for those that follow.
 * @typedef {object} GameList
 * @property {GameLine[]} games
 * @property {string | null} before
 */

/**
 * A room is closed, or its member was sent away; `what` is the name of a text, as in `Refused`.
 * @typedef {object} Gone
 * @property {"gone"} t
 * @property {string} room
 * @property {string} what
 */

/**
 * The first message of a connection. Who it is says its cookie.
 * @typedef {object} Hello
 * @property {"hello"} t
 * @property {number} protocol
 */

/**
 * To a room, as a player or a watcher; again after a connection was lost.
 *
 * `since` is the version that the page has, None for none; `key` is of the invitation, for who isn't a member yet.
 * @typedef {object} Join
 * @property {"join"} t
 * @property {string} room
 * @property {number | null} [since]
 * @property {"player" | "watcher"} [role]
 * @property {string | null} [key]
 */

/**
 * `GET /api/leaderboards`: the best times of a kind of board in a period, in UTC.
 *
 * `begins` names the period: "2026-11-22", "2026-W47", "2026-11", "2026", and "" for all. `grade` is "" for boards
 * of any, `daily` the board of a day ("2026-11-22 expert"). `start` is the number of rows before these, `total`
 * that of all, as of some seconds ago; `after` asks for the next page, "" if this is the last one. `mine` is one's
 * own row, wherever it stands, on the first page alone. `earlier` and `later` name the periods beside it, "" for
 * none.
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
 * From a room; its member may come back.
 * @typedef {object} Leave
 * @property {"leave"} t
 * @property {string} room
 */

/**
 * What the server takes: cells of a board, bytes of a message, moves a second and how many at once.
 * @typedef {object} Limits
 * @property {number} cells
 * @property {number} message
 * @property {number} moves
 * @property {number} burst
 */

/**
 * `GET /api/lobby`: the open rooms, the newest first.
 * @typedef {object} Lobby
 * @property {LobbyRoom[]} rooms
 */

/**
 * A room that anybody may enter; `here` are the people who are there now.
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
 * From the owner: admit no new members, or admit them again.
 * @typedef {object} Lock
 * @property {"lock"} t
 * @property {string} room
 * @property {boolean} [is_locked]
 */

/**
 * Its answer: the record, as text, and the name of the format that the file was of.
 * @typedef {object} MadeRecord
 * @property {string} record
 * @property {string} format
 */

/**
 * Who the page is used by: `id` is of the person, a guest's name is made up.
 * @typedef {object} Me
 * @property {string} id
 * @property {string} name
 * @property {boolean} [is_guest]
 * @property {boolean} [is_admin]
 */

/**
 * Of a room: `number` from 1 on is his for ever and says his colour; `person` is None for guests.
 *
 * `is_owner` says that the member made the room and may remove, mute and lock.
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
 * A click; `n` counts the member's moves in the room from 1 on.
 * @typedef {object} Move
 * @property {"move"} t
 * @property {string} room
 * @property {number} n
 * @property {"open" | "flag" | "chord"} kind
 * @property {number} cell
 */

/**
 * A move that was made by member `by`, on the board `number`.
 *
 * `n` is its number among his moves, and what he waits for. `cells` have changed, to `codes`; where more than
 * `MOST_CHANGES` have, `all` has every code instead. `milliseconds` are those of the game. A move that changed
 * nothing has no cells.
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
 * From the owner: refuse a member's chat, or accept it again.
 * @typedef {object} Mute
 * @property {"mute"} t
 * @property {string} room
 * @property {number} number
 * @property {boolean} [is_muted]
 */

/**
 * `POST /api/account/codes`: recovery codes in place of all earlier ones; the passphrase is the account's.
 * @typedef {object} NewCodes
 * @property {string} passphrase
 */

/**
 * `POST /api/account/passphrase`: all sessions end but this one.
 * @typedef {object} PassphraseChange
 * @property {string} old
 * @property {string} new
 */

/**
 * `GET /api/admin/people`: a page of people; `next` is where another one begins, None after the last.
 * @typedef {object} People
 * @property {Person[]} people
 * @property {string | null} next
 */

/**
 * Somebody, as an administrator sees it. `games` is how many; a ban ends at a moment, which may be past.
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
 * The finished games of a person on a kind of board; `best` is of those that count.
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
 * `GET /api/people/{id}`: what a person's ranked games come to.
 *
 * `reviewed` of them were looked through for guesses; `careful` of these are without an unneeded one.
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
 * To be answered by `Pong` at once: so the round trip is measured.
 * @typedef {object} Ping
 * @property {"ping"} t
 * @property {number} id
 */

/**
 * Where a member is on the board. It has no version.
 * @typedef {object} Pointed
 * @property {"pointed"} t
 * @property {string} room
 * @property {number} number
 * @property {number | null} cell
 * @property {string} [at]
 */

/**
 * The answer to `Ping`, at once.
 * @typedef {object} Pong
 * @property {"pong"} t
 * @property {number} id
 */

/**
 * A member has come or gone. It has no version.
 * @typedef {object} Present
 * @property {"present"} t
 * @property {string} room
 * @property {number} number
 * @property {boolean} is_here
 */

/**
 * How far another player has come (versus), without saying where: cells opened and how it stands.
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
 * `POST /api/engines/ask`: what an engine makes of a position, as the text of a `View`.
 *
 * `is_whole` asks for chances and ranked moves as well.
 * @typedef {object} Question
 * @property {string} engine
 * @property {string} view
 * @property {boolean} [is_whole]
 */

/**
 * To begin (versus): the game does when all are. Once it is over, to play another board.
 * @typedef {object} Ready
 * @property {"ready"} t
 * @property {string} room
 * @property {boolean} [is_ready]
 */

/**
 * `POST /api/account/recover`: a name, one of its recovery codes, and the passphrase that it is to have.
 * @typedef {object} Recovery
 * @property {string} name
 * @property {string} code
 * @property {string} passphrase
 */

/**
 * What was asked for isn't done.
 *
 * `what` names a text of the page (`refusals.together_WHAT`), `values` stand in it; `room` and `n` say what
 * it was. `message` is for programs.
 * @typedef {object} Refused
 * @property {"refused"} t
 * @property {string} what
 * @property {string} message
 * @property {string | null} [room]
 * @property {number | null} [n]
 * @property {Record<string, any>} [values]
 */

/**
 * What registering answers; nothing tells the recovery `codes` a second time.
 * @typedef {object} Registered
 * @property {string} id
 * @property {string} name
 * @property {boolean} [is_guest]
 * @property {boolean} [is_admin]
 * @property {string[]} [codes]
 */

/**
 * From the owner: remove a member for good. The keys of the room's invitations are new afterwards.
 * @typedef {object} Remove
 * @property {"remove"} t
 * @property {string} room
 * @property {number} number
 */

/**
 * From a game, which is lost by it (solo, versus); one that wasn't begun is removed with its room (solo).
 * @typedef {object} Resign
 * @property {"resign"} t
 * @property {string} room
 */

/**
 * A room, as an administrator sees it: nothing that tells where mines are. `ended` is None while it lives.
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
 * A room was made; `key` is for invitations to play: `#/room/NAME?key=KEY`. Watchers have another one.
 *
 * `Access` has both keys.
 * @typedef {object} RoomMade
 * @property {string} room
 * @property {string} key
 */

/**
 * `POST /api/rooms`: a room that is wanted.
 *
 * `solo` is a ranked game of one. `delay` are the seconds that watchers are behind, None for the usual.
 * `is_open` rooms stand in the lobby; others take an invitation. `record` is what a study begins with.
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
 * A room of one's own whose game isn't over; `daily` names the daily board that it is for.
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
 * `GET /api/rooms`: the rooms of one's own whose games aren't over, the newest first.
 * @typedef {object} RunningRooms
 * @property {RunningRoom[]} rooms
 */

/**
 * What a member said. It has no version.
 * @typedef {object} Said
 * @property {"said"} t
 * @property {string} room
 * @property {number} number
 * @property {string} text
 * @property {number} moment
 */

/**
 * `POST /api/record`: a file of another program, of which a record is to be made; `data` is in base64.
 * @typedef {object} SentFile
 * @property {string} data
 * @property {string} [name]
 */

/**
 * `GET /api/boards/{id}`: what a board is, by its ID. `first` is a cell from which `grade` is enough.
 *
 * Both are None where a guess is needed from everywhere, or where it would take too long to find out.
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
 * `GET /api/games/{id}`: a finished game with its record, and the other boards of its round (versus).
 * @typedef {object} SharedGame
 * @property {GameLine} game
 * @property {string} record
 * @property {string} layout
 * @property {GameLine[]} [others]
 */

/**
 * Let watchers see the member's board in versus from the next game on; or hide it from them at once.
 *
 * Watchers see boards only if all players of a game let them.
 * @typedef {object} Show
 * @property {"show"} t
 * @property {string} room
 * @property {boolean} [is_shown]
 */

/**
 * `POST /api/account/register` and `.../sign-in`: a name, and its passphrase of 8 to 1,024 characters.
 * @typedef {object} SignIn
 * @property {string} name
 * @property {string} passphrase
 */

/**
 * A game of the room waits for its players, begins or is over.
 *
 * `begins_in` are milliseconds; `ready` are the members who are. `round` counts the games of the room.
 * `commitment` is the hash of its seed, as `rooms.board.commitment` has it.
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
 * All that its receiver may know of a room.
 *
 * `you` is the member's number, and `next` the number of his next move or edit. `flagged` says of each flag of a
 * shared board whose it is, as pairs of cell and member. `record` and `study` are a study's. `delay` are the
 * seconds that a watcher is behind. `begins_in` are milliseconds until a game begins.
 * `commitment` is the hash of the seed of this round's boards, as `rooms.board.commitment` has it.
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
 * The roles in a study: its owner, the member who leads the others (0 for none) and where, and its readers.
 * @typedef {object} Study
 * @property {number} [owner]
 * @property {number} [leader]
 * @property {string} [leads_at]
 * @property {number[]} [readers]
 */

/**
 * The first message of the server.
 * @typedef {object} Welcome
 * @property {"welcome"} t
 * @property {Me} me
 * @property {Limits} limits
 * @property {number} moment
 */

/** @typedef {Hello | Join | Leave | Move | Ready | Resign | Edit | Cursor | Chat | Remove | Lock | Mute | Show | Pong} ClientMessage */

/** @typedef {Welcome | State | Entered | Admitted | Moved | Progress | Staged | Ended | Edited | Present | Pointed | Said | Gone | Ping | Refused} ServerMessage */
