title = Raum
kind_solo = Gewertetes Spiel
kind_coop = Gemeinsam
kind_versus = Gegeneinander
kind_study = Studie
joining = Der Raum wird betreten …
not_there = Du kannst diesen Raum nicht betreten
panel = Raum
here = { NUMBER($count) } da
members = Wer da ist
more = und { NUMBER($count) } weitere
you = { $name } (du)
watches = schaut zu
watchers =
    { $count ->
        [one] 1 schaut zu
       *[other] { NUMBER($count) } schauen zu
    }
is_away = nicht da
is_ready = bereit ✓
not_ready = noch nicht bereit
board_won = Gewonnen in { $time }
board_lost = Verloren nach { $time }
you_hit = Du hast nach { $time } eine Mine getroffen
other_hit = { $name } hat nach { $time } eine Mine getroffen
board_opened = Alles aufgedeckt in { $time }

## Wer am schnellsten war, hat gewonnen.

won = fertig in { $time }
done = fertig
lost = verloren nach { $time }
share = { $share }{ "\u00A0" }%
progress = Wie weit { $name } ist
show_board = Brett zeigen
show_board_of = Das Brett von { $name } zeigen

## Was getan werden kann.

ready = Ich bin bereit
unready = Doch nicht bereit
again = Noch ein Brett
not_again = Doch kein weiteres Brett
next = Noch ein Brett
shared = Seite dieses Spiels zum Teilen
invitation = Einladung
invite = Zum Mitspielen
invite_copy = Einladung zum Mitspielen kopieren
invite_watch = Zum Zuschauen
invite_watch_copy = Einladung zum Zuschauen kopieren
show_mine = Wer zuschaut, darf mein Spielfeld sehen
show_mine_about = Ab dem nächsten Spiel, wenn alle es erlauben.
boards_hidden = Du siehst die Spielfelder, sobald alle fertig sind.
lock = Keine neuen Mitglieder
mute = Stummschalten
unmute = Wieder sprechen lassen
is_muted = stummgeschaltet
remove = Entfernen
remove_sure = Für immer entfernen?
chat = Chat
chat_unread = Chat ({ NUMBER($count) } neu)
chat_lines = Was gesagt wurde
resign = Aufgeben
resign_sure = Zum Aufgeben noch einmal drücken
chat_say = Deine Nachricht
chat_send = Senden
chat_away = Es gibt keine Verbindung: Sie wurde nicht gesendet.

## Was es zu wissen gibt.

watching = Du schaust zu.
delayed = Du siehst das Spiel { NUMBER($seconds) } Sekunden später.
waits_for_others = Schick anderen den Link unten, und drück dann „Ich bin bereit“.
waits_for_ready = Es beginnt, sobald alle bereit sind.
begins = Gleich geht es los.
waits_for_end = Die anderen spielen noch; danach siehst du, wo die Minen lagen.
waits_for_round = Diese Runde läuft schon: Du spielst in der nächsten.
is_over = Das Spiel ist vorbei.
over_won = Gewonnen!
over_lost = Verloren.
over_ongoing = Das Spiel ist vorbei.
wanted =
    { $ready ->
        [one] 1 von { NUMBER($players) } Spielern möchte noch ein Brett.
       *[other] { NUMBER($ready) } von { NUMBER($players) } Spielern möchten noch ein Brett.
    }
nobody_won = Es gibt keinen Gewinner.
you_won = Du hast gewonnen!
other_won = { $name } hat gewonnen.
no_connection = Gerade gibt es keine Verbindung zum Server.

## Was es hier nicht gibt.

no_undo = In Spielen des Servers kann nichts zurückgenommen werden.
no_hint = In Spielen des Servers gibt es keine Hinweise.
no_pause = Die Uhr des Servers hält nicht an.
no_same = Dasselbe Brett kann von der Seite des Spiels aus noch einmal gespielt werden.
only_watching = Du schaust hier zu.
seed_secret = hält der Server geheim
fair = Der Server hat dieses Brett vor dem ersten Klick festgelegt: Er hat vorher den Hash des Startwerts veröffentlicht, und das Brett folgt aus diesem Startwert.
unfair = Das ist nicht das Brett, dessen Hash der Server vor dem ersten Klick veröffentlicht hat. Bitte sag es dem Betreiber.
not_begun = Das Spiel hat noch nicht begonnen.
no_new_yet = Ein weiteres Brett gibt es, wenn dieses vorbei ist.
sealed = Dieses Tagesbrett ist versiegelt: Der Rückblick ist eine Stunde nach seinem Tag möglich.
no_record_yet = Ein Rückblick ist möglich, wenn alle fertig sind.
give_up = Damit gibst du das laufende Spiel auf. Noch einmal, und es kommt ein anderes Brett.

## Was vorgelesen wird.

told_did =
    { $name }: { $opened ->
        [0] { "" }
        [one] 1 Zelle aufgedeckt
       *[other] { NUMBER($opened) } Zellen aufgedeckt
    }{ $flags ->
        [0] { "" }
       *[other]
            { $opened ->
                [0] { "" }
               *[other] ,{ " " }
            }
    }{ $flags ->
        [0] { "" }
        [one] 1 Fahne gesetzt
       *[other] { NUMBER($flags) } Fahnen gesetzt
    }
told_many = { NUMBER($count) } andere haben { NUMBER($opened) } Zellen aufgedeckt
told_won = { $name } hat das ganze Brett aufgedeckt
told_lost = { $name } hat eine Mine getroffen
told_share = { $name } hat { $share }{ "\u00A0" }% aufgedeckt
told_came = { $name } ist da
told_went = { $name } ist nicht mehr da
told_said = { $name } sagt: { $text }
flag_of = { $label }, von { $name }
