"""Changes that turn each course's reference program into deliberately faulty ones.

Each change is a typical student mistake. It replaces strings that each occur exactly once in the reference. A test
asserts that ``hypersweep check`` finds every change.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mutation:
    """A change that introduces a fault into a reference.

    Attributes:
        name: a short name, unique within the course.
        about: what is wrong with the changed program.
        edits: pairs of a string in the reference and its replacement.
    """

    name: str
    about: str
    edits: tuple[tuple[str, str], ...]


def _one(name: str, about: str, old: str, new: str) -> Mutation:
    return Mutation(name, about, ((old, new),))


_HYPERMINES = (
    _one(
        "wraps",
        "cells at opposite borders are neighbours",
        "spans = [range(max(at - 1, 0), min(at + 2, side)) for at, side in zip(cell, dimensions, strict=True)]",
        "spans = [{(at + step) % side for step in (-1, 0, 1)} for at, side in zip(cell, dimensions, strict=True)]",
    ),
    _one(
        "no-diagonals",
        "cells that touch at a corner aren't neighbours",
        "for other in product(*spans) if other != cell]",
        "for other in product(*spans) if sum(map(abs, (a - b for a, b in zip(other, cell)))) == 1]",
    ),
    _one(
        "last-column",
        "the last cell of each axis isn't a neighbour",
        "min(at + 2, side)",
        "max(min(at + 2, side - 1), at + 1)",
    ),
    _one(
        "one-dimension",
        "a board of one dimension crashes",
        "    if len(dimensions) == 1:\n        return [value] * dimensions[0]\n",
        "    if len(dimensions) == 2:\n        return [[value] * dimensions[1] for _ in range(dimensions[0])]\n",
    ),
    _one(
        "one-row",
        "all rows are the same list",
        "return [fill(dimensions[1:], value) for _ in range(dimensions[0])]",
        "return [fill(dimensions[1:], value)] * dimensions[0]",
    ),
    _one("last-mine", "the last mine is left out", "for mine in mines}", "for mine in mines[:-1]}"),
    _one(
        "new-victory",
        "a new game whose cells are all mines is a victory",
        '"visible": fill(dimensions, False), "state": "ongoing"}',
        '"visible": fill(dimensions, False), "state": "ongoing" if len(mined) < len(cells(dimensions)) else "victory"}',
    ),
    Mutation(
        "private-key",
        "a dictionary written by hand fails because it lacks a private key",
        (
            ('"visible": fill(dimensions, False), "state"', '"visible": fill(dimensions, False), "dug": [], "state"'),
            (
                '    if get(board, coordinates) == ".":\n',
                '    game["dug"].append(coordinates)\n    if get(board, coordinates) == ".":\n',
            ),
        ),
    ),
    _one(
        "swapped",
        "dig_2d swaps row and column",
        "return dig_nd(game, (row, col))",
        "return dig_nd(game, (col, row))",
    ),
    _one(
        "dig-again",
        "a dig at a visible cell returns 1",
        '    if game["state"] != "ongoing" or get(visible, coordinates):\n        return 0\n',
        '    if game["state"] != "ongoing":\n        return 0\n',
    ),
    _one(
        "dig-after-end",
        "digs continue after defeat",
        'if game["state"] != "ongoing" or get',
        'if game["state"] == "victory" or get',
    ),
    _one(
        "defeat-zero",
        "a dig at a mine returns 0",
        '        game["state"] = "defeat"\n        return 1\n',
        '        game["state"] = "defeat"\n        return 0\n',
    ),
    _one(
        "defeat-hidden",
        "a mine that was hit stays hidden",
        "    put(visible, coordinates, True)\n    if get",
        '    put(visible, coordinates, get(board, coordinates) != ".")\n    if get',
    ),
    _one("one-ring", "a 0 reveals its neighbours, but theirs don't", "                waiting.append(other)\n", ""),
    _one("no-cascade", "a 0 reveals nothing further", "        if get(board, cell) != 0:\n", "        if True:\n"),
    _one(
        "counts-twice",
        "the cell that is dug at is counted twice in a cascade",
        "    while waiting:\n",
        "    revealed += get(board, coordinates) == 0\n    while waiting:\n",
    ),
    _one(
        "no-victory",
        "the last safe cell brings no victory if it is revealed by a cascade",
        "    if all(get(visible, cell)",
        "    if get(board, coordinates) != 0 and all(get(visible, cell)",
    ),
    _one(
        "victory-mines",
        "victory needs the mines to be visible, too",
        'if all(get(visible, cell) or get(board, cell) == "." for',
        "if all(get(visible, cell) for",
    ),
    _one(
        "zero-shown",
        "renders show 0 as 0",
        'return " " if value == 0 else str(value)',
        "return str(value)",
    ),
    _one(
        "no-xray",
        "render_nd shows hidden cells as hidden whatever it is asked",
        "put(shown, cell, symbol(game, cell, all_visible))",
        "put(shown, cell, symbol(game, cell, False))",
    ),
    _one(
        "render-reveals",
        "rendering everything makes everything visible",
        '    value = get(game["board"], cell)\n',
        '    put(game["visible"], cell, True)\n    value = get(game["board"], cell)\n',
    ),
    _one(
        "newline",
        "render_2d_board ends with a newline",
        'return "\\n".join("".join(row) for row in render_2d_locations(game, all_visible))',
        'return "".join("".join(row) + "\\n" for row in render_2d_locations(game, all_visible))',
    ),
    _one(
        "remembers",
        "neighbours are remembered by the cell alone, whatever the board",
        "    spans = [range",
        "    return KNOWN.setdefault(cell, around(dimensions, cell))\n\n\n"
        "KNOWN: dict[Any, Any] = {}\n\n\n"
        "def around(dimensions: Any, cell: Any) -> Any:\n    spans = [range",
    ),
)

_COMP2017 = (
    Mutation(
        "wraps",
        "cells run on over the end of a row into the next",
        (
            ("        const int coordinate = index / grid->stride[axis] % grid->size[axis];\n", ""),
            ("walk->first[axis] = coordinate > 0 ? -1 : 0;", "walk->first[axis] = -1;"),
            ("walk->last[axis] = coordinate < grid->size[axis] - 1 ? 1 : 0;", "walk->last[axis] = 1;"),
            (
                "    const int place = walk->place;\n",
                "    const int cells = walk->grid->cells, place = (walk->place % cells + cells) % cells;\n",
            ),
            ("if (column >= 2 && column < row - 1) {", "if (column < 0) {"),
        ),
    ),
    Mutation(
        "no-diagonals",
        "cells that touch at a corner aren't adjacent",
        (
            (
                "/* The index of the next cell around the centre, or NO_CELL after the last. */\n",
                (
                    "static bool is_corner(const struct walk * walk) {\n"
                    "    int steps = 0;\n"
                    "    for (int axis = 0; axis < walk->grid->axes; ++axis) steps += walk->step[axis] != 0;\n"
                    "    return steps != 1;\n"
                    "}\n\n"
                ),
            ),
            (
                "if (!walk->ended && walk->place == walk->centre) turn(walk);",
                "while (!walk->ended && is_corner(walk)) turn(walk);",
            ),
        ),
    ),
    _one(
        "last-row",
        "the last cell of each dimension is adjacent to none before it",
        "coordinate < grid->size[axis] - 1 ? 1 : 0;",
        "coordinate < grid->size[axis] - 2 ? 1 : 0;",
    ),
    _one(
        "mined-missing",
        "mined cells are missing from adjacent",
        "++game[i].hint;\n    }\n}\n",
        "++game[i].hint;\n    }\n"
        "    for (int index = 0; index < grid.cells; ++index) {\n"
        "        const int all = game[index].num_adjacent;\n"
        "        game[index].num_adjacent = 0;\n"
        "        for (int i = 0; i < all; ++i) {\n"
        "            struct cell * other = game[index].adjacent[i];\n"
        "            if (!other->mined) game[index].adjacent[game[index].num_adjacent++] = other;\n"
        "        }\n"
        "    }\n"
        "}\n",
    ),
    _one(
        "adjacent-itself",
        "a cell without neighbours is adjacent to itself",
        "if (cell->num_adjacent < MAX_ADJACENT) cell->adjacent[cell->num_adjacent++] = &game[i];\n    }\n",
        "if (cell->num_adjacent < MAX_ADJACENT) cell->adjacent[cell->num_adjacent++] = &game[i];\n    }\n"
        "    if (cell->num_adjacent == 0) cell->adjacent[cell->num_adjacent++] = cell;\n",
    ),
    _one("dirty-hint", "hint starts from the value in memory", "        cell->hint = 0;\n", ""),
    _one("dirty-selected", "selected isn't set to 0", "        cell->selected = 0;\n", ""),
    _one("dirty-mined", "mined isn't set to 0", "        cell->mined = 0;\n", ""),
    _one(
        "coords-reversed",
        "coords are in reverse order",
        "cell->coords[i] = index % dim_sizes[i];",
        "cell->coords[dim - 1 - i] = index % dim_sizes[i];",
    ),
    _one(
        "one-dimension",
        "a grid of one dimension isn't initialised",
        "if (game == NULL || !read_grid(&grid, dim, dim_sizes)) return;",
        "if (game == NULL || dim < 2 || !read_grid(&grid, dim, dim_sizes)) return;",
    ),
    _one(
        "five-dimensions",
        "a grid of MAX_DIM dimensions isn't initialised",
        "dim < 1 || dim > MAX_DIM",
        "dim < 1 || dim >= MAX_DIM",
    ),
    _one("last-mine", "the last mine is left out", "mine < num_mines; ++mine", "mine < num_mines - 1; ++mine"),
    _one(
        "no-cascade",
        "a cell without adjacent mines selects no others",
        "    if (game[index].hint == 0) follow_zero(game, &grid, index);\n",
        "    (void)follow_zero;\n",
    ),
    _one(
        "one-ring",
        "the cells that a zero selects select no others",
        "            game[i].hint = waiting;\n            waiting = i;\n",
        "",
    ),
    _one(
        "no-rim",
        "a cascade doesn't select the numbers at its rim",
        "            game[i].selected = 1;\n            if (game[i].hint != 0) continue;\n",
        "            if (game[i].hint != 0) continue;\n            game[i].selected = 1;\n",
    ),
    _one(
        "no-win",
        "a win returns 0",
        "return is_won(game, &grid, index) ? 2 : 0;",
        "return is_won(game, &grid, index) ? 0 : 0;",
    ),
    _one(
        "no-win-cascade",
        "a win by a cascade returns 0",
        "return is_won(game, &grid, index) ? 2 : 0;",
        "return game[index].hint != 0 && is_won(game, &grid, index) ? 2 : 0;",
    ),
    _one(
        "win-mines",
        "a win needs the mines to be selected, too",
        "if (!game[i].selected && !game[i].mined) {",
        "if (!game[i].selected) {",
    ),
    _one(
        "mine-unselected",
        "a mine that was selected isn't marked as selected",
        "    game[index].selected = 1;\n    if (game[index].mined) return 1;\n",
        "    if (game[index].mined) return 1;\n    game[index].selected = 1;\n",
    ),
    Mutation(
        "toggles",
        "selecting a selected cell unselects it",
        (
            ("if (index == NO_CELL || game[index].selected) return 0;", "if (index == NO_CELL) return 0;"),
            (
                "    game[index].selected = 1;\n    if (game[index].mined)",
                "    game[index].selected ^= 1;\n    if (game[index].mined)",
            ),
        ),
    ),
    _one(
        "out-of-bounds",
        "a coordinate one past the last is accepted",
        "coords[i] >= dim_sizes[i]) return NO_CELL;",
        "coords[i] > dim_sizes[i]) return NO_CELL;",
    ),
    _one("negative", "negative coordinates are accepted", "if (coords[i] < 0 || coords", "if (coords"),
    Mutation(
        "prints",
        "a win is printed",
        (
            ("#include <limits.h>\n", "#include <limits.h>\n#include <stdio.h>\n"),
            ("return is_won(game, &grid, index) ? 2 : 0;", 'return is_won(game, &grid, index) ? puts("won"), 2 : 0;'),
        ),
    ),
)

_ESP = (
    Mutation(
        "wraps",
        "fields at opposite borders are adjacent",
        (
            (
                "range(max(row - 1, 0), min(row + 2, self.height))",
                "sorted({(row + step) % self.height for step in (-1, 0, 1)})",
            ),
            (
                "range(max(column - 1, 0), min(column + 2, self.width))",
                "sorted({(column + step) % self.width for step in (-1, 0, 1)})",
            ),
        ),
    ),
    _one("seed-zero", "seed 0 isn't the same as seed 1", "numbers = [(seed or 1) -", "numbers = [seed -"),
    Mutation(
        "reseeds",
        "a second start begins with the seed again",
        (
            ("        self.numbers: Iterator[int] = rand(seed)\n", "        self.seed = seed\n"),
            (
                "self.field.place_mines(self.mines, cell, self.numbers)",
                "self.field.place_mines(self.mines, cell, rand(self.seed))",
            ),
        ),
    ),
    _one(
        "halves",
        "the halves of a 64-bit number are exchanged",
        "(next(numbers) << 32 | next(numbers))",
        "(next(numbers) | next(numbers) << 32)",
    ),
    _one(
        "flag-protects",
        "a flagged field can't be opened",
        "        is_lost = bool(self.field.mined[cell])",
        '        if name == "open" and self.field.flagged[cell]:\n'
        "            self.show()\n"
        '            return ""\n'
        "        is_lost = bool(self.field.mined[cell])",
    ),
    _one(
        "flag-stops",
        "flagged fields aren't opened by their neighbours",
        "for other in self.around(cell) if not self.opened[other])\n\n",
        "for other in self.around(cell) if not self.opened[other] and not self.flagged[other])\n\n",
    ),
    _one("flag-stays", "a flag can't be removed", "self.field.flagged[cell] ^= 1", "self.field.flagged[cell] = 1"),
    _one(
        "flags-negative",
        "the number of remaining flags stops at 0",
        "return sum(self.mined) - placed",
        "return max(sum(self.mined) - placed, 0)",
    ),
    _one(
        "flags-open",
        "flags on open fields count as placed",
        "placed = sum(flag and not opened for flag, opened in zip(self.flagged, self.opened, strict=True))",
        "placed = sum(self.flagged)",
    ),
    _one(
        "one-ring",
        "an empty field opens its neighbours, but theirs stay closed",
        "        while waiting:\n            cell",
        "        for cell in [cell, *self.around(cell)] if self.number(cell) == 0 else [cell]:\n            cell",
    ),
    _one(
        "hit-plain",
        "the mine that was hit isn't highlighted",
        "            return HIT\n",
        "            return MINE\n",
    ),
    _one(
        "lost-flags",
        "after a loss, mines with a flag show the flag",
        "if self.mined[cell] and (uncovered or lost):",
        "if self.mined[cell] and (uncovered or lost) and not (lost and self.flagged[cell]):",
    ),
    _one(
        "win-closed",
        "after a win the mines stay hidden",
        "self.field.show(self.field.remaining(), uncovered=True)\n            return None",
        "self.field.show(self.field.remaining())\n            return None",
    ),
    _one(
        "win-twice",
        "the board is printed twice after a win by start",
        '            print("\\n=== You won! ===")\n',
        '            print("\\n=== You won! ===")\n            if name == "start":\n                self.show()\n',
    ),
    _one(
        "quit-uncovered",
        "quit shows the mines",
        '        if name == "quit":\n            self.show()\n',
        '        if name == "quit":\n            self.field.show(self.field.remaining(), uncovered=self.is_started)\n',
    ),
    _one(
        "dump-once",
        "dump prints the uncovered board alone",
        "            self.field.show(self.field.remaining(), uncovered=True)\n        else:",
        '            self.field.show(self.field.remaining(), uncovered=True)\n            return ""\n        else:',
    ),
    _one(
        "quit-words",
        "quit takes any number of arguments",
        "if len(arguments) > COMMANDS[name]:",
        'if len(arguments) > COMMANDS[name] and name != "quit":',
    ),
    _one(
        "error-line",
        "an empty line stands before errors",
        "            print(error)\n",
        '            print(f"\\n{error}")\n',
    ),
    Mutation(
        "negative-place",
        "negative coordinates count from the end",
        (
            (
                "if not (0 <= row < self.field.height and 0 <= column < self.field.width):",
                "if not (row < self.field.height and column < self.field.width):",
            ),
            (
                "        cell = row * self.field.width + column\n",
                "        cell = row % self.field.height * self.field.width + column % self.field.width\n",
            ),
        ),
    ),
    _one(
        "border",
        "the border has no blank at its end",
        'border = "  " + "=" * self.width + " "',
        'border = "  " + "=" * self.width',
    ),
    _one(
        "all-mines",
        "a mine for every field is accepted",
        "0 <= mines < min(height * width, LARGEST)",
        "0 <= mines <= min(height * width, LARGEST)",
    ),
    _one(
        "flag-not-saved",
        "a flag on an open field is lost in the save file",
        "data.append(sum(plane[cell] << (cell - begin) for cell in range(begin, end)))",
        "data.append(\n"
        "                sum(\n"
        "                    (plane[cell] and not (plane is field.flagged and field.opened[cell])) << (cell - begin)\n"
        "                    for cell in range(begin, end)\n"
        "                )\n"
        "            )",
    ),
    Mutation(
        "sides-swapped",
        "height and width are exchanged in save files, written and read",
        (
            (
                'field.height.to_bytes(8, "little") + field.width.to_bytes(8, "little"))',
                'field.width.to_bytes(8, "little") + field.height.to_bytes(8, "little"))',
            ),
            ("    height, width = int.from_bytes(data[4:12]", "    width, height = int.from_bytes(data[4:12]"),
        ),
    ),
)

_CHANNELS = (
    _one(
        "newest-first",
        "the newest message is taken first",
        "    memcpy(data, message(ring, 0), ring->size);\n    ring->first = (ring->first + 1) % ring->capacity;\n",
        "    memcpy(data, message(ring, ring->count - 1), ring->size);\n",
    ),
    _one(
        "get-nothing",
        "channel_get without data takes a message",
        "receiver->link == NULL || data == NULL) return;\n    struct ring * ring = receiver->link->ring;\n",
        "receiver->link == NULL) return;\n    struct ring * ring = receiver->link->ring;\n"
        "    if (data == NULL) data = malloc(ring->size);\n",
    ),
    _one(
        "send-nothing",
        "channel_send without data crashes",
        "sender->link == NULL || data == NULL) return;",
        "sender->link == NULL) return;",
    ),
    _one(
        "no-wait",
        "channel_get returns at once where there is no message",
        "    while (ring->count == 0) pthread_cond_wait(&ring->filled, &ring->lock);\n",
        "    if (ring->count == 0) {\n        pthread_mutex_unlock(&ring->lock);\n        return;\n    }\n",
    ),
    _one(
        "no-signal",
        "channel_get isn't woken by channel_send",
        "    pthread_cond_signal(&ring->filled);\n",
        "",
    ),
    Mutation(
        "no-lock",
        "channel_send doesn't keep out other senders",
        (
            (
                "    struct ring * ring = sender->link->ring;\n    pthread_mutex_lock(&ring->lock);\n",
                "    struct ring * ring = sender->link->ring;\n",
            ),
            (
                "    while (ring->count == ring->capacity) pthread_cond_wait(&ring->freed, &ring->lock);\n",
                "",
            ),
            (
                "    pthread_cond_signal(&ring->filled);\n    pthread_mutex_unlock(&ring->lock);\n",
                "    pthread_cond_signal(&ring->filled);\n",
            ),
        ),
    ),
    _one(
        "private",
        "forked processes don't share the channel",
        "MAP_SHARED | MAP_ANONYMOUS",
        "MAP_PRIVATE | MAP_ANONYMOUS",
    ),
    _one(
        "cut",
        "messages of more than 4096 bytes are cut",
        "memcpy(message(ring, ring->count), data, ring->size);",
        "memcpy(message(ring, ring->count), data, ring->size < 4096 ? ring->size : 4096);",
    ),
    _one(
        "one-message",
        "a channel holds a single message, so that a thread waits for itself",
        "SPACE / msg_sz + 4 : SPACE;",
        "1 : SPACE;",
    ),
    _one(
        "lost-dup",
        "senders made by sender_dup send nothing",
        "    dest->link = src->link;\n",
        "    dest->link = NULL;\n",
    ),
    _one(
        "too-long",
        "channel_get writes a byte too many",
        "memcpy(data, message(ring, 0), ring->size);",
        "memcpy(data, message(ring, 0), ring->size + 1);",
    ),
    _one(
        "early-end",
        "destroying one end destroys the others",
        "    if (left > 0) return;\n",
        "    (void)left;\n",
    ),
    _one(
        "leak",
        "channel_destroy doesn't free the memory",
        "    free(link);\n}\n\nvoid channel_init",
        "}\n\nvoid channel_init",
    ),
)

MUTATIONS: dict[str, tuple[Mutation, ...]] = {
    "channels": _CHANNELS,
    "comp2017": _COMP2017,
    "esp": _ESP,
    "hypermines": _HYPERMINES,
}
"""The changes, by course."""
