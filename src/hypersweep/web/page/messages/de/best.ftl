title = Bestzeiten
board = Brett
rules = Raten
guess_allowed = erlaubt
guess_never = nie nötig
guess_punished = wird bestraft
grade = Bretter
grade_any = alle
grade_clue = mit einzelnen Zahlen lösbar
grade_pair = mit Paaren lösbar
grade_set = mit Mengen lösbar
grade_count = mit der Zahl der Minen lösbar
period = Zeitraum
of_day = Tag
of_week = Woche
of_month = Monat
of_year = Jahr
of_all = Alle
period_all = Aller Zeiten
week = Woche { $week }, { $days }
of_daily = Das Tagesbrett vom { $date }
earlier = Früher
later = Später
head_place = #
head_name = Name
head_time = Zeit
head_date = Datum
game_of = { $time }, das Spiel von { $name }
you = (du)
my_place = Du bist auf Platz { NUMBER($place) } von { NUMBER($total) } mit { $time }.
my_game = Spiel ansehen
not_placed =
    { $total ->
        [one] 1 Spieler hat hier eine Zeit; du bist noch nicht dabei.
       *[other] { NUMBER($total) } Spieler haben hier eine Zeit; du bist noch nicht dabei.
    }
guests = Gäste stehen nicht in der Liste. Mit einem Konto zählen auch die Spiele, die du als Gast gewonnen hast.
to_account = Konto anlegen
more = Mehr anzeigen
play = Um einen Platz spielen
nobody = Noch gibt es keine Zeiten. Der erste Sieg steht ganz oben.
nobody_then = In diesem Zeitraum wurde kein gewertetes Spiel gewonnen.
