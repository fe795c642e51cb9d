/* COMP2017 channels as a student might submit them. */
#ifndef CHANNEL_H
#define CHANNEL_H

#include <stddef.h>

struct link;

struct receiver {
    struct link * link;
};

struct sender {
    struct link * link;
};

void channel_init(struct receiver * receiver, struct sender * sender, size_t msg_sz);
void channel_get(struct receiver * receiver, void * data);
void channel_send(struct sender * sender, void * data);
void sender_dup(struct sender * dest, struct sender * src);
void channel_destroy(struct receiver * receiver, struct sender * sender);

#endif
