// A slow but obvious solver: it lists all consistent layouts, and counts them.
#pragma once

#include <map>
#include <vector>

#include "tests/naive.hpp"

namespace naive {

// A player's view; code -6 is an open cell whose clue isn't used.
struct Seen {
    const Table& table;
    std::vector<std::int32_t> codes;
    u64 mines;
    bool trust_flags;

    bool is_shown_mine(u64 i) const { return codes[i] == -3 || codes[i] == -4 || (codes[i] == -2 && trust_flags); }
    bool is_unknown(u64 i) const { return codes[i] == -1 || (codes[i] == -2 && !trust_flags); }

    std::vector<u64> unknown() const {
        std::vector<u64> found;
        for (u64 i = 0; i < table.cells; ++i) {
            if (is_unknown(i)) found.push_back(i);
        }
        return found;
    }

    bool fits(const Bits& layout) const {
        if (count(layout) != mines) return false;
        for (u64 i = 0; i < table.cells; ++i) {
            if (codes[i] >= 0 && table.clue(layout, i) != u64(codes[i])) return false;
        }
        return true;
    }

    std::vector<Bits> layouts() const {
        const std::vector<u64> places = unknown();
        std::vector<Bits> found;
        Bits shown(table.cells);
        for (u64 i = 0; i < table.cells; ++i) shown[i] = is_shown_mine(i);
        const u64 known = count(shown);
        for (u64 choice = 0; choice >> places.size() == 0; ++choice) {
            u64 chosen = known;
            for (u64 rest = choice; rest; rest &= rest - 1) ++chosen;
            if (chosen != mines) continue;
            Bits layout = shown;
            for (std::size_t i = 0; i < places.size(); ++i) layout[places[i]] = (choice >> i) & 1;
            if (fits(layout)) found.push_back(layout);
        }
        return found;
    }
};

// The number of layouts that best play wins, given the set of possible layouts.
class BestPlay {
  public:
    BestPlay(const Seen& seen, const std::vector<Bits>& layouts)
        : seen_(seen), layouts_(layouts), places_(seen.unknown()) {}

    u64 wins() {
        std::vector<u64> all(layouts_.size());
        for (u64 i = 0; i < all.size(); ++i) all[i] = i;
        return wins(all);
    }
    u64 wins_after(u64 cell) {
        std::vector<u64> all(layouts_.size());
        for (u64 i = 0; i < all.size(); ++i) all[i] = i;
        return after(all, cell);
    }

  private:
    // A single layout is won; otherwise some cell distinguishes its layouts.
    u64 wins(const std::vector<u64>& possible) {
        if (possible.size() < 2) return possible.size();
        const auto known = known_.find(possible);
        if (known != known_.end()) return known->second;
        u64 best = 0;
        for (u64 cell : places_) best = std::max(best, after(possible, cell));
        known_[possible] = best;
        return best;
    }

    u64 after(const std::vector<u64>& possible, u64 cell) {
        std::map<u64, std::vector<u64>> answers;
        for (u64 i : possible) {
            if (!layouts_[i][cell]) answers[seen_.table.clue(layouts_[i], cell)].push_back(i);
        }
        u64 sum = 0;
        for (const auto& [clue, left] : answers) {
            if (left.size() == possible.size()) return 0;  // safe, but gives no information
            sum += wins(left);
        }
        return sum;
    }

    const Seen& seen_;
    const std::vector<Bits>& layouts_;
    std::vector<u64> places_;
    std::map<std::vector<u64>, u64> known_;
};

}  // namespace naive
