// All channels in this process, and how they survive a fork. Included only by library.cpp.
//
// A client's struct holds the index of its channel and a key unique to this end. Channel records are reused but never
// freed, so it is safe to look up any index and key, even garbage.
#pragma once

#include <atomic>
#include <bit>

#include "endpoint.hpp"

namespace hypersweep::course {

class Lock {
  public:
    explicit Lock(pthread_mutex_t& mutex) : mutex_(mutex) { pthread_mutex_lock(&mutex_); }
    ~Lock() { pthread_mutex_unlock(&mutex_); }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;

  private:
    pthread_mutex_t& mutex_;
};

class Registry {
  public:
    // Number of forks in this process and its ancestors. Reading this or `life` requires holding a channel's lock.
    u64 generation() const { return generation_; }
    // Number of forks that led to this process.
    u64 life() const { return life_; }
    // Header for parts of long messages from this process; each process draws its own.
    const Part& identity() const { return identity_; }

    u64 new_key() {
        const u64 key = last_key_.fetch_add(1, std::memory_order_relaxed) + 1;
        return key ? key : new_key();
    }

    // Returns the record at this index; null if there is none.
    Channel* find(u64 place) {
        if (place >= count_.load(std::memory_order_acquire)) return nullptr;
        return at(place);
    }

    // Returns a free record and marks it as in use; null if memory ran out.
    Channel* take() {
        pthread_once(&once_, begin);
        const Lock locked(lock_);
        Channel* channel = free_;
        if (channel) {
            free_ = channel->next;
        } else {
            channel = make();
        }
        if (channel) channel->live = true;
        return channel;
    }
    void give_back(Channel* channel) {
        const Lock locked(lock_);
        put_aside(*channel);
    }

  private:
    static constexpr unsigned first_bits = 4, most_blocks = 27;

    void put_aside(Channel& channel) {
        channel.live = false;
        channel.next = free_;
        free_ = &channel;
    }
    Channel* at(u64 place) {
        // Each block of records is twice as large as the one before.
        const u64 shifted = place + (u64{1} << first_bits);
        const unsigned block = unsigned(std::bit_width(shifted)) - 1 - first_bits;
        return blocks_[block].load(std::memory_order_relaxed) + (shifted - (u64{1} << (block + first_bits)));
    }
    Channel* make() {
        const u64 place = count_.load(std::memory_order_relaxed);
        const u64 shifted = place + (u64{1} << first_bits);
        const unsigned block = unsigned(std::bit_width(shifted)) - 1 - first_bits;
        if (block >= most_blocks) return nullptr;
        if ((shifted & (shifted - 1)) == 0) {
            void* memory = std::malloc(std::size_t(shifted) * sizeof(Channel));
            if (!memory) return nullptr;
            blocks_[block].store(static_cast<Channel*>(memory), std::memory_order_relaxed);
        }
        Channel* channel = new (at(place)) Channel(place);
        count_.store(place + 1, std::memory_order_release);
        return channel;
    }

    void look_around() {
        identity_ = sending_identity();
        last_key_.store(identity_.sender * 0x9E3779B97F4A7C15u, std::memory_order_relaxed);
    }

    template <class Do>
    void for_all(const Do& act) {
        for (u64 place = 0; place < count_.load(std::memory_order_relaxed); ++place) act(*at(place));
    }
    static void begin();
    void before_fork() {
        pthread_mutex_lock(&lock_);
        for_all([](Channel& channel) {
            if (channel.live) pthread_mutex_lock(&channel.lock);
        });
    }
    void after_fork_in_parent() {
        ++generation_;
        for_all([](Channel& channel) {
            if (channel.live) pthread_mutex_unlock(&channel.lock);
        });
        pthread_mutex_unlock(&lock_);
    }
    // The child has only the thread that forked: forget calls in other threads, and bells, which belong to the parent.
    void after_fork_in_child() {
        ++generation_;
        ++life_;
        look_around();
        for_all([this](Channel& channel) {
            if (!channel.live) {
                // Another thread may have been holding this lock.
                pthread_mutex_init(&channel.lock, nullptr);
                return;
            }
            channel.throw_bells_away();
            channel.getting = channel.posting = 0;
            channel.lanes = 0;
            const bool nothing_left = channel.settle();
            pthread_mutex_unlock(&channel.lock);
            if (nothing_left) put_aside(channel);
        });
        pthread_mutex_unlock(&lock_);
    }

    pthread_once_t once_ = PTHREAD_ONCE_INIT;
    pthread_mutex_t lock_ = PTHREAD_MUTEX_INITIALIZER;
    std::atomic<u64> count_{0};
    std::atomic<Channel*> blocks_[most_blocks]{};
    Channel* free_ = nullptr;
    u64 generation_ = 0, life_ = 0;
    std::atomic<u64> last_key_{0};
    Part identity_{};
};

static constinit Registry registry;

void Registry::begin() {
    registry.look_around();
    pthread_atfork([] { registry.before_fork(); }, [] { registry.after_fork_in_parent(); },
                   [] { registry.after_fork_in_child(); });
}

}  // namespace hypersweep::course
