// What is known about a view so far: its clues, the known cells, and the reason for each known cell.
#pragma once

#include "ascending.hpp"
#include "solve/problem.hpp"
#include "solve/reasons/request.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// A queue in which each clue occurs at most once.
class Waiting {
  public:
    bool make(u64 clues) {
        if (!ring_.resize(clues) || !waits_.fill(clues, 1)) return false;
        for (u64 i = 0; i < clues; ++i) ring_[i] = u32(i);
        head_ = 0;
        size_ = clues;
        return true;
    }
    bool any() const { return size_ != 0; }
    u32 take() {
        const u32 clue = ring_[head_];
        head_ = head_ + 1 == ring_.size() ? 0 : head_ + 1;
        --size_;
        waits_[clue] = 0;
        return clue;
    }
    // Appends a clue, unless it is in the queue already.
    void put(u32 clue) {
        if (waits_[clue]) return;
        waits_[clue] = 1;
        const u64 end = head_ + size_++;
        ring_[end < ring_.size() ? end : end - ring_.size()] = clue;
    }
    void put_first(u32 clue) {
        if (waits_[clue]) return;
        waits_[clue] = 1;
        ++size_;
        head_ = head_ ? head_ - 1 : ring_.size() - 1;
        ring_[head_] = clue;
    }

  private:
    Array<u32> ring_;
    Array<u8> waits_;
    u64 head_ = 0, size_ = 0;
};

constexpr u32 no_number = ~u32{0};

// A clue and the covered cells around it. Clues are numbered in the order of their cells.
struct ClueFacts {
    u32 cell;
    u32 first, count;  // its covered cells
    u32 left;          // number of unknown cells among them
    i32 rest, need;    // mines among all covered cells, and among the unknown ones
};

// A list inside a growing array.
struct Numbers {
    const Array<u32>& all;
    u32 first, count;
    u32 operator[](u32 i) const { return all[first + i]; }
};

// A conclusion in preparation.
struct Draft {
    Array<u32> cells, clues, because;  // clues are identified by their cells
    Array<i32> grounds;

    void begin() {
        cells.clear();
        clues.clear();
        because.clear();
        grounds.clear();
        lost_ = false;
    }
    void say(u64 number) { grounds.push(i32(u32(number))); }
    void say_list(const Array<u32>& numbers) {
        lost_ = lost_ || numbers.failed();  // recorded now, because `numbers` may be reused before the check
        say(numbers.size());
        for (u64 i = 0; i < numbers.size(); ++i) say(numbers[i]);
    }
    bool failed() const { return lost_ || cells.failed() || clues.failed() || because.failed() || grounds.failed(); }

  private:
    bool lost_ = false;
};

class Facts {
  public:
    explicit Facts(const Problem& problem) : problem_(problem), g_(*problem.g) {}

    Solved begin(const std::int32_t* codes, u64 mines, bool trust_flags);

    u64 clues() const { return clues_.size(); }
    u64 mines() const { return mines_; }
    u64 shown() const { return shown_; }           // mines shown by the view
    u64 found() const { return found_; }           // mines concluded
    const Array<u32>& covered() const { return covered_; }  // all covered cells
    // The view's codes with every clue silenced; shown mines stay.
    const Array<std::int32_t>& silent() const { return silent_; }
    std::int32_t code(u32 cell) const { return codes_[cell]; }
    u32 cell_of(u32 clue) const { return clues_[clue].cell; }
    u32 clue_at(u32 cell) const { return number_[cell]; }  // number of the clue that a cell shows

    bool is_known(u32 cell) const { return state_[cell] & known; }
    bool is_safe(u32 cell) const { return state_[cell] & known_safe; }
    bool is_mine(u32 cell) const { return state_[cell] & known_mine; }
    u32 reason_of(u32 cell) const { return is_known(cell) ? number_[cell] : no_number; }
    bool is_covered(u32 cell) const { return state_[cell] & is_covered_; }

    // The functions below may read the board on first use, which moves earlier results, so keep no references to
    // results. If memory ran out, these functions return less, and `failed` is true.
    const ClueFacts& clue(u32 number) {
        if (clues_[number].first == no_number) look(clues_[number]);
        return clues_[number];
    }
    Numbers around(u32 clue_number) {
        const ClueFacts& own = clue(clue_number);
        return Numbers{cells_, own.first, own.count};
    }
    Numbers touching(u32 cell) {  // the clues that see a cell, by number
        const u32 first = touching_[cell] == no_number ? look(cell) : touching_[cell];
        return Numbers{lists_, first + 1, lists_[first]};
    }
    // Lists the shown mines next to a clue, ascending.
    void find_shown(u32 clue_number, Array<u32>& shown) const;

    // Adds the reasons for known cells to the draft.
    void because(const Array<u32>& cells);

    // Records the conclusion in `draft`. Returns `done`, or `contradiction` if some clue can no longer be satisfied.
    Solved conclude(ReasonRule rule, bool is_mine, Grounds grounds);

    bool failed() const {
        return failed_ || draft.failed() || rows.failed() || row_of_.failed() || cells_.failed() || lists_.failed() ||
               blamed.failed() || scratch_.failed();
    }
    u64 reasons() const { return row_of_.size(); }
    const std::int32_t* row(u64 reason, u64& size) const {
        const u64 end = reason + 1 < row_of_.size() ? row_of_[reason + 1] : rows.size();
        size = end - row_of_[reason];
        return rows.data() + row_of_[reason];
    }

    Draft draft;
    Array<std::int32_t> rows;  // all reasons, one after the other
    Waiting waiting[2];        // single clues and pairs to check again after a cell around them became known
    u64 first_safe = no_reason;
    // After a contradiction: the cells of the clues that contradict each other, and the clue at fault.
    Array<u32> blamed;
    u32 blamed_clue = 0;

    // Returns the first of `count` consecutive mark values that no cell has yet.
    u32 turns(u32 count) {
        const u32 first = turn_;
        turn_ += count;
        return first;
    }
    u32& mark(u32 cell) { return mark_[cell]; }

  private:
    enum : u8 { known_safe = 1, known_mine = 2, known = 3, is_covered_ = 4, is_shown_ = 8 };
    static constexpr u32 row_head = 6;

    void look(ClueFacts& own);
    u32 look(u32 cell);
    void settle(u32 cell, bool is_mine, u32 reason);
    bool blame(u32 clue_number);

    const Problem& problem_;
    const Geometry& g_;
    Array<std::int32_t> codes_, silent_;
    Array<u8> state_;
    Array<u32> number_;    // per known cell its reason, per clue its number
    Array<u32> touching_;  // per covered cell: where its clues are listed
    Array<u32> lists_;     // lists of clues, each after its length
    Array<u32> cells_;     // covered cells around clues
    Array<u32> covered_;
    Array<u32> mark_;
    Array<ClueFacts> clues_;
    Array<u64> row_of_;
    Array<u32> scratch_;
    Array<u8> seen_;
    u64 mines_ = 0, shown_ = 0, found_ = 0;
    u32 turn_ = 1;
    bool failed_ = false;
};

inline Solved Facts::begin(const std::int32_t* codes, u64 mines, bool trust_flags) {
    const u64 all = g_.cells;
    rows.clear();
    row_of_.clear();
    clues_.clear();
    cells_.clear();
    lists_.clear();
    covered_.clear();
    draft.begin();
    blamed.clear();
    scratch_.clear();
    first_safe = no_reason;
    failed_ = false;
    mines_ = mines;
    shown_ = found_ = 0;
    turn_ = 1;
    if (all > u64{1} << 31) return Solved::over_budget;
    if (!codes_.resize(all) || !silent_.resize(all) || !state_.resize(all) || !number_.resize(all) ||
        !touching_.fill(all, no_number) || !mark_.fill(all, 0)) {
        return Solved::out_of_memory;
    }
    std::memcpy(codes_.data(), codes, std::size_t(all) * sizeof(std::int32_t));
    // The meaning of each code below 0.
    u8 meaning[8] = {};
    meaning[-code_covered] = is_covered_;
    meaning[-code_flagged] = trust_flags ? is_shown_ : is_covered_;
    meaning[-code_mine] = meaning[-code_exploded] = is_shown_;
    for (u64 i = 0; i < all; ++i) {
        const std::int32_t code = codes[i];
        const u32 below = code < 0 ? u32(-i64(code)) : 0;
        const u8 state = code < 0 ? meaning[below < 8 ? below : 7] : u8{0};
        state_[i] = state;
        silent_[i] = code >= 0 ? std::int32_t(code_silent) : state == is_shown_ ? std::int32_t(code_mine) : code;
        shown_ += state == is_shown_;
        if (code >= 0) {
            number_[i] = u32(clues_.size());
            clues_.push(ClueFacts{u32(i), no_number, 0, 0, code, 0});
        } else if (state == is_covered_) {
            covered_.push(u32(i));
        }
    }
    lists_.push(0);  // an empty list, used if memory ran out
    if (clues_.failed() || covered_.failed() || lists_.failed() || !waiting[0].make(clues_.size()) || !waiting[1].make(clues_.size())) {
        return Solved::out_of_memory;
    }
    return Solved::done;
}

inline void Facts::look(ClueFacts& own) {
    own.first = u32(cells_.size());
    const u64 needed = cells_.size() + g_.most_neighbours;
    if (needed >= no_number || !cells_.reserve(needed)) {
        failed_ = true;
        return;
    }
    problem_.around(own.cell, [&](u64 other) {
        if (state_[other] & is_covered_) cells_.push(u32(other));
        own.rest -= (state_[other] & is_shown_) != 0;
    });
    own.count = u32(cells_.size()) - own.first;
    sort_ascending(cells_.data() + own.first, own.count);
    own.left = own.count;
    own.need = own.rest;
    for (u32 i = 0; i < own.count; ++i) {
        const u32 cell = cells_[own.first + i];
        own.left -= is_known(cell);
        own.need -= is_mine(cell);
    }
}

inline u32 Facts::look(u32 cell) {
    const u32 first = u32(lists_.size());
    const u64 needed = lists_.size() + g_.most_neighbours + 1;
    if (needed >= no_number || !lists_.reserve(needed)) {
        failed_ = true;
        return 0;
    }
    lists_.push(0);
    problem_.around(cell, [&](u64 other) {
        if (codes_[other] >= 0) lists_.push(number_[other]);
    });
    lists_[first] = u32(lists_.size()) - first - 1;
    sort_ascending(lists_.data() + first + 1, lists_[first]);
    touching_[cell] = first;
    return first;
}

inline void Facts::find_shown(u32 clue_number, Array<u32>& shown) const {
    shown.clear();
    problem_.around(clues_[clue_number].cell, [&](u64 other) {
        if (state_[other] & is_shown_) shown.push(u32(other));
    });
    sort_ascending(shown.data(), shown.size());
}

inline void Facts::because(const Array<u32>& cells) {
    draft.because.clear();
    for (u64 i = 0; i < cells.size(); ++i) draft.because.push(number_[cells[i]]);
    draft.because.resize(sort_once(draft.because.data(), draft.because.size()));
}

inline void Facts::settle(u32 cell, bool is_mine, u32 reason) {
    state_[cell] |= is_mine ? known_mine : known_safe;
    number_[cell] = reason;
    found_ += is_mine;
    const Numbers near = touching(cell);
    for (u32 i = 0; i < near.count; ++i) {
        ClueFacts& own = clues_[near[i]];
        if (own.first != no_number) {
            --own.left;
            own.need -= is_mine;
        }
        waiting[0].put(near[i]);
        waiting[1].put(near[i]);
    }
}

inline Solved Facts::conclude(ReasonRule rule, bool is_mine, Grounds grounds) {
    if (failed()) return Solved::out_of_memory;
    const u32 number = u32(reasons());
    if (!is_mine && first_safe == no_reason) first_safe = number;
    row_of_.push(rows.size());
    rows.push(i32(rule));
    rows.push(i32(is_mine));
    rows.push(i32(grounds));
    rows.push(i32(draft.cells.size()));
    rows.push(i32(draft.clues.size()));
    rows.push(i32(draft.because.size()));
    // New conclusions are queued in the order in which they were found; a reason lists its cells by index.
    scratch_.clear();
    for (u64 i = 0; i < draft.cells.size(); ++i) scratch_.push(draft.cells[i]);
    if (scratch_.failed()) return Solved::out_of_memory;
    sort_ascending(scratch_.data(), scratch_.size());
    sort_ascending(draft.clues.data(), draft.clues.size());
    for (u64 i = 0; i < scratch_.size(); ++i) rows.push(i32(scratch_[i]));
    for (u64 i = 0; i < draft.clues.size(); ++i) rows.push(i32(draft.clues[i]));
    for (u64 i = 0; i < draft.because.size(); ++i) rows.push(i32(draft.because[i]));
    for (u64 i = 0; i < draft.grounds.size(); ++i) rows.push(draft.grounds[i]);
    for (u64 i = 0; i < draft.cells.size(); ++i) settle(draft.cells[i], is_mine, number);
    for (u64 i = 0; i < draft.cells.size(); ++i) {
        const Numbers near = touching(draft.cells[i]);
        for (u32 j = 0; j < near.count; ++j) {
            const ClueFacts& own = clue(near[j]);
            if (own.need >= 0 && own.need <= i32(own.left)) continue;
            if (failed()) return Solved::out_of_memory;
            return blame(near[j]) ? Solved::contradiction : Solved::out_of_memory;
        }
    }
    return failed() ? Solved::out_of_memory : Solved::done;
}

// Blames a clue: collects it and all clues on which the reasons for the known cells around it depend.
inline bool Facts::blame(u32 clue_number) {
    blamed_clue = clues_[clue_number].cell;
    blamed.clear();
    blamed.push(blamed_clue);
    if (!seen_.fill(reasons(), 0)) return false;
    const Numbers cells = around(clue_number);
    for (u32 i = 0; i < cells.count; ++i) {
        if (is_known(cells[i])) seen_[number_[cells[i]]] = 1;
    }
    for (u64 reason = reasons(); reason-- > 0;) {
        if (!seen_[reason]) continue;
        u64 size;
        const std::int32_t* const own = row(reason, size);
        const std::int32_t* const clues = own + row_head + own[3];
        for (i32 i = 0; i < own[4]; ++i) blamed.push(u32(clues[i]));
        for (i32 i = 0; i < own[5]; ++i) seen_[u64(clues[own[4] + i])] = 1;
    }
    if (blamed.failed()) return false;
    blamed.resize(sort_once(blamed.data(), blamed.size()));
    return true;
}

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep
