// Channels without Python: packets from many senders through sockets and pipes, abandoned messages, and invalid
// packets.
#include "channel/inlet.hpp"
#include "channel/packets.hpp"

#ifndef _WIN32
#include <sys/wait.h>
#endif

#include <deque>
#include <string>
#include <vector>

#include "tests/check.hpp"

namespace hypersweep {
namespace test {

using Message = std::vector<u8>;

// Blocks owned by the test, exactly as large as a message, so that a sanitizer detects any access beyond them.
class Desk {
  public:
    Desk(u64 size, u64 payload, bool is_socket, u32 space = 0) : inlet(size, payload, space, is_socket), size_(size) {}
    ~Desk() {
        Assembly& assembly = inlet.assembly;
        for (BlockList* list : {&assembly.begun, &assembly.finished, &assembly.dropped}) {
            while (Block* block = list->take_first()) give_back(block);
        }
        if (assembly.spare) give_back(assembly.spare);
        CHECK_EQUAL(lent_, 0);
    }
    Desk(const Desk&) = delete;
    Desk& operator=(const Desk&) = delete;

    void lend() {
        CHECK(!inlet.assembly.spare);
        Block* block = new Block;
        block->data = new u8[size_];
        inlet.assembly.spare = block;
        ++lent_;
    }
    // Takes out all complete messages.
    void collect() {
        while (inlet.has_short()) {
            const u8* data = inlet.next_short();
            received.emplace_back(data, data + size_);
        }
        while (Block* block = inlet.assembly.finished.take_first()) {
            received.emplace_back(block->data, block->data + size_);
            give_back(block);
        }
        while (Block* block = inlet.assembly.dropped.take_first()) give_back(block);
    }
    void stage(const u8* bytes, u64 count) {
        while (count > 0) {
            const u64 taken = inlet.stage(bytes, count);
            CHECK(taken > 0);
            bytes += taken;
            count -= taken;
            while (inlet.sort() == Step::need_block) lend();
            collect();
        }
    }
#ifndef _WIN32
    Step read_all(int descriptor) {
        for (;;) {
            const Step step = inlet.advance(descriptor, false);
            collect();
            if (step == Step::need_block) lend();
            if (step == Step::empty || step == Step::ended) return step;
            CHECK(step == Step::done || step == Step::need_block);
        }
    }
#endif

    Inlet inlet;
    std::deque<Message> received;

  private:
    void give_back(Block* block) {
        delete[] block->data;
        delete block;
        --lent_;
    }

    u64 size_;
    i64 lent_ = 0;
};

static Message random_message(Dice& dice, u64 size) {
    Message message(size);
    for (u8& byte : message) byte = u8(dice.below(256));
    return message;
}

static void check_rubbish() {
    Dice dice(1);
    for (int round = 0; round < 2000; ++round) {
        const u64 size = dice.between(1, 80), payload = dice.between(1, 80);
        scene() = "rubbish, size " + std::to_string(size) + ", payload " + std::to_string(payload);
        Desk desk(size, payload, dice.chance(50));
        for (int piece = 0; piece < 5; ++piece) {
            Message bytes = random_message(dice, dice.below(400));
            // Mostly zeros, because such bytes look like headers more often.
            for (u8& byte : bytes) byte = dice.chance(80) ? u8(dice.below(3)) * (dice.chance(20) ? 1 : 0) : byte;
            desk.stage(bytes.data(), bytes.size());
        }
    }
}

#ifndef _WIN32

struct Pair {
    explicit Pair(bool sockets) : is_socket(sockets) {
        CHECK_EQUAL(sockets ? socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) : pipe(ends), 0);
        for (int end : ends) fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK);
    }
    ~Pair() {
        for (int end : ends) {
            if (end >= 0) close(end);
        }
    }
    void close_end(int which) {
        close(ends[which]);
        ends[which] = -1;
    }
    bool is_socket;
    int ends[2];
};

// Senders take turns and abandon some messages. When the channel is full, sending continues after a read.
static void check_mixtures(bool sockets) {
    Dice dice(2);
    for (int round = 0; round < 300; ++round) {
        const u64 payload = dice.between(1, 4000);
        const u64 size = dice.chance(30) ? dice.between(1, payload) : dice.between(payload + 1, 40 * payload);
        scene() = (sockets ? "sockets" : "pipes") + std::string(", size ") + std::to_string(size) + ", payload " +
                  std::to_string(payload);
        Pair pair(sockets);
        Desk desk(size, payload, sockets);
        struct Sender {
            Part part;
            Message message;
        };
        std::vector<Sender> senders(dice.between(1, 5));
        for (u64 i = 0; i < senders.size(); ++i) senders[i] = {{100 + i, 0, size, 0, 0, 0}, {}};
        std::deque<Message> expected;
        for (int turn = 0; turn < 60; ++turn) {
            Sender& sender = senders[dice.below(senders.size())];
            if (sender.part.offset == size || dice.chance(5)) {
                sender.message = random_message(dice, size);
                sender.part.offset = 0;
                ++sender.part.message;
            }
            const u8* data = sender.message.data();
            Step step = Step::done;
            if (size <= payload) {
                while ((step = write_packet(pair.ends[1], sockets, nullptr, data, size)) == Step::full) {
                    CHECK(desk.read_all(pair.ends[0]) == Step::empty);
                }
                sender.part.offset = size;
            } else if (dice.chance(50)) {
                step = write_parts(pair.ends[1], sockets, sender.part, data, size, payload);
            } else {
                const u64 bytes = std::min(payload, size - sender.part.offset);
                step = write_packet(pair.ends[1], sockets, &sender.part, data + sender.part.offset, bytes);
                if (step == Step::done) sender.part.offset += bytes;
            }
            CHECK(step == Step::done || step == Step::full);
            if (sender.part.offset == size) expected.push_back(sender.message);
            if (step == Step::full || dice.chance(20)) CHECK(desk.read_all(pair.ends[0]) == Step::empty);
        }
        pair.close_end(1);
        CHECK(desk.read_all(pair.ends[0]) == Step::ended);
        CHECK_EQUAL(desk.received.size(), expected.size());
        CHECK(desk.received == expected);
    }
}

// Unfinished messages of an exited process must be dropped once everything it sent has been read, even if it is a
// zombie, or another process has its ID by now.
static void check_orphans(bool sockets) {
    for (const char* how : {"reaped", "a zombie", "its number used again", "alive"}) {
        scene() = std::string("orphans, ") + how + (sockets ? ", sockets" : ", pipes");
        const bool is_reaped = how[0] == 'r', is_used_again = how[0] == 'i', lives = std::string(how) == "alive";
#ifndef __linux__
        if (!is_reaped && !lives) continue;
#endif
        const u64 size = 1000, payload = 100;
        Pair pair(sockets), gate(false);
        Desk desk(size, payload, sockets, 7);
        const Message message(size, 'x');
        const pid_t child = fork();
        if (child == 0) {
            gate.close_end(1);
            const u32 process = u32(is_used_again ? getppid() : getpid());
            const u64 started = start_of_process(u32(getpid())) + is_used_again;
            Part whole{1, 1, 0, process, 7, started}, half{2, 1, 0, process, 7, started};
            write_parts(pair.ends[1], sockets, whole, message.data(), size, payload);
            for (; half.offset < size / 2; half.offset += payload) {
                write_packet(pair.ends[1], sockets, &half, message.data() + half.offset, payload);
            }
            if (!lives) _exit(0);
            pollfd polled{gate.ends[0], POLLIN, 0};
            poll(&polled, 1, 20000);
            _exit(0);
        }
        gate.close_end(0);
        if (is_reaped) {
            CHECK_EQUAL(waitpid(child, nullptr, 0), child);
        } else {
            // Waits for the child without reaping it, so that it stays a zombie.
            siginfo_t ended;
            if (!lives) CHECK_EQUAL(waitid(P_PID, id_t(child), &ended, WEXITED | WNOWAIT), 0);
        }
        // The complete message of the exited process is still in transit, and must arrive.
        while (desk.received.empty()) CHECK(desk.read_all(pair.ends[0]) == Step::empty);
        CHECK_EQUAL(desk.received.size(), u64{1});
        // Not every read checks for exited senders.
        for (int turn = 0; turn < 1000 && desk.inlet.assembly.begun.first(); ++turn) {
            CHECK(desk.read_all(pair.ends[0]) == Step::empty);
            poll(nullptr, 0, lives ? 0 : 5);
        }
        CHECK((desk.inlet.assembly.begun.first() != nullptr) == lives);
        Part part{3, 1, 0, u32(getpid()), 7, start_of_process(u32(getpid()))};
        CHECK(write_parts(pair.ends[1], sockets, part, message.data(), size, payload) == Step::done);
        CHECK(desk.read_all(pair.ends[0]) == Step::empty);
        CHECK_EQUAL(desk.received.size(), u64{2});
        gate.close_end(1);
        if (!is_reaped) CHECK_EQUAL(waitpid(child, nullptr, 0), child);
    }
}

// Unfinished messages must be dropped once every sender has exited.
static void check_the_end(bool sockets) {
    scene() = sockets ? "the end, sockets" : "the end, pipes";
    Pair pair(sockets);
    Desk desk(1000, 100, sockets);
    const Message message(1000, 'x');
    Part half{2, 1, 0, u32(getpid()), 0, 0};
    CHECK(write_packet(pair.ends[1], sockets, &half, message.data(), 100) == Step::done);
    CHECK(desk.read_all(pair.ends[0]) == Step::empty);
    CHECK(desk.inlet.assembly.begun.first() != nullptr);
    pair.close_end(1);
    CHECK(desk.read_all(pair.ends[0]) == Step::ended);
    CHECK(!desk.inlet.assembly.begun.first());
}

static void check_the_other_end_is_gone(bool sockets) {
    scene() = sockets ? "gone, sockets" : "gone, pipes";
    signal(SIGPIPE, SIG_IGN);
    const u8 byte = 'x';
    Pair pair(sockets);
    CHECK(write_packet(pair.ends[1], sockets, nullptr, &byte, 1) == Step::done);
    CHECK(wait_for(pair.ends[0], false, -1, Deadline(0)) == Step::done);
    pair.close_end(0);
    // If there are unread messages, the first write to a socket fails with a different error.
    CHECK(write_packet(pair.ends[1], sockets, nullptr, &byte, 1) == Step::broken);
    CHECK(write_packet(pair.ends[1], sockets, nullptr, &byte, 1) == Step::broken);
}

static void check_waiting() {
    scene() = "waiting";
    Pair pair(false), wake(false);
    CHECK(wait_for(pair.ends[0], false, wake.ends[0], Deadline(0)) == Step::late);
    CHECK(wait_for(pair.ends[0], false, wake.ends[0], Deadline(-1)) == Step::late);
    CHECK(wait_for(pair.ends[0], false, wake.ends[0], Deadline(0.02)) == Step::late);
    CHECK(wait_for(pair.ends[1], true, wake.ends[0], Deadline(1e300)) == Step::done);
    CHECK_EQUAL(write(wake.ends[1], "", 1), 1);
    CHECK(wait_for(pair.ends[0], false, wake.ends[0], Deadline(1e300)) == Step::done);
}

#endif

}  // namespace test
}  // namespace hypersweep

int main() {
    using namespace hypersweep::test;
    check_rubbish();
#ifndef _WIN32
    for (bool sockets : {false, true}) {
#ifndef __linux__
        if (sockets) continue;
#endif
        check_mixtures(sockets);
        check_orphans(sockets);
        check_the_end(sockets);
        check_the_other_end_is_gone(sockets);
    }
    check_waiting();
#endif
    return finish("channel");
}
