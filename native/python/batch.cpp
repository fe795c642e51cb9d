// Many layouts or games at once.
#include <nanobind/stl/vector.h>

#include "python/grid.hpp"
#include "python/interruptible.hpp"

namespace hypersweep {
namespace {

void sample_batch(const PyGeometry& shape, u64 mines, u64 seed, u64 name, u64 first_index, u64 count,
                  const std::vector<u64>& excluded, nb::object bits, nb::object clues, int clue_bytes) {
    const Geometry& g = shape.geometry;
    for (u64 cell : excluded) shape.check(cell);
    if (mines > g.cells - excluded.size()) throw std::invalid_argument("too many mines");
    SampleJob job{&g, mines, seed, name, first_index, count, excluded.data(), excluded.size(), nullptr, nullptr, clue_bytes};
    std::unique_ptr<Bytes> bit_buffer, clue_buffer;
    if (!bits.is_none()) {
        bit_buffer = std::make_unique<Bytes>(bits, true);
        if (!bit_buffer->holds(count, (g.cells + 7) / 8)) throw std::invalid_argument("size of bits");
        job.bits = bit_buffer->data();
    }
    if (!clues.is_none()) {
        clue_buffer = std::make_unique<Bytes>(clues, true);
        if (clue_bytes != 1 && clue_bytes != 2) throw std::invalid_argument("bytes of a clue");
        if (!clue_buffer->holds(count, g.cells * u64(clue_bytes))) throw std::invalid_argument("size of clues");
        if (clue_bytes < 2 && g.most_neighbours > 255) throw std::invalid_argument("clues need two bytes");
        if (!clue_buffer->is_aligned(std::size_t(clue_bytes))) throw std::invalid_argument("place of clues");
        job.clues = clue_buffer->data();
    }
    const bool done = Interruptible().run([&](const Limits& limits) {
        job.stop = limits;
        return active->sample_batch(job);
    });
    if (!done) raise_too_large();
}

void play_batch(const PyGeometry& shape, u64 mines, u64 seed, u64 layout_name, u64 click_name, u64 first_index, u64 count,
                int first_open, nb::object outcomes, nb::object clicks, nb::object opened) {
    const Geometry& g = shape.geometry;
    const Bytes outcome_buffer(outcomes, true), click_buffer(clicks, true), opened_buffer(opened, true);
    if (outcome_buffer.size() != count || !click_buffer.holds(count, 8) || !opened_buffer.holds(count, 8) ||
        !click_buffer.is_aligned(8) || !opened_buffer.is_aligned(8)) {
        throw std::invalid_argument("size of results");
    }
    const FirstOpen policy = shape.check_first_open(first_open, mines);
    PlayJob job{&g,          mines, seed,   layout_name, click_name, first_index,
                count,       policy, outcome_buffer.data(),
                reinterpret_cast<u64*>(click_buffer.data()), reinterpret_cast<u64*>(opened_buffer.data())};
    const bool done = Interruptible().run([&](const Limits& limits) {
        job.stop = limits;
        return active->play_batch(job);
    });
    if (!done) raise_too_large();
}

}  // namespace

void bind_batch(nb::module_& m) {
    m.def("sample_batch", &sample_batch, nb::arg().noconvert(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(),
          nb::arg(), nb::arg().none(), nb::arg().none(), nb::arg());
    m.def("play_batch", &play_batch);
}

}  // namespace hypersweep
