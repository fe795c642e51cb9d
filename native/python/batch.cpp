// Batches of layouts and games, for Python.
#include <nanobind/stl/vector.h>

#include "python/grid.hpp"
#include "python/interruptible.hpp"

namespace hypersweep {
namespace {

// Returns (bits, clues), board after board. A clue takes `clue_bytes` (1 or 2) bytes; 0 omits the clues.
nb::tuple sample_batch(const PyGeometry& shape, u64 mines, u64 seed, u64 name, u64 first_index, u64 count,
                       const std::vector<u64>& excluded, int clue_bytes) {
    const Geometry& g = shape.geometry;
    for (u64 cell : excluded) shape.check(cell);
    if (mines > g.cells - excluded.size()) throw std::invalid_argument("too many mines");
    if (clue_bytes < 0 || clue_bytes > 2) throw std::invalid_argument("bytes of a clue");
    if (clue_bytes == 1 && g.most_neighbours > 255) throw std::invalid_argument("clues need two bytes");
    SampleJob job{&g, mines, seed, name, first_index, count, excluded.data(), excluded.size(), nullptr, nullptr, clue_bytes};
    u8* clue_place;
    nb::bytes bits = new_bytes(all_of(count, (g.cells + 7) / 8), job.bits);
    nb::bytes clues = new_bytes(all_of(count, g.cells * u64(clue_bytes)), clue_place);
    if (clue_bytes) job.clues = clue_place;
    const bool done = Interruptible().run([&](const Limits& limits) {
        job.stop = limits;
        return active->sample_batch(job);
    });
    if (!done) raise_too_large();
    return nb::make_tuple(bits, clues);
}

// Returns (outcomes, opened, clicks), with a value per game: outcomes of one byte, the others of eight.
nb::tuple play_batch(const PyGeometry& shape, u64 mines, u64 seed, u64 layout_name, u64 click_name, u64 first_index, u64 count,
                     int first_open) {
    const Geometry& g = shape.geometry;
    const FirstOpen policy = shape.check_first_open(first_open, mines);
    u8 *outcome_place, *opened_place, *click_place;
    nb::bytes outcomes = new_bytes(all_of(count, 1), outcome_place);
    nb::bytes opened = new_bytes(all_of(count, 8), opened_place), clicks = new_bytes(all_of(count, 8), click_place);
    PlayJob job{&g,    mines,  seed,          layout_name,
                click_name,    first_index,   count,
                policy,        outcome_place, reinterpret_cast<u64*>(click_place),
                reinterpret_cast<u64*>(opened_place)};
    const bool done = Interruptible().run([&](const Limits& limits) {
        job.stop = limits;
        return active->play_batch(job);
    });
    if (!done) raise_too_large();
    return nb::make_tuple(outcomes, opened, clicks);
}

}  // namespace

void bind_batch(nb::module_& m) {
    m.def("sample_batch", &sample_batch);
    m.def("play_batch", &play_batch);
}

}  // namespace hypersweep
