#include "python/grid.hpp"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

namespace hypersweep {

void bind_grid(nb::module_& m) {
    nb::class_<PyGeometry>(m, "Geometry")
        .def(nb::init<std::vector<u64>, std::vector<bool>, bool>())
        .def("ravel", &PyGeometry::ravel)
        .def("neighbours", &PyGeometry::neighbours)
        .def_prop_ro("cells", [](const PyGeometry& self) { return self.geometry.cells; })
        .def_prop_ro("most_neighbours", [](const PyGeometry& self) { return self.geometry.most_neighbours; });
}

}  // namespace hypersweep
