// Reasons, for Python: rows of integers, which Python code decodes.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

#include <new>
#include <optional>

#include "python/codes.hpp"
#include "python/grid.hpp"
#include "python/interruptible.hpp"

namespace hypersweep {
namespace {

constexpr const char* reasoner_busy = "this reasoner is in use in another thread";

// Draws conclusions from views of one grid; its memory is reused.
class PyReasoner {
  public:
    explicit PyReasoner(std::shared_ptr<PyGeometry> geometry)
        : shape(std::move(geometry)), kernels(active), reasoner(active->reasoner_make(shape->geometry)) {
        if (!reasoner) throw std::bad_alloc();
    }
    ~PyReasoner() { kernels->reasoner_free(reasoner); }
    PyReasoner(const PyReasoner&) = delete;
    PyReasoner& operator=(const PyReasoner&) = delete;

    // Starts with a new view. Returns the number of a `Solved`.
    int begin(nb::handle codes, u64 mines, bool trust_flags) {
        const Codes given(codes, shape->geometry.cells);
        const Turn turn(busy, reasoner_busy);
        found = ReasonsFound{0, no_reason, false, false};
        is_begun = false;
        const Solved solved = Interruptible().run([&](const Limits&) {
            return kernels->reasoner_begin(reasoner, given.data(), mines, trust_flags);
        });
        is_begun = solved == Solved::done;
        return int(solved);
    }

    // Returns (status, number of reasons, number of the first reason about safe cells or -1, whether the wanted cells
    // are settled, whether nothing more follows). `chances` is None, or a double per cell.
    nb::tuple go_on(u32 ways, nb::handle chances, const std::vector<u64>& wanted, bool any_safe, u64 most_steps, u64 most_states,
                    u64 most_bytes, double seconds) {
        for (u64 cell : wanted) shape->check(cell);
        std::optional<Bytes> given;
        if (!chances.is_none()) {
            given.emplace(chances, false);
            if (!given->holds(shape->geometry.cells, sizeof(double)) || !given->is_aligned(alignof(double))) {
                throw std::invalid_argument("wrong size of probabilities");
            }
        }
        const ReasonsAsked asked{ways, given ? reinterpret_cast<const double*>(given->data()) : nullptr, wanted.data(),
                                 wanted.size(), any_safe, most_steps};
        const Turn turn(busy, reasoner_busy);
        check_begun();
        const Solved solved = Interruptible(most_states, most_bytes, seconds).run([&](const Limits& limits) {
            return kernels->reasoner_go_on(reasoner, asked, limits, found);
        });
        return nb::make_tuple(int(solved), found.reasons, found.first_safe == no_reason ? i64(-1) : i64(found.first_safe),
                              found.is_enough, found.is_stuck);
    }

    // The number of the reason that settles a cell, or -1.
    i64 reason_of(u64 cell) {
        shape->check(cell);
        const Turn turn(busy, reasoner_busy);
        check_begun();
        return i64(kernels->reasoner_reason_of(reasoner, cell));
    }

    std::vector<i32> row(u64 reason) {
        const Turn turn(busy, reasoner_busy);
        check_begun();
        if (reason >= found.reasons) throw std::out_of_range("reason");
        const i32* first;
        const u64 size = kernels->reasoner_row(reasoner, reason, first);
        return std::vector<i32>(first, first + size);
    }

    // Returns (status, whether the given clues and known cells contradict each other). If `mines` is None, any number
    // of mines is allowed.
    nb::tuple refute(const std::vector<u64>& clues, const std::vector<std::pair<u64, bool>>& known, std::optional<u64> mines,
                     u64 most_states, u64 most_bytes, double seconds) {
        for (u64 clue : clues) shape->check(clue);
        std::vector<u64> cells;
        std::vector<u8> are_mines;
        for (const auto& [cell, is_mine] : known) {
            cells.push_back(shape->check(cell));
            are_mines.push_back(is_mine);
        }
        const Turn turn(busy, reasoner_busy);
        check_begun();
        bool is_refuted = false;
        const Solved solved = Interruptible(most_states, most_bytes, seconds).run([&](const Limits& limits) {
            return kernels->reasoner_refute(reasoner, clues.data(), clues.size(), cells.data(), are_mines.data(), cells.size(),
                                            mines.value_or(any_mines), limits, is_refuted);
        });
        return nb::make_tuple(int(solved), is_refuted);
    }

    // Returns (status, the clues that settle a cell; None if there is no proof within the limits). If `mines` is None,
    // any number of mines is allowed.
    nb::tuple prove(u64 cell, bool is_mine, std::optional<u64> mines, u64 most_states, u64 most_bytes, double seconds) {
        shape->check(cell);
        const Turn turn(busy, reasoner_busy);
        check_begun();
        bool is_found = false;
        const Solved solved = Interruptible(most_states, most_bytes, seconds).run([&](const Limits& limits) {
            return kernels->reasoner_prove(reasoner, cell, is_mine, mines.value_or(any_mines), limits, is_found);
        });
        return nb::make_tuple(int(solved), is_found ? std::optional(named()) : std::nullopt);
    }

    // Returns (status, whether the number of mines is at fault, a few clues that contradict each other or that number).
    // Unless conclusions have led to a contradiction, the search begins at the cell `start`.
    nb::tuple blame(u64 start, u64 most_states, u64 most_bytes, double seconds) {
        shape->check(start);
        const Turn turn(busy, reasoner_busy);
        check_begun();
        bool counted = false;
        const Solved solved = Interruptible(most_states, most_bytes, seconds).run([&](const Limits& limits) {
            return kernels->reasoner_blame(reasoner, start, limits, counted);
        });
        return nb::make_tuple(int(solved), counted, named());
    }

    std::shared_ptr<PyGeometry> shape;

  private:
    void check_begun() const {
        if (!is_begun) throw std::invalid_argument("expected a view first");
    }
    std::vector<u64> named() const {
        std::vector<u64> clues(std::size_t(kernels->reasoner_named(reasoner, nullptr, 0)));
        kernels->reasoner_named(reasoner, clues.data(), clues.size());
        return clues;
    }

    const Kernels* kernels;
    void* reasoner;
    ReasonsFound found{0, no_reason, false, false};
    bool busy = false;
    bool is_begun = false;
};

}  // namespace

void bind_reasons(nb::module_& m) {
    nb::class_<PyReasoner>(m, "Reasoner")
        .def(nb::init<std::shared_ptr<PyGeometry>>())
        .def("begin", &PyReasoner::begin, nb::lock_self())
        .def("go_on", &PyReasoner::go_on, nb::arg(), nb::arg().none(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(),
             nb::arg(), nb::lock_self())
        .def("reason_of", &PyReasoner::reason_of, nb::lock_self())
        .def("row", &PyReasoner::row, nb::lock_self())
        .def("refute", &PyReasoner::refute, nb::arg(), nb::arg(), nb::arg().none(), nb::arg(), nb::arg(), nb::arg(), nb::lock_self())
        .def("prove", &PyReasoner::prove, nb::arg(), nb::arg(), nb::arg().none(), nb::arg(), nb::arg(), nb::arg(), nb::lock_self())
        .def("blame", &PyReasoner::blame, nb::lock_self());
    nb::dict ways;
    ways["clue"] = u32(by_clue);
    ways["pair"] = u32(by_pair);
    ways["sum"] = u32(by_sum);
    ways["line"] = u32(by_line);
    ways["shares"] = u32(by_shares);
    ways["few"] = u32(by_few);
    ways["mines"] = u32(by_mines);
    ways["long_line"] = u32(by_long_line);
    ways["all"] = u32(by_all);
    m.attr("WAYS") = ways;
}

}  // namespace hypersweep
