// A dig in HyperMines on nested lists. The lists are converted to planes, the kernel digs there, and the opened cells
// are written back.
//
// Every dig reads all lists, because the program may have changed any of them since the last one. With the GIL held and
// no Python code running between reading and writing, no list can change meanwhile. Without a GIL lists can change, so
// references to all lists and items in use are held, and simultaneous digs in one game happen in any order.
#include <bit>
#include <new>

#include "python/items.hpp"
#include "python/layout.hpp"

namespace hypersweep {
namespace {

// A board with its own planes, for the duration of a dig.
struct DigBoard {
    explicit DigBoard(const Geometry& geometry)
        : mines(geometry.words), open(geometry.words), flags(geometry.words), fresh(geometry.words) {
        board.geometry = &geometry;
        board.mines = mines.word;
        board.open = open.word;
        board.flags = flags.word;
        board.fresh = fresh.word;
        if (!index_set_make(board.dirty, geometry.chunks)) raise_too_large();
    }
    ~DigBoard() {
        index_set_free(board.dirty);
        delta_free(delta);
    }
    DigBoard(const DigBoard&) = delete;
    DigBoard& operator=(const DigBoard&) = delete;

    Plane mines, open, flags, fresh;
    Board board{};
    Delta delta{};
};

// Whether an object is an integer that fits into a C long long; runs no Python code.
bool small_number(PyObject* object, long long& number) {
    if (!PyLong_Check(object)) return false;
    int overflow;
    number = PyLong_AsLongLongAndOverflow(object, &overflow);
    return overflow == 0;
}

// Reads the coordinates or sides in a tuple or list. Returns false if Python has to handle them.
bool read_numbers(PyObject* object, std::vector<u64>& numbers, long long least) {
    const bool tuple = PyTuple_CheckExact(object);
    if (!tuple && !PyList_CheckExact(object)) return false;
    const Py_ssize_t size = tuple ? tuple_size(object) : PyList_Size(object);
    numbers.reserve(std::size_t(size));
    for (Py_ssize_t place = 0; place < size; ++place) {
        const nb::object item = tuple ? nb::borrow(tuple_item(object, place)) : nb::borrow(list_item(object, place));
        long long number;
        if (PyBool_Check(item.ptr()) || !small_number(item.ptr(), number) || number < least) return false;
        numbers.push_back(u64(number));
    }
    return size > 0;
}

using Lists = std::vector<Item>;

// Collects the innermost lists in order. Returns false if the nesting doesn't match the sides. Not recursive, because
// there may be many axes.
bool innermost(nb::handle whole, const std::vector<u64>& sides, Lists& lists) {
    lists.assign(1, held(whole));
    Lists outer;
    for (std::size_t axis = 0; axis < sides.size(); ++axis) {
        for (const Item& list : lists) {
            if (!PyList_Check(list.ptr()) || u64(PyList_Size(list.ptr())) != sides[axis]) return false;
        }
        if (axis + 1 == sides.size()) break;
        outer.swap(lists);
        lists.clear();
        lists.reserve(outer.size() * std::size_t(sides[axis]));
        for (const Item& list : outer) {
            for (u64 place = 0; place < sides[axis]; ++place) lists.push_back(list_item(list.ptr(), Py_ssize_t(place)));
        }
    }
    return true;
}

// A range of object addresses.
struct Span {
    std::uintptr_t low, size;
};

std::uintptr_t address(const PyObject* object) { return reinterpret_cast<std::uintptr_t>(object); }

// The addresses of Python's cached small integers, if they are adjacent: an object among them is an integer, and
// needn't be read. Empty if they aren't.
Span small_numbers() {
    const nb::handle type(reinterpret_cast<PyObject*>(&PyLong_Type));
    const auto size = nb::cast<std::uintptr_t>(type.attr("__basicsize__")) + nb::cast<std::uintptr_t>(type.attr("__itemsize__"));
    // Size of a one-digit integer, rounded up to where the next one can begin.
    const std::uintptr_t each = (size + alignof(void*) - 1) / alignof(void*) * alignof(void*);
    std::uintptr_t begin = 0;
    for (long number = 0; number <= 256; ++number) {
        const nb::object object = nb::steal(PyLong_FromLong(number));
        if (number == 0) begin = address(object.ptr());
        if (address(object.ptr()) != begin + std::uintptr_t(number) * each) return {0, 0};
    }
    return {begin, 256 * each};
}

// Sets the bits of a plane where items are `wanted`, up to 64 cells at a time. If an item is neither `wanted` nor in
// `span`, `look(items, count, bits)` computes the bits instead; it returns false for impossible items, which ends the
// work.
template <class Look>
bool read_plane(const Lists& lists, u64 side, u64* plane, const PyObject* const& wanted, Span span,
                Look&& look) {
    u64 index = 0;
    for (const Item& list : lists) {
        for (u64 place = 0; place < side; place += 64) {
            const u64 count = std::min<u64>(side - place, 64);
            const ItemRow row(list.ptr(), Py_ssize_t(place), Py_ssize_t(count));
            bool others;
            u64 bits = active->item_bits(reinterpret_cast<const std::uintptr_t*>(row.data()), count, address(wanted),
                                         span.low, span.size, others);
            if (others && !look(row.data(), count, bits)) return false;
            const u64 shift = index & 63;
            plane[index >> 6] |= bits << shift;
            // The plane has a spare word, so this never writes past its end.
            plane[(index >> 6) + 1] |= (bits >> 1) >> (63 - shift);
            index += count;
        }
    }
    return true;
}

bool read_mines(const Lists& lists, u64 side, u64* plane) {
    static const Span numbers = small_numbers();
    // Mines are nearly always the same object, which the first test finds.
    const PyObject* mine = nullptr;
    return read_plane(lists, side, plane, mine, numbers, [&](PyObject* const* items, u64 count, u64& bits) {
        for (u64 i = 0; i < count; ++i) {
            PyObject* value = items[i];
            if (value != mine) {
                if (!PyUnicode_Check(value) || PyUnicode_CompareWithASCIIString(value, ".") != 0) continue;
                mine = value;
            }
            bits |= u64{1} << i;
        }
        return true;
    });
}

bool read_visible(const Lists& lists, u64 side, u64* plane) {
    const Span hidden{address(Py_False), 0};
    return read_plane(lists, side, plane, Py_True, hidden, [](PyObject* const* items, u64 count, u64& bits) {
        for (u64 i = 0; i < count; ++i) {
            long long number;
            if (!small_number(items[i], number) || number < 0 || number > 1) return false;
            bits |= u64(number) << i;
        }
        return true;
    });
}

// Calls `each` with every index that the move opened, until it returns false.
template <class Each>
bool for_opened(const Delta& delta, Each&& each) {
    if (delta.single) return each(delta.index);
    for (const TouchBlock* block = delta.first; block; block = block->next) {
        for (u64 i = 0; i < block->used; ++i) {
            const Touch& touch = block->touches[i];
            for (u64 bits = touch.opened; bits; bits &= bits - 1) {
                if (!each(touch.word * 64 + u64(std::countr_zero(bits)))) return false;
            }
        }
    }
    return true;
}

// The first opened cell whose number is invalid, or is zero although it touches a mine, or vice versa; -1 if there is
// none.
i64 contradiction(const DigBoard& dug, const Lists& lists, u64 side) {
    std::int32_t codes[64];
    u64 word = ~u64{0};
    i64 found = -1;
    for_opened(dug.delta, [&](u64 index) {
        if ((dug.mines.word[index >> 6] >> (index & 63)) & 1) return true;
        if (index >> 6 != word) {
            word = index >> 6;
            active->codes32(dug.board, word * 64, std::min(word * 64 + 64, dug.board.geometry->cells), false, codes);
        }
        const Item value = list_item(lists[std::size_t(index / side)].ptr(), Py_ssize_t(index % side));
        long long number = -1;
        if (PyLong_Check(value.ptr())) {
            int overflow;
            number = PyLong_AsLongLongAndOverflow(value.ptr(), &overflow);
            if (overflow) number = overflow;
        }
        if (number >= 0 && (number == 0) == (codes[index & 63] == 0)) return true;
        found = i64(index);
        return false;
    });
    return found;
}

void show(const Delta& delta, const Lists& lists, u64 side) {
    const auto list = [&](u64 index) { return lists[std::size_t(index / side)].ptr(); };
    const auto place = [&](u64 index) { return Py_ssize_t(index % side); };
    // Old items are released at the end, because destroying one may run Python code.
    std::vector<nb::object> before;
    for_opened(delta, [&](u64 index) {
        const Item item = list_item(list(index), place(index));
        if (item.ptr() != Py_False) before.push_back(nb::borrow(item));
        return true;
    });
    for_opened(delta, [&](u64 index) {
        put_in_list(list(index), place(index), Py_True);
        return true;
    });
}

// The keys of a game, created once.
PyObject* const* keys() {
    static PyObject* const names[4] = {PyUnicode_InternFromString("dimensions"), PyUnicode_InternFromString("board"),
                                       PyUnicode_InternFromString("visible"), PyUnicode_InternFromString("state")};
    return names;
}

// Digs in a game. Returns the number of cells revealed; None for unusual or wrong input, which Python must handle; or
// -1 minus the index of a cell whose number contradicts the mines around it. Only a dig that returns a number of cells
// changes anything.
nb::object dig_lists(nb::handle game, nb::handle coordinates, u64 most_cells) {
    if (!PyDict_CheckExact(game.ptr())) return nb::none();
    nb::object values[4];
    for (int key = 0; key < 4; ++key) {
        // Holds references, because comparing keys may run Python code.
        values[key] = dict_item(game.ptr(), keys()[key]);
        if (!values[key].is_valid()) return nb::none();
    }
    std::vector<u64> sides, cell;
    if (!read_numbers(values[0].ptr(), sides, 1) || !read_numbers(coordinates.ptr(), cell, 0)) return nb::none();
    if (cell.size() != sides.size()) return nb::none();
    u64 index = 0, cells = 1;
    for (std::size_t axis = 0; axis < sides.size(); ++axis) {
        if (cell[axis] >= sides[axis] || sides[axis] > most_cells / cells) return nb::none();
        index = index * sides[axis] + cell[axis];
        cells *= sides[axis];
    }
    if (!PyUnicode_Check(values[3].ptr())) return nb::none();
    if (PyUnicode_CompareWithASCIIString(values[3].ptr(), "ongoing") != 0) return nb::int_(0);

    const std::unique_ptr<bool[]> wrap(new bool[sides.size()]());
    Geometry geometry;
    if (!geometry_make(geometry, int(sides.size()), sides.data(), wrap.get(), true)) raise_too_large();
    Lists board, visible;
    if (!innermost(values[1], sides, board) || !innermost(values[2], sides, visible)) return nb::none();
    DigBoard dug(geometry);
    const u64 side = sides.back();
    if (!read_mines(board, side, dug.mines.word) || !read_visible(visible, side, dug.open.word)) return nb::none();
    dug.board.mine_count = active->population(dug.mines.word, geometry.words);
    dug.board.opened = active->common_population(dug.open.word, dug.mines.word, true, geometry.words);

    const bool exploded = active->population(dug.open.word, geometry.words) > dug.board.opened;
    const bool mined = (dug.mines.word[index >> 6] & ~dug.open.word[index >> 6]) >> (index & 63) & 1;
    u64 revealed = 0;
    if (mined || !exploded) {
        if (!active->open(dug.board, index, dug.delta)) raise_too_large();
        const i64 wrong = contradiction(dug, board, side);
        if (wrong >= 0) return nb::int_(-1 - wrong);
        revealed = dug.delta.opened + dug.delta.mine;
    }
    const bool won = dug.board.opened == geometry.cells - dug.board.mine_count;
    const char* state = mined || exploded ? "defeat" : won ? "victory" : nullptr;
    // Create the state's text first, because that allocates memory. Then update the lists, before anything that may run
    // Python code.
    const nb::object told = state ? nb::object(nb::str(state)) : nb::object();
    show(dug.delta, visible, side);
    if (state && PyDict_SetItem(game.ptr(), keys()[3], told.ptr()) != 0) throw nb::python_error();
    return nb::int_(revealed);
}

nb::object dig(nb::handle game, nb::handle coordinates, u64 most_cells) {
    try {
        return dig_lists(game, coordinates, most_cells);
    } catch (const std::bad_alloc&) {
        raise_too_large();
    }
}

}  // namespace

void bind_hypermines(nb::module_& m) {
    m.def("dig", &dig, nb::arg().none(), nb::arg().none(), nb::arg());
}

}  // namespace hypersweep
