title = Statistik
sum =
    { $games ->
        [one] 1 Spiel, { NUMBER($won) } gewonnen: { $percent }
       *[other] { NUMBER($games) } Spiele, { NUMBER($won) } gewonnen: { $percent }
    }
boards = Bretter und Spiele
period = Zeitraum
period_all = alles
period_day = 24 Stunden
period_week = 7 Tage
period_month = 30 Tage
period_year = ein Jahr
rules = Regeln
all_rules = alle
empty = Es gibt noch keine beendeten Spiele. Beende eines, und hier stehen seine Zeit, dein Anteil an Siegen und die Tage, an denen du spielst. Gespeichert wird nur auf diesem Gerät.
nothing_fits = Kein Spiel passt zu dieser Auswahl.
play = Jetzt spielen
games = Spiele
won = Gewonnen
best = Bestzeit
median = Zeit im Median
speed = 3BV/s im Median
speeds = { $median }, höchstens { $best }
efficiency = Effizienz im Median
streak = Serie
streaks = { $streak }, längste { $longest }
helped = Gewonnen ohne Wertung
walkovers = Mit dem ersten Aufdecken gewonnen
walkovers_of =
    { $games ->
        [one] 1 Spiel, nicht gezählt
       *[other] { $games } Spiele, nicht gezählt
    }
walkover = mit dem ersten Aufdecken
unneeded = Unnötig geraten
unneeded_of =
    { $games ->
        [one] { $unneeded }-mal in 1 ausgewerteten Spiel
       *[other] { $unneeded }-mal in { $games } ausgewerteten Spielen
    }
days = Tage mit Spielen
days_sum =
    { $days ->
        [one] Im letzten Jahr hast du an 1 Tag gespielt.
       *[other] Im letzten Jahr hast du an { NUMBER($days) } Tagen gespielt. Deine längste Serie dauerte { $run ->
            [one] 1 Tag
           *[other] { NUMBER($run) } Tage
        }.
    }
day =
    { $games ->
        [0] { $date }: kein Spiel
        [one] { $date }: 1 Spiel, { $won } gewonnen
       *[other] { $date }: { NUMBER($games) } Spiele, { NUMBER($won) } gewonnen
    }
month = Monat
days_head = Tage
dimensions = Gewonnen nach Dimensionen
dimensions_head = Bretter
dimensional = { $dimensions }D
plot_spread = Zeiten deiner Siege
percentile = Dein letzter Sieg, { $time }, war schneller als { $percent } deiner früheren.
point_spread =
    { $count ->
        [one] { $first }: 1 Sieg
       *[other] { $first }: { $second } Siege
    }
head_spread_across = Zeit
head_spread_up = Siege
plot_guesses = Unnötig geraten
point_guesses = Spiel { $first }: { $second }-mal unnötig geraten
head_guesses_across = Spiel
head_guesses_up = Unnötig geraten
no_reviews = Eine Auswertung findet unnötiges Raten: wenn eine andere Zelle sicher frei war. Auf diesem Brett ist noch kein Spiel ausgewertet.
review_games =
    { $count ->
        [one] Das letzte Spiel auswerten
       *[other] Die letzten { $count } Spiele auswerten
    }
reviewing = { $done } von { $all } Spielen ausgewertet
plot_times = Zeiten deiner Siege, Spiel für Spiel
plot_rates = Gewonnen von den letzten { $window }, in Prozent
plot_values = 3BV nach Zeit
point_times = Spiel { $first }: { $second }
point_rates = Spiel { $first }: { $second }
point_values = 3BV { $second } in { $first }
head_times_across = Spiel
head_times_up = Zeit
head_rates_across = Spiel
head_rates_up = Gewonnen
head_values_across = Zeit
head_values_up = 3BV
as_table = Als Tabelle
no_times = Noch ist kein Spiel mit Wertung gewonnen; nur solche zählen hier.
best_times = Bestzeiten
all_games = Alle Spiele
show_all = Alle Spiele zeigen
more = Mehr zeigen
show_best = Bestzeiten zeigen
place = #
time = Zeit
three_bv = 3BV
rate = 3BV/s
efficiency_short = Eff.
date = Datum
what = Was zu tun ist
lost = verloren
replay = Wiederholung von { $time }, { $date }
review = Auswertung von { $time }, { $date }
remove = { $time }, { $date } löschen
remove_asked =
    { GIVEN($date) ->
        [yes] Das Spiel vom { $date } ({ $time }) löschen? Seine Aufzeichnung geht mit.
       *[no] Das Spiel vom unbekannten Tag ({ $time }) löschen? Seine Aufzeichnung geht mit.
    }
remove_yes = Löschen
removed = Das Spiel ist gelöscht
