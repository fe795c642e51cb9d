label = Result
won_in = You won in { $time }
won_at_once = You won with the first click
lost_at_once = You lost with the first click
lost_after = You lost after { $time }
faster = { $time } faster than your best
slower = { $time } behind your best
even = As fast as your best
first = Your first win on this board
walkover = Not ranked: the first click won it
unranked = Not ranked because of an undo, a hint or a known board
streak = { NUMBER($count) } wins in a row
share_open = { $share } % of the safe cells open
hit = The mine at { $place } went off
wrong =
    { $count ->
        [one] 1 flag was wrong
       *[other] { NUMBER($count) } flags were wrong
    }
was_safe = Safe nearby, and marked: { $place }
speed = 3BV/s
efficiency = Efficiency
worth = 3BV
worth_of = { $done } of { $whole }
clicks = Clicks
reviewing = Looking for guesses…
guesses =
    { $count ->
        [0] No guesses
        [one] 1 guess
       *[other] { NUMBER($count) } guesses
    }{ $needless ->
        [0] { "" }
        [one] , one needless
       *[other] , { NUMBER($needless) } needless
    }
guess_at =
    Move { $number }: { GIVEN($isBad) ->
        [yes] a needless guess
       *[no] a guess
    }
again = Again
next = Next: { $board }
review = Review
share = Share
try = Try again from here
try_what = Takes the last move back; the game is then not ranked
close = Hide the result
shared = result
marked_safe = Safe nearby: the marked cell
shared_won_in = won in { $time }
shared_won_at_once = won with the first click
shared_lost_at_once = lost with the first click
shared_lost_after = lost after { $time }
shared_no_guess = no guess
