title = Statistics
sum =
    { $games ->
        [one] 1 game, { NUMBER($won) } won: { $percent }
       *[other] { NUMBER($games) } games, { NUMBER($won) } won: { $percent }
    }
boards = Boards and games
period = Period
period_all = all time
period_day = 24 hours
period_week = 7 days
period_month = 30 days
period_year = a year
rules = Rules
all_rules = all
empty = There are no finished games yet. Finish one, and its time, your win rate and the days you play appear here. They are saved only on this device.
nothing_fits = No game fits these filters.
play = Play one
games = Games
won = Won
best = Best time
median = Median time
speed = Median 3BV/s
speeds = { $median }, best { $best }
efficiency = Median efficiency
streak = Streak
streaks = { $streak }, longest { $longest }
helped = Won, not ranked
walkovers = Won by the first click
walkovers_of =
    { $games ->
        [one] 1 game, not counted
       *[other] { $games } games, not counted
    }
walkover = won by the first click
unneeded = Unneeded guesses
unneeded_of =
    { $games ->
        [one] { $unneeded } in 1 reviewed game
       *[other] { $unneeded } in { $games } reviewed games
    }
days = Days played
days_sum =
    { $days ->
        [one] You played on 1 day of the last year.
       *[other] You played on { NUMBER($days) } days of the last year. Your longest streak is { $run ->
            [one] 1 day
           *[other] { NUMBER($run) } days
        }.
    }
day =
    { $games ->
        [0] { $date }: no game
        [one] { $date }: 1 game, { $won } won
       *[other] { $date }: { NUMBER($games) } games, { NUMBER($won) } won
    }
month = Month
days_head = Days
dimensions = Win rate by dimension
dimensions_head = Boards
dimensional = { $dimensions }-D
plot_spread = Times of your wins
percentile = Your latest win, { $time }, was faster than { $percent } of your earlier wins.
point_spread =
    { $count ->
        [one] { $first }: 1 win
       *[other] { $first }: { $second } wins
    }
head_spread_across = Time
head_spread_up = Wins
plot_guesses = Unneeded guesses
point_guesses =
    { $count ->
        [one] game { $first }: 1 unneeded guess
       *[other] game { $first }: { $second } unneeded guesses
    }
head_guesses_across = Game
head_guesses_up = Unneeded guesses
no_reviews = A review finds guesses that weren't needed, because another cell was certainly safe. No game on this board has been reviewed yet.
review_games =
    { $count ->
        [one] Review the latest game
       *[other] Review the latest { $count } games
    }
reviewing = { $done } of { $all } games reviewed
plot_times = Times of your wins, game by game
plot_rates = Percent won of the latest { $window }
plot_values = 3BV against time
point_times = game { $first }: { $second }
point_rates = game { $first }: { $second }
point_values = 3BV { $second } in { $first }
head_times_across = Game
head_times_up = Time
head_rates_across = Game
head_rates_up = Won
head_values_across = Time
head_values_up = 3BV
as_table = As a table
no_times = No ranked game has been won yet; only those count here.
best_times = Best times
all_games = All games
show_all = Show all games
more = Show more
show_best = Show best times
place = #
time = Time
three_bv = 3BV
rate = 3BV/s
efficiency_short = Eff.
date = Date
what = Actions
lost = lost
replay = Replay of { $time }, { $date }
review = Review of { $time }, { $date }
remove = Delete { $time }, { $date }
remove_asked =
    { GIVEN($date) ->
        [yes] Delete the game of { $date } ({ $time })? Its record goes with it.
       *[no] Delete the game of an unknown day ({ $time })? Its record goes with it.
    }
remove_yes = Delete
removed = the game is deleted
