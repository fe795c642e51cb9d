// A look at close candidates that goes one guess further.
//
// The estimate of what a position is worth is rough. Where a cell's answer leaves no safe cell, another guess follows at once, and
// the estimates of the positions after that guess say more together than the one of the position before it.
#pragma once

#include "play/chooser.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Cells that no clue sees are all as safe as each other, and one will do: the first of those with the fewest neighbours, as corners
// have. So it matters less which way up the board is.
inline u64 unseen_with_fewest_neighbours(const Problem& problem) {
    u64 found = ~u64{0};
    u32 fewest = ~u32{0};
    for (u64 i = 0; i < problem.g->cells; ++i) {
        if (problem.cells[i] != Cell::unknown || problem.frontier_of[i] != no_group) continue;
        u32 neighbours = 0;
        problem.around(i, [&](u64) { ++neighbours; });
        if (neighbours >= fewest) continue;
        fewest = neighbours;
        found = i;
    }
    return found;
}

// What is expected of the best guess in the position that the probe has analysed.
inline Solved Chooser::weigh_next_guess(const ChoiceLimits& caps, const Limits& limits, double& win) {
    const Problem& problem = probe_.problem;
    next_.clear();
    if (!next_.reserve(caps.further + 1)) return Solved::out_of_memory;
    const u64 unseen = unseen_with_fewest_neighbours(problem);
    for (u64 i = 0; i < geometry_.cells; ++i) {
        if (problem.cells[i] != Cell::unknown || (problem.frontier_of[i] == no_group && i != unseen)) continue;
        const double safe = 1 - probe_chance_[i];
        if (next_.size() == caps.further) {
            if (safe <= next_[next_.size() - 1].safe) continue;
            next_.resize(next_.size() - 1);
        }
        u64 at = next_.size();
        next_.push(Candidate{i, safe, 0});
        for (; at > 0 && next_[at - 1].safe < safe; --at) next_[at] = next_[at - 1];
        next_[at] = Candidate{i, safe, 0};
    }
    win = 0;
    for (u64 n = 0; n < next_.size(); ++n) {
        const Candidate own = next_[n];
        if (own.safe < next_[0].safe - caps.further_margin || own.safe <= win) break;
        double own_win = 0;
        const Solved found = weigh_answers(own.cell, limits, own_win);
        if (found != Solved::done) return found;
        win = own_win > win ? own_win : win;
    }
    return Solved::done;
}

// What is expected of opening a cell in that position.
inline Solved Chooser::weigh_answers(u64 cell, const Limits& limits, double& win) {
    double chance[9];
    Solved found = probe_.clue_chances(cell, limits, chance);
    if (found != Solved::done) return found;
    if (!further_chance_.resize(geometry_.cells)) return Solved::out_of_memory;
    u64 neighbours = 0;
    probe_.problem.around(cell, [&](u64) { ++neighbours; });
    const std::int32_t before = codes_[cell];
    for (u64 t = 0; t <= neighbours && found == Solved::done; ++t) {
        if (chance[t] < 1e-15) continue;
        codes_[cell] = std::int32_t(t);
        found = further_.analyse(codes_.data(), mines_, trust_flags_, limits, further_chance_.data());
        if (found == Solved::contradiction) {
            // So unlikely that rounding made it up: it counts for nothing.
            found = Solved::done;
            continue;
        }
        double own = 0;
        if (found == Solved::done) found = evaluate(further_, further_chance_.data(), limits, own);
        win += chance[t] * own;
    }
    codes_[cell] = before;
    return found;
}

// The cell chosen so far and those that come close, or are better: looked at once more. What each is then expected to win takes the
// place of the estimate before.
inline Solved Chooser::look_further(const ChoiceLimits& caps, const TimeShare& part, double best_win, Choice& choice) {
    close_.clear();
    if (!close_.reserve(caps.closest + 1)) return Solved::out_of_memory;
    for (u64 w = 0; w < weighed.size(); ++w) {
        const bool is_chosen = weighed[w].cell == choice.cell;
        if (!is_chosen && weighed[w].score < best_win * (1 - caps.close)) continue;
        // The chosen one comes first, whatever is expected of it.
        const double rank = is_chosen ? 2 : weighed[w].score;
        if (close_.size() == caps.closest) {
            if (rank <= close_[close_.size() - 1].score) continue;
            close_.resize(close_.size() - 1);
        }
        u64 at = close_.size();
        close_.push(Weighed{w, rank});
        for (; at > 0 && close_[at - 1].score < rank; --at) close_[at] = close_[at - 1];
        close_[at] = Weighed{w, rank};
    }
    u64 favourite = 0;
    for (u64 n = 0; n < close_.size(); ++n) {
        Weighed& own = weighed[close_[n].cell];
        Prospect prospect;
        if (close_.size() > 1) {
            const Solved found = part.answer(look(own.cell, true, part.limits, prospect, &caps));
            if (part.is_over()) break;
            if (found == Solved::done) {
                own.score = prospect.win;
            } else if (found != Solved::over_budget) {
                return found;
            }
        }
        if (own.score > weighed[close_[favourite].cell].score + 1e-11) favourite = n;
    }
    const Weighed &chosen = weighed[close_[0].cell], &best = weighed[close_[favourite].cell];
    choice.score = chosen.score;
    if (best.score > chosen.score * (1 + caps.lead)) {
        choice.cell = best.cell;
        choice.score = best.score;
    }
    choice.safety = 1 - mine_chance[choice.cell];
    return Solved::done;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep
