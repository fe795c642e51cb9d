### Die Sätze der Tipps und des besten Zugs.

## Was auf dem Brett markiert ist.

marked_cell = die markierte Zelle
marked_cells =
    { GIVEN($count) ->
        [yes] die { $count } markierten Zellen
       *[no] die markierten Zellen
    }
marked_clues =
    { $count ->
        [one] die markierte Zahl
       *[other] die { $count } markierten Zahlen
    }
marked_clues_short = die markierten Zahlen
marked_clues_dative =
    { $count ->
        [one] der markierten Zahl
       *[other] den { $count } markierten Zahlen
    }

## Wohin schauen.

claim =
    { $what ->
        [flag] Eine Fahne ist falsch
        [flags] Einige Fahnen sind falsch
       *[together] Die Fahnen können nicht alle stimmen
    }
where_claim = { $claim }.
where_hard = Etwas steht fest, ist aber nicht leicht zu sehen.
where_look =
    { GIVEN($claim) ->
        [yes] { $claim }: Sieh dir { $clues } an.
       *[no] Sieh dir { $clues } an.
    }
where_count =
    { GIVEN($claim) ->
        [yes] { $claim }: Zähle die übrigen Minen.
       *[no] Zähle die übrigen Minen.
    }

## Falsche Fahnen.

wrong_flags =
    { $count ->
        [one] Die Fahne auf { $cells } ist falsch.
       *[other] Die Fahnen auf { $cells } sind falsch.
    }
safe_left =
    { $count ->
        [one] Die markierte Zelle ist sicher.
       *[other] Die markierten Zellen sind sicher.
    }
wrong_marked = Die { $count } markierten Fahnen sind falsch.
crowded = Um die Zahl bei { $clues } stehen zu viele Fahnen.
crowded_why =
    { $count ->
        [one] Um { $clue } steht 1 Fahne
       *[other] Um { $clue } stehen { $count } Fahnen
    }{ GIVEN($isMarked) ->
        [yes] .
       *[no] , { $cells }: Sie können nicht alle stimmen.
    }
many =
    { $flags ->
        [one] Es stehen 1 Fahne
       *[other] Es stehen { $flags } Fahnen
    } für { $mines ->
        [one] 1 Mine: Einige sind falsch.
       *[other] { $mines } Minen: Einige sind falsch.
    }
together =
    { GIVEN($isMarked) ->
        [yes]
            { $count ->
                [one] Die markierte Fahne kann nicht stimmen.
               *[other] Die { $count } markierten Fahnen können nicht alle stimmen.
            }
       *[no] Die Fahnen auf { $cells } können nicht alle stimmen.
    }
together_why =
    { GIVEN($isMarked) ->
        [yes]
            { $count ->
                [one] Keine Verteilung mit der markierten Fahne passt zu { $markedClues }
               *[other] Keine Verteilung mit den { $count } markierten Fahnen passt zu { $markedClues }
            }
       *[no]
            { $number ->
                [one] Keine Verteilung mit allen Fahnen auf { $cells } passt zur Zahl bei { $clues }
               *[other] Keine Verteilung mit allen Fahnen auf { $cells } passt zu den Zahlen bei { $clues }
            }
    }{ GIVEN($minesAtFault) ->
        [yes] { " " }und zur Zahl der Minen.
       *[no] .
    }
unproved =
    { $kind ->
        [flags] Eine Fahne ist falsch.
       *[other] Etwas steht fest, ist aber nicht leicht zu sehen.
    }
unproved_why =
    { $kind ->
        [flags] Die Fahne auf { $cells } ist falsch
       *[other] { $cells } ist sicher
    }: { GIVEN($isMarked) ->
        [yes] Alle passenden Verteilungen stimmen überein.
       *[no] Darin stimmen alle Verteilungen überein, die zu den Zahlen passen, aber ein kurzer Grund fand sich nicht.
    }

## Sichere Zellen, und kurz, warum.

safe_words =
    { $count ->
        [one] { $cells } ist sicher
       *[other] { $cells } sind sicher
    }
safe = { CAPITAL($words) }.
safe_brief = { $brief }: { CAPITAL($words) }.
safe_why = { CAPITAL($words) }: { CAPITAL($why) }.
brief = { $brief }.
brief_steps = In { $steps } Schritten: { CAPITAL($why) }
brief_step = { CAPITAL($why) }
why_guess =
    { GIVEN($isEstimate) ->
        [yes] auf { $cells } liegt mit etwa { DECIMAL($percent) } Wahrscheinlichkeit eine Mine
       *[no] auf { $cells } liegt mit { DECIMAL($percent) } Wahrscheinlichkeit eine Mine
    }{ GIVEN($isLowest) ->
        [yes] , das kleinste Risiko auf dem Brett
       *[no] { "" }
    }
why_clue =
    { $number ->
        [0] { $clue } berührt keine Mine
        [one] { $clue } hat ihre Mine schon{ GIVEN($isPlaced) ->
            [yes] , { $mines }
           *[no] { "" }
        }
       *[other] { $clue } hat ihre { $number } Minen schon
    }
why_compare = vergleiche { $clues }
why_share =
    { $rest ->
        [one] { $first } teilt ihre Mine mit { $second }
       *[other] { $first } teilt ihre { $rest } Minen mit { $second }
    }
why_share_least =
    { $least ->
        [one] { $first } teilt mindestens 1 Mine mit { $second }
       *[other] { $first } teilt mindestens { $least } Minen mit { $second }
    }
why_line =
    { $count ->
        [one] wäre { $cell } eine Mine, könnte { $clues } nicht stimmen
       *[other] wäre { $cell } eine Mine, könnten { $clues } nicht alle stimmen
    }
why_count =
    { $count ->
        [0] die Zahl der übrigen Minen lässt dort keine zu
       *[other] die Zahl der übrigen Minen und { $clues } lassen dort keine zu
    }
why_sum =
    { $count ->
        [one] { $clues } lässt dort keine Mine zu
       *[other] { $clues } lassen dort zusammen keine Mine zu
    }
chain =
    { $left ->
        [one] Nach 1 leichteren Schritt: { $sentences }
       *[other] Nach { $left } leichteren Schritten: { $sentences }
    }

## Raten.

guess = Nichts ist sicher.
guess_where = Nichts ist sicher; am besten rätst du { $cells }.
guess_flagged = { $text } Auf { $cells } steht deine Fahne; vielleicht ist sie falsch.
estimate =
    { GIVEN($isMarked) ->
        [yes] Diese Stellung ist in der Zeit nicht auszurechnen, und keine einfache Regel hilft.
       *[no] Diese Stellung ist in der verfügbaren Zeit nicht auszurechnen, und keine einfache Regel klärt etwas.
    }

## Das erste Aufdecken.

start_after =
    { GIVEN($isSolvable) ->
        [yes] , und danach musst du nie raten
       *[no] { "" }
    }
start =
    { $promise ->
        [any] Noch ist nichts bekannt. Jede Zelle ist mit derselben Wahrscheinlichkeit eine Mine, { DECIMAL($chance) }: Decke irgendeine auf.
        [opening] Noch ist nichts bekannt. Deine erste Zelle ist nie eine Mine und liegt auch nie neben einer{ start_after }: Decke irgendeine auf.
       *[safe] Noch ist nichts bekannt. Deine erste Zelle ist nie eine Mine{ start_after }: Decke irgendeine auf.
    }
start_short =
    { $promise ->
        [any] Decke irgendeine Zelle auf: Jede ist mit { DECIMAL($chance) } Wahrscheinlichkeit eine Mine.
        [opening] Decke irgendeine Zelle auf: Die erste ist nie eine Mine und liegt auch nie neben einer{ start_after }.
       *[safe] Decke irgendeine Zelle auf: Die erste ist nie eine Mine{ start_after }.
    }

## Wo es keinen Tipp gibt.

all_mines = Hier gibt es keinen Tipp: Jede verdeckte Zelle ist eine Mine.
large = Hier gibt es keinen Tipp: Die Stellung ist zu groß, um sie auszurechnen.
large_board = Hier gibt es keinen Tipp: Das Brett ist zu groß, um es auszurechnen.
over = Das Spiel ist vorbei.
busy = Ein Zug wird noch gemacht.
paused = Das Spiel ist angehalten.

## Der beste Zug.

was_safe = { $cells } war sicher
best = Bester Zug: { $cells } aufdecken
best_none = Bester Zug: keiner, keine verdeckte Zelle kann sicher sein
easier = Leichter zu sehen: { $cells } aufdecken

## Was eine Engine sagt.

engine_where =
    { GIVEN($clues) ->
        [yes] Sieh dir { $clues } an.
       *[no] Die Engine { $engine } hat einen Zug.
    }
engine_safe = Die Engine { $engine } würde { $cells } aufdecken, was sie für sicher hält.
engine_move = Die Engine { $engine } würde { $cells } aufdecken.
engine_guess =
    { GIVEN($isEstimate) ->
        [yes] Die Engine { $engine } würde { $cells } aufdecken, mit etwa { DECIMAL($chance) } eine Mine.
       *[no] Die Engine { $engine } würde { $cells } aufdecken, mit { DECIMAL($chance) } eine Mine.
    }
engine_none = Die Engine { $engine } findet nichts zum Aufdecken.
engine_gone = Die Engine { $engine } hat der Server nicht mehr, deshalb antwortet diese Seite selbst. { $text }
engine_away = Die Engine { $engine } ist nicht zu erreichen, deshalb antwortet diese Seite selbst. { $text }
engine_without = Ohne die Engine: { $text }
engine_fault = Es gibt keinen Hinweis: { $text }

## Stellungen, die es nicht geben kann.

conflict_none =
    { $mines ->
        [one] Keine Verteilung passt: 1 Mine kann hier nicht liegen.
       *[other] Keine Verteilung passt: { $mines } Minen können hier nicht liegen.
    }
conflict_mines =
    { $mines ->
        [one] Keine Verteilung passt: Mit 1 Mine können diese Zahlen nicht alle stimmen: { $clues }.
       *[other] Keine Verteilung passt: Mit { $mines } Minen können diese Zahlen nicht alle stimmen: { $clues }.
    }
conflict_one = Keine Verteilung passt: { CAPITAL($clues) } kann nicht stimmen.
conflict_all = Keine Verteilung passt: Diese Zahlen widersprechen einander: { $clues }.
conflict_more = { $clues } und andere
