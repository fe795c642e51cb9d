// The solver for Python.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <new>

#include "python/codes.hpp"
#include "python/grid.hpp"
#include "python/interruptible.hpp"

namespace hypersweep {
namespace {

constexpr const char* solver_busy = "this solver is in use in another thread";

// Analyses views of one grid and chooses moves; its memory is reused.
class PySolver {
  public:
    explicit PySolver(std::shared_ptr<PyGeometry> geometry)
        : shape(std::move(geometry)), kernels(active), chooser(active->chooser_make(shape->geometry)) {
        if (!chooser) throw std::bad_alloc();
        solver = kernels->chooser_solver(chooser);
    }
    ~PySolver() { kernels->chooser_free(chooser); }
    PySolver(const PySolver&) = delete;
    PySolver& operator=(const PySolver&) = delete;

    // Returns (status, probabilities as doubles, states). The status is the number of a `Solved`; if there is no
    // answer, `probabilities` is empty.
    nb::tuple analyse(nb::handle codes, u64 mines, bool trust_flags, u64 most_states, u64 most_bytes, double seconds) {
        const u64 cells = shape->geometry.cells;
        const Codes given(codes, cells);
        const Turn turn(busy, solver_busy);
        counted = answered = false;
        u8* out;
        nb::bytes probability = new_bytes(8 * cells, out);
        const Solved solved = Interruptible(most_states, most_bytes, seconds).run([&](const Limits& limits) {
            return kernels->solver_analyse(solver, given.data(), mines, trust_flags, limits, reinterpret_cast<double*>(out),
                                           findings);
        });
        counted = answered = solved == Solved::done;
        if (!answered) probability = nb::bytes("", 0);
        return nb::make_tuple(int(solved), probability, findings.states);
    }

    // Returns (status, probabilities, standard errors, states, exact). Components within the limits are counted
    // exactly, the others are sampled: at most `repeats` times, with at most `states` states per layer.
    nb::tuple estimate(nb::handle codes, u64 mines, bool trust_flags, u64 states, u64 repeats, u64 seed, u64 most_states,
                       u64 most_bytes, double seconds) {
        const u64 cells = shape->geometry.cells;
        const Codes given(codes, cells);
        if (states == 0 || repeats == 0) throw std::invalid_argument("expected a positive size of sample");
        const Turn turn(busy, solver_busy);
        counted = answered = false;
        u8 *out, *errors_out;
        nb::bytes probability = new_bytes(8 * cells, out), errors = new_bytes(8 * cells, errors_out);
        const Solved solved = Interruptible(most_states, most_bytes, seconds).run_in_time([&](const Limits& limits) {
            return kernels->solver_estimate(solver, given.data(), mines, trust_flags, states, repeats, seed, limits,
                                            reinterpret_cast<double*>(out), reinterpret_cast<double*>(errors_out), findings);
        });
        answered = solved == Solved::done;
        counted = answered && findings.exact;
        if (!answered) probability = errors = nb::bytes("", 0);
        return nb::make_tuple(int(solved), probability, errors, findings.states, findings.exact);
    }

    // Returns (status, random layouts, states), with one layout for each index from `first_index` on, as a bit string
    // padded to whole bytes.
    nb::tuple layouts(nb::handle codes, u64 mines, bool trust_flags, u64 seed, u64 name, u64 first_index, u64 count,
                      u64 most_states, u64 most_bytes, double seconds) {
        const u64 cells = shape->geometry.cells;
        const Codes given(codes, cells);
        const Turn turn(busy, solver_busy);
        counted = answered = false;
        u8* out;
        nb::bytes bits = new_bytes(all_of(count, (cells + 7) / 8), out);
        const Solved solved = Interruptible(most_states, most_bytes, seconds).run([&](const Limits& limits) {
            return kernels->solver_layouts(solver, given.data(), mines, trust_flags, seed, name, first_index, count, limits, out,
                                           findings);
        });
        if (solved != Solved::done) bits = nb::bytes("", 0);
        return nb::make_tuple(int(solved), bits, findings.states);
    }

    // Returns (clues, groups of cells, log2 of the states needed or 0) for the component at which the latest analysis
    // gave up.
    nb::tuple width(u64 most_bytes, double seconds) {
        const Turn turn(busy, solver_busy);
        counted = answered = false;
        Width width{};
        Interruptible(Limits{}.states, most_bytes, seconds).run([&](const Limits& limits) {
            return kernels->solver_width(solver, limits, width);
        });
        return nb::make_tuple(width.clues, width.groups, width.log2_states);
    }

    // Returns (status, for each clue from 0, the chance that a covered cell is safe and shows it), based on the latest
    // analysis.
    nb::tuple clue_chances(u64 cell, u64 most_states, u64 most_bytes, double seconds) {
        shape->check(cell);
        const Turn turn(busy, solver_busy);
        check_counted();
        std::vector<double> chance(std::size_t(shape->geometry.most_neighbours) + 1);
        const Solved solved = Interruptible(most_states, most_bytes, seconds).run([&](const Limits& limits) {
            return kernels->solver_clues(solver, cell, limits, chance.data());
        });
        return nb::make_tuple(int(solved), chance);
    }

    std::vector<u64> component(u64 number) {
        const Turn turn(busy, solver_busy);
        if (number >= findings.components) throw std::out_of_range("component");
        std::vector<u64> clues(std::size_t(kernels->solver_component(solver, number, nullptr, 0)));
        kernels->solver_component(solver, number, clues.data(), clues.size());
        return clues;
    }

    // Returns (status, minimum number of mines, ways modulo the prime for each number of mines from there on), based on
    // the latest analysis.
    nb::tuple ways(u64 number, u64 prime, double seconds) {
        if (prime < 2 || prime >> 31) throw std::invalid_argument("expected a prime below 2^31");
        const Turn turn(busy, solver_busy);
        check_counted();
        if (number >= findings.components) throw std::out_of_range("component");
        i64 low = 0;
        std::vector<u64> found(std::size_t(kernels->solver_span(solver, number, low)));
        const Solved solved = Interruptible(Limits{}.states, Limits{}.bytes, seconds).run([&](const Limits& limits) {
            return kernels->solver_ways(solver, number, prime, limits, found.data());
        });
        return nb::make_tuple(int(solved), low, found);
    }

    // The numbers of ways to fill the latest analysis's components, combined as long as they fit into 64 bits. Each
    // part is (minimum number of mines, ways for each number of mines from there on). A component that must be counted
    // modulo primes is (its number, its covered cells).
    nb::tuple tally() {
        const Turn turn(busy, solver_busy);
        check_counted();
        u64 capacity = 1;
        i64 low;
        for (u64 c = 0; c < findings.components; ++c) capacity += kernels->solver_span(solver, c, low) - 1;
        std::vector<u64> ways(std::size_t(capacity), 0);
        nb::list parts, others;
        for (u64 first = 0; first < findings.components;) {
            u64 count;
            const u64 next = kernels->solver_tally(solver, first, ways.data(), capacity, low, count);
            if (next == first) {
                others.append(nb::make_tuple(first, kernels->solver_cells(solver, first)));
                ++first;
                continue;
            }
            parts.append(nb::make_tuple(low, std::vector<u64>(ways.begin(), ways.begin() + std::ptrdiff_t(count))));
            first = next;
        }
        return nb::make_tuple(parts, others);
    }

    // Chooses a move in a position that hasn't been analysed yet. Returns (status, cell or -1, certain, safe, score,
    // wins, layouts, exact, estimated).
    nb::tuple choose(nb::handle codes, u64 mines, bool trust_flags, int policy, const ChoiceLimits& own,
                     u64 most_states, u64 most_bytes, double seconds) {
        const Codes given(codes, shape->geometry.cells);
        const Turn turn(busy, solver_busy);
        counted = answered = false;
        findings = Findings{};
        Choice choice{};
        const auto work = [&](const Limits& limits) {
            return kernels->chooser_choose(chooser, given.data(), mines, trust_flags, Policy(policy), own, limits, choice);
        };
        Interruptible watch(most_states, most_bytes, seconds);
        return answer(own.may_estimate ? watch.run_in_time(work) : watch.run(work), choice);
    }

    // Chooses a move in the most recently analysed position, given its probabilities. Returns the same values as
    // `choose` and, if requested, the evaluated cells and their scores.
    nb::tuple choose_next(nb::handle codes, nb::handle probabilities, u64 mines, bool trust_flags, int policy, bool weighed,
                          u64 most_states, u64 most_bytes, double seconds) {
        const u64 cells = shape->geometry.cells;
        const Codes given(codes, cells);
        const Bytes chances(probabilities, false);
        if (!chances.holds(cells, sizeof(double)) || !chances.is_aligned(alignof(double))) {
            throw std::invalid_argument("wrong size of probabilities");
        }
        const Turn turn(busy, solver_busy);
        if (!answered) throw std::invalid_argument("expected an analysis first");
        Choice choice{};
        std::vector<u64> which(weighed ? std::size_t(most_weighed) : 0);
        std::vector<double> scores(which.size());
        u64 count = 0;
        const Solved solved = Interruptible(most_states, most_bytes, seconds).run_in_time([&](const Limits& limits) {
            const Solved found = kernels->chooser_continue(chooser, given.data(), mines, trust_flags,
                                                           reinterpret_cast<const double*>(chances.data()), !counted,
                                                           Policy(policy), ChoiceLimits{}, limits, choice);
            if (found == Solved::done && weighed) {
                count = kernels->chooser_weighed(chooser, choice, limits, which.data(), scores.data(), which.size());
            }
            return found;
        });
        which.resize(std::size_t(count));
        scores.resize(std::size_t(count));
        return nb::make_tuple(answer(solved, choice), which, scores);
    }

    static nb::tuple answer(Solved solved, const Choice& choice) {
        return nb::make_tuple(int(solved), choice.cell == ~u64{0} ? i64(-1) : i64(choice.cell), choice.proven_safe, choice.safety,
                              choice.score, choice.wins, choice.layouts, choice.exact, choice.estimated);
    }

    void check_counted() const {
        if (!counted) throw std::invalid_argument("expected an analysis first");
    }

    static constexpr u64 most_weighed = 64;

    std::shared_ptr<PyGeometry> shape;
    const Kernels* kernels;
    void* chooser;
    void* solver;           // the chooser's solver
    Findings findings{};
    bool busy = false;
    bool answered = false;  // the latest analysis was completed
    bool counted = false;   // the latest analysis is exact
};

// Positions that need more states are estimated, so that a single one doesn't delay whole games.
constexpr u64 states_in_play = u64{1} << 14;

// Returns (status, a `GameResult` for each game).
nb::tuple solver_play(const PyGeometry& shape, u64 mines, u64 seed, u64 name, u64 first_index, u64 count, u64 first, int first_open,
                int policy, const ChoiceLimits& caps) {
    const Geometry& g = shape.geometry;
    shape.check(first);
    u8* place;
    nb::bytes results = new_bytes(all_of(count, sizeof(GameResult)), place);
    const SolverJob job{&g,    mines, seed, name, first_index, count, first, shape.check_first_open(first_open, mines),
                        Policy(policy), caps, reinterpret_cast<GameResult*>(place)};
    const Solved solved = Interruptible(states_in_play, Limits{}.bytes, forever).run([&](const Limits& limits) {
        return active->solver_play(job, limits);
    });
    return nb::make_tuple(int(solved), results);
}

// Returns (status, a `BoundResult` for each layout).
nb::tuple upper_bounds(const PyGeometry& shape, u64 mines, u64 seed, u64 name, u64 draws, u64 first_index, u64 count, u64 first,
                       int first_open, u64 guesses, u64 samples, u64 search_guesses) {
    shape.check(first);
    if (guesses > most_bound_guesses || search_guesses > most_bound_guesses) throw std::invalid_argument("too many guesses");
    u8* place;
    nb::bytes results = new_bytes(all_of(count, sizeof(BoundResult)), place);
    BoundJob job{&shape.geometry, mines, seed, name, draws, first_index, count, first, shape.check_first_open(first_open, mines),
                 BoundPlan{}, reinterpret_cast<BoundResult*>(place)};
    job.plan.guesses = guesses;
    job.plan.samples = samples;
    job.plan.search_guesses = search_guesses;
    const Solved solved = Interruptible().run([&](const Limits& limits) { return active->upper_bounds(job, limits); });
    return nb::make_tuple(int(solved), results);
}

// Returns (status, sum of the values of all layouts, number of layouts, number of those with a part that is too large).
nb::tuple exact_upper_bound(const PyGeometry& shape, u64 mines, u64 first, int first_open) {
    shape.check(first);
    const BoundJob job{&shape.geometry, mines, 0, 0, 0, 0, 0, first, shape.check_first_open(first_open, mines), BoundPlan{}, nullptr};
    double sum = 0;
    u64 layouts = 0, gave_up = 0;
    const Solved solved = Interruptible().run(
        [&](const Limits& limits) { return active->exact_upper_bound(job, limits, sum, layouts, gave_up); });
    return nb::make_tuple(int(solved), sum, layouts, gave_up);
}

// Returns the covered cells that are certainly safe, and those that are certainly mines, as tuples of coordinates.
nb::tuple certain_cells(const PyGeometry& shape, nb::handle codes, nb::handle probabilities) {
    const u64 cells = shape.geometry.cells;
    const Codes given(codes, cells);
    const Bytes chances(probabilities, false);
    if (!chances.holds(cells, sizeof(double))) throw std::invalid_argument("wrong size of probabilities");
    std::vector<u64> found[2];
    for (u64 i = 0; i < cells; ++i) {
        const std::int32_t code = given.data()[i];
        if (code != code_covered && code != code_flagged) continue;
        double chance;
        std::memcpy(&chance, chances.data() + 8 * i, sizeof chance);
        if (chance == 0 || chance == 1) found[chance == 1].push_back(i);
    }
    nb::object sides[2];
    for (int side = 0; side < 2; ++side) {
        sides[side] = nb::steal(PyTuple_New(Py_ssize_t(found[side].size())));
        if (!sides[side].is_valid()) throw nb::python_error();
        for (std::size_t i = 0; i < found[side].size(); ++i) {
            put_in_tuple(sides[side].ptr(), Py_ssize_t(i), shape.cell(found[side][i]).release().ptr());
        }
    }
    return nb::make_tuple(sides[0], sides[1]);
}

}  // namespace

void bind_solve(nb::module_& m) {
    nb::class_<PySolver>(m, "Solver")
        .def(nb::init<std::shared_ptr<PyGeometry>>())
        .def("analyse", &PySolver::analyse, nb::lock_self())
        .def("estimate", &PySolver::estimate, nb::lock_self())
        .def("layouts", &PySolver::layouts, nb::lock_self())
        .def("width", &PySolver::width, nb::lock_self())
        .def("component", &PySolver::component, nb::lock_self())
        .def("clue_chances", &PySolver::clue_chances, nb::lock_self())
        .def("ways", &PySolver::ways, nb::lock_self())
        .def("tally", &PySolver::tally, nb::lock_self())
        .def("choose", &PySolver::choose, nb::lock_self())
        .def("choose_next", &PySolver::choose_next, nb::lock_self())
        .def_prop_ro("components", [](const PySolver& self) { return self.findings.components; }, nb::lock_self())
        .def_prop_ro("contradictory", [](const PySolver& self) { return self.findings.contradictory; }, nb::lock_self())
        .def_prop_ro("clue", [](const PySolver& self) { return self.findings.clue; }, nb::lock_self())
        .def_prop_ro("unseen", [](const PySolver& self) { return self.findings.unseen; }, nb::lock_self())
        .def_prop_ro("mines_left", [](const PySolver& self) { return self.findings.mines_left; }, nb::lock_self());

    nb::class_<ChoiceLimits>(m, "ChoiceLimits")
        .def("__init__",
             [](ChoiceLimits* self, double log2_layouts, u64 layouts, u64 steps, u64 candidates, double margin, double progress,
                bool play_out, bool may_estimate) {
                 new (self) ChoiceLimits();
                 self->log2_layouts = log2_layouts;
                 self->layouts = layouts;
                 self->steps = steps;
                 self->candidates = candidates;
                 self->margin = margin;
                 self->progress = progress;
                 self->play_out = play_out;
                 self->may_estimate = may_estimate;
             },
             nb::kw_only(), nb::arg("log2_layouts") = ChoiceLimits{}.log2_layouts, nb::arg("layouts") = ChoiceLimits{}.layouts,
             nb::arg("steps") = ChoiceLimits{}.steps, nb::arg("candidates") = ChoiceLimits{}.candidates,
             nb::arg("margin") = ChoiceLimits{}.margin, nb::arg("progress") = ChoiceLimits{}.progress,
             nb::arg("play_out") = ChoiceLimits{}.play_out, nb::arg("may_estimate") = ChoiceLimits{}.may_estimate);

    // Names of the codes below 0, and of the one that only the solver uses.
    nb::dict codes;
    codes["COVERED"] = int(code_covered);
    codes["FLAGGED"] = int(code_flagged);
    codes["MINE"] = int(code_mine);
    codes["EXPLODED"] = int(code_exploded);
    codes["WRONG_FLAG"] = int(code_wrong_flag);
    codes["SILENT"] = int(code_silent);
    m.attr("CODES") = codes;
    // Results of an analysis: done, contradiction, over budget, out of memory, timed out; and, in a batch of views,
    // estimated.
    m.attr("STATUSES") = nb::make_tuple(int(Solved::done), int(Solved::contradiction), int(Solved::over_budget),
                                        int(Solved::out_of_memory), int(Solved::stopped), int(view_estimated));

    m.def("certain_cells", &certain_cells);
    m.def("solver_play", &solver_play);
    m.def("upper_bounds", &upper_bounds);
    m.def("exact_upper_bound", &exact_upper_bound);
}

}  // namespace hypersweep
