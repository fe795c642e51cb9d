title = Room
kind_solo = Ranked game
kind_coop = Co-op
kind_versus = Versus
kind_study = Study
joining = Entering the room …
not_there = You can't enter this room
panel = Room
here = { NUMBER($count) } here
members = Who is here
more = and { NUMBER($count) } more
you = { $name } (you)
watches = watches
watchers =
    { $count ->
        [one] 1 is watching
       *[other] { NUMBER($count) } are watching
    }
is_away = away
is_ready = ready ✓
not_ready = not ready yet
board_won = Won in { $time }
board_lost = Lost after { $time }
you_hit = You hit a mine after { $time }
other_hit = { $name } hit a mine after { $time }
board_opened = You opened the whole board in { $time }

## The fastest of them has won.

won = done in { $time }
done = done
lost = lost after { $time }
share = { $share }{ "\u00A0" }%
progress = How far { $name } is
show_board = Show board
show_board_of = Show the board of { $name }

## Actions.

ready = I am ready
unready = Not ready
again = Another board
not_again = Cancel the other board
next = Another board
shared = Page of this game, to share
invitation = Invitation
invite = To play
invite_copy = copy the invitation to play
invite_watch = To watch
invite_watch_copy = copy the invitation to watch
show_mine = Let watchers see my board
show_mine_about = From the next game on, if all players allow it.
boards_hidden = You see the boards when all players have finished.
lock = Admit no new members
mute = Mute
unmute = Unmute
is_muted = muted
remove = Remove
remove_sure = Remove for good?
chat = Chat
chat_unread = Chat ({ NUMBER($count) } new)
chat_lines = What was said
resign = Resign
resign_sure = Press again to resign
chat_say = Your message
chat_send = Send
chat_away = No connection: the message wasn't sent.

## The state of the room.

watching = You are watching.
delayed = You see the game { NUMBER($seconds) } seconds late.
waits_for_others = Send others the link below, then press “I am ready”.
waits_for_ready = The game starts when all players are ready.
begins = The game starts in a moment.
waits_for_end = The others are still playing. You see the mines when they have finished.
waits_for_round = This round has already started: you play in the next one.
is_over = The game is over.
over_won = Won!
over_lost = Lost.
over_ongoing = The game is over.
wanted =
    { $ready ->
        [one] 1 of { NUMBER($players) } players wants another board.
       *[other] { NUMBER($ready) } of { NUMBER($players) } players want another board.
    }
nobody_won = There is no winner.
you_won = You have won!
other_won = { $name } has won.
no_connection = There is no connection to the server right now.

## Why a command is unavailable.

no_undo = Games on the server have no undo.
no_hint = Games on the server have no hints.
no_pause = The server's clock doesn't stop.
no_same = The same board can be played again from the page of the game.
only_watching = You are watching here.
seed_secret = the server keeps it secret
fair = The server fixed this board before the first click: it published the hash of the seed then, and the board follows from that seed.
unfair = The board isn't the one whose hash the server published before the first click. Please tell the operator.
not_begun = The game hasn't begun yet.
no_new_yet = You can have another board when this one is over.
sealed = This daily board is sealed: its review opens an hour after its day.
no_record_yet = The review opens when all players have finished.
give_up = This abandons the running game. Do it again for another board.

## Announcements.

told_did =
    { $name }: { $opened ->
        [0] { "" }
        [one] opened 1 cell
       *[other] opened { NUMBER($opened) } cells
    }{ $flags ->
        [0] { "" }
       *[other]
            { $opened ->
                [0] { "" }
               *[other] ,{ " " }
            }
    }{ $flags ->
        [0] { "" }
        [one] put 1 flag
       *[other] put { NUMBER($flags) } flags
    }
told_many = { NUMBER($count) } others opened { NUMBER($opened) } cells
told_won = { $name } has opened all of the board
told_lost = { $name } has hit a mine
told_share = { $name } has opened { $share }{ "\u00A0" }%
told_came = { $name } is here
told_went = { $name } has left
told_said = { $name } says: { $text }
flag_of = { $label }, of { $name }
