#include "python/layout.hpp"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/vector.h>

namespace hypersweep {

namespace {

// Counts how often each code from -1 to -5 occurs; codes have `size` (2 or 4) bytes.
nb::tuple code_counts(nb::handle codes, int size) {
    const Bytes bytes(codes, false);
    if ((size != 2 && size != 4) || bytes.size() % u64(size)) {
        throw std::invalid_argument("expected codes of 2 or 4 bytes");
    }
    if (!bytes.is_aligned(std::size_t(size))) throw std::invalid_argument("the codes are misaligned");
    u64 all[5] = {};
    in_parts(0, bytes.size() / u64(size), 8 * words_at_once, [&](u64 from, u64 to) {
        u64 found[5];
        active->code_counts(bytes.data() + from * u64(size), to - from, size, found);
        for (int which = 0; which < 5; ++which) all[which] += found[which];
    });
    return nb::make_tuple(all[0], all[1], all[2], all[3], all[4]);
}

// Returns two numbers for each given cell: its covered neighbours and its flagged neighbours.
std::vector<u32> counts_around(const PyGeometry& shape, nb::handle codes, int size, const std::vector<u64>& indices) {
    const Bytes bytes(codes, false);
    if ((size != 2 && size != 4) || !bytes.holds(shape.geometry.cells, u64(size))) {
        throw std::invalid_argument("wrong size of codes");
    }
    if (!bytes.is_aligned(std::size_t(size))) throw std::invalid_argument("the codes are misaligned");
    for (const u64 index : indices) shape.check(index);
    std::vector<u32> out(2 * indices.size());
    active->counts_around(shape.geometry, bytes.data(), size, indices.data(), indices.size(), out.data());
    return out;
}

}  // namespace

void bind_layout(nb::module_& m) {
    m.def("code_counts", &code_counts);
    m.def("counts_around", &counts_around);

    nb::class_<PyMines>(m, "Mines")
        .def_static("from_indices", &PyMines::from_indices)
        .def_static("from_bits", &PyMines::from_bits)
        .def_static("sample", &PyMines::sample)
        .def_static("sample_watched", &PyMines::sample_watched)
        .def_static("esp", &PyMines::esp, nb::arg(), nb::arg(), nb::arg(), nb::arg().lock())
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
