#include "rng.hpp"

namespace hypersweep {

void bind_rng(nb::module_& m) {
    nb::class_<PyGnuRandom>(m, "GnuRandom").def(nb::init<u64>()).def("next", &PyGnuRandom::next);

    nb::class_<PyStream>(m, "Stream")
        .def(nb::init<u64, u64, u64>())
        .def("bits64", &PyStream::bits64)
        .def("below", &PyStream::below);
}

}  // namespace hypersweep
