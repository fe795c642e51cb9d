title = Lobby
make = Play
kind = What to play
kind_solo = Ranked
kind_coop = Co-op
kind_versus = Versus
kind_study = Study
about_solo = Play alone by the server's clock: wins enter the lists of best times. There is no undo, no pause and no hint.
about_coop = All players share one board, and see each other's cursors and flags.
about_versus = Each player gets the same board, and the first to open it wins. It starts when all are ready.
about_study = Look at a position together: several people add moves, side lines and comments to one record.
is_open = List this room in the lobby
has_chat = With a chat
own = A board of your own
own_board = Sides, or a name
own_mines = Mines (empty: as usual)
own_make = Play it
open_rooms = Open rooms
no_rooms = There are no open rooms right now. Create one and send others its link.
room_who =
    { GIVEN($owner) ->
        [yes] by { $owner },{ " " }
       *[no] { "" }
    }{ $here ->
        [one] 1 person here
       *[other] { NUMBER($here) } people here
    }
enter = Enter
enter_of =
    { GIVEN($owner) ->
        [yes] Enter: { $title } by { $owner }
       *[no] Enter: { $title }
    }
watch = Watch
watch_of =
    { GIVEN($owner) ->
        [yes] Watch: { $title } by { $owner }
       *[no] Watch: { $title }
    }
mine = Your latest rooms
forget = Remove “{ $words }” from the list
