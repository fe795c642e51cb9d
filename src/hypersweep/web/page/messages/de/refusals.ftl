### Was abgelehnt wird; `detail.what` eines Fehlers nennt den Text.

## Wo: das Spiel einer Datei, die Zeile eines Textes, das Ereignis eines Spiels.

at = { CAPITAL($where) }: { $text }
at_game = Spiel { $game }
at_side_line = Nebenlinie { $line }
at_event = Ereignis { $event }
at_line = Zeile { $line }
at_row = Zeile { $row }

## Wie Werte eingesetzt werden: was eingegeben wurde, und mehrere Möglichkeiten.

quoted = „{ $text }“
either = { $first } oder { $last }

## Alles andere.

own_fault = Hier hat die Seite einen Fehler gemacht. Versuch es noch einmal.
number = Hier muss eine ganze Zahl von { NUMBER($least) } bis { NUMBER($most) } stehen, nicht { $quoted_got }.
word = { $quoted_got } gibt es nicht, nur { $words }.

## Bretter.

board =
    Ein Brett { $quoted_got } gibt es nicht. { GIVEN($meant) ->
        [yes] Meinst du { $meant }?
       *[no] Gib seine Seiten an, etwa 16x30, oder einen Namen von der Startseite.
    }
daily = Ein Tagesbrett { $quoted_got } gibt es nicht.
daily_later = Die Bretter vom { $day } lassen sich erst ab diesem Tag spielen. Heute ist der { $today } (UTC).
no_sides = Ein Brett braucht mindestens eine Seite.
side =
    Die { $side ->
        [1] erste
        [2] zweite
        [3] dritte
        [4] vierte
        [5] fünfte
        [6] sechste
       *[other] { $side }.
    } Seite des Bretts muss eine ganze Zahl ab 1 sein; hier steht { $quoted_got }.
side_digits =
    { GIVEN($got) ->
        [yes] Die Seiten eines Bretts sind Zahlen wie in 16x30; { $quoted_got } in { $quoted_board } ist keine.
       *[no] In { $quoted_board } fehlt eine Seite.
    }
axis_digits = In { $quoted_board } ist nicht klar, welche Achsen rundherum gehen; schreib ~wrap=0,1 oder ~wrap=all.
shape_option = { $quoted_got } in { $quoted_board } sagt nichts über ein Brett; möglich sind ~orthogonal oder ~wrap=0,1.
cells = Das Brett { $board } ist zu groß: Hier ist Platz für { NUMBER($most) } Zellen.
adjacency = Zellen berühren sich an Seiten und Ecken (moore) oder entlang der Achsen (orthogonal); { $quoted_got } gibt es nicht.
wrap_axis =
    { GIVEN($most) ->
        [yes] Dieses Brett hat die Achsen 0 bis { $most }, aber keine Achse { $got }.
       *[no] Dieses Brett hat nur die Achse 0, aber keine Achse { $got }.
    }
wrap_axes = Welche Achsen rundherum gehen, sagst du mit Zahlen wie 0,2 oder mit „all“, nicht mit { $quoted_got }.
axis = Eine Achse { $axis } gibt es nicht: Das Brett hat die Achsen 0 bis { $last }.
cell = Eine Zelle { $cell } gibt es auf dem Brett { $board } nicht.
board_id = { $quoted_got } ist keine Brett-ID.
board_id_damaged = Diese Brett-ID ist beschädigt oder nicht vollständig: Ihre Minen lassen sich nicht lesen.

## Minen und Startwerte.

whole =
    { $field ->
        [seed] Der Startwert muss eine ganze Zahl sein; { $quoted_got } ist keine.
       *[other] Die Zahl der Minen muss eine ganze Zahl sein; { $quoted_got } ist keine.
    }
mines_negative = Weniger als 0 Minen kann es nicht geben.
mines_missing = Die Zahl der Minen fehlt oder ist keine ganze Zahl.
mines_small =
    { $firstOpen ->
        [opening] Das Brett { $board } ist zu klein für eine Öffnung zu Beginn.
       *[other] Das Brett { $board } ist zu klein für ein sicheres erstes Aufdecken.
    }
mines_room =
    { $most ->
        [one] Auf das Brett { $board } passt höchstens 1 Mine
       *[other] Auf das Brett { $board } passen höchstens { NUMBER($most) } Minen
    } und nicht { NUMBER($got) }{ $kept ->
        [0] { "" }
        [one] , weil das erste Aufdecken 1 Zelle frei hält
       *[other] , weil das erste Aufdecken { NUMBER($kept) } Zellen frei hält
    }.
mines_span = Dieses Brett kann 0 bis { NUMBER($most) } Minen haben, nicht { $quoted_got }.
twins =
    Ohne Raten{ GIVEN($isSafe) ->
        [yes] { "" }
       *[no] { " " }und mit einer Öffnung am Anfang
    } muss die Zahl der Minen auf { $board } ein Vielfaches von { $group }{ GIVEN($isSafe) ->
        [yes] { " " }(oder 1 weniger)
       *[no] { "" }
    } sein, nicht { NUMBER($got) }.
seed = Ein Startwert ist eine ganze Zahl von 0 bis 18.446.744.073.709.551.615, nicht { $quoted_got }.
no_board =
    Für { $board } mit { $mines ->
        [one] 1 Mine
       *[other] { NUMBER($mines) } Minen
    } fand sich in { $tried ->
        [one] 1 Versuch
       *[other] { NUMBER($tried) } Versuchen
    } kein Brett ohne Raten.
first_is_mine = Das erste Aufdecken träfe eine Mine: Sie liegt auf { $cell }.

## Regeln.

rules_name = Regeln mit dem Namen { $quoted_got } gibt es nicht; es gibt { $names }.
rules_word = { $quoted_got } gibt es in den Regeln nicht; es gibt { $words }.
rules_twice = { $quoted_got } steht zweimal in den Regeln.
rules_value = In den Regeln ist { $word } { $known }, nicht { $quoted_got }.
exactly_needs_grade = Genau lässt sich nur neben einer Schwierigkeit verlangen.
grade_needs_never = Eine Schwierigkeit lässt sich nur angeben, wo Raten nie nötig ist.
flags_lock = Fahnen, die stehen bleiben, können nicht vor Klicks schützen: Eine Zelle mit Fahne ginge nie auf.
never_any = Ohne Raten muss das erste Aufdecken sicher oder eine Öffnung sein.
fixed_by_id =
    { $field ->
        [mines] „Minen
        [seed] „Startwert
        [first] „Erstes Aufdecken
        [guess] „Raten
        [grade] „Raten
        [exactly] „Raten
        [wrap] „Geht rundherum
        [adjacency] „Zellen berühren sich
       *[other] „{ $field }
    }“ steht mit der Brett-ID schon fest: Sie sagt, wo die Minen liegen.
guess_with_id = Mit einer Brett-ID liegen die Minen schon fest: Raten lässt sich nicht mehr ausschließen oder bestrafen.
layout_punished = Wo Raten bestraft wird, können die Minen nicht schon vorher festliegen.
layout_shape = Diese Minen gehören zum Brett { $got }, nicht zu { $board }.
layout_mines =
    { $wanted ->
        [one] Auf dem Brett liegen 1 Mine, nicht { $quoted_got }.
       *[other] Auf dem Brett liegen { $wanted } Minen, nicht { $quoted_got }.
    }

## Dieser Browser.

other_version = Hier sind zwei Versionen der Seite durcheinandergeraten: Lade sie neu.
no_kernels = Ein Teil der Seite lässt sich nicht laden (Status { $status }). Lade sie neu.
old_browser = Dieser Browser ist zu alt: Die Seite braucht WebAssembly mit SIMD, was neuere haben.
no_memory = Dafür hat der Browser nicht genug Speicher.
too_much = Das auszurechnen würde zu lange dauern.
contradiction = Diese Zahlen widersprechen einander: Keine Verteilung der Minen passt zu ihnen.

## Gespeicherte Spiele.

busy = Dieses Spiel ist in einem anderen Tab offen.
damaged = Was von diesem Spiel übrig ist, lässt sich nicht lesen.
gone = Dieses Spiel ist zu Ende oder wurde gelöscht.
no_game = Ein Spiel { $quoted_got } gibt es in diesem Browser nicht: Es wurde gelöscht oder woanders gespielt.

## Stellungen.

not_a_position = { $quoted_got } ist keine Stellung: Füg das Bild eines Bretts ein, mit den Minen in einer Zeile darüber.
no_position = Hier gibt es nichts zu lesen: Füg eine Stellung ein.
long_text = Dieser Text ist zu lang: Mehr als { NUMBER($most) } Zeichen lassen sich nicht lesen.
needs_mines = Es fehlt, wie viele Minen es sind: Schreib etwa „99 mines“ in eine Zeile über den Zellen.
no_rows = Hier gibt es keine Zeilen mit Zellen.
few_cells =
    { $wanted ->
        [one] Das Brett { $board } hat 1 Zelle; hier sind es viel weniger.
       *[other] Das Brett { $board } hat { NUMBER($wanted) } Zellen; hier sind es viel weniger.
    }
cell_count =
    Das Brett { $board } hat { $wanted ->
        [one] 1 Zelle
       *[other] { NUMBER($wanted) } Zellen
    }, hier { $got ->
        [one] steht
       *[other] stehen
    } aber { NUMBER($got) }.
row_count =
    Das Brett { $board } hat { $wanted ->
        [one] 1 Zeile
       *[other] { $wanted } Zeilen
    } mit { $length ->
        [one] 1 Zelle
       *[other] { $length } Zellen
    }, hier { $got ->
        [one] steht aber 1 Zeile
       *[other] stehen aber { $got } Zeilen
    }.
row_cells =
    Hier { $wanted ->
        [one] sollte 1 Zelle
       *[other] sollten { $wanted } Zellen
    } stehen, es { $got ->
        [one] ist
       *[other] sind
    } aber { $got }.
part_of_board = Das ist nur ein Teil eines Bretts; gebraucht wird das ganze.
label = { $quoted_got } ist keine Koordinate.
mixed_dimensions = Die Zellen haben verschieden viele Koordinaten.
sign =
    { GIVEN($column) ->
        [yes] Die Zelle in Spalte { $column } zeigt { $quoted_got }; möglich sind #, F, . und Zahlen bis { $most }.
       *[no] Eine Zelle zeigt { $quoted_got }; möglich sind #, F, . und Zahlen bis { $most }.
    }
header = In der ersten Zeile müssen Brett und Minen stehen, etwa „3x4 mines=2“, nicht { $quoted_got }.
code = { $quoted_got } sagt nicht, was eine Zelle zeigt: Das tut eine ganze Zahl.
code_span = Für die Zelle { $cell } steht { $got }; möglich sind { $least } bis { $most }.
list_lengths = Die Listen der Stellung sind verschieden lang.
list_shape =
    { GIVEN($got) ->
        [yes] Diese Listen sind nicht die des Bretts { $board }, sondern von { $got }.
       *[no] Diese Listen sind nicht die des Bretts { $board }.
    }
mixed_rows = Die Zeilen der Stellung sind teils Texte, teils Listen.
json = Dieser Text fängt an wie JSON, ist aber keins.
json_missing = Im JSON fehlt { $quoted_key }.
json_version = Dieses JSON hat die Version { $quoted_got }; diese Seite liest Version 1.

## Aufzeichnungen.

record_bytes = Das ist nicht der Text einer Aufzeichnung.
record_magic = Eine Aufzeichnung beginnt mit „hypersweep-record:“ und ihrer Version, nicht mit { $quoted_got }.
record_version = Diese Aufzeichnung hat die Version { $got }: Ein neueres hypersweep kann sie lesen.
record_cut = Diese Aufzeichnung bricht so früh ab, dass nicht einmal das Brett bekannt ist.
record_tag = { $quoted_got } gehört nicht in den Kopf einer Aufzeichnung; „player: Ann“ etwa schon.
record_tag_twice = { $quoted_got } steht zweimal in der Aufzeichnung.
record_tag_missing =
    In der Aufzeichnung { $name ->
        [rules] fehlen
       *[other] fehlt
    } { $name ->
        [board] das Brett
        [mines] die Zahl der Minen
        [rules] die Regeln
       *[other] { $name }
    }.
record_tag_name = { $quoted_got } kann nicht im Kopf einer Aufzeichnung stehen: Nimm Kleinbuchstaben, Ziffern und Bindestriche.
record_number = { $quoted_got } ist keine Zahl, die hierher passt.
record_escape = { $quoted_got } steht für kein Zeichen; möglich sind etwa „\n“ und „\u0020“.
record_event = { $quoted_got } ist kein Ereignis wie „1204 open 3 4: 17“.
record_comment = Ein Kommentar sieht aus wie „# geraten“, nicht wie { $quoted_got }.
record_comment_late = Ein Kommentar steht gleich hinter seinem Ereignis, nicht hinter einer Nebenlinie.
record_bracket = Eine Klammer muss allein in ihrer Zeile stehen, anders als in { $quoted_got }.
record_bracket_close = Hier endet eine Nebenlinie, die nie begonnen hat.
record_bracket_open = Eine Nebenlinie hat kein Ende.
record_second = Hier beginnt ein zweites Spiel, es darf aber nur eines sein.
record_after_end = Nach dem Ende des Spiels folgt noch etwas.

## Spiele, die noch einmal gespielt werden.

event_early = Seine Zeit ({ NUMBER($milliseconds) } ms) liegt vor der des Ereignisses davor ({ NUMBER($now) } ms).
event_still = Die Uhr steht hier bei { NUMBER($now) } ms, in der Aufzeichnung stehen aber { NUMBER($milliseconds) } ms.
event_paused = Das Spiel ist hier angehalten: Es muss erst weitergehen.
event_over = Das Spiel ist hier zu Ende: Nur Zurücknehmen ist noch möglich.
event_resume = Das Spiel geht hier weiter, ohne dass es angehalten war.
event_no_board = Hier wird eine Zelle aufgedeckt, aber in der Aufzeichnung fehlen Startwert und Minen.
event_effect =
    Die Aufzeichnung stimmt nicht: Dieser Zug ändert { $changed ->
        [0] nichts
        [one] 1 Zelle
       *[other] { NUMBER($changed) } Zellen
    }{ $outcome ->
        [ongoing] { "" }
       *[other]
            { $outcome ->
                [won] , und das Spiel ist gewonnen
                [lost] , und das Spiel ist verloren
               *[ongoing] , und das Spiel ist nicht beendet
            }
    }.
nothing_to_undo = Hier gibt es keinen Zug zum Zurücknehmen.
nothing_to_redo = Hier gibt es keinen Zug zum Wiederholen.
record_outcome =
    Nach der Aufzeichnung ist das Spiel { $got ->
        [won] gewonnen
        [lost] verloren
       *[ongoing] nicht beendet
    }, tatsächlich ist es { $outcome ->
        [won] gewonnen
        [lost] verloren
       *[ongoing] nicht beendet
    }.
record_length = Nach der Aufzeichnung dauerte das Spiel { NUMBER($got) } ms, nach ihren Ereignissen aber { NUMBER($wanted) } ms.
record_layout = Die Minen in der Aufzeichnung liegen nicht da, wohin ihr Startwert sie legt.
record_board = Mit diesem Startwert gibt es kein Brett, das die Regeln erlauben.
record_promise =
    { $promise ->
        [opening] Nach den Regeln ist das erste Aufdecken eine Öffnung, auf { $cell } liegt aber eine Mine.
       *[other] Nach den Regeln ist das erste Aufdecken sicher, auf { $cell } liegt aber eine Mine.
    }
record_guess = Nach den Regeln ist auf diesem Brett Raten nie nötig, das stimmt aber nicht.
record_grade = Das Brett ist schwerer, als die Regeln erlauben.
record_easy = Das Brett ist leichter, als die Regeln verlangen.
record_unchecked = Ob das Brett den Regeln entspricht, lässt sich nicht schnell genug herausfinden.
