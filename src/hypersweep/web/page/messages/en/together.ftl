go_lobby = Lobby
go_best = Best times
go_daily = Daily
go_account = Account
to_lobby = To the lobby

## The sign of the connection.

is_away = Offline
is_away_about = The server can't be reached right now. The page keeps trying; no confirmed move is lost.
is_old = Reload the page
is_old_about = The server has a newer version of the page.
is_back = The connection is back.
