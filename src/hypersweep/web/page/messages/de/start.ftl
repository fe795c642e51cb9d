title = hypersweep
lead = Minesweeper in beliebig vielen Dimensionen
play = { $name } spielen
classics = Oder in zwei Dimensionen:
boards = Alle Bretter
tab_1 = 1D
tab_2 = 2D
tab_3 = 3D
tab_4 = 4D
tab_5 = 5D
tab_6 = 6D
tab_other = Andere
neighbours = Eine Zahl zählt die Minen in bis zu { $count } Zellen um sie herum.
today = Bretter des Tages
today_open = offen
today_running = begonnen
today_won = gewonnen
today_lost = verloren
share = ({ NUMBER($share, maximumSignificantDigits: 2) } %)
lesson = In vier Dimensionen sehen
lesson_about = Eine Lektion von einer Minute
lesson_link = In vier Dimensionen sehen: eine Minute
best = Bestzeit { $time }
wins =
    { $count ->
        [one] 1 Sieg
       *[other] { NUMBER($count) } Siege
    }
not_all = Nicht alles auf dieser Seite ließ sich laden; spielen kannst du trotzdem.
go_on = Weiterspielen
go_on_about = { $name } · { $percent } % offen · { $time }
running = Alle { $count } gespeicherten Spiele
own = Ein eigenes Brett
own_about = Form und Regeln nach Wahl
file = Datei öffnen
file_about = Oder irgendwo ablegen
preferences = Für alle Bretter
never = Ohne Raten
never_what = Jedes Brett ist durch Nachdenken allein lösbar.
options = Weitere Optionen
first_open = Erster Klick
first_open_usual = wie üblich
first_open_opening = eine Öffnung
first_open_safe = sicher
guess = Raten
guess_usual = erlaubt
guess_never = nie nötig
guess_never_grade_set_exactly_on = nie, verlangt Mengen
guess_never_grade_set = nie, höchstens Mengen
guess_never_grade_pair_exactly_on = nie, verlangt Paare
guess_never_grade_pair = nie, höchstens Paare
guess_never_grade_clue = nie, einzelne Zahlen
guess_punished = bestraft
preference_now = { $name }: { $value }
remarkAny = hier kann der erste Klick eine Mine treffen, also ist Raten erlaubt
remarkLarge = hier ist Raten erlaubt: Die Einstellung gilt für Bretter bis { NUMBER($cells) } Zellen
remarkTwins =
    { $group ->
        [one] hier ist Raten erlaubt: Ohne Raten ginge es nur mit einem Vielfachen von 1 Mine
       *[other] hier ist Raten erlaubt: Ohne Raten ginge es nur mit einem Vielfachen von { $group } Minen
    }
remarkRoom =
    { $mines ->
        [one] 1 Mine lässt keinen Platz für eine Öffnung: Der erste Klick ist sicher
       *[other] { $mines } Minen lassen keinen Platz für eine Öffnung: Der erste Klick ist sicher
    }
form_title = Ein eigenes Brett
form_board = Brett
form_board_hint = 16x30, 5x6x7, 4x4x4x4, ein Name oder eine Brett-ID
form_mines = Minen
form_mines_suit = { $mines } passen gut
form_mines_board = { $mines } laut Brett
form_wrap = Geht rundherum
form_wrap_hint = nein; all oder Achsen wie 0,2
form_adjacency = Zellen berühren sich
form_adjacency_usual = wie es das Brett sagt
form_adjacency_moore = an Seiten und Ecken (moore)
form_adjacency_orthogonal = entlang der Achsen (orthogonal)
form_rules = Regeln
form_first = Erster Klick
form_first_any = ungeschützt: alles möglich
form_first_safe = sicher: keine Mine
form_first_opening = eine Öffnung
form_guess = Raten
form_guess_allowed = erlaubt
form_set =
    { GIVEN($isSet) ->
        [yes] { $value }, wie von dir eingestellt
       *[no] { $value }
    }
form_seed = Startwert
form_seed_hint = keiner: jedes Mal ein neues Brett
form_play = Spielen
form_back = Zurück
fact_size =
    { $cells ->
        [one] 1 Zelle
       *[other] { NUMBER($cells) } Zellen
    }, { $mines ->
        [0] 0 Minen
        [one] 1 Mine: 1 auf { NUMBER($ratio) }
       *[other] { NUMBER($mines) } Minen: 1 auf { NUMBER($ratio) }
    }
fact_touches =
    eine Zelle berührt { GIVEN($isAlike) ->
        [yes] { NUMBER($most) }
       *[no] { NUMBER($least) } bis { NUMBER($most) }
    } andere
fact_clues =
    { GIVEN($like) ->
        [yes] Zahlen im Mittel { NUMBER($mean, minimumFractionDigits: 2, maximumFractionDigits: 2) }, Nullen { $percent } %: wie { $like }
       *[no] Zahlen im Mittel { NUMBER($mean, minimumFractionDigits: 2, maximumFractionDigits: 2) }, Nullen { $percent } %
    }
fact_first_any = der erste Klick kann eine Mine treffen
fact_first_safe = der erste Klick ist sicher
fact_first_opening = der erste Klick trifft eine Öffnung
fact_layout = die Minen liegen schon: Der erste Klick kann eine treffen
fact_never = Raten ist nie nötig
fact_never_clue = nie raten: Einzelne Zahlen genügen
fact_never_pair = nie raten: Paare von Zahlen genügen
fact_never_set = nie raten: Mengen von Zahlen genügen
fact_never_needs_pair = nie raten: verlangt Paare von Zahlen
fact_never_needs_set = nie raten: verlangt Mengen von Zahlen
fact_never_needs_count = nie raten: verlangt die Zahl der Minen
fact_punished = unnötiges Raten trifft eine Mine
resume_title = Weiterspielen
resume_none = Keine gespeicherten Spiele. Ein Spiel, das du verlässt, wird automatisch gespeichert.
resume_new = Spielen
resume_open = { $percent } % offen
resume_go = Weiter
resume_delete = Löschen
resume_busy = wird in einem anderen Tab gespielt
resume_deleted = { $name } ist gelöscht.
resume_what = das Spiel auf { $name }, { $percent } % offen nach { $time }
running_one = 1 gespeichertes Spiel
