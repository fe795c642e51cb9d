title = Replay
title_of = Replay: { $board }
loading = Reading the game …
broken = This game can't be shown
none = There is no game to show here: open a record, or choose one in the statistics.
to_start = To the start screen
outcome_won = won
outcome_lost = lost
outcome_ongoing = not finished
time_line = Time
beginning = To the beginning
back = One event back
step = One event on
end = To the end
play = Play
pause = Pause
slower = Slower
faster = Faster
follow = Follow the side line
leave_line = Back to the line before
attempt = Try again from here
analyse = Analyse this position
review = Review
save = Save the record
copy = Copy the record
study = Open as a study
moment = { $time } of { $length }
the_beginning = the beginning
place =
    { GIVEN($line) ->
        [yes] side line { NUMBER($line) }, { NUMBER($position) } of { NUMBER($events) }: { $event }
       *[no] { NUMBER($position) } of { NUMBER($events) }: { $event }
    }
event =
    { GIVEN($place) ->
        [yes]
            { $kind } { $place }: { $changed ->
                [0] nothing
                [one] 1 cell
               *[other] { NUMBER($changed) } cells
            }{ GIVEN($ended) ->
                [yes] , { $ended }
               *[no] { "" }
            }
       *[no]
            { $kind ->
                [hint]
                    { GIVEN($level) ->
                        [yes] hint { $level }
                       *[no] { $kind }
                    }
               *[other] { $kind }
            }
    }
paused = The game was paused here
side_lines =
    { $lines ->
        [one]
            { $events ->
                [one] a side line of 1 event leaves here
               *[other] a side line of { NUMBER($events) } events leaves here
            }
       *[other] { NUMBER($lines) } side lines leave here
    }
no_line = no side line leaves here
main_line = this is the main line
choose_line = Follow a side line
line =
    { $events ->
        [one] 1 event
       *[other] { NUMBER($events) } events
    }: { $first }{ GIVEN($words) ->
        [yes] { " " }({ $words })
       *[no] { "" }
    }
nothing = nothing
cancel = Cancel
