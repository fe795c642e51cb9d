### The lesson "See in four dimensions".

title = See in four dimensions in one minute
steps = Steps
name_line = A line
name_square = A square
name_layers = Layers
name_tables = A table of squares
name_board = A real board
board = Board
touch =
    { $count ->
        [one] cell touches the one in the middle
       *[other] cells touch the one in the middle
    }
axis =
    { $axis ->
        [0] rows:
        [1] + columns:
        [2] + layers:
       *[other] + table rows:
    }
see_line = On a line, a cell touches 2 others: the one before it and the one after it.
see_square = A square is lines below one another. One step up or down, left or right, or both at once: now 8 cells touch the one in the middle.
see_layers = These squares are the layers of a cube, laid side by side. Stack them in your mind: the same place in the next layer is one step away. Now 26 cells touch the one in the middle.
see_tables = The fourth dimension does the same again: three cubes, one below another. The same place in the next table row is one step away, too. Now 80 cells touch the one in the middle.
go = Your turn
go_on = Press “Your turn”.
ask_line =
    { GIVEN($isTouch) ->
        [yes] Tap
       *[no] Click
    } a cell that touches the flag.
ask_square =
    { GIVEN($isTouch) ->
        [yes] Tap
       *[no] Click
    } a cell that touches the flag at a corner.
ask_layers =
    { GIVEN($isTouch) ->
        [yes] Tap
       *[no] Click
    } a cell in the next layer that touches the flag.
ask_tables =
    { GIVEN($isTouch) ->
        [yes] Tap
       *[no] Click
    } a cell that touches the flag and is one layer and one table row further.
keys =
    Keyboard: { $dimensions ->
        [1] the arrow keys move, Enter answers.
        [2] the arrow keys move, Enter answers.
        [3] the arrow keys move in a layer, a and d go from layer to layer, Enter answers.
       *[other] the arrow keys move in a square, a and d go from layer to layer, w and s from table row to table row, Enter answers.
    }
right_line = Right: it is one step away.
right_square = Right: one step down or up, and one across.
right_layers = Right: one layer on, and at most one step within the layer.
right_tables = Right: you have just looked along the fourth dimension.
same = That is the flag itself. The lit cells touch it.
far =
    { $axis ->
        [0] That cell is { $by } rows away. Cells touch if they are at most one step apart in every direction, like the lit ones.
        [1] That cell is { $by } columns away. Cells touch if they are at most one step apart in every direction, like the lit ones.
        [2] That cell is { $by } layers away. Cells touch if they are at most one step apart in every direction, like the lit ones.
       *[other] That cell is { $by } table rows away. Cells touch if they are at most one step apart in every direction, like the lit ones.
    }
near_square = It touches the flag along an edge, not at a corner. At a corner it is one step up or down and one step across, both at once.
near_layers = It touches the flag, but in the same layer. The next layer is the square to the right: look at the same place there.
near_tables =
    { $axis ->
        [2] It touches the flag, but in the same layer. Go one square to the right and one down: look at the same place there.
       *[other] It touches the flag, but in the same table row. Go one square to the right and one down: look at the same place there.
    }
cell_lit = { $label }, lit
again = Show again
back = Back
skip = Skip
board_ongoing = Now a real board in four dimensions.
board_ongoing_how = Open all cells without a mine. A number counts the mines in all cells that touch its cell: around the cursor they light up, the same 3x3 patch in its own square and in each square around it. You never have to guess, and “Hint” shows where to look.
board_won = You have won in four dimensions.
board_won_how = All it took was to look in every direction.
board_lost = That was a mine.
board_lost_how = No harm done. Look along all four directions once more, or ask for a hint.
next = Play 4-D easy
start = Back to start
try_again = Try another board
