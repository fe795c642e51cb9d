title = Lobby
make = Spielen
kind = Was gespielt wird
kind_solo = Gewertet
kind_coop = Gemeinsam
kind_versus = Gegeneinander
kind_study = Studie
about_solo = Allein, nach der Uhr des Servers: Siege kommen in die Bestenlisten. Es gibt kein Zurücknehmen, keine Pause und keine Hinweise.
about_coop = Alle spielen auf einem Brett und sehen Cursor und Fahnen der anderen.
about_versus = Dasselbe Brett für jeden: Wer es zuerst aufdeckt, gewinnt. Es beginnt, sobald alle bereit sind.
about_study = Eine Stellung, die mehrere zusammen ansehen: Züge, Nebenlinien und Kommentare stehen in einer Aufzeichnung.
is_open = Diesen Raum in der Lobby zeigen
has_chat = Mit Chat
own = Ein eigenes Brett
own_board = Seiten oder ein Name
own_mines = Minen (leer: wie üblich)
own_make = Spielen
open_rooms = Offene Räume
no_rooms = Gerade ist kein Raum offen. Leg einen an und schick anderen seinen Link.
room_who =
    { GIVEN($owner) ->
        [yes] von { $owner },{ " " }
       *[no] { "" }
    }{ $here ->
        [one] 1 Person da
       *[other] { NUMBER($here) } Personen da
    }
enter = Mitspielen
enter_of =
    { GIVEN($owner) ->
        [yes] Mitspielen: { $title } von { $owner }
       *[no] Mitspielen: { $title }
    }
watch = Zuschauen
watch_of =
    { GIVEN($owner) ->
        [yes] Zuschauen: { $title } von { $owner }
       *[no] Zuschauen: { $title }
    }
mine = Deine letzten Räume
forget = „{ $words }“ aus der Liste entfernen
