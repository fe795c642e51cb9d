title = Administration
not_allowed = Only administrators can see this. They are appointed on the server itself, with 'hypersweep web admin'.
none = There is nothing here.
people = People
rooms = Rooms
games = Games
review = Review
search = Name or ID
find = Search
more = Show more
head_name = Name
head_kind = Kind
head_seen = Last seen
head_games = Games
head_ban = Banned
head_acts = Actions
head_room = Room
head_board = Board
head_made = Made
head_ended = Ended
head_game = Game
head_who = Player
head_outcome = How it ended
head_counts = Counts
head_signs = Score and signs
head_finished = Finished
is_admin = administrator
is_guest = guest
is_account = account
banned =
    { GIVEN($reason) ->
        [yes] until { $until }: { $reason }
       *[no] until { $until }
    }
banned_for_good =
    { GIVEN($reason) ->
        [yes] permanently: { $reason }
       *[no] permanently
    }
ban = Ban
unban = Unban
delete = Delete
ban_asked = Ban { $name }?
ban_until = How long
ban_days =
    { $days ->
        [0] permanently
        [one] 1 day
       *[other] { $days } days
    }
ban_reason = Reason (the player sees it)
is_banned = { $name } is banned.
unbanned = { $name } is no longer banned.
delete_asked = Delete { $name } with all times? This can't be undone.
deleted = { $name } is deleted.
is_void = void: { $why }
is_waiting = under review
accept = Accept
void = Void
take_back = Revoke
accept_asked = Accept this game by { $name }?
void_asked = Void this game by { $name }?
decision_reason = Reason (the game's page shows it)
passed = The game of { $name } is accepted.
voided = The game of { $name } is void.
taken_back = The decision about the game of { $name } is revoked.
sign_rate = clicks per second
sign_reach = too fast for the distance
sign_regular = regular pauses
sign_alike = far clicks as fast as near ones
sign_scan = order of a scan
sign_detours = detours
sign_jumps = mouse jumps
room_solo = solo
room_coop = co-op
room_versus = versus
room_study = study
open = open to all
outcome_won = won in { $time }
outcome_lost = lost after { $time }
outcome_ongoing = given up after { $time }
