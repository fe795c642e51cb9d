go_lobby = Lobby
go_best = Bestzeiten
go_daily = Täglich
go_account = Konto
to_lobby = Zur Lobby

## Das Zeichen der Verbindung.

is_away = Offline
is_away_about = Der Server ist gerade nicht erreichbar. Es wird von selbst wieder versucht; was beantwortet war, ist nicht verloren.
is_old = Seite neu laden
is_old_about = Der Server hat eine neuere Fassung der Seite.
is_back = Die Verbindung steht wieder.
