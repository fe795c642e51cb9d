title = Study
title_of = Study: { $board }
joining = The study is being opened …
not_there = This study can't be opened
side = Lines, comments and people
lines = Moves
line_begins =
    { GIVEN($number) ->
        [yes] Side line { $number }:
       *[no] Beginning
    }
move =
    { $number }. { $kind }{ GIVEN($place) ->
        [yes] { " " }{ $place }
       *[no] { "" }
    }{ GIVEN($ended) ->
        [yes] , { $ended }
       *[no] { "" }
    }
more = … { NUMBER($count) } more
now =
    { GIVEN($depth) ->
        [yes] { $what } (in a side line)
       *[no] { $what }
    }
beginning_of = The beginning
beginning = To the beginning
back = One move back
on = One move on
end = To the end of the line
follow = Along the side line
no_line = No side line leaves here.
main_line = This is the main line.
flag_mode = A tap puts a flag
undo = Take back
promote = Promote the line
delete = Delete from here
nothing_to_delete = Nothing comes before the beginning.
rename = Give it a title
ask_title = What is the study called?
comment = A comment on this moment
keep_comment = Keep the comment
theirs =
    { GIVEN($text) ->
        [yes] It now says: { $text }
       *[no] It now says: nothing
    }
import = Replace it with a file
ask_replace = Replace the whole study with this file? You can undo that until another member edits it.
ask_new = This file is too large to replace a study. Begin a new study with it?
save = Save as a file
copy = Copy
replay = Watch
review = Review
people = People
role_owner = owner
role_editor = edits
role_reader = reads
is_away = away
leads = leads
you = { $name } (you)
go_there = Go there
go_to = where { $name } is
let_edit = Let edit
let_read = Let only read
lead = Lead
lead_about = show the others the moment you are looking at
follow_leader = Follow
follow_about = see the moment { $name } is looking at
follows = You see what the leader shows.
follows_not = You look around on your own.
invite = Invite to edit
invite_about = copies a link
invite_reader = Invite to read
invite_reader_about = copies a read-only link
invitation = the invitation
only_reading = You can read this study, not edit it.
gone_here =
    { $name } { $edit ->
        [play] made a move
        [delete] deleted moves
        [promote] promoted a side line
        [comment] wrote a comment
        [tag] changed the title
        [replace] replaced the record
        [graft] restored moves
        [undo] undid a change
        [all] changed side lines
        [lead] leads, or no longer does
        [role] changed who may edit
       *[other] edited
    }: the moment you were looking at was removed
done =
    { $name } { $edit ->
        [play] made a move
        [delete] deleted moves
        [promote] promoted a side line
        [comment] wrote a comment
        [tag] changed the title
        [replace] replaced the record
        [graft] restored moves
        [undo] undid a change
        [all] changed side lines
        [lead] leads, or no longer does
        [role] changed who may edit
       *[other] edited
    }

## A new study.

new = A new study
about = A study is a game with comments and side lines. The people you invite edit it with you or read along. All of them know where the mines are, and nothing in it is ranked.
from_file = From a record
file = A file
from_id = From a board ID
board_id = Board ID
begin_id = Begin with this board
no_id = Enter a board ID.
from_board = On an empty board
board = Board
mines = Mines
begin_board = Begin
from_elsewhere = A game that is over, and any position of it, becomes a study from its replay and its review.
