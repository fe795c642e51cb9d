#include "python/rng.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/pair.h>

namespace hypersweep {

void bind_rng(nb::module_& m) {
    nb::class_<PyGnuRandom>(m, "GnuRandom")
        .def(nb::init<u64>())
        .def("next", &PyGnuRandom::next)
        .def("next64", &PyGnuRandom::next64)
        .def("state", &PyGnuRandom::state)
        .def("put", &PyGnuRandom::put);

    nb::class_<PyStream>(m, "Stream")
        .def(nb::init<u64, u64, u64, u64>())
        .def("bits64", &PyStream::bits64)
        .def("below", &PyStream::below)
        .def_ro("position", &PyStream::counter);
}

}  // namespace hypersweep
