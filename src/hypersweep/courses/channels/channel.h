/* Channels of COMP2017: messages of one size, from any number of senders to one receiver. Link with libchannel.
 *
 *     struct receiver receiver;
 *     struct sender sender, other;
 *     channel_init(&receiver, &sender, sizeof(int));
 *     sender_dup(&other, &sender);             // for another thread or process
 *     channel_send(&other, &number);           // copies sizeof(int) bytes
 *     channel_get(&receiver, &number);
 *     channel_destroy(&receiver, &sender);
 *     channel_destroy(NULL, &other);
 *
 * Messages arrive whole or not at all, whatever their size and however many senders there are; those of one sender
 * arrive in its order. The ends work within one thread, between threads, and between a process and those that it forks
 * afterwards. All threads may use the same end at the same time; handlers of signals may not. No name and no file
 * stands for a channel, and nothing is printed.
 *
 * The memory of the structs is yours and need not be zeroed. A struct is used in the process that filled it and in those
 * forked from it since; a copy of a struct is the same end. What is passed as NULL is ignored, and so is an end that was
 * destroyed, and one that was never filled.
 */
#ifndef CHANNEL_H
#define CHANNEL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The receiving end. What it holds is the library's own affair. */
struct receiver {
    uint64_t key;
    uint64_t place;
};

/* A sending end. What it holds is the library's own affair. */
struct sender {
    uint64_t key;
    uint64_t place;
};

/* Ties a receiver and a first sender to a new channel, whose messages have msg_sz bytes each. What stood in the structs
 * before isn't looked at: an end that is to be used again has to be destroyed first. Where the system has no descriptors
 * or no memory left, or where one of the two is NULL, no channel is made; then errno says why, and calls with these ends
 * do nothing. */
void channel_init(struct receiver * receiver, struct sender * sender, size_t msg_sz);

/* Waits until there is a message and copies the oldest to data. Without data it does nothing: no message is lost. If
 * every sender is gone, in all processes, and every message taken, it returns at once and data stays as it was; so it
 * does where another thread destroys the receiver meanwhile. */
void channel_get(struct receiver * receiver, void * data);

/* Adds a message, a copy of msg_sz bytes at data. Without data it does nothing. Where the channel is full (some 400 KB, or
 * some 550 small messages) it waits for a receiving process, unless this process is the receiver: then it
 * moves what there is into memory, so that a thread can send itself anything. A process that has forked can't know who
 * receives; it takes itself for the receiver again from its next channel_get on. Nothing is sent where the receiver is
 * gone in all processes; no signal (SIGPIPE) comes of it. */
void channel_send(struct sender * sender, void * data);

/* Makes dest another sender of the channel of src, which is to be destroyed on its own. What stood in dest isn't looked
 * at. Does nothing where either is NULL or both are the same. */
void sender_dup(struct sender * dest, struct sender * src);

/* Releases what this process holds of the ends; one or both may be NULL. Threads that wait with them return. A
 * process that doesn't use an end should destroy it too: only then can the others learn that no process sends or receives any
 * more. When a process ends, all its ends are released. */
void channel_destroy(struct receiver * receiver, struct sender * sender);

#ifdef __cplusplus
}
#endif

#endif
