// Batches of whole random games, eight boards at a time.
#pragma once

#include <cstdlib>
#include <cstring>

#include "batch/jobs.hpp"
#include "batch/workspace.hpp"
#include "board/codes.hpp"
#include "board/moves.hpp"
#include "board/plane_fill.hpp"
#include "random/sampling.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Plays one game of random clicks, starting with `first`. `counter` is the position in the stream of clicks after that.
// Returns `ongoing` if stopped.
template <class AnyPace>
HS_INLINE u8 play_one(const Geometry& g, const u64* mines, Unrecorded& access, PlaneFill& fill, u64 first, u64 key, u64 counter,
                      u64 safe, u64& clicks, AnyPace& pace) {
    u64 cell = first;
    clicks = 0;
    for (;;) {
        ++clicks;
        if (test_bit(mines, cell)) return u8(Outcome::lost);
        access.add(cell, 1);
        if (test_bit(access.zero_plane, cell)) {
            if (fill.suits()) {
                fill.open_from(access, cell);
            } else if (!cascade(g, access, chunk_of(g, cell), pace)) {
                return u8(Outcome::ongoing);
            }
        }
        if (access.count_opened == safe) return u8(Outcome::won);
        do {
            cell = stream_below(key, counter, g.cells);
            if (pace.over_in_round(counter, 8)) return u8(Outcome::ongoing);
        } while (test_bit(access.open, cell));
    }
}

// Working memory that the games of a batch share, besides the lanes.
struct Table {
    IndexSet dirty{};
    u64* memory = nullptr;

    bool make(const Geometry& g, u64 words) {
        memory = static_cast<u64*>(std::calloc(std::size_t(words), sizeof(u64)));
        return memory && index_set_make(dirty, g.chunks);
    }
    ~Table() {
        index_set_free(dirty);
        std::free(memory);
    }
};

template <class AnyPace>
static bool play_boards(const PlayJob& job, Pace& between, AnyPace& pace) {
    const Geometry& g = *job.geometry;
    Workspace space;
    Table table;
    const u64 plane_words = g.words + 1;
    const u64 around = job.first_open == FirstOpen::opening ? g.most_neighbours + 1 : 1;
    PlaneFill fill;
    if (!space.make(g, 1, pace) || !fill.make(space.boards) || !table.make(g, 3 * plane_words + 8 * around)) return false;
    u64* const memory = table.memory;
    u64* const mines = memory;
    u64* const zeros = memory + plane_words;
    u64* const open = memory + 2 * plane_words;
    for (u64 done = 0; done < job.count; done += 8) {
        u64 keys[8], clicks[8], counters[8], first[8], counts[8];
        const u64* excluded[8];
        for (u64 i = 0; i < 8; ++i) {
            const u64 index = job.first_index + done + i;
            keys[i] = stream_key(job.seed, job.layout_name, index);
            clicks[i] = stream_key(job.seed, job.click_name, index);
            counters[i] = 0;
            first[i] = stream_below(clicks[i], counters[i], g.cells);
            u64* const own = memory + 3 * plane_words + i * around;
            own[0] = first[i];
            counts[i] = job.first_open == FirstOpen::any ? 0 : 1;
            if (job.first_open == FirstOpen::opening) {
                for_neighbours(g, first[i], [&](u64 other) { own[counts[i]++] = other; });
            }
            excluded[i] = own;
        }
        if (!deal_lanes(g, job.mines, keys, excluded, counts, space.mines, mines, pace)) return false;
        Lanes* zero_planes = nullptr;
        if (!zero_lanes(space.boards, space.mines, space.left[0], space.right[0], zero_planes, pace)) return false;
        const u64 live = job.count - done < 8 ? job.count - done : 8;
        for (u64 i = 0; i < live; ++i) {
            for (u64 w = 0; w < g.words; ++w) {
                mines[w] = lane(space.mines[w], int(i));
                zeros[w] = lane(zero_planes[w], int(i));
                open[w] = 0;
                if (pace.over_in_round(w, 4)) return false;
            }
            if (between.over(8 * g.words + 256)) return false;
            Unrecorded access{zeros, open, 0, &table.dirty};
            const u8 outcome = play_one(g, mines, access, fill, first[i], clicks[i], counters[i], g.cells - job.mines,
                                        job.clicks[done + i], pace);
            if (outcome == u8(Outcome::ongoing)) return false;
            job.outcomes[done + i] = outcome;
            job.opened[done + i] = access.count_opened;
        }
    }
    return true;
}

static bool play_batch(const PlayJob& job) {
    Pace pace(job.stop);
    NoPace none_needed;
    return is_short(*job.geometry) ? play_boards(job, pace, none_needed) : play_boards(job, pace, pace);
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep
