## Englische Wörter gelten auch hier: wer sie vom Terminal kennt, tippt sie weiter.

words_open = aufdecken decke öffne öffnen auf open o
words_flag = fahne fahnen markiere flagge f flag
words_chord = ringsum rundum chord c
words_undo = zurück rückgängig z undo u
words_redo = vor wiederhole wiederholen redo r
words_hint = tipp hinweis hint tip
words_where = wo zeige zeig w where show s
words_list = liste l list
words_mines = minen m mines
words_time = zeit uhr t time
words_board = brett b board
words_pause = pause p weiter continue
words_new = neu neues n new
words_again = nochmal dasselbe again a
words_help = hilfe h help ?
words_leave = ende verlassen leave quit q exit
words_here = hier here
words_row = zeile zeilen reihe row rows
words_column = spalte spalten column columns col
words_layer = ebene ebenen schicht layer layers
words_cell = zelle zellen cell cells
words_of = von of
unknown = Den Befehl „{ $word }“ gibt es nicht; es gibt { $names }.
nothing_after = Nach „{ $word }“ darf nichts stehen, da steht aber „{ $rest }“.
not_here = „{ $word }“ geht hier nicht.
expected_coordinates =
    { $count ->
        [one] Eine Zelle hat hier 1 Koordinate, nicht { $got }: zum Beispiel „{ $example }“.
       *[other] Eine Zelle hat hier { $count } Koordinaten, nicht { $got }: zum Beispiel „{ $example }“.
    }
expected_number = Für Achse { $axis } muss eine ganze Zahl stehen, nicht „{ $word }“: zum Beispiel „{ $example }“.
expected_place =
    { GIVEN($word) ->
        [yes] Achse { $axis } geht von 0 bis { $most }, { $word } gibt es nicht: Das Brett ist { $board }.
       *[no] Achse { $axis } geht von 0 bis { $most }, hier fehlt die Zahl: Das Brett ist { $board }.
    }
expected_axis = Hier muss { $names } und eine Zahl stehen, nicht „{ $word }“.
expected_different = Die Zellen müssen verschieden sein: Zweimal gesetzt ist eine Fahne wieder weg.
time = die Uhr zeigt { $time }
flags =
    { $count ->
        [one] 1 Fahne
       *[other] { $count } Fahnen
    } für { $mines ->
        [one] 1 Mine
       *[other] { $mines } Minen
    }
mines =
    noch { $left ->
        [one] 1 Mine
       *[other] { $left } Minen
    }, { $flags ->
        [0] { "" }
        [one] 1 Fahne,{ " " }
       *[other] { $flags } Fahnen,{ " " }
    }{ $covered ->
        [one] 1 Zelle
       *[other] { $covered } Zellen
    } verdeckt
around =
    { $flags ->
        [one] ringsum 1 Fahne und { $covered } verdeckt
       *[other] ringsum { $flags } Fahnen und { $covered } verdeckt
    }
run_covered =
    { $count ->
        [one] verdeckt
       *[other] { $count } verdeckt
    }
run_empty =
    { $count ->
        [one] leer
       *[other] { $count } leer
    }
run_flags =
    { $count ->
        [one] 1 Fahne
       *[other] { $count } Fahnen
    }
run_mines =
    { $count ->
        [one] 1 Mine
       *[other] { $count } Minen
    }
more_rows = { $rows } weitere Zeilen: „liste Zeile 3“ zeigt eine
help_open = { $word } { $cell }: eine Zelle aufdecken; „{ $cell }“ allein tut dasselbe, „{ $word } hier“ die Zelle des Cursors
help_flag = { $word } { $cell }: Fahnen auf eine oder mehrere Zellen setzen oder wegnehmen; allein: wo sie stehen
help_chord = { $word } { $cell }: alles um eine Zahl aufdecken, um die so viele Fahnen stehen
help_undo = { $word }: den letzten Zug zurücknehmen
help_redo = { $word }: den zurückgenommenen Zug wieder machen
help_hint = { $word }: wo du hinsehen kannst; noch einmal: welche Zellen; noch einmal: warum
help_where = { $word } bin ich: die Zelle des Cursors; „{ $word } { $cell }“ für eine andere
help_list = { $word } Zeile 3, { $word } Spalte 2, { $word } Ebene 1: was die Zellen dort zeigen
help_mines = { $word }: wie viele Minen noch übrig sind
help_time = { $word }: was die Uhr zeigt
help_board = { $word }: Regeln, Startwert und Brett-ID, und wie man es noch einmal spielt
help_pause = { $word }: Pause, oder weiterspielen
help_new = { $word }: ein neues Brett derselben Art
help_again = { $word }: dasselbe Brett noch einmal, mit denselben Minen
help_help = { $word }: dieser Text
help_leave = { $word }: zum Start; das Spiel ist gespeichert
help_cells =
    { $count ->
        [one] Zellen haben eine Nummer, gezählt ab 0: { $cell }. Der erste Buchstabe eines Befehls genügt.
       *[other] Eine Zelle hat { $names }, jeweils gezählt ab 0: { $cell }. Der erste Buchstabe eines Befehls genügt.
    }
