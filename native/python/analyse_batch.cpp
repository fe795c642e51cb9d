// The analysis of many views in one call.
#include "python/grid.hpp"
#include "python/interruptible.hpp"

namespace hypersweep {
namespace {

// Codes have 1, 2 or 4 bytes, inferred from the buffer's size. `limits` are states, bytes, and seconds for all views
// together. `sample` is None or, for estimating views beyond these limits, (states per layer, samples, seed).
void analyse_batch(const PyGeometry& shape, nb::object codes, nb::object mines, bool trust_flags, nb::tuple limits,
                   nb::object probabilities_out, nb::object status_out, nb::object sample) {
    const Geometry& g = shape.geometry;
    const Bytes code_buffer(codes, false), mine_buffer(mines, false), chances(probabilities_out, true), status(status_out, true);
    ViewBatch batch{};
    batch.geometry = &g;
    batch.count = status.size();
    if (g.cells > ~u64{0} / 8 / (batch.count + 1)) throw std::invalid_argument("too many views");
    const u64 all = g.cells * batch.count;
    for (const int bytes : {1, 2, 4}) {
        if (code_buffer.holds(all, u64(bytes))) batch.code_bytes = bytes;
    }
    if (!batch.code_bytes) throw std::invalid_argument("wrong size of codes");
    if (!mine_buffer.holds(batch.count, 8) || !mine_buffer.is_aligned(8)) {
        throw std::invalid_argument("wrong size or alignment of mines");
    }
    if (!chances.holds(all, 8) || !chances.is_aligned(8)) throw std::invalid_argument("wrong size of probabilities");
    batch.codes = code_buffer.data();
    batch.mines = reinterpret_cast<const u64*>(mine_buffer.data());
    batch.trust_flags = trust_flags;
    batch.probabilities = reinterpret_cast<double*>(chances.data());
    batch.status = status.data();
    if (limits.size() != 3) throw std::invalid_argument("expected three limits");
    batch.may_estimate = !sample.is_none();
    if (batch.may_estimate) {
        const nb::tuple own = nb::cast<nb::tuple>(sample);
        if (own.size() != 3) throw std::invalid_argument("expected three sample parameters");
        batch.sample_states = nb::cast<u64>(own[0]);
        batch.sample_repeats = nb::cast<u64>(own[1]);
        batch.sample_seed = nb::cast<u64>(own[2]);
        if (batch.sample_states == 0 || batch.sample_repeats == 0) {
            throw std::invalid_argument("expected a positive size of sample");
        }
    }
    Interruptible interruptible(nb::cast<u64>(limits[0]), nb::cast<u64>(limits[1]), nb::cast<double>(limits[2]));
    const auto work = [&](const Limits& own) { return active->analyse_batch(batch, own); };
    const Solved solved = batch.may_estimate ? interruptible.run_in_time(work) : interruptible.run(work);
    if (solved == Solved::out_of_memory) {
        raise_own("BoardTooLargeError", "this machine has no memory for that analysis");
    }
}

}  // namespace

void bind_analyse_batch(nb::module_& m) {
    m.def("analyse_batch", &analyse_batch, nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(), nb::arg(),
          nb::arg() = nb::none(),
          "Analyses rows of codes. Writes a status per row (as in Solver.analyse; 5 for an estimate) and a chance per cell.");
}

}  // namespace hypersweep
