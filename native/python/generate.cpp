// The generator of no-guess boards for Python.
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "python/layout.hpp"

#include <algorithm>

namespace hypersweep {
namespace {

constexpr const char* generator_busy = "this generator is in use in another thread";

// Solves layouts of one grid by deduction, and searches for layouts that can be solved; its memory is reused.
class PyGenerator {
  public:
    explicit PyGenerator(std::shared_ptr<PyGeometry> geometry)
        : shape(std::move(geometry)), kernels(active), generator(active->generator_make(shape->geometry)) {
        if (!generator) raise_too_large();
    }
    ~PyGenerator() { kernels->generator_free(generator); }
    PyGenerator(const PyGenerator&) = delete;
    PyGenerator& operator=(const PyGenerator&) = delete;

    // Returns (status, finished, effort, safe cells opened, states of the largest set of clues, steps as 32-bit numbers
    // if `is_noted`: see `Deducer`). The status is the number of a `Solved`.
    nb::tuple deduce(const PyMines& mines, u64 first, int hardest, bool is_noted, u64 most_states, u64 most_bytes) {
        check_grid(mines);
        shape->check(first);
        if (mines.test(first)) throw std::invalid_argument("the first cell has a mine");
        const Effort effort = check_effort(hardest);
        const Turn turn(busy, generator_busy);
        Deduced found{};
        const Solved solved = Interruptible(most_states, most_bytes, forever).run([&](const Limits& limits) {
            return kernels->generator_deduce(generator, mines.plane.word, mines.count, first, effort, limits, is_noted,
                                              found);
        });
        u8* out;
        nb::bytes steps = new_bytes(4 * (is_noted ? kernels->generator_steps(generator, nullptr) : 0), out);
        if (is_noted) kernels->generator_steps(generator, reinterpret_cast<u32*>(out));
        return nb::make_tuple(int(solved), found.is_finished, int(found.effort), found.opened, found.states, steps);
    }

    // Returns (status, mines or None, layouts tried, layouts abandoned as too large, maximum of cells opened, whether
    // the work limit was used up, whether every layout was tried, states). `progress(layouts tried, maximum of cells
    // opened)`, if not None, is called from time to time; its exceptions end the search.
    nb::tuple search(u64 count, u64 seed, u64 name, u64 first, const std::vector<u64>& excluded, int hardest, bool exactly,
                     const std::tuple<u64, u64, u64, u64, u64>& effort, u64 most_states, u64 most_bytes, nb::object progress) {
        shape->check(first);
        for (u64 cell : excluded) shape->check(cell);
        if (std::find(excluded.begin(), excluded.end(), first) == excluded.end()) {
            throw std::invalid_argument("the first cell isn't excluded from mines");
        }
        if (count > shape->geometry.cells - excluded.size()) throw std::invalid_argument("too many mines");
        const auto [tries, uniform, uniform_work, changes, work] = effort;
        const SearchJob job{count, seed, name, tries, first, excluded.data(), excluded.size(), check_effort(hardest),
                            exactly, uniform, uniform_work, changes, work};
        const Turn turn(busy, generator_busy);
        auto mines = std::make_shared<PyMines>(shape);
        Search found{};
        Interruptible interruptible(most_states, most_bytes, forever);
        if (!progress.is_none()) {
            interruptible.report_to([&] {
                PyObject* const said = PyObject_CallFunction(progress.ptr(), "KK", static_cast<unsigned long long>(found.tried),
                                                             static_cast<unsigned long long>(found.most_opened));
                Py_XDECREF(said);
                return said != nullptr;
            });
        }
        const Solved solved = interruptible.run([&](const Limits& limits) {
            return kernels->generator_search(generator, job, limits, mines->plane.word, found);
        });
        mines->count = count;
        return nb::make_tuple(int(solved), found.found ? nb::cast(mines) : nb::none(), found.tried, found.too_large,
                              found.most_opened, found.is_spent, found.is_exhausted, found.states);
    }

    std::shared_ptr<PyGeometry> shape;

  private:
    static Effort check_effort(int effort) {
        if (effort < 0 || effort > 3) throw std::invalid_argument("unknown effort");
        return Effort(effort);
    }
    void check_grid(const PyMines& mines) const {
        if (mines.shape->geometry.cells != shape->geometry.cells) {
            throw std::invalid_argument("these mines belong to another grid");
        }
    }

    const Kernels* kernels;
    void* generator;
    bool busy = false;
};

}  // namespace

void bind_generate(nb::module_& m) {
    nb::class_<PyGenerator>(m, "Generator")
        .def(nb::init<std::shared_ptr<PyGeometry>>())
        .def("deduce", &PyGenerator::deduce, nb::lock_self())
        .def("search", &PyGenerator::search, nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(),
             nb::arg(), nb::arg(), nb::arg(), nb::arg().none(), nb::lock_self());
}

}  // namespace hypersweep
