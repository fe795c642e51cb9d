title = Analysis
panel = Tools and findings
findings = Findings
tools = What a click draws
tool_next = next symbol: covered, 0, 1, …, flag
tool_-1 = covered
tool_-2 = flag
tool_-3 = mine
tool_clue = clue { $clue }
undo = Undo
redo = Redo
clear = Cover all
paste = Paste…
board = Board
shape = Sides
mines = Mines
make = New board
chances = Show chances
trust = Every flag is a mine
share = Share
link = Copy link
text = Copy text
json = Copy JSON
picture = Picture (PNG)
more = Think longer
again = Ask again
keys = Keys
keys_list =
    Digits: a number; two in quick succession make a number of two digits
    F: a flag · #, Delete: covered · *: a mine · .: a zero
    Enter, click, tap: draw the chosen symbol · Space, +, −: the next or previous symbol
    Right click, long press: a flag or none
    U, Ctrl+Z: undo · Shift+U, Ctrl+Y: redo
    Arrows, W A S D: move · N: the next certain cell · ?: the best move
    Ctrl+V: paste a position, on any screen
exact = All chances are exact.
certain =
    { GIVEN($safe) ->
        [yes]
            Certain: { $safe ->
                [0] no cell safe
                [one] 1 cell safe
               *[other] { $safe } cells safe
            }, { $mines ->
                [one] 1 mine
               *[other] { $mines } mines
            }.
       *[no]
            { GIVEN($mines) ->
                [yes]
                    Certain: { $safe ->
                        [0] no cell safe
                        [one] 1 cell safe
                       *[other] { $safe } cells safe
                    }, { $mines ->
                        [one] 1 mine
                       *[other] { $mines } mines
                    }.
               *[no] Nothing is certain.
            }
    }
layouts =
    { $layouts ->
        [one] 1 layout fits.
       *[other] { NUMBER($layouts) } layouts fit.
    }
layouts_about = About { DECIMAL($leading) } × 10^{ $digits } layouts fit.
engine = Ask
engine_own = this page's own solver
engine_gone = { $engine } (currently unavailable)
thinks = { $engine } is thinking…
says = { $engine } says:
about = The chances are estimates.
estimated = There are too many layouts to count: chances are estimates, with standard errors of up to { DECIMAL($error) } %.
too_large = This position needs too much time or memory: its chances can't be computed.
many_around = A cell of this board has more neighbours than can be drawn here.
many_cells = A board can have at most { NUMBER($most) } cells here.
too_many =
    { $most ->
        [one] A cell with 1 neighbour can't show { $clue }.
       *[other] A cell with { $most } neighbours can't show { $clue }.
    }
most_mines = There can be 0 to { NUMBER($most) } mines.
whole = The number of mines has to be a whole number.
no_undo = There is nothing to undo.
no_redo = There is nothing to redo.
nothing_certain = Nothing is certain here.
how_many = How many mines are there?
ranked = Compared
rank_cell = Cell
rank_chance = Mine
rank_score = Score
cell =
    { $certain ->
        [safe] { $cell }: certainly safe
        [mine] { $cell }: certainly a mine
       *[none]
            { GIVEN($error) ->
                [yes] { $cell }: { DECIMAL($chance) } % ± { DECIMAL($error) } chance of a mine
               *[no] { $cell }: { DECIMAL($chance) } % chance of a mine
            }
    }
cell_open = Move the cursor or the pointer to a covered cell to see how likely it is to be a mine, and what it may show.
clues = What it may show:
clue_chance =
    { $percent ->
        [0] <1 %
       *[other] { $percent } %
    }
clues_others = others
label =
    { $certain ->
        [safe] safe
        [mine] certainly a mine
       *[none] { DECIMAL($chance) } % chance of a mine
    }
link_long = This position is too large for a link: copy its text instead.
picture_large = This position is too large for a picture.
paste_title = A position as text
paste_hint = A board as text, as a list or as JSON: what “hypersweep analyse” reads. Say how many mines there are, as in “9x9 mines=10”.
paste_take = Show it
