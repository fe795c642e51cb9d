already_open = { $place } is open already
flagged = { $place } has a flag: remove it first
flag_stays = { $place } already has a flag, and under these rules flags stay
no_flag_on_open = { $place } is open: only covered cells can have a flag
no_chord = the { $rules } rules have no chord
covered = { $place } is covered: a chord starts from an open clue
chord_zero = { $place } has no mines around it: nothing to chord
chord_flags =
    { $place } shows { NUMBER($clue) } and has { $flags ->
        [one] 1 flag
       *[other] { NUMBER($flags) } flags
    } around it: a chord needs as many flags as the clue
chord_done = { $place } has nothing left to open around it
over = The game is over.
paused = The game is paused.
busy = A move is still being made.
closed = The game is closed.
cancelled = The search for a board was cancelled.
nothing_to_undo = There is no move to take back.
nothing_to_redo = There is no move to make again.
no_mark = Only covered cells without a flag can be marked.
no_board =
    { GIVEN($isExhausted) ->
        [yes]
            no board { GIVEN($exactly) ->
                [yes] of that grade
               *[no]
                    { GIVEN($hasGrade) ->
                        [yes] that easy
                       *[no] without guesses
                    }
            } begins there:{ " " }
       *[no] no board in { NUMBER($tried) } tries:{ " " }
    }{ GIVEN($hasGrade) ->
        [yes]
            { GIVEN($mayBeFewer) ->
                [yes] try another cell, fewer mines or{ " " }
               *[no] try another cell or{ " " }
            }{ GIVEN($exactly) ->
                [yes] another grade
               *[no] a harder grade
            }
       *[no]
            { GIVEN($mayBeFewer) ->
                [yes] try another cell or fewer mines
               *[no] try another cell
            }
    }
not_kept = The game can't be saved: { $why }. You can play it as long as this page is open.
kept_again = The game is saved again.
full = the browser has no space left
failed = the browser can't save it
taken = This game continues in another tab: nothing more of it is saved here.
is_busy = This game is open in another tab. Close it there to continue here.
is_gone = This game is over or was removed.
is_broken = This game can't be continued: { $why }
was_cut = What was saved last is damaged: the game continues after its first { NUMBER($events) } events.
not_lasting = This browser saves nothing: games are lost when the page is closed.
