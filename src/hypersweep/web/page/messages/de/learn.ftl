### Die Lektion „In vier Dimensionen sehen“.

title = In einer Minute in vier Dimensionen sehen
steps = Schritte
name_line = Eine Linie
name_square = Ein Quadrat
name_layers = Ebenen
name_tables = Eine Tabelle aus Quadraten
name_board = Ein echtes Brett
board = Brett
touch =
    { $count ->
        [one] Zelle berührt die in der Mitte
       *[other] Zellen berühren die in der Mitte
    }
axis =
    { $axis ->
        [0] Zeilen:
        [1] + Spalten:
        [2] + Ebenen:
       *[other] + Tabellenzeilen:
    }
see_line = Auf einer Linie berührt eine Zelle 2 andere: die davor und die danach.
see_square = Ein Quadrat besteht aus Linien untereinander. Ein Schritt nach oben oder unten, nach links oder rechts, oder beides zugleich: Jetzt berühren 8 Zellen die in der Mitte.
see_layers = Diese Quadrate sind die Ebenen eines Würfels, nebeneinander gelegt. Staple sie in Gedanken: Derselbe Platz in der nächsten Ebene ist einen Schritt entfernt. Jetzt berühren 26 Zellen die in der Mitte.
see_tables = Die vierte Dimension macht das noch einmal: drei Würfel untereinander. Auch derselbe Platz in der nächsten Tabellenzeile ist einen Schritt entfernt. Jetzt berühren 80 Zellen die in der Mitte.
go = Du bist dran
go_on = Drücke „Du bist dran“.
ask_line =
    { GIVEN($isTouch) ->
        [yes] Tippe auf
       *[no] Klicke auf
    } eine Zelle, die die Fahne berührt.
ask_square =
    { GIVEN($isTouch) ->
        [yes] Tippe auf
       *[no] Klicke auf
    } eine Zelle, die die Fahne an einer Ecke berührt.
ask_layers =
    { GIVEN($isTouch) ->
        [yes] Tippe auf
       *[no] Klicke auf
    } eine Zelle in der nächsten Ebene, die die Fahne berührt.
ask_tables =
    { GIVEN($isTouch) ->
        [yes] Tippe auf
       *[no] Klicke auf
    } eine Zelle, die die Fahne berührt und eine Ebene und eine Tabellenzeile weiter liegt.
keys =
    Tastatur: { $dimensions ->
        [1] Pfeiltasten bewegen den Cursor, Enter antwortet.
        [2] Pfeiltasten bewegen den Cursor, Enter antwortet.
        [3] Pfeiltasten bewegen den Cursor in einer Ebene, a und d gehen von Ebene zu Ebene, Enter antwortet.
       *[other] Pfeiltasten bewegen den Cursor in einem Quadrat, a und d gehen von Ebene zu Ebene, w und s von Tabellenzeile zu Tabellenzeile, Enter antwortet.
    }
right_line = Richtig: Sie ist einen Schritt entfernt.
right_square = Richtig: ein Schritt nach unten oder oben und einer zur Seite.
right_layers = Richtig: eine Ebene weiter, und in der Ebene höchstens einen Schritt.
right_tables = Richtig: Eben hast du entlang der vierten Dimension gesehen.
same = Das ist die Fahne selbst. Die hellen Zellen berühren sie.
far =
    { $axis ->
        [0] Diese Zelle ist { $by } Zeilen entfernt. Zellen berühren sich, wenn sie in jeder Richtung höchstens einen Schritt auseinander sind, wie die hellen.
        [1] Diese Zelle ist { $by } Spalten entfernt. Zellen berühren sich, wenn sie in jeder Richtung höchstens einen Schritt auseinander sind, wie die hellen.
        [2] Diese Zelle ist { $by } Ebenen entfernt. Zellen berühren sich, wenn sie in jeder Richtung höchstens einen Schritt auseinander sind, wie die hellen.
       *[other] Diese Zelle ist { $by } Tabellenzeilen entfernt. Zellen berühren sich, wenn sie in jeder Richtung höchstens einen Schritt auseinander sind, wie die hellen.
    }
near_square = Sie berührt die Fahne an einer Kante, nicht an einer Ecke. An einer Ecke heißt: ein Schritt nach oben oder unten und zugleich einer zur Seite.
near_layers = Sie berührt die Fahne, aber in derselben Ebene. Die nächste Ebene ist das Quadrat rechts: Sieh dort auf denselben Platz.
near_tables =
    { $axis ->
        [2] Sie berührt die Fahne, aber in derselben Ebene. Geh ein Quadrat nach rechts und eins nach unten: Sieh dort auf denselben Platz.
       *[other] Sie berührt die Fahne, aber in derselben Tabellenzeile. Geh ein Quadrat nach rechts und eins nach unten: Sieh dort auf denselben Platz.
    }
cell_lit = { $label }, hell
again = Noch einmal zeigen
back = Zurück
skip = Überspringen
board_ongoing = Jetzt ein echtes Brett in vier Dimensionen.
board_ongoing_how = Decke alle Zellen ohne Mine auf. Eine Zahl zählt die Minen in allen Zellen, die ihre Zelle berühren: Um den Cursor leuchten sie, derselbe Ausschnitt von 3x3 in ihrem Quadrat und in jedem daneben. Raten musst du nie, und „Tipp“ zeigt, wohin du sehen kannst.
board_won = Du hast in vier Dimensionen gewonnen.
board_won_how = Du musstest nur in jede Richtung sehen.
board_lost = Das war eine Mine.
board_lost_how = Nichts passiert. Sieh noch einmal in alle vier Richtungen, oder bitte um einen Tipp.
next = 4D leicht spielen
start = Zum Start
try_again = Ein anderes Brett
