// Thousands of games played in lockstep: see batch/environments.hpp.
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <thread>

#include "python/layout.hpp"
#include "python/thread_turn.hpp"

namespace hypersweep {
namespace {

// Rows owned by Python, referenced for as long as the games exist.
class Rows {
  public:
    Rows(const EnvironmentPlan& plan, nb::sequence arrays) {
        const u64 cells = plan.geometry->cells, actions = all_of(u64(plan.kinds), cells);
        const u64 each[] = {cells * u64(plan.code_bytes), actions, 4, 1, 1, 1, 8, 8, 8};
        const u64 aligned[] = {u64(plan.code_bytes), 1, 4, 1, 1, 1, 8, 8, 8};
        if (nb::len(arrays) != std::size(each)) throw std::invalid_argument("wrong number of rows");
        for (std::size_t i = 0; i < std::size(each); ++i) {
            held_[i] = std::make_unique<Bytes>(arrays[i], true);
            if (held_[i]->size() != all_of(plan.count, each[i])) throw std::invalid_argument("wrong size of a row");
            if (!held_[i]->is_aligned(aligned[i])) throw std::invalid_argument("a row is misaligned");
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
    // `numbers`: mines, games, stream names of layouts and seeds, promise, kinds of actions, bytes of a code, maximum
    // number of moves, threads, stream name of punishing play. `switches`: the five rules, whether a move without
    // effect ends the game, whether layouts are dealt here, whether guesses are punished. `rewards`: for a win, a loss,
    // a move, a move without effect, all safe cells.
    PyEnvironments(nb::object shape_given, const std::vector<u64>& numbers, const std::vector<bool>& switches,
                   const std::vector<double>& rewards, nb::sequence arrays)
        : shape_(std::move(shape_given)), kernels_(active) {
        if (numbers.size() != 10 || switches.size() != 8 || rewards.size() != 5) {
            throw std::invalid_argument("invalid plan");
        }
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
        // Each thread needs as much memory as a board, and handles eight games at a time.
        threads_ = std::min(numbers[8], (numbers[1] + 7) / 8);
        plan_.rules = RuleFlags{switches[0], switches[1], switches[2], switches[3], switches[4]};
        plan_.ends_useless = switches[5];
        plan_.deals = switches[6];
        plan_.punishes = switches[7];
        plan_.punished_name = numbers[9];
        plan_.win = float(rewards[0]);
        plan_.loss = float(rewards[1]);
        plan_.move = float(rewards[2]);
        plan_.useless = float(rewards[3]);
        plan_.cells = float(rewards[4]);
        if (plan_.kinds < 1 || plan_.kinds > 3 || numbers[8] < 1 || !plan_.count) {
            throw std::invalid_argument("invalid plan");
        }
        if (plan_.code_bytes != (shape.geometry.most_neighbours > 127 ? 2 : 1)) {
            throw std::invalid_argument("wrong number of bytes per code");
        }
        if (shape.geometry.most_neighbours > 32767) throw std::invalid_argument("clues need more than two bytes");
        rows_ = std::make_unique<Rows>(plan_, arrays);
        actions_.resize(plan_.count);
        games_ = kernels_->environments_make(plan_, threads_);
        if (!games_) raise_own("BoardTooLargeError", "this machine has no memory for so many games");
    }
    ~PyEnvironments() {
        if (games_) kernels_->environments_free(games_);
    }
    PyEnvironments(const PyEnvironments&) = delete;
    PyEnvironments& operator=(const PyEnvironments&) = delete;

    // Bytes of memory per game.
    static u64 bytes_of(nb::object shape_given, int kinds, int code_bytes) {
        return environment_bytes(nb::cast<const PyGeometry&>(shape_given).geometry, kinds, code_bytes);
    }

    // Locks the games for the duration of several calls.
    void take_turn() { turn_.take(); }
    void give_turn_back(nb::handle, nb::handle, nb::handle) { turn_.give_back(); }

    // `which`: one byte per game, or None for all; `seeds`: eight bytes per game, or None for the next games.
    void reset(nb::object which, nb::object seeds, bool quietly) {
        const TurnTaken turn(turn_);
        check_outermost();
        const std::unique_ptr<Bytes> chosen = bytes_or_none(which, 1), given = bytes_or_none(seeds, 8);
        const u8* const mask = chosen ? chosen->data() : nullptr;
        const u64* const own = given ? reinterpret_cast<const u64*>(given->data()) : nullptr;
        unlocked([&] { kernels_->environments_reset(games_, rows_->rows, 0, plan_.count, mask, own, quietly); });
    }

    // Makes a move in each game. `ended` determines what happens to finished games: 0 keeps them, 1 replaces them in
    // the following step, 2 at once. Raises, without making any move, if an action is impossible.
    void step(nb::object actions, int ended) {
        const TurnTaken turn(turn_);
        check_outermost();
        keep(actions);
        make_moves(ended);
    }

    // `step` in two calls: this one stores the actions for `play`.
    void read(nb::object actions) {
        const TurnTaken turn(turn_);
        check_outermost();
        keep(actions);
    }

    // (number, cell, seed) of the games that are about to open their first cell.
    nb::list waiting() {
        const TurnTaken turn(turn_);
        check_read();
        std::vector<u8> found(plan_.count);
        kernels_->environments_waiting(games_, actions_.data(), found.data());
        nb::list all;
        for (u64 i = 0; i < plan_.count; ++i) {
            if (found[i]) all.append(nb::make_tuple(i, actions_[i], seed_of(i)));
        }
        return all;
    }

    // Makes the stored moves. `laid` contains (number, mines) for each game whose mines have to be laid first.
    void play(int ended, nb::list laid) {
        const TurnTaken turn(turn_);
        check_outermost();
        check_read();
        std::vector<std::pair<u64, const PyMines*>> boards;
        for (nb::handle one : laid) {
            const nb::tuple pair = nb::cast<nb::tuple>(one);
            const PyMines& mines = nb::cast<const PyMines&>(pair[1]);
            if (mines.shape->geometry.cells != plan_.geometry->cells || mines.count != plan_.mines) {
                throw std::invalid_argument("these mines belong to another board");
            }
            boards.emplace_back(check(nb::cast<u64>(pair[0])), &mines);
        }
        for (const auto& [which, mines] : boards) kernels_->environments_lay(games_, which, mines->plane.word);
        make_moves(ended);
    }

    // Marks games as begun if no board could be generated for them.
    void pass_over(const std::vector<u64>& which) {
        const TurnTaken turn(turn_);
        for (u64 i : which) check(i);
        for (u64 i : which) kernels_->environments_pass_over(games_, i);
    }

    // Ends the games selected by `which`, one byte per game.
    void end(nb::object which) {
        const TurnTaken turn(turn_);
        check_outermost();
        const std::unique_ptr<Bytes> chosen = bytes_or_none(which, 1);
        if (!chosen) throw std::invalid_argument("wrong size or alignment of an array");
        unlocked([&] { kernels_->environments_end(games_, rows_->rows, 0, plan_.count, chosen->data()); });
    }

    // Draws an action for each game from a stream. `draws_` counts the calls, so that each uses new numbers.
    void choose(u64 seed, u64 name, nb::object out) {
        const TurnTaken turn(turn_);
        const Bytes place(out, true);
        if (!place.holds(plan_.count, 8) || !place.is_aligned(8)) {
            throw std::invalid_argument("wrong size of the actions");
        }
        i64* const chosen = reinterpret_cast<i64*>(place.data());
        const u64 key = kernels_->stream_key(seed, name, draws_);
        unlocked([&] {
            in_parts([&](u64 begin, u64 end, u64) {
                kernels_->environments_choose(games_, rows_->rows, begin, end, key, chosen);
                return true;
            });
        });
        ++draws_;
    }
    u64 draws() const { return draws_; }
    void set_draws(u64 draws) {
        turn_.check();
        draws_ = draws;
    }

    // A consistent copy of some games' codes, even if other threads are active.
    nb::bytes codes(u64 begin, u64 end) const {
        turn_.check();
        if (begin > end || end > plan_.count) throw std::out_of_range("game");
        const u64 each = plan_.geometry->cells * u64(plan_.code_bytes);
        u8* out;
        nb::bytes found = new_bytes((end - begin) * each, out);
        std::copy_n(rows_->rows.codes + begin * each, (end - begin) * each, out);
        return found;
    }

    // (numbers, mines, open cells, flags) of a game, as `restore` takes them, and its seed.
    nb::tuple state(u64 which) {
        turn_.check();
        const u64* planes[3];
        const EnvironmentState& game = kernels_->environments_state(games_, check(which), planes);
        const u64 cells = plan_.geometry->cells;
        return nb::make_tuple(nb::make_tuple(game.seed, game.episode, game.moves, int(game.outcome), bool(game.dealt),
                                             bool(game.begun), bool(game.over), bool(game.truncated)),
                              plane_bytes(planes[0], cells, 0, cells), plane_bytes(planes[1], cells, 0, cells),
                              plane_bytes(planes[2], cells, 0, cells), seed_of(which));
    }

    // Restores a game. Raises if the state is impossible, and then leaves the game unchanged.
    void restore(u64 which, nb::tuple state, nb::object mine_bits, nb::object open_bits, nb::object flag_bits) {
        const TurnTaken turn(turn_);
        check_outermost();
        if (state.size() != 8) throw std::invalid_argument("wrong length of a game's state");
        const Geometry& g = *plan_.geometry;
        Plane mines(g.words + 1), open(g.words + 1), flags(g.words + 1);
        read_bytes(Bytes(mine_bits, false), g.cells, mines.word);
        read_bytes(Bytes(open_bits, false), g.cells, open.word);
        read_bytes(Bytes(flag_bits, false), g.cells, flags.word);
        EnvironmentState game{};
        game.seed = nb::cast<u64>(state[0]);
        game.episode = nb::cast<u64>(state[1]);
        game.moves = nb::cast<u64>(state[2]);
        game.outcome = nb::cast<u8>(state[3]);
        game.dealt = nb::cast<bool>(state[4]);
        game.begun = nb::cast<bool>(state[5]);
        game.over = nb::cast<bool>(state[6]);
        game.truncated = nb::cast<bool>(state[7]);
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
        if (!fits) raise_own("LayoutError", "can't restore the game: no game can reach this state");
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
        if (!found->holds(plan_.count, each) || !found->is_aligned(each)) {
            throw std::invalid_argument("wrong size or alignment of an array");
        }
        return found;
    }
    // Actions are copied before they are checked and played, because other threads may change the originals.
    void keep(const nb::object& actions) {
        const Bytes given(actions, false);
        if (!given.holds(plan_.count, 8)) throw std::invalid_argument("wrong size of the actions");
        is_read_ = false;
        std::memcpy(actions_.data(), given.data(), std::size_t(plan_.count * 8));
        const u64 most = u64(plan_.kinds) * plan_.geometry->cells;
        u64 impossible = 0;
        // As unsigned numbers, negative actions are too large as well.
        for (u64 i = 0; i < plan_.count; ++i) impossible |= u64(u64(actions_[i]) >= most);
        if (impossible) refuse(most);
        is_read_ = true;
    }
    void make_moves(int ended) {
        if (ended < 0 || ended > int(Ended::begin_at_once)) {
            throw std::invalid_argument("expected 0, 1 or 2 for finished games");
        }
        is_read_ = false;
        bool done = true;
        unlocked([&] { done = play_all(Ended(ended)); });
        if (!done) raise_own("BoardTooLargeError", "this machine has no memory for that move");
    }

    u64 seed_of(u64 which) const {
        const u64* planes[3];
        const EnvironmentState& game = kernels_->environments_state(games_, which, planes);
        if (!game.episode) return game.seed;
        return kernels_->stream_value(kernels_->stream_key(game.seed, plan_.episode_name, 0), game.episode - 1);
    }

    [[noreturn]] void refuse(u64 most) const {
        for (u64 i = 0; i < plan_.count; ++i) {
            if (u64(actions_[i]) < most) continue;
            const std::string text = "expected actions of 0 to " + std::to_string(most - 1) + ", got " +
                                     std::to_string(actions_[i]) + " for game " + std::to_string(i);
            raise_own("ParameterError", text.c_str());
        }
        throw std::logic_error("actions");
    }
    void check_read() const {
        if (!is_read_) throw std::logic_error("no actions were read");
    }
    // Callbacks during a step must not change the games: a depth above 2 means that this call comes from one.
    void check_outermost() const {
        if (turn_.depth() > 2) raise_own("BusyError", "can't change these games during a step");
    }
    // Runs a kernel while other threads may run; the lock keeps them away from these games.
    template <class Work>
    void unlocked(Work&& work) {
        // Releasing and retaking the GIL costs as much as a few moves.
        if (plan_.count < 16 && !is_long(*plan_.geometry)) return work();
        std::optional<Piece> piece(std::in_place);
        if (!piece->may_let_go()) {
            piece.reset();
            return work();
        }
        const WithoutGil without;
        work();
        piece.reset();
    }

    bool play_all(Ended ended) {
        return in_parts([&](u64 begin, u64 end, u64 thread) {
            return kernels_->environments_step(games_, rows_->rows, actions_.data(), begin, end, ended, thread);
        });
    }

    // Calls work(begin, end, number) for parts of the games, one per thread; if a thread can't be started, this thread
    // does its part. Returns whether all calls returned true.
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
    std::vector<i64> actions_;  // actions of the current step
    bool is_read_ = false;
    u64 draws_ = 0;
    ThreadTurn turn_{"these games are in use in another thread"};
};

}  // namespace

void bind_environments(nb::module_& m) {
    nb::class_<PyEnvironments>(m, "Environments", "Many games; each call makes one move in each of them.")
        .def(nb::init<nb::object, const std::vector<u64>&, const std::vector<bool>&, const std::vector<double>&, nb::sequence>())
        .def_static("bytes_of", &PyEnvironments::bytes_of)
        .def("__enter__", &PyEnvironments::take_turn, nb::lock_self())
        .def("__exit__", &PyEnvironments::give_turn_back, nb::arg().none(), nb::arg().none(), nb::arg().none(),
             nb::lock_self())
        .def("reset", &PyEnvironments::reset, nb::arg().none(), nb::arg().none(), nb::arg(), nb::lock_self())
        .def("step", &PyEnvironments::step, nb::lock_self())
        .def("read", &PyEnvironments::read, nb::lock_self())
        .def("waiting", &PyEnvironments::waiting, nb::lock_self())
        .def("play", &PyEnvironments::play, nb::lock_self())
        .def("pass_over", &PyEnvironments::pass_over, nb::lock_self())
        .def("end", &PyEnvironments::end, nb::lock_self())
        .def("choose", &PyEnvironments::choose, nb::lock_self())
        .def("draws", &PyEnvironments::draws, nb::lock_self())
        .def("set_draws", &PyEnvironments::set_draws, nb::lock_self())
        .def("codes", &PyEnvironments::codes, nb::lock_self())
        .def("state", &PyEnvironments::state, nb::lock_self())
        .def("restore", &PyEnvironments::restore, nb::lock_self());
}

}  // namespace hypersweep
