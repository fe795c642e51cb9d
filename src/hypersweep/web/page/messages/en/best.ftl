title = Best times
board = Board
rules = Guesses
guess_allowed = allowed
guess_never = none needed
guess_punished = punished
grade = Boards
grade_any = all
grade_clue = solved by single clues
grade_pair = solved by pairs
grade_set = solved by sets
grade_count = solved by the number of mines
period = Period
of_day = Day
of_week = Week
of_month = Month
of_year = Year
of_all = All
period_all = Of all time
week = Week { $week }, { $days }
of_daily = The daily board of { $date }
earlier = Earlier
later = Later
head_place = #
head_name = Name
head_time = Time
head_date = Date
game_of = { $time }, the game of { $name }
you = (you)
my_place =
    You are { NUMBER($place, type: "ordinal") ->
        [one] { $place }st
        [two] { $place }nd
        [few] { $place }rd
       *[other] { $place }th
    } of { NUMBER($total) } with { $time }.
my_game = Look at the game
not_placed =
    { $total ->
        [one] 1 player has a time here; you aren't among them yet.
       *[other] { NUMBER($total) } players have a time here; you aren't among them yet.
    }
guests = Guests aren't listed. With an account, the games that you have won as a guest count as well.
to_account = Create an account
more = Show more
play = Play for a place
nobody = No times yet. The first player to win takes first place.
nobody_then = No ranked game was won in this period.
