title = hypersweep
lead = Minesweeper in any number of dimensions
play = Play { $name }
classics = Or in two dimensions:
boards = All boards
tab_1 = 1-D
tab_2 = 2-D
tab_3 = 3-D
tab_4 = 4-D
tab_5 = 5-D
tab_6 = 6-D
tab_other = Other
neighbours = A number counts the mines in up to { $count } cells around it.
today = Today's boards
today_open = open
today_running = in progress
today_won = won
today_lost = lost
share = ({ NUMBER($share, maximumSignificantDigits: 2) } %)
lesson = See in four dimensions
lesson_about = A one-minute lesson
lesson_link = See in four dimensions: one minute
best = Best { $time }
wins =
    { $count ->
        [one] 1 win
       *[other] { NUMBER($count) } wins
    }
not_all = A part of this screen couldn't be loaded; you can still play.
go_on = Continue
go_on_about = { $name } · { $percent } % open · { $time }
running = All { $count } saved games
own = A board of your own
own_about = Any shape and rules
file = Open a file
file_about = Or drop it anywhere

## Preferences for all boards.

preferences = For all boards
never = Without guesses
never_what = Every board can be solved by thinking alone.
options = More options
first_open = First click
first_open_usual = as usual
first_open_opening = an opening
first_open_safe = safe
guess = Guesses
guess_usual = allowed
guess_never = none needed
guess_never_grade_set_exactly_on = none, needs sets
guess_never_grade_set = none, up to sets
guess_never_grade_pair_exactly_on = none, needs pairs
guess_never_grade_pair = none, up to pairs
guess_never_grade_clue = none, single clues
guess_punished = punished
preference_now = { $name }: { $value }
remarkAny = the first click may hit a mine here, so guesses are allowed
remarkLarge = guesses are allowed here: the setting is for boards of up to { NUMBER($cells) } cells
remarkTwins =
    { $group ->
        [one] guesses are allowed here: no guess takes a multiple of 1 mine
       *[other] guesses are allowed here: no guess takes a multiple of { $group } mines
    }
remarkRoom =
    { $mines ->
        [one] 1 mine leaves no room for an opening: the first click is safe
       *[other] { $mines } mines leave no room for an opening: the first click is safe
    }

## The form for a custom board.

form_title = A board of your own
form_board = Board
form_board_hint = 16x30, 5x6x7, 4x4x4x4, a name, or a board ID
form_mines = Mines
form_mines_suit = { $mines } are usual
form_mines_board = { $mines }, set by the board
form_wrap = Wraps around
form_wrap_hint = none; all, or axes such as 0,2
form_adjacency = Cells touch
form_adjacency_usual = as the board says
form_adjacency_moore = at sides and corners (moore)
form_adjacency_orthogonal = along axes (orthogonal)
form_rules = Rules
form_first = First click
form_first_any = unprotected: anything
form_first_safe = safe: no mine
form_first_opening = an opening
form_guess = Guesses
form_guess_allowed = allowed
form_set =
    { GIVEN($isSet) ->
        [yes] { $value }, your setting
       *[no] { $value }
    }
form_seed = Seed
form_seed_hint = none: a new board each time
form_play = Play
form_back = Back
fact_size =
    { $cells ->
        [one] 1 cell
       *[other] { NUMBER($cells) } cells
    }, { $mines ->
        [0] 0 mines
        [one] 1 mine: 1 in { NUMBER($ratio) }
       *[other] { NUMBER($mines) } mines: 1 in { NUMBER($ratio) }
    }
fact_touches =
    a cell touches { GIVEN($isAlike) ->
        [yes] { NUMBER($most) }
       *[no] { NUMBER($least) } to { NUMBER($most) }
    } { $most ->
        [one] other
       *[other] others
    }
fact_clues =
    { GIVEN($like) ->
        [yes] mean clue { NUMBER($mean, minimumFractionDigits: 2, maximumFractionDigits: 2) }, zeros { $percent } %: like { $like }
       *[no] mean clue { NUMBER($mean, minimumFractionDigits: 2, maximumFractionDigits: 2) }, zeros { $percent } %
    }
fact_first_any = the first click may hit a mine
fact_first_safe = the first click is safe
fact_first_opening = the first click finds an opening
fact_layout = the mines are already placed: the first click may hit one
fact_never = no guess is needed
fact_never_clue = no guess: single clues will do
fact_never_pair = no guess: pairs of clues will do
fact_never_set = no guess: sets of clues will do
fact_never_needs_pair = no guess: needs pairs of clues
fact_never_needs_set = no guess: needs sets of clues
fact_never_needs_count = no guess: needs the number of mines
fact_punished = an unneeded guess hits a mine

## Saved games.

resume_title = Continue a game
resume_none = No saved games. A game you leave is saved automatically.
resume_new = Play
resume_open = { $percent } % open
resume_go = Continue
resume_delete = Delete
resume_busy = is being played in another tab
resume_deleted = { $name } is deleted.
resume_what = the game on { $name }, { $percent } % open after { $time }
running_one = 1 saved game
