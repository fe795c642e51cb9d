// Channels: messages of one size, sent as packets by any number of senders and put together again by one receiver.
//
// A packet is written whole or not at all, whatever happens to its sender. A message that fits into a packet is one. A
// longer one is cut into parts, each with a header, so that the parts of several senders may come mixed, and what a
// sender leaves unfinished is never taken for a message.
//
// The caller lends the memory that long messages are put together in, a block for each, and holds the lock under which
// an inlet is used. Nothing in this folder knows Python, throws, or waits, but for `wait_for`.
#pragma once

#include "variant.hpp"

namespace hypersweep {

enum class Step : u8 {
    done,         // it went through, or something came
    full,         // no room for a packet
    empty,        // nothing there to read
    ended,        // every sender is gone
    broken,       // the receiver is gone
    late,         // the time is over
    interrupted,  // a signal came
    need_block,   // a message begins, and there is no block for it
    failed        // errno says why
};

// What stands before each part of a long message.
struct Part {
    u64 sender;   // drawn at random for each sender of a channel, so that no two are the same
    u64 message;  // counts the sender's messages
    u64 offset;   // of the part's first byte in the message
    u32 process;  // who sends
    u32 space;    // in which name space that number holds; 0 if unknown
    u64 started;  // when that process did, as numbers of processes are used again; 0 if unknown
};
static_assert(sizeof(Part) == 40, "headers have no gaps");

// Memory for one long message. Its owner made it; an inlet links it into its lists.
struct Block {
    u8* data = nullptr;
    void* owner = nullptr;
    Part at{};              // whose message it holds; the offset is how far it has come
    u64 seen = 0;           // how far it had come when its sender was last looked for
    bool orphaned = false;  // the sender's process is gone, but parts of it may still be under way
    Block* next = nullptr;
};

// Blocks in the order in which they came.
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
    // The first block that `chosen` says yes to, taken out of the list; null if there is none.
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
