title = { $board } · hypersweep
tools = Game
board = Board
new = New board of the same kind
new_short = New
same = The same board again, not ranked
same_short = Restart
undo = Take the latest move back
undo_short = Undo
redo = Make an undone move again
redo_short = Redo
hint = A hint; press again for more
hint_short = Hint
flag_mode = Flag mode: a tap flags, a long press opens
flag_mode_short = Flag
draft = Start a draft: place tentative flags
draft_short = Draft
keep_draft = Keep the draft: turn its flags into flags
keep_draft_short = Keep
drop_draft = Drop the draft: remove its flags
drop_draft_short = Drop
draft_begun = You are placing draft flags. E keeps them, Shift+E drops them.
draft_off = Draft flags are off. Turn them on in the settings.
pause = Pause and hide the board, or continue
pause_short = Pause
zoom_out = Smaller cells
zoom_out_short = Smaller
zoom_in = Larger cells
zoom_in_short = Larger
fit = As large as fits the screen
fit_short = Fit
delta = Show remaining mines: numbers minus the flags around them
delta_short = Remaining
delta_same = No flags yet: all numbers stay the same.
delta_over = Numbers minus flags: only during a game
panels = Lens and map
panels_short = Lens
panels_useless = Lens: here it would be no larger than the board, or too large for the screen
this_board = This board: seed, board ID, how to play it again
this_board_short = Board
review = How well each move was chosen
review_short = Review
replay = Watch the game again
replay_short = Replay
more = More
more_short = More
mines_name = mines
mines_title = mines minus flags
time_name = time
time_title = time since the first click
worth_name = 3BV
worth_title = 3BV done: the fewest left clicks needed for what is open
efficiency_name = efficiency
efficiency_title = 3BV done per click
guessed_name = guesses
guessed_title = needed + unneeded guesses
guessed_count = { $needed } + { $needless }
won = won
lost = lost
paused = paused
less_flags = minus flags
not_ranked = not ranked
covered = covered
flagged = flag
mine = mine
exploded = mine that went off
wrong_flag = wrong flag
no_mine = no mine around
clue =
    { $covered ->
        [0] { $clue }: done
       *[other]
            { $left ->
                [0] { $clue }: no mines left to find
                [one] { $clue }: one mine left among { $covered ->
                    [one] 1 covered cell
                   *[other] { $covered } covered cells
                }
               *[other] { $clue }: { $left } mines left among { $covered } covered cells
            }
    }
clue_over =
    { $clue ->
        [one] 1 mine around
       *[other] { $clue } mines around
    }
clue_excess =
    { $left ->
        [one] { $clue }: one flag too many
       *[other] { $clue }: { $left } flags too many
    }
along =
    { $axis ->
        [0] , . move between rows
        [1] , . move between columns
        [2] , . move between layers
        [3] , . move between table rows
        [4] , . move between groups
        [5] , . move between group rows
       *[other] , . move along axis { $axis }
    }
no_axis = There is no axis { $axis }: the board has axes 0 to { $last }.
paused_note = Paused: press p to continue.
go_on = Continue
over = The game is over: r starts another, t the same board, u takes the last move back.
nothing_to_undo = There is nothing to undo.
nothing_to_redo = There is nothing to redo.
nothing_around = No clue has anything left around it.
no_pause_yet = The clock starts with the first click.
no_pause_over = The game is over.
no_mines_yet = There are no mines yet: the first click decides where they are.
cost_hint = A hint makes this game unranked: ask again to get it.
cost_undo = Taking a move back makes this game unranked: do it again to go ahead.
give_up_new = Do it again to give this game up for a new one; Esc leaves it saved.
give_up_same = Do it again to give this game up for the same board; Esc leaves it saved.
try_over =
    { GIVEN($isBack) ->
        [yes] Do it again to go back to where this began; this try isn't saved.
       *[no] Do it again to restart this board; this try isn't saved.
    }
looking = Looking for a hint…
no_result_yet = You can share the result once your own game is over.
no_review_yet = The review opens when the game is over.
opening = opening…
taking_back = taking back…
cancelling = cancelling…
cancel = Cancel
cancelled = Cancelled: the game is as it was.
making = Making a board that needs no guess…
making_tried = Making a board that needs no guess: tried { NUMBER($tried) }, the best came to { $share } %
still_making = Still making the board: Esc cancels it.
still_opening = Still opening: Esc cancels it.
analyse = Analyse this position
this_board_title = This board
sheet_board = board
sheet_rules = rules
sheet_seed = seed
sheet_fair = fairness
sheet_id = board ID
sheet_link = link
sheet_command = play it in a terminal
sheet_cells =
    { $board }: { $cells ->
        [one] 1 cell
       *[other] { NUMBER($cells) } cells
    }, { $mines ->
        [one] 1 mine
       *[other] { NUMBER($mines) } mines
    }
sheet_no_seed = none: the mines were given
sheet_later = shown once the game is over: it says where the mines are
sheet_too_long = too long to be shown
sheet_first = and open { $place } first
sheet_first_same = and open the same cell first
sheet_cut = { $text }… ({ NUMBER($count) } characters)
copy = Copy: { $what }
close = Close
