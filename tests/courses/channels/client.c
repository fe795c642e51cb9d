/*
 * Programs that use the library as students do; the first argument says which. A program that finds something wrong says
 * so on standard error and ends with 3; one that waits for ever is ended by an alarm.
 */
#define _GNU_SOURCE
#include "channel.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* The published signatures. */
static void (*const init)(struct receiver * receiver, struct sender * sender, size_t msg_sz) = channel_init;
static void (*const get)(struct receiver * receiver, void * data) = channel_get;
static void (*const post)(struct sender * sender, void * data) = channel_send;
static void (*const dup_sender)(struct sender * dest, struct sender * src) = sender_dup;
static void (*const destroy)(struct receiver * receiver, struct sender * sender) = channel_destroy;

#define CHECK(condition) \
    do { \
        if (!(condition)) stop(__LINE__, #condition); \
    } while (0)

static void stop(int line, const char *what) {
    fprintf(stderr, "client.c:%d: expected %s\n", line, what);
    _exit(3);
}

static void *memory(size_t size) {
    void *block = malloc(size ? size : 1);
    CHECK(block);
    return block;
}

/* Memory as a careless client leaves it. */
static void fill(void *block, size_t size, unsigned seed) {
    unsigned char *bytes = block;
    for (size_t i = 0; i < size; ++i) {
        seed = seed * 1103515245u + 12345u;
        bytes[i] = (unsigned char)(seed >> 16) | 0x81u;
    }
}

static void make(struct receiver *receiver, struct sender *sender, size_t size) {
    fill(receiver, sizeof *receiver, 1);
    fill(sender, sizeof *sender, 2);
    init(receiver, sender, size);
}

/* A message says who sent it and which it is; every other byte follows from these two. */
static void compose(unsigned char *message, size_t size, unsigned who, unsigned number) {
    const unsigned head[2] = {who, number};
    unsigned state = who * 2654435761u + number * 40503u + 1;
    for (size_t i = 0; i < size; ++i) {
        state = state * 1664525u + 1013904223u;
        message[i] = (unsigned char)(state >> 24);
    }
    memcpy(message, head, size < sizeof head ? size : sizeof head);
}

/* Checks that a message is well-formed. Returns its two numbers. */
static void read_message(const unsigned char *message, size_t size, unsigned *who, unsigned *number) {
    unsigned head[2];
    memcpy(head, message, sizeof head);
    unsigned char *expected = memory(size);
    compose(expected, size, head[0], head[1]);
    CHECK(memcmp(message, expected, size) == 0);
    free(expected);
    *who = head[0];
    *number = head[1];
}

static void send_many(struct sender *sender, size_t size, unsigned who, unsigned count) {
    unsigned char *message = memory(size);
    for (unsigned number = 0; number < count; ++number) {
        compose(message, size, who, number);
        post(sender, message);
    }
    free(message);
}

/* Takes a number of messages of some senders: each complete, those of one sender in order. */
static void get_many(struct receiver *receiver, size_t size, unsigned senders, unsigned each) {
    unsigned *next = memory(senders * sizeof *next);
    memset(next, 0, senders * sizeof *next);
    unsigned char *message = memory(size);
    for (unsigned i = 0; i < senders * each; ++i) {
        unsigned who, number;
        fill(message, size, i);
        get(receiver, message);
        read_message(message, size, &who, &number);
        CHECK(who < senders);
        CHECK(number == next[who]++);
    }
    free(message);
    free(next);
}

static int count_descriptors(void) {
    int count = 0;
    for (int descriptor = 0; descriptor < 256; ++descriptor) count += fcntl(descriptor, F_GETFD) >= 0;
    return count;
}

static void join_child(pid_t child) {
    int status;
    CHECK(waitpid(child, &status, 0) == child);
    CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

struct job {
    struct sender *sender;
    struct receiver *receiver;
    size_t size;
    unsigned who, count;
};

static void *do_send(void *given) {
    const struct job *job = given;
    send_many(job->sender, job->size, job->who, job->count);
    return NULL;
}

static void *get_one(void *given) {
    struct job *job = given;
    unsigned char *message = memory(job->size);
    fill(message, job->size, 1);
    get(job->receiver, message);
    free(message);
    return NULL;
}

/* One thread sends itself more than the channel holds, of all sizes. */
static void alone(void) {
    const int before = count_descriptors();
    const size_t sizes[] = {8, 9, 4096, 65536, 65537, 300000};
    const unsigned counts[] = {10000, 3000, 1000, 60, 60, 30};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        struct receiver receiver;
        struct sender sender;
        make(&receiver, &sender, sizes[i]);
        for (int round = 0; round < 2; ++round) {
            send_many(&sender, sizes[i], 0, counts[i]);
            get_many(&receiver, sizes[i], 1, counts[i]);
        }
        send_many(&sender, sizes[i], 0, counts[i]);
        /* Messages that aren't taken are freed as well. */
        destroy(&receiver, &sender);
    }
    for (size_t size = 1; size <= 5u << 20; size = size * 3 + 1) {
        struct receiver receiver;
        struct sender sender;
        make(&receiver, &sender, size);
        unsigned char *message = memory(size), *got = memory(size);
        for (unsigned number = 0; number < 3; ++number) {
            compose(message, size, 7, number);
            post(&sender, message);
        }
        for (unsigned number = 0; number < 3; ++number) {
            compose(message, size, 7, number);
            get(&receiver, got);
            CHECK(memcmp(message, got, size) == 0);
        }
        free(message);
        free(got);
        destroy(&receiver, &sender);
    }
    CHECK(count_descriptors() == before);
}

/* Messages of no bytes can be counted; their data is neither read nor written. */
static void empty(void) {
    struct receiver receiver;
    struct sender sender;
    make(&receiver, &sender, 0);
    char *nowhere = (char *)memory(1) + 1;
    for (int i = 0; i < 2000; ++i) post(&sender, nowhere);
    for (int i = 0; i < 2000; ++i) get(&receiver, nowhere);
    destroy(NULL, &sender);
    get(&receiver, nowhere);
    destroy(&receiver, NULL);
    free(nowhere - 1);
}

/* What is missing, was destroyed or never was a channel is ignored. */
static void missing(void) {
    struct receiver receiver, no_receiver;
    struct sender sender, other, no_sender;
    int number = 5, got = -1;
    fill(&no_receiver, sizeof no_receiver, 3);
    fill(&no_sender, sizeof no_sender, 4);
    const struct sender garbage = no_sender;
    const int before = count_descriptors();

    errno = 77;
    init(NULL, NULL, 4);
    CHECK(errno == EINVAL);
    init(&receiver, NULL, 4);
    init(NULL, &sender, 4);
    init(&receiver, &sender, (size_t)-1);
    post(&sender, &number);
    get(&receiver, &got);
    destroy(&receiver, &sender);
    CHECK(got == -1 && count_descriptors() == before);

    make(&receiver, &sender, sizeof number);
    CHECK(count_descriptors() > before);
    errno = 77;
    post(NULL, &number);
    post(&sender, NULL);
    post(&no_sender, &number);
    get(NULL, &got);
    get(&receiver, NULL);
    get(&no_receiver, &got);
    dup_sender(NULL, &sender);
    dup_sender(&no_sender, NULL);
    dup_sender(NULL, NULL);
    dup_sender(&sender, &sender);
    dup_sender(&other, &no_sender);
    destroy(NULL, NULL);
    destroy(&no_receiver, &no_sender);
    CHECK(got == -1 && memcmp(&garbage, &no_sender, sizeof garbage) == 0);
    CHECK(errno == 77);

    /* Nothing of it did harm, and a message without data was none. */
    fill(&other, sizeof other, 5);
    dup_sender(&other, &sender);
    post(&sender, &number);
    number = 6;
    post(&other, &number);
    get(&receiver, NULL);
    get(&receiver, &got);
    CHECK(got == 5);
    get(&receiver, &got);
    CHECK(got == 6);

    /* A copy is the same end, which can be destroyed once. */
    struct sender copy = other;
    post(&copy, &number);
    get(&receiver, &got);
    destroy(NULL, &other);
    got = -1;
    post(&copy, &number);
    post(&other, &number);
    destroy(NULL, &copy);
    destroy(NULL, &other);
    dup_sender(&no_sender, &other);
    CHECK(memcmp(&garbage, &no_sender, sizeof garbage) == 0);
    number = 7;
    post(&sender, &number);
    get(&receiver, &got);
    CHECK(got == 7);

    /* When the last sender is gone, what was sent can still be taken; then there is nothing to wait for. */
    post(&sender, &number);
    destroy(NULL, &sender);
    got = -1;
    get(&receiver, &got);
    CHECK(got == 7);
    got = -1;
    get(&receiver, &got);
    CHECK(got == -1);
    destroy(&receiver, &sender);
    destroy(&receiver, &sender);
    get(&receiver, &got);
    CHECK(got == -1 && count_descriptors() == before);

    /* The receiver has gone: nothing is sent, and no signal comes. */
    make(&receiver, &sender, sizeof number);
    post(&sender, &number);
    destroy(&receiver, NULL);
    for (int i = 0; i < 5; ++i) post(&sender, &number);
    destroy(NULL, &sender);
    CHECK(count_descriptors() == before);
}

enum { SENDERS = 8 };

/* Eight threads, each with a sender of its own. */
static void threads(void) {
    const size_t sizes[] = {8, 5000, 200000, 5u << 20};
    const unsigned counts[] = {3000, 500, 30, 2};
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        struct receiver receiver;
        struct sender first, senders[SENDERS];
        struct job jobs[SENDERS];
        pthread_t running[SENDERS];
        make(&receiver, &first, sizes[i]);
        for (unsigned who = 0; who < SENDERS; ++who) {
            dup_sender(&senders[who], &first);
            jobs[who] = (struct job){&senders[who], NULL, sizes[i], who, counts[i]};
            CHECK(pthread_create(&running[who], NULL, do_send, &jobs[who]) == 0);
        }
        destroy(NULL, &first);
        get_many(&receiver, sizes[i], SENDERS, counts[i]);
        for (unsigned who = 0; who < SENDERS; ++who) {
            CHECK(pthread_join(running[who], NULL) == 0);
            destroy(NULL, &senders[who]);
        }
        unsigned char none[8] = {1};
        if (sizes[i] == 8) get(&receiver, none);
        CHECK(none[0] == 1);
        destroy(&receiver, NULL);
    }
}

static atomic_uint taken;

static void *do_get(void *given) {
    const struct job *job = given;
    unsigned char *message = memory(job->size);
    for (;;) {
        unsigned who, number;
        fill(message, job->size, 9);
        get(job->receiver, message);
        read_message(message, job->size, &who, &number);
        if (who == 1000) break;
        ++taken;
    }
    free(message);
    return NULL;
}

/* Four threads share one sender, and four one receiver. */
static void shared(void) {
    const size_t sizes[] = {8, 100000};
    const unsigned counts[] = {3000, 60};
    for (unsigned i = 0; i < 2; ++i) {
        struct receiver receiver;
        struct sender sender;
        struct job jobs[8];
        pthread_t running[8];
        taken = 0;
        make(&receiver, &sender, sizes[i]);
        for (unsigned which = 0; which < 8; ++which) {
            jobs[which] = (struct job){&sender, &receiver, sizes[i], which, counts[i]};
            CHECK(pthread_create(&running[which], NULL, which < 4 ? do_send : do_get, &jobs[which]) == 0);
        }
        for (unsigned which = 0; which < 4; ++which) CHECK(pthread_join(running[which], NULL) == 0);
        unsigned char *last = memory(sizes[i]);
        for (unsigned which = 4; which < 8; ++which) {
            compose(last, sizes[i], 1000, which);
            post(&sender, last);
        }
        free(last);
        for (unsigned which = 4; which < 8; ++which) CHECK(pthread_join(running[which], NULL) == 0);
        CHECK(taken == 4 * counts[i]);
        destroy(&receiver, &sender);
    }
}

/* Eight children, each with a sender of its own; the parent receives. */
static void processes(void) {
    const size_t sizes[] = {8, 5000, 200000, 5u << 20};
    const unsigned counts[] = {3000, 500, 30, 2};
    const int before = count_descriptors();
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        struct receiver receiver;
        struct sender first, senders[SENDERS];
        pid_t children[SENDERS];
        make(&receiver, &first, sizes[i]);
        for (unsigned who = 0; who < SENDERS; ++who) {
            dup_sender(&senders[who], &first);
            children[who] = fork();
            CHECK(children[who] >= 0);
            if (children[who] == 0) {
                destroy(&receiver, &first);
                send_many(&senders[who], sizes[i], who, counts[i]);
                destroy(NULL, &senders[who]);
                _exit(0);
            }
            destroy(NULL, &senders[who]);
        }
        destroy(NULL, &first);
        get_many(&receiver, sizes[i], SENDERS, counts[i]);
        for (unsigned who = 0; who < SENDERS; ++who) join_child(children[who]);
        unsigned char none[8] = {1};
        if (sizes[i] == 8) get(&receiver, none);
        CHECK(none[0] == 1);
        destroy(&receiver, NULL);
        CHECK(count_descriptors() == before);
    }
}

/* The child receives, the parent sends more than the channel holds, although it received before; and there is a way back. */
static void child_receives(void) {
    const size_t sizes[] = {8, 100000};
    const unsigned counts[] = {5000, 50};
    for (unsigned i = 0; i < 2; ++i) {
        struct receiver receiver, answers;
        struct sender sender, answer;
        make(&receiver, &sender, sizes[i]);
        make(&answers, &answer, 8);
        send_many(&sender, sizes[i], 0, 3);
        get_many(&receiver, sizes[i], 1, 3);
        const pid_t child = fork();
        CHECK(child >= 0);
        if (child == 0) {
            /* The parent shall find the channel full. */
            usleep(20000);
            get_many(&receiver, sizes[i], 1, counts[i]);
            send_many(&answer, 8, 0, 1);
            _exit(0);
        }
        send_many(&sender, sizes[i], 0, counts[i]);
        get_many(&answers, 8, 1, 1);
        join_child(child);
        /* From the moment it waits for a message this process receives again. */
        pthread_t running;
        struct job job = {&sender, &receiver, sizes[i], 0, 1};
        CHECK(pthread_create(&running, NULL, get_one, &job) == 0);
        send_many(&sender, sizes[i], 0, 1);
        CHECK(pthread_join(running, NULL) == 0);
        send_many(&sender, sizes[i], 0, counts[i]);
        get_many(&receiver, sizes[i], 1, counts[i]);
        destroy(&receiver, &sender);
        destroy(&answers, &answer);
    }
}

/* Short messages may be taken by parent and child in turns: neither reads ahead. */
static void turns(void) {
    struct receiver receiver;
    struct sender sender;
    make(&receiver, &sender, 8);
    send_many(&sender, 8, 0, 30);
    unsigned char message[8];
    for (unsigned turn = 0; turn < 30; turn += 2) {
        unsigned who, number;
        get(&receiver, message);
        read_message(message, 8, &who, &number);
        CHECK(number == turn);
        const pid_t child = fork();
        CHECK(child >= 0);
        if (child == 0) {
            get(&receiver, message);
            read_message(message, 8, &who, &number);
            CHECK(number == turn + 1);
            _exit(0);
        }
        join_child(child);
    }
    destroy(&receiver, &sender);
}

/* Senders that are killed in the middle of a message take it with them; their memory is given back. */
static void kill_senders(int reaped) {
    const size_t size = 4u << 20;
    struct receiver receiver;
    struct sender sender;
    make(&receiver, &sender, size);
    unsigned char *message = memory(size);
    struct rusage usage;
    CHECK(getrusage(RUSAGE_SELF, &usage) == 0);
    const long peak = usage.ru_maxrss;
    for (unsigned round = 0; round < 30; ++round) {
        const pid_t child = fork();
        CHECK(child >= 0);
        if (child == 0) {
            compose(message, size, 99, round);
            post(&sender, message); /* more than there is room for: it waits until it is killed */
            _exit(4);
        }
        usleep(5000);
        CHECK(kill(child, SIGKILL) == 0);
        int status;
        CHECK(!reaped || (waitpid(child, &status, 0) == child && WIFSIGNALED(status)));
        const pid_t other = fork();
        CHECK(other >= 0);
        if (other == 0) {
            compose(message, size, 1, round);
            post(&sender, message);
            _exit(0);
        }
        unsigned who, number;
        get(&receiver, message);
        read_message(message, size, &who, &number);
        CHECK(who == 1 && number == round);
        join_child(other);
    }
    CHECK(getrusage(RUSAGE_SELF, &usage) == 0);
    printf("%ld\n", (usage.ru_maxrss - peak) / 1024);
    free(message);
    destroy(&receiver, &sender);
}

static void killed(void) { kill_senders(1); }

/* Nor does it matter whether their exit status has been collected. */
static void unreaped(void) { kill_senders(0); }

static atomic_uint signals;

static void count_signal(int number) {
    (void)number;
    ++signals;
}

/* Signals that interrupt every call into the system. */
static void storm(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = count_signal; /* without SA_RESTART */
    CHECK(sigaction(SIGALRM, &action, NULL) == 0);
    const struct itimerval often = {{0, 200}, {0, 200}}, never = {{0, 0}, {0, 0}};
    CHECK(setitimer(ITIMER_REAL, &often, NULL) == 0);
    const size_t sizes[] = {8, 300000};
    const unsigned counts[] = {10000, 60};
    for (unsigned i = 0; i < 2; ++i) {
        struct receiver receiver;
        struct sender sender;
        make(&receiver, &sender, sizes[i]);
        const pid_t child = fork();
        CHECK(child >= 0);
        if (child == 0) {
            CHECK(setitimer(ITIMER_REAL, &often, NULL) == 0);
            for (unsigned part = 0; part < 4; ++part) usleep(1000);
            send_many(&sender, sizes[i], 0, counts[i]);
            _exit(0);
        }
        destroy(NULL, &sender);
        get_many(&receiver, sizes[i], 1, counts[i]);
        while (waitpid(child, NULL, 0) < 0) CHECK(errno == EINTR);
        destroy(&receiver, NULL);

        make(&receiver, &sender, sizes[i]);
        pthread_t running;
        struct job job = {&sender, &receiver, sizes[i], 0, counts[i]};
        CHECK(pthread_create(&running, NULL, do_send, &job) == 0);
        get_many(&receiver, sizes[i], 1, counts[i]);
        CHECK(pthread_join(running, NULL) == 0);
        destroy(&receiver, &sender);
    }
    CHECK(setitimer(ITIMER_REAL, &never, NULL) == 0);
    CHECK(signals > 0);
}

static atomic_bool over;
static atomic_uint next_of[4];

static void *send_on(void *given) {
    struct job *job = given;
    unsigned char *message = memory(job->size);
    for (job->count = 0; !over; ++job->count) {
        compose(message, job->size, job->who, job->count);
        post(job->sender, message);
        /* Others shall find room too. */
        while (job->count - next_of[job->who] > 10 && !over) usleep(100);
    }
    free(message);
    return NULL;
}

static void *take_all(void *given) {
    const struct job *job = given;
    unsigned char *message = memory(job->size);
    for (;;) {
        unsigned who, number;
        get(job->receiver, message);
        read_message(message, job->size, &who, &number);
        if (who == 1000) break;
        if (who < 4) CHECK(number == next_of[who]++);
    }
    free(message);
    return NULL;
}

/* Forks while other threads are in the middle of sending and receiving; each child uses the channel, and new ones. */
static void forks(void) {
    const size_t sizes[] = {8, 200000};
    for (unsigned i = 0; i < 2; ++i) {
        struct receiver receiver;
        struct sender sender, own[4];
        struct job jobs[5];
        pthread_t running[5];
        make(&receiver, &sender, sizes[i]);
        over = 0;
        for (unsigned which = 0; which < 5; ++which) {
            if (which < 4) {
                next_of[which] = 0;
                dup_sender(&own[which], &sender);
            }
            jobs[which] = (struct job){which < 4 ? &own[which] : NULL, &receiver, sizes[i], which, 0};
            CHECK(pthread_create(&running[which], NULL, which < 4 ? send_on : take_all, &jobs[which]) == 0);
        }
        unsigned char *message = memory(sizes[i]);
        for (unsigned round = 0; round < 40; ++round) {
            const pid_t child = fork();
            CHECK(child >= 0);
            if (child == 0) {
                alarm(20);
                destroy(&receiver, NULL);
                compose(message, sizes[i], 500 + round, 0);
                post(&own[round % 4], message);
                struct receiver fresh;
                struct sender to_it;
                make(&fresh, &to_it, 8);
                send_many(&to_it, 8, 0, 2000);
                get_many(&fresh, 8, 1, 2000);
                destroy(&fresh, &to_it);
                for (unsigned which = 0; which < 4; ++which) destroy(NULL, &own[which]);
                destroy(NULL, &sender);
                _exit(0);
            }
            join_child(child);
        }
        over = 1;
        for (unsigned which = 0; which < 4; ++which) CHECK(pthread_join(running[which], NULL) == 0);
        compose(message, sizes[i], 1000, 0);
        post(&sender, message);
        CHECK(pthread_join(running[4], NULL) == 0);
        free(message);
        for (unsigned which = 0; which < 4; ++which) destroy(NULL, &own[which]);
        destroy(&receiver, &sender);
    }
}

/* Threads that wait are let go when their end is destroyed. */
static void waiting(void) {
    const size_t sizes[] = {8, 300000};
    const int before = count_descriptors();
    for (unsigned i = 0; i < 2; ++i) {
        struct receiver receiver;
        struct sender sender;
        struct job jobs[3];
        pthread_t running[3];
        make(&receiver, &sender, sizes[i]);
        for (unsigned which = 0; which < 3; ++which) {
            jobs[which] = (struct job){&sender, &receiver, sizes[i], 0, 1};
            CHECK(pthread_create(&running[which], NULL, get_one, &jobs[which]) == 0);
        }
        /* One of the three gets a message, the others nothing. */
        send_many(&sender, sizes[i], 0, 1);
        usleep(20000);
        destroy(&receiver, NULL);
        for (unsigned which = 0; which < 3; ++which) CHECK(pthread_join(running[which], NULL) == 0);
        destroy(NULL, &sender);

        /* A sender that waits for room, in a process that doesn't receive. */
        make(&receiver, &sender, sizes[i]);
        const pid_t child = fork();
        CHECK(child >= 0);
        if (child == 0) {
            pause();
            _exit(0);
        }
        struct job job = {&sender, NULL, sizes[i], 0, i ? 20 : 5000};
        CHECK(pthread_create(&running[0], NULL, do_send, &job) == 0);
        usleep(20000);
        destroy(NULL, &sender);
        CHECK(pthread_join(running[0], NULL) == 0);
        CHECK(kill(child, SIGKILL) == 0 && waitpid(child, NULL, 0) == child);
        destroy(&receiver, NULL);
        CHECK(count_descriptors() == before);
    }
}

/* What a thread can hold when it is cancelled. */
static unsigned char held_message[300000];

static void *get_held(void *given) {
    const struct job *job = given;
    while (job->receiver) get(job->receiver, held_message);
    return NULL;
}

static void *send_held(void *given) {
    const struct job *job = given;
    while (job->sender) post(job->sender, held_message);
    return NULL;
}

/* Threads that wait can be cancelled without harm to the channel. */
static void cancelled(void) {
    const size_t sizes[] = {8, 300000};
    const int before = count_descriptors();
    for (unsigned i = 0; i < 2; ++i) {
        struct receiver receiver;
        struct sender sender;
        pthread_t running;
        void *result;
        make(&receiver, &sender, sizes[i]);
        struct job job = {&sender, &receiver, sizes[i], 0, 0};
        CHECK(pthread_create(&running, NULL, get_held, &job) == 0);
        usleep(20000);
        CHECK(pthread_cancel(running) == 0 && pthread_join(running, &result) == 0 && result == PTHREAD_CANCELED);
        send_many(&sender, sizes[i], 0, 5);
        get_many(&receiver, sizes[i], 1, 5);

        const pid_t child = fork();
        CHECK(child >= 0);
        if (child == 0) {
            pause();
            _exit(0);
        }
        CHECK(pthread_create(&running, NULL, send_held, &job) == 0);
        usleep(20000);
        CHECK(pthread_cancel(running) == 0 && pthread_join(running, &result) == 0 && result == PTHREAD_CANCELED);
        CHECK(kill(child, SIGKILL) == 0 && waitpid(child, NULL, 0) == child);
        destroy(NULL, &sender);
        for (;;) {
            /* What was sent whole arrives; what was begun doesn't. */
            memset(held_message, 1, sizes[i]);
            get(&receiver, held_message);
            if (held_message[0] == 1) break;
            for (size_t at = 0; at < sizes[i]; ++at) CHECK(held_message[at] == 0);
            memset(held_message, 0, sizes[i]);
        }
        memset(held_message, 0, sizeof held_message);
        destroy(&receiver, NULL);
        CHECK(count_descriptors() == before);
    }
}

/* Many channels at once, opened and destroyed in any order; many senders need no descriptors. */
static void many(void) {
    enum { CHANNELS = 60, DUPS = 5000 };
    struct receiver receivers[CHANNELS];
    struct sender senders[CHANNELS];
    const int before = count_descriptors();
    for (unsigned round = 0; round < 3; ++round) {
        for (unsigned i = 0; i < CHANNELS; ++i) make(&receivers[i], &senders[i], 8);
        struct rlimit limit;
        CHECK(getrlimit(RLIMIT_NOFILE, &limit) == 0);
        const struct rlimit few = {(rlim_t)before, limit.rlim_max};
        CHECK(setrlimit(RLIMIT_NOFILE, &few) == 0);
        struct receiver receiver;
        struct sender sender;
        errno = 0;
        make(&receiver, &sender, 8);
        CHECK(errno == EMFILE);
        int got[2] = {-1, -1};
        post(&sender, got);
        get(&receiver, got);
        CHECK(got[0] == -1);
        struct sender *dups = memory(DUPS * sizeof *dups);
        for (unsigned i = 0; i < DUPS; ++i) dup_sender(&dups[i], &senders[i % CHANNELS]);
        for (unsigned i = 0; i < DUPS; ++i) send_many(&dups[i], 8, i, 1);
        for (unsigned i = 0; i < DUPS; ++i) {
            unsigned char message[8];
            unsigned who, number;
            get(&receivers[i % CHANNELS], message);
            read_message(message, 8, &who, &number);
            CHECK(who == i);
        }
        for (unsigned i = DUPS; i-- > 0;) destroy(NULL, &dups[i]);
        free(dups);
        CHECK(setrlimit(RLIMIT_NOFILE, &limit) == 0);
        for (unsigned i = 0; i < CHANNELS; ++i) destroy(&receivers[(i * 7) % CHANNELS], &senders[(i * 11) % CHANNELS]);
        CHECK(count_descriptors() == before);
    }
}

/* Where the standard streams are closed, what is printed goes into no channel. */
static void streams(void) {
    for (int stream = 0; stream < 2; ++stream) close(stream);
    struct receiver receiver;
    struct sender sender;
    make(&receiver, &sender, 5);
    char got[6] = "";
    CHECK(fcntl(0, F_GETFD) < 0 && fcntl(1, F_GETFD) < 0);
    CHECK(write(1, "print", 5) < 0);
    post(&sender, "hello");
    get(&receiver, got);
    CHECK(strcmp(got, "hello") == 0);
    destroy(&receiver, &sender);
}

int main(int count, char **words) {
    static const struct {
        const char *name;
        void (*run)(void);
    } programs[] = {
        {"alone", alone},
        {"empty", empty},
        {"missing", missing},
        {"threads", threads},
        {"shared", shared},
        {"processes", processes},
        {"child_receives", child_receives},
        {"turns", turns},
        {"killed", killed},
        {"unreaped", unreaped},
        {"storm", storm},
        {"forks", forks},
        {"waiting", waiting},
        {"cancelled", cancelled},
        {"many", many},
        {"streams", streams},
    };
    CHECK(count == 2);
    for (unsigned i = 0; i < sizeof programs / sizeof *programs; ++i) {
        if (strcmp(programs[i].name, words[1]) != 0) continue;
        programs[i].run();
        return 0;
    }
    stop(__LINE__, "the name of a program");
}
