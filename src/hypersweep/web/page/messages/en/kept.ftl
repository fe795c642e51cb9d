title = Saved data
here = Games and settings are saved only in this browser, on this device.
nowhere = This browser saves nothing: games and settings are lost when the page is closed.
sum =
    { $over ->
        [one] 1 game finished, { NUMBER($running) } running.
       *[other] { NUMBER($over) } games finished, { NUMBER($running) } running.
    }
manage = Export, import, delete
export = Export games
import = Import games
file = A file of games
cancel = Cancel
none = There are no games yet.
exporting = Exporting: game { NUMBER($done) } of { NUMBER($all) }
exported =
    { $games ->
        [one] 1 game
       *[other] { NUMBER($games) } games
    } exported as a file of records, which the terminal reads too.{ $damaged ->
        [0] { "" }
        [one] { " " }1 game can't be read and was left out.
       *[other] { " " }{ NUMBER($damaged) } games can't be read and were left out.
    }
importing = Importing: game { NUMBER($done) } of { NUMBER($all) }
imported =
    { $kept ->
        [one] 1 game
       *[other] { NUMBER($kept) } games
    } { $known ->
        [0] imported
        [one] imported, 1 was here already
       *[other] imported, { NUMBER($known) } were here already
    }{ GIVEN($refused) ->
        [yes] , { NUMBER($refused) } rejected
       *[no] { "" }
    }.
first_refused = The first rejected one is game { NUMBER($game) }, at line { NUMBER($line) } of the file. { $message }
no_games = The file holds no games.
stopped = Cancelled:
ended_early = The import ended early: { $why }.
full = the browser has no space left
failed = the browser couldn't save more
busy = another tab is importing games
statistics = See the statistics
damaged =
    { $count ->
        [one] 1 game
       *[other] { NUMBER($count) } games
    } saved here can't be read in full. The unreadable parts aren't listed, counted or exported.
damaged_look = Show what you can do
damaged_save = Save what is left of them
damaged_remove = Remove them
damaged_what =
    { $count ->
        [one] what is left of 1 game
       *[other] what is left of { NUMBER($count) } games
    }
damaged_removed = What couldn't be read is removed.
delete = Delete everything
everything = all games, statistics and settings
deleted =
    { $busy ->
        [0] Everything is deleted.
        [one] Everything is deleted but 1 game being played in another tab.
       *[other] Everything is deleted but { NUMBER($busy) } games being played in another tab.
    }
