// Long messages put together from the parts of several senders.
#pragma once

#include <algorithm>
#include <cstring>

#include "channel/process.hpp"

namespace hypersweep {

// Puts long messages together.
struct Assembly {
    u64 size;       // of a message
    u64 payload;    // of a packet, without the header
    u32 space;      // where our process numbers hold; 0 if unknown
    BlockList begun, finished, dropped;
    Block* spare = nullptr;

    // Takes a packet in. `need_block` says that it has to be offered again once there is a spare block. Whatever isn't
    // the next part of a message is passed over: what is left of a message that was given up, for one.
    Step accept(const u8* packet, u64 length) {
        Part part;
        if (length <= sizeof part) return Step::done;
        std::memcpy(&part, packet, sizeof part);
        const u64 bytes = length - sizeof part;
        if (part.offset >= size || bytes != std::min(payload, size - part.offset)) return Step::done;
        Block* block = begun.first();
        while (block && block->at.sender != part.sender) block = block->next;
        if (part.offset == 0) {
            if (!block) {
                if (!spare) return Step::need_block;
                look_for_orphans();
                block = spare;
                spare = nullptr;
                begun.append(block);
            }
            block->at = part;
            block->seen = 0;
            block->orphaned = false;
        } else if (!block || block->at.message != part.message || block->at.offset != part.offset) {
            return Step::done;
        }
        std::memcpy(block->data + part.offset, packet + sizeof part, std::size_t(bytes));
        block->at.offset += bytes;
        if (block->at.offset == size) {
            begun.take([block](const Block& each) { return &each == block; });
            finished.append(block);
        }
        return Step::done;
    }

    // Marks what senders have begun that are gone by now. Says whether there was any: what they sent just before may
    // still have to be read. It looks at most a hundred times a second, and only at messages that stand still.
    bool look_for_orphans() {
        bool found = false;
#ifndef _WIN32
        if (!begun.first() || space == 0) return false;
        const i64 now = milliseconds_now();
        if (looked_ && now - looked_at_ < 10) return false;
        for (Block* block = begun.first(); block; block = block->next) {
            const bool stands_still = block->seen == block->at.offset;
            block->seen = block->at.offset;
            if (block->orphaned || block->at.space != space || (looked_ && !stands_still)) continue;
            block->orphaned = is_gone(block->at);
            found = found || block->orphaned;
        }
        looked_ = true;
        looked_at_ = now;
#endif
        return found;
    }

    // To be called when everything that was sent has been read: what a dead sender began will not be finished, and
    // nothing will where every sender is gone.
    void drop_orphans(bool all) {
        while (Block* block = begun.take([all](const Block& each) { return all || each.orphaned; })) {
            dropped.append(block);
        }
    }

  private:
    bool looked_ = false;
    i64 looked_at_ = 0;  // in milliseconds
};

}  // namespace hypersweep
