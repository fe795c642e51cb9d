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
};

struct Kernels {
    const char* name;
    bool (*open)(Board&, u64 index, Delta&);
    void (*flag)(Board&, u64 index, Delta&);
    bool (*chord)(Board&, u64 index, Delta&);
    void (*undo)(Board&, const Delta&);
    u64 (*clue)(const Geometry&, const u64* mines, u64 index);
    u64 (*population)(const u64* plane, u64 words);
    u64 (*common_population)(const u64* plane, const u64* other, bool inverted, u64 words);
    void (*codes16)(const Board&, u64 begin, u64 end, bool reveal, std::int16_t* out);
    void (*codes32)(const Board&, u64 begin, u64 end, bool reveal, std::int32_t* out);
    void (*clues8)(const Geometry&, const u64* mines, u64 begin, u64 end, u8* out);
    void (*clues16)(const Geometry&, const u64* mines, u64 begin, u64 end, std::uint16_t* out);
    void (*clues32)(const Geometry&, const u64* mines, u64 begin, u64 end, u32* out);
    u64 (*stream_key)(u64 seed, u64 name, u64 index);
    u64 (*stream_value)(u64 key, u64 counter);
    u64 (*stream_below)(u64 key, u64& counter, u64 bound);
    void (*sample)(u64 cells, u64 mines, u64 key, const u64* excluded, u64 excluded_count, u64* plane);
    bool (*sample_batch)(const SampleJob&);
    bool (*play_batch)(const PlayJob&);
    u64 (*neighbours)(const Geometry&, u64 index, u64* out);
    void (*gnu_seed)(GnuRandom&, u32 seed);
    u32 (*gnu_next)(GnuRandom&);
    void (*esp_map)(u64* plane, u64 cells, u64 mines, u64 start, GnuRandom&);
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
