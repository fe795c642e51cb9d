label = Result
won_in = You won in { $time }
won_at_once = You won with your first click
lost_at_once = You lost with your first click
lost_after = You lost after { $time }
faster = { $time } faster than your best
slower = { $time } slower than your best
even = As fast as your best
first = Your first win on this board
unranked = Not ranked
unranked_known = the board was known
unranked_undo = you took a move back
unranked_hint = you used a hint
unranked_walkover = the first click won it
streak = { NUMBER($count) } wins in a row
share_open = { $share } % of the safe cells open
hit = The mine at { $place } went off
wrong =
    { $count ->
        [one] 1 flag was wrong
       *[other] { NUMBER($count) } flags were wrong
    }
was_safe = This cell nearby was safe: { $place } (marked)
speed = 3BV/s
efficiency = Efficiency
worth = 3BV
worth_of = { $done } of { $whole }
clicks = Clicks
reviewing = Looking for guesses…
guesses =
    { $count ->
        [0] You never guessed
        [one] 1 guess
       *[other] { NUMBER($count) } guesses
    }{ $needless ->
        [0] { "" }
        [one] , one unneeded
       *[other] , { NUMBER($needless) } unneeded
    }
moves =
    { $count ->
        [one] move
       *[other] moves
    }
guess_at =
    Move { $number }: { GIVEN($isBlunder) ->
        [yes] a blunder, as this was a certain mine
       *[no]
            { GIVEN($isBad) ->
                [yes] an unneeded guess
               *[no] a guess
            }
    }
again =
    { GIVEN($isLesson) ->
        [yes] Another practice board
       *[no] New board
    }
next = Next: { $board }
review = Review
share = Share
try = Try again from here
try_what = Take back the last move and continue, unranked
close = Hide the result
shared = result
streak_days =
    { $days ->
        [one] Win streak: 1 day
       *[other] Win streak: { NUMBER($days) } days
    }
marked_safe = Safe nearby: the marked cell
shared_won_in = won in { $time }
shared_won_at_once = won with the first click
shared_lost_at_once = lost with the first click
shared_lost_after = lost after { $time }
shared_no_guess = no guess
shared_hints =
    { $count ->
        [one] 1 hint
       *[other] { NUMBER($count) } hints
    }
