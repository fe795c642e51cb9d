#include "layout.hpp"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

namespace hypersweep {

void bind_layout(nb::module_& m) {
    nb::class_<PyMines>(m, "Mines")
        .def_static("from_indices", &PyMines::from_indices)
        .def_static("from_bits", &PyMines::from_bits)
        .def_static("sample", &PyMines::sample)
        .def_static("esp", &PyMines::esp)
        .def("test", &PyMines::test)
        .def("clue", &PyMines::clue)
        .def("bits", &PyMines::bits)
        .def("indices", &PyMines::indices)
        .def("clues", &PyMines::clues)
        .def("same", &PyMines::same)
        .def("hash", &PyMines::hash)
        .def_ro("count", &PyMines::count);
}

}  // namespace hypersweep
