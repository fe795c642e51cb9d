label = Ergebnis
won_in = Gewonnen in { $time }
won_at_once = Gleich beim ersten Aufdecken gewonnen
lost_at_once = Gleich beim ersten Aufdecken verloren
lost_after = Verloren nach { $time }
faster = { $time } schneller als deine Bestzeit
slower = { $time } hinter deiner Bestzeit
even = So schnell wie deine Bestzeit
first = Dein erster Sieg auf diesem Brett
walkover = Ohne Wertung, weil schon das erste Aufdecken gewonnen hat
unranked = Ohne Wertung, weil ein Zug zurückgenommen, ein Tipp gegeben oder das Brett bekannt war
streak = { NUMBER($count) } Siege in Folge
share_open = { $share } % der sicheren Zellen aufgedeckt
hit = Die Mine ist explodiert: { $place }
wrong =
    { $count ->
        [one] 1 Fahne war falsch
       *[other] { NUMBER($count) } Fahnen waren falsch
    }
was_safe = Sicher in der Nähe, und markiert: { $place }
speed = 3BV/s
efficiency = Effizienz
worth = 3BV
worth_of = { $done } von { $whole }
clicks = Klicks
reviewing = Geratene Züge werden gesucht …
guesses =
    { $count ->
        [0] Nie geraten
        [one] 1-mal geraten
       *[other] { NUMBER($count) }-mal geraten
    }{ $needless ->
        [0] { "" }
        [one] , einmal unnötig
       *[other] , { NUMBER($needless) }-mal unnötig
    }
guess_at =
    Zug { $number }: { GIVEN($isBad) ->
        [yes] unnötig geraten
       *[no] geraten
    }
again = Noch einmal
next = Weiter: { $board }
review = Auswertung
share = Teilen
try = Ab hier noch einmal
try_what = Nimmt den letzten Zug zurück; das Spiel wird dann nicht gewertet
close = Ergebnis ausblenden
shared = Ergebnis
marked_safe = Sicher in der Nähe: die markierte Zelle
shared_won_in = gewonnen in { $time }
shared_won_at_once = gleich beim ersten Aufdecken gewonnen
shared_lost_at_once = gleich beim ersten Aufdecken verloren
shared_lost_after = verloren nach { $time }
shared_no_guess = nie geraten
