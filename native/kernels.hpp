// The kernels for one instruction set as a table of functions; `best_kernels` picks the table for this processor.
#pragma once

#include "batch/jobs.hpp"
#include "board/state.hpp"
#include "generate/effort.hpp"
#include "play/choice.hpp"
#include "solve/reasons/request.hpp"
#include "solve/request.hpp"

namespace hypersweep {

// A kernel that returns false ran out of memory or was stopped.
struct Kernels {
    const char* name;
    bool (*open)(Board&, u64 index, Delta&);
    void (*flag)(Board&, u64 index, Delta&);
    bool (*chord)(Board&, u64 index, Delta&);
    bool (*undo)(Board&, const Delta&);
    u64 (*clue)(const Geometry&, const u64* mines, u64 index);
    u64 (*population)(const u64* plane, u64 words);
    u64 (*common_population)(const u64* plane, const u64* other, bool inverted, u64 words);
    void (*codes16)(const Board&, u64 begin, u64 end, bool reveal, std::int16_t* out);
    void (*codes32)(const Board&, u64 begin, u64 end, bool reveal, std::int32_t* out);
    void (*clues8)(const Geometry&, const u64* mines, u64 begin, u64 end, u8* out);
    void (*clues16)(const Geometry&, const u64* mines, u64 begin, u64 end, std::uint16_t* out);
    void (*clues32)(const Geometry&, const u64* mines, u64 begin, u64 end, u32* out);
    // Counts how often each code from code_covered to code_wrong_flag occurs; codes have `size` (2 or 4) bytes.
    void (*code_counts)(const void* codes, u64 count, int size, u64* counts);
    // Writes two numbers for each of `count` cells: its covered neighbours (including mines shown at the end) and its
    // flagged neighbours. `codes` are the whole board's, `size` (2 or 4) bytes each.
    void (*counts_around)(const Geometry&, const void* codes, int size, const u64* indices, u64 count, u32* out);
    u64 (*stream_key)(u64 seed, u64 name, u64 index);
    u64 (*stream_value)(u64 key, u64 counter);
    u64 (*stream_below)(u64 key, u64& counter, u64 bound);
    bool (*sample)(u64 cells, u64 mines, u64 key, const u64* excluded, u64 excluded_count, u64* plane, const Stop&);
    bool (*sample_batch)(const SampleJob&);
    bool (*play_batch)(const PlayJob&);
    // Games played by a program: see batch/environments.hpp. The geometry must outlive them.
    void* (*environments_make)(const EnvironmentPlan&, u64 threads);
    void (*environments_free)(void*);
    void (*environments_reset)(void*, const EnvironmentRows&, u64 begin, u64 end, const u8* which, const u64* seeds,
                               bool quietly);
    bool (*environments_step)(void*, const EnvironmentRows&, const i64* actions, u64 begin, u64 end, Ended, u64 thread);
    void (*environments_end)(void*, const EnvironmentRows&, u64 begin, u64 end, const u8* which);
    void (*environments_choose)(void*, const EnvironmentRows&, u64 begin, u64 end, u64 key, i64* actions);
    void (*environments_waiting)(void*, const i64* actions, u8* out);
    bool (*environments_lay)(void*, u64 which, const u64* mines);
    void (*environments_pass_over)(void*, u64 which);
    // `planes` receives the game's mines, open cells and flags.
    const EnvironmentState& (*environments_state)(void*, u64 which, const u64** planes);
    void (*environments_restore)(void*, const EnvironmentRows&, u64 which, const EnvironmentState&, const u64* mines,
                                 const u64* open, const u64* flags);
    u64 (*neighbours)(const Geometry&, u64 index, u64* out);
    void* (*solver_make)(const Geometry&);
    void (*solver_free)(void*);
    Solved (*solver_analyse)(void*, const std::int32_t* codes, u64 mines, bool trust_flags, const Limits&,
                             double* probability, Findings&);
    // Exact within the limits, otherwise an estimate with standard errors per cell: see `Sampling`.
    Solved (*solver_estimate)(void*, const std::int32_t* codes, u64 mines, bool trust_flags, u64 states, u64 repeats,
                              u64 seed, const Limits&, double* probability, double* deviation, Findings&);
    Solved (*analyse_batch)(const ViewBatch&, const Limits&);
    // Layouts first_index, first_index + 1, ... of a stream: see `Solver::sample_layouts`.
    Solved (*solver_layouts)(void*, const std::int32_t* codes, u64 mines, bool trust_flags, u64 seed, u64 name,
                             u64 first_index, u64 count, const Limits&, u8* bits, Findings&);
    Solved (*solver_width)(void*, const Limits&, Width&);                  // after an analysis exceeded its limits
    u64 (*solver_component)(void*, u64 component, u64* clues, u64 capacity);   // the component's clue cells
    u64 (*solver_span)(void*, u64 component, i64& low);                    // how many different numbers of mines it can
                                                                           // hold; `low` is the smallest
    Solved (*solver_ways)(void*, u64 component, u64 prime, const Limits&, u64* ways);  // for each number of mines, modulo a prime
    // Combines the ways to fill components `first`, `first` + 1, ..., up to but not including the returned one: see
    // tally.hpp. `capacity` is at least 1.
    u64 (*solver_tally)(void*, u64 first, u64* ways, u64 capacity, i64& low, u64& count);
    u64 (*solver_cells)(void*, u64 component);                             // the component's covered cells
    Solved (*solver_clues)(void*, u64 cell, const Limits&, double* chance);  // `chance` has one entry more than the
                                                                             // cell has neighbours
    void* (*chooser_make)(const Geometry&);
    void (*chooser_free)(void*);
    Solved (*chooser_choose)(void*, const std::int32_t* codes, u64 mines, bool trust_flags, Policy, const ChoiceLimits&,
                             const Limits&, Choice&);
    void* (*chooser_solver)(void*);        // the chooser's solver, for solver_analyse and others
    // Chooses with the analysis that the chooser's solver has just made, and the given chances.
    Solved (*chooser_continue)(void*, const std::int32_t* codes, u64 mines, bool trust_flags, const double* chances,
                               bool are_estimates, Policy, const ChoiceLimits&, const Limits&, Choice&);
    // Writes the cells that the latest choice evaluated, and their scores (in an endgame, layouts won). Returns the
    // number of cells.
    u64 (*chooser_weighed)(void*, const Choice&, const Limits&, u64* cells, double* scores, u64 capacity);
    // Best play from the first open on grids of at most 64 cells: see `BestPlay`.
    void* (*best_play_make)(const Geometry&);
    void (*best_play_free)(void*);
    u64 (*best_play_first_like)(const void*, u64 cell);
    Solved (*best_play_wins)(void*, u64 first, u64 mines, FirstOpen promise, const Limits&, u64& wins);
    Solved (*best_play_wins_of)(void*, const std::int32_t* codes, u64 mines, bool trust_flags, const Limits&, u64& wins, u64& layouts);
    void (*best_play_effort)(const void*, u64& looked_at, u64& kept, u64& bytes);  // positions visited, stored, bytes
    Solved (*solver_play)(const SolverJob&, const Limits&);
    Solved (*upper_bounds)(const BoundJob&, const Limits&);
    // Adds up the values of all layouts. Also counts the layouts, and those with a part that was too large.
    Solved (*exact_upper_bound)(const BoundJob&, const Limits&, double& sum, u64& layouts, u64& gave_up);
    // Why cells of a view are safe or mines: see solve/reasons/request.hpp.
    void* (*reasoner_make)(const Geometry&);
    void (*reasoner_free)(void*);
    Solved (*reasoner_begin)(void*, const std::int32_t* codes, u64 mines, bool trust_flags);
    Solved (*reasoner_go_on)(void*, const ReasonsAsked&, const Limits&, ReasonsFound&);
    u64 (*reasoner_reason_of)(void*, u64 cell);                           // number of the reason, or no_reason
    u64 (*reasoner_row)(void*, u64 reason, const std::int32_t*& row);     // returns its length; valid until the next conclusion
    // Whether the given clues and assumed cells contradict each other; which clues settle a cell; and which clues
    // contradict each other: see `Reasoner`. `mines` may be `any_mines`. The last function copies the clues that
    // `prove` or `blame` has named, and returns their number.
    Solved (*reasoner_refute)(void*, const u64* clues, u64 count, const u64* cells, const u8* are_mines, u64 known, u64 mines,
                              const Limits&, bool& is_refuted);
    Solved (*reasoner_prove)(void*, u64 cell, bool is_mine, u64 mines, const Limits&, bool& is_found);
    Solved (*reasoner_blame)(void*, u64 start, const Limits&, bool& counted);
    u64 (*reasoner_named)(void*, u64* clues, u64 capacity);
    void* (*generator_make)(const Geometry&);
    void (*generator_free)(void*);
    Solved (*generator_deduce)(void*, const u64* mines, u64 mine_count, u64 first, Effort hardest, const Limits&, bool is_noted,
                               Deduced&);
    u64 (*generator_steps)(void*, u32* steps);  // copies the latest recorded steps, unless null; returns their number
    Solved (*generator_search)(void*, const SearchJob&, const Limits&, u64* plane, Search&);
    void* (*punisher_make)(const Geometry&);
    void (*punisher_free)(void*);
    // What a move reveals in punishing play, and the states counted: see `Punisher`.
    Solved (*punisher_decide)(void*, const Board&, MoveKind, u64 index, u64 key, const Limits&, u64* plane, bool& is_laid,
                              u64& states);
    void (*gnu_seed)(GnuRandom&, u32 seed);
    u32 (*gnu_next)(GnuRandom&);
    bool (*esp_map)(u64* plane, u64 cells, u64 mines, u64 start, GnuRandom&, const Stop&);
    bool (*board_value)(const Geometry&, const u64* mines, const u64* open, BoardValue&, const Stop&);  // `open` may be null
    bool (*zini)(const Geometry&, const u64* mines, bool human, u64& clicks, const Stop&);
    u64 (*item_bits)(const std::uintptr_t* items, u64 count, std::uintptr_t wanted, std::uintptr_t low, std::uintptr_t span,
                     bool& others);
};

namespace baseline {
const Kernels& kernels();
}
#if defined(HYPERSWEEP_X86_VARIANTS)
namespace x86_64_v3 {
const Kernels& kernels();
}
namespace x86_64_v4 {
const Kernels& kernels();
}
#endif

// The best table for this processor, or the one with the given name; null if that is unknown or can't run here.
const Kernels* best_kernels();
const Kernels* named_kernels(const char* name);

}  // namespace hypersweep
