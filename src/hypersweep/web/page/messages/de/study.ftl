title = Studie
title_of = Studie: { $board }
joining = Die Studie wird geöffnet …
not_there = Diese Studie lässt sich nicht öffnen
side = Linien, Kommentare und Leute
lines = Züge
line_begins =
    { GIVEN($number) ->
        [yes] Nebenlinie { $number }:
       *[no] Anfang
    }
move =
    { $number }. { $kind ->
        [open] Aufdecken
        [flag] Fahne
        [chord] Rundum-Aufdecken
        [undo] zurückgenommen
        [redo] wiederholt
        [pause] Pause
        [resume] weiter
        [hint] Tipp
       *[other] { $kind }
    }{ GIVEN($place) ->
        [yes] { " " }{ $place }
       *[no] { "" }
    }{ GIVEN($ended) ->
        [yes]
            { $ended ->
                [won] , gewonnen
               *[lost] , verloren
            }
       *[no] { "" }
    }
more = … { NUMBER($count) } weitere
now =
    { GIVEN($depth) ->
        [yes] { $what } (in einer Nebenlinie)
       *[no] { $what }
    }
beginning_of = Der Anfang
beginning = Zum Anfang
back = Einen Zug zurück
on = Einen Zug weiter
end = Zum Ende der Linie
follow = Die Nebenlinie entlang
no_line = Hier zweigt keine Nebenlinie ab.
main_line = Das ist die Hauptlinie.
flag_mode = Ein Tippen setzt eine Fahne
undo = Zurücknehmen
promote = Linie aufwerten
delete = Ab hier löschen
nothing_to_delete = Vor dem Anfang gibt es nichts.
rename = Einen Titel geben
ask_title = Wie heißt die Studie?
comment = Ein Kommentar zu diesem Moment
keep_comment = Kommentar behalten
theirs =
    { GIVEN($text) ->
        [yes] Jetzt steht dort: { $text }
       *[no] Jetzt steht dort: nichts
    }
import = Eine Datei einsetzen
ask_replace = Die ganze Studie durch diese Datei ersetzen? Du kannst das rückgängig machen, bis ein anderes Mitglied sie bearbeitet.
ask_new = Diese Datei ist zu groß, um sie in einer Studie einzusetzen. Eine neue Studie damit beginnen?
save = Als Datei speichern
copy = Kopieren
replay = Ansehen
review = Auswertung
people = Leute
role_owner = hat sie begonnen
role_editor = bearbeitet
role_reader = liest
is_away = nicht da
leads = führt
you = { $name } (du)
go_there = Dorthin
go_to = wo { $name } ist
let_edit = Bearbeiten lassen
let_read = Nur lesen lassen
lead = Führen
lead_about = den anderen den Moment zeigen, den du ansiehst
follow_leader = Folgen
follow_about = den Moment sehen, den { $name } ansieht
follows = Du siehst, was gezeigt wird.
follows_not = Du gehst deinen eigenen Weg.
invite = Zum Bearbeiten einladen
invite_about = kopiert einen Link
invite_reader = Zum Lesen einladen
invite_reader_about = kopiert einen Link, der nur Lesen erlaubt
invitation = die Einladung
only_reading = Du kannst diese Studie lesen, aber nicht bearbeiten.
gone_here =
    { $name } { $edit ->
        [play] hat einen Zug gemacht
        [delete] hat Züge gelöscht
        [promote] hat eine Nebenlinie aufgewertet
        [comment] hat einen Kommentar geschrieben
        [tag] hat den Titel geändert
        [replace] hat eine andere Aufzeichnung eingesetzt
        [graft] hat Züge zurückgeholt
        [undo] hat etwas zurückgenommen
        [all] hat Nebenlinien geändert
        [lead] führt, oder nicht mehr
        [role] hat gesagt, wer bearbeiten darf
       *[other] hat etwas geändert
    }: was du angesehen hast, ist weg
done =
    { $name } { $edit ->
        [play] hat einen Zug gemacht
        [delete] hat Züge gelöscht
        [promote] hat eine Nebenlinie aufgewertet
        [comment] hat einen Kommentar geschrieben
        [tag] hat den Titel geändert
        [replace] hat eine andere Aufzeichnung eingesetzt
        [graft] hat Züge zurückgeholt
        [undo] hat etwas zurückgenommen
        [all] hat Nebenlinien geändert
        [lead] führt, oder nicht mehr
        [role] hat gesagt, wer bearbeiten darf
       *[other] hat etwas geändert
    }

## Eine neue.

new = Eine neue Studie
about = Eine Studie ist ein Spiel mit Kommentaren und Nebenlinien. Wen du einlädst, der bearbeitet sie mit dir zusammen oder liest mit. Ihr Brett kennen alle, und nichts davon kommt in die Bestenlisten.
from_file = Aus einer Aufzeichnung
file = Eine Datei
from_id = Mit der ID eines Bretts
board_id = Brett-ID
begin_id = Mit diesem Brett beginnen
no_id = Gib eine Brett-ID ein.
from_board = Auf einem leeren Brett
board = Brett
mines = Minen
begin_board = Beginnen
from_elsewhere = Ein Spiel, das zu Ende ist, wird von seiner Wiederholung und seiner Auswertung aus zur Studie.
