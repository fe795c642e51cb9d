title = hypersweep
skip = Skip the navigation
ways = Screens
menu = Menu
go_play = Play
go_resume = Resume
go_statistics = Statistics
go_analysis = Analysis
go_settings = Settings
go_help = Help
yes = Yes
no = No
ok = OK
cancel = Cancel
close = Close
copy = Copy
copied =
    { GIVEN($what) ->
        [yes] Copied: { $what }.
       *[no] Copied.
    }
not_copied = The browser doesn't let the page copy: copy it from here
messages = Messages
note = Latest message
nothing_said = There are no messages yet.
palette = All commands
palette_filter = Find a command
palette_none = No command matches.
failed = Something went wrong
failed_error = This is an error in the page, not your mistake. A running game is saved. The text below says what happened.
failed_browser = This browser doesn't support what the page needs: { $missing }. Try a newer browser, or turn it on.
failed_part = A part of the page can't be loaded. Are you offline? Screens that you have used before work offline; the others need a network the first time.
failed_details = What happened
failed_reload = Load the page again
failed_home = To the start
command = Command
command_example = open 2 5 1, where am I, help

## How cells, axes and tiles are read aloud.

axis_0 = row
axis_1 = column
axis_2 = layer
axis_3 = table row
axis_4 = group
axis_5 = group row
axis_further = axis { $axis }
axis_cell = cell
axis_place = { $name } { $place }
axis_place_of = { $name } { $place } of { $side }
cell_covered = covered
cell_flagged = flag
cell_question = question mark
cell_draft = draft flag
cell_mine = mine
cell_exploded = mine that went off
cell_wrong_flag = wrong flag
cell_empty = no mine around
cell_hidden = hidden
cell_hint = hint { $number }
cell_finished = done
cell_remaining = { NUMBER($count) } remaining
cell_excess =
    { $count ->
        [one] 1 flag too many
       *[other] { NUMBER($count) } flags too many
    }

## Names of boards.

preset_beginner = Beginner
preset_intermediate = Intermediate
preset_expert = Expert
preset_evil = Evil
preset_1d = 1-D
preset_3d-easy = 3-D easy
preset_3d-medium = 3-D medium
preset_3d-hard = 3-D hard
preset_4d-easy = 4-D easy
preset_4d-medium = 4-D medium
preset_4d-hard = 4-D hard
preset_5d-easy = 5-D easy
preset_5d-medium = 5-D medium
preset_5d-hard = 5-D hard
preset_6d = 6-D
board =
    { GIVEN($how) ->
        [yes] { $sides } ({ $how })
       *[no] { $sides }
    }, { $mines ->
        [one] 1 mine
       *[other] { NUMBER($mines) } mines
    }
board_orthogonal = orthogonal
board_wraps = wraps around
board_wraps_along =
    { $count ->
        [one] wraps along axis { $axes }
       *[other] wraps along axes { $axes }
    }
rules_first =
    { $firstOpen ->
        [any] first click unprotected
        [safe] first click safe
        [opening] first click an opening
       *[other] { "" }
    }
rules_guess =
    { $guess ->
        [never] no guess
        [punished] guesses punished
       *[other] { "" }
    }
rules_grade =
    { $grade ->
        [clue] single clues
        [pair] at most pairs
        [set] at most sets
        [needs_pair] needs pairs
        [needs_set] needs sets
        [needs_count] needs the number of mines
       *[other] { "" }
    }
grid_board = Board { $board }
grid_mines =
    { $mines ->
        [one] Board { $board }, 1 mine
       *[other] Board { $board }, { NUMBER($mines) } mines
    }

## Announcements about the game.

told_shows = { $place }: { $what }
told_opened =
    { $count ->
        [one] opened 1 cell, { $place }: { $what }
       *[other] opened { NUMBER($count) } cells, { $place }: { $what }
    }
told_covered =
    { $count ->
        [one] 1 cell is covered again
       *[other] { NUMBER($count) } cells are covered again
    }
told_flagged = flag at { $place }, { $left }
told_unflagged = no flag at { $place }, { $left }
told_flags = { NUMBER($count) } flags changed, { $left }
told_left =
    { $count ->
        [one] 1 mine left
       *[other] { NUMBER($count) } mines left
    }
told_paused = paused, the board is hidden
setting_not_kept = The setting applies until the page is closed: the browser can't save it.
storage_silent = The browser's storage doesn't answer: saved games and settings aren't available, and nothing is saved. Load the page again to retry.
engine_silent = The engine of the page doesn't answer yet. If that doesn't change, load the page again.
still_loading = Still loading. If that doesn't change, load the page again.
not_found = There is nothing at { $address } here; this is the start screen.

## Irreversible actions.

final_open = { $place }: open it? Do the same again to open it.
final_chord = { $place }: chord on it? Do the same again to chord.
final_remove = Delete { $what }? This can't be undone.
final_remove_yes = Delete
final_remove_no = Keep
