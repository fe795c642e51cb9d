title = Auswertung
title_of = Auswertung: { $board }
percent =
    { GIVEN($isEstimate) ->
        [yes] ~{ DECIMAL($text) } %
       *[no] { DECIMAL($text) } %
    }
least = < 0,1 %
most = > 99,9 %
signed =
    { $sign ->
        [minus] −{ DECIMAL($text) }
       *[plus] +{ DECIMAL($text) }
    }
no_luck = keins
verdicts =
    { $verdict ->
        [first_click]
            { $number ->
                [one] 1 erstes Aufdecken
               *[other] { $number } erste Aufdeckungen
            }
        [certain] { $number } sicher
        [forced_guess] { $number } erzwungen geraten
        [risky_guess] { $number } riskant geraten
        [unneeded_guess] { $number } unnötig geraten
        [blunder]
            { $number ->
                [one] 1 grober Fehler
               *[other] { $number } grobe Fehler
            }
       *[unknown] { $number } unbekannt
    }
verdict_first_click = erstes Aufdecken
verdict_certain = sicher
verdict_forced_guess = erzwungen geraten
verdict_risky_guess = riskant geraten
verdict_unneeded_guess = unnötig geraten
verdict_blunder = grober Fehler
verdict_unknown = unbekannt
move =
    { $kind ->
        [open] Aufdecken { $place }
       *[chord] Rundum-Aufdecken { $place }
    }
as_good = so gut wie jede andere
tells_less = { $place } ist sicherer, sagt aber weniger
for_certain = { $place } war sicher
best_at = { $place } mit { $chance }
summary =
    { $board }, { $mines ->
        [one] 1 Mine
       *[other] { $mines } Minen
    }{ $guess ->
        [allowed] { "" }
        [never] , ohne Raten
       *[punished] , Raten wird bestraft
    }{ $grade ->
        [clue] , einzelne Zahlen
        [pair] , höchstens Paare
        [set] , höchstens Mengen
        [needs_pair] , verlangt Paare
        [needs_set] , verlangt Mengen
        [needs_count] , verlangt die Zahl der Minen
       *[other] { "" }
    }: { $outcome ->
        [ongoing] nicht beendet
        [won] gewonnen
       *[lost] verloren
    } nach { $length }{ GIVEN($player) ->
        [yes] , gespielt von { $player }
       *[no] { "" }
    }
figures = { $guesses }-mal geraten  ·  Überleben { $survival }  ·  Glück { $luck }  ·  Können { $skill }  ·  Genauigkeit { $accuracy }
report = Bericht
report_of = Auswertung von { $summary }
no_moves = Keine Zelle wurde aufgedeckt.
moves = Züge
survival = Überleben
luck = Glück
skill = Können
accuracy = Genauigkeit
survival_words =
    { GIVEN($isNothing) ->
        [yes] nach einem groben Fehler bleibt nichts
       *[no] die Chance, alle Züge zu überleben, die gelten
    }{ GIVEN($best) ->
        [yes] ; { $best } ohne unnötige Risiken
       *[no] { "" }
    }
luck_words =
    { GIVEN($isPunished) ->
        [yes] nach den Regeln trifft unnötiges Raten immer, nötiges nie; Minen:
       *[no] { DECIMAL($expected) } Minen waren zu erwarten,
    } { $deaths ->
        [0] keine kam
        [one] eine kam
       *[other] { $deaths } kamen
    }
skill_words =
    { GIVEN($points) ->
        [yes] der Überlebenschance blieben erhalten; insgesamt wurden { DECIMAL($points) } Punkte verschenkt
       *[no]
            { $guesses ->
                [0] kein Zug war riskant
               *[other] kein Zug war riskanter als nötig
            }
    }
accuracy_words =
    { $moves ->
        [one] { $sound } von 1 Zug haben nichts verschenkt
       *[other] { $sound } von { $moves } Zügen haben nichts verschenkt
    }
cells = Zellen: ({ $axes })
no_guess = Es gab nichts zu raten.
head_move = Zug
head_time = Zeit
head_what = was
head_verdict = Urteil
head_risk = Risiko
head_best = am besten war
mine = Mine!
taken_back = zurückgenommen
wins =
    { GIVEN($kept) ->
        [yes] gewinnt mit { $kept } statt { $chance }
       *[no] gewinnt mit { $chance }
    }
lessons =
    { $lessons ->
        [one] Der Zug, der am meisten verschenkt hat
       *[other] Die Züge, die am meisten verschenkt haben
    }
lesson =
    Zug { $number } bei { $time }, { $move }: { $verdict }, Risiko { $risk }. Er hat { DECIMAL($points) } Punkte{ GIVEN($isOfWinning) ->
        [yes] { " " }der Gewinnchance
       *[no] { "" }
    } verschenkt.
why_mine = Warum es eine Mine war
better_guess = Besser geraten
was_certain = Was sicher war
easier =
    { $steps ->
        [one] (vorher 1 leichterer Schritt)
       *[other] (vorher { $steps } leichtere Schritte)
    }
note_undone =
    { $moves ->
        [one] 1 Zug
       *[other] { $moves } Züge
    } zurückgenommen: beurteilt und für Glück und verschenkte Punkte gezählt, aber nicht für Überleben und Können. Was man vor dem Zurücknehmen von den Minen gesehen hat, wird niemandem angelastet.
note_late =
    { $moves ->
        [one] Die Zeit war um: 1 Zug ließen sich nicht beurteilen.
       *[other] Die Zeit war um: { $moves } Züge ließen sich nicht beurteilen.
    }
note_unknown = Unbekannte Züge waren mit diesen Mitteln zu schwer zu beurteilen.
note_estimate = ~ steht bei Schätzungen: Diese Stellungen ließen sich nicht genau auszählen.
tip =
    Zug { $number } bei { $time }, { $move }: { $verdict }, Risiko { $risk }{ $best }{ GIVEN($survived) ->
        [yes] { "" }
       *[no] ; eine Mine ging hoch
    }
had = , { $place } hatte { $chance }
chart = Chance, bis hierher zu überleben, und das Risiko jedes Ratens
chart_move =
    { GIVEN($number) ->
        [yes] Zug { $number }
       *[no] 0
    }
seconds = { $seconds } s
no_chart = Es gab nichts zu raten.
sign_forced_guess = erzwungen geraten
sign_risky_guess = riskant geraten: Es ging sicherer
sign_unneeded_guess = unnötig geraten: Eine Zelle war sicher
sign_blunder = grober Fehler: sicher eine Mine
sign_mine = eine Mine ging hoch
sign_taken_back = zurückgenommen
sign_best = das Beste, was es gab
risk = Risiko
more = mehr
too_large = { $board }: zu viele Zellen für ein Bild ({ NUMBER($cells) })
picture = Auswertung von { $summary }. { $figures }.
working = wird ausgerechnet: Zug { $move } von { $moves }
none = keine Auswertung
failed = Die Auswertung lässt sich nicht ausrechnen: { $why }
sums = Glück { $luck } · Können { $skill }
not_ready = Die Auswertung ist noch nicht fertig.
no_guess_beside =
    { $step ->
        [-1] Vor diesem Zug wurde nicht geraten
       *[other] Nach diesem Zug wurde nicht geraten
    }
no_mistake_beside =
    { $step ->
        [-1] Vor diesem Zug gibt es keinen Fehler
       *[other] Nach diesem Zug gibt es keinen Fehler
    }
place = Zug { $number } von { $moves } · { $time } · { $move }
knowing = es wird ausgerechnet, was zu wissen war …
unknown = diese Stellung ist zu schwer auszurechnen
judged =
    { $verdict }{ GIVEN($risk) ->
        [yes] , Risiko { $risk }
       *[no] { "" }
    }{ GIVEN($best) ->
        [yes]
            { GIVEN($isMistake) ->
                [yes] ; am besten: { $best }
               *[no] ; { $best }
            }
       *[no] { "" }
    }
why_better =
    { GIVEN($isSafe) ->
        [yes] Warum { $place } sicher war
       *[no] Warum { $place } besser war
    }
guesses = Geraten
legend_move = der Zug
legend_best = das Beste
legend = Chance einer Mine
board = Das Brett vor dem Zug
previous_guess = Das Raten davor
next_guess = Das nächste Raten
previous = Der Zug davor
next = Der nächste Zug
previous_mistake = Der Fehler davor
next_mistake = Der nächste Fehler
guess_button = Raten
move_button = Zug
mistake_button = Fehler
attempt = Ab hier neu versuchen
replay = Wiederholung
save = Bild speichern
show_list = Liste
show_board = Brett
save_report = Speichern
back = Zurück
