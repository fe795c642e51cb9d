#include "python/rng.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>

namespace hypersweep {

void bind_rng(nb::module_& m) {
    nb::class_<PyGnuRandom>(m, "GnuRandom")
        .def(nb::init<u64>())
        .def("next", &PyGnuRandom::next, nb::lock_self())
        .def("next64", &PyGnuRandom::next64, nb::lock_self())
        .def("state", &PyGnuRandom::state, nb::lock_self())
        .def("put", &PyGnuRandom::put, nb::lock_self());

    nb::class_<PyStream>(m, "Stream")
        .def(nb::init<u64, u64, u64, u64>())
        .def("bits64", &PyStream::bits64, nb::lock_self())
        .def("below", &PyStream::below, nb::lock_self())
        .def_prop_ro("position", [](const PyStream& self) { return self.counter; }, nb::lock_self());
}

}  // namespace hypersweep
