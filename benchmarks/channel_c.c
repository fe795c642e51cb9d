/*
 * One run of one way to send messages in C, for channel_c.py: WAY SIZE SENDERS COUNT [threads]. Prints the seconds from
 * the release of the senders to the last message.
 *
 * Ways: channel, the library; socket, a pair of sequenced-packet sockets, one call for each message of up to 64 KiB; pipe,
 * an unnamed pipe. The last two are what a programmer would write without a library. If their calls would mix long
 * messages of several senders, a lock in shared memory prevents it.
 */
#define _GNU_SOURCE
#include "channel.h"

#include <limits.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static enum { CHANNEL, SOCKET, PIPE } way;
static size_t size, most; /* bytes per message, and maximum bytes per call */
static long count;
static int senders, gate[2], ends[2];
static pthread_mutex_t *lock; /* null if none is needed */
static struct receiver receiver;
static struct sender sender;

static void stop(const char *why)
{
    perror(why);
    exit(1);
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void put(const char *message, struct sender *own)
{
    if (way == CHANNEL) {
        channel_send(own, (void *)(uintptr_t)message);
        return;
    }
    if (lock) pthread_mutex_lock(lock);
    for (size_t sent = 0; sent < size;) {
        const size_t part = size - sent < most ? size - sent : most;
        const ssize_t now_sent = way == SOCKET ? send(ends[1], message + sent, part, 0) : write(ends[1], message + sent, part);
        if (now_sent <= 0) stop("send");
        sent += (size_t)now_sent;
    }
    if (lock) pthread_mutex_unlock(lock);
}

static void take(char *message)
{
    if (way == CHANNEL) {
        channel_get(&receiver, message);
        return;
    }
    for (size_t got = 0; got < size;) {
        const ssize_t now_got = way == SOCKET ? recv(ends[0], message + got, size - got, 0) : read(ends[0], message + got, size - got);
        if (now_got <= 0) stop("receive");
        got += (size_t)now_got;
    }
}

static void *send_share(void *given)
{
    char *message = calloc(1, size), go;
    if (!message || read(gate[0], &go, 1) != 1) stop("start");
    for (long i = 0; i < count / senders; ++i) put(message, given);
    free(message);
    return NULL;
}

int main(int argc, char **argv)
{
    if (argc < 5) return 2;
    way = strcmp(argv[1], "channel") == 0 ? CHANNEL : strcmp(argv[1], "socket") == 0 ? SOCKET : PIPE;
    size = (size_t)atol(argv[2]);
    senders = atoi(argv[3]);
    count = atol(argv[4]);
    const int threads = argc > 5;
    most = way == SOCKET ? 1 << 16 : size;
    if (pipe(gate) != 0) stop("gate");
    if (way == CHANNEL) channel_init(&receiver, &sender, size);
    else if (way == SOCKET ? socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) : pipe(ends)) stop("ends");
    if (senders > 1 && size > (way == SOCKET ? most : PIPE_BUF)) {
        lock = mmap(NULL, sizeof *lock, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (lock == MAP_FAILED) stop("lock");
        pthread_mutexattr_t attributes;
        pthread_mutexattr_init(&attributes);
        pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
        pthread_mutex_init(lock, &attributes);
    }
    struct sender *own = calloc((size_t)senders, sizeof *own);
    pthread_t *running = calloc((size_t)senders, sizeof *running);
    if (!own || !running) stop("memory");
    for (int i = 0; i < senders; ++i) {
        if (way == CHANNEL) sender_dup(&own[i], &sender);
        if (threads) {
            if (pthread_create(&running[i], NULL, send_share, &own[i])) stop("thread");
            continue;
        }
        const pid_t child = fork();
        if (child < 0) stop("fork");
        if (child == 0) {
            send_share(&own[i]);
            _exit(0);
        }
    }
    char *message = malloc(size);
    char *tokens = calloc(1, (size_t)senders);
    if (!message || !tokens) stop("memory");
    const double begin = now();
    if (write(gate[1], tokens, (size_t)senders) != senders) stop("go");
    for (long i = 0; i < count / senders * senders; ++i) take(message);
    printf("%.9f\n", now() - begin);
    for (int i = 0; i < senders; ++i) {
        if (threads) pthread_join(running[i], NULL);
        else wait(NULL);
    }
    return 0;
}
