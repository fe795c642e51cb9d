title = Gespeicherte Daten
here = Spiele und Einstellungen sind nur in diesem Browser auf diesem Gerät gespeichert.
nowhere = Dieser Browser speichert nichts: Spiele und Einstellungen sind weg, sobald du die Seite schließt.
sum =
    { $over ->
        [one] 1 Spiel beendet, { NUMBER($running) } laufend.
       *[other] { NUMBER($over) } Spiele beendet, { NUMBER($running) } laufend.
    }
manage = Exportieren, importieren, löschen
export = Spiele exportieren
import = Spiele importieren
file = Eine Datei mit Spielen
cancel = Abbrechen
none = Es gibt noch keine Spiele.
exporting = Export: Spiel { NUMBER($done) } von { NUMBER($all) }
exported =
    { $games ->
        [one] 1 Spiel
       *[other] { NUMBER($games) } Spiele
    } als Datei exportiert; auch das Terminal kann sie lesen.{ $damaged ->
        [0] { "" }
        [one] { " " }1 Spiel nicht lesbar und nicht dabei.
       *[other] { " " }{ NUMBER($damaged) } Spiele nicht lesbar und nicht dabei.
    }
importing = Import: Spiel { NUMBER($done) } von { NUMBER($all) }
imported =
    { $kept ->
        [one] 1 Spiel
       *[other] { NUMBER($kept) } Spiele
    } { $known ->
        [0] importiert
        [one] importiert, 1 war schon da
       *[other] importiert, { NUMBER($known) } waren schon da
    }{ GIVEN($refused) ->
        [yes] , { NUMBER($refused) } abgelehnt
       *[no] { "" }
    }.
first_refused = Zuerst abgelehnt: Spiel { NUMBER($game) }, Zeile { NUMBER($line) } der Datei. { $message }
no_games = In der Datei ist kein Spiel.
stopped = Abgebrochen:
ended_early = Der Import endete vorzeitig: { $why }.
failed = Der Browser konnte nicht mehr speichern
full = Der Browser hat keinen Platz mehr
busy = Ein anderer Tab importiert gerade Spiele
statistics = Zur Statistik
damaged =
    { $count ->
        [one] 1 Spiel hier ist nicht ganz lesbar: Was nicht lesbar ist, wird weder gezeigt noch gezählt noch exportiert.
       *[other] { NUMBER($count) } Spiele hier sind nicht ganz lesbar: Was nicht lesbar ist, wird weder gezeigt noch gezählt noch exportiert.
    }
damaged_look = Was du tun kannst
damaged_save = Reste speichern
damaged_remove = Reste löschen
damaged_what =
    { $count ->
        [one] Was von 1 Spiel übrig ist
       *[other] Was von { NUMBER($count) } Spielen übrig ist
    }
damaged_removed = Was nicht lesbar war, ist gelöscht.
delete = Alles löschen
everything = Alle Spiele, Statistiken und Einstellungen
deleted =
    { $busy ->
        [0] Alles ist gelöscht.
        [one] Alles ist gelöscht, bis auf 1 Spiel, an denen ein anderer Tab gerade spielt.
       *[other] Alles ist gelöscht, bis auf { NUMBER($busy) } Spiele, an denen ein anderer Tab gerade spielt.
    }
