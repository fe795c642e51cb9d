/*
 * Plays one game with a student's channels. It is compiled with their channel.h and linked with their channel.c.
 * Arguments: MODE SIZE SENDERS COUNT SECONDS. Prints "fault KIND WHERE" for the first fault and exits with 3, or prints
 * "done" and exits with 0.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include HEADER

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

enum { GUARD = 32, MOST_SENDERS = 4 };

static size_t size;
static int senders, count;
/* Time limit for the game; a call that is still running after it counts as a hang. */
static unsigned seconds;
/* Name of the current call in the receiving thread, for messages. */
static const char *volatile calling = "the game";

static void fault(const char *kind, const char *where) {
    char line[200];
    const int length = snprintf(line, sizeof line, "fault %s %s\n", kind, where);
    if (write(1, line, (size_t)length) < 0) _exit(4);
    _exit(3);
}

static void expire(int number) {
    (void)number;
    char line[200] = "fault hang ";
    strncat(line, calling, 150);
    strcat(line, "\n");
    if (write(1, line, strlen(line)) < 0) _exit(4);
    kill(0, SIGKILL);
}

static unsigned char *memory(size_t bytes) {
    unsigned char *block = malloc(bytes);
    if (block == NULL) exit(5);
    return block;
}

/* Returns one byte of a message. The first encodes the sender and the message's number; the others follow from it. */
static unsigned char byte_of(int who, int number, size_t place) {
    const unsigned first = (unsigned)who << 6 | (unsigned)number;
    return (unsigned char)(place == 0 ? first : first * 31u + (unsigned)(place * 2654435761u >> 13));
}

static void send_one(struct sender *sender, int who, int number) {
    unsigned char *data = memory(size + 1);
    for (size_t i = 0; i < size; ++i) data[i] = byte_of(who, number, i);
    channel_send(sender, data);
    free(data);
}

static void send_all(struct sender *sender, int who) {
    for (int number = 0; number < count; ++number) send_one(sender, who, number);
}

/* Receives a message between guard bytes and checks every byte. Returns the first byte; 0 for an empty message. */
static unsigned take(struct receiver *receiver) {
    unsigned char *block = memory(size + 2 * GUARD), *data = block + GUARD;
    memset(block, 0xEE, size + 2 * GUARD);
    calling = "channel_get";
    channel_get(receiver, data);
    calling = "the game";
    for (size_t i = 0; i < GUARD; ++i) {
        if (block[i] != 0xEE || data[size + i] != 0xEE) fault("outside", "channel_get");
    }
    const unsigned first = size > 0 ? data[0] : 0;
    size_t untouched = 0;
    while (untouched < size && data[untouched] == 0xEE) ++untouched;
    /* No real message begins with 0xEE: it would be message 46 of sender 3. */
    if (size > 0 && untouched == size) fault("empty", "channel_get");
    for (size_t i = 0; i < size; ++i) {
        if (data[i] != byte_of((int)(first >> 6), (int)(first & 63), i)) fault("torn", "channel_get");
    }
    free(block);
    return first;
}

/* Receives all messages, and checks that the messages from each sender arrive in order. */
static void take_all(struct receiver *receiver, int of) {
    int next[MOST_SENDERS] = {0};
    for (int i = 0; i < of * count; ++i) {
        const unsigned first = take(receiver), who = first >> 6, number = first & 63;
        if (size == 0) continue;
        if ((int)who >= of || (int)number >= count) fault("torn", "channel_get");
        if ((int)number != next[who]) fault((int)number < next[who] ? "twice" : "order", "channel_get");
        ++next[who];
    }
}

static int descriptors(void) {
    int open_ones = 0;
    for (int i = 0; i < 256; ++i) open_ones += fcntl(i, F_GETFD) >= 0;
    return open_ones;
}

/* Fills the structs with garbage, then makes a channel with all its senders. */
static void make(struct receiver *receiver, struct sender *ends) {
    memset(receiver, 0xAB, sizeof *receiver);
    memset(ends, 0xAB, MOST_SENDERS * sizeof *ends);
    calling = "channel_init";
    channel_init(receiver, &ends[0], size);
    calling = "sender_dup";
    for (int i = 1; i < senders; ++i) sender_dup(&ends[i], &ends[0]);
    calling = "the game";
}

static void destroy(struct receiver *receiver, struct sender *ends) {
    calling = "channel_destroy";
    for (int i = 1; i < senders; ++i) channel_destroy(NULL, &ends[i]);
    channel_destroy(receiver, &ends[0]);
    calling = "the game";
}

/* Plays in one thread; each received message must be the oldest. With `odd`, also makes calls with null pointers. */
static void alone(int odd) {
    const int before = descriptors();
    for (int round = 0; round < 3; ++round) {
        struct receiver receiver;
        struct sender ends[MOST_SENDERS];
        make(&receiver, ends);
        for (int number = 0; number < count; ++number) {
            for (int who = 0; who < senders; ++who) {
                calling = "channel_send";
                send_one(&ends[who], who, number);
                if (!odd) continue;
                channel_send(&ends[who], NULL);
                sender_dup(NULL, &ends[0]);
                sender_dup(&ends[0], NULL);
                calling = "channel_get without data";
                channel_get(&receiver, NULL);
                calling = "channel_destroy without ends";
                channel_destroy(NULL, NULL);
            }
        }
        for (int i = 0; i < count * senders; ++i) {
            const unsigned first = take(&receiver);
            if (size > 0 && first != ((unsigned)(i % senders) << 6 | (unsigned)(i / senders))) fault("oldest", "channel_get");
        }
        destroy(&receiver, ends);
    }
    if (descriptors() > before) fault("descriptors", "channel_destroy");
}

struct job {
    struct sender *sender;
    int who;
};

static void *run_job(void *given) {
    const struct job *job = given;
    send_all(job->sender, job->who);
    return NULL;
}

static void threads(void) {
    struct receiver receiver;
    struct sender ends[MOST_SENDERS];
    struct job jobs[MOST_SENDERS];
    pthread_t running[MOST_SENDERS];
    make(&receiver, ends);
    for (int who = 0; who < senders; ++who) {
        jobs[who] = (struct job){&ends[who], who};
        if (pthread_create(&running[who], NULL, run_job, &jobs[who])) exit(5);
    }
    take_all(&receiver, senders);
    for (int who = 0; who < senders; ++who) pthread_join(running[who], NULL);
    destroy(&receiver, ends);
}

/* Waits for the children, and exits with the status of a child that found a fault. */
static void join(int children) {
    calling = "channel_send";
    for (int i = 0; i < children; ++i) {
        int status;
        if (wait(&status) < 0) exit(5);
        if (WIFSIGNALED(status)) fault("child", "a forked process crashed");
        if (WIFEXITED(status) && WEXITSTATUS(status)) _exit(WEXITSTATUS(status));
    }
    calling = "the game";
}

static void processes(void) {
    struct receiver receiver;
    struct sender ends[MOST_SENDERS];
    make(&receiver, ends);
    for (int who = 0; who < senders; ++who) {
        const pid_t child = fork();
        if (child < 0) exit(5);
        if (child == 0) {
            calling = "channel_send";
            send_all(&ends[who], who);
            _exit(0);
        }
    }
    take_all(&receiver, senders);
    join(senders);
    destroy(&receiver, ends);
}

static void child_receives(void) {
    struct receiver receiver;
    struct sender ends[MOST_SENDERS];
    make(&receiver, ends);
    const pid_t child = fork();
    if (child < 0) exit(5);
    if (child == 0) {
        alarm(seconds);
        take_all(&receiver, senders);
        _exit(0);
    }
    calling = "channel_send";
    for (int who = 0; who < senders; ++who) send_all(&ends[who], who);
    join(1);
    destroy(&receiver, ends);
}

int main(int argc, char **argv) {
    if (argc != 6) return 5;
    const char *mode = argv[1];
    size = strtoul(argv[2], NULL, 10);
    senders = atoi(argv[3]);
    count = atoi(argv[4]);
    seconds = (unsigned)atoi(argv[5]);
    signal(SIGALRM, expire);
    alarm(seconds);
    if (strcmp(mode, "alone") == 0) alone(0);
    else if (strcmp(mode, "odd") == 0) alone(1);
    else if (strcmp(mode, "threads") == 0) threads();
    else if (strcmp(mode, "processes") == 0) processes();
    else if (strcmp(mode, "child") == 0) child_receives();
    else return 5;
    puts("done");
    return 0;
}
