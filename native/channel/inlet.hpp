// The receiving end of a channel.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <utility>

#include "channel/assembly.hpp"

#ifndef _WIN32
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#endif

namespace hypersweep {

// The receiving end: reads packets, many at a time, and turns them into messages.
class Inlet {
  public:
    // Reads at most `most` short messages at once; 0 for the default.
    Inlet(u64 size, u64 payload, u32 space, bool is_socket, u64 most = 0)
        : is_long_(size > payload),
          is_socket_(is_socket),
          packet_(is_long_ ? sizeof(Part) + payload : size),
          most_(most && !is_long_ ? most : most_packets) {
        assembly.size = size;
        assembly.payload = payload;
        assembly.space = space;
    }

    // Short messages need no assembly: they are taken directly from the read buffer.
    bool has_short() const { return !is_long_ && end_ - begin_ >= packet_; }
    const u8* next_short() {
        const u8* message = staged_.get() + begin_;
        begin_ += packet_;
        return message;
    }

#ifndef _WIN32
    // Reads until a message is complete, nothing is left to read, or `most_reads` is reached. With `wait`, if there is
    // nothing to read, waits for data or a signal.
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
    // Whether `advance` can wait: only sockets allow that for a single read.
    bool can_wait() const { return is_socket_; }
#endif

    // Accepts bytes that were read elsewhere, as many as there is room for. Returns their number; 0 if memory ran out.
    u64 stage(const u8* bytes, u64 count) {
        if (!make_space()) return 0;
        close_gap();
        count = std::min(count, packets_ * packet_ - end_);
        std::memcpy(staged_.get() + end_, bytes, std::size_t(count));
        end_ += count;
        return count;
    }

    // The part of an incomplete packet that has been read.
    const u8* rest(u64& bytes) const {
        bytes = end_ - begin_;
        return staged_.get() + begin_;
    }

    // Passes the parts that have been read to the assembly.
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
    // Limits the reads per call, so that the caller can check for signals however fast parts arrive.
    static constexpr unsigned most_reads = 64;

    bool make_space() {
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

    // A socket preserves packet boundaries: each packet is read into its own full-size slot.
    Step read_packets([[maybe_unused]] int descriptor, [[maybe_unused]] bool wait) {
#ifdef __linux__
        if (!make_space()) return no_memory();
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

    // A pipe is a byte stream: one read may return several packets, the last one incomplete.
    Step read_stream(int descriptor) {
        if (!make_space()) return no_memory();
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
    u64 packet_;                   // packet size, including the header
    u64 most_;                     // maximum number of packets per read
    u64 packets_ = 0;              // current number of packets per read
    std::unique_ptr<u8[]> staged_;
    u64 begin_ = 0, end_ = 0;      // bytes that have been read but not taken
#ifdef __linux__
    std::unique_ptr<mmsghdr[]> headers_;
    std::unique_ptr<iovec[]> pieces_;
#endif
};

}  // namespace hypersweep
