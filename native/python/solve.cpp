// The solver as Python sees it.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <new>

#include "grid.hpp"
#include "watch.hpp"

namespace hypersweep {
namespace {

// The codes of a view, one per cell, as int32; a buffer of int16, which is what most views hold, is widened, and one that
// begins anywhere in memory is copied.
class Codes {
  public:
    Codes(nb::handle object, u64 cells) : bytes_(object, false) {
        if (bytes_.holds(cells, 2)) {
            wide_.resize(std::size_t(cells));
            for (u64 i = 0; i < cells; ++i) {
                std::int16_t narrow;
                std::memcpy(&narrow, bytes_.data() + 2 * i, 2);
                wide_[std::size_t(i)] = narrow;
            }
        } else if (!bytes_.holds(cells, 4)) {
            throw std::invalid_argument("size of codes");
        } else if (!bytes_.is_aligned(4)) {
            wide_.resize(std::size_t(cells));
            std::memcpy(wide_.data(), bytes_.data(), std::size_t(4 * cells));
        }
    }
    const std::int32_t* data() const {
        return wide_.empty() ? reinterpret_cast<const std::int32_t*>(bytes_.data()) : wide_.data();
    }

  private:
    Bytes bytes_;
    std::vector<std::int32_t> wide_;
};

constexpr const char* solver_busy = "this solver is in use in another thread";

// An analysis of views of one grid; keeps its memory for the next one.
class PySolver {
  public:
    explicit PySolver(std::shared_ptr<PyGeometry> geometry)
        : shape(std::move(geometry)), kernels(active), solver(active->solver_make(shape->geometry)) {
        if (!solver) throw std::bad_alloc();
    }
    ~PySolver() { kernels->solver_free(solver); }
    PySolver(const PySolver&) = delete;
    PySolver& operator=(const PySolver&) = delete;

    // (status, probabilities as doubles, states). The status is the number of a `Solved`.
    nb::tuple analyse(nb::handle codes, u64 mines, bool trust_flags, u64 most_states, u64 most_bytes, double seconds) {
        const u64 cells = shape->geometry.cells;
        const Codes given(codes, cells);
        const Turn turn(busy, solver_busy);
        counted = false;
        u8* out;
        nb::bytes probability = new_bytes(8 * cells, out);
        const Solved solved = Watch(most_states, most_bytes, seconds).over([&](const Limits& limits) {
            return kernels->solver_analyse(solver, given.data(), mines, trust_flags, limits, reinterpret_cast<double*>(out),
                                           findings);
        });
        counted = solved == Solved::done;
        return nb::make_tuple(int(solved), probability, findings.states);
    }

    // (status, probabilities, standard errors, states, exact). Components within the limits are counted exactly, the others are
    // sampled: `repeats` times at most, at most `states` states of each layer.
    nb::tuple estimate(nb::handle codes, u64 mines, bool trust_flags, u64 states, u64 repeats, u64 seed, u64 most_states,
                       u64 most_bytes, double seconds) {
        const u64 cells = shape->geometry.cells;
        const Codes given(codes, cells);
        if (states == 0 || repeats == 0) throw std::invalid_argument("size of sample");
        const Turn turn(busy, solver_busy);
        counted = false;
        u8 *out, *errors_out;
        nb::bytes probability = new_bytes(8 * cells, out), errors = new_bytes(8 * cells, errors_out);
        const Solved solved = Watch(most_states, most_bytes, seconds).over_in_time([&](const Limits& limits) {
            return kernels->solver_estimate(solver, given.data(), mines, trust_flags, states, repeats, seed, limits,
                                            reinterpret_cast<double*>(out), reinterpret_cast<double*>(errors_out), findings);
        });
        counted = solved == Solved::done && findings.exact;
        return nb::make_tuple(int(solved), probability, errors, findings.states, findings.exact);
    }

    // (clues, groups of cells, log2 of the states it takes or 0) of the component at which the latest analysis gave up.
    nb::tuple width(u64 most_bytes, double seconds) {
        const Turn turn(busy, solver_busy);
        counted = false;
        Width width{};
        Watch(Limits{}.states, most_bytes, seconds).over([&](const Limits& limits) {
            return kernels->solver_width(solver, limits, width);
        });
        return nb::make_tuple(width.clues, width.groups, width.log2_states);
    }

    // (status, the chances that a covered cell is safe and shows each clue from 0 on), given the latest analysis.
    nb::tuple clue_chances(u64 cell, u64 most_states, u64 most_bytes, double seconds) {
        shape->check(cell);
        const Turn turn(busy, solver_busy);
        check_counted();
        std::vector<double> chance(std::size_t(shape->geometry.most_neighbours) + 1);
        const Solved solved = Watch(most_states, most_bytes, seconds).over([&](const Limits& limits) {
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

    // (status, fewest mines, ways modulo the prime for each number of mines from there on), given the latest analysis.
    nb::tuple ways(u64 number, u64 prime, double seconds) {
        if (prime < 2 || prime >> 31) throw std::invalid_argument("prime");
        const Turn turn(busy, solver_busy);
        check_counted();
        if (number >= findings.components) throw std::out_of_range("component");
        i64 low = 0;
        std::vector<u64> found(std::size_t(kernels->solver_span(solver, number, low)));
        const Solved solved = Watch(Limits{}.states, Limits{}.bytes, seconds).over([&](const Limits& limits) {
            return kernels->solver_ways(solver, number, prime, limits, found.data());
        });
        return nb::make_tuple(int(solved), low, found);
    }

    // What the latest analysis says of the ways of its components, joined as far as 64 bits hold them: for each part
    // (fewest mines, its ways for each number of mines from there on). A component that has to be counted by primes is
    // (its number, its covered cells).
    nb::tuple tally() {
        const Turn turn(busy, solver_busy);
        check_counted();
        u64 room = 1;
        i64 low;
        for (u64 c = 0; c < findings.components; ++c) room += kernels->solver_span(solver, c, low) - 1;
        std::vector<u64> ways(std::size_t(room), 0);
        nb::list parts, others;
        for (u64 first = 0; first < findings.components;) {
            u64 count;
            const u64 next = kernels->solver_tally(solver, first, ways.data(), room, low, count);
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

    void check_counted() const {
        if (!counted) throw std::invalid_argument("expected an analysis first");
    }

    std::shared_ptr<PyGeometry> shape;
    const Kernels* kernels;
    void* solver;
    Findings findings{};
    bool busy = false;
    bool counted = false;  // the latest analysis was exact and went to its end
};

PolicyLimits read_caps(const std::vector<double>& caps) {
    PolicyLimits own;
    if (caps.size() == 6) own = PolicyLimits{caps[0], u64(caps[1]), u64(caps[2]), u64(caps[3]), caps[4], caps[5]};
    own.may_estimate = caps.empty();
    return own;
}

// A choice of move for views of one grid.
class PyChooser {
  public:
    explicit PyChooser(std::shared_ptr<PyGeometry> geometry)
        : shape(std::move(geometry)), kernels(active), chooser(active->chooser_make(shape->geometry)) {
        if (!chooser) throw std::bad_alloc();
    }
    ~PyChooser() { kernels->chooser_free(chooser); }
    PyChooser(const PyChooser&) = delete;
    PyChooser& operator=(const PyChooser&) = delete;

    // (status, cell or -1, certain, safe, score, wins, layouts, exact, estimated)
    nb::tuple choose(nb::handle codes, u64 mines, bool trust_flags, int policy, const std::vector<double>& caps,
                     u64 most_states, u64 most_bytes, double seconds) {
        const Codes given(codes, shape->geometry.cells);
        const Turn turn(busy, "this chooser is in use in another thread");
        Choice choice{};
        const PolicyLimits own = read_caps(caps);
        const auto work = [&](const Limits& limits) {
            return kernels->chooser_choose(chooser, given.data(), mines, trust_flags, Policy(policy), own, limits, choice);
        };
        Watch watch(most_states, most_bytes, seconds);
        const Solved solved = own.may_estimate ? watch.over_in_time(work) : watch.over(work);
        return nb::make_tuple(int(solved), choice.cell == ~u64{0} ? i64(-1) : i64(choice.cell), choice.certain, choice.safe,
                              choice.score, choice.wins, choice.layouts, choice.exact, choice.estimated);
    }

    std::shared_ptr<PyGeometry> shape;
    const Kernels* kernels;
    void* chooser;
    bool busy = false;
};

// Past so many states a position is estimated: whole games can't wait for one of them.
constexpr u64 states_in_play = u64{1} << 18;

// (status, a `GameResult` for each game)
nb::tuple solver_play(const PyGeometry& shape, u64 mines, u64 seed, u64 name, u64 first_index, u64 count, u64 first, int first_open,
                int policy, const std::vector<double>& caps) {
    const Geometry& g = shape.geometry;
    shape.check(first);
    u8* place;
    nb::bytes results = new_bytes(all_of(count, sizeof(GameResult)), place);
    const SolverJob job{&g,    mines, seed, name, first_index, count, first, shape.check_first_open(first_open, mines),
                        Policy(policy), read_caps(caps), reinterpret_cast<GameResult*>(place)};
    const Solved solved = Watch(states_in_play, Limits{}.bytes, forever).over([&](const Limits& limits) {
        return active->solver_play(job, limits);
    });
    return nb::make_tuple(int(solved), results);
}

// The covered cells that are certain to be safe and those certain to be mines, as tuples of coordinates.
nb::tuple certain_cells(const PyGeometry& shape, nb::handle codes, nb::handle probabilities) {
    const u64 cells = shape.geometry.cells;
    const Codes given(codes, cells);
    const Bytes chances(probabilities, false);
    if (!chances.holds(cells, sizeof(double))) throw std::invalid_argument("size of probabilities");
    std::vector<u64> found[2];
    for (u64 i = 0; i < cells; ++i) {
        const std::int32_t code = given.data()[i];
        if (code != -1 && code != -2) continue;
        double chance;
        std::memcpy(&chance, chances.data() + 8 * i, sizeof chance);
        if (chance == 0 || chance == 1) found[chance == 1].push_back(i);
    }
    nb::object sides[2];
    for (int side = 0; side < 2; ++side) {
        sides[side] = nb::steal(PyTuple_New(Py_ssize_t(found[side].size())));
        if (!sides[side].is_valid()) throw nb::python_error();
        for (std::size_t i = 0; i < found[side].size(); ++i) {
            PyTuple_SET_ITEM(sides[side].ptr(), Py_ssize_t(i), shape.cell(found[side][i]).release().ptr());
        }
    }
    return nb::make_tuple(sides[0], sides[1]);
}

}  // namespace

void bind_solve(nb::module_& m) {
    nb::class_<PySolver>(m, "Solver")
        .def(nb::init<std::shared_ptr<PyGeometry>>())
        .def("analyse", &PySolver::analyse)
        .def("estimate", &PySolver::estimate)
        .def("width", &PySolver::width)
        .def("component", &PySolver::component)
        .def("clue_chances", &PySolver::clue_chances)
        .def("ways", &PySolver::ways)
        .def("tally", &PySolver::tally)
        .def_prop_ro("components", [](const PySolver& self) { return self.findings.components; })
        .def_prop_ro("contradictory", [](const PySolver& self) { return self.findings.contradictory; })
        .def_prop_ro("clue", [](const PySolver& self) { return self.findings.clue; })
        .def_prop_ro("unseen", [](const PySolver& self) { return self.findings.unseen; })
        .def_prop_ro("mines_left", [](const PySolver& self) { return self.findings.mines_left; });

    nb::class_<PyChooser>(m, "Chooser").def(nb::init<std::shared_ptr<PyGeometry>>()).def("choose", &PyChooser::choose);

    m.def("certain_cells", &certain_cells);
    m.def("solver_play", &solver_play);
}

}  // namespace hypersweep
