title = { $board } · hypersweep
tools = Spiel
board = Brett
new = Neues Brett derselben Art
new_short = Neu
same = Dasselbe Brett noch einmal, ohne Wertung
same_short = Nochmal
undo = Letzten Zug zurücknehmen
undo_short = Zurück
redo = Zurückgenommenen Zug wieder machen
redo_short = Wieder
hint = Ein Tipp; noch einmal für mehr davon
hint_short = Tipp
flag_mode = Fahnenmodus: Tippen setzt eine Fahne, langes Drücken deckt auf
flag_mode_short = Fahne
draft = Entwurf beginnen: Fahnen zur Probe setzen
draft_short = Entwurf
keep_draft = Entwurf behalten: Probefahnen werden zu Fahnen
keep_draft_short = Behalten
drop_draft = Entwurf verwerfen: Probefahnen entfernen
drop_draft_short = Verwerfen
draft_begun = Du setzt jetzt Fahnen zur Probe. E behält sie, Umschalt+E verwirft sie.
draft_off = Fahnenentwürfe sind aus. Sie lassen sich in den Einstellungen einschalten.
pause = Pause mit verborgenem Brett, oder weiter
pause_short = Pause
zoom_out = Kleinere Zellen
zoom_out_short = Kleiner
zoom_in = Größere Zellen
zoom_in_short = Größer
fit = So groß, wie es auf den Bildschirm passt
fit_short = Passend
delta = Übrige Minen zeigen: Zahlen abzüglich der Fahnen ringsum
delta_short = Restzahlen
delta_same = Noch keine Fahnen: Alle Zahlen bleiben gleich.
delta_over = Zahlen minus Fahnen: nur während einer Partie
panels = Lupe und Karte
panels_short = Lupe
panels_useless = Lupe: Hier wäre sie nicht größer als das Brett, oder zu groß für den Bildschirm
this_board = Dieses Brett: Startwert, Brett-ID, wie man es noch einmal spielt
this_board_short = Brett
review = Wie gut jeder Zug gewählt war
review_short = Auswertung
replay = Das Spiel noch einmal ansehen
replay_short = Ansehen
more = Mehr
more_short = Mehr
mines_name = Minen
mines_title = Minen abzüglich der Fahnen
time_name = Zeit
time_title = Zeit seit dem ersten Aufdecken
worth_name = 3BV
worth_title = 3BV geschafft: so viele Linksklicks brauchte alles Aufgedeckte mindestens
efficiency_name = Effizienz
efficiency_title = geschaffte 3BV je Klick
guessed_name = geraten
guessed_title = nötig + unnötig geraten
guessed_count = { $needed } + { $needless }
won = gewonnen
lost = verloren
paused = Pause
less_flags = minus Fahnen
not_ranked = ohne Wertung
covered = verdeckt
flagged = Fahne
mine = Mine
exploded = explodierte Mine
wrong_flag = falsche Fahne
no_mine = keine Mine ringsum
clue =
    { $covered ->
        [0] { $clue }: erledigt
       *[other]
            { $left ->
                [0] { $clue }: ringsum keine Mine mehr
                [one] { $clue }: ringsum noch eine Mine in { $covered } verdeckten Zellen
               *[other] { $clue }: ringsum noch { $left } Minen in { $covered } verdeckten Zellen
            }
    }
clue_over =
    { $clue ->
        [one] 1 Mine ringsum
       *[other] { $clue } Minen ringsum
    }
clue_excess =
    { $left ->
        [one] { $clue }: ringsum eine Fahne zu viel
       *[other] { $clue }: ringsum { $left } Fahnen zu viel
    }
along =
    { $axis ->
        [0] , . wechseln die Zeile
        [1] , . wechseln die Spalte
        [2] , . wechseln die Ebene
        [3] , . wechseln die Tabellenzeile
        [4] , . wechseln die Gruppe
        [5] , . wechseln die Gruppenzeile
       *[other] , . gehen entlang Achse { $axis }
    }
no_axis = Eine Achse { $axis } gibt es nicht: Das Brett hat die Achsen 0 bis { $last }.
paused_note = Pause: Mit p geht es weiter.
go_on = Weiter
over = Das Spiel ist aus: r beginnt ein neues, t dasselbe Brett, u nimmt den letzten Zug zurück.
nothing_to_undo = Es gibt nichts zurückzunehmen.
nothing_to_redo = Es gibt nichts wieder zu machen.
nothing_around = Keine Zahl hat noch etwas um sich.
no_pause_yet = Die Uhr läuft erst ab dem ersten Aufdecken.
no_pause_over = Das Spiel ist aus.
no_mines_yet = Noch liegen keine Minen: Das erste Aufdecken entscheidet, wo.
cost_hint = Mit einem Tipp wird dieses Spiel nicht gewertet: Noch einmal, und er kommt.
cost_undo = Mit einem zurückgenommenen Zug wird dieses Spiel nicht gewertet: Noch einmal, und es geschieht.
give_up_new = Noch einmal gibt dieses Spiel für ein neues auf; mit Esc bleibt es gespeichert.
give_up_same = Noch einmal gibt dieses Spiel für dasselbe Brett auf; mit Esc bleibt es gespeichert.
try_over =
    { GIVEN($isBack) ->
        [yes] Noch einmal führt zurück an den Anfang dieses Versuchs; er wird nicht gespeichert.
       *[no] Noch einmal beginnt dieses Brett von vorn; dieser Versuch wird nicht gespeichert.
    }
looking = Ein Tipp wird gesucht …
no_result_yet = Du kannst das Ergebnis teilen, sobald dein eigenes Spiel aus ist.
no_review_yet = Die Auswertung gibt es, wenn das Spiel aus ist.
opening = wird aufgedeckt …
taking_back = wird zurückgenommen …
cancelling = wird abgebrochen …
cancel = Abbrechen
cancelled = Abgebrochen: Das Spiel ist, wie es war.
making = Ein Brett ohne Raten wird gesucht …
making_tried = Ein Brett ohne Raten wird gesucht: { NUMBER($tried) } versucht, das beste kam bis { $share } %
still_making = Das Brett wird noch gesucht: Esc bricht ab.
still_opening = Es wird noch aufgedeckt: Esc bricht ab.
analyse = Diese Stellung analysieren
this_board_title = Dieses Brett
sheet_board = Brett
sheet_rules = Regeln
sheet_seed = Startwert
sheet_fair = Fairness
sheet_id = Brett-ID
sheet_link = Link
sheet_command = im Terminal spielen
sheet_cells =
    { $board }: { $cells ->
        [one] 1 Zelle
       *[other] { NUMBER($cells) } Zellen
    }, { $mines ->
        [one] 1 Mine
       *[other] { NUMBER($mines) } Minen
    }
sheet_no_seed = keiner: Die Minen waren vorgegeben
sheet_later = erst nach dem Ende: Sie verrät, wo die Minen liegen
sheet_too_long = zu lang, um sie anzuzeigen
sheet_first = und zuerst { $place } aufdecken
sheet_first_same = und zuerst dieselbe Zelle aufdecken
sheet_cut = { $text }… ({ NUMBER($count) } Zeichen)
copy = Kopieren: { $what }
close = Schließen
