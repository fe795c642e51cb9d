// Assembly of long messages whose parts arrive interleaved from several senders.
#pragma once

#include <algorithm>
#include <cstring>

#include "channel/process.hpp"

namespace hypersweep {

// Assembles long messages.
struct Assembly {
    u64 size;       // message size
    u64 payload;    // packet size without the header
    u32 space;      // PID namespace of this process; 0 if unknown
    BlockList begun, finished, dropped;
    Block* spare = nullptr;

    // Accepts a packet. If it returns `need_block`, supply a block and pass the packet again. Packets that don't
    // continue a message, such as the rest of an abandoned one, are ignored.
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

    // Marks unfinished messages whose senders have exited. Returns whether there were any: their last parts may still
    // be unread. Checks at most 100 times a second, and only messages without progress since the last check.
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

    // Drops unfinished messages from exited senders or, with `all`, every unfinished message. Call once all sent data
    // has been read.
    void drop_orphans(bool all) {
        while (Block* block = begun.take([all](const Block& each) { return all || each.orphaned; })) {
            dropped.append(block);
        }
    }

  private:
    bool looked_ = false;
    i64 looked_at_ = 0;  // time of the latest check, in milliseconds
};

}  // namespace hypersweep
