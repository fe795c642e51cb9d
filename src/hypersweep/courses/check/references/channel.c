/* COMP2017 channels as a student might submit them: a ring of messages in memory shared with forked processes. */
#define _GNU_SOURCE
#include "channel.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define SPACE ((size_t)64 << 20)

/* The head of the shared memory; the messages follow it. */
struct ring {
    pthread_mutex_t lock;
    pthread_cond_t filled, freed;
    size_t size, capacity, first, count;
    unsigned char data[];
};

/* This process's mapping of a ring, and the number of its ends that use it. */
struct link {
    struct ring * ring;
    size_t bytes;
    int ends;
    pthread_mutex_t lock;
};

static unsigned char * message(struct ring * ring, size_t number) {
    return ring->data + (ring->first + number) % ring->capacity * ring->size;
}

static void leave(struct link * link) {
    pthread_mutex_lock(&link->lock);
    int left = --link->ends;
    pthread_mutex_unlock(&link->lock);
    if (left > 0) return;
    munmap(link->ring, link->bytes);
    pthread_mutex_destroy(&link->lock);
    free(link);
}

void channel_init(struct receiver * receiver, struct sender * sender, size_t msg_sz) {
    if (receiver == NULL || sender == NULL) return;
    struct link * link = malloc(sizeof *link);
    size_t capacity = msg_sz > 0 ? SPACE / msg_sz + 4 : SPACE;
    size_t bytes = sizeof(struct ring) + capacity * msg_sz;
    void * memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    receiver->link = sender->link = NULL;
    if (link == NULL || memory == MAP_FAILED) {
        free(link);
        return;
    }
    struct ring * ring = memory;
    pthread_mutexattr_t lock_kind;
    pthread_condattr_t wait_kind;
    pthread_mutexattr_init(&lock_kind);
    pthread_mutexattr_setpshared(&lock_kind, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&ring->lock, &lock_kind);
    pthread_mutexattr_destroy(&lock_kind);
    pthread_condattr_init(&wait_kind);
    pthread_condattr_setpshared(&wait_kind, PTHREAD_PROCESS_SHARED);
    pthread_cond_init(&ring->filled, &wait_kind);
    pthread_cond_init(&ring->freed, &wait_kind);
    pthread_condattr_destroy(&wait_kind);
    ring->size = msg_sz;
    ring->capacity = capacity;
    link->ring = ring;
    link->bytes = bytes;
    link->ends = 2;
    pthread_mutex_init(&link->lock, NULL);
    receiver->link = link;
    sender->link = link;
}

void channel_get(struct receiver * receiver, void * data) {
    if (receiver == NULL || receiver->link == NULL || data == NULL) return;
    struct ring * ring = receiver->link->ring;
    pthread_mutex_lock(&ring->lock);
    while (ring->count == 0) pthread_cond_wait(&ring->filled, &ring->lock);
    memcpy(data, message(ring, 0), ring->size);
    ring->first = (ring->first + 1) % ring->capacity;
    --ring->count;
    pthread_cond_signal(&ring->freed);
    pthread_mutex_unlock(&ring->lock);
}

void channel_send(struct sender * sender, void * data) {
    if (sender == NULL || sender->link == NULL || data == NULL) return;
    struct ring * ring = sender->link->ring;
    pthread_mutex_lock(&ring->lock);
    while (ring->count == ring->capacity) pthread_cond_wait(&ring->freed, &ring->lock);
    memcpy(message(ring, ring->count), data, ring->size);
    ++ring->count;
    pthread_cond_signal(&ring->filled);
    pthread_mutex_unlock(&ring->lock);
}

void sender_dup(struct sender * dest, struct sender * src) {
    if (dest == NULL || src == NULL || dest == src || src->link == NULL) return;
    pthread_mutex_lock(&src->link->lock);
    ++src->link->ends;
    pthread_mutex_unlock(&src->link->lock);
    dest->link = src->link;
}

void channel_destroy(struct receiver * receiver, struct sender * sender) {
    if (receiver != NULL && receiver->link != NULL) {
        leave(receiver->link);
        receiver->link = NULL;
    }
    if (sender != NULL && sender->link != NULL) {
        leave(sender->link);
        sender->link = NULL;
    }
}
