// A game as Python sees it: the board and what a move changed.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "layout.hpp"

namespace hypersweep {
namespace {

constexpr const char* game_busy = "this game is in use in another thread";

class PyDelta {
  public:
    PyDelta() = default;
    ~PyDelta() { delta_free(delta); }
    PyDelta(const PyDelta&) = delete;
    PyDelta& operator=(const PyDelta&) = delete;

    bool changed() const { return delta.single || delta.first; }
    u64 cell_count() const {
        u64 count = delta.single ? 1 : 0;
        for (TouchBlock* block = delta.first; block; block = block->next) {
            for (u64 i = 0; i < block->used; ++i) count += active->population(&block->touches[i].opened, 1);
        }
        return count;
    }
    // Indices of the cells that the move changed, in order.
    std::vector<u64> cells() const {
        std::vector<u64> out;
        if (delta.single) out.push_back(delta.index);
        for (TouchBlock* block = delta.first; block; block = block->next) {
            for (u64 i = 0; i < block->used; ++i) {
                const Touch& touch = block->touches[i];
                for (u64 place = 0; place < 64; ++place) {
                    if ((touch.opened >> place) & 1) out.push_back(touch.word * 64 + place);
                }
            }
        }
        std::sort(out.begin(), out.end());
        return out;
    }

    Delta delta{};
};

class PyBoard {
  public:
    PyBoard(std::shared_ptr<PyMines> mines_given, bool click, bool cascade, bool on_open, bool chord)
        : mines(std::move(mines_given)),
          open(mines->plane.words),
          flags(mines->plane.words),
          fresh(mines->plane.words) {
        board.geometry = &mines->shape->geometry;
        board.mines = mines->plane.word;
        board.open = open.word;
        board.flags = flags.word;
        board.fresh = fresh.word;
        board.rules = RuleFlags{click, cascade, on_open, chord};
        board.mine_count = mines->count;
        if (!index_set_make(board.dirty, board.geometry->chunks)) raise_too_large();
    }
    ~PyBoard() { index_set_free(board.dirty); }
    PyBoard(const PyBoard&) = delete;
    PyBoard& operator=(const PyBoard&) = delete;

    void restore(nb::handle open_bits, nb::handle flag_bits) {
        read_bytes(Bytes(open_bits, false), board.geometry->cells, open.word);
        read_bytes(Bytes(flag_bits, false), board.geometry->cells, flags.word);
        if (!board.rules.flags_on_open) {
            for (u64 w = 0; w < flags.words; ++w) flags.word[w] &= ~open.word[w];
        }
        board.opened = active->common_population(open.word, board.mines, true, open.words);
        board.covered_flags = i64(active->common_population(flags.word, open.word, true, open.words));
    }

    void check_free() const {
        if (busy) raise_own("BusyError", game_busy);
    }

    // Runs a kernel on this board alone: other threads may run meanwhile on a large board, but not on this one.
    template <class Work>
    auto alone(Work&& work) {
        const Turn turn(busy, game_busy);
        if (board.geometry->cells < long_work) return work();
        const WithoutGil without;
        return work();
    }

    nb::object move_open(nb::handle cell) {
        const i64 index = mines->shape->ravel(cell);
        if (index < 0) return nb::none();
        auto delta = std::make_unique<PyDelta>();
        if (!alone([&] { return active->open(board, u64(index), delta->delta); })) raise_too_large();
        return nb::cast(std::move(delta));
    }
    nb::object move_flag(nb::handle cell) {
        const i64 index = mines->shape->ravel(cell);
        if (index < 0) return nb::none();
        auto delta = std::make_unique<PyDelta>();
        check_free();
        active->flag(board, u64(index), delta->delta);
        return nb::cast(std::move(delta));
    }
    nb::object move_chord(nb::handle cell) {
        const i64 index = mines->shape->ravel(cell);
        if (index < 0) return nb::none();
        auto delta = std::make_unique<PyDelta>();
        if (!alone([&] { return active->chord(board, u64(index), delta->delta); })) raise_too_large();
        return nb::cast(std::move(delta));
    }
    void undo(const PyDelta& delta) {
        alone([&] { active->undo(board, delta.delta); });
    }

    bool is_open(u64 index) const {
        mines->shape->check(index);
        return (open.word[index >> 6] >> (index & 63)) & 1;
    }
    bool is_flagged(u64 index) const {
        mines->shape->check(index);
        return (flags.word[index >> 6] >> (index & 63)) & 1;
    }

    nb::bytes codes(u64 begin, u64 end, bool reveal, int size) {
        if (end > board.geometry->cells || begin > end) throw std::out_of_range("cell range");
        u8* out;
        nb::bytes result = new_bytes((end - begin) * u64(size), out);
        alone([&] {
            if (size == 2) {
                active->codes16(board, begin, end, reveal, reinterpret_cast<std::int16_t*>(out));
            } else {
                active->codes32(board, begin, end, reveal, reinterpret_cast<std::int32_t*>(out));
            }
        });
        return result;
    }
    nb::bytes open_bits(u64 begin, u64 end) const { return plane_bytes(open.word, board.geometry->cells, begin, end); }
    nb::bytes flag_bits(u64 begin, u64 end) const { return plane_bytes(flags.word, board.geometry->cells, begin, end); }

    std::shared_ptr<PyMines> mines;
    Plane open, flags, fresh;
    Board board{};
    bool busy = false;
};

}  // namespace

void bind_game(nb::module_& m) {
    nb::class_<PyDelta>(m, "Delta")
        .def_prop_ro("changed", &PyDelta::changed)
        .def_prop_ro("opened", [](const PyDelta& self) { return self.delta.opened; })
        .def_prop_ro("flag_change", [](const PyDelta& self) { return self.delta.flag_change; })
        .def_prop_ro("kind", [](const PyDelta& self) { return int(self.delta.kind); })
        .def_prop_ro("index", [](const PyDelta& self) { return self.delta.index; })
        .def("cell_count", &PyDelta::cell_count)
        .def("cells", &PyDelta::cells);

    nb::class_<PyBoard>(m, "Board")
        .def(nb::init<std::shared_ptr<PyMines>, bool, bool, bool, bool>())
        .def("restore", &PyBoard::restore)
        .def("open", &PyBoard::move_open, nb::arg().none())
        .def("flag", &PyBoard::move_flag, nb::arg().none())
        .def("chord", &PyBoard::move_chord, nb::arg().none())
        .def("undo", &PyBoard::undo)
        .def("is_open", &PyBoard::is_open)
        .def("is_flagged", &PyBoard::is_flagged)
        .def("codes", &PyBoard::codes)
        .def("open_bits", &PyBoard::open_bits)
        .def("flag_bits", &PyBoard::flag_bits)
        .def_prop_ro("outcome", [](const PyBoard& self) { return int(self.board.outcome); })
        .def_prop_ro("opened", [](const PyBoard& self) { return self.board.opened; })
        .def_prop_ro("covered_flags", [](const PyBoard& self) { return self.board.covered_flags; });
}

}  // namespace hypersweep
