### The sentences of reasons, as in Python (hypersweep.solve.evidence).

list = { $first } and { $last }
run = { $first } to { $last }

## A clue, and in languages with cases the one after “with” or “of”.

clue = the { $number } at { $place }
clue_dative = the { $number } at { $place }
clue_it = It

## What ends a reason.

ending =
    { $conclusion ->
        [safe]
            { $count ->
                [one] { $cells } is safe
               *[other] { $cells } are safe
            }
       *[mine]
            { $count ->
                [one] { $cells } is a mine
               *[other] { $cells } are mines
            }
    }
ending_alone = { $ending }.
all_mines =
    { GIVEN($isAll) ->
        [yes] : { $ending }
       *[no] , so all of them are mines, including { $cells }
    }

## Cells that don't count.

left_out =
    { $count ->
        [one] , not counting { $cells }, which is safe,
       *[other] , not counting { $cells }, which are safe,
    }
left_out_last =
    { $count ->
        [one] , not counting { $cells }, which is safe
       *[other] , not counting { $cells }, which are safe
    }
shown_mines =
    { $count ->
        [one] The board shows a mine at { $cells }, so { $clue } needs { $rest } more.
       *[other] The board shows mines at { $cells }, so { $clue } needs { $rest } more.
    }

## A single clue.

clue_zero = { CAPITAL($clue) } touches no mine: { $ending }.
clue_done =
    { $number ->
        [one] { CAPITAL($clue) } already has its mine, { $mines }: { $ending }.
       *[other] { CAPITAL($clue) } already has its { $number } mines, { $mines }: { $ending }.
    }
clue_safe =
    { $number ->
        [one] { CAPITAL($clue) } already has its mine
       *[other] { CAPITAL($clue) } already has its { $number } mines
    }, { $mines }, so its { $count ->
        [one] only other covered cell, { $cells }, is safe.
       *[other] { $count } other covered cells, { $cells }, are safe.
    }
clue_mine =
    { $left ->
        [1] { CAPITAL($clue) } touches only 1 covered cell{ $allMines }.
       *[other] { CAPITAL($clue) } touches only { $left } covered cells{ $allMines }.
    }
clue_mine_used =
    { $covered ->
        [one] { CAPITAL($clue) } touches 1 covered cell, but { $ending }.
       *[other] { CAPITAL($clue) } touches { $covered } covered cells, but { $ending }.
    } { $left ->
        [1] Only 1 is left{ $allMines }.
       *[other] Only { $left } are left{ $allMines }.
    }

## Two clues.

pair_known =
    { $count ->
        [one] { $cells }, which only { $clue } touches, is a mine.
       *[other] { $cells }, which only { $clue } touches, are mines.
    }
pair_mine =
    { $room ->
        [1] { CAPITAL($clue) } can have at most { $most } mine in the cells it shares with { $other }.
       *[other] { CAPITAL($clue) } can have at most { $most } mines in the cells it shares with { $other }.
    } That leaves { $rest } - { $room } = { $own } for its { $own ->
        [1] only other covered cell{ $leftOut }{ $allMines }.
       *[other] { $own } other covered cells{ $leftOut }{ $allMines }.
    }
pair_safe_all =
    { $rest ->
        [one] Every covered cell of { $clue }{ $leftOut } also touches { $other }, so its mine counts for both.
       *[other] Every covered cell of { $clue }{ $leftOut } also touches { $other }, so its { $rest } mines count for both.
    }
pair_safe_some =
    { CAPITAL($clue) } has only { $own ->
        [1] 1 covered cell
       *[other] { $own } covered cells
    }{ $leftOut } that { $other } doesn't touch, so at least { $difference } of its mines { $least ->
        [1] is
       *[other] are
    } among those that both touch.
pair_safe = That leaves { $left } = 0 mines for the other cells of { $other }: { $ending }.

## Several clues that together need all the mines of another one in the cells that they share with it.

filled_part =
    { $clue }{ $leftOut } needs { GIVEN($own) ->
        [yes] at least { $difference }
       *[no] { $difference }
    } { $needed ->
        [1] mine
       *[other] mines
    } in { $cells }
filled = { CAPITAL($parts) }.
filled_known =
    { $count ->
        [one] { CAPITAL($cells) } is a mine as well.
       *[other] { CAPITAL($cells) } are mines as well.
    }
filled_safe = Together that is { $total }, all that { $clue } can have, so it has none elsewhere: { $ending }.
filled_mine =
    Together that is { $total }, all that { $clue } can have, so { $others } { $count ->
        [one] has its other mines
       *[other] have their other mines
    } elsewhere: { $ending }.

## A clue that has more mines than other clues allow in the cells that they share with it.

spared_room =
    { $room ->
        [1] at most { $difference } mine in { $cells }
       *[other] at most { $difference } mines in { $cells }
    }
spared_part = { $clue } allows { spared_room }
spared_part_known =
    { $count ->
        [one] since { $known } is a mine, { $clue } allows { spared_room }
       *[other] since { $known } are mines, { $clue } allows { spared_room }
    }
spared = { CAPITAL($parts) }: { $total } in all.
spared_mine =
    { $own ->
        [1] That leaves { $rest } - { $most } = 1 of the mines of { $clue }{ $leftOut } for its only other covered cell{ $allMines }.
       *[other] That leaves { $rest } - { $most } = { $own } of the mines of { $clue }{ $leftOut } for its { $own } other covered cells{ $allMines }.
    }
spared_safe =
    { $own ->
        [0] { CAPITAL($clue) }{ $leftOut } has no other covered cell, so it needs { $rest } there
        [1] { CAPITAL($clue) }{ $leftOut } has only 1 other covered cell, so it needs { $rest } - 1 = { $most } there
       *[other] { CAPITAL($clue) }{ $leftOut } has only { $own } other covered cells, so it needs { $rest } - { $own } = { $most } there
    }, and { $count ->
        [one] { $others } has none elsewhere: { $ending }.
       *[other] { $others } have none elsewhere: { $ending }.
    }

## Sums of clues.

compared = Compare { $first } with { $second }: { $ours } against { $theirs }.
compared_known =
    { $count ->
        [one] { $cells } is a mine and counts { $taken } more on the second side
       *[other] { $cells } are mines and count { $taken } more on the second side
    }, which leaves { $all } - { $taken } = { $left } there.
compared_difference = The difference is { $all } - { $left } = { $difference }.
compared_able =
    { $count ->
        [0] No other covered cell counts more often on the first side
        [one] Only { $able } counts more often on the first side, { $most } in all
       *[other] Only { $able } count more often on the first side, { $most } in all
    }
compared_safe = { compared_able }, so whatever counts more often on the second side is safe: { $cells }.
compared_mine =
    { $count ->
        [0] { compared_able }: { $ending }.
       *[other] { compared_able }, which is no more than the difference: { $ending }.
    }

## Suppositions.

line_start =
    { GIVEN($isMine) ->
        [yes] Suppose { $cell } were a mine.
       *[no] Suppose { $cell } were safe.
    }
line_left =
    { $count ->
        [0] No covered cell would be left for { $clue }
       *[other] Only { $supposed } would be left for { $clue }
    }{ GIVEN($shown) ->
        [yes] { " " }besides { $shown }
       *[no] { "" }
    }
line_short = { line_left }, which is not enough.
line_mine =
    { line_left }, so { $count ->
        [one] it
       *[other] { $follows }
    } would be { $followed ->
        [one] a mine.
       *[other] mines.
    }
line_many =
    { $count ->
        [one] { CAPITAL($clue) } would touch 1 mine, { $mines }, which is too many.
       *[other] { CAPITAL($clue) } would touch { $count } mines, { $mines }, which is too many.
    }
line_safe =
    { $number ->
        [one] { CAPITAL($clue) } would have its mine, { $mines }, so { $follows } would be safe.
       *[other] { CAPITAL($clue) } would have its { $number } mines, { $mines }, so { $follows } would be safe.
    }
line_case =
    { GIVEN($isMine) ->
        [yes] Case { $label }, { $cell } is a mine:
       *[no] Case { $label }, { $cell } is safe:
    }
line_end =
    { $conclusion ->
        [safe] So { $cell } is safe
       *[mine] So { $cell } is a mine
    }{ $count ->
        [0] { "" }
        [one] , and so is { $alike }, which touches the same of these clues
       *[other] , and so are { $alike }, which touch the same of these clues
    }.
tried =
    { $conclusion ->
        [safe] If { $cells } were a mine
       *[mine] If { $cells } were safe
    }, no arrangement of mines would satisfy { $clues }. There are too many cases to list, but all of them were tried: { $ending }.

## The number of mines.

share_none = There are no mines
share_all =
    { $mines ->
        [one] The only mine is found
       *[other] All { $mines } mines are found
    }
share_found =
    { $found ->
        [one] 1 of the { $mines } mines is found elsewhere, which leaves { $difference }
       *[other] { $found } of the { $mines } mines are found elsewhere, which leaves { $difference }
    }
share_only =
    { $mines ->
        [one] There is only 1 mine
       *[other] There are only { $mines } mines
    }
share_rest =
    { $count ->
        [one] { $start }, so { $cells } is safe.
       *[other] { $start }, so { $cells } are safe.
    }
share_safe =
    { $start }. { $number ->
        [one]
            { CAPITAL($clues) } needs { $left ->
                [1] it
                [2] both
               *[other] all { $left }
            }
       *[other] { CAPITAL($clues) } share no covered cell and need { $total }
    }, so the { $count ->
        [one] only other covered cell is safe: { $cells }.
       *[other] { $count } other covered cells are safe: { $cells }.
    }
share_shown =
    { $found ->
        [one] 1 of the { $mines } mines is shown, which leaves { $difference }
       *[other] { $found } of the { $mines } mines are shown, which leaves { $difference }
    }
share_mines =
    { $mines ->
        [one] There is 1 mine
       *[other] There are { $mines } mines
    }
share_covered =
    { $start }{ $count ->
        [one] , and only 1 covered cell
       *[other] , as many as there are covered cells
    }{ GIVEN($safe) ->
        [yes] { " " }not known to be safe
       *[no] { "" }
    }: { $ending }.
share_known =
    { $safe ->
        [one] { $start }, and 1 covered cell is known to be safe
       *[other] { $start }, and { $safe } covered cells are known to be safe
    }
share_mine =
    { $start }. { $number ->
        [one] { CAPITAL($clues) } takes { $total }.
       *[other] { CAPITAL($clues) } share no covered cell and take { $total }.
    } The other { $left } - { $needed } = { $room } must be in the { $room ->
        [1] only other covered cell
       *[other] { $room } other covered cells
    } that { $number ->
        [one] it doesn't touch
       *[other] none of them touches
    }: { $ending }.
bound_start =
    { $count ->
        [one] If { $cells } were
       *[other] If one of { $cells } were
    } { $conclusion ->
        [safe] a mine
       *[mine] safe
    }
bound_mines =
    { $bound ->
        [one] 1 mine
       *[other] { $bound } mines
    }
bound_least =
    { bound_start }, { $number ->
        [0] there would be at least { bound_mines }
        [one] the clue at { $clues } would need at least { bound_mines } on the board
       *[other] the clues at { $clues } would need at least { bound_mines } on the board
    }, but { $mines ->
        [one] there is only 1: { $ending }.
       *[other] there are only { $mines }: { $ending }.
    }
bound_most =
    { bound_start }, { $number ->
        [0] there could be at most { bound_mines }
        [one] the clue at { $clues } would allow at most { bound_mines } on the board
       *[other] the clues at { $clues } would allow at most { bound_mines } on the board
    }, but { $mines ->
        [one] there is 1: { $ending }.
       *[other] there are { $mines }: { $ending }.
    }
all =
    { $conclusion ->
        [safe]
            { $ending }: no layout that fits the clues and the number of mines has a mine { $count ->
                [one] there.
               *[other] at any of them.
            }
       *[mine]
            { $ending }: every layout that fits the clues and the number of mines has { $count ->
                [one] one there.
               *[other] mines at all of them.
            }
    } No shorter reason was found.

## Guesses.

percent_almost = almost 100 %
percent = { DECIMAL($percent) }
risk =
    { GIVEN($isEstimate) ->
        [yes] about { $percent }
       *[no] { $percent }
    }
risk_least = less than 0.001 %
guess_beside =
    { $count ->
        [one] 1 covered cell next to clues
       *[other] { $count } covered cells next to clues
    }
guess_elsewhere = { $count } elsewhere
guess_covered =
    { $count ->
        [one] 1 covered cell
       *[other] { $count } covered cells
    }
guess_start =
    { GIVEN($isEstimate) ->
        [yes] There are too many layouts to count, and no easy rule finds a safe cell
       *[no] No cell is certain to be safe
    }{ $count ->
        [0] .
        [one] : { $where } is in doubt.
       *[other] : { $where } are in doubt.
    }
guess_chance =
    { GIVEN($isSeen) ->
        [yes] The chance of a mine at { $cell } is { $risk }
       *[no] The chance of a mine at { $cell }, which no clue touches, is { $risk }
    }
guess_lowest =
    { $equals ->
        [0] { guess_chance }, the lowest on the board.
        [one] { guess_chance }, the lowest on the board (1 other cell is as safe).
       *[other] { guess_chance }, the lowest on the board ({ $equals } other cells are as safe).
    }
guess_higher = { guess_chance }; the lowest on the board, { $least }, is at { $safest }.
guess_error = The chances are estimates, with a standard error of { $percent } here.
guess_better = { $cell } is the better guess.
guess_wins = With perfect play from here it wins { $percent } of the time; no other cell wins more often.
guess_opening = With a chance of { $percent } it touches no mine, and opens more cells.
guess_later = Among cells about as safe, it promises the most for later moves.
guess_settles = Among the safest cells, it is the most likely to settle others.
