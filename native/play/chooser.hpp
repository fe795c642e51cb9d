// Chooses the next cell to open, with policies from simple to strong.
#pragma once

#include "play/choice.hpp"
#include "play/endgame.hpp"
#include "play/evaluation.hpp"
#include "solve/clue_chances.hpp"
#include "solve/estimate.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// Cells that no clue sees are equally safe. Returns the first of those with the fewest neighbours (usually a corner),
// so that the choice depends less on the board's orientation; Problem::none_cell if there is none.
inline u64 unseen_with_fewest_neighbours(const Problem& problem) {
    u64 found = Problem::none_cell, fewest = ~u64{0};
    for (u64 i = 0; i < problem.g->cells; ++i) {
        if (problem.cells[i] != Cell::unknown || problem.frontier_of[i] != no_group) continue;
        const u64 neighbours = problem.neighbours(i);
        if (neighbours >= fewest) continue;
        fewest = neighbours;
        found = i;
    }
    return found;
}

// Inserts an item into a list of the best items, best first; equal items stay in order of arrival. The capacity must
// suffice.
template <class Entry>
inline void keep_best(Array<Entry>& kept, u64 most, const Entry& own, double Entry::*rank) {
    if (kept.size() == most) {
        if (own.*rank <= kept[most - 1].*rank) return;
        kept.resize(most - 1);
    }
    u64 at = kept.size();
    kept.push(own);
    for (; at > 0 && kept[at - 1].*rank < own.*rank; --at) kept[at] = kept[at - 1];
    kept[at] = own;
}

constexpr Choice no_choice{~u64{0}, false, 0, 0, 0, 0, false, false};

class Chooser {
  public:
    explicit Chooser(const Geometry& geometry) : geometry_(geometry), main_(geometry), probe_(geometry), further_(geometry) {}

    // Analyses the position; call this first. If some cell is certainly safe, and either `safe_will_do` is set or exact
    // chances exceed the limits, the chances of unsettled cells stay at one half. If no cell is certainly safe and
    // exact chances exceed the limits, they are estimated, if allowed.
    Solved read(const std::int32_t* codes, u64 mines, bool trust_flags, const Limits& limits, bool may_estimate,
                bool safe_will_do);

    // Like `read`, but uses the analysis of the position that solver() has just made, and the given chances.
    bool take(const std::int32_t* codes, u64 mines, bool trust_flags, const double* chances, bool are_estimates);
    Solver& solver() { return main_; }

    // Solves the endgame exactly if few enough layouts are left; `choice.exact` reports whether it did.
    Solved play_end(const ChoiceLimits& caps, const Limits& limits, Choice& choice);

    // Chooses a cell if none is certainly safe.
    Solved guess(Policy policy, const ChoiceLimits& caps, const Limits& limits, Choice& choice);

    // The cells that the latest guess evaluated, with their scores. A score is the estimated chance to win (based on
    // part of the answers if the cell was abandoned) or, without such an estimate, the value used to compare cells; it
    // is 0 if the evaluation exceeded the limits. In an endgame it is the number of layouts won.
    struct Weighed {
        u64 cell;
        double score;
    };
    Array<Weighed> weighed;
    // After a guess that solved the endgame, evaluates every cell. Returns false if that is impossible.
    bool weigh_end(const Limits& limits);

    Array<double> mine_chance;
    // The candidates for the latest guess.
    u64 candidates() const { return candidates_.size(); }
    u64 candidate(u64 number) const { return candidates_[number].cell; }

    bool estimated = false;     // whether the latest analysis is an estimate
    double log2_layouts() const { return main_.log2_layouts; }
    const Geometry& geometry() const { return geometry_; }

    bool is_safe(u64 cell) const {
        const Cell state = main_.problem.cells[cell];
        return state == Cell::proven_safe || (state == Cell::unknown && mine_chance[cell] == 0);
    }
    bool is_covered(u64 cell) const {
        const Cell state = main_.problem.cells[cell];
        return state == Cell::unknown || state == Cell::proven_safe || state == Cell::proven_mine;
    }

  private:
    struct Candidate {
        u64 cell;
        double safe;
        u64 neighbours;
    };

    // A cell whose estimate is close to the best, for a second, deeper evaluation.
    struct Close {
        u64 place;
        double rank, score;
    };

    // How deeply a cell is examined: what its answers make certain (`certain`), also the chance to win after each
    // answer (`win`), and also that chance after the next guess (`further`).
    enum class Depth : u8 { certain, win, further };

    // The prospects after opening a cell.
    struct Prospect {
        double score = 0;      // chance to survive opening it and then one more cell, the safest after each answer
        double progress = 0;   // chance that the answer opens more cells or makes some cell certain
        double win = 0;        // estimated chance to win
        bool given_up = false; // some answers weren't examined: `win` extrapolates for them, the other values are
                               // invalid
    };

    // Positions with at most 2^6 layouts are valued by exact play.
    static constexpr double exact_log2_layouts = 6;
    // Smaller differences between estimates are ignored, because rounding depends on the orientation of the board.
    static constexpr double as_good = 1e-6;

    void collect(double least_safe);
    Solved look(u64 cell, const ChoiceLimits& caps, const Limits& limits, Depth depth, double least_win, Prospect& prospect);
    Solved evaluate(const Solver& solver, const double* chance, const Limits& limits, double& win);
    Solved look_ahead(const ChoiceLimits& caps, const TimeShare& part, Choice& choice);
    Solved look_further(const ChoiceLimits& caps, const TimeShare& part, double best_win, Choice& choice, bool& compared);
    Solved weigh_next_guess(const ChoiceLimits& caps, const Limits& limits, double& win);
    Solved weigh_answers(u64 cell, const Limits& limits, double& win);

    const Geometry& geometry_;
    Solver main_, probe_, further_;
    Endgame endgame_;
    Evaluator evaluator_;
    Array<std::int32_t> codes_;
    Array<double> probe_chance_, further_chance_;
    Array<Candidate> candidates_, next_;
    Array<Close> close_;
    u64 mines_ = 0;
    bool trust_flags_ = false;
};

inline Solved Chooser::read(const std::int32_t* codes, u64 mines, bool trust_flags, const Limits& limits,
                            bool may_estimate, bool safe_will_do) {
    if (!mine_chance.resize(geometry_.cells) || !codes_.resize(geometry_.cells)) return Solved::out_of_memory;
    std::memcpy(codes_.data(), codes, geometry_.cells * sizeof(codes[0]));
    mines_ = mines;
    trust_flags_ = trust_flags;
    estimated = false;
    const TimeShare part(limits, 0.5);
    const Solved solved =
        part.answer(safe_will_do ? main_.find_safe(codes, mines, trust_flags, part.limits, mine_chance.data(), may_estimate)
                                 : main_.analyse(codes, mines, trust_flags, part.limits, mine_chance.data(), may_estimate));
    if ((solved == Solved::over_budget || (solved == Solved::done && safe_will_do)) && main_.problem.has_safe_cell()) {
        main_.write_settled(mine_chance.data());
        return Solved::done;
    }
    if (solved != Solved::over_budget || !may_estimate || !main_.was_read()) return solved;
    estimated = true;
    return main_.guess_chances(limits, mine_chance.data());
}

inline bool Chooser::take(const std::int32_t* codes, u64 mines, bool trust_flags, const double* chances,
                          bool are_estimates) {
    if (!mine_chance.resize(geometry_.cells) || !codes_.resize(geometry_.cells)) return false;
    std::memcpy(codes_.data(), codes, geometry_.cells * sizeof(codes[0]));
    std::memcpy(mine_chance.data(), chances, geometry_.cells * sizeof(chances[0]));
    mines_ = mines;
    trust_flags_ = trust_flags;
    estimated = are_estimates;
    return true;
}

// Collects the covered cells that are safe with a chance of at least `least_safe`. Cells that no clue sees differ only
// by place, so a few represent all of them: the cells with the fewest neighbours, and the cells next to a cell that a
// clue sees.
inline void Chooser::collect(double least_safe) {
    constexpr u64 most_of_a_kind = 64;
    candidates_.clear();
    const Problem& problem = main_.problem;
    const u64 unseen = unseen_with_fewest_neighbours(problem);
    const u64 fewest = unseen == Problem::none_cell ? 0 : problem.neighbours(unseen);
    u64 kept_fewest = 0, kept_beside = 0;
    for (u64 i = 0; i < geometry_.cells; ++i) {
        if (problem.cells[i] != Cell::unknown || 1 - mine_chance[i] < least_safe) continue;
        const u64 neighbours = problem.neighbours(i);
        if (problem.frontier_of[i] == no_group) {
            bool is_beside = false;
            problem.around(i, [&](u64 other) {
                is_beside = is_beside || (problem.cells[other] == Cell::unknown && problem.frontier_of[other] != no_group);
            });
            if (!is_beside && neighbours > fewest) continue;
            if (++(neighbours == fewest ? kept_fewest : kept_beside) > most_of_a_kind) continue;
        }
        candidates_.push(Candidate{i, 1 - mine_chance[i], neighbours});
    }
    // Safest first; among equals, fewest neighbours first, then lowest index.
    for (u64 i = 1; i < candidates_.size(); ++i) {
        const Candidate own = candidates_[i];
        u64 at = i;
        for (; at > 0; --at) {
            const Candidate& other = candidates_[at - 1];
            const bool before = own.safe > other.safe + 1e-11 ||
                                (own.safe > other.safe - 1e-11 && own.neighbours < other.neighbours);
            if (!before) break;
            candidates_[at] = other;
        }
        candidates_[at] = own;
    }
}

// The chance to win from an analysed position.
inline Solved Chooser::evaluate(const Solver& solver, const double* chance, const Limits& limits, double& win) {
    if (solver.log2_layouts <= exact_log2_layouts) {
        if (endgame_.solve(solver.problem, 128, 2000000, limits)) {
            win = double(endgame_.wins) / double(endgame_.layouts);
            return Solved::done;
        }
        if (endgame_.stopped()) return Solved::stopped;
        if (endgame_.is_short()) return Solved::out_of_memory;
    }
    return evaluator_.describe(solver, chance) && evaluator_.estimate(win) ? Solved::done : Solved::out_of_memory;
}

// Sorts the possible answers by chance: likeliest first, lower numbers first among equals. Returns their number.
inline u64 likeliest_first(const double* chance, u64 count, u16* answers) {
    u64 found = 0;
    for (u64 t = 0; t < count; ++t) {
        if (chance[t] < 1e-15) continue;
        u64 at = found++;
        for (; at > 0 && chance[answers[at - 1]] < chance[t]; --at) answers[at] = answers[at - 1];
        answers[at] = u16(t);
    }
    return found;
}

// Examines the answers of a cell. Stops once enough of them have been seen and they suggest a chance to win below
// `least_win`.
inline Solved Chooser::look(u64 cell, const ChoiceLimits& caps, const Limits& limits, Depth depth, double least_win,
                            Prospect& prospect) {
    double chance[512];
    prospect = Prospect{};
    if (geometry_.most_neighbours >= 511) {
        prospect.score = 1 - mine_chance[cell];
        return Solved::done;
    }
    const Solved found = main_.clue_chances(cell, limits, chance);
    if (found != Solved::done) return found;
    if (!probe_chance_.resize(geometry_.cells)) return Solved::out_of_memory;
    u16 answers[512];
    const u64 count = likeliest_first(chance, main_.problem.neighbours(cell) + 1, answers);
    const bool with_win = depth != Depth::certain;
    const double own_safe = 1 - mine_chance[cell];
    double seen = 0;
    const std::int32_t before = codes_[cell];
    Solved after = Solved::done;
    for (u64 n = 0; n < count && after == Solved::done; ++n) {
        if (seen >= caps.enough * own_safe && prospect.win * own_safe < least_win * seen) {
            prospect.win *= own_safe / seen;
            prospect.given_up = true;
            break;
        }
        const u64 t = answers[n];
        const double own = chance[t];
        seen += own;
        // A zero opens its neighbours, and they are safe.
        double next = 1;
        if (t > 0 || with_win) {
            codes_[cell] = std::int32_t(t);
            after = probe_.analyse(codes_.data(), mines_, trust_flags_, limits, probe_chance_.data());
            if (after == Solved::contradiction) {
                // Such a chance is a rounding error: ignore it.
                after = Solved::done;
                continue;
            }
            if (after != Solved::done) break;
        }
        if (t > 0) {
            next = 0;
            for (u64 i = 0; i < geometry_.cells; ++i) {
                const Cell state = probe_.problem.cells[i];
                if (i == cell || (state != Cell::unknown && state != Cell::proven_safe)) continue;
                const double safe = state == Cell::proven_safe ? 1 : 1 - probe_chance_[i];
                next = safe > next ? safe : next;
                if (next == 1) break;
            }
        }
        prospect.score += own * next;
        if (next == 1) prospect.progress += own;
        if (with_win) {
            double win = 0;
            after = evaluate(probe_, probe_chance_.data(), limits, win);
            // If another guess follows at once, average this estimate with the one after that guess.
            if (depth == Depth::further && after == Solved::done && t > 0 && next < 1 && probe_.log2_layouts > exact_log2_layouts) {
                double next_win = 0;
                after = weigh_next_guess(caps, limits, next_win);
                win = 0.5 * (win + next_win);
            }
            prospect.win += own * win;
        }
    }
    codes_[cell] = before;
    return after;
}

inline Solved Chooser::play_end(const ChoiceLimits& caps, const Limits& limits, Choice& choice) {
    if (main_.log2_layouts > caps.log2_layouts) return Solved::done;
    if (endgame_.solve(main_.problem, caps.layouts, caps.steps, limits)) {
        choice.cell = endgame_.cell;
        choice.safety = choice.cell == ~u64{0} ? 1 : 1 - mine_chance[choice.cell];
        choice.score = double(endgame_.wins) / double(endgame_.layouts);
        choice.wins = endgame_.wins;
        choice.layouts = endgame_.layouts;
        choice.exact = true;
        return Solved::done;
    }
    return endgame_.stopped() ? Solved::stopped : endgame_.is_short() ? Solved::out_of_memory : Solved::done;
}

inline Solved Chooser::guess(Policy policy, const ChoiceLimits& caps, const Limits& whole, Choice& choice) {
    // If a deeper examination runs out of time, its results so far are used.
    const TimeShare part(whole, 0.95);
    const Limits& limits = part.limits;
    choice = no_choice;
    weighed.clear();
    double best_safe = 0;
    for (u64 i = 0; i < geometry_.cells; ++i) {
        if (is_covered(i) && 1 - mine_chance[i] > best_safe) best_safe = 1 - mine_chance[i];
    }
    const Solved end = play_end(caps, limits, choice);
    if (choice.cell != ~u64{0} || end == Solved::out_of_memory || (end == Solved::stopped && !part.is_over())) return end;
    choice = no_choice;
    // If the chances are estimates, nothing is known about the effects of each answer.
    if (estimated) policy = Policy::safest;
    double margin = policy == Policy::look_ahead ? caps.margin : 0;
    if (policy == Policy::look_ahead && Evaluator::suits(geometry_) && caps.reach > margin) margin = caps.reach;
    collect(best_safe - margin - 1e-11);
    if (candidates_.failed()) return Solved::out_of_memory;
    if (!candidates_.size()) return Solved::contradiction;
    choice.cell = candidates_[0].cell;
    choice.safety = choice.score = candidates_[0].safe;
    choice.estimated = estimated;
    if (policy == Policy::safest) return Solved::done;
    if (policy == Policy::look_ahead) return look_ahead(caps, part, choice);
    double best = -1;
    for (u64 c = 0; c < candidates_.size() && c < caps.candidates; ++c) {
        Prospect prospect;
        const Solved found = part.answer(look(candidates_[c].cell, caps, limits, Depth::certain, 0, prospect));
        if (part.is_over()) break;
        if (found != Solved::done && found != Solved::over_budget) return found;
        if (found == Solved::over_budget) prospect.progress = 0;  // examining its answers exceeded the limits
        weighed.push(Weighed{candidates_[c].cell, prospect.progress});
        if (weighed.failed()) return Solved::out_of_memory;
        if (prospect.progress > best + 1e-11) {
            best = prospect.progress;
            choice.cell = candidates_[c].cell;
            choice.safety = candidates_[c].safe;
            choice.score = best;
        }
    }
    return Solved::done;
}

// Takes the best cell by looking two moves ahead, unless the estimated chance to win clearly favours another cell. The
// estimate is rough: among many cells its favourite is often one that it overrates, so it must lead by a margin.
inline Solved Chooser::look_ahead(const ChoiceLimits& caps, const TimeShare& part, Choice& choice) {
    const bool learned = Evaluator::suits(geometry_);
    const double least_safe = candidates_[0].safe - caps.margin - 1e-11;
    double best = -1, best_win = 0, own_win = 0;
    u64 favourite = 0;
    const u64 most = learned && caps.reached > caps.candidates ? caps.reached : caps.candidates;
    for (u64 c = 0; c < candidates_.size() && c < most; ++c) {
        const Candidate own = candidates_[c];
        const bool near = own.safe >= least_safe && own.safe * (1 + caps.progress) > best;
        if (!near && (!learned || own.safe <= best_win)) break;
        // Cells that no clue sees are equally safe, so the first few suffice.
        if (!near && main_.problem.frontier_of[own.cell] == no_group) continue;
        Prospect prospect;
        const double least_win = best_win * (1 - caps.hopeless);
        const Solved found = part.answer(
            look(own.cell, caps, part.limits, learned ? Depth::win : Depth::certain, least_win, prospect));
        if (part.is_over()) break;
        if (found == Solved::over_budget) {
            prospect = Prospect{own.safe, 0, 0};  // examining its answers exceeded the limits
        } else if (found != Solved::done) {
            return found;
        }
        const double value = prospect.score + caps.progress * prospect.progress;
        weighed.push(Weighed{own.cell, learned ? prospect.win : value});
        if (weighed.failed()) return Solved::out_of_memory;
        if (prospect.given_up) continue;
        if (near && value > best + 1e-11) {
            best = value;
            own_win = prospect.win;
            choice.cell = own.cell;
            choice.safety = own.safe;
        }
        if (prospect.win > best_win + as_good) {
            best_win = prospect.win;
            favourite = c;
        }
    }
    choice.score = learned && own_win > 0 ? own_win : best < 0 ? choice.safety : best;
    if (own_win > 0 && main_.log2_layouts <= caps.further_log2_layouts && caps.closest > 1 && caps.further > 0) {
        bool compared = false;
        const Solved found = look_further(caps, part, best_win, choice, compared);
        if (found != Solved::done || compared) return found;
    }
    if (own_win > 0 && best_win > own_win * (1 + caps.lead)) {
        choice.cell = candidates_[favourite].cell;
        choice.safety = candidates_[favourite].safe;
        choice.score = best_win;
    }
    return Solved::done;
}

inline bool Chooser::weigh_end(const Limits& limits) {
    weighed.clear();
    return endgame_.weigh(limits, [&](u64 cell, u64 wins) { weighed.push(Weighed{cell, double(wins)}); }) &&
           !weighed.failed();
}

// Limits for analysing a single answer. A move has many answers; if their analysis exceeds these limits, only the
// cell's safety counts.
inline Limits closer(const Limits& limits) {
    Limits own = limits;
    own.states = limits.states < 10000 ? limits.states : 10000;
    return own;
}

// Chooses a move in a position that was read or taken: the first certainly safe cell, otherwise a guess.
inline Solved pick(Chooser& chooser, Policy policy, const ChoiceLimits& caps, const Limits& limits, Choice& choice) {
    const Geometry& g = chooser.geometry();
    choice = no_choice;
    if (caps.play_out) {
        const Solved end = chooser.play_end(caps, limits, choice);
        if (choice.exact || end != Solved::done) return end;
    }
    bool covered = false;
    for (u64 i = 0; i < g.cells; ++i) {
        if (chooser.is_covered(i) && chooser.is_safe(i)) {
            choice = Choice{i, true, 1, 1, 0, 0, false, false};
            return Solved::done;
        }
        covered = covered || (chooser.is_covered(i) && chooser.mine_chance[i] < 1);
    }
    if (!covered) return Solved::done;
    return chooser.guess(policy, caps, closer(limits), choice);
}

inline Solved choose(Chooser& chooser, const std::int32_t* codes, u64 mines, bool trust_flags, Policy policy,
                     const ChoiceLimits& caps, const Limits& limits, Choice& choice) {
    const Solved read = chooser.read(codes, mines, trust_flags, limits, caps.may_estimate, false);
    return read == Solved::done ? pick(chooser, policy, caps, limits, choice) : read;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep

#include "play/further.hpp"  // the rest of the class
