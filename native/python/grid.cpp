#include "python/grid.hpp"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

namespace hypersweep {

void bind_grid(nb::module_& m) {
    nb::class_<PyGeometry>(m, "Geometry")
        .def(nb::init<std::vector<u64>, std::vector<bool>, bool>())
        .def("neighbours", &PyGeometry::neighbours);
}

}  // namespace hypersweep
