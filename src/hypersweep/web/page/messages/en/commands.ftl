## The words of each command; the first is its name.

words_open = open o
words_flag = flag f
words_chord = chord c
words_undo = undo u
words_redo = redo r
words_hint = hint tip
words_where = where w show s
words_list = list l
words_mines = mines m
words_time = time t
words_board = board b
words_pause = pause p continue
words_new = new n
words_again = again a
words_help = help h ?
words_leave = leave quit q exit
words_here = here
words_row = row rows
words_column = column columns col
words_layer = layer layers
words_cell = cell cells
words_of = of
unknown = There is no command “{ $word }”; there are { $names }.
nothing_after = “{ $word }” takes no further words, so “{ $rest }” can't follow it.
not_here = “{ $word }” can't be done here.
expected_coordinates =
    { $count ->
        [one] A cell has 1 coordinate here, not { $got }: try “{ $example }”.
       *[other] A cell has { $count } coordinates here, not { $got }: try “{ $example }”.
    }
expected_number = Axis { $axis } takes a whole number, not “{ $word }”: try “{ $example }”.
expected_place =
    { GIVEN($word) ->
        [yes] Axis { $axis } goes from 0 to { $most }, so there is no { $word }: the board is { $board }.
       *[no] Axis { $axis } goes from 0 to { $most }, and its number is missing here: the board is { $board }.
    }
expected_axis = Say { $names } and its number here, not “{ $word }”.
expected_different = Name each cell only once: flagging a cell twice removes its flag.
time = the clock shows { $time }
flags =
    { $count ->
        [one] 1 flag
       *[other] { $count } flags
    } for { $mines ->
        [one] 1 mine
       *[other] { $mines } mines
    }
mines =
    { $left ->
        [one] 1 mine
       *[other] { $left } mines
    } left, { $flags ->
        [0] { "" }
        [one] 1 flag,{ " " }
       *[other] { $flags } flags,{ " " }
    }{ $covered ->
        [one] 1 cell
       *[other] { $covered } cells
    } covered
around =
    { $flags ->
        [one] around it 1 flag and { $covered } covered
       *[other] around it { $flags } flags and { $covered } covered
    }
run_covered =
    { $count ->
        [one] covered
       *[other] { $count } covered
    }
run_empty =
    { $count ->
        [one] empty
       *[other] { $count } empty
    }
run_flags =
    { $count ->
        [one] 1 flag
       *[other] { $count } flags
    }
run_mines =
    { $count ->
        [one] 1 mine
       *[other] { $count } mines
    }
more_rows = { $rows } more rows: 'list row 3' lists one
help_open = { $word } { $cell }: open a cell; '{ $cell }' alone does the same, '{ $word } here' opens the cursor's cell
help_flag = { $word } { $cell }: set or remove flags on one or more cells; alone, list them
help_chord = { $word } { $cell }: open all cells around a clue that has that many flags around it
help_undo = { $word }: take the latest move back
help_redo = { $word }: make an undone move again
help_hint = { $word }: where to look; again: which cells; again: why
help_where = { $word } am I: the cursor's cell; '{ $word } { $cell }' for another one
help_list = { $word } row 3, { $word } column 2, { $word } layer 1: what the cells there show
help_mines = { $word }: how many mines are left
help_time = { $word }: what the clock shows
help_board = { $word }: its rules, seed and board ID, how to play it again
help_pause = { $word }: pause, or continue
help_new = { $word }: a new board of the same kind
help_again = { $word }: the same board once more, with the mines where they are
help_help = { $word }: this text
help_leave = { $word }: to the start; the game is saved
help_cells =
    { $count ->
        [one] Cells are named by number, starting from 0: { $cell }. The first letter of a command will do.
       *[other] A cell is its { $names }, each starting from 0: { $cell }. The first letter of a command will do.
    }
