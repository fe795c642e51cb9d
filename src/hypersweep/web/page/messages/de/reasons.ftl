### Die Sätze der Begründungen.

list = { $first } und { $last }
run = { $first } bis { $last }

## „Die 3 bei (2, 5)“: Der Artikel ist der von „Zahl“.

clue = die { $number } bei { $place }
clue_dative = der { $number } bei { $place }
clue_it = Sie

## Womit eine Begründung endet.

ending =
    { $conclusion ->
        [safe]
            { $count ->
                [one] { $cells } ist sicher
               *[other] { $cells } sind sicher
            }
       *[mine]
            { $count ->
                [one] { $cells } ist eine Mine
               *[other] { $cells } sind Minen
            }
    }
ending_alone = { $ending }.
all_mines =
    { GIVEN($isAll) ->
        [yes] : { $ending }
       *[no] , also sind alle davon Minen, auch { $cells }
    }

## Zellen, die nicht zählen.

left_out =
    { $count ->
        [one] { " " }(ohne { $cells }, die sicher ist)
       *[other] { " " }(ohne { $cells }, die sicher sind)
    }
left_out_last = { left_out }
shown_mines =
    { $count ->
        [one] Auf { $cells } ist eine Mine zu sehen, also braucht { $clue } noch { $rest }.
       *[other] Auf { $cells } sind Minen zu sehen, also braucht { $clue } noch { $rest }.
    }

## Eine einzelne Zahl.

clue_zero = { CAPITAL($clue) } berührt keine Mine: { $ending }.
clue_done =
    { $number ->
        [one] { CAPITAL($clue) } hat ihre Mine schon, { $mines }: { $ending }.
       *[other] { CAPITAL($clue) } hat ihre { $number } Minen schon, { $mines }: { $ending }.
    }
clue_safe =
    { $number ->
        [one] { CAPITAL($clue) } hat ihre Mine schon
       *[other] { CAPITAL($clue) } hat ihre { $number } Minen schon
    }, { $mines }; ihre { $count ->
        [one] einzige andere verdeckte Zelle, { $cells }, ist also sicher.
       *[other] { $count } anderen verdeckten Zellen, { $cells }, sind also sicher.
    }
clue_mine =
    { $left ->
        [1] { CAPITAL($clue) } berührt nur 1 verdeckte Zelle{ $allMines }.
       *[other] { CAPITAL($clue) } berührt nur { $left } verdeckte Zellen{ $allMines }.
    }
clue_mine_used =
    { $covered ->
        [one] { CAPITAL($clue) } berührt 1 verdeckte Zelle, aber { $ending }.
       *[other] { CAPITAL($clue) } berührt { $covered } verdeckte Zellen, aber { $ending }.
    } { $left ->
        [1] Es bleibt nur 1{ $allMines }.
       *[other] Es bleiben nur { $left }{ $allMines }.
    }

## Zwei Zahlen.

pair_known =
    { $count ->
        [one] { $cells }, nur von { $clue } berührt, ist eine Mine.
       *[other] { $cells }, nur von { $clue } berührt, sind Minen.
    }
pair_mine =
    { $room ->
        [1] { CAPITAL($clue) } kann in den Zellen, die sie mit { $other } teilt, höchstens { $most } Mine haben.
       *[other] { CAPITAL($clue) } kann in den Zellen, die sie mit { $other } teilt, höchstens { $most } Minen haben.
    } Für ihre { $own ->
        [1] einzige andere verdeckte Zelle{ $leftOut } bleibt { $rest } - { $room } = 1{ $allMines }.
       *[other] { $own } anderen verdeckten Zellen{ $leftOut } bleiben { $rest } - { $room } = { $own }{ $allMines }.
    }
pair_safe_all =
    { $rest ->
        [one] Jede verdeckte Zelle { $clue }{ $leftOut } berührt auch { $other }, also zählt ihre Mine für beide.
       *[other] Jede verdeckte Zelle { $clue }{ $leftOut } berührt auch { $other }, also zählen ihre { $rest } Minen für beide.
    }
pair_safe_some =
    { $own ->
        [1] { CAPITAL($clue) } hat nur 1 verdeckte Zelle{ $leftOut }, die { $other } nicht berührt
       *[other] { CAPITAL($clue) } hat nur { $own } verdeckte Zellen{ $leftOut }, die alle { $other } nicht berührt
    }, also { $least ->
        [1] liegt mindestens { $difference } ihrer Minen in den gemeinsamen Zellen.
       *[other] liegen mindestens { $difference } ihrer Minen in den gemeinsamen Zellen.
    }
pair_safe = Für die anderen Zellen { $other } bleiben { $left } = 0 Minen: { $ending }.

## Mehrere Zahlen, die zusammen alle Minen einer anderen in den Zellen brauchen, die sie mit ihr teilen.

filled_part =
    { $clue }{ $leftOut } braucht { GIVEN($own) ->
        [yes] mindestens { $difference }
       *[no] { $difference }
    } { $needed ->
        [1] Mine
       *[other] Minen
    } in { $cells }
filled = { CAPITAL($parts) }.
filled_known =
    { $count ->
        [one] { $cells } ist ebenfalls eine Mine.
       *[other] { $cells } sind ebenfalls Minen.
    }
filled_safe = Zusammen sind das { $total }, und mehr kann { $clue } nicht haben; anderswo hat sie also keine: { $ending }.
filled_mine = Zusammen sind das { $total }, und mehr kann { $clue } nicht haben; die anderen Minen { $others } liegen also anderswo: { $ending }.

## Eine Zahl mit mehr Minen, als andere Zahlen in den Zellen zulassen, die sie mit ihr teilen.

spared_room =
    { $room ->
        [1] in { $cells } höchstens { $difference } Mine zu
       *[other] in { $cells } höchstens { $difference } Minen zu
    }
spared_part = { $clue } lässt { spared_room }
spared_part_known =
    { $count ->
        [one] da { $known } eine Mine ist, lässt { $clue } { spared_room }
       *[other] da { $known } Minen sind, lässt { $clue } { spared_room }
    }
spared = { CAPITAL($parts) }: insgesamt { $total }.
spared_mine =
    { $own ->
        [1] Von den Minen { $clue }{ $leftOut } bleibt damit { $rest } - { $most } = 1 für ihre einzige andere verdeckte Zelle{ $allMines }.
       *[other] Von den Minen { $clue }{ $leftOut } bleiben damit { $rest } - { $most } = { $own } für ihre { $own } anderen verdeckten Zellen{ $allMines }.
    }
spared_safe =
    { $own ->
        [0] { CAPITAL($clue) }{ $leftOut } hat keine andere verdeckte Zelle, braucht also { $rest } in diesen
        [1] { CAPITAL($clue) }{ $leftOut } hat nur 1 andere verdeckte Zelle, braucht also { $rest } - 1 = { $most } in diesen
       *[other] { CAPITAL($clue) }{ $leftOut } hat nur { $own } andere verdeckte Zellen, braucht also { $rest } - { $own } = { $most } in diesen
    }, und { $count ->
        [one] { $others } hat anderswo keine: { $ending }.
       *[other] { $others } haben anderswo keine: { $ending }.
    }

## Summen von Zahlen.

compared = Vergleiche { $first } mit { $second }: { $ours } gegen { $theirs }.
compared_known =
    { $count ->
        [one] { $cells } ist eine Mine und zählt auf der zweiten Seite { $taken } mehr
       *[other] { $cells } sind Minen und zählen auf der zweiten Seite { $taken } mehr
    }; dort { $left ->
        [1] bleibt { $all } - { $taken } = 1.
       *[other] bleiben { $all } - { $taken } = { $left }.
    }
compared_difference = Der Unterschied ist { $all } - { $left } = { $difference }.
compared_able =
    { $count ->
        [0] Keine andere verdeckte Zelle zählt auf der ersten Seite öfter
        [one] Nur { $able } zählt auf der ersten Seite öfter, zusammen { $most }
       *[other] Nur { $able } zählen auf der ersten Seite öfter, zusammen { $most }
    }
compared_safe = { compared_able }; was auf der zweiten Seite öfter zählt, ist also sicher: { $cells }.
compared_mine =
    { $count ->
        [0] { compared_able }: { $ending }.
       *[other] { compared_able }, und das ist nicht mehr als der Unterschied: { $ending }.
    }

## Annahmen.

line_start =
    { GIVEN($isMine) ->
        [yes] Angenommen, { $cell } wäre eine Mine.
       *[no] Angenommen, { $cell } wäre sicher.
    }
line_left =
    { $count ->
        [0] Für { $clue } bliebe
        [one] Für { $clue } bliebe
       *[other] Für { $clue } blieben
    }{ GIVEN($shown) ->
        [yes] { " " }neben { $shown }
       *[no] { "" }
    } { $count ->
        [0] keine verdeckte Zelle
       *[other] nur { $supposed }
    }
line_short = { line_left }, und das reicht nicht.
line_mine =
    { line_left }, also { $count ->
        [one] wäre das
       *[other]
            { $followed ->
                [one] wäre { $follows }
               *[other] wären { $follows }
            }
    } { $followed ->
        [one] eine Mine.
       *[other] Minen.
    }
line_many =
    { $count ->
        [one] { CAPITAL($clue) } würde 1 Mine berühren, { $mines }, und das sind zu viele.
       *[other] { CAPITAL($clue) } würde { $count } Minen berühren, { $mines }, und das sind zu viele.
    }
line_safe =
    { $number ->
        [one] { CAPITAL($clue) } hätte ihre Mine, { $mines }, also
       *[other] { CAPITAL($clue) } hätte ihre { $number } Minen, { $mines }, also
    } { $followed ->
        [one] wäre { $follows } sicher.
       *[other] wären { $follows } sicher.
    }
line_case =
    { GIVEN($isMine) ->
        [yes] Fall { $label }, { $cell } ist eine Mine:
       *[no] Fall { $label }, { $cell } ist sicher:
    }
line_end =
    { $conclusion ->
        [safe] Also ist { $cell } sicher
       *[mine] Also ist { $cell } eine Mine
    }{ $count ->
        [0] { "" }
        [one] , und damit auch { $alike }, die dieselben dieser Zahlen berührt
       *[other] , und damit auch { $alike }, die dieselben dieser Zahlen berühren
    }.
tried =
    { $count ->
        [one] Wäre
       *[other] Wären
    } { $conclusion ->
        [safe] { $cells } eine Mine
       *[mine] { $cells } sicher
    }, würde keine Verteilung der Minen zu { $clues } passen. Es sind zu viele Fälle, um sie aufzuzählen, aber alle wurden durchprobiert: { $ending }.

## Die Zahl der Minen.

share_none = Es gibt keine Minen
share_all =
    { $mines ->
        [one] Die einzige Mine ist gefunden
       *[other] Alle { $mines } Minen sind gefunden
    }
share_found =
    { $found ->
        [one] 1 der { $mines } Minen ist anderswo gefunden
       *[other] { $found } der { $mines } Minen sind anderswo gefunden
    }, { $left ->
        [1] es bleibt { $difference }
       *[other] es bleiben { $difference }
    }
share_only =
    { $mines ->
        [one] Es gibt nur 1 Mine
       *[other] Es gibt nur { $mines } Minen
    }
share_rest =
    { $count ->
        [one] { $start }, also ist { $cells } sicher.
       *[other] { $start }, also sind { $cells } sicher.
    }
share_safe =
    { $start }. { $number ->
        [one]
            { CAPITAL($clues) } braucht { $left ->
                [1] sie
                [2] beide
               *[other] alle { $left }
            }
       *[other] { CAPITAL($clues) } haben keine verdeckte Zelle gemeinsam und brauchen { $total }
    }, { $count ->
        [one] also ist die einzige andere verdeckte Zelle sicher: { $cells }.
       *[other] also sind die { $count } anderen verdeckten Zellen sicher: { $cells }.
    }
share_shown =
    { $found ->
        [one] 1 der { $mines } Minen ist zu sehen
       *[other] { $found } der { $mines } Minen sind zu sehen
    }, { $left ->
        [1] es bleibt { $difference }
       *[other] es bleiben { $difference }
    }
share_mines =
    { $mines ->
        [one] Es gibt 1 Mine
       *[other] Es gibt { $mines } Minen
    }
share_covered =
    { GIVEN($safe) ->
        [yes]
            { $count ->
                [one] { $start }, und nur 1 noch unbekannte verdeckte Zelle: { $ending }.
               *[other] { $start }, so viele wie noch unbekannte verdeckte Zellen: { $ending }.
            }
       *[no]
            { $count ->
                [one] { $start }, und nur 1 verdeckte Zelle: { $ending }.
               *[other] { $start }, so viele wie verdeckte Zellen: { $ending }.
            }
    }
share_known =
    { $safe ->
        [one] { $start }, und 1 verdeckte Zelle ist bekanntlich sicher
       *[other] { $start }, und { $safe } verdeckte Zellen sind bekanntlich sicher
    }
share_mine =
    { $start }. { $number ->
        [one] { CAPITAL($clues) } nimmt { $total }.
       *[other] { CAPITAL($clues) } haben keine verdeckte Zelle gemeinsam und nehmen { $total }.
    } { $room ->
        [1] Es bleibt { $left } - { $needed } = 1 für die einzige andere verdeckte Zelle
       *[other] Es bleiben { $left } - { $needed } = { $room } für die { $room } anderen verdeckten Zellen
    }, { $number ->
        [one] die sie nicht berührt: { $ending }.
       *[other] die keine von ihnen berührt: { $ending }.
    }
bound_start =
    { $count ->
        [one] Wäre { $cells }
       *[other] Wäre eine von { $cells }
    } { $conclusion ->
        [safe] eine Mine
       *[mine] sicher
    }
bound_mines =
    { $bound ->
        [one] 1 Mine
       *[other] { $bound } Minen
    }
bound_least =
    { bound_start }, { $number ->
        [0] gäbe es mindestens { bound_mines }
        [one] bräuchte die Zahl bei { $clues } mindestens { bound_mines } auf dem Brett
       *[other] bräuchten die Zahlen bei { $clues } mindestens { bound_mines } auf dem Brett
    }, es gibt aber nur { $mines }: { $ending }.
bound_most =
    { bound_start }, { $number ->
        [0] könnte es höchstens { bound_mines } geben
        [one] ließe die Zahl bei { $clues } höchstens { bound_mines } auf dem Brett zu
       *[other] ließen die Zahlen bei { $clues } höchstens { bound_mines } auf dem Brett zu
    }, es gibt aber { $mines }: { $ending }.
all =
    { $conclusion ->
        [safe]
            { $ending }: Keine Verteilung, die zu den Zahlen und zur Zahl der Minen passt, hat { $count ->
                [one] dort eine Mine.
               *[other] auf einer davon eine Mine.
            }
       *[mine]
            { $ending }: Jede Verteilung, die zu den Zahlen und zur Zahl der Minen passt, hat { $count ->
                [one] dort eine Mine.
               *[other] auf allen davon Minen.
            }
    } Ein kürzerer Grund fand sich nicht.

## Raten.

percent_almost = fast 100 %
percent = { DECIMAL($percent) }
risk =
    { GIVEN($isEstimate) ->
        [yes] etwa { $percent }
       *[no] { $percent }
    }
risk_least = weniger als 0,001 %
guess_beside =
    { $count ->
        [one] 1 verdeckte Zelle neben Zahlen
       *[other] { $count } verdeckte Zellen neben Zahlen
    }
guess_elsewhere = { $count } anderswo
guess_covered =
    { $count ->
        [one] 1 verdeckte Zelle
       *[other] { $count } verdeckte Zellen
    }
guess_start =
    { GIVEN($isEstimate) ->
        [yes] Es gibt zu viele Verteilungen, um sie zu zählen, und keine einfache Regel findet eine sichere Zelle
       *[no] Keine Zelle ist mit Gewissheit sicher
    }{ $count ->
        [0] .
        [one] : { $where } ist ungewiss.
       *[other] : { $where } sind ungewiss.
    }
guess_chance =
    { GIVEN($isSeen) ->
        [yes] Auf { $cell } liegt
       *[no] Auf { $cell }, neben keiner Zahl, liegt
    } mit einer Wahrscheinlichkeit von { $risk } eine Mine
guess_lowest =
    { $equals ->
        [0] { guess_chance }, das kleinste Risiko auf dem Brett.
        [one] { guess_chance }, das kleinste Risiko auf dem Brett (1 andere Zelle ist genauso sicher).
       *[other] { guess_chance }, das kleinste Risiko auf dem Brett ({ $equals } andere Zellen sind genauso sicher).
    }
guess_higher = { guess_chance }; das kleinste Risiko auf dem Brett, { $least }, hat { $safest }.
guess_error = Die Wahrscheinlichkeiten sind geschätzt, hier mit einem Standardfehler von { $percent }.
guess_better = Besser rätst du { $cell }.
guess_wins = Bei bestem Spiel gewinnst du so in { $percent } der Fälle; mit keiner anderen Zelle gewinnst du öfter.
guess_opening = Mit einer Wahrscheinlichkeit von { $percent } berührt sie keine Mine und öffnet weitere Zellen.
guess_later = Unter den etwa gleich sicheren Zellen verspricht sie am meisten für die nächsten Züge.
guess_settles = Unter den sichersten Zellen klärt sie am ehesten weitere.
