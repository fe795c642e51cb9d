title = hypersweep
skip = Navigation überspringen
ways = Seiten
menu = Menü
go_play = Spielen
go_resume = Fortsetzen
go_statistics = Statistik
go_analysis = Analyse
go_settings = Einstellungen
go_help = Hilfe
yes = Ja
no = Nein
ok = OK
cancel = Abbrechen
close = Schließen
copy = Kopieren
copied =
    { GIVEN($what) ->
        [yes] Kopiert: { $what }.
       *[no] Kopiert.
    }
not_copied = Der Browser lässt die Seite nicht kopieren: Kopier es von hier
messages = Meldungen
note = Letzte Meldung
nothing_said = Bisher gab es keine Meldung.
palette = Alle Befehle
palette_filter = Befehl suchen
palette_none = Kein Befehl passt dazu.
failed = Etwas ist schiefgegangen
failed_error = Das ist ein Fehler der Seite und nicht deiner. Ein laufendes Spiel ist gespeichert. Der Text unten sagt, was passiert ist.
failed_browser = Diesem Browser fehlt, was die Seite braucht: { $missing }. Ein neuerer hat es, oder es ist hier abgeschaltet.
failed_part = Ein Teil der Seite lässt sich nicht laden. Bist du offline? Was du hier schon benutzt hast, geht auch ohne Netz; der Rest braucht es einmal.
failed_details = Was passiert ist
failed_reload = Seite neu laden
failed_home = Zum Start
command = Befehl
command_example = aufdecken 2 5, wo bin ich, hilfe
axis_0 = Zeile
axis_1 = Spalte
axis_2 = Ebene
axis_3 = Tabellenzeile
axis_4 = Gruppe
axis_5 = Gruppenzeile
axis_further = Achse { $axis }
axis_cell = Zelle
axis_place = { $name } { $place }
axis_place_of = { $name } { $place } von { $side }
cell_covered = verdeckt
cell_flagged = Fahne
cell_question = Fragezeichen
cell_draft = Probefahne
cell_mine = Mine
cell_exploded = explodierte Mine
cell_wrong_flag = falsche Fahne
cell_empty = keine Mine ringsum
cell_hidden = verborgen
cell_hint = Tipp { $number }
cell_finished = erledigt
cell_remaining = noch { NUMBER($count) }
cell_excess =
    { $count ->
        [one] 1 Fahne zu viel
       *[other] { NUMBER($count) } Fahnen zu viel
    }

## Wie Bretter heißen.

preset_beginner = Anfänger
preset_intermediate = Fortgeschritten
preset_expert = Experte
preset_evil = Teuflisch
preset_1d = 1D
preset_3d-easy = 3D leicht
preset_3d-medium = 3D mittel
preset_3d-hard = 3D schwer
preset_4d-easy = 4D leicht
preset_4d-medium = 4D mittel
preset_4d-hard = 4D schwer
preset_5d-easy = 5D leicht
preset_5d-medium = 5D mittel
preset_5d-hard = 5D schwer
preset_6d = 6D
board =
    { GIVEN($how) ->
        [yes] { $sides } ({ $how })
       *[no] { $sides }
    }, { $mines ->
        [one] 1 Mine
       *[other] { NUMBER($mines) } Minen
    }
board_orthogonal = orthogonal
board_wraps = rundherum
board_wraps_along =
    { $count ->
        [one] rundherum entlang Achse { $axes }
       *[other] rundherum entlang der Achsen { $axes }
    }
rules_first =
    { $firstOpen ->
        [any] erstes Aufdecken ungeschützt
        [safe] erstes Aufdecken sicher
        [opening] erstes Aufdecken eine Öffnung
       *[other] { "" }
    }
rules_guess =
    { $guess ->
        [never] ohne Raten
        [punished] Raten wird bestraft
       *[other] { "" }
    }
rules_grade =
    { $grade ->
        [clue] einzelne Zahlen
        [pair] höchstens Paare
        [set] höchstens Mengen
        [needs_pair] verlangt Paare
        [needs_set] verlangt Mengen
        [needs_count] verlangt die Zahl der Minen
       *[other] { "" }
    }
grid_board = Brett { $board }
grid_mines =
    { $mines ->
        [one] Brett { $board }, 1 Mine
       *[other] Brett { $board }, { NUMBER($mines) } Minen
    }
told_shows = { $place }: { $what }
told_opened =
    { $count ->
        [one] 1 Zelle aufgedeckt, { $place }: { $what }
       *[other] { NUMBER($count) } Zellen aufgedeckt, { $place }: { $what }
    }
told_covered =
    { $count ->
        [one] 1 Zelle ist wieder verdeckt
       *[other] { NUMBER($count) } Zellen sind wieder verdeckt
    }
told_flagged = Fahne auf { $place }, { $left }
told_unflagged = keine Fahne mehr auf { $place }, { $left }
told_flags = { NUMBER($count) } Fahnen geändert, { $left }
told_left =
    { $count ->
        [one] noch 1 Mine
       *[other] noch { NUMBER($count) } Minen
    }
told_paused = Pause, das Brett ist verborgen
setting_not_kept = Die Einstellung gilt, bis du die Seite schließt: Der Browser kann sie nicht speichern.
storage_silent = Der Speicher des Browsers antwortet nicht: Gespeicherte Spiele und Einstellungen fehlen, und nichts wird gespeichert. Lade die Seite neu, um es noch einmal zu versuchen.
engine_silent = Der Rechenkern der Seite antwortet noch nicht. Bleibt es dabei, lade die Seite neu.
still_loading = Lädt noch. Bleibt es dabei, lade die Seite neu.
not_found = Unter { $address } gibt es hier nichts; das ist die Startseite.
final_open = { $place }: aufdecken? Drück oder tipp dasselbe noch einmal.
final_chord = { $place }: alles ringsum aufdecken? Drück oder tipp dasselbe noch einmal.
final_remove = { $what } löschen? Das lässt sich nicht rückgängig machen.
final_remove_yes = Löschen
final_remove_no = Behalten
