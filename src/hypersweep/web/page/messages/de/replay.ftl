title = Wiederholung
title_of = Wiederholung: { $board }
loading = Das Spiel wird gelesen …
broken = Dieses Spiel lässt sich nicht zeigen
none = Hier gibt es kein Spiel zu zeigen: Öffne eine Aufzeichnung oder wähle eine in der Statistik.
to_start = Zur Startseite
outcome_won = gewonnen
outcome_lost = verloren
outcome_ongoing = nicht beendet
time_line = Zeit
beginning = Zum Anfang
back = Ein Ereignis zurück
step = Ein Ereignis weiter
end = Zum Ende
play = Abspielen
pause = Anhalten
slower = Langsamer
faster = Schneller
follow = Der Nebenlinie folgen
leave_line = Zurück zur Linie davor
attempt = Ab hier neu versuchen
analyse = Diese Stellung analysieren
review = Auswertung
save = Aufzeichnung speichern
copy = Aufzeichnung kopieren
study = Als Studie öffnen
moment = { $time } von { $length }
the_beginning = der Anfang
place =
    { GIVEN($line) ->
        [yes] Nebenlinie { NUMBER($line) }, { NUMBER($position) } von { NUMBER($events) }: { $event }
       *[no] { NUMBER($position) } von { NUMBER($events) }: { $event }
    }
event =
    { GIVEN($place) ->
        [yes]
            { $kind ->
                [open] Aufdecken
                [flag] Fahne
                [chord] Rundum-Aufdecken
                [undo] zurückgenommen
                [redo] wiederholt
                [pause] Pause
                [resume] weiter
               *[hint] Tipp
            } { $place }: { $changed ->
                [0] nichts
                [one] 1 Zelle
               *[other] { NUMBER($changed) } Zellen
            }{ GIVEN($ended) ->
                [yes]
                    { $ended ->
                        [won] , gewonnen
                       *[lost] , verloren
                    }
               *[no] { "" }
            }
       *[no]
            { $kind ->
                [hint]
                    { GIVEN($level) ->
                        [yes] Tipp { $level }
                       *[no]
                            { $kind ->
                                [open] Aufdecken
                                [flag] Fahne
                                [chord] Rundum-Aufdecken
                                [undo] zurückgenommen
                                [redo] wiederholt
                                [pause] Pause
                                [resume] weiter
                               *[hint] Tipp
                            }
                    }
                [and] und
                [open] Aufdecken
                [flag] Fahne
                [chord] Rundum-Aufdecken
                [undo] zurückgenommen
                [redo] wiederholt
                [pause] Pause
                [resume] weiter
               *[hint] Tipp
            }
    }
paused = Hier war das Spiel angehalten
side_lines =
    { $lines ->
        [one]
            { $events ->
                [one] Hier zweigt eine Nebenlinie mit 1 Ereignis ab
               *[other] Hier zweigt eine Nebenlinie mit { NUMBER($events) } Ereignissen ab
            }
       *[other] Hier zweigen { NUMBER($lines) } Nebenlinien ab
    }
no_line = Hier zweigt keine Nebenlinie ab
main_line = Das ist die Hauptlinie
choose_line = Einer Nebenlinie folgen
line =
    { $events ->
        [one] 1 Ereignis
       *[other] { NUMBER($events) } Ereignisse
    }: { $first }{ GIVEN($words) ->
        [yes] { " " }({ $words })
       *[no] { "" }
    }
nothing = nichts
cancel = Abbrechen
