// Best play on small boards, for Python.
#include <nanobind/stl/shared_ptr.h>

#include <stdexcept>

#include "python/codes.hpp"
#include "python/grid.hpp"
#include "python/interruptible.hpp"

namespace hypersweep {
namespace {

// Stores known values of positions on one grid; every call adds to them.
class PyBestPlay {
  public:
    explicit PyBestPlay(std::shared_ptr<PyGeometry> geometry)
        : shape(std::move(geometry)), kernels(active), play(nullptr) {
        if (shape->geometry.cells > 64) throw std::invalid_argument("too many cells");
        play = kernels->best_play_make(shape->geometry);
        if (!play) raise_too_large();
    }
    ~PyBestPlay() { kernels->best_play_free(play); }
    PyBestPlay(const PyBestPlay&) = delete;
    PyBestPlay& operator=(const PyBestPlay&) = delete;

    u64 first_like(u64 cell) const { return kernels->best_play_first_like(play, shape->check(cell)); }

    // Returns (status, layouts won, positions visited, positions stored, bytes in use). `first_open` is the number of
    // the promise. `tell` is called from time to time with the number of positions visited.
    nb::tuple wins(u64 first, u64 mines, int first_open, u64 most_states, u64 most_bytes, double seconds, nb::object tell) {
        shape->check(first);
        const FirstOpen promise = shape->check_first_open(first_open, mines);
        const Turn turn(busy, "this search is in use in another thread");
        u64 found = 0, looked_at, kept, bytes;
        Interruptible interruptible(most_states, most_bytes, seconds);
        if (!tell.is_none()) {
            interruptible.report_to([&] {
                kernels->best_play_effort(play, looked_at, kept, bytes);
                PyObject* const said = PyObject_CallFunction(tell.ptr(), "K", static_cast<unsigned long long>(looked_at));
                Py_XDECREF(said);
                return said != nullptr;
            });
        }
        const Solved solved = interruptible.run([&](const Limits& limits) {
            return kernels->best_play_wins(play, first, mines, promise, limits, found);
        });
        kernels->best_play_effort(play, looked_at, kept, bytes);
        return nb::make_tuple(int(solved), found, looked_at, kept, bytes);
    }

    // Returns (status, layouts won, layouts that fit the view, positions visited).
    nb::tuple wins_of(nb::handle codes, u64 mines, bool trust_flags, u64 most_states, u64 most_bytes, double seconds) {
        const Codes given(codes, shape->geometry.cells);
        const Turn turn(busy, "this search is in use in another thread");
        u64 found = 0, layouts = 0, looked_at, kept, bytes;
        const Solved solved = Interruptible(most_states, most_bytes, seconds).run([&](const Limits& limits) {
            return kernels->best_play_wins_of(play, given.data(), mines, trust_flags, limits, found, layouts);
        });
        kernels->best_play_effort(play, looked_at, kept, bytes);
        return nb::make_tuple(int(solved), found, layouts, looked_at);
    }

  private:
    std::shared_ptr<PyGeometry> shape;
    const Kernels* kernels;
    void* play;
    bool busy = false;
};

}  // namespace

void bind_best_play(nb::module_& m) {
    nb::class_<PyBestPlay>(m, "BestPlay")
        .def(nb::init<std::shared_ptr<PyGeometry>>())
        .def("first_like", &PyBestPlay::first_like, nb::lock_self())
        .def("wins", &PyBestPlay::wins, nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg().none(),
             nb::lock_self())
        .def("wins_of", &PyBestPlay::wins_of, nb::lock_self());
}

}  // namespace hypersweep
