unreachable = Der Server ist nicht erreichbar. Bist du offline?
slow = Der Server antwortet seit einer halben Minute nicht. Versuch es bitte noch einmal.
answer = Die Antwort des Servers ist nicht lesbar (Status { $status }).
other = Der Server sagt: { $message }
unavailable = Der Server kann gerade nichts lesen oder schreiben. Nichts davon ist geschehen; versuch es gleich noch einmal.
busy = Der Server hat gerade zu viel zu tun. Versuch es gleich noch einmal.
too_often = Das war zu oft. Warte bitte einen Moment.
too_large =
    { GIVEN($cells) ->
        [yes] Dieses Brett ist zu groß für diesen Server: Er nimmt höchstens { NUMBER($cells) } Zellen.
       *[no]
            { GIVEN($most) ->
                [yes] Das ist zu groß für diesen Server: Er nimmt höchstens { NUMBER($most) } Bytes.
               *[no] Das ist zu groß für diesen Server.
            }
    }
protocol = Der Server hat eine neuere Version der Seite. Lade die Seite bitte neu.
too_fast = Das war dem Server zu schnell. Warte bitte einen Moment.
too_many_rooms = Du hast viele Räume, in denen noch gespielt wird. Beende erst einen davon.
too_many_sockets = Die Seite ist hier zu oft zugleich offen. Schließ ein paar ihrer Tabs.
failed = Hier hat der Server einen Fehler gemacht. Versuch es bitte noch einmal.
foreign = Das nimmt der Server nur von seiner eigenen Seite an. Lade die Seite bitte neu.
malformed = Seite und Server verstehen sich nicht. Lade die Seite bitte neu.
media_type = Seite und Server verstehen sich nicht. Lade die Seite bitte neu.
method = Seite und Server verstehen sich nicht. Lade die Seite bitte neu.
no_address = Unter dieser Adresse hat der Server nichts.
name =
    { $why ->
        [length] Ein Name hat 1 bis { $most } Zeichen.
        [letter] Ein Name braucht einen Buchstaben oder eine Ziffer.
        [script] Ein Name besteht aus Buchstaben und Ziffern einer Schrift; nur lateinische dürfen neben chinesischen, japanischen oder koreanischen stehen.
        [reserved] Dieser Name gehört dem Server selbst. Nimm bitte einen anderen.
       *[sign] In diesem Namen ist ein Zeichen, das man nicht sieht, oder zwei Leerzeichen nacheinander.
    }
name_taken = Dieser Name ist schon vergeben, oder einer, der genauso aussieht.
passphrase = Ein Passwort hat { NUMBER($least) } bis { NUMBER($most) } Zeichen.
sign_in = Name und Passwort gehören nicht zusammen.
recovery = Name und Wiederherstellungscode gehören nicht zusammen, oder der Code wurde schon benutzt.
signed_out = Du bist nicht mehr angemeldet.
nobody = Der Server kennt diesen Browser noch nicht. Lade die Seite bitte neu.
has_account = Du hast schon ein Konto.
has_none = Du spielst als Gast: Da gibt es kein Passwort zu ändern.
banned =
    Du bist hier gesperrt, { GIVEN($isForGood) ->
        [yes] bis auf Weiteres
       *[no] bis zum { DATETIME($until, dateStyle: "long", timeStyle: "short") }
    }.{ GIVEN($reason) ->
        [yes] { " " }{ $reason }
       *[no] { "" }
    }
deleted = Dieses Konto ist gelöscht.
not_allowed = Das dürfen nur Verwalter.
is_admin = Mit Verwaltern geht das nicht.
no_reason = Bitte gib einen Grund an: Die Seite des Spiels zeigt ihn.
no_person = Es gibt keinen Spieler dieses Namens.
person = Es gibt keinen Spieler dieses Namens, oder es ist ein Gast.
kind = Solche Bretter gibt es nicht.
period = Diesen Zeitraum gibt es nicht.
page = So weit geht die Liste nicht.
daily = Von diesem Tag gibt es keine Bretter.
daily_early = Dieses Brett kommt erst an seinem Tag.
daily_sealed = Dieses Tagesbrett ist bis eine Stunde nach seinem Tag versiegelt: Bis dahin können noch Versuche laufen, die zählen.
game = Dieses Spiel gibt es hier nicht: Der Link ist nicht vollständig, oder es wurde gelöscht.
picture = Von diesem Spiel gibt es kein Bild.
engine = Diese Engine hat der Server nicht mehr. Bitte wähle in den Einstellungen eine andere.
engine_failed = Die Engine ist ausgefallen. Bitte versuche es gleich noch einmal.
engine_refused =
    { GIVEN($reason) ->
        [yes] Die Engine kann dazu nichts sagen: { $reason }.
       *[no] Die Engine kann dazu nichts sagen.
    }
replay =
    { GIVEN($reason) ->
        [yes] Aus dieser Datei lässt sich keine Aufzeichnung machen: { $reason }.
       *[no] Aus dieser Datei lässt sich keine Aufzeichnung machen.
    }
board_too_large = Dieses Brett ist zu groß für diesen Server: Er nimmt höchstens { NUMBER($most) } Zellen.
no_room = Diesen Raum gibt es nicht: Der Link ist nicht vollständig, oder er wurde geschlossen.
no_kind = Solche Räume gibt es nicht.
board =
    { GIVEN($reason) ->
        [yes] Auf diesem Brett kann man hier nicht spielen: { $reason }.
       *[no] Auf diesem Brett kann man hier nicht spielen.
    }
no_board = Nach diesen Regeln fand sich kein Brett. Versuch es mit anderen Regeln oder weniger Minen.
versus_punished = Wo Raten bestraft wird, hängen die Minen von den Zügen ab: Gegeneinander geht das nicht.
key = In diesen Raum kommt man mit einer Einladung, und diese passt nicht.
full = Hier ist kein Platz mehr frei.
removed = Du wurdest aus diesem Raum entfernt.
locked = Dieser Raum nimmt keine neuen Mitglieder auf.
muted = Du wurdest in diesem Raum stummgeschaltet.
not_owner = Das darf nur, wer den Raum angelegt hat.
own_place = Wer den Raum angelegt hat, kann nicht entfernt oder stummgeschaltet werden.
no_versus = Spielfelder werden nur gegeneinander verborgen.
no_member = Dieses Mitglied gibt es in diesem Raum nicht.
away = Dieser Raum zieht gerade auf eine andere Maschine um. Versuch es gleich noch einmal.
broken = In diesem Raum ist etwas kaputt. Hier kann nicht weitergespielt werden.
watcher = Du siehst hier zu; das können nur Mitspieler.
not_here = Du bist nicht mehr in diesem Raum.
waiting = Das Spiel hat noch nicht angefangen.
playing = Das Spiel läuft noch; warte, bis es vorbei ist.
ended = Dieses Spiel wurde entfernt: Es war nicht begonnen.
no_resign = Ein Spiel mehrerer Spieler kann niemand aufgeben.
gone = Die Seite ist fort: Was sie gefragt hat, wurde abgebrochen.
over = Dieses Spiel ist vorbei.
cell = Diese Zelle gibt es auf dem Brett nicht.
gap = Ein Zug ist unterwegs verloren gegangen. Er wird noch einmal angefordert.
no_chat = In diesem Raum kann man sich nicht unterhalten.
no_edits = In diesem Raum gibt es keine Aufzeichnung zu ändern.
no_rounds = Dieser Raum wartet nicht, bis alle bereit sind.
study_beginning = Vor dem Anfang kommt nichts.
study_board =
    { GIVEN($why) ->
        [yes] Mit diesem Brett kann keine Studie anfangen: { $why }.
       *[no] Mit diesem Brett kann keine Studie anfangen.
    }
study_built_on = Andere haben darauf schon aufgebaut: Das lässt sich nicht mehr zurücknehmen.
study_depth = Nebenlinien können höchstens { NUMBER($most) }-fach verschachtelt sein.
study_edit = Seite und Server verstehen sich nicht. Lade die Seite bitte neu.
study_edits = Eine Studie kann { NUMBER($most) }-mal geändert werden; diese ist so weit.
study_empty = In dieser Nebenlinie geschieht noch nichts.
study_events = Eine Studie hat höchstens { NUMBER($most) } Züge.
study_gone =
    { GIVEN($name) ->
        [yes] { $name } hat diesen Moment inzwischen gelöscht.
       *[no] Ein anderes Mitglied hat diesen Moment inzwischen gelöscht.
    }
study_impossible = Dieser Zug kann nicht sein: Er widerspricht dem, was vom Brett bekannt ist.
study_late = Diese Änderung kam zu spät: Inzwischen ist zu viel geändert worden.
study_lines = Eine Studie hat höchstens { NUMBER($most) } Nebenlinien.
study_main = Das ist schon die Hauptlinie.
study_moment = Diesen Moment gibt es in der Studie nicht.
study_move = Dieser Zug geht hier nicht.
study_no_layout = Eine Studie braucht eine Aufzeichnung, deren Minen bekannt sind.
study_no_undo = Du hast nichts geändert, was sich zurücknehmen ließe.
study_not_owner = Das darf nur, wem die Studie gehört.
study_nothing = Dieser Zug ändert nichts.
study_own_role = Wem die Studie gehört, darf sie immer ändern.
study_paused = In diesem Moment ist das Spiel unterbrochen.
study_reader = Du darfst diese Studie lesen, nicht ändern.
study_record =
    { GIVEN($why) ->
        [yes] Diese Aufzeichnung ist nicht lesbar: { $why }.
       *[no] Diese Aufzeichnung ist nicht lesbar.
    }
study_no_member = In dieser Studie gibt es kein solches Mitglied.
study_said =
    { GIVEN($name) ->
        [yes] { $name } hat diesen Kommentar inzwischen geändert. Sieh ihn dir bitte noch einmal an.
       *[no] Ein anderes Mitglied hat diesen Kommentar inzwischen geändert. Sieh ihn dir bitte noch einmal an.
    }
study_search = Mit dieser Aufzeichnung kann keine Studie anfangen: Ihr Brett müsste erst gesucht werden.
study_tag = Das kann nicht in der Aufzeichnung stehen.
study_tags = Eine Aufzeichnung hat höchstens { NUMBER($most) } Angaben im Kopf.
study_text = Diese Aufzeichnung ist zu lang: Eine Studie hat höchstens { NUMBER($most) } Bytes.
study_work = Diese Aufzeichnung ist zu lang für eine Studie.
