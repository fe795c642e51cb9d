// The kernels for one instruction set; this file is compiled once for each (HYPERSWEEP_VARIANT).
#include "kernels.hpp"

#include "batch/environments.hpp"
#include "batch/games.hpp"
#include "batch/layouts.hpp"
#include "board/codes.hpp"
#include "board/items.hpp"
#include "board/moves.hpp"
#include "generate/generator.hpp"
#include "play/best_play.hpp"
#include "play/upper_bound.hpp"
#include "play/chooser.hpp"
#include "play/player.hpp"
#include "play/punishment.hpp"
#include "random/esp.hpp"
#include "random/sampling.hpp"
#include "solve/analyse_batch.hpp"
#include "solve/clue_chances.hpp"
#include "solve/estimate.hpp"
#include "solve/reasons/reasoner.hpp"
#include "solve/tally.hpp"
#include "value/board_value.hpp"
#include "value/zini.hpp"

#define HS_STRING2(word) #word
#define HS_STRING(word) HS_STRING2(word)

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

static u64 clue(const Geometry& g, const u64* mines, u64 index) { return count_around(g, mines, index); }

static u64 plane_population(const u64* plane, u64 words) {
    u64 total = 0;
    for (u64 w = 0; w < words; ++w) total += population(plane[w]);
    return total;
}

static u64 common_population(const u64* plane, const u64* other, bool inverted, u64 words) {
    const u64 flip = inverted ? ~u64{0} : 0;
    u64 total = 0;
    for (u64 w = 0; w < words; ++w) total += population(plane[w] & (other[w] ^ flip));
    return total;
}

static void codes16(const Board& board, u64 begin, u64 end, bool reveal, std::int16_t* out) {
    board_codes(board, begin, end, reveal, out);
}
static void codes32(const Board& board, u64 begin, u64 end, bool reveal, std::int32_t* out) {
    board_codes(board, begin, end, reveal, out);
}
static void clues8(const Geometry& g, const u64* mines, u64 begin, u64 end, u8* out) {
    board_clues(g, mines, begin, end, out);
}
static void clues16(const Geometry& g, const u64* mines, u64 begin, u64 end, std::uint16_t* out) {
    board_clues(g, mines, begin, end, out);
}
static void clues32(const Geometry& g, const u64* mines, u64 begin, u64 end, u32* out) {
    board_clues(g, mines, begin, end, out);
}

static bool sample(u64 cells, u64 mines, u64 key, const u64* excluded, u64 excluded_count, u64* plane, const Stop& stop) {
    Pace pace(stop);
    NoPace none_needed;
    if (cells < short_cells) {
        return sample_board(cells, mines, key, excluded, excluded_count, plane, none_needed);
    }
    return sample_board(cells, mines, key, excluded, excluded_count, plane, pace);
}

static void* environments_make(const EnvironmentPlan& plan, u64 threads) {
    Environments* const made = new (std::nothrow) Environments(plan);
    if (made && made->make(threads)) return made;
    delete made;
    return nullptr;
}
static Environments& environments(void* opaque) { return *static_cast<Environments*>(opaque); }
static void environments_free(void* opaque) { delete static_cast<Environments*>(opaque); }
static void environments_reset(void* opaque, const EnvironmentRows& rows, u64 begin, u64 end, const u8* which,
                               const u64* seeds, bool quietly) {
    environments(opaque).reset(rows, begin, end, which, seeds, quietly);
}
static bool environments_step(void* opaque, const EnvironmentRows& rows, const i64* actions, u64 begin, u64 end, Ended ended,
                              u64 thread) {
    return environments(opaque).step(rows, actions, begin, end, ended, thread);
}
static void environments_end(void* opaque, const EnvironmentRows& rows, u64 begin, u64 end, const u8* which) {
    environments(opaque).end(rows, begin, end, which);
}
static void environments_choose(void* opaque, const EnvironmentRows& rows, u64 begin, u64 end, u64 key, i64* actions) {
    environments(opaque).choose(rows, begin, end, key, actions);
}
static void environments_waiting(void* opaque, const i64* actions, u8* out) { environments(opaque).waiting(actions, out); }
static bool environments_lay(void* opaque, u64 which, const u64* mines) { return environments(opaque).lay(which, mines); }
static void environments_pass_over(void* opaque, u64 which) { environments(opaque).pass_over(which); }
static const EnvironmentState& environments_state(void* opaque, u64 which, const u64** planes) {
    const Environments& own = environments(opaque);
    for (int i = 0; i < 3; ++i) planes[i] = own.plane(which, i);
    return own.state(which);
}
static void environments_restore(void* opaque, const EnvironmentRows& rows, u64 which, const EnvironmentState& state,
                                 const u64* mines, const u64* open, const u64* flags) {
    environments(opaque).restore(rows, which, state, mines, open, flags);
}

static u64 neighbours(const Geometry& g, u64 index, u64* out) {
    u64 count = 0;
    for_neighbours(g, index, [&](u64 other) { out[count++] = other; });
    return count;
}

static void* solver_make(const Geometry& g) { return new (std::nothrow) Solver(g); }
static void solver_free(void* solver) { delete static_cast<Solver*>(solver); }
static Findings found_by(const Solver& solver) {
    return Findings{solver.components(), solver.contradictory, solver.problem.contradiction, solver.states,
                    solver.problem.unseen, solver.problem.mines_left, solver.exact};
}
static Solved solver_analyse(void* opaque, const std::int32_t* codes, u64 mines, bool trust_flags, const Limits& limits,
                             double* probability, Findings& findings) {
    Solver& solver = *static_cast<Solver*>(opaque);
    const Solved solved = solver.analyse(codes, mines, trust_flags, limits, probability);
    findings = found_by(solver);
    return solved;
}
static Solved solver_estimate(void* opaque, const std::int32_t* codes, u64 mines, bool trust_flags, u64 states, u64 repeats,
                              u64 seed, const Limits& limits, double* probability, double* deviation, Findings& findings) {
    Solver& solver = *static_cast<Solver*>(opaque);
    const Sampling sampling{states, repeats, seed};
    const Solved solved = solver.estimate(codes, mines, trust_flags, sampling, limits, probability, deviation);
    findings = found_by(solver);
    return solved;
}
static Solved solver_layouts(void* opaque, const std::int32_t* codes, u64 mines, bool trust_flags, u64 seed, u64 name,
                             u64 first_index, u64 count, const Limits& limits, u8* bits, Findings& findings) {
    Solver& solver = *static_cast<Solver*>(opaque);
    const Solved solved = solver.sample_layouts(codes, mines, trust_flags, seed, name, first_index, count, limits, bits);
    findings = found_by(solver);
    return solved;
}
static Solved solver_width(void* opaque, const Limits& limits, Width& width) {
    return static_cast<Solver*>(opaque)->measure_width(limits, width);
}
static u64 solver_component(void* opaque, u64 component, u64* clues, u64 capacity) {
    const Problem& problem = static_cast<Solver*>(opaque)->problem;
    const Component& own = problem.components[component];
    for (u64 i = 0; i < own.equations && i < capacity; ++i) {
        clues[i] = problem.equations[problem.equation_order[own.first_equation + i]].clue;
    }
    return own.equations;
}
static u64 solver_span(void* opaque, u64 component, i64& low) {
    const Frontier& own = static_cast<Solver*>(opaque)->frontier(component);
    low = own.low;
    return own.span;
}
static Solved solver_ways(void* opaque, u64 component, u64 prime, const Limits& limits, u64* ways) {
    Array<u64> found;
    const Solved solved = static_cast<Solver*>(opaque)->count_modulo(component, prime, limits, found);
    for (u64 i = 0; solved == Solved::done && i < found.size(); ++i) ways[i] = found[i];
    return solved;
}
static u64 solver_tally(void* opaque, u64 first, u64* ways, u64 capacity, i64& low, u64& count) {
    return tally(*static_cast<Solver*>(opaque), first, ways, capacity, low, count);
}
static u64 solver_cells(void* opaque, u64 component) { return static_cast<Solver*>(opaque)->spec(component).cells; }
static Solved solver_clues(void* opaque, u64 cell, const Limits& limits, double* chance) {
    return static_cast<Solver*>(opaque)->clue_chances(cell, limits, chance);
}
static void* best_play_make(const Geometry& g) {
    BestPlay* const play = g.cells > 64 ? nullptr : new (std::nothrow) BestPlay;
    if (play && play->make(g)) return play;
    delete play;
    return nullptr;
}
static void best_play_free(void* play) { delete static_cast<BestPlay*>(play); }
static u64 best_play_first_like(const void* play, u64 cell) { return static_cast<const BestPlay*>(play)->first_like(cell); }
static Solved best_play_wins(void* play, u64 first, u64 mines, FirstOpen promise, const Limits& limits, u64& wins) {
    return static_cast<BestPlay*>(play)->wins(first, mines, promise, limits, wins);
}
static Solved best_play_wins_of(void* play, const std::int32_t* codes, u64 mines, bool trust_flags, const Limits& limits,
                                u64& wins, u64& layouts) {
    return static_cast<BestPlay*>(play)->wins_of(codes, mines, trust_flags, limits, wins, layouts);
}
static void best_play_effort(const void* opaque, u64& looked_at, u64& kept, u64& bytes) {
    const BestPlay& play = *static_cast<const BestPlay*>(opaque);
    looked_at = play.looked_at();
    kept = play.kept();
    bytes = play.bytes();
}

static void* chooser_make(const Geometry& g) { return new (std::nothrow) Chooser(g); }
static void chooser_free(void* chooser) { delete static_cast<Chooser*>(chooser); }
static Solved chooser_choose(void* opaque, const std::int32_t* codes, u64 mines, bool trust_flags, Policy policy,
                             const ChoiceLimits& caps, const Limits& limits, Choice& choice) {
    return choose(*static_cast<Chooser*>(opaque), codes, mines, trust_flags, policy, caps, limits, choice);
}
static void* chooser_solver(void* opaque) { return &static_cast<Chooser*>(opaque)->solver(); }
static Solved chooser_continue(void* opaque, const std::int32_t* codes, u64 mines, bool trust_flags, const double* chances,
                               bool are_estimates, Policy policy, const ChoiceLimits& caps, const Limits& limits,
                               Choice& choice) {
    Chooser& chooser = *static_cast<Chooser*>(opaque);
    if (!chooser.take(codes, mines, trust_flags, chances, are_estimates)) return Solved::out_of_memory;
    return pick(chooser, policy, caps, limits, choice);
}
static u64 chooser_weighed(void* opaque, const Choice& choice, const Limits& limits, u64* cells, double* scores, u64 capacity) {
    Chooser& chooser = *static_cast<Chooser*>(opaque);
    if (choice.exact && !chooser.weigh_end(limits)) return 0;
    const u64 count = choice.proven_safe || choice.cell == ~u64{0} ? 0 : chooser.weighed.size();
    for (u64 i = 0; i < count && i < capacity; ++i) {
        cells[i] = chooser.weighed[i].cell;
        scores[i] = chooser.weighed[i].score;
    }
    return count < capacity ? count : capacity;
}

static void* reasoner_make(const Geometry& g) { return new (std::nothrow) Reasoner(g); }
static void reasoner_free(void* reasoner) { delete static_cast<Reasoner*>(reasoner); }
static Solved reasoner_begin(void* opaque, const std::int32_t* codes, u64 mines, bool trust_flags) {
    return static_cast<Reasoner*>(opaque)->begin(codes, mines, trust_flags);
}
static Solved reasoner_go_on(void* opaque, const ReasonsAsked& asked, const Limits& limits, ReasonsFound& found) {
    return static_cast<Reasoner*>(opaque)->go_on(asked, limits, found);
}
static u64 reasoner_reason_of(void* opaque, u64 cell) {
    const u32 reason = static_cast<Reasoner*>(opaque)->facts().reason_of(u32(cell));
    return reason == no_number ? no_reason : reason;
}
static u64 reasoner_row(void* opaque, u64 reason, const std::int32_t*& row) {
    u64 size;
    row = static_cast<Reasoner*>(opaque)->facts().row(reason, size);
    return size;
}
static Solved reasoner_refute(void* opaque, const u64* clues, u64 count, const u64* cells, const u8* are_mines, u64 known, u64 mines,
                              const Limits& limits, bool& is_refuted) {
    return static_cast<Reasoner*>(opaque)->refute(clues, count, cells, are_mines, known, mines, limits, is_refuted);
}
static Solved reasoner_prove(void* opaque, u64 cell, bool is_mine, u64 mines, const Limits& limits, bool& is_found) {
    return static_cast<Reasoner*>(opaque)->prove(cell, is_mine, mines, limits, is_found);
}
static Solved reasoner_blame(void* opaque, u64 start, const Limits& limits, bool& counted) {
    return static_cast<Reasoner*>(opaque)->blame(start, limits, counted);
}
static u64 reasoner_named(void* opaque, u64* clues, u64 capacity) {
    const Array<u32>& named = static_cast<Reasoner*>(opaque)->named;
    for (u64 i = 0; i < named.size() && i < capacity; ++i) clues[i] = named[i];
    return named.size();
}

static void* generator_make(const Geometry& g) {
    Generator* const generator = new (std::nothrow) Generator(g);
    if (generator && generator->make()) return generator;
    delete generator;
    return nullptr;
}
static void generator_free(void* generator) { delete static_cast<Generator*>(generator); }
static Solved generator_deduce(void* opaque, const u64* mines, u64 mine_count, u64 first, Effort hardest, const Limits& limits,
                               bool is_noted, Deduced& deduced) {
    return static_cast<Generator*>(opaque)->deduce(mines, mine_count, first, hardest, limits, is_noted, deduced);
}
static u64 generator_steps(void* opaque, u32* steps) {
    const Array<u32>& found = static_cast<Generator*>(opaque)->steps;
    if (steps && found.size()) std::memcpy(steps, found.data(), std::size_t(found.size() * sizeof(u32)));
    return found.size();
}
static Solved generator_search(void* opaque, const SearchJob& job, const Limits& limits, u64* plane, Search& search) {
    return static_cast<Generator*>(opaque)->search(job, limits, plane, search);
}

static void* punisher_make(const Geometry& g) { return new (std::nothrow) Punisher(g); }
static void punisher_free(void* punisher) { delete static_cast<Punisher*>(punisher); }
static Solved punisher_decide(void* opaque, const Board& board, MoveKind kind, u64 index, u64 key, const Limits& limits,
                              u64* plane, bool& is_laid, u64& states) {
    Punisher& punisher = *static_cast<Punisher*>(opaque);
    const Solved solved = punisher.decide(board, kind, index, key, limits, plane, is_laid);
    states = punisher.states;
    return solved;
}

static u64 key_of(u64 seed, u64 name, u64 index) { return stream_key(seed, name, index); }
static u64 value_of(u64 key, u64 counter) { return stream_value(key, counter); }
static u64 below(u64 key, u64& counter, u64 bound) { return stream_below(key, counter, bound); }
static u32 gnu_value(GnuRandom& random) { return gnu_next(random); }

const Kernels& kernels() {
    static const Kernels table = {
        HS_STRING(HYPERSWEEP_VARIANT),
        move_open,
        move_flag,
        move_chord,
        move_undo,
        clue,
        plane_population,
        common_population,
        codes16,
        codes32,
        clues8,
        clues16,
        clues32,
        code_counts,
        counts_around,
        key_of,
        value_of,
        below,
        sample,
        sample_batch,
        play_batch,
        environments_make,
        environments_free,
        environments_reset,
        environments_step,
        environments_end,
        environments_choose,
        environments_waiting,
        environments_lay,
        environments_pass_over,
        environments_state,
        environments_restore,
        neighbours,
        solver_make,
        solver_free,
        solver_analyse,
        solver_estimate,
        analyse_batch,
        solver_layouts,
        solver_width,
        solver_component,
        solver_span,
        solver_ways,
        solver_tally,
        solver_cells,
        solver_clues,
        chooser_make,
        chooser_free,
        chooser_choose,
        chooser_solver,
        chooser_continue,
        chooser_weighed,
        best_play_make,
        best_play_free,
        best_play_first_like,
        best_play_wins,
        best_play_wins_of,
        best_play_effort,
        solver_play,
        upper_bounds,
        exact_upper_bound,
        reasoner_make,
        reasoner_free,
        reasoner_begin,
        reasoner_go_on,
        reasoner_reason_of,
        reasoner_row,
        reasoner_refute,
        reasoner_prove,
        reasoner_blame,
        reasoner_named,
        generator_make,
        generator_free,
        generator_deduce,
        generator_steps,
        generator_search,
        punisher_make,
        punisher_free,
        punisher_decide,
        gnu_seed,
        gnu_value,
        esp_map,
        board_value,
        zini,
        item_bits,
    };
    return table;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep
