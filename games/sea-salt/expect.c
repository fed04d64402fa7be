/* expect.c - what must hold on a Sea Salt & Paper table before an event changes it that
 * moves no card; those that do say it where the card is taken (reduce.c). */
#include "games/sea-salt/salt.h"

/* Event cards and points. */
RULES static void expect_points(const SaltState *s, const Event *e)
{
    switch (e->type) {
    case SALT_EV_SCORED:
        ASSERT(e->n == s->total[e->seat] + e->c);
        break;
    case SALT_EV_GAME_WON:
        ASSERT(e->count > 0 && s->phase != SALT_OVER);
        break;
    case SALT_EV_PEPPER_MIXED:
        ASSERT(s->pepper_on && e->count <= (int)sizeof s->event_deck);
        break;
    case SALT_EV_PEPPER_TURNED:
        ASSERT(s->event_count > 0 && !s->event);
        ASSERT(s->event_deck[s->event_count - 1] == e->a);
        break;
    case SALT_EV_PEPPER_KEPT:
        ASSERT(e->a == s->event || e->a == s->event_of[e->seat]);
        break;
    case SALT_EV_PEPPER_LOST:
        ASSERT(e->a &&
               e->a == (e->seat == SEAT_NONE ? s->event : s->event_of[e->seat]));
        break;
    default:
        break;
    }
}

RULES void salt_expect(const SaltState *s, const Event *e)
{
    switch (e->type) {
    case SALT_EV_COLOURED:
    case SALT_EV_ROUND_STARTED:
        ASSERT(e->count == s->card_count);
        break;
    case SALT_EV_TURN_STARTED:
        ASSERT(e->seat < s->players && e->seat != s->seat);
        ASSERT(!s->look_count && !s->extra_queued);
        break;
    case SALT_EV_PHASE_CHANGED:
        ASSERT(e->a >= 1 && e->a <= SALT_PHASES && s->phase != SALT_OVER);
        break;
    case SALT_EV_EXTRA_QUEUED:
        ASSERT(s->extra_granted < s->extra_cap && e->n == s->extra_queued + 1);
        break;
    case SALT_EV_EXTRA_USED:
        ASSERT(e->seat == s->seat && e->n == s->extra_queued - 1);
        break;
    case SALT_EV_EXTRA_LOST:
        ASSERT(s->extra_queued > 0);
        break;
    case SALT_EV_JELLIED:
        ASSERT(e->count < s->players);
        break;
    case SALT_EV_DECLARED:
        ASSERT(s->declarer == SEAT_NONE && e->seat == s->seat);
        ASSERT(e->a == SALT_STOP || e->a == SALT_LAST_CHANCE);
        break;
    case SALT_EV_LOCKED:
        ASSERT(s->declarer != SEAT_NONE && e->count == s->hand_count[e->seat]);
        break;
    default:
        expect_points(s, e);
        break;
    }
}
