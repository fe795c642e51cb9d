// Batches: layouts with their clues, and whole random games, eight boards at a time.
#pragma once

#include <cstdlib>
#include <cstring>

#include "board/codes.hpp"
#include "board/counting.hpp"
#include "batch/jobs.hpp"
#include "board/moves.hpp"
#include "random/sampling.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Memory for eight boards: masks, mines, two sets of planes for sums.
struct Workspace {
    LaneBoards boards{};
    int planes = 0;
    void* masks = nullptr;
    void* lanes = nullptr;
    Lanes* mines = nullptr;
    Lanes* left[64];
    Lanes* right[64];

    static void* aligned(std::size_t bytes, void*& raw) {
        raw = std::calloc(bytes + 64, 1);
        if (!raw) return nullptr;
        return reinterpret_cast<void*>((reinterpret_cast<std::uintptr_t>(raw) + 63) & ~std::uintptr_t{63});
    }

    // False when memory was short or it was stopped.
    template <class AnyPace>
    bool make(const Geometry& g, int planes_wanted, AnyPace& pace) {
        planes = planes_wanted;
        boards.g = &g;
        boards.words = g.words;
        u64 furthest = 0;
        for (int axis = 0; axis < g.axes; ++axis) {
            const u64 reach = g.stride[axis] * (g.wrap[axis] ? g.side[axis] - 1 : 1);
            if (reach > furthest) furthest = reach;
        }
        boards.padding = furthest / 64 + 2;
        boards.plane_words = g.words + 2 * boards.padding;
        const u64 sets = 1 + 2 * u64(planes);
        if (boards.plane_words > (u64{1} << 40) / sets) return false;
        u64* const mask = static_cast<u64*>(aligned(std::size_t(2 * u64(g.axes) * g.words * 8), masks));
        Lanes* const plane = static_cast<Lanes*>(aligned(std::size_t(sets * boards.plane_words * sizeof(Lanes)), lanes));
        if (!mask || !plane) return false;
        mines = plane + boards.padding;
        for (int j = 0; j < planes; ++j) {
            left[j] = mines + u64(1 + j) * boards.plane_words;
            right[j] = mines + u64(1 + planes + j) * boards.plane_words;
        }
        for (int axis = 0; axis < g.axes; ++axis) {
            u64* const first = mask + u64(axis) * g.words;
            u64* const last = mask + u64(g.axes + axis) * g.words;
            // Cells of one coordinate are runs of `stride` cells, once every `side` runs.
            const u64 stride = g.stride[axis], period = stride * g.side[axis];
            for (u64 start = 0; start < g.cells; start += period) {
                set_run(first, start, stride);
                set_run(last, start + period - stride, stride);
                if (pace.over(16 + stride / 32)) return false;
            }
        }
        boards.first = mask;
        boards.last = mask + u64(g.axes) * g.words;
        return true;
    }

    ~Workspace() {
        std::free(masks);
        std::free(lanes);
    }
};

// Clues of the first `live` lanes, from bit-sliced sums, word by word, so that each line of the sums is read once; a
// constant number of planes unrolls the innermost loop.
template <int Planes, class AnyPace>
HS_INLINE bool write_bytes(const Geometry& g, Lanes* const* sums, int planes, u64 live, u8* out, AnyPace& pace) {
    const int used = Planes ? Planes : planes;
    u64 own[8];
    u64 w = 0;
    for (; w < g.cells / 64; ++w) {
        for (u64 i = 0; i < live; ++i) {
            for (int j = 0; j < used; ++j) own[j] = lane(sums[j][w], int(i));
            expand_bytes(own, used, out + i * g.cells + w * 64);
        }
        if (pace.over_in_round(w, u64(16 * used))) return false;
    }
    const u64 left = g.cells % 64;
    if (!left) return true;
    for (u64 i = 0; i < live; ++i) {
        for (int j = 0; j < used; ++j) own[j] = lane(sums[j][w], int(i));
#if defined(__AVX512BW__)
        _mm512_mask_storeu_epi8(out + i * g.cells + w * 64, (u64{1} << left) - 1, expanded(own, used));
#else
        u8 rest[64];
        expand_bytes(own, used, rest);
        std::memcpy(out + i * g.cells + w * 64, rest, std::size_t(left));
#endif
    }
    return true;
}

template <class AnyPace>
HS_INLINE bool write_all(const Geometry& g, Lanes* const* sums, int planes, u64 live, u8* out, AnyPace& pace) {
    switch (planes) {
        case 4: return write_bytes<4>(g, sums, planes, live, out, pace);
        case 5: return write_bytes<5>(g, sums, planes, live, out, pace);
        case 7: return write_bytes<7>(g, sums, planes, live, out, pace);
        default: return write_bytes<0>(g, sums, planes, live, out, pace);
    }
}

// Numbers of two bytes, of one lane. False when it was stopped, as are the others here.
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

template <class AnyPace>
HS_INLINE bool write_bits(const Geometry& g, const Lanes* mines, int which, u8* out, AnyPace& pace) {
    const u64 bytes = (g.cells + 7) / 8;
    for (u64 w = 0; w < g.words; ++w) {
        const u64 word = lane(mines[w], which);
        const u64 left = bytes - w * 8;
        if (left >= 8) {
            // Little-endian whatever the machine.
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

// `pace` is for what is long on a large board only, `between` for what many small ones take.
template <class AnyPace>
static bool sample_boards(const SampleJob& job, Pace& between, AnyPace& pace) {
    const Geometry& g = *job.geometry;
    Workspace space;
    // A sum, the mine's own included, is at most the neighbours and one, and at most all mines.
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
            const u64 bytes = g.cells * u64(job.clue_bytes);
            if (job.clue_bytes == 1) {
                if (!write_all(g, counts, shown, live, job.clues + done * bytes, pace)) return false;
            } else {
                for (u64 i = 0; i < live; ++i) {
                    if (!write_wide(g, counts, shown, int(i), job.clues + (done + i) * bytes, pace)) return false;
                }
            }
        }
    }
    return true;
}

static bool sample_batch(const SampleJob& job) {
    Pace pace(job.stop);
    NoPace none_needed;
    return is_short(*job.geometry) ? sample_boards(job, pace, none_needed) : sample_boards(job, pace, pace);
}

// One game of random clicks; `counter` is where its stream of clicks stands after the first one. `ongoing` when it was
// stopped.
template <class AnyPace>
HS_INLINE u8 play_one(const Geometry& g, const u64* mines, Unrecorded& access, u64 first, u64 key, u64 counter,
                      u64 safe, u64& clicks, AnyPace& pace) {
    u64 cell = first;
    clicks = 0;
    for (;;) {
        ++clicks;
        if (test_bit(mines, cell)) return u8(Outcome::lost);
        access.add(cell, 1);
        if (test_bit(access.zero_plane, cell) && !cascade(g, access, chunk_of(g, cell), pace)) return u8(Outcome::ongoing);
        if (access.count_opened == safe) return u8(Outcome::won);
        do {
            cell = stream_below(key, counter, g.cells);
            if (pace.over_in_round(counter, 8)) return u8(Outcome::ongoing);
        } while (test_bit(access.open, cell));
    }
}

// What the games of a batch share, beside the lanes.
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
    const u64 room = g.words + 1;
    const u64 around = job.first_open == FirstOpen::opening ? g.most_neighbours + 1 : 1;
    if (!space.make(g, 1, pace) || !table.make(g, 3 * room + 8 * around)) return false;
    u64* const memory = table.memory;
    u64* const mines = memory;
    u64* const zeros = memory + room;
    u64* const open = memory + 2 * room;
    for (u64 done = 0; done < job.count; done += 8) {
        u64 keys[8], clicks[8], counters[8], first[8], counts[8];
        const u64* excluded[8];
        for (u64 i = 0; i < 8; ++i) {
            const u64 index = job.first_index + done + i;
            keys[i] = stream_key(job.seed, job.layout_name, index);
            clicks[i] = stream_key(job.seed, job.click_name, index);
            counters[i] = 0;
            first[i] = stream_below(clicks[i], counters[i], g.cells);
            u64* const own = memory + 3 * room + i * around;
            own[0] = first[i];
            counts[i] = job.first_open == FirstOpen::any ? 0 : 1;
            if (job.first_open == FirstOpen::opening) {
                for_neighbours(g, first[i], [&](u64 other) { own[counts[i]++] = other; });
            }
            excluded[i] = own;
        }
        bool alike = true;
        for (u64 i = 1; i < 8; ++i) alike = alike && counts[i] == counts[0];
        if (alike) {
            const Plan plan = make_plan(g.cells, job.mines, counts[0]);
            if (!sample_lanes(plan, g.cells, keys, excluded, counts[0], space.mines, pace)) return false;
        } else {
            // At the rim a cell has fewer neighbours, and a board drawn around it has its own plan.
            for (u64 i = 0; i < 8; ++i) {
                std::memset(mines, 0, std::size_t(room) * sizeof(u64));
                if (!sample_board(g.cells, job.mines, keys[i], excluded[i], counts[i], mines, pace)) return false;
                for (u64 w = 0; w < g.words; ++w) set_lane(space.mines[w], int(i), mines[w]);
            }
        }
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
            const u8 outcome = play_one(g, mines, access, first[i], clicks[i], counters[i], g.cells - job.mines,
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
