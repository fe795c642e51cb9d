title = Review
title_of = Review: { $board }

## Figures.

percent =
    { GIVEN($isEstimate) ->
        [yes] ~{ DECIMAL($text) } %
       *[no] { DECIMAL($text) } %
    }
least = < 0.1 %
most = > 99.9 %
signed =
    { $sign ->
        [minus] -{ DECIMAL($text) }
       *[plus] +{ DECIMAL($text) }
    }
no_luck = none
verdicts =
    { $verdict ->
        [first_click]
            { $number ->
                [one] 1 first click
               *[other] { $number } first clicks
            }
        [certain] { $number } certain
        [forced_guess]
            { $number ->
                [one] 1 forced guess
               *[other] { $number } forced guesses
            }
        [risky_guess]
            { $number ->
                [one] 1 risky guess
               *[other] { $number } risky guesses
            }
        [unneeded_guess]
            { $number ->
                [one] 1 unneeded guess
               *[other] { $number } unneeded guesses
            }
        [blunder]
            { $number ->
                [one] 1 blunder
               *[other] { $number } blunders
            }
       *[unknown] { $number } unknown
    }
verdict_first_click = first click
verdict_certain = certain
verdict_forced_guess = forced guess
verdict_risky_guess = risky guess
verdict_unneeded_guess = unneeded guess
verdict_blunder = blunder
verdict_unknown = unknown
move = { $kind } { $place }
as_good = as good as any
tells_less = safer { $place } tells less
for_certain = { $place } for certain
best_at = { $place } at { $chance }
summary =
    { $board }, { $mines ->
        [one] 1 mine
       *[other] { $mines } mines
    }{ $guess ->
        [allowed] { "" }
        [never] , no guess
       *[punished] , guesses punished
    }{ $grade ->
        [clue] , single clues
        [pair] , at most pairs
        [set] , at most sets
        [needs_pair] , needs pairs
        [needs_set] , needs sets
        [needs_count] , needs the number of mines
       *[other] { "" }
    }: { $outcome ->
        [ongoing] not finished
        [won] won
       *[lost] lost
    } after { $length }{ GIVEN($player) ->
        [yes] , played by { $player }
       *[no] { "" }
    }
figures =
    { $guesses ->
        [one] 1 guess
       *[other] { $guesses } guesses
    }  ·  survival { $survival }  ·  luck { $luck }  ·  skill { $skill }  ·  accuracy { $accuracy }

## The report.

report = Report
report_of = Review of { $summary }
no_moves = No cell was opened.
moves = moves
survival = survival
luck = luck
skill = skill
accuracy = accuracy
survival_words =
    { GIVEN($isNothing) ->
        [yes] nothing is left after a blunder
       *[no] the chance of surviving all moves that stand
    }{ GIVEN($best) ->
        [yes] ; { $best } without needless risks
       *[no] { "" }
    }
luck_words =
    { GIVEN($isPunished) ->
        [yes] by the rules an unneeded guess always hits, a needed one never; deaths:
       *[no] { DECIMAL($expected) } deaths expected,
    } { $deaths ->
        [0] none came
        [one] one came
       *[other] { $deaths } came
    }
skill_words =
    { GIVEN($points) ->
        [yes] of the chance to survive was kept; { DECIMAL($points) } points were given away in all
       *[no]
            { $guesses ->
                [0] no move took any risk
               *[other] no move took more risk than it had to
            }
    }
accuracy_words =
    { $moves ->
        [one] { $sound } of 1 move gave nothing away
       *[other] { $sound } of { $moves } moves gave nothing away
    }
cells = Cells: ({ $axes })
no_guess = There was nothing to guess.
head_move = move
head_time = time
head_what = what
head_verdict = verdict
head_risk = risk
head_best = best was
mine = mine!
taken_back = taken back
wins =
    { GIVEN($kept) ->
        [yes] wins { $kept } instead of { $chance }
       *[no] wins { $chance }
    }
lessons =
    { $lessons ->
        [one] The move that gave away most
       *[other] The moves that gave away most
    }
lesson =
    Move { $number } at { $time }, { $move }: { $verdict }, risk { $risk }. It gave away { DECIMAL($points) } points{ GIVEN($isOfWinning) ->
        [yes] { " " }of the chance to win.
       *[no] .
    }
why_mine = Why it was a mine
better_guess = The better guess
was_certain = What was certain
easier = ({ $steps } easier steps first)
note_undone =
    { $moves ->
        [one] 1 move
       *[other] { $moves } moves
    } taken back: judged and counted for luck and points given away, but not for survival and skill. What a player saw of the mines before an undo is not held against them.
note_late =
    { $moves ->
        [one] Time ran out: 1 move could not be judged.
       *[other] Time ran out: { $moves } moves could not be judged.
    }
note_unknown = Moves called unknown were too hard to judge with this budget.
note_estimate = ~ marks estimates: those positions were too hard to count exactly.
tip =
    move { $number } at { $time }, { $move }: { $verdict }, risk { $risk }{ $best }{ GIVEN($survived) ->
        [yes] { "" }
       *[no] ; a mine went off
    }
had = , { $place } had { $chance }

## The chart and the picture.

chart = Chance to survive up to here, and the risk of each guess
chart_move =
    { GIVEN($number) ->
        [yes] move { $number }
       *[no] 0
    }
seconds = { $seconds } s
no_chart = There was nothing to guess.
sign_forced_guess = forced guess
sign_risky_guess = risky guess: there was a safer one
sign_unneeded_guess = unneeded guess: a cell was certain
sign_blunder = blunder: certain mine
sign_mine = a mine went off
sign_taken_back = taken back
sign_best = the best there was
risk = risk
more = more
too_large = { $board }: too many cells for a picture ({ NUMBER($cells) })
picture = Review of { $summary }. { $figures }.

## The screen.

working = working it out: move { $move } of { $moves }
none = no review
failed = The review can't be worked out: { $why }
sums = luck { $luck } · skill { $skill }
not_ready = The review isn't ready yet.
no_guess_beside =
    { $step ->
        [-1] there is no guess before this move
       *[other] there is no guess after this move
    }
no_mistake_beside =
    { $step ->
        [-1] there is no mistake before this move
       *[other] there is no mistake after this move
    }
place = Move { $number } of { $moves } · { $time } · { $move }
knowing = working out what could be known …
unknown = this position is too hard to be worked out
judged =
    { $verdict }{ GIVEN($risk) ->
        [yes] , risk { $risk }
       *[no] { "" }
    }{ GIVEN($best) ->
        [yes]
            { GIVEN($isMistake) ->
                [yes] ; best: { $best }
               *[no] ; { $best }
            }
       *[no] { "" }
    }
why_better =
    { GIVEN($isSafe) ->
        [yes] Why { $place } was safe
       *[no] Why { $place } was better
    }
guesses = Guesses
legend_move = the move
legend_best = the best
legend = Chance of a mine
board = The board before the move
previous_guess = The guess before
next_guess = The next guess
previous = The move before
next = The next move
previous_mistake = The mistake before
next_mistake = The next mistake
guess_button = Guess
move_button = Move
mistake_button = Mistake
attempt = Try again from here
replay = Replay
save = Save the picture
show_list = List
show_board = Board
save_report = Save
back = Back
