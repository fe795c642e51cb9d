// A game for Python: the board and its moves.
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "python/delta.hpp"
#include "python/fork.hpp"
#include "python/layout.hpp"
#include "python/watch.hpp"

namespace hypersweep {
namespace {

// A solver that used more states isn't reused for the next move.
constexpr u64 spare_states = u64{1} << 14;

constexpr const char* game_busy = "this game is in use in another thread";

// The parts of a game's state that can be read at any time, even during a move.
struct Standing {
    u64 opened;
    i64 covered_flags;
    Outcome outcome;
    bool decided;
    u64 moves;
};

// The layout that a move in punishing play replaced.
struct Laid {
    std::size_t move;               // the move's index in the history
    std::shared_ptr<PyMines> mines;
    bool decided;
};

// The stream from which punishing play draws layouts, indexed by the number of open cells.
struct Streams {
    u64 seed, name;
};

// A board and the moves made on it. All steps of a move, from deciding the mines to recording it in the history, happen
// under one lock: another thread sees the game either before the move or after it.
class PyBoard {
  public:
    PyBoard(std::shared_ptr<PyMines> mines_given, bool decided_given, bool click, bool cascade, bool on_open, bool chord,
            bool toggles)
        : PyBoard(mines_given->shape, mines_given, decided_given, RuleFlags{click, cascade, on_open, chord, toggles}) {}
    ~PyBoard() { index_set_free(board.dirty); }
    PyBoard(const PyBoard&) = delete;
    PyBoard& operator=(const PyBoard&) = delete;

    // A copy of the board in the same state, with the same history.
    std::unique_ptr<PyBoard> copy() {
        check_free();
        std::unique_ptr<PyBoard> twin(new PyBoard(shape, mines, decided, board.rules));
        twin->history = history;
        twin->laid = laid;
        twin->punished = punished;
        alone([&] {
            open.copy_to(twin->open);
            flags.copy_to(twin->flags);
            twin->board.opened = board.opened;
            twin->board.covered_flags = board.covered_flags;
            twin->board.outcome = board.outcome;
            return true;
        });
        return twin;
    }

    // Sets the state of a board without moves. If the state is impossible, the board is left partly filled.
    void restore(nb::handle open_bits, nb::handle flag_bits, int outcome) {
        read_bytes(Bytes(open_bits, false), board.geometry->cells, open.word);
        read_bytes(Bytes(flag_bits, false), board.geometry->cells, flags.word);
        if (!board.rules.flags_on_open) {
            for (u64 w = 0; w < flags.words; ++w) flags.word[w] &= ~open.word[w];
        }
        board.opened = active->common_population(open.word, board.mines, true, open.words);
        board.covered_flags = i64(active->common_population(flags.word, open.word, true, open.words));
        const u64 exploded = active->common_population(open.word, board.mines, false, open.words);
        if (!decided && board.opened) {
            raise_own("LayoutError", "expected no open cells before the mines are decided");
        }
        if (outcome == int(Outcome::won) && (!decided || board.opened != board.geometry->cells - board.mine_count)) {
            raise_own("LayoutError", "expected all safe cells to be open in a won game");
        }
        if (outcome == int(Outcome::lost) && !exploded) raise_own("LayoutError", "expected an open mine in a lost game");
        board.outcome = Outcome(outcome);
    }

    // Turns punishing play on: moves may change the layout (punishment.hpp).
    void punish(u64 seed, u64 name) {
        check_free();
        punished = Streams{seed, name};
    }
    // Sets the mines of a board without moves.
    void decide(std::shared_ptr<PyMines> given) {
        check_free();
        if (given->shape->geometry.cells != shape->geometry.cells) {
            throw std::invalid_argument("these mines belong to another grid");
        }
        lay(given, true);
    }

    nb::object move_open(nb::handle cell, PyWatch* watch) {
        const i64 index = shape->ravel(cell);
        if (index < 0 || must_decide(u64(index))) return nb::none();
        if (punished) return move_punished(MoveKind::open, u64(index), watch);
        return move([&](Delta& delta) { return active->open(board, u64(index), delta); }, true, watch);
    }
    // Opens a cell before the mines are decided: sets the given mines, unless another thread has already set some.
    nb::object move_open_first(nb::handle cell, std::shared_ptr<PyMines> given, PyWatch* watch) {
        const i64 index = shape->ravel(cell);
        if (index < 0 || given->shape->geometry.cells != shape->geometry.cells) {
            throw std::invalid_argument("invalid first open");
        }
        if (!must_decide(u64(index))) return move_open(cell, watch);
        return move([&](Delta& delta) {
            lay(given, true);
            if (!active->open(board, u64(index), delta)) {
                lay(given, false);
                return false;
            }
            // The first open decides the mines. Afterwards the layout stays, except in punishing play.
            if (punished) note_laid(given, false);
            return true;
        }, true, watch);
    }
    nb::object move_flag(nb::handle cell) {
        const i64 index = shape->ravel(cell);
        if (index < 0) return nb::none();
        const bool may_be_long = false;
        return move([&](Delta& delta) {
            active->flag(board, u64(index), delta);
            return true;
        }, may_be_long);
    }
    nb::object move_chord(nb::handle cell, PyWatch* watch) {
        const i64 index = shape->ravel(cell);
        if (index < 0) return nb::none();
        if (punished && decided) return move_punished(MoveKind::chord, u64(index), watch);
        return move([&](Delta& delta) { return active->chord(board, u64(index), delta); }, true, watch);
    }
    // Undoes the latest move and returns its delta; None if there is none, or the undo was cancelled.
    nb::object undo(PyWatch* watch) {
        check_free();
        if (history.empty()) return nb::none();
        nb::object taken = nb::none();
        std::shared_ptr<PyMines> given_up;  // released at the end, because releasing may take the GIL
        alone([&] {
            if (!active->undo(board, nb::inst_ptr<PyDelta>(history.back())->delta)) return false;
            taken = std::move(history.back());
            history.pop_back();
            if (!laid.empty() && laid.back().move == history.size()) {
                given_up = std::move(laid.back().mines);
                lay(given_up, laid.back().decided);
                laid.pop_back();
            }
            return true;
        }, true, watch);
        return taken;
    }
    void forget() {
        check_free();
        // Empty the history first: releasing the moves may take a while, and other threads may run meanwhile.
        std::vector<nb::object> old;
        old.swap(history);
        std::vector<Laid> old_laid;
        old_laid.swap(laid);
    }
    // Kind and index of the moves that changed something and weren't undone.
    std::vector<std::pair<int, u64>> moves() const {
        check_free();
        std::vector<std::pair<int, u64>> out;
        out.reserve(history.size());
        for (const nb::object& made : history) {
            const Delta& delta = nb::inst_ptr<PyDelta>(made)->delta;
            out.emplace_back(int(delta.kind), delta.index);
        }
        return out;
    }

    bool is_open(u64 index) const { return bit(open, index); }
    bool is_flagged(u64 index) const { return bit(flags, index); }

    nb::bytes codes(u64 begin, u64 end, bool reveal, int size) {
        if (end > board.geometry->cells || begin > end) throw std::out_of_range("cell range");
        u8* out;
        nb::bytes result = new_bytes((end - begin) * u64(size), out);
        alone_in_parts(begin, end, cells_at_once(*board.geometry), [&](u64 from, u64 to) {
            u8* const place = out + (from - begin) * u64(size);
            if (size == 2) {
                active->codes16(board, from, to, reveal, reinterpret_cast<std::int16_t*>(place));
            } else {
                active->codes32(board, from, to, reveal, reinterpret_cast<std::int32_t*>(place));
            }
        });
        return result;
    }
    nb::bytes open_bits(u64 begin, u64 end) { return bits(open, begin, end); }
    nb::bytes flag_bits(u64 begin, u64 end) { return bits(flags, begin, end); }

    // The state to report; while a move runs, the state before it.
    Standing standing() const {
        return busy ? before : Standing{board.opened, board.covered_flags, board.outcome, decided, history.size()};
    }
    // Null until the mines are decided.
    std::shared_ptr<PyMines> decided_mines() const {
        if (!standing().decided) return nullptr;
        return busy ? mines_before : mines;
    }

  private:
    PyBoard(std::shared_ptr<PyGeometry> shape_given, std::shared_ptr<PyMines> mines_given, bool decided_given,
            RuleFlags rules)
        : shape(std::move(shape_given)),
          mines(std::move(mines_given)),
          decided(decided_given),
          open(shape->geometry.words),
          flags(shape->geometry.words),
          fresh(shape->geometry.words) {
        board.geometry = &shape->geometry;
        board.mines = mines->plane.word;
        board.open = open.word;
        board.flags = flags.word;
        board.fresh = fresh.word;
        board.rules = rules;
        board.mine_count = mines->count;
        if (!index_set_make(board.dirty, board.geometry->chunks)) raise_too_large();
    }

    void check_free() const {
        if (busy) raise_own("BusyError", game_busy);
    }
    bool bit(const Plane& plane, u64 index) const {
        shape->check(index);
        check_free();
        return (plane.word[index >> 6] >> (index & 63)) & 1;
    }
    nb::bytes bits(const Plane& plane, u64 begin, u64 end) {
        end = std::min(end, (board.geometry->cells + 7) / 8);
        begin = std::min(begin, end);
        u8* out;
        nb::bytes result = new_bytes(end - begin, out);
        alone_in_parts(begin, end, 8 * words_at_once, [&](u64 from, u64 to) {
            write_bytes(plane.word, from, to, out + (from - begin));
        });
        return result;
    }
    // Whether opening this cell is the first open.
    bool must_decide(u64 index) const {
        check_free();
        return !decided && !(board.rules.flag_protects_click && bit(flags, index));
    }
    // Swaps in the given mines and returns the old ones in `given`.
    void lay(std::shared_ptr<PyMines>& given, bool decides) {
        mines.swap(given);
        decided = decides;
        board.mines = mines->plane.word;
        board.mine_count = mines->count;
    }

    // Runs a kernel on this board. On a large board other threads may run meanwhile, but can't use this board. The move
    // and its history entry are complete, and the lock released, before the GIL is retaken, so a fork in between sees
    // the game after the move. If Ctrl-C stops the kernel, the board is unchanged and the lock released.
    template <class Work>
    bool alone(Work&& work, bool may_be_long = true, PyWatch* watch = nullptr, bool is_long_anyway = false) {
        check_free();
        if (!may_be_long || !(is_long_anyway || is_long(*board.geometry))) return work();
        std::optional<Piece> piece(std::in_place);
        if (!piece->may_let_go()) {
            piece.reset();
            return work();
        }
        before = standing();
        mines_before = mines;
        busy = true;
        return Interruptible().run([&](const Stop& stop) {
            Watched watched(stop, watch, &board);
            board.stop = watched.stop();
            const bool done = work();
            board.stop = Stop{};
            busy = false;
            piece.reset();
            return done;
        });
    }
    template <class Each>
    void alone_in_parts(u64 begin, u64 end, u64 part, Each&& each) {
        alone([&] { return each_part(begin, end, part, board.stop, each); });
    }

    // Records in the history that the current move decided the mines, and empties `found`. The capacity suffices.
    void note_laid(std::shared_ptr<PyMines>& found, bool was_decided) {
        laid.push_back(Laid{history.size(), std::move(found), was_decided});
    }

    // Makes a move in punishing play, deciding its outcome under the same lock.
    nb::object move_punished(MoveKind kind, u64 index, PyWatch* watch) {
        check_free();
        auto given = std::make_shared<PyMines>(shape);
        std::unique_ptr<PunishingSolver> solver = shape->take_solver();
        u64 states = 0;
        nb::object result = move([&](Delta& delta) {
            Limits limits;
            static_cast<Stop&>(limits) = board.stop;
            limits.states = punished_states;
            limits.bytes = ~u64{0} >> 1;
            bool is_laid;
            const u64 key = active->stream_key(punished->seed, punished->name, board.opened);
            if (solver->kernels->punisher_decide(solver->solver, board, kind, index, key, limits, given->plane.word, is_laid,
                                                 states) != Solved::done) {
                return false;
            }
            if (is_laid) {
                given->count = board.mine_count;
                lay(given, true);
            }
            if (!(kind == MoveKind::open ? active->open : active->chord)(board, index, delta)) {
                if (is_laid) lay(given, true);
                return false;
            }
            if (is_laid) note_laid(given, true);
            return true;
        }, true, watch, true);
        // Drop a large solver, to free its memory.
        if (states <= spare_states) shape->give_back(std::move(solver));
        return result;
    }

    template <class Kernel>
    nb::object move(Kernel&& kernel, bool may_be_long = true, PyWatch* watch = nullptr, bool is_long_anyway = false) {
        check_free();
        auto owned = std::make_unique<PyDelta>();
        PyDelta& made = *owned;
        nb::object result = nb::cast(std::move(owned));
        // Reserve memory for the history now: once the board has changed, nothing may fail.
        if (history.size() == history.capacity()) history.reserve(history.size() < 8 ? 8 : 2 * history.size());
        if (punished && laid.size() == laid.capacity()) laid.reserve(laid.size() < 8 ? 8 : 2 * laid.size());
        nb::object kept = result;
        const bool done = alone([&] {
            if (!kernel(made.delta)) return false;
            made.outcome = board.outcome;
            if (made.changed()) history.push_back(std::move(kept));
            return true;
        }, may_be_long, watch, is_long_anyway);
        if (done) return result;
        if (!is_cancelled(watch)) raise_too_large();
        // The kernel has restored the board after the cancelled move, so return an empty delta.
        auto nothing = std::make_unique<PyDelta>();
        nothing->outcome = board.outcome;
        return nb::cast(std::move(nothing));
    }

    std::shared_ptr<PyGeometry> shape;
    std::shared_ptr<PyMines> mines;
    bool decided;   // otherwise `mines` is empty, and the first open decides them
    Plane open, flags, fresh;
    Board board{};
    std::vector<nb::object> history;
    std::optional<Streams> punished;  // streams of punishing play
    std::vector<Laid> laid;           // for each move in the history that decided the mines, the layout before it
    std::atomic<bool> busy = false;
    Standing before{};
    std::shared_ptr<PyMines> mines_before;  // mines before the running move
};

}  // namespace

void bind_game(nb::module_& m) {
    m.def("fork_begins", &fork_begins);
    m.def("fork_ended_in_parent", &fork_ended_in_parent).def("fork_ended_in_child", &fork_ended_in_child);

    nb::class_<PyDelta>(m, "Delta")
        .def_static("from_words", &PyDelta::from_words)
        .def_prop_ro("move", [](const PyDelta& self) { return std::pair(int(self.delta.kind), self.delta.index); })
        .def_prop_ro("changed", &PyDelta::changed)
        .def_prop_ro("opened", [](const PyDelta& self) { return self.delta.opened; })
        .def_prop_ro("flag_change", [](const PyDelta& self) { return self.delta.flag_change; })
        .def_prop_ro("outcome", [](const PyDelta& self) { return int(self.outcome); })
        .def("cell_count", &PyDelta::cell_count)
        .def("indices", &PyDelta::indices)
        .def("words", &PyDelta::words);

    nb::class_<PyWatch>(m, "Watch")
        .def(nb::init<>())
        .def("cancel", &PyWatch::cancel)
        .def_prop_ro("is_cancelled", &PyWatch::is_cancelled)
        .def_prop_ro("opened", &PyWatch::opened);

    nb::class_<PyBoard>(m, "Board")
        .def(nb::init<std::shared_ptr<PyMines>, bool, bool, bool, bool, bool, bool>())
        .def("copy", &PyBoard::copy, nb::lock_self())
        .def("punish", &PyBoard::punish, nb::lock_self())
        .def("decide", &PyBoard::decide, nb::lock_self())
        .def("restore", &PyBoard::restore, nb::lock_self())
        // `open` and `open_watched` are separate, because an optional argument would make short moves a tenth slower.
        .def("open", [](PyBoard& self, nb::handle cell) { return self.move_open(cell, nullptr); }, nb::arg().none(),
             nb::lock_self())
        .def("open_watched", &PyBoard::move_open, nb::arg().none(), nb::arg(), nb::lock_self())
        .def("open_first", &PyBoard::move_open_first, nb::arg(), nb::arg(), nb::arg().none(), nb::lock_self())
        .def("flag", &PyBoard::move_flag, nb::arg().none(), nb::lock_self())
        .def("chord", [](PyBoard& self, nb::handle cell) { return self.move_chord(cell, nullptr); }, nb::arg().none(),
             nb::lock_self())
        .def("chord_watched", &PyBoard::move_chord, nb::arg().none(), nb::arg(), nb::lock_self())
        .def("undo", &PyBoard::undo, nb::arg().none(), nb::lock_self())
        .def("forget", &PyBoard::forget, nb::lock_self())
        .def_prop_ro("move_count", [](const PyBoard& self) { return self.standing().moves; }, nb::lock_self())
        .def("moves", &PyBoard::moves, nb::lock_self())
        .def("is_open", &PyBoard::is_open, nb::lock_self())
        .def("is_flagged", &PyBoard::is_flagged, nb::lock_self())
        .def("codes", &PyBoard::codes, nb::lock_self())
        .def("open_bits", &PyBoard::open_bits, nb::lock_self())
        .def("flag_bits", &PyBoard::flag_bits, nb::lock_self())
        .def_prop_ro("mines", &PyBoard::decided_mines, nb::lock_self())
        .def_prop_ro("outcome", [](const PyBoard& self) { return int(self.standing().outcome); }, nb::lock_self())
        .def_prop_ro("opened", [](const PyBoard& self) { return self.standing().opened; }, nb::lock_self())
        .def_prop_ro("covered_flags", [](const PyBoard& self) { return self.standing().covered_flags; }, nb::lock_self());
}

}  // namespace hypersweep
