// Nonblocking packet writes, and waiting.
#pragma once

#include <algorithm>
#include <chrono>

#include "channel/parts.hpp"

#ifndef _WIN32
#include <poll.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#endif

namespace hypersweep {

// A point in time on the monotonic clock, or never.
class Deadline {
  public:
    explicit Deadline(double seconds) : never_(!(seconds < 1e9)) {
        const std::chrono::duration<double> span(never_ ? 0.0 : std::max(seconds, 0.0));
        at_ = Clock::now() + std::chrono::duration_cast<Clock::duration>(span);
    }
    bool never() const { return never_; }
    // Microseconds left; 0 after the deadline.
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

// Writes one packet to a socket or a pipe atomically, without waiting.
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

// Sends the parts of a long message from `part.offset` on, until there is no more room.
inline Step write_parts(int descriptor, bool is_socket, Part& part, const u8* data, u64 size, u64 payload) {
    while (part.offset < size) {
        const u64 bytes = std::min(payload, size - part.offset);
        const Step step = write_packet(descriptor, is_socket, &part, data + part.offset, bytes);
        if (step != Step::done) return step;
        part.offset += bytes;
    }
    return Step::done;
}

// Waits until the descriptor is readable (with `to_write`, writable), the pipe `wake` has data, or the deadline passes.
inline Step wait_for(int descriptor, bool to_write, int wake, const Deadline& deadline) {
    pollfd polled[2] = {{descriptor, short(to_write ? POLLOUT : POLLIN), 0}, {wake, POLLIN, 0}};
    // poll takes an int, so the wait may be cut short; the caller then calls again.
    const i64 milliseconds = deadline.never() ? -1 : std::min<i64>((deadline.left() + 999) / 1000, 1'000'000'000);
    const int ready = poll(polled, 2, int(milliseconds));
    if (ready > 0) return Step::done;
    if (ready < 0) return errno == EINTR || errno == EAGAIN ? Step::interrupted : Step::failed;
    return deadline.left() == 0 ? Step::late : Step::done;
}

#endif  // _WIN32

}  // namespace hypersweep
