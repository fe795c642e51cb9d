title = Verwaltung
not_allowed = Das sehen nur Verwalter. Sie werden auf dem Server selbst ernannt, mit 'hypersweep web admin'.
none = Hier ist nichts.
people = Personen
rooms = Räume
games = Spiele
review = Überprüfung
search = Name oder ID
find = Suchen
more = Mehr anzeigen
head_name = Name
head_kind = Art
head_seen = Zuletzt da
head_games = Spiele
head_ban = Gesperrt
head_acts = Aktionen
head_room = Raum
head_board = Brett
head_made = Angelegt
head_ended = Beendet
head_game = Spiel
head_who = Spieler
head_outcome = Ausgang
head_counts = Zählt
head_signs = Wert und Anzeichen
head_finished = Ende
is_admin = Verwalter
is_guest = Gast
is_account = Konto
banned =
    { GIVEN($reason) ->
        [yes] bis { $until }: { $reason }
       *[no] bis { $until }
    }
banned_for_good =
    { GIVEN($reason) ->
        [yes] für immer: { $reason }
       *[no] für immer
    }
ban = Sperren
unban = Entsperren
delete = Löschen
ban_asked = { $name } sperren?
ban_until = Wie lange
ban_days =
    { $days ->
        [0] für immer
        [one] 1 Tag
       *[other] { $days } Tage
    }
ban_reason = Grund (die Person sieht ihn)
is_banned = { $name } ist gesperrt.
unbanned = { $name } ist nicht mehr gesperrt.
delete_asked = { $name } mit allen Zeiten löschen? Das lässt sich nicht rückgängig machen.
deleted = { $name } ist gelöscht.
is_void = ungültig: { $why }
is_waiting = wird überprüft
accept = Annehmen
void = Für ungültig erklären
take_back = Zurücknehmen
accept_asked = Dieses Spiel von { $name } annehmen?
void_asked = Dieses Spiel von { $name } für ungültig erklären?
decision_reason = Grund (die Seite des Spiels zeigt ihn)
passed = Das Spiel von { $name } ist angenommen.
voided = Das Spiel von { $name } ist ungültig.
taken_back = Die Entscheidung über das Spiel von { $name } ist zurückgenommen.
sign_rate = Klicks je Sekunde
sign_reach = zu schnell für die Entfernung
sign_regular = gleichmäßige Pausen
sign_alike = fern so schnell wie nah
sign_scan = Reihenfolge der Zellen
sign_detours = Umwege
sign_jumps = Sprünge der Maus
room_solo = Spiel allein
room_coop = Miteinander
room_versus = Gegeneinander
room_study = Studie
open = offen für alle
outcome_won = gewonnen in { $time }
outcome_lost = verloren nach { $time }
outcome_ongoing = aufgegeben nach { $time }
