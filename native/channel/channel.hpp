// Channels: messages of one size, sent as packets by any number of senders and put together again by one receiver.
//
// A packet is written whole or not at all, whatever happens to its sender. A message that fits into a packet is one. A
// longer one is cut into parts, each with a header, so that the parts of several senders may come mixed, and what a
// sender leaves unfinished is never taken for a message.
//
// The caller lends the memory that long messages are put together in, a block for each, and holds the lock under which
// an inlet is used. Nothing here knows Python, throws, or waits, but for `wait_for`.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <new>

#include "variant.hpp"

#ifndef _WIN32
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#ifdef __linux__
#include <sys/syscall.h>
#endif
#endif

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

#ifndef _WIN32

// Time that only grows. C++'s clock would do, but the C library of the course has to do without C++'s library.
inline i64 milliseconds_now() {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return i64(now.tv_sec) * 1000 + now.tv_nsec / 1'000'000;
}

// When a process began, in ticks since the system did; 0 where that can't be told.
inline u64 start_of_process([[maybe_unused]] u32 process) {
#ifdef __linux__
    char text[1024];
    std::snprintf(text, sizeof text, "/proc/%lu/stat", static_cast<unsigned long>(process));
    const int file = open(text, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 0;
    const ssize_t bytes = read(file, text, sizeof text - 1);
    close(file);
    if (bytes <= 0) return 0;
    text[bytes] = 0;
    // The name stands in brackets and may hold anything. The field wanted is the twentieth behind it.
    const char* at = std::strrchr(text, ')');
    for (int field = 0; at && field < 20; ++field) at = std::strchr(at + 1, ' ');
    return at ? std::strtoull(at, nullptr, 10) : 0;
#else
    return 0;
#endif
}

// A number for where the numbers of processes, and the times at which they began, mean the same; 0 if that isn't known.
inline u32 process_space() {
#ifdef __linux__
    struct stat processes, times;
    if (stat("/proc/self/ns/pid", &processes) != 0) return 0;
    const bool has_times = stat("/proc/self/ns/time", &times) == 0;
    return u32(processes.st_ino) ^ (has_times ? u32(times.st_ino) * 2654435761U : 0);
#else
    return 1;
#endif
}

// Whether the process that sent a part has ended, be it that nobody has asked for its exit status yet.
inline bool is_gone(const Part& part) {
    const pid_t process = pid_t(part.process);
    if (kill(process, 0) != 0 && errno == ESRCH) return true;
#ifdef SYS_pidfd_open
    const int watched = int(syscall(SYS_pidfd_open, process, 0));
    if (watched >= 0) {
        pollfd polled{watched, POLLIN, 0};
        const bool has_ended = poll(&polled, 1, 0) == 1;
        close(watched);
        if (has_ended) return true;
    }
#endif
    const u64 started = part.started ? start_of_process(part.process) : 0;
    return started != 0 && started != part.started;
}

// What stands before the parts of messages of this process: the sender is drawn, and the rest is to be counted on.
// Without a source of randomness, the time and the process have to do.
inline Part sending_identity() {
    Part part{0, 0, 0, u32(getpid()), process_space(), start_of_process(u32(getpid()))};
    if (getentropy(&part.sender, sizeof part.sender) != 0) {
        part.sender = u64(milliseconds_now()) << 22 ^ part.process;
    }
    return part;
}

#endif  // _WIN32

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

// A point in time on the monotonic clock, or never.
class Deadline {
  public:
    explicit Deadline(double seconds) : never_(!(seconds < 1e9)) {
        const std::chrono::duration<double> span(never_ ? 0.0 : std::max(seconds, 0.0));
        at_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(span);
    }
    bool never() const { return never_; }
    // Microseconds left; 0 if the time is over.
    i64 left() const {
        const auto span = std::chrono::ceil<std::chrono::microseconds>(at_ - Clock::now()).count();
        return std::max<i64>(span, 0);
    }

  private:
    using Clock = std::chrono::steady_clock;
    bool never_;
    Clock::time_point at_;
};

#ifndef _WIN32

// Puts one packet into a socket or a pipe, all of it or nothing, without waiting.
inline Step write_packet(int descriptor, bool is_socket, const Part* part, const u8* data, u64 bytes) {
    iovec pieces[2] = {{const_cast<Part*>(part), sizeof *part}, {const_cast<u8*>(data), std::size_t(bytes)}};
    for (;;) {
        ssize_t sent;
        if (!is_socket) {
            sent = part ? writev(descriptor, pieces, 2) : write(descriptor, data, std::size_t(bytes));
        } else {
#ifdef __linux__
            msghdr message{};
            message.msg_iov = pieces;
            message.msg_iovlen = 2;
            const int flags = MSG_DONTWAIT | MSG_NOSIGNAL;
            sent = part ? sendmsg(descriptor, &message, flags) : ::send(descriptor, data, std::size_t(bytes), flags);
#else
            errno = EOPNOTSUPP;
            sent = -1;
#endif
        }
        if (sent >= 0) return Step::done;
        if (errno == EAGAIN || errno == EWOULDBLOCK) return Step::full;
        if (errno == EPIPE || errno == ECONNRESET || errno == ENOTCONN) return Step::broken;
        if (errno != EINTR) return Step::failed;
    }
}

// Sends the parts of a long message from `part.offset` on, as far as there is room.
inline Step write_parts(int descriptor, bool is_socket, Part& part, const u8* data, u64 size, u64 payload) {
    while (part.offset < size) {
        const u64 bytes = std::min(payload, size - part.offset);
        const Step step = write_packet(descriptor, is_socket, &part, data + part.offset, bytes);
        if (step != Step::done) return step;
        part.offset += bytes;
    }
    return Step::done;
}

// Waits until the descriptor can be read or written, or until something lies in the pipe `wake`.
inline Step wait_for(int descriptor, bool to_write, int wake, const Deadline& deadline) {
    pollfd polled[2] = {{descriptor, short(to_write ? POLLOUT : POLLIN), 0}, {wake, POLLIN, 0}};
    // A time beyond what poll can be told is waited for in pieces: the caller comes back.
    const i64 milliseconds = deadline.never() ? -1 : std::min<i64>((deadline.left() + 999) / 1000, 1'000'000'000);
    const int ready = poll(polled, 2, int(milliseconds));
    if (ready > 0) return Step::done;
    if (ready < 0) return errno == EINTR || errno == EAGAIN ? Step::interrupted : Step::failed;
    return deadline.left() == 0 ? Step::late : Step::done;
}

#endif  // _WIN32

// The receiving end: packets as they were read, many at a time, and the messages that become of them.
class Inlet {
  public:
    // `most` messages, or more if it is 0, are read at once.
    Inlet(u64 size, u64 payload, u32 space, bool is_socket, u64 most = 0)
        : is_long_(size > payload),
          is_socket_(is_socket),
          packet_(is_long_ ? sizeof(Part) + payload : size),
          most_(most && !is_long_ ? most : most_packets) {
        assembly.size = size;
        assembly.payload = payload;
        assembly.space = space;
    }

    // Short messages need no assembly: they are taken from where they were read.
    bool has_short() const { return !is_long_ && end_ - begin_ >= packet_; }
    const u8* next_short() {
        const u8* message = staged_.get() + begin_;
        begin_ += packet_;
        return message;
    }

#ifndef _WIN32
    // Goes on until a message is there, or nothing is left to read; or, with `wait`, until something comes or a signal.
    Step advance(int descriptor, bool wait) {
        for (unsigned reads = 0;; ++reads) {
            const Step sorted = sort();
            if (sorted != Step::done || assembly.finished.first() || reads == most_reads) return sorted;
            if (has_short()) return Step::done;
            if (!is_long_) return read_some(descriptor, wait);
            Step step = read_some(descriptor, false);
            if (step == Step::empty || step == Step::ended) assembly.drop_orphans(step == Step::ended);
            if (step == Step::empty) {
                if (assembly.look_for_orphans()) continue;
                if (wait) step = read_some(descriptor, true);
            }
            if (step != Step::done) return step;
        }
    }
    // Whether `advance` can wait: only sockets can be told so for one read.
    bool can_wait() const { return is_socket_; }
#endif

    // Takes bytes that somebody else has read, as many as there is room for. Says how many; 0 if there is no memory.
    u64 stage(const u8* bytes, u64 count) {
        if (!make_room()) return 0;
        close_gap();
        count = std::min(count, packets_ * packet_ - end_);
        std::memcpy(staged_.get() + end_, bytes, std::size_t(count));
        end_ += count;
        return count;
    }

    // What was read of a packet that isn't complete.
    const u8* rest(u64& bytes) const {
        bytes = end_ - begin_;
        return staged_.get() + begin_;
    }

    // Gives the parts that were read to the assembly.
    Step sort() {
        while (is_long_ && end_ - begin_ > sizeof(Part)) {
            Part part;
            std::memcpy(&part, staged_.get() + begin_, sizeof part);
            const u64 rest = assembly.size - std::min(part.offset, assembly.size);
            const u64 length = sizeof part + std::min(assembly.payload, rest);
            if (end_ - begin_ < length) break;
            const Step step = assembly.accept(staged_.get() + begin_, length);
            if (step != Step::done) return step;
            begin_ += is_socket_ ? std::min(packet_, end_ - begin_) : length;
        }
        return Step::done;
    }

    Assembly assembly{};

  private:
    static constexpr u64 most_packets = 128;
    static constexpr u64 staging = u64{1} << 18;
    // However fast parts come in, the caller gets a chance to look at its signals.
    static constexpr unsigned most_reads = 64;

    bool make_room() {
        if (staged_) return true;
        const u64 packets = std::clamp<u64>(staging / packet_, 1, std::min(most_packets, most_));
        std::unique_ptr<u8[]> staged(new (std::nothrow) u8[std::size_t(packets * packet_)]);
#ifdef __linux__
        headers_.reset(new (std::nothrow) mmsghdr[std::size_t(packets)]());
        pieces_.reset(new (std::nothrow) iovec[std::size_t(packets)]);
        if (!headers_ || !pieces_) staged.reset();
        for (u64 i = 0; staged && i < packets; ++i) {
            pieces_[i] = {staged.get() + i * packet_, std::size_t(packet_)};
            headers_[i].msg_hdr.msg_iov = &pieces_[i];
            headers_[i].msg_hdr.msg_iovlen = 1;
        }
#endif
        staged_ = std::move(staged);
        packets_ = packets;
        return bool(staged_);
    }

    void close_gap() {
        if (begin_ == 0) return;
        std::memmove(staged_.get(), staged_.get() + begin_, std::size_t(end_ - begin_));
        end_ -= begin_;
        begin_ = 0;
    }

#ifndef _WIN32

    Step read_some(int descriptor, bool wait) {
        return is_socket_ ? read_packets(descriptor, wait) : read_stream(descriptor);
    }

    // A socket keeps packets apart: each is put where the next full one would begin.
    Step read_packets([[maybe_unused]] int descriptor, [[maybe_unused]] bool wait) {
#ifdef __linux__
        if (!make_room()) return no_memory();
        const int flags = wait ? MSG_WAITFORONE : MSG_DONTWAIT;
        const int count = recvmmsg(descriptor, headers_.get(), unsigned(packets_), flags, nullptr);
        if (count < 0) return why_not();
        u64 packets = 0;
        while (packets < u64(count) && headers_[packets].msg_len > 0) ++packets;
        begin_ = 0;
        end_ = packets * packet_;
        return packets > 0 ? Step::done : Step::ended;
#else
        errno = EOPNOTSUPP;
        return Step::failed;
#endif
    }

    // A pipe joins packets: they lie one behind the other, and the last may not have been read to its end.
    Step read_stream(int descriptor) {
        if (!make_room()) return no_memory();
        close_gap();
        const ssize_t count = read(descriptor, staged_.get() + end_, std::size_t(packets_ * packet_ - end_));
        if (count < 0) return why_not();
        end_ += u64(count);
        return count > 0 ? Step::done : Step::ended;
    }

    static Step why_not() {
        if (errno == EINTR) return Step::interrupted;
        return errno == EAGAIN || errno == EWOULDBLOCK ? Step::empty : Step::failed;
    }
    static Step no_memory() {
        errno = ENOMEM;
        return Step::failed;
    }
#endif

    bool is_long_;
    bool is_socket_;
    u64 packet_;                   // bytes of a packet with its header
    u64 most_;                     // packets that may be read at once
    u64 packets_ = 0;              // how many are read at once
    std::unique_ptr<u8[]> staged_;
    u64 begin_ = 0, end_ = 0;      // what was read and not taken yet
#ifdef __linux__
    std::unique_ptr<mmsghdr[]> headers_;
    std::unique_ptr<iovec[]> pieces_;
#endif
};

}  // namespace hypersweep
