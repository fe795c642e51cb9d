// The kernels of one instruction set as a table of functions; `best_kernels` picks the table for this processor.
#pragma once

#include "state.hpp"

namespace hypersweep {

enum class FirstOpen : u8 { any, safe, opening };

// Layouts `first_index`, `first_index` + 1, ... of the stream (seed, name).
struct SampleJob {
    const Geometry* geometry;
    u64 mines;
    u64 seed;
    u64 name;
    u64 first_index;
    u64 count;
    const u64* excluded;     // cells without a mine, each once
    u64 excluded_count;
    u8* bits;                // count x ceil(cells / 8) bytes, or null
    u8* clues;               // count x cells numbers of `clue_bytes` bytes, or null
    int clue_bytes;          // 1 or 2
    Stop stop{};
};

// Random games: the first click anywhere, then uniform clicks on covered cells until the game is won or lost.
struct PlayJob {
    const Geometry* geometry;
    u64 mines;
    u64 seed;
    u64 layout_name;
    u64 click_name;
    u64 first_index;
    u64 count;
    FirstOpen first_open;
    u8* outcomes;            // 1 won, 2 lost
    u64* clicks;
    u64* opened;             // safe cells open at the end
    Stop stop{};
};

// What an analysis may use, and who may end it. `spent` tells which share of the time is over, and is null where time doesn't
// count: work that can make do with less is asked to end in time by itself.
struct Limits : Stop {
    u64 states = u64{1} << 24;  // of one component
    u64 bytes = u64{1} << 30;
    double (*spent)(void*) = nullptr;
};

enum class Solved : u8 { done, contradiction, over_budget, out_of_memory, stopped };

// What an analysis found besides the probabilities.
struct Findings {
    u64 components;
    u64 contradictory;   // the component at fault, or `components` where it is the number of mines
    u64 clue;            // the one clue at fault, or ~0
    u64 states;
    u64 unseen;          // covered cells that no clue sees
    i64 mines_left;      // mines not settled by single clues
    bool exact;          // the probabilities are no estimates
};

// What the widest component would take, once an analysis was past its limits.
struct Width {
    u64 clues, groups;
    double log2_states;  // 0 where it wasn't found out
};

enum class Policy : u8 { safest, progress, look_ahead };

// What a choice may take. All of it is counted, not timed: results don't depend on the machine.
struct PolicyLimits {
    double log2_layouts = 9;       // at most that many layouts left: play the end exactly
    u64 layouts = 512;
    u64 steps = 2000000;
    u64 candidates = 24;           // cells looked at closely
    double margin = 0.12;          // that much less safe than the safest, at most
    double progress = 0.05;        // what an answer that makes some cell certain is worth
    u64 reached = 40;              // cells of which the chance to win is estimated
    double reach = 0.25;           // that much less safe than the safest, at most
    double lead = 0.01;            // by which share the estimate must be better to be believed
    bool may_estimate = true;      // where an exact analysis is past the limits
};

struct Choice {
    u64 cell;                      // ~0 where nothing is covered, or only mines are
    bool certain;                  // safe for certain
    double safe;
    double score;
    u64 wins, layouts;             // where `exact`
    bool exact;                    // the end was played out
    bool estimated;                // the chances are estimates
};

struct GameResult {
    u64 won, opened, moves, guesses, analyses, estimates;
};

// Games `first_index`, ... of the layouts that (seed, name) gives, with the first click on `first`.
struct SolverJob {
    const Geometry* geometry;
    u64 mines, seed, name, first_index, count, first;
    FirstOpen first_open;
    Policy policy;
    PolicyLimits caps;
    GameResult* results;
};

// The parts of 3BV, and how much of them is done.
struct BoardValue {
    u64 openings;        // groups of zeros
    u64 single;          // safe cells outside openings and their rims
    u64 islands;         // groups of those
    u64 openings_open;   // openings with an open zero
    u64 single_open;
};

// Where a kernel gives a bool, false means that memory was short or that it was stopped.
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
    // How many of `count` codes of 2 or 4 bytes are code_covered, and so on down to code_wrong_flag.
    void (*code_counts)(const void* codes, u64 count, int size, u64* counts);
    u64 (*stream_key)(u64 seed, u64 name, u64 index);
    u64 (*stream_value)(u64 key, u64 counter);
    u64 (*stream_below)(u64 key, u64& counter, u64 bound);
    bool (*sample)(u64 cells, u64 mines, u64 key, const u64* excluded, u64 excluded_count, u64* plane, const Stop&);
    bool (*sample_batch)(const SampleJob&);
    bool (*play_batch)(const PlayJob&);
    u64 (*neighbours)(const Geometry&, u64 index, u64* out);
    void* (*solver_make)(const Geometry&);
    void (*solver_free)(void*);
    Solved (*solver_analyse)(void*, const std::int32_t* codes, u64 mines, bool trust_flags, const Limits&,
                             double* probability, Findings&);
    // Exact where the limits allow it, otherwise an estimate with standard errors per cell: see `Sampling`.
    Solved (*solver_estimate)(void*, const std::int32_t* codes, u64 mines, bool trust_flags, u64 states, u64 repeats,
                              u64 seed, const Limits&, double* probability, double* deviation, Findings&);
    Solved (*solver_width)(void*, const Limits&, Width&);                  // after an analysis past its limits
    u64 (*solver_component)(void*, u64 component, u64* clues, u64 room);   // its clue cells
    u64 (*solver_span)(void*, u64 component, i64& low);                    // numbers of mines it can hold
    Solved (*solver_ways)(void*, u64 component, u64 prime, const Limits&, u64* ways);  // of each, modulo a prime
    // Their ways multiplied, from component `first` to the one given: see tally.hpp. `room` is at least 1.
    u64 (*solver_tally)(void*, u64 first, u64* ways, u64 room, i64& low, u64& count);
    u64 (*solver_cells)(void*, u64 component);                             // its covered cells
    Solved (*solver_clues)(void*, u64 cell, const Limits&, double* chance);  // one more than the cell has neighbours
    void* (*chooser_make)(const Geometry&);
    void (*chooser_free)(void*);
    Solved (*chooser_choose)(void*, const std::int32_t* codes, u64 mines, bool trust_flags, Policy, const PolicyLimits&,
                             const Limits&, Choice&);
    Solved (*solver_play)(const SolverJob&, const Limits&);
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

// The best table for this processor, or the named one; null for a name that is unknown or can't run here.
const Kernels* best_kernels();
const Kernels* named_kernels(const char* name);

}  // namespace hypersweep
