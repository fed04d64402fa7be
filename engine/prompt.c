/* prompt.c - one open question: who is asked, what for, the exact options, may one
 * decline. */
#include "engine/prompt.h"

RULES bool prompt_open(Prompt *p, int seat, int action, int may, int say, Id source,
                       const CardSet *options)
{
    ASSERT(!prompt_is_open(p));
    ASSERT(action != ACTION_NONE);
    if (set_is_empty(options))
        return false;
    p->action = (uint8_t)action;
    p->seat = (uint8_t)seat;
    p->may = (uint8_t)may;
    p->say = (uint8_t)say;
    p->source = source;
    p->options = *options;
    return true;
}

RULES void prompt_legal(const Prompt *p, Moves *moves)
{
    ASSERT(prompt_is_open(p));
    for (int i = 0; i < SET_WORDS; i++)
        for (uint64_t left = p->options.word[i]; left; left &= left - 1)
            moves_add(moves,
                      command(p->action, p->seat, i * 64 + bits_first(left), 0, 0));
    if (p->may)
        moves_add(moves, command(ACTION_PASS, p->seat, 0, 0, 0));
}

RULES Err prompt_validate(const Prompt *p, const Command *c, Quote *quote)
{
    ASSERT(prompt_is_open(p));
    if (c->seat != p->seat)
        return quote_refuse(quote, ERR_NOT_YOUR_TURN, p->seat + 1, 0, 0);
    if (c->type == ACTION_PASS && !c->a && !c->b && !c->c)
        return p->may ? (Err)ERR_OK : (Err)ERR_MUST_CHOOSE;
    if (c->type != p->action)
        return ERR_ANSWER_FIRST;
    if (c->a == 0 || c->b || c->c || !set_has(&p->options, c->a))
        return ERR_NOT_AN_OPTION;
    return ERR_OK;
}

RULES Id prompt_close(Prompt *p, const Command *c)
{
    ASSERT(prompt_is_open(p));
    ASSERT(c->type == ACTION_PASS || set_has(&p->options, c->a));
    const Id answer = c->type == ACTION_PASS ? (Id)0 : c->a;
    memset(p, 0, sizeof *p);
    return answer;
}
