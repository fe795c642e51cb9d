// A channel as one process sees it: its descriptors, the messages moved into memory, and the waiting threads.
//
// Everything happens under the channel's lock and without blocking, except for writing packets and for waiting.
#pragma once

#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/eventfd.h>
#endif

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include "array.hpp"
#include "channel/assembly.hpp"
#include "channel/packets.hpp"

// Tests build the library with pipes on Linux too, as on other systems.
#if defined(__linux__) && !defined(HYPERSWEEP_CHANNEL_PIPES)
#define HYPERSWEEP_CHANNEL_SOCKETS 1
#else
#define HYPERSWEEP_CHANNEL_SOCKETS 0
#endif

namespace hypersweep::course {

using namespace hypersweep::HYPERSWEEP_VARIANT;

constexpr bool is_socket = HYPERSWEEP_CHANNEL_SOCKETS;

// If a client has closed its standard streams, a channel must not get their numbers: output would go into the channel.
inline int above_streams(int descriptor) {
    if (descriptor < 0 || descriptor > 2) {
        if (descriptor >= 0) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
        return descriptor;
    }
    const int other = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
    const int error = errno;
    close(descriptor);
    errno = error;
    return other;
}

inline void close_descriptor(int& descriptor) {
    if (descriptor >= 0) close(descriptor);
    descriptor = -1;
}

inline bool open_pair(int (&pair)[2], u64& payload) {
#if HYPERSWEEP_CHANNEL_SOCKETS
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0) return false;
#else
    if (pipe(pair) != 0) return false;
#endif
    pair[0] = above_streams(pair[0]);
    pair[1] = above_streams(pair[1]);
    if (pair[0] < 0 || pair[1] < 0) {
        const int error = errno;
        for (int& descriptor : pair) close_descriptor(descriptor);
        errno = error;
        return false;
    }
#if HYPERSWEEP_CHANNEL_SOCKETS
    // Request 1 MiB, which the system may cap; a few packets should fit at once.
    int buffer = 1 << 20;
    setsockopt(pair[1], SOL_SOCKET, SO_SNDBUF, &buffer, sizeof buffer);
    socklen_t length = sizeof buffer;
    getsockopt(pair[1], SOL_SOCKET, SO_SNDBUF, &buffer, &length);
    payload = std::min<u64>(u64{1} << 16, u64(buffer) / 3 - sizeof(Part));
#else
    for (int descriptor : pair) fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK);
#ifdef F_SETNOSIGPIPE
    fcntl(pair[1], F_SETNOSIGPIPE, 1);
#endif
    payload = PIPE_BUF - sizeof(Part);
#endif
    return true;
}

// Blocks SIGPIPE, the signal for a pipe without a reader, but preserves one that was already pending.
class NoPipeSignal {
  public:
#if HYPERSWEEP_CHANNEL_SOCKETS || defined(F_SETNOSIGPIPE)
    void took_place() {}
#else
    NoPipeSignal() {
        sigset_t pending;
        sigemptyset(&only_);
        sigaddset(&only_, SIGPIPE);
        sigpending(&pending);
        was_pending_ = sigismember(&pending, SIGPIPE);
        pthread_sigmask(SIG_BLOCK, &only_, &before_);
    }
    ~NoPipeSignal() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
    NoPipeSignal(const NoPipeSignal&) = delete;
    NoPipeSignal& operator=(const NoPipeSignal&) = delete;
    void took_place() {
        const timespec at_once{};
        while (!was_pending_ && sigtimedwait(&only_, nullptr, &at_once) < 0 && errno == EINTR) {
        }
    }

  private:
    sigset_t only_, before_;
    bool was_pending_;
#endif
};

// Wakes one waiting thread. It belongs to this process: a forked child makes its own.
struct Bell {
    int in = -1, out = -1;  // both ends of a pipe; the same descriptor if the system has eventfd
    bool rung = false;
    bool sends = false;     // waits for space, not for a message
    Bell* next = nullptr;
};

class BellList {
  public:
    Bell* first() const { return first_; }
    void push(Bell* bell) {
        bell->next = first_;
        first_ = bell;
    }
    Bell* pop() {
        Bell* bell = first_;
        if (bell) first_ = bell->next;
        return bell;
    }
    void remove(Bell* bell) {
        for (Bell** place = &first_; *place; place = &(*place)->next) {
            if (*place == bell) {
                *place = bell->next;
                return;
            }
        }
    }

  private:
    Bell* first_ = nullptr;
};

// A sender's entry in its channel; unused if the key is 0.
struct Outlet {
    u64 key;
    u64 next_free;
};

struct Channel {
    static constexpr u64 none = ~u64{0};
    explicit Channel(u64 index) : place(index) { pthread_mutex_init(&lock, nullptr); }

    pthread_mutex_t lock;
    const u64 place;         // index in the registry; never changes
    bool live = false;       // set by the registry while in use: a fork then has to take the lock
    Channel* next = nullptr;  // next in the registry's list of free channels

    u64 size = 0;      // bytes of a message as the client sees it; may be 0
    u64 wire = 0;      // bytes of a message as sent, at least 1
    u64 payload = 0;   // bytes of a message in one packet
    int receiving = -1, sending = -1;
    u64 receiver_key = 0;
    Array<Outlet> outlets;
    u64 first_free = none;
    u64 senders = 0;                 // number of outlets in use
    u64 getting = 0, posting = 0;    // number of receive and send calls in progress, which need the descriptors
    u64 receives_since = 0;          // the registry's generation when this process last received
    u64 gets = 0, gets_at_move = none;  // messages received here; that number when a sender last made space itself
    u64 lanes = 0, beyond = 0, messages = 0;  // long messages: lanes in use (bits), sends without one, total number

    // Bytes of short messages moved into memory; the first `taken` of them have been received.
    Array<u8> moved;
    u64 taken = 0;
    Assembly assembly{};
    Array<u8> packet;
    u64 held = 0;  // bytes of a packet that was read, but couldn't be stored for lack of memory
    BellList waiting, idle;

    bool is_long() const { return wire > payload; }

    bool has_sender(u64 key, u64 index) const { return key != 0 && index < outlets.size() && outlets[index].key == key; }
    // Returns the index of a new sender's entry, or none if memory ran out.
    u64 add_sender(u64 key) {
        u64 index = first_free;
        if (index != none) {
            first_free = outlets[index].next_free;
        } else {
            index = outlets.size();
            if (index >> 32 || !outlets.resize(index + 1)) return none;
        }
        outlets[index].key = key;
        ++senders;
        return index;
    }
    void remove_sender(u64 index) {
        outlets[index] = {0, first_free};
        first_free = index;
        --senders;
    }

    // Returns whether a message is in memory.
    bool has_moved() const { return taken < moved.size() || assembly.finished.first(); }

    // Removes the oldest message and copies it to `data`. Reads from the descriptor if no message is in memory.
    Step take(u8* data) {
        if (!is_long()) {
            if (taken == moved.size()) return read_short(data);
            std::memcpy(data, moved.data() + taken, std::size_t(wire));
            taken += wire;
            if (taken == moved.size()) {
                moved.release();
                taken = 0;
            } else if (taken >= moved.size() / 2) {
                std::memmove(moved.data(), moved.data() + taken, std::size_t(moved.size() - taken));
                moved.resize(moved.size() - taken);
                taken = 0;
            }
            return Step::done;
        }
        while (!assembly.finished.first()) {
            const Step step = read_part();
            if (step != Step::done) return step;
        }
        Block* block = assembly.finished.take_first();
        std::memcpy(data, block->data, std::size_t(wire));
        if (!assembly.spare && wire <= most_spare) {
            assembly.spare = block;
        } else {
            std::free(block);
        }
        return Step::done;
    }

    // Moves sent messages into memory, to make space. Returns `done` if some were moved, `empty` if there were none, or
    // the error that ended this; some may have been moved before it.
    Step make_space() {
        for (unsigned packets = 0; packets < most_moved; ++packets) {
            Step step;
            if (is_long()) {
                step = read_part();
            } else {
                const u64 end = moved.size();
                if (!moved.resize(end + wire)) return Step::need_block;
                step = read_short(moved.data() + end);
                if (step != Step::done) moved.resize(end);
            }
            if (step != Step::done) return packets > 0 && step == Step::empty ? Step::done : step;
        }
        return Step::done;
    }

    void forget_messages() {
        moved.release();
        packet.release();
        taken = held = 0;
        for (BlockList* list : {&assembly.begun, &assembly.finished, &assembly.dropped}) {
            while (Block* block = list->take_first()) std::free(block);
        }
        std::free(assembly.spare);
        assembly.spare = nullptr;
    }

    void ring(Bell* bell) {
        if (bell->rung) return;
        bell->rung = true;
        const u64 once = 1;
        [[maybe_unused]] const ssize_t written = write(bell->out, &once, sizeof once);
    }
    void ring_all() {
        for (Bell* bell = waiting.first(); bell; bell = bell->next) ring(bell);
    }
    // Wakes the next waiting thread if messages are left, after a thread has taken one.
    void ring_next() {
        if (!has_moved()) return;
        Bell* bell = waiting.first();
        while (bell && (bell->sends || bell->rung)) bell = bell->next;
        if (bell) ring(bell);
    }

    // Returns a bell for a waiting thread; null if the system has no descriptors left.
    Bell* hang_up_bell(bool sends) {
        Bell* bell = idle.pop();
        if (!bell) bell = make_bell();
        if (!bell) return nullptr;
        bell->sends = sends;
        waiting.push(bell);
        return bell;
    }
    void take_down_bell(Bell* bell) {
        waiting.remove(bell);
        u64 taken_out;
        if (bell->rung) [[maybe_unused]] const ssize_t count = read(bell->in, &taken_out, sizeof taken_out);
        bell->rung = false;
        idle.push(bell);
    }
    void throw_bells_away() {
        for (BellList* list : {&waiting, &idle}) {
            while (Bell* bell = list->pop()) {
                if (bell->out != bell->in) close_descriptor(bell->out);
                close_descriptor(bell->in);
                std::free(bell);
            }
        }
    }

    // Closes unused descriptors. Returns whether this process no longer uses the channel at all.
    bool settle() {
        if (receiver_key == 0 && getting == 0 && receiving >= 0) {
            close_descriptor(receiving);
            forget_messages();
        }
        if (senders == 0 && posting == 0 && sending >= 0) {
            close_descriptor(sending);
            outlets.release();
            first_free = none;
        }
        if (receiving >= 0 || sending >= 0) return false;
        throw_bells_away();
        return true;
    }

  private:
    static constexpr u64 most_spare = u64{1} << 20;
    static constexpr unsigned most_moved = 1024;

    static Bell* make_bell() {
        int pair[2];
#ifdef __linux__
        pair[0] = pair[1] = above_streams(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
#else
        if (pipe(pair) != 0) return nullptr;
        for (int& descriptor : pair) {
            descriptor = above_streams(descriptor);
            if (descriptor >= 0) fcntl(descriptor, F_SETFL, O_NONBLOCK);
        }
#endif
        void* memory = pair[0] >= 0 && pair[1] >= 0 ? std::malloc(sizeof(Bell)) : nullptr;
        if (!memory) {
            if (pair[1] != pair[0]) close_descriptor(pair[1]);
            close_descriptor(pair[0]);
            return nullptr;
        }
        return new (memory) Bell{pair[0], pair[1]};
    }

    static Step why_not() {
        if (errno == EINTR) return Step::interrupted;
        return errno == EAGAIN || errno == EWOULDBLOCK ? Step::empty : Step::failed;
    }

    // Reads `count` bytes, or fewer if the packet is shorter.
    Step read_bytes(u8* bytes, u64 count, u64& got) {
        got = 0;
        for (;;) {
#if HYPERSWEEP_CHANNEL_SOCKETS
            const ssize_t read_now = recv(receiving, bytes, std::size_t(count), MSG_DONTWAIT);
#else
            const ssize_t read_now = read(receiving, bytes + got, std::size_t(count - got));
#endif
            if (read_now > 0) {
                got += u64(read_now);
                if (is_socket || got == count) return Step::done;
            } else if (read_now == 0) {
                return Step::ended;
            } else if (errno != EINTR) {
                // Packets are written atomically: once its first byte has been read, the rest is in the pipe too.
                if (got == 0 || why_not() != Step::empty) return why_not();
            }
        }
    }

    Step read_short(u8* data) {
        u64 got;
        return read_bytes(data, wire, got);
    }

    // Reads a packet of a long message into `packet`.
    Step read_packet() {
        if (is_socket) return read_bytes(packet.data(), packet.size(), held);
        Part part;
        u64 got;
        Step step = read_bytes(packet.data(), sizeof part, got);
        if (step != Step::done) return step;
        std::memcpy(&part, packet.data(), sizeof part);
        const u64 rest = wire - std::min(part.offset, wire);
        step = read_bytes(packet.data() + sizeof part, std::min(payload, rest), got);
        if (step == Step::done) held = sizeof part + got;
        return step;
    }

    // Reads a packet and passes it to the assembly.
    Step read_part() {
        if (held == 0) {
            if (!packet.resize(sizeof(Part) + payload)) return Step::need_block;
            Step step = read_packet();
            if (step == Step::empty || step == Step::ended) {
                assembly.drop_orphans(step == Step::ended);
                // A process that has exited may have sent its last parts after our last read.
                if (step == Step::empty && assembly.look_for_orphans()) step = read_packet();
            }
            free_dropped();
            if (step != Step::done) return step;
        }
        Step step = assembly.accept(packet.data(), held);
        if (step == Step::need_block) {
            if (!lend_block()) return step;
            step = assembly.accept(packet.data(), held);
        }
        held = 0;
        free_dropped();
        return step;
    }

    bool lend_block() {
        void* memory = std::malloc(sizeof(Block) + std::size_t(wire));
        if (!memory) return false;
        Block* block = new (memory) Block;
        block->data = static_cast<u8*>(memory) + sizeof(Block);
        assembly.spare = block;
        return true;
    }

    void free_dropped() {
        while (Block* block = assembly.dropped.take_first()) std::free(block);
    }
};

}  // namespace hypersweep::course
