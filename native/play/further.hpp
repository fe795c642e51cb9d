// Evaluation of close candidates one guess deeper.
//
// The estimate for a position is rough. If an answer leaves no safe cell, another guess follows at once, and the
// estimates after that guess, averaged, are more accurate than the one before it.
#pragma once

#include "play/chooser.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// The chance to win with the best guess in the position that the probe has analysed.
inline Solved Chooser::weigh_next_guess(const ChoiceLimits& caps, const Limits& limits, double& win) {
    const Problem& problem = probe_.problem;
    next_.clear();
    if (!next_.reserve(caps.further + 1)) return Solved::out_of_memory;
    const u64 unseen = unseen_with_fewest_neighbours(problem);
    for (u64 i = 0; i < geometry_.cells; ++i) {
        if (problem.cells[i] != Cell::unknown || (problem.frontier_of[i] == no_group && i != unseen)) continue;
        keep_best(next_, caps.further, Candidate{i, 1 - probe_chance_[i], 0}, &Candidate::safe);
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

// The chance to win after opening a cell in that position.
inline Solved Chooser::weigh_answers(u64 cell, const Limits& limits, double& win) {
    double chance[9];
    Solved found = probe_.clue_chances(cell, limits, chance);
    if (found != Solved::done) return found;
    if (!further_chance_.resize(geometry_.cells)) return Solved::out_of_memory;
    const u64 neighbours = probe_.problem.neighbours(cell);
    const std::int32_t before = codes_[cell];
    for (u64 t = 0; t <= neighbours && found == Solved::done; ++t) {
        if (chance[t] < 1e-15) continue;
        codes_[cell] = std::int32_t(t);
        found = further_.analyse(codes_.data(), mines_, trust_flags_, limits, further_chance_.data());
        if (found == Solved::contradiction) {
            // Such a chance is a rounding error: ignore it.
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

// Evaluates the chosen cell and its close or better rivals again, one guess deeper. The new estimates replace the old
// ones and are compared; if any of them exceeds the limits, nothing changes.
inline Solved Chooser::look_further(const ChoiceLimits& caps, const TimeShare& part, double best_win, Choice& choice,
                                    bool& compared) {
    close_.clear();
    if (!close_.reserve(caps.closest + 1)) return Solved::out_of_memory;
    for (u64 w = 0; w < weighed.size(); ++w) {
        const bool is_chosen = weighed[w].cell == choice.cell;
        if (!is_chosen && weighed[w].score < best_win * (1 - caps.close)) continue;
        // The chosen cell comes first, even if its estimate is lower.
        keep_best(close_, caps.closest, Close{w, is_chosen ? 2 : weighed[w].score, weighed[w].score}, &Close::rank);
    }
    if (close_.size() > 1) {
        for (u64 n = 0; n < close_.size(); ++n) {
            Prospect prospect;
            const Solved found =
                part.answer(look(weighed[close_[n].place].cell, caps, part.limits, Depth::further, 0, prospect));
            if (part.is_over() || found == Solved::over_budget) return Solved::done;
            if (found != Solved::done) return found;
            close_[n].score = prospect.win;
        }
    }
    u64 favourite = 0;
    for (u64 n = 0; n < close_.size(); ++n) {
        weighed[close_[n].place].score = close_[n].score;
        if (close_[n].score > close_[favourite].score + as_good) favourite = n;
    }
    compared = true;
    choice.score = close_[0].score;
    if (close_[favourite].score > close_[0].score * (1 + caps.lead)) {
        choice.cell = weighed[close_[favourite].place].cell;
        choice.score = close_[favourite].score;
    }
    choice.safety = 1 - mine_chance[choice.cell];
    return Solved::done;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep
