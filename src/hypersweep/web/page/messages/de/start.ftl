title = hypersweep
lead = Minesweeper in beliebig vielen Dimensionen
how = Such dir ein Brett aus. Eine Zahl sagt, wie viele Minen um ihre Zelle liegen, in allen Richtungen.
dimensions =
    { $count ->
        [0] { "" }
        [1] Eine Dimension
        [2] Zwei Dimensionen
        [3] Drei Dimensionen
        [4] Vier Dimensionen
        [5] Fünf Dimensionen
       *[6] Sechs Dimensionen
    }
today = Bretter des Tages
best = Bestzeit { $time }
not_all = Nicht alles auf dieser Seite ließ sich laden; spielen kannst du trotzdem.
last = zuletzt gespielt
go_on = Weiterspielen: { $name }, { $percent } % offen, { $time }
running = Alle { $count } laufenden Spiele
own = Ein eigenes Brett
own_about = Form und Regeln nach Wahl
file = Datei öffnen
file_about = oder irgendwo ablegen
preferences = Für alle Bretter
first_open = Erstes Aufdecken
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
remarkAny = hier kann das erste Aufdecken eine Mine treffen, also ist Raten erlaubt
remarkLarge = hier ist Raten erlaubt: Die Einstellung gilt für Bretter bis { NUMBER($cells) } Zellen
remarkTwins =
    { $group ->
        [one] hier ist Raten erlaubt: Ohne Raten ginge es nur mit einem Vielfachen von 1 Mine
       *[other] hier ist Raten erlaubt: Ohne Raten ginge es nur mit einem Vielfachen von { $group } Minen
    }
remarkRoom =
    { $mines ->
        [one] 1 Mine lässt keinen Platz für eine Öffnung: Das erste Aufdecken ist sicher
       *[other] { $mines } Minen lassen keinen Platz für eine Öffnung: Das erste Aufdecken ist sicher
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
form_first = Erstes Aufdecken
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
fact_first_any = das erste Aufdecken ist ungeschützt
fact_first_safe = das erste Aufdecken ist sicher
fact_first_opening = das erste Aufdecken ist eine Öffnung
fact_layout = die Minen liegen schon: Das erste Aufdecken kann eine treffen
fact_never = Raten ist nie nötig
fact_never_clue = nie raten: Einzelne Zahlen genügen
fact_never_pair = nie raten: Paare von Zahlen genügen
fact_never_set = nie raten: Mengen von Zahlen genügen
fact_never_needs_pair = nie raten: verlangt Paare von Zahlen
fact_never_needs_set = nie raten: verlangt Mengen von Zahlen
fact_never_needs_count = nie raten: verlangt die Zahl der Minen
fact_punished = unnötiges Raten trifft eine Mine
resume_title = Weiterspielen
resume_none = Es gibt keine gespeicherten Spiele. Ein Spiel, das du verlässt, wird hier gespeichert und geht weiter, wo du aufgehört hast.
resume_new = Ein neues beginnen
resume_open = { $percent } % offen
resume_go = Weiter
resume_delete = Löschen
resume_busy = wird in einem anderen Tab gespielt
resume_deleted = { $name } ist gelöscht.
resume_what = das Spiel auf { $name }, { $percent } % offen nach { $time }
