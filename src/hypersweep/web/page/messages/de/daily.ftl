title = Tagesbretter
lead = Jeden Tag ein neues Brett jeder Sorte, für alle dasselbe und ganz ohne Raten. Dein erster Versuch zählt.
today = Heute, { $date }
next =
    { GIVEN($hours) ->
        [yes] Neue in { $hours } Std. { $minutes } Min.
       *[no] Neue in { $minutes } Min.
    }
none = Von diesem Tag gibt es keine Bretter.
winners =
    { $winners ->
        [0] Noch nicht gewonnen.
        [one] 1 Spieler hat es gewonnen, am schnellsten in { $best }.
       *[other] { NUMBER($winners) } Spieler haben es gewonnen, am schnellsten in { $best }.
    }
own_none = Du hast es noch nicht versucht.
own_ongoing = Dein Versuch läuft noch.
own_lost = Du hast es nach { $time } verloren.
own_won =
    { GIVEN($place) ->
        [yes] Du hast es in { $time } gewonnen: Platz { NUMBER($place) }.
       *[no] Du hast es in { $time } gewonnen.
    }
lead_by_date = Drei Bretter am Tag, für alle dieselben und ganz ohne Raten. Die mittlere Zelle ist schon offen. Tagesbretter werden nicht gewertet, denn jeder kann sie berechnen.
once_more = Noch einmal
share = Teilen
share_text = Dein Ergebnis
week = Die letzten sieben Tage
play = Spielen
play_late = Ohne Wertung spielen
again = Noch einmal, ohne Wertung
sealed = Wiederholung, Minen und Üben: ab { $date }.
go_on = Weiterspielen
times = Zeiten
game = Dein Spiel
ends = Wie es ausging
ends_of =
    { $tries ->
        [one] 1 Versuch
       *[other] { NUMBER($tries) } Versuche
    }, { NUMBER($won) } gewonnen; { NUMBER($lost) } endeten auf einer Mine. Je röter eine Mine, desto mehr Versuche hat sie beendet.
ends_picture = { $name }: die Minen, von denen { NUMBER($mines) } Versuche beendet haben
calendar = Kalender
earlier = Voriger Monat
later = Nächster Monat
day_own = { $won } gewonnen von { $tried } versuchten, von { $all }
streak =
    { $days ->
        [one] Siegesserie: 1 Tag.
       *[other] Siegesserie: { $days } Tage.
    }
no_streak = Gewinn eins der heutigen Bretter, um eine Serie zu beginnen.
