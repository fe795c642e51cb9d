// A fork copies the process while its other threads work, and these threads don't exist in the child. There, their
// unfinished work would stay unfinished, and their locks held forever. So a fork waits until no thread works on a
// board.
#pragma once

#include <atomic>
#include <chrono>
#include <thread>

#include "python/binding.hpp"

namespace hypersweep {

// Pieces of work on boards that run without the GIL, in all threads, and in this one. This one can only fork in the midst of
// its own where a signal's handler forks: it lives on in the child then, and its work with it.
inline std::atomic<u64> pieces_running{0};
inline thread_local u64 own_pieces_running = 0;

// Forks that wait for them, or are just being made.
inline std::atomic<u64> forks_under_way{0};

// How many forks this process comes from: other numbers than when it was the parent, so that what is kept can be told from
// what threads held that are no longer there.
inline u64 forks_lived_through = 0;

// A piece of work that a fork waits for. It begins with the GIL, and only where no fork is under way; such work keeps the
// GIL, which the fork needs as well. It ends without the GIL, once everything is as the next one to look may find it.
class Piece {
  public:
    Piece() {
        ++own_pieces_running;
        ++pieces_running;
    }
    // Asked once it counts: without a GIL a fork may begin at the same time, and one of the two sees the other.
    bool may_let_go() const { return forks_under_way == 0; }
    ~Piece() {
        --pieces_running;
        --own_pieces_running;
    }
    Piece(const Piece&) = delete;
    Piece& operator=(const Piece&) = delete;
};

// Before a fork. No lock is taken for the wait: a child could inherit it.
inline void fork_begins() {
    ++forks_under_way;
    if (pieces_running <= own_pieces_running) return;
    const WithoutGil without;
    while (pieces_running > own_pieces_running) std::this_thread::sleep_for(std::chrono::microseconds(50));
}

// After it, in the parent, also where it failed, and in the child, whose only thread is the one that forked. Python calls
// these as they are: a function written in Python could be ended by Ctrl-C before it has done anything.
inline void fork_ended_in_parent() { --forks_under_way; }
inline void fork_ended_in_child() {
    forks_under_way = 0;
    ++forks_lived_through;
    pieces_running = own_pieces_running;
}

}  // namespace hypersweep
