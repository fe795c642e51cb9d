// Thousands of games that a program plays, move by move: see batch/environments.hpp.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <thread>

#include "python/fork.hpp"
#include "python/layout.hpp"

namespace hypersweep {
namespace {

// Rows that Python keeps, held as long as the games are.
class Rows {
  public:
    Rows(const EnvironmentPlan& plan, nb::sequence arrays) {
        const u64 cells = plan.geometry->cells, actions = all_of(u64(plan.kinds), cells);
        const u64 each[] = {cells * u64(plan.code_bytes), actions, 4, 1, 1, 1, 8, 8, 8};
        const u64 aligned[] = {u64(plan.code_bytes), 1, 4, 1, 1, 1, 8, 8, 8};
        if (nb::len(arrays) != std::size(each)) throw std::invalid_argument("number of rows");
        for (std::size_t i = 0; i < std::size(each); ++i) {
            held_[i] = std::make_unique<Bytes>(arrays[i], true);
            if (held_[i]->size() != all_of(plan.count, each[i])) throw std::invalid_argument("size of a row");
            if (!held_[i]->is_aligned(aligned[i])) throw std::invalid_argument("place of a row");
        }
        rows = EnvironmentRows{at(0),
                               at(1),
                               reinterpret_cast<float*>(at(2)),
                               at(3),
                               at(4),
                               at(5),
                               reinterpret_cast<i64*>(at(6)),
                               reinterpret_cast<i64*>(at(7)),
                               reinterpret_cast<u64*>(at(8))};
    }

    EnvironmentRows rows;

  private:
    u8* at(int i) const { return held_[i]->data(); }
    std::unique_ptr<Bytes> held_[9];
};

class PyEnvironments {
  public:
    // `numbers`: mines, games, name of the stream of layouts, that of seeds, promise, kinds of actions, bytes of a code, most
    // moves, threads. `switches`: the four of the rules, whether a useless move ends a game, whether layouts are dealt here.
    // `rewards`: for a win, a loss, a move, a useless move, all safe cells.
    PyEnvironments(nb::object shape_given, const std::vector<u64>& numbers, const std::vector<bool>& switches,
                   const std::vector<double>& rewards, nb::sequence arrays)
        : shape_(std::move(shape_given)), kernels_(active) {
        if (numbers.size() != 9 || switches.size() != 6 || rewards.size() != 5) throw std::invalid_argument("plan");
        const PyGeometry& shape = nb::cast<const PyGeometry&>(shape_);
        plan_.geometry = &shape.geometry;
        plan_.mines = numbers[0];
        plan_.count = numbers[1];
        plan_.layout_name = numbers[2];
        plan_.episode_name = numbers[3];
        plan_.first_open = shape.check_first_open(int(numbers[4]), plan_.mines);
        plan_.kinds = int(numbers[5]);
        plan_.code_bytes = int(numbers[6]);
        plan_.most_moves = numbers[7];
        threads_ = numbers[8];
        plan_.rules = RuleFlags{switches[0], switches[1], switches[2], switches[3]};
        plan_.ends_useless = switches[4];
        plan_.deals = switches[5];
        plan_.win = float(rewards[0]);
        plan_.loss = float(rewards[1]);
        plan_.move = float(rewards[2]);
        plan_.useless = float(rewards[3]);
        plan_.cells = float(rewards[4]);
        if (plan_.kinds < 1 || plan_.kinds > 3 || threads_ < 1) throw std::invalid_argument("plan");
        if (plan_.code_bytes != (shape.geometry.most_neighbours > 127 ? 2 : 1)) throw std::invalid_argument("bytes of a code");
        if (shape.geometry.most_neighbours > 32767) throw std::invalid_argument("clues need more than two bytes");
        rows_ = std::make_unique<Rows>(plan_, arrays);
        games_ = kernels_->environments_make(plan_, threads_);
        if (!games_) raise_own("BoardTooLargeError", "this machine has no memory for so many games");
    }
    ~PyEnvironments() {
        if (games_) kernels_->environments_free(games_);
    }
    PyEnvironments(const PyEnvironments&) = delete;
    PyEnvironments& operator=(const PyEnvironments&) = delete;

    // `which`: a byte for each game, or None for all; `seeds`: 8 bytes for each, or None for the next games.
    void reset(nb::object which, nb::object seeds, bool quietly) {
        check_free();
        const std::unique_ptr<Bytes> chosen = bytes_or_none(which, 1), given = bytes_or_none(seeds, 8);
        const u8* const mask = chosen ? chosen->data() : nullptr;
        const u64* const own = given ? reinterpret_cast<const u64*>(given->data()) : nullptr;
        unlocked([&] { kernels_->environments_reset(games_, rows_->rows, 0, plan_.count, mask, own, quietly); });
    }

    // -1, or the first game whose action there is none of; nothing is changed then. What becomes of a game that has ended:
    // 0 it stays, 1 the next one takes its place in the step after, 2 at once.
    i64 step(nb::object actions, int ended) {
        check_free();
        if (ended < 0 || ended > int(Ended::begin_at_once)) throw std::invalid_argument("what follows a game");
        const Bytes given(actions, false);
        const i64* const chosen = numbers(given);
        const i64 most = i64(u64(plan_.kinds) * plan_.geometry->cells);
        for (u64 i = 0; i < plan_.count; ++i) {
            if (chosen[i] < 0 || chosen[i] >= most) return i64(i);
        }
        bool done = true;
        unlocked([&] { done = play(chosen, Ended(ended)); });
        if (!done) raise_own("BoardTooLargeError", "this machine has no memory for that move");
        return -1;
    }

    // Ends the games that a byte each says so of.
    void end(nb::object which) {
        check_free();
        const std::unique_ptr<Bytes> chosen = bytes_or_none(which, 1);
        if (!chosen) throw std::invalid_argument("size of an array");
        unlocked([&] { kernels_->environments_end(games_, rows_->rows, 0, plan_.count, chosen->data()); });
    }

    void choose(u64 seed, u64 name, u64 draw, nb::object out) {
        check_free();
        const Bytes place(out, true);
        i64* const chosen = const_cast<i64*>(numbers(place));
        const u64 key = kernels_->stream_key(seed, name, draw);
        unlocked([&] {
            in_parts([&](u64 begin, u64 end, u64) {
                kernels_->environments_choose(games_, rows_->rows, begin, end, key, chosen);
                return true;
            });
        });
    }

    // Which games are about to open their first cell, a byte for each.
    nb::bytes waiting(nb::object actions) {
        check_free();
        const Bytes given(actions, false);
        u8* out;
        nb::bytes found = new_bytes(plan_.count, out);
        kernels_->environments_waiting(games_, numbers(given), out);
        return found;
    }

    void lay(u64 which, const PyMines& mines) {
        check_free();
        if (mines.shape->geometry.cells != plan_.geometry->cells || mines.count != plan_.mines) {
            throw std::invalid_argument("mines of another board");
        }
        if (!kernels_->environments_lay(games_, check(which), mines.plane.word)) throw std::invalid_argument("mines lie already");
    }

    // (numbers, mines, open cells, flags) of a game; the numbers are those that `restore` takes.
    nb::tuple state(u64 which) {
        check_free();
        const u64* planes[3];
        const EnvironmentState& game = kernels_->environments_state(games_, check(which), planes);
        const u64 cells = plan_.geometry->cells;
        return nb::make_tuple(nb::make_tuple(game.seed, game.episode, game.moves, int(game.outcome), bool(game.dealt),
                                             bool(game.begun), bool(game.over), bool(game.truncated)),
                              plane_bytes(planes[0], cells, 0, cells), plane_bytes(planes[1], cells, 0, cells),
                              plane_bytes(planes[2], cells, 0, cells));
    }

    // Puts a game as it stood. Raises where no game can stand like that; it is then as it was.
    void restore(u64 which, nb::tuple told, nb::object mine_bits, nb::object open_bits, nb::object flag_bits) {
        check_free();
        if (told.size() != 8) throw std::invalid_argument("state of a game");
        const Geometry& g = *plan_.geometry;
        Plane mines(g.words + 1), open(g.words + 1), flags(g.words + 1);
        read_bytes(Bytes(mine_bits, false), g.cells, mines.word);
        read_bytes(Bytes(open_bits, false), g.cells, open.word);
        read_bytes(Bytes(flag_bits, false), g.cells, flags.word);
        EnvironmentState game{};
        game.seed = nb::cast<u64>(told[0]);
        game.episode = nb::cast<u64>(told[1]);
        game.moves = nb::cast<u64>(told[2]);
        game.outcome = nb::cast<u8>(told[3]);
        game.dealt = nb::cast<bool>(told[4]);
        game.begun = nb::cast<bool>(told[5]);
        game.over = nb::cast<bool>(told[6]);
        game.truncated = nb::cast<bool>(told[7]);
        game.shown = true;
        game.opened = kernels_->common_population(open.word, mines.word, true, g.words);
        game.flags = i64(kernels_->common_population(flags.word, open.word, true, g.words));
        const u64 exploded = kernels_->common_population(open.word, mines.word, false, g.words);
        const u64 laid = kernels_->population(mines.word, g.words);
        const bool fits = laid == (game.dealt ? plan_.mines : 0) && (game.dealt || !game.opened) &&
                          (exploded > 0) == (game.outcome == u8(Outcome::lost)) && game.outcome <= u8(Outcome::lost) &&
                          (game.dealt && game.opened == g.cells - plan_.mines) == (game.outcome == u8(Outcome::won)) &&
                          (game.over || game.outcome == u8(Outcome::ongoing)) && (game.over || !game.truncated) &&
                          !(game.truncated && game.outcome) && (game.begun || !(game.dealt || game.flags || game.over)) &&
                          (plan_.kinds > 1 || !game.flags) && (plan_.rules.flags_on_open || !common(flags, open));
        if (!fits) raise_own("LayoutError", "expected a game as it can stand, got one that can't");
        kernels_->environments_restore(games_, rows_->rows, check(which), game, mines.word, open.word, flags.word);
    }

  private:
    bool common(const Plane& one, const Plane& other) const {
        return kernels_->common_population(one.word, other.word, false, one.words) > 0;
    }
    u64 check(u64 which) const {
        if (which >= plan_.count) throw std::out_of_range("game");
        return which;
    }
    std::unique_ptr<Bytes> bytes_or_none(nb::object object, u64 each) const {
        if (object.is_none()) return nullptr;
        auto found = std::make_unique<Bytes>(object, false);
        if (!found->holds(plan_.count, each) || !found->is_aligned(each)) throw std::invalid_argument("size of an array");
        return found;
    }
    const i64* numbers(const Bytes& bytes) const {
        if (!bytes.holds(plan_.count, 8) || !bytes.is_aligned(8)) throw std::invalid_argument("size of the actions");
        return reinterpret_cast<const i64*>(bytes.data());
    }

    void check_free() const {
        if (busy_) raise_own("BusyError", "these games are in use in another thread");
    }
    // Runs a kernel while other threads may run, but not on these games. The turn is given back before the GIL is taken: a
    // fork that comes before this thread has got it finds the games after the move.
    template <class Work>
    void unlocked(Work&& work) {
        // To let go of the lock and to take it back costs as much as a few moves.
        if ((plan_.count < 16 && !is_long(*plan_.geometry)) || !may_let_go()) return work();
        busy_ = true;
        std::optional<Piece> piece(std::in_place);
        const WithoutGil without;
        work();
        busy_ = false;
        piece.reset();
    }

    bool play(const i64* actions, Ended ended) {
        return in_parts([&](u64 begin, u64 end, u64 thread) {
            return kernels_->environments_step(games_, rows_->rows, actions, begin, end, ended, thread);
        });
    }

    // Calls work(begin, end, number) for parts of the games, one for each thread; what no thread can be had for is done here.
    // Whether all gave true.
    template <class Work>
    bool in_parts(Work&& work) {
        const u64 parts = std::min(threads_, (plan_.count + 7) / 8), each = (plan_.count + parts - 1) / parts;
        std::vector<std::thread> others;
        std::vector<char> done(std::size_t(parts), true);
        const auto part = [&](u64 i) {
            const u64 begin = std::min(plan_.count, i * each), end = std::min(plan_.count, begin + each);
            done[std::size_t(i)] = work(begin, end, i);
        };
        u64 started = 1;
        try {
            others.reserve(std::size_t(parts));
            for (; started < parts; ++started) others.emplace_back(part, started);
        } catch (const std::system_error&) {
        } catch (const std::bad_alloc&) {
        }
        part(0);
        for (u64 i = started; i < parts; ++i) part(i);
        for (std::thread& other : others) other.join();
        return std::all_of(done.begin(), done.end(), [](char all) { return all; });
    }

    nb::object shape_;
    const Kernels* kernels_;
    EnvironmentPlan plan_{};
    u64 threads_ = 1;
    std::unique_ptr<Rows> rows_;
    void* games_ = nullptr;
    bool busy_ = false;
};

}  // namespace

void bind_environments(nb::module_& m) {
    nb::class_<PyEnvironments>(m, "Environments", "Games that a program plays, a move in each by one call.")
        .def(nb::init<nb::object, const std::vector<u64>&, const std::vector<bool>&, const std::vector<double>&, nb::sequence>())
        .def("reset", &PyEnvironments::reset, nb::arg().none(), nb::arg().none(), nb::arg())
        .def("step", &PyEnvironments::step)
        .def("end", &PyEnvironments::end)
        .def("choose", &PyEnvironments::choose)
        .def("waiting", &PyEnvironments::waiting)
        .def("lay", &PyEnvironments::lay)
        .def("state", &PyEnvironments::state)
        .def("restore", &PyEnvironments::restore);
}

}  // namespace hypersweep
