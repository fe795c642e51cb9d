// Known values of positions: a hash table.
#pragma once

#include "play/grid_symmetry.hpp"

namespace hypersweep {
namespace HYPERSWEEP_VARIANT {

// The number of layouts of a position that best play wins, or an upper bound.
struct KnownValue {
    u32 wins;
    bool is_exact;
};

class KnownValues {
  public:
    u64 size() const { return used_; }
    u64 bytes() const { return table_.bytes(); }
    // Memory in use while the table grows.
    u64 bytes_to_grow() const { return 3 * table_.bytes(); }
    bool is_full() const { return 4 * (used_ + 1) > 3 * table_.size(); }

    bool clear() {
        used_ = 0;
        return table_.fill(1 << 10, Entry{});
    }

    // Doubles the capacity. Returns false if memory ran out.
    bool grow() {
        Array<Entry> old;
        old.swap(table_);
        if (!table_.fill(old.size() * 2, Entry{})) {
            old.swap(table_);
            return false;
        }
        for (u64 i = 0; i < old.size(); ++i) {
            if (old[i].first || old[i].second) *place_of(PositionKey{old[i].first, old[i].second}) = old[i];
        }
        return true;
    }

    // Returns null if nothing is known about the position.
    const KnownValue* find(const PositionKey& key) const {
        const Entry* const entry = const_cast<KnownValues*>(this)->place_of(key);
        return entry->first || entry->second ? &entry->value : nullptr;
    }

    // The table must not be full: call `grow` first if it is.
    void put(const PositionKey& key, KnownValue value) {
        Entry* const entry = place_of(key);
        used_ += !entry->first && !entry->second;
        *entry = Entry{key.first, key.second, value};
    }

  private:
    struct Entry {
        u64 first = 0, second = 0;  // both 0: an empty slot
        KnownValue value{0, false};
    };

    Entry* place_of(const PositionKey& key) {
        const u64 mask = table_.size() - 1;
        for (u64 slot = key.first & mask;; slot = (slot + 1) & mask) {
            Entry& entry = table_[slot];
            if (entry.first == key.first && entry.second == key.second) return &entry;
            if (!entry.first && !entry.second) return &entry;
        }
    }

    Array<Entry> table_;
    u64 used_ = 0;
};

}  // namespace HYPERSWEEP_VARIANT
}  // namespace hypersweep
