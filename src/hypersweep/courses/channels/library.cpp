// The five functions of the COMP2017 channels, implemented with hypersweep's packets (native/channel/).
//
// The functions return nothing. A failed channel_get or channel_send has no effect on the client's data. errno stays
// unchanged, except that channel_init and sender_dup set it if they fail.
#include "channel.h"

#include "registry.hpp"
#if defined(__has_include)
#if __has_include(<sys/single_threaded.h>)
#include <sys/single_threaded.h>
#define HYPERSWEEP_TELLS_THREADS 1
#endif
#endif

namespace {

using namespace hypersweep;
using namespace hypersweep::course;

// Preserves errno during a call, and lets the thread be cancelled only while it waits.
class Quiet {
  public:
    Quiet() : error_(errno) { pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before_); }
    ~Quiet() {
        int ours;
        pthread_setcancelstate(before_, &ours);
        errno = error_;
    }
    Quiet(const Quiet&) = delete;
    Quiet& operator=(const Quiet&) = delete;
    int cancel_state() const { return before_; }
    void say(int error) { error_ = error; }

  private:
    int error_, before_;
};

// A call in progress, which keeps the channel's descriptors open.
struct Call {
    Channel& channel;
    const bool sends;
    const u64 life;
    u64 lane = 0;
    bool has_lane = false;
    Bell* bell = nullptr;

    // Construct a call only with the lock held.
    Call(Channel& of, bool to_send) : channel(of), sends(to_send), life(registry.life()) {
        ++(sends ? channel.posting : channel.getting);
        if (!sends || !channel.is_long()) return;
        // Give each of several long messages sent at the same time its own lane: to the receiver, a lane is a sender.
        has_lane = true;
        lane = u64(std::countr_one(channel.lanes));
        if (lane < 64) {
            channel.lanes |= u64{1} << lane;
        } else {
            lane += ++channel.beyond;
        }
    }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    // Requires the lock, and releases it.
    void leave() {
        bool nothing_left = false;
        // If a signal handler forked during this call, the child has no such call to end.
        if (life == registry.life()) {
            stop_waiting();
            // If this thread was woken for a message, but then cancelled, another thread must take the message.
            channel.ring_next();
            --(sends ? channel.posting : channel.getting);
            if (has_lane && lane < 64) channel.lanes &= ~(u64{1} << lane);
            nothing_left = channel.settle();
        }
        pthread_mutex_unlock(&channel.lock);
        if (nothing_left) registry.give_back(&channel);
    }
    void stop_waiting() {
        if (bell && life == registry.life()) channel.take_down_bell(bell);
        bell = nullptr;
    }
};

// Milliseconds to wait before a retry if the system has no memory or descriptors.
constexpr int moment = 10;

void cancelled(void* given) {
    Call& call = *static_cast<Call*>(given);
    int before;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    pthread_mutex_lock(&call.channel.lock);
    call.leave();
}

// Waits for a message, space or a bell, up to a time limit; without a bell, for `moment` at most. Returns whether
// something happened. Releases the lock meanwhile.
bool wait(Call& call, const Quiet& quiet, int milliseconds) {
    Channel& channel = call.channel;
    const bool sends = call.sends;
    call.bell = channel.hang_up_bell(sends);
    const short events = short(sends ? POLLOUT : POLLIN);
    pollfd polled[2] = {{sends ? channel.sending : channel.receiving, events, 0},
                        {call.bell ? call.bell->in : -1, POLLIN, 0}};
    if (!call.bell && (milliseconds < 0 || milliseconds > moment)) milliseconds = moment;
    pthread_mutex_unlock(&channel.lock);
    int happened = 0;
    pthread_cleanup_push(cancelled, &call);
    int ours;
    pthread_setcancelstate(quiet.cancel_state(), &ours);
    happened = poll(polled, 2, milliseconds);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &ours);
    pthread_cleanup_pop(0);
    pthread_mutex_lock(&channel.lock);
    call.stop_waiting();
    return happened != 0;
}

// Sleeps for `moment`, so that memory may be available again afterwards.
void pause(Call& call) {
    pthread_mutex_unlock(&call.channel.lock);
    poll(nullptr, 0, moment);
    pthread_mutex_lock(&call.channel.lock);
}

bool is_only_thread() {
#ifdef HYPERSWEEP_TELLS_THREADS
    return __libc_single_threaded;
#else
    return false;
#endif
}

// Returns whether this process is known to be the receiver: after a fork it isn't, until it calls channel_get.
bool receives_here(const Channel& channel) {
    return channel.receiver_key != 0 && channel.receives_since == registry.generation();
}

Channel* channel_of(u64 place) { return registry.find(place >> 32); }
u64 outlet_of(u64 place) { return place & 0xFFFFFFFFu; }

void receive(Channel& channel, u64 key, u8* data, const Quiet& quiet) {
    pthread_mutex_lock(&channel.lock);
    if (key == 0 || channel.receiver_key != key) {
        pthread_mutex_unlock(&channel.lock);
        return;
    }
    u8 nothing;
    if (channel.size == 0) data = &nothing;
    Call call(channel, false);
    if (!receives_here(channel)) {
        channel.receives_since = registry.generation();
        // Wake senders that wait for another process to receive: they may now have to make space themselves.
        channel.ring_all();
    }
    while (channel.receiver_key == key) {
        if (is_socket && is_only_thread() && !channel.is_long() && !channel.has_moved()) {
            // No other thread can destroy the receiver or move messages meanwhile, so block in the read itself, which
            // is faster.
            pthread_mutex_unlock(&channel.lock);
            const ssize_t count = recv(channel.receiving, data, std::size_t(channel.wire), 0);
            const int error = errno;
            pthread_mutex_lock(&channel.lock);
            if (count >= 0 || error != EINTR) break;
            continue;
        }
        const Step step = channel.take(data);
        channel.gets += step == Step::done;
        if (step == Step::done || step == Step::ended || step == Step::failed) break;
        if (step == Step::need_block) {
            pause(call);
        } else {
            wait(call, quiet, -1);
        }
    }
    call.leave();
}

Step write_message(const Channel& channel, Part& part, const u8* data) {
    NoPipeSignal signal;
    const u64 size = channel.wire;
    const Step step = channel.is_long()
                          ? write_parts(channel.sending, is_socket, part, data, size, channel.payload)
                          : write_packet(channel.sending, is_socket, nullptr, data, size);
    if (step == Step::broken) signal.took_place();
    return step;
}

void send(Channel& channel, u64 key, u64 outlet, const u8* data, const Quiet& quiet) {
    pthread_mutex_lock(&channel.lock);
    if (!channel.has_sender(key, outlet)) {
        pthread_mutex_unlock(&channel.lock);
        return;
    }
    const u8 nothing = 0;
    if (channel.size == 0) data = &nothing;
    Call call(channel, true);
    Part part = registry.identity();
    part.sender += call.lane;
    part.message = ++channel.messages;
    for (;;) {
        pthread_mutex_unlock(&channel.lock);
        const Step step = write_message(channel, part, data);
        // The system's own buffers may be exhausted.
        const bool is_short = step == Step::failed && (errno == ENOBUFS || errno == ENOMEM);
        pthread_mutex_lock(&channel.lock);
        if (step != Step::full && !is_short) break;
        if (is_short) {
            pause(call);
        } else if (!receives_here(channel)) {
            wait(call, quiet, -1);
        } else if (!is_only_thread() && channel.gets != channel.gets_at_move) {
            // Another thread may be about to receive, so wait a millisecond before this thread makes space.
            const u64 before = channel.gets;
            if (!wait(call, quiet, 1) && channel.gets == before) channel.gets_at_move = before;
        } else {
            channel.gets_at_move = channel.gets;
            const Step moved = channel.make_space();
            if (moved == Step::failed) break;
            if (moved == Step::need_block) pause(call);
            channel.ring_next();
        }
        if (!channel.has_sender(key, outlet)) break;
    }
    call.leave();
}

// Opens a channel in a free record. Returns false and sets errno if that fails.
bool open_channel(Channel& channel, size_t size) {
    const Lock locked(channel.lock);
    int pair[2];
    if (!open_pair(pair, channel.payload)) return false;
    channel.receiving = pair[0];
    channel.sending = pair[1];
    channel.size = size;
    channel.wire = std::max<u64>(size, 1);
    channel.assembly.size = channel.wire;
    channel.assembly.payload = channel.payload;
    channel.assembly.space = registry.identity().space;
    channel.receives_since = registry.generation();
    channel.first_free = Channel::none;
    channel.gets = 0;
    channel.gets_at_move = Channel::none;
    channel.receiver_key = registry.new_key();
    if (channel.add_sender(registry.new_key()) != Channel::none) return true;
    channel.receiver_key = 0;
    channel.settle();
    errno = ENOMEM;
    return false;
}

void destroy(Channel* channel, bool sends, u64 key, u64 outlet) {
    if (!channel) return;
    pthread_mutex_lock(&channel->lock);
    bool nothing_left = false;
    if (sends ? channel->has_sender(key, outlet) : key != 0 && channel->receiver_key == key) {
        if (sends) {
            channel->remove_sender(outlet);
        } else {
            channel->receiver_key = 0;
        }
        channel->ring_all();
        nothing_left = channel->settle();
    }
    pthread_mutex_unlock(&channel->lock);
    if (nothing_left) registry.give_back(channel);
}

}  // namespace

#define EXPORTED extern "C" __attribute__((visibility("default")))

EXPORTED void channel_init(struct receiver* receiver, struct sender* sender, size_t msg_sz) {
    Quiet quiet;
    if (receiver) *receiver = {0, 0};
    if (sender) *sender = {0, 0};
    if (!receiver || !sender || msg_sz > SIZE_MAX / 4) {
        quiet.say(EINVAL);
        return;
    }
    Channel* channel = registry.take();
    if (!channel) {
        quiet.say(ENOMEM);
    } else if (!open_channel(*channel, msg_sz)) {
        quiet.say(errno);
        registry.give_back(channel);
    } else {
        // The channel isn't visible to other threads yet.
        *receiver = {channel->receiver_key, channel->place << 32};
        *sender = {channel->outlets[0].key, channel->place << 32};
    }
}

EXPORTED void channel_get(struct receiver* receiver, void* data) {
    if (!receiver || !data) return;
    const Quiet quiet;
    Channel* channel = channel_of(receiver->place);
    if (channel) receive(*channel, receiver->key, static_cast<u8*>(data), quiet);
}

EXPORTED void channel_send(struct sender* sender, void* data) {
    if (!sender || !data) return;
    const Quiet quiet;
    Channel* channel = channel_of(sender->place);
    if (channel) send(*channel, sender->key, outlet_of(sender->place), static_cast<const u8*>(data), quiet);
}

EXPORTED void sender_dup(struct sender* dest, struct sender* src) {
    if (!dest || !src || dest == src) return;
    Quiet quiet;
    Channel* channel = channel_of(src->place);
    if (!channel) return;
    const Lock locked(channel->lock);
    if (!channel->has_sender(src->key, outlet_of(src->place))) return;
    const u64 key = registry.new_key();
    const u64 outlet = channel->add_sender(key);
    if (outlet == Channel::none) {
        *dest = {0, 0};
        quiet.say(ENOMEM);
    } else {
        *dest = {key, channel->place << 32 | outlet};
    }
}

EXPORTED void channel_destroy(struct receiver* receiver, struct sender* sender) {
    const Quiet quiet;
    if (receiver) destroy(channel_of(receiver->place), false, receiver->key, 0);
    if (sender) destroy(channel_of(sender->place), true, sender->key, outlet_of(sender->place));
}
