### The server's errors in a player's words, by the name of the RefusedError.

## Without an answer of the server.

unreachable = The server can't be reached. Are you offline?
slow = The server hasn't answered for half a minute. Please try again.
answer = The server's answer can't be read (status { $status }).
other = The server says: { $message }

## The server as a whole.

unavailable = The server can't read or write right now. Nothing was changed; please try again in a moment.
busy = The server is too busy right now. Please try again in a moment.
too_often = There were too many requests. Please wait a moment.
too_large =
    { GIVEN($cells) ->
        [yes] This board is too large for this server: it takes at most { NUMBER($cells) } cells.
       *[no]
            { GIVEN($most) ->
                [yes] That is too large for this server: it takes at most { NUMBER($most) } bytes.
               *[no] That is too large for this server.
            }
    }
protocol = The server has a newer version of the page. Please load the page again.
too_fast = That was too fast for the server. Please wait a moment.
too_many_rooms = You have too many running games. Finish one of them first.
too_many_sockets = The page is open in too many tabs. Close some of them.
failed = The server has made a mistake. Please try again.
foreign = The server accepts this only from its own page. Please load the page again.
malformed = The page and the server don't understand each other. Please load the page again.
media_type = The page and the server don't understand each other. Please load the page again.
method = The page and the server don't understand each other. Please load the page again.
no_address = The server has nothing at this address.

## People.

name =
    { $why ->
        [length] A name has 1 to { $most } characters.
        [letter] A name needs a letter or a digit.
        [script] A name can use the letters and digits of only one script, except that Latin ones can be mixed with Chinese, Japanese or Korean.
        [reserved] This name belongs to the server itself. Please take another one.
       *[sign] This name contains an invisible character, or two spaces in a row.
    }
name_taken = This name, or one that looks like it, is already taken.
passphrase = A passphrase has { NUMBER($least) } to { NUMBER($most) } characters.
sign_in = The name or the passphrase is wrong.
recovery = The name or the recovery code is wrong, or the code has already been used.
signed_out = You aren't signed in any more.
nobody = The server doesn't know this browser yet. Please load the page again.
has_account = You already have an account.
has_none = You play as a guest: there is no passphrase to change.
banned =
    You are banned until { GIVEN($isForGood) ->
        [yes] further notice
       *[no] { DATETIME($until, dateStyle: "long", timeStyle: "short") }
    }.{ GIVEN($reason) ->
        [yes] { " " }{ $reason }
       *[no] { "" }
    }
deleted = This account was deleted.
not_allowed = Only administrators may do that.
is_admin = That can't be done to an administrator.
no_reason = Please give a reason: the game's page shows it.
no_person = There is no player by that name.
person = There is no player by that name, or it is a guest.

## Best times, daily boards, games.

kind = There is no such kind of board.
period = There is no such period.
page = There is no such page of the list.
daily = There are no boards for this day.
daily_early = This board opens on its own day.
daily_sealed = This daily board is sealed until an hour after its day, when the last try that counts is over.
game = There is no such game here: its link is incomplete, or it was deleted.
picture = This game has no picture.
engine = This server has no such engine any more. Please choose another one in the settings.
engine_failed = The engine has failed. Please try again in a moment.
engine_refused =
    { GIVEN($reason) ->
        [yes] The engine has no answer: { $reason }.
       *[no] The engine has no answer.
    }
replay =
    { GIVEN($reason) ->
        [yes] This file can't be converted to a record: { $reason }.
       *[no] This file can't be converted to a record.
    }
board_too_large = This board is too large for this server: it takes at most { NUMBER($most) } cells.

## Rooms.

no_room = There is no such room: its link is incomplete, or it was closed.
no_kind = There are no rooms of this kind.
board =
    { GIVEN($reason) ->
        [yes] This board can't be played here: { $reason }.
       *[no] This board can't be played here.
    }
no_board = No board with these rules was found. Try other rules or fewer mines.
versus_punished = If guesses are punished, the mines depend on the moves, so two players can't play against each other.
key = This room needs an invitation, and this link's key is wrong.
full = This room is full.
removed = The owner has removed you from this room.
locked = This room admits no new members.
muted = The owner of the room has muted you.
not_owner = Only the owner of the room may do that.
own_place = The owner can't be removed or muted.
no_versus = Boards are hidden from watchers in versus only.
no_member = There is no such member in this room.
away = This room is moving to another machine. Please try again in a moment.
broken = Something in this room is broken. It can't be continued.
watcher = You are watching here; only players can do that.
not_here = You aren't in this room any more.
waiting = The game hasn't begun yet.
playing = The game is still running; wait until it is over.
ended = This game was removed: it hadn't begun.
no_resign = A game of several players can't be resigned.
gone = The page was closed, so its request was cancelled.
over = This game is over.
cell = There is no such cell on this board.
gap = A move was lost on the way. The page sends it again.
no_chat = This room has no chat.
no_edits = There is no record to change in this room.
no_rounds = This room doesn't wait for all to be ready.

## Studies.

study_beginning = Nothing comes before the beginning.
study_board =
    { GIVEN($why) ->
        [yes] No study can begin with this board: { $why }.
       *[no] No study can begin with this board.
    }
study_built_on = Later changes depend on this one: it can't be undone any more.
study_depth = Side lines can be nested at most { NUMBER($most) } deep.
study_edit = The page and the server don't understand each other. Please load the page again.
study_edits = A study can be changed { NUMBER($most) } times, and this one has reached that limit.
study_empty = Nothing happens in this side line yet.
study_events = A study has at most { NUMBER($most) } moves.
study_gone =
    { GIVEN($name) ->
        [yes] { $name } has deleted this moment meanwhile.
       *[no] Another member has deleted this moment meanwhile.
    }
study_impossible = This move is impossible: it contradicts what is known of the board.
study_late = This change came too late: too much has changed meanwhile.
study_lines = A study has at most { NUMBER($most) } side lines.
study_main = This is already the main line.
study_moment = There is no such moment in this study.
study_move = This move can't be made here.
study_no_layout = A study needs a record whose mines are known.
study_no_undo = You have no change that can be undone.
study_not_owner = Only the owner of the study may do that.
study_nothing = This move changes nothing.
study_own_role = The owner of a study can always change it.
study_paused = The game is paused at this moment.
study_reader = You may read this study, not change it.
study_record =
    { GIVEN($why) ->
        [yes] This record can't be read: { $why }.
       *[no] This record can't be read.
    }
study_no_member = There is no such member in this study.
study_said =
    { GIVEN($name) ->
        [yes] { $name } has changed this comment meanwhile. Please look at it again.
       *[no] Another member has changed this comment meanwhile. Please look at it again.
    }
study_search = A study can't begin with this record: its board would have to be searched for.
study_tag = The record can't contain this.
study_tags = A record has at most { NUMBER($most) } tags.
study_text = This record is too long: a study has at most { NUMBER($most) } bytes.
study_work = This record is too long for a study.
