// The solver: chances, safe cells and moves for a view.
//
// A solver keeps its latest position and results, so that later calls needn't pass them again. Reasons come from a
// reasoner (reasons.cpp).
#include "web/solver.hpp"

namespace hypersweep::web {
namespace {

constexpr u32 policies = 3;
constexpr u64 most_weighed = 64;

// In: a code per cell, as 32-bit numbers.
Status read_position(Solver& own, u32 mines, bool trust_flags) {
    const u64 cells = own.grid->geometry.cells;
    const std::int32_t* const codes = given_codes(own.grid->geometry, mines);
    if (!codes) return bad_argument;
    own.is_answered = own.is_exact = own.is_read = false;
    own.findings = Findings{};
    if (!own.codes.resize(cells) || !own.chances.resize(cells) || !own.errors.resize(cells)) return out_of_memory;
    std::memcpy(own.codes.data(), codes, std::size_t(cells * sizeof codes[0]));
    own.mines = mines;
    own.trust_flags = trust_flags;
    return done;
}

void tell_choice(const Choice& choice, u64 weighed) {
    tell(choice.cell == ~u64{0} ? -1.0 : double(choice.cell), choice.proven_safe, choice.safety, choice.score, choice.wins,
         choice.layouts, choice.exact, choice.estimated, weighed);
}

}  // namespace

void destroy_solver(Thing* solver) { delete static_cast<Solver*>(solver); }

// Creates a solver for views of a grid.
HS_EXPORT(solver_make) int solver_make(int grid) {
    Grid* const own = find_own<Grid>(grid);
    return own ? make_and_keep<Solver>(own) : -bad_handle;
}

// In: the codes of a view. Afterwards solver_chances returns the chances of a mine. With `repeats` above 0, components
// past the budget are estimated from that many samples of at most `layer` states per layer, and solver_errors returns
// standard errors. Results: states used, whether the chances are exact, number of components, component at fault and
// clue at fault (-1 for none).
HS_EXPORT(solver_analyse)
int solver_analyse(int solver, u32 mines, int trust_flags, u32 layer, u32 repeats, u64 seed, u32 states, u32 bytes, u32 asks) {
    Solver* const own = find_own<Solver>(solver);
    if (!own) return bad_handle;
    if (repeats && !layer) return bad_argument;
    if (const Status bad = read_position(*own, mines, trust_flags != 0); bad != done) return bad;
    Budget budget(states, bytes, asks, repeats != 0);
    const std::int32_t* const codes = own->codes.data();
    const Solved found =
        repeats ? kernels().solver_estimate(own->native(), codes, mines, trust_flags != 0, layer, repeats, seed, budget.limits(),
                                            own->chances.data(), own->errors.data(), own->findings)
                : kernels().solver_analyse(own->native(), codes, mines, trust_flags != 0, budget.limits(), own->chances.data(),
                                           own->findings);
    own->is_answered = found == Solved::done;
    own->is_exact = own->is_answered && own->findings.exact;
    own->is_read = true;
    if (own->is_exact) own->errors.fill(own->grid->geometry.cells, 0.0);
    const Findings& findings = own->findings;
    tell(findings.states, own->is_exact, findings.components, findings.contradictory < findings.components ? double(findings.contradictory) : -1.0,
         findings.clue == ~u64{0} ? -1.0 : double(findings.clue));
    return int(found);
}

// Address of the chance of a mine in each cell, as doubles, by the latest analysis; null if that failed.
HS_EXPORT(solver_chances) const double* solver_chances(int solver) {
    Solver* const own = find_own<Solver>(solver);
    return own && own->is_answered ? own->chances.data() : nullptr;
}
// Address of the standard error of each chance; 0 after an exact analysis.
HS_EXPORT(solver_errors) const double* solver_errors(int solver) {
    Solver* const own = find_own<Solver>(solver);
    return own && own->is_answered ? own->errors.data() : nullptr;
}

// Out: the clue cells of a component of the latest analysis, as 32-bit numbers. Result: their number.
HS_EXPORT(solver_component) int solver_component(int solver, u32 component) {
    Solver* const own = find_own<Solver>(solver);
    if (!own) return bad_handle;
    if (!own->is_read || component >= own->findings.components) return bad_argument;
    const u64 count = kernels().solver_component(own->native(), component, nullptr, 0);
    Array<u64> clues;
    u32* const out = space_for<u32>(count);
    if (!out || !clues.resize(count)) return out_of_memory;
    kernels().solver_component(own->native(), component, clues.data(), count);
    for (u64 i = 0; i < count; ++i) out[i] = u32(clues[i]);
    tell(count);
    return done;
}

// Out: for each clue from 0, the chance, as a double, that a covered cell is safe and shows it, based on the latest
// analysis, which must be exact. Result: the number of chances.
HS_EXPORT(solver_clues) int solver_clues(int solver, u32 cell, u32 states, u32 bytes, u32 asks) {
    Solver* const own = find_own<Solver>(solver);
    if (!own) return bad_handle;
    if (!own->is_exact || cell >= own->grid->geometry.cells) return bad_argument;
    const std::int32_t code = own->codes[cell];
    if (code != code_covered && (code != code_flagged || own->trust_flags)) return bad_argument;
    const u64 count = own->grid->geometry.most_neighbours + 1;
    double* const out = space_for<double>(count);
    if (!out) return out_of_memory;
    // Cells at the edge have fewer neighbours, so the remaining chances stay 0.
    for (u64 clue = 0; clue < count; ++clue) out[clue] = 0;
    Budget budget(states, bytes, asks);
    const Solved found = kernels().solver_clues(own->native(), cell, budget.limits(), out);
    tell(count);
    return int(found);
}

// Out: for each number of mines, the number of ways to place that many in the components from `first` on, based on the
// latest analysis, which must be exact. Components are combined as long as these numbers fit into 64 bits. Results: the
// component after the combined ones (`first` itself if its own numbers are too large), minimum number of mines, length
// of the output; for the whole board: covered cells next to no clue, mines left, and number of components.
HS_EXPORT(solver_tally) int solver_tally(int solver, u32 first) {
    Solver* const own = find_own<Solver>(solver);
    if (!own) return bad_handle;
    const u64 components = own->findings.components;
    if (!own->is_exact || first > components) return bad_argument;
    u64 capacity = 1, count = 0, next = first;
    i64 low = 0;
    for (u64 c = first; c < components; ++c) capacity += kernels().solver_span(own->native(), c, low) - 1;
    u64* const ways = space_for<u64>(capacity);
    if (!ways) return out_of_memory;
    low = 0;
    if (first < components) next = kernels().solver_tally(own->native(), first, ways, capacity, low, count);
    tell(next, double(low), next == first ? u64{0} : count, own->findings.unseen, double(own->findings.mines_left), components);
    return done;
}

// Results: numbers of uncertain covered cells next to a clue and elsewhere, based on the latest analysis.
HS_EXPORT(solver_doubtful) int solver_doubtful(int solver) {
    Solver* const own = find_own<Solver>(solver);
    if (!own) return bad_handle;
    if (!own->is_answered) return bad_argument;
    const Geometry& geometry = own->grid->geometry;
    Array<u64> around;
    if (!around.resize(geometry.most_neighbours)) return out_of_memory;
    u64 near = 0, elsewhere = 0;
    for (u64 i = 0; i < geometry.cells; ++i) {
        const double chance = own->chances[i];
        const std::int32_t code = own->codes[i];
        if ((code != code_covered && code != code_flagged) || !(chance > 0 && chance < 1)) continue;
        const u64 count = kernels().neighbours(geometry, i, around.data());
        u64 other = 0;
        while (other < count && own->codes[around[other]] < 0) ++other;
        ++(other < count ? near : elsewhere);
    }
    tell(near, elsewhere);
    return done;
}

// Chooses a move based on the latest analysis. Results: the cell to open (-1 for none), whether it is certainly safe,
// its chance of being safe, its score; in an endgame the layouts won and the layouts left; whether it is an endgame,
// whether chances are estimates, and the number of evaluated cells. Out: these cells, as doubles, each with its score.
HS_EXPORT(solver_choose_next) int solver_choose_next(int solver, u32 policy, u32 states, u32 bytes, u32 asks) {
    Solver* const own = find_own<Solver>(solver);
    if (!own) return bad_handle;
    if (!own->is_answered || policy >= policies) return bad_argument;
    double* const out = space_for<double>(2 * most_weighed);
    if (!out) return out_of_memory;
    Budget budget(states, bytes, asks, true);
    Choice choice{};
    const Solved found =
        kernels().chooser_continue(own->chooser, own->codes.data(), own->mines, own->trust_flags, own->chances.data(),
                                   !own->is_exact, Policy(policy), ChoiceLimits{}, budget.limits(), choice);
    u64 count = 0;
    if (found == Solved::done) {
        u64 cells[most_weighed];
        double scores[most_weighed];
        count = kernels().chooser_weighed(own->chooser, choice, budget.limits(), cells, scores, most_weighed);
        for (u64 i = 0; i < count; ++i) {
            out[2 * i] = double(cells[i]);
            out[2 * i + 1] = scores[i];
        }
    }
    tell_choice(choice, count);
    return int(found);
}

}  // namespace hypersweep::web
