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
empty = There are no finished games yet. Games that you finish are saved here, only on this device.
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
walkovers = Won by the first open
walkovers_of =
    { $games ->
        [one] 1 game, not counted
       *[other] { $games } games, not counted
    }
walkover = won by the first open
unneeded = Unneeded guesses
unneeded_of =
    { $games ->
        [one] { $unneeded } in 1 reviewed game
       *[other] { $unneeded } in { $games } reviewed games
    }
plot_times = Times of the games won
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
