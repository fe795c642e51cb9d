already_open = { $place } ist schon aufgedeckt
flagged = Auf { $place } steht eine Fahne: Nimm sie erst weg
flag_stays = { $place } trägt schon eine Fahne, und nach diesen Regeln bleibt sie stehen
no_flag_on_open = { $place } ist aufgedeckt: Fahnen stehen nur auf verdeckten Zellen
no_chord = Die Regeln { $rules } kennen kein Rundum-Aufdecken
covered = { $place } ist verdeckt: Rundum aufdecken lässt sich nur um eine aufgedeckte Zahl
chord_zero = Um { $place } liegen keine Minen: Hier gibt es nichts aufzudecken
chord_flags =
    { $flags ->
        [one] { $place } zeigt { NUMBER($clue) }, daneben steht 1 Fahne: Rundum aufgedeckt wird nur bei so vielen Fahnen, wie die Zahl sagt
       *[other] { $place } zeigt { NUMBER($clue) }, daneben stehen { NUMBER($flags) } Fahnen: Rundum aufgedeckt wird nur bei so vielen Fahnen, wie die Zahl sagt
    }
chord_done = Um { $place } ist nichts mehr aufzudecken
over = Das Spiel ist zu Ende.
paused = Das Spiel ist angehalten.
busy = Der letzte Zug läuft noch.
closed = Das Spiel ist geschlossen.
cancelled = Die Suche nach einem Brett wurde abgebrochen.
nothing_to_undo = Es gibt keinen Zug zum Zurücknehmen.
nothing_to_redo = Es gibt keinen Zug zum Wiederholen.
no_mark = Nur verdeckte Zellen ohne Fahne können Zeichen haben.
no_board =
    { GIVEN($isExhausted) ->
        [yes]
            Kein { GIVEN($exactly) ->
                [yes] Brett dieser Stufe
               *[no]
                    { GIVEN($hasGrade) ->
                        [yes] so leichtes Brett
                       *[no] Brett ohne Raten
                    }
            } beginnt dort:{ " " }
       *[no] Kein Brett in { NUMBER($tried) } Versuchen:{ " " }
    }{ GIVEN($hasGrade) ->
        [yes]
            { GIVEN($mayBeFewer) ->
                [yes] Nimm eine andere Zelle, weniger Minen oder{ " " }
               *[no] Nimm eine andere Zelle oder{ " " }
            }{ GIVEN($exactly) ->
                [yes] eine andere Stufe
               *[no] eine schwerere Stufe
            }
       *[no]
            { GIVEN($mayBeFewer) ->
                [yes] Nimm eine andere Zelle oder weniger Minen
               *[no] Nimm eine andere Zelle
            }
    }
not_kept = Das Spiel kann nicht gespeichert werden: { $why }. Du kannst es spielen, solange diese Seite offen ist.
kept_again = Das Spiel ist wieder gespeichert.
full = Der Browser hat keinen Platz mehr
failed = Der Browser kann es nicht speichern
taken = Dieses Spiel läuft in einem anderen Tab weiter: Hier wird nichts mehr davon gespeichert.
is_busy = Dieses Spiel ist in einem anderen Tab offen. Schließe es dort, um hier weiterzuspielen.
is_gone = Dieses Spiel ist zu Ende oder wurde gelöscht.
is_broken = Dieses Spiel kann nicht fortgesetzt werden: { $why }
was_cut = Das zuletzt Gespeicherte ist beschädigt: Das Spiel geht nach den ersten { NUMBER($events) } Ereignissen weiter.
not_lasting = Dieser Browser speichert nichts: Spiele sind verloren, sobald du die Seite schließt.
