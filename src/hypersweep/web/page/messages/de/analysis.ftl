title = Analyse
panel = Werkzeuge und Ergebnisse
findings = Ergebnisse
tools = Was ein Klick zeichnet
tool_next = das Nächste: verdeckt, 0, 1, …, Fahne
tool_-1 = verdeckt
tool_-2 = Fahne
tool_-3 = Mine
tool_clue = Zahl { $clue }
undo = Zurück
redo = Wieder
clear = Alles verdecken
paste = Einfügen …
board = Brett
shape = Seiten
mines = Minen
make = Neues Brett
chances = Risiken zeigen
trust = Jede Fahne ist eine Mine
share = Teilen
link = Link kopieren
text = Text kopieren
json = JSON kopieren
picture = Bild (PNG)
more = Länger rechnen
again = Noch einmal fragen
keys = Tasten
keys_list =
    Ziffern: eine Zahl; zwei kurz nacheinander ergeben eine zweistellige
    F: Fahne · #, Entf: verdeckt · *: Mine · .: Null
    Enter, Klick, Tippen: das Gewählte · Leertaste, +, −: das Nächste oder Vorige
    Rechtsklick, langes Tippen: Fahne oder keine
    U, Strg+Z: zurück · Umschalt+U, Strg+Y: wieder
    Pfeile, W A S D: bewegen · N: nächste sichere Zelle · ?: bester Zug
    Strg+V: eine Stellung einfügen, auf jeder Seite
exact = Alle Risiken sind exakt.
certain =
    { GIVEN($safe) ->
        [yes]
            Sicher: { $safe ->
                [0] keine Zelle ohne Mine
                [one] 1 Zelle ohne Mine
               *[other] { $safe } Zellen ohne Mine
            }, { $mines ->
                [one] 1 Mine
               *[other] { $mines } Minen
            }.
       *[no]
            { GIVEN($mines) ->
                [yes]
                    Sicher: { $safe ->
                        [0] keine Zelle ohne Mine
                        [one] 1 Zelle ohne Mine
                       *[other] { $safe } Zellen ohne Mine
                    }, { $mines ->
                        [one] 1 Mine
                       *[other] { $mines } Minen
                    }.
               *[no] Nichts ist sicher.
            }
    }
layouts =
    { $layouts ->
        [one] Nur 1 Verteilung passt.
       *[other] { NUMBER($layouts) } Verteilungen passen.
    }
layouts_about = Etwa { DECIMAL($leading) } × 10^{ $digits } Verteilungen passen.
engine = Gefragt wird
engine_own = der Löser dieser Seite
engine_gone = { $engine } (jetzt nicht zu fragen)
thinks = { $engine } denkt nach …
says = { $engine } sagt:
about = Die Wahrscheinlichkeiten sind Schätzungen.
estimated = Es sind zu viele Verteilungen, um sie zu zählen: Die Risiken sind geschätzt, mit Standardfehlern bis { DECIMAL($error) } %.
too_large = Diese Stellung braucht zu viel Zeit oder Speicher: Ihre Risiken lassen sich nicht berechnen.
many_around = Eine Zelle dieses Bretts hat mehr Nachbarn, als sich hier zeichnen lassen.
many_cells = Hier sind höchstens { NUMBER($most) } Zellen möglich.
too_many = Eine Zelle mit { $most } Nachbarn kann keine { $clue } zeigen.
most_mines = 0 bis { NUMBER($most) } Minen sind möglich.
whole = Die Zahl der Minen muss eine ganze Zahl sein.
no_undo = Es gibt nichts zurückzunehmen.
no_redo = Es gibt nichts zu wiederholen.
nothing_certain = Hier ist nichts sicher.
how_many = Wie viele Minen sind es?
ranked = Verglichen
rank_cell = Zelle
rank_chance = Mine
rank_score = Wert
cell =
    { $certain ->
        [safe] { $cell }: sicher keine Mine
        [mine] { $cell }: sicher eine Mine
       *[none]
            { GIVEN($error) ->
                [yes] { $cell }: zu { DECIMAL($chance) } % eine Mine ± { DECIMAL($error) }
               *[no] { $cell }: zu { DECIMAL($chance) } % eine Mine
            }
    }
cell_open = Bewege Cursor oder Zeiger auf eine verdeckte Zelle, um zu sehen, wie wahrscheinlich sie eine Mine ist und was sie zeigen kann.
clues = Was sie zeigen kann:
clue_chance =
    { $percent ->
        [0] <1 %
       *[other] { $percent } %
    }
clues_others = andere
label =
    { $certain ->
        [safe] keine Mine
        [mine] sicher eine Mine
       *[none] zu { DECIMAL($chance) } % eine Mine
    }
link_long = Diese Stellung ist zu groß für einen Link: Kopier stattdessen ihren Text.
picture_large = Diese Stellung ist zu groß für ein Bild.
paste_title = Eine Stellung als Text
paste_hint = Ein Brett als Text, als Liste oder als JSON: was „hypersweep analyse“ liest. Die Zahl der Minen gehört dazu, etwa „9x9 mines=10“.
paste_take = Zeigen
