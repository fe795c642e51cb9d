title = A player
since = Plays here since { $date }.
nothing = There are no finished ranked games yet.
to_best = To the best times
games = Ranked games
won = Won
unneeded = Unneeded guesses
unneeded_of = { NUMBER($unneeded) } of { NUMBER($guesses) }
careful = Games without any
careful_of = { NUMBER($careful) } of { NUMBER($reviewed) }
guesses = Unneeded guesses
guesses_what = A guess is unneeded if another cell was certainly safe. The server checks every ranked game for them.
not_reviewed = No game has been checked yet.
plot = Unneeded guesses of each game
point =
    { $unneeded ->
        [one] game { $game }: 1 unneeded guess
       *[other] game { $game }: { $unneeded } unneeded guesses
    }
boards = Boards
no_boards = There are no boards yet.
latest = Latest games
no_games = There are no games yet.
more = Show more
head_board = Board
head_games = Games
head_won = Won
head_best = Best time
head_game = Game
head_outcome = How it ended
head_unneeded = Unneeded guesses
head_date = Date
outcome_won = won in { $time }
outcome_lost = lost after { $time }
outcome_ongoing = given up after { $time }
