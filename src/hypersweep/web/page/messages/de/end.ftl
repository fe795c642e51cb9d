label = Ergebnis
won_in = Gewonnen in { $time }
won_at_once = Gleich beim ersten Aufdecken gewonnen
lost_at_once = Gleich beim ersten Aufdecken verloren
lost_after = Verloren nach { $time }
faster = { $time } schneller als deine Bestzeit
slower = { $time } langsamer als deine Bestzeit
even = So schnell wie deine Bestzeit
first = Dein erster Sieg auf diesem Brett
unranked = Ohne Wertung
unranked_known = das Brett war bekannt
unranked_undo = du hast einen Zug zurückgenommen
unranked_hint = du hast einen Tipp genutzt
unranked_walkover = schon das erste Aufdecken hat gewonnen
streak = { NUMBER($count) } Siege in Folge
share_open = { $share } % der sicheren Zellen aufgedeckt
hit = Die Mine ist explodiert: { $place }
wrong =
    { $count ->
        [one] 1 Fahne war falsch
       *[other] { NUMBER($count) } Fahnen waren falsch
    }
was_safe = In der Nähe war sicher (markiert): { $place }
speed = 3BV/s
efficiency = Effizienz
worth = 3BV
worth_of = { $done } von { $whole }
clicks = Klicks
reviewing = Geratene Züge werden gesucht …
guesses =
    { $count ->
        [0] Du hast nie geraten
        [one] 1-mal geraten
       *[other] { NUMBER($count) }-mal geraten
    }{ $needless ->
        [0] { "" }
        [one] , einmal unnötig
       *[other] , { NUMBER($needless) }-mal unnötig
    }
moves =
    { $count ->
        [one] Zug
       *[other] Züge
    }
guess_at =
    Zug { $number }: { GIVEN($isBlunder) ->
        [yes] grober Fehler, denn dies war sicher eine Mine
       *[no]
            { GIVEN($isBad) ->
                [yes] unnötig geraten
               *[no] geraten
            }
    }
again =
    { GIVEN($isLesson) ->
        [yes] Noch ein Übungsbrett
       *[no] Neues Brett
    }
next = Weiter: { $board }
review = Auswertung
share = Teilen
try = Ab hier noch einmal
try_what = Letzten Zug zurücknehmen und weiterspielen, ohne Wertung
close = Ergebnis ausblenden
shared = Ergebnis
streak_days =
    { $days ->
        [one] Siegesserie: 1 Tag
       *[other] Siegesserie: { NUMBER($days) } Tage
    }
marked_safe = Sicher in der Nähe: die markierte Zelle
shared_won_in = gewonnen in { $time }
shared_won_at_once = gleich beim ersten Aufdecken gewonnen
shared_lost_at_once = gleich beim ersten Aufdecken verloren
shared_lost_after = verloren nach { $time }
shared_no_guess = nie geraten
shared_hints =
    { $count ->
        [one] 1 Tipp
       *[other] { NUMBER($count) } Tipps
    }
