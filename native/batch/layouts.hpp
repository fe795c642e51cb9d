// Batches of layouts with their clues, eight boards at a time.
#pragma once

#include <cstring>

#include "batch/jobs.hpp"
#include "batch/workspace.hpp"
#include "board/codes.hpp"
#include "random/sampling.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Writes the clues of the first `live` lanes, from bit-sliced sums. It goes word by word, to read each cache line of
// the sums once; a constant number of planes lets the compiler unroll the innermost loop.
template <int Planes, class AnyPace>
HS_INLINE bool write_bytes(const Geometry& g, Lanes* const* sums, int planes, u64 live, u8* const* out, AnyPace& pace) {
    const int used = Planes ? Planes : planes;
    u64 own[8];
    u64 w = 0;
    for (; w < g.cells / 64; ++w) {
        for (u64 i = 0; i < live; ++i) {
            for (int j = 0; j < used; ++j) own[j] = lane(sums[j][w], int(i));
            expand_bytes(own, used, out[i] + w * 64);
        }
        if (pace.over_in_round(w, u64(16 * used))) return false;
    }
    const u64 left = g.cells % 64;
    if (!left) return true;
    for (u64 i = 0; i < live; ++i) {
        for (int j = 0; j < used; ++j) own[j] = lane(sums[j][w], int(i));
#if defined(__AVX512BW__)
        _mm512_mask_storeu_epi8(out[i] + w * 64, (u64{1} << left) - 1, expanded(own, used));
#else
        u8 rest[64];
        expand_bytes(own, used, rest);
        std::memcpy(out[i] + w * 64, rest, std::size_t(left));
#endif
    }
    return true;
}

template <class AnyPace>
HS_INLINE bool write_all(const Geometry& g, Lanes* const* sums, int planes, u64 live, u8* const* out, AnyPace& pace) {
    switch (planes) {
        case 4: return write_bytes<4>(g, sums, planes, live, out, pace);
        case 5: return write_bytes<5>(g, sums, planes, live, out, pace);
        case 7: return write_bytes<7>(g, sums, planes, live, out, pace);
        default: return write_bytes<0>(g, sums, planes, live, out, pace);
    }
}

// Writes the clues of one lane as two-byte numbers. Like the functions below, returns false if stopped.
template <class AnyPace>
HS_INLINE bool write_wide(const Geometry& g, Lanes* const* sums, int planes, int which, u8* out, AnyPace& pace) {
    u8 low[64], high[64];
    for (u64 w = 0; w < g.words; ++w) {
        u64 own[64];
        for (int j = 0; j < planes; ++j) own[j] = lane(sums[j][w], which);
        const u64 left = g.cells - w * 64;
        expand_bytes(own, planes < 8 ? planes : 8, low);
        expand_bytes(own + 8, planes > 8 ? planes - 8 : 0, high);
        for (u64 i = 0; i < (left < 64 ? left : 64); ++i) {
            const std::uint16_t number = std::uint16_t(low[i] | (high[i] << 8));
            std::memcpy(out + 2 * (w * 64 + i), &number, 2);
        }
        if (pace.over_in_round(w, 64)) return false;
    }
    return true;
}

// Writes the clues of the first `live` lanes, as numbers of one or two bytes.
template <class AnyPace>
HS_INLINE bool write_clues(const Geometry& g, Lanes* const* sums, int planes, u64 live, int bytes, u8* const* out,
                           AnyPace& pace) {
    if (bytes == 1) return write_all(g, sums, planes, live, out, pace);
    for (u64 i = 0; i < live; ++i) {
        if (!write_wide(g, sums, planes, int(i), out[i], pace)) return false;
    }
    return true;
}

template <class AnyPace>
HS_INLINE bool write_bits(const Geometry& g, const Lanes* mines, int which, u8* out, AnyPace& pace) {
    const u64 bytes = (g.cells + 7) / 8;
    for (u64 w = 0; w < g.words; ++w) {
        const u64 word = lane(mines[w], which);
        const u64 left = bytes - w * 8;
        if (left >= 8) {
            // The output is little-endian on every machine.
            u8 own[8];
            for (int i = 0; i < 8; ++i) own[i] = u8(word >> (8 * i));
            std::memcpy(out + w * 8, own, 8);
        } else {
            for (u64 i = 0; i < left; ++i) out[w * 8 + i] = u8(word >> (8 * i));
        }
        if (pace.over_in_round(w, 8)) return false;
    }
    return true;
}

// `pace` checks for a stop within a large board, `between` after each small board.
template <class AnyPace>
static bool sample_boards(const SampleJob& job, Pace& between, AnyPace& pace) {
    const Geometry& g = *job.geometry;
    Workspace space;
    // A sum includes the cell's own mine: it is at most one more than the number of neighbours, and at most the number
    // of mines.
    int planes = planes_for(g) + 1;
    if (planes > bit_width(job.mines)) planes = bit_width(job.mines);
    if (planes < 1) planes = 1;
    const int shown = planes < planes_for(g) ? planes : planes_for(g);
    if (!space.make(g, job.clues ? planes : 0, pace)) return false;
    const Plan plan = make_plan(g.cells, job.mines, job.excluded_count);
    const u64* excluded[8];
    for (auto& list : excluded) list = job.excluded;
    const u64 steps = 8 * (g.words * word_steps(plan) + 64);
    for (u64 done = 0; done < job.count; done += 8) {
        u64 keys[8];
        for (u64 i = 0; i < 8; ++i) keys[i] = stream_key(job.seed, job.name, job.first_index + done + i);
        if (between.over(steps) || !sample_lanes(plan, g.cells, keys, excluded, job.excluded_count, space.mines, pace)) {
            return false;
        }
        const u64 live = job.count - done < 8 ? job.count - done : 8;
        if (job.bits) {
            const u64 bytes = (g.cells + 7) / 8;
            for (u64 i = 0; i < live; ++i) {
                if (!write_bits(g, space.mines, int(i), job.bits + (done + i) * bytes, pace)) return false;
            }
        }
        if (job.clues) {
            Lanes* const* counts = nullptr;
            if (!count_lanes(space.boards, space.mines, space.left, space.right, planes, counts, pace)) return false;
            u8* out[8];
            for (u64 i = 0; i < live; ++i) out[i] = job.clues + (done + i) * g.cells * u64(job.clue_bytes);
            if (!write_clues(g, counts, shown, live, job.clue_bytes, out, pace)) return false;
        }
    }
    return true;
}

static bool sample_batch(const SampleJob& job) {
    Pace pace(job.stop);
    NoPace none_needed;
    return is_short(*job.geometry) ? sample_boards(job, pace, none_needed) : sample_boards(job, pace, pace);
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep
