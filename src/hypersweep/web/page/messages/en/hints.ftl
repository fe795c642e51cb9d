### The sentences of hints, as in Python (hypersweep.session.hint), and of the best move.

## Things that are marked on the board.

marked_cell = the marked cell
marked_cells =
    { GIVEN($count) ->
        [yes] the { $count } marked cells
       *[no] the marked cells
    }
marked_clues =
    { $count ->
        [one] the marked clue
       *[other] the { $count } marked clues
    }
marked_clues_short = the marked clues
marked_clues_dative =
    { $count ->
        [one] the marked clue
       *[other] the { $count } marked clues
    }

## Where to look.

claim =
    { $what ->
        [flag] A flag is wrong
        [flags] Some flags are wrong
       *[together] The flags can't all be right
    }
where_claim = { $claim }.
where_hard = Something is certain, but not easy to see.
where_look =
    { GIVEN($claim) ->
        [yes] { $claim }: look at { $clues }.
       *[no] Look at { $clues }.
    }
where_count =
    { GIVEN($claim) ->
        [yes] { $claim }: count the mines that are left.
       *[no] Count the mines that are left.
    }

## Wrong flags.

wrong_flags =
    { $count ->
        [one] The flag at { $cells } is wrong.
       *[other] The flags at { $cells } are wrong.
    }
safe_left =
    { $count ->
        [one] The marked cell is safe.
       *[other] The marked cells are safe.
    }
wrong_marked = The { $count } marked flags are wrong.
crowded = The clue at { $clues } has too many flags around it.
crowded_why =
    { $count ->
        [one] { CAPITAL($clue) } has 1 flag around it
       *[other] { CAPITAL($clue) } has { $count } flags around it
    }{ GIVEN($isMarked) ->
        [yes] .
       *[no] , { $cells }: they can't all be right.
    }
many =
    { $flags ->
        [one] There is 1 flag
       *[other] There are { $flags } flags
    } for { $mines ->
        [one] 1 mine: some are wrong.
       *[other] { $mines } mines: some are wrong.
    }
together =
    { GIVEN($isMarked) ->
        [yes]
            { $count ->
                [one] The marked flag can't all be right.
               *[other] The { $count } marked flags can't all be right.
            }
       *[no] The flags at { $cells } can't all be right.
    }
together_why =
    { GIVEN($isMarked) ->
        [yes]
            { $count ->
                [one] No layout with the marked flag fits { $markedClues }
               *[other] No layout with the { $count } marked flags fits { $markedClues }
            }
       *[no]
            { $number ->
                [one] No layout with all of the flags at { $cells } fits the clue at { $clues }
               *[other] No layout with all of the flags at { $cells } fits the clues at { $clues }
            }
    }{ GIVEN($minesAtFault) ->
        [yes] { " " }and the number of mines.
       *[no] .
    }
unproved =
    { $kind ->
        [flags] A flag is wrong.
       *[other] Something is certain, but not easy to see.
    }
unproved_why =
    { $kind ->
        [flags] The flag at { $cells } is wrong
       *[other] { $cells } is safe
    }: all layouts that fit { GIVEN($isMarked) ->
        [yes] agree.
       *[no] the clues agree on it, but no short reason was found.
    }

## Safe cells, and why in short.

safe_words =
    { $count ->
        [one] { $cells } is safe
       *[other] { $cells } are safe
    }
safe = { CAPITAL($words) }.
safe_brief = { $brief }: { $words }.
safe_why = { CAPITAL($words) }: { $why }.
brief = { $brief }.
brief_steps = In { $steps } steps: { $why }
brief_step = { CAPITAL($why) }
why_guess =
    { GIVEN($isEstimate) ->
        [yes] { $cells } is a mine with a chance of about { DECIMAL($percent) }
       *[no] { $cells } is a mine with a chance of { DECIMAL($percent) }
    }{ GIVEN($isLowest) ->
        [yes] , the lowest there is
       *[no] { "" }
    }
why_clue =
    { $number ->
        [0] { $clue } touches no mine
        [one] { $clue } already has its mine{ GIVEN($isPlaced) ->
            [yes] , { $mines }
           *[no] { "" }
        }
       *[other] { $clue } already has its { $number } mines
    }
why_compare = compare { $clues }
why_share =
    { $rest ->
        [one] { $first } shares its mine with { $second }
       *[other] { $first } shares its { $rest } mines with { $second }
    }
why_share_least =
    { $least ->
        [one] { $first } shares at least 1 mine with { $second }
       *[other] { $first } shares at least { $least } mines with { $second }
    }
why_line =
    { $count ->
        [one] if { $cell } were a mine, { $clues } couldn't be right
       *[other] if { $cell } were a mine, { $clues } couldn't be all right
    }
why_count =
    { $count ->
        [0] the number of mines left leaves none there
       *[other] the number of mines left and { $clues } leave none there
    }
why_sum =
    { $count ->
        [one] { $clues } leaves no mine there
       *[other] { $clues } together leave no mine there
    }
chain =
    { $left ->
        [one] After 1 easier step: { $sentences }
       *[other] After { $left } easier steps: { $sentences }
    }

## Guesses.

guess = Nothing is certain.
guess_where = Nothing is certain; the best guess is { $cells }.
guess_flagged = { $text } You have a flag at { $cells }; it may be wrong.
estimate =
    { GIVEN($isMarked) ->
        [yes] This position is too hard to work out in time, and no easy rule helps.
       *[no] This position is too hard to work out in the time allowed, and no easy rule settles anything.
    }

## The first click.

start_after =
    { GIVEN($isSolvable) ->
        [yes] , and no guess is needed after it
       *[no] { "" }
    }
start =
    { $promise ->
        [any] Nothing is known yet. Every cell has the same chance of a mine, { DECIMAL($chance) }: open any.
        [opening] Nothing is known yet. Your first click is never a mine, nor next to one{ start_after }: open any cell.
       *[safe] Nothing is known yet. Your first click is never a mine{ start_after }: open any cell.
    }
start_short =
    { $promise ->
        [any] Open any cell: each is a mine with a chance of { DECIMAL($chance) }.
        [opening] Open any cell: the first one is never a mine, nor next to one{ start_after }.
       *[safe] Open any cell: the first one is never a mine{ start_after }.
    }

## Where there is no hint.

all_mines = There is no hint here: every covered cell is a mine.
large = There is no hint here: the position is too large to work out.
large_board = There is no hint here: the board is too large to work out.
over = The game is over.
busy = A move is still being made.
paused = The game is paused.

## The best move.

was_safe = { $cells } was safe
best = best move: open { $cells }
best_none = best move: none, no covered cell can be safe
easier = easier to see: open { $cells }

## What an engine says.

engine_where =
    { GIVEN($clues) ->
        [yes] Look at { $clues }.
       *[no] The engine { $engine } has a move.
    }
engine_safe = The engine { $engine } would open { $cells }, which it takes to be safe.
engine_move = The engine { $engine } would open { $cells }.
engine_guess =
    { GIVEN($isEstimate) ->
        [yes] The engine { $engine } would open { $cells }, a mine with a chance of about { DECIMAL($chance) }.
       *[no] The engine { $engine } would open { $cells }, a mine with a chance of { DECIMAL($chance) }.
    }
engine_none = The engine { $engine } finds nothing to open.
engine_gone = The server has no engine { $engine } any more, so this page answers itself. { $text }
engine_away = The engine { $engine } can't be reached, so this page answers itself. { $text }
engine_without = Without the engine: { $text }
engine_fault = There is no hint: { $text }

## Impossible positions.

conflict_none =
    { $mines ->
        [one] No layout fits: there can't be 1 mine here.
       *[other] No layout fits: there can't be { $mines } mines here.
    }
conflict_mines =
    { $mines ->
        [one] No layout fits: with 1 mine these clues can't all be right: { $clues }.
       *[other] No layout fits: with { $mines } mines these clues can't all be right: { $clues }.
    }
conflict_one = No layout fits: { $clues } can't be right.
conflict_all = No layout fits: these clues contradict each other: { $clues }.
conflict_more = { $clues } and others
