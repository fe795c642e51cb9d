/* COMP2017 channels: messages of a fixed size, from any number of senders to one receiver. Link with libchannel.
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
 * Messages arrive whole or not at all, whatever their size and however many senders there are; messages from one sender
 * arrive in the order sent. The ends work within one thread, between threads, and between a process and processes that
 * it forks afterwards. Threads may use the same end at the same time; signal handlers may not use any. A channel has no
 * name or file, and nothing is printed.
 *
 * You allocate the structs, and needn't zero them. A struct works in the process that initialised it, and in processes
 * forked from it since; a copy of a struct is the same end. NULL pointers are ignored, and so are ends that were
 * destroyed or never initialised.
 */
#ifndef CHANNEL_H
#define CHANNEL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The receiving end. Its fields are private to the library. */
struct receiver {
    uint64_t key;
    uint64_t place;
};

/* A sending end. Its fields are private to the library. */
struct sender {
    uint64_t key;
    uint64_t place;
};

/* Connects a receiver and a first sender with a new channel for messages of msg_sz bytes. The structs' previous
 * contents are ignored: destroy an end before you reuse it. If the system has no descriptors or memory left, a pointer
 * is NULL, or msg_sz is too large, no channel is made: errno is set, and calls with these ends do nothing. */
void channel_init(struct receiver * receiver, struct sender * sender, size_t msg_sz);

/* Waits for a message, and copies the oldest to data. If data is NULL, it does nothing, and no message is lost. It
 * returns immediately and leaves data unchanged if all senders are closed in all processes and no message is left, or
 * if another thread destroys the receiver meanwhile. */
void channel_get(struct receiver * receiver, void * data);

/* Sends a copy of the msg_sz bytes at data; does nothing if data is NULL. If the channel is full (about 400 KB, or
 * about 550 small messages), it waits for a receiving process, unless this process is the receiver: then it moves the
 * waiting messages into memory, so that a thread can send itself any amount. After a fork, a process can't know which
 * process receives; it counts as the receiver again once it calls channel_get. If the receiver is closed in all
 * processes, nothing is sent, and no signal (SIGPIPE) is raised. */
void channel_send(struct sender * sender, void * data);

/* Makes dest another sender on the channel of src; it must be destroyed separately. Previous contents of dest are
 * ignored. Does nothing if either is NULL or both are the same. If memory runs out, errno is set, and calls with dest
 * do nothing. */
void sender_dup(struct sender * dest, struct sender * src);

/* Releases the ends in this process; one or both may be NULL. Threads that wait on them return. A process should also
 * destroy the ends that it doesn't use: only then do other processes notice when no sender or receiver is left.
 * When a process ends, all its ends are released. */
void channel_destroy(struct receiver * receiver, struct sender * sender);

#ifdef __cplusplus
}
#endif

#endif
