### Error messages for players; an error's `detail.what` names its text.

## Where it is: the game of a file, the line of a text, the event of a game.

at = { CAPITAL($where) }: { $text }
at_game = game { $game }
at_side_line = side line { $line }
at_event = event { $event }
at_line = line { $line }
at_row = row { $row }

## How values are inserted: what was typed, and several choices.

quoted = “{ $text }”
either = { $first } or { $last }

## All others.

own_fault = The page has made a mistake. Please try again.
number = Expected a whole number from { NUMBER($least) } to { NUMBER($most) } here, not { $quoted_got }.
word = { $quoted_got } isn't one of { $words }.

## Boards.

board =
    There is no board called { $quoted_got }. { GIVEN($meant) ->
        [yes] Did you mean { $meant }?
       *[no] Give its sides, as in 16x30, or a name from the start screen.
    }
daily = There is no daily board { $quoted_got }.
daily_later = The boards of { $day } can be played from that day on. Today is { $today } (UTC).
no_sides = A board needs at least one side.
side =
    The { $side ->
        [1] first
        [2] second
        [3] third
        [4] fourth
        [5] fifth
        [6] sixth
       *[other] { $side }th
    } side of the board has to be a whole number of 1 or more; { $quoted_got } isn't one.
side_digits =
    { GIVEN($got) ->
        [yes] The sides of a board are numbers, as in 16x30; { $quoted_got } in { $quoted_board } isn't one.
       *[no] A side is missing in { $quoted_board }.
    }
axis_digits = In { $quoted_board } it isn't clear which axes wrap around; write ~wrap=0,1 or ~wrap=all.
shape_option = { $quoted_got } in { $quoted_board } isn't an option of a board; ~orthogonal and ~wrap=0,1 are.
cells = The board { $board } is too large: it can have at most { NUMBER($most) } cells here.
adjacency = Cells touch at sides and corners (moore) or along the axes (orthogonal), not { $quoted_got }.
wrap_axis =
    { GIVEN($most) ->
        [yes] This board has the axes 0 to { $most }; there is no axis { $got }.
       *[no] This board has only the axis 0; there is no axis { $got }.
    }
wrap_axes = Name the axes that wrap around as in 0,2 or by “all”, not by { $quoted_got }.
axis = There is no axis { $axis }: the board has the axes 0 to { $last }.
cell = There is no cell { $cell } on a board of { $board }.
board_id = { $quoted_got } isn't a board ID.
board_id_damaged = This board ID is damaged or incomplete: its mines can't be read.

## Mines and seeds.

whole =
    { $field ->
        [seed] The seed has to be a whole number; { $quoted_got } isn't one.
       *[other] The number of mines has to be a whole number; { $quoted_got } isn't one.
    }
mines_negative = There can't be fewer than 0 mines.
mines_missing = The number of mines is missing or isn't a whole number.
mines_small =
    { $firstOpen ->
        [opening] The board { $board } is too small for a first click that is an opening.
       *[other] The board { $board } is too small for a first click that is safe.
    }
mines_room =
    { $most ->
        [one] The board { $board } holds at most 1 mine
       *[other] The board { $board } holds at most { NUMBER($most) } mines
    }, not { NUMBER($got) }{ $kept ->
        [0] { "" }
        [one] , because the first click keeps 1 cell free
       *[other] , because the first click keeps { NUMBER($kept) } cells free
    }.
mines_span = This board can have 0 to { NUMBER($most) } mines, not { $quoted_got }.
twins =
    Without guesses{ GIVEN($isSafe) ->
        [yes] { "" }
       *[no] , and with an opening first,
    } the number of mines on { $board } has to be a multiple of { $group }{ GIVEN($isSafe) ->
        [yes] { " " }(or 1 less)
       *[no] { "" }
    }, not { NUMBER($got) }.
seed = A seed is a whole number from 0 to 18,446,744,073,709,551,615, not { $quoted_got }.
no_board =
    No board of { $board } with { $mines ->
        [one] 1 mine
       *[other] { NUMBER($mines) } mines
    } and without guesses was found in { $tried ->
        [one] 1 try
       *[other] { NUMBER($tried) } tries
    }.
first_is_mine = The first click would hit the mine at { $cell }.

## Rules.

rules_name = There are no rules called { $quoted_got }; there are { $names }.
rules_word = { $quoted_got } isn't a rule; there are { $words }.
rules_twice = The rules contain { $quoted_got } twice.
rules_value = In the rules, { $word } is { $known }, not { $quoted_got }.
exactly_needs_grade = “Exactly” only makes sense with a grade.
grade_needs_never = A grade only makes sense if no guess is needed.
flags_lock = Flags that stay can't protect from clicks: a flagged cell could never be opened.
never_any = A board without guesses needs a first click that is safe or an opening.
fixed_by_id =
    { $field ->
        [mines] “Mines
        [seed] “Seed
        [first] “First open
        [guess] “Guesses
        [grade] “Guesses
        [exactly] “Guesses
        [wrap] “Wraps around
        [adjacency] “Cells touch
       *[other] “{ $field }
    }” is fixed by the board ID, which says where the mines are.
guess_with_id = A board ID says where the mines are: guesses can't be ruled out or punished any more.
layout_punished = Where guesses are punished the mines can't be placed beforehand.
layout_shape = The mines are those of a board of { $got }, not of { $board }.
layout_mines =
    { $wanted ->
        [one] The layout has 1 mine, not { $quoted_got }.
       *[other] The layout has { $wanted } mines, not { $quoted_got }.
    }

## This browser.

other_version = Two versions of the page have met: reload it.
no_kernels = A part of the page can't be loaded (status { $status }). Reload it.
old_browser = This browser is too old: the page needs WebAssembly with SIMD, which newer ones have.
no_memory = The browser has no memory left for this.
too_much = This would take too long to work out.
contradiction = These numbers contradict each other: no layout of the mines fits them.

## Saved games.

busy = This game is open in another tab.
damaged = What is left of this game can't be read.
gone = This game is over or was removed.
no_game = There is no game { $quoted_got } in this browser: it was deleted, or it was played elsewhere.

## Positions.

not_a_position = { $quoted_got } isn't a position: paste a picture of a board, with its mines in a line above.
no_position = There is nothing here to read: paste a position.
long_text = This text is too long: at most { NUMBER($most) } characters can be read.
needs_mines = The number of mines is missing: put a line such as “99 mines” above the cells.
no_rows = There are no rows of cells here.
few_cells =
    { $wanted ->
        [one] The board { $board } has 1 cell; far fewer are shown here.
       *[other] The board { $board } has { NUMBER($wanted) } cells; far fewer are shown here.
    }
cell_count =
    The board { $board } has { $wanted ->
        [one] 1 cell
       *[other] { NUMBER($wanted) } cells
    }, but { $got ->
        [one] 1 is
       *[other] { NUMBER($got) } are
    } shown here.
row_count =
    The board { $board } has { $wanted ->
        [one] 1 row
       *[other] { $wanted } rows
    } of { $length ->
        [one] 1 cell
       *[other] { $length } cells
    }, but { $got ->
        [one] 1 row is
       *[other] { $got } rows are
    } shown here.
row_cells =
    { $wanted ->
        [one] 1 cell should be here, not { $got }.
       *[other] { $wanted } cells should be here, not { $got }.
    }
part_of_board = This is only part of a board; paste the whole board.
label = { $quoted_got } isn't a coordinate.
mixed_dimensions = The cells have different numbers of coordinates.
sign =
    { GIVEN($column) ->
        [yes] The cell in column { $column } says { $quoted_got }, which isn't #, F, . or a clue up to { $most }.
       *[no] A cell says { $quoted_got }, which isn't #, F, . or a clue up to { $most }.
    }
header = The first line should say the board and its mines, as in “3x4 mines=2”, not { $quoted_got }.
code = { $quoted_got } isn't the code of a cell: codes are whole numbers.
code_span = The cell { $cell } has the code { $got }; codes go from { $least } to { $most }.
list_lengths = The lists of the position aren't all of the same length.
list_shape =
    { GIVEN($got) ->
        [yes] These lists aren't those of the board { $board }, but of { $got }.
       *[no] These lists aren't those of the board { $board }.
    }
mixed_rows = The rows of the position are partly texts and partly lists.
json = This text begins like JSON, but it isn't valid JSON.
json_missing = The JSON lacks { $quoted_key }.
json_version = This JSON has version { $quoted_got }; this page reads version 1.

## Records.

record_bytes = This isn't the text of a record.
record_magic = A record begins with “hypersweep-record:” and its version, not with { $quoted_got }.
record_version = This record is of version { $got }: a newer hypersweep can read it.
record_cut = This record is cut off so early that not even its board is known.
record_tag = { $quoted_got } isn't a line of a record's header, such as “player: Ann”.
record_tag_twice = The record contains { $quoted_got } twice.
record_tag_missing = The record doesn't contain its { $name }.
record_tag_name = { $quoted_got } can't be the name of a line in a record's header: use lowercase letters, digits and hyphens.
record_number = { $quoted_got } isn't a valid number here.
record_escape = { $quoted_got } isn't an escape for a character; “\n” and “\u0020” are.
record_event = { $quoted_got } isn't an event, such as “1204 open 3 4: 17”.
record_comment = A comment looks like “# a guess”, not like { $quoted_got }.
record_comment_late = A comment comes right after its event, not after a side line.
record_bracket = A bracket must be alone on its line, unlike in { $quoted_got }.
record_bracket_close = A side line ends here that never began.
record_bracket_open = A side line has no end.
record_second = A second game begins here, but there should be only one.
record_after_end = Something comes after the end of the game.

## Replayed games.

event_early = Its time, { NUMBER($milliseconds) } ms, is earlier than that of the event before it, { NUMBER($now) } ms.
event_still = The clock stands at { NUMBER($now) } ms here, but the record says { NUMBER($milliseconds) } ms.
event_paused = The game is paused here: it has to be resumed first.
event_over = The game is over here: only an undo can follow.
event_resume = The game is resumed here without having been paused.
event_no_board = A cell is opened, but the record says neither a seed nor where the mines are.
event_effect =
    The record is wrong: this move changes { $changed ->
        [0] nothing
        [one] 1 cell
       *[other] { NUMBER($changed) } cells
    }{ $outcome ->
        [ongoing] { "" }
       *[other]
            { $outcome ->
                [won] { " " }and the game is won
                [lost] { " " }and the game is lost
               *[ongoing] { " " }and the game is unfinished
            }
    }.
nothing_to_undo = There is no move to undo here.
nothing_to_redo = There is no undone move to redo here.
record_outcome =
    The record says that the game is { $got ->
        [won] won
        [lost] lost
       *[ongoing] unfinished
    }, but it is { $outcome ->
        [won] won
        [lost] lost
       *[ongoing] unfinished
    }.
record_length = The record says that the game took { NUMBER($got) } ms, but its events say { NUMBER($wanted) } ms.
record_layout = The mines in the record aren't where its seed puts them.
record_board = No board with this seed follows the rules.
record_promise =
    { $promise ->
        [opening] The rules promise that the first click is an opening, but there is a mine at { $cell }.
       *[other] The rules promise that the first click is safe, but there is a mine at { $cell }.
    }
record_guess = The rules promise a board without guesses, but this one needs them.
record_grade = The board is harder than its rules promise.
record_easy = The board is easier than its rules promise.
record_unchecked = Checking whether the board is what its rules promise takes too long.
