// Channels: fixed-size messages from any number of senders, sent as packets and reassembled by one receiver.
//
// Packets are written atomically, even if the sender is killed. A message that fits into a packet is one packet. A
// longer one is split into parts with headers, so parts from several senders may interleave, and an unfinished message
// is never mistaken for a complete one.
//
// The caller provides a memory block for each long message, and holds the inlet's lock. Code in this folder doesn't use
// Python or throw, and only `wait_for` waits.
#pragma once

#include "variant.hpp"

namespace hypersweep {

enum class Step : u8 {
    done,         // sent, or received
    full,         // no room for a packet
    empty,        // nothing to read
    ended,        // all senders have closed their ends
    broken,       // the receiver has closed its end
    late,         // the deadline has passed
    interrupted,  // a signal arrived
    need_block,   // a message begins, and there is no block for it
    failed        // see errno
};

// Header of each part of a long message.
struct Part {
    u64 sender;   // a random number that identifies a sender within its channel
    u64 message;  // number of the message, counted per sender
    u64 offset;   // of the part's first byte in the message
    u32 process;  // process ID of the sender
    u32 space;    // PID namespace of `process`; 0 if unknown
    u64 started;  // start time of that process, as process IDs are reused; 0 if unknown
};
static_assert(sizeof(Part) == 40, "headers have no gaps");

// Memory for one long message. Allocated by its owner; linked into the lists of an inlet.
struct Block {
    u8* data = nullptr;
    void* owner = nullptr;
    Part at{};              // header of its message; the offset is the number of bytes received
    u64 seen = 0;           // bytes received when its sender was last checked
    bool orphaned = false;  // the sender has exited, but parts may still be in transit
    Block* next = nullptr;
};

// Blocks in order of arrival.
class BlockList {
  public:
    Block* first() const { return first_; }
    void append(Block* block) {
        block->next = nullptr;
        *(first_ ? &last_->next : &first_) = block;
        last_ = block;
    }
    Block* take_first() {
        Block* block = first_;
        if (block) first_ = block->next;
        return block;
    }
    // Removes and returns the first block for which `chosen` returns true; null if there is none.
    template <class Chosen>
    Block* take(const Chosen& chosen) {
        Block* before = nullptr;
        for (Block* block = first_; block; before = block, block = block->next) {
            if (!chosen(*block)) continue;
            (before ? before->next : first_) = block->next;
            if (last_ == block) last_ = before;
            return block;
        }
        return nullptr;
    }

  private:
    Block* first_ = nullptr;
    Block* last_ = nullptr;
};

}  // namespace hypersweep
