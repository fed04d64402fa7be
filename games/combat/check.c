/* check.c - whether a battle is sound: what must hold between any two commands. */
#include "games/combat/combat.h"

RULES static const char *check_counts(const Combat *g, int unit)
{
    const CombatUnit *u = &g->state->unit[unit];
    const CombatCatalog *c = g->catalog;
    if (u->buff_count > COMBAT_BUFFS_MAX || u->dot_count > COMBAT_DOTS_MAX ||
        u->sticky_count > COMBAT_STICKIES_MAX)
        return "a unit carries more than it can";
    for (int i = 0; i < u->buff_count; i++) {
        if (u->buff[i].def >= c->buff_count || u->buff[i].left < COMBAT_LASTING)
            return "a buff that does not exist";
        for (int k = 0; k < i; k++)
            if (c->buff[u->buff[k].def].tag == c->buff[u->buff[i].def].tag)
                return "two buffs with one tag";
    }
    for (int i = 0; i < u->dot_count; i++) {
        if (u->dot[i].def >= c->dot_count || u->dot[i].caster < 1 ||
            u->dot[i].caster > g->state->unit_count || u->dot[i].rounds < 1)
            return "a lasting effect that does not exist";
        for (int k = 0; k < i; k++)
            if (c->dot[u->dot[k].def].tag == c->dot[u->dot[i].def].tag &&
                u->dot[k].caster == u->dot[i].caster)
                return "two lasting effects with one tag of one caster";
    }
    for (int i = 0; i < u->sticky_count; i++)
        if (u->sticky[i].def >= c->sticky_count || u->sticky[i].left < COMBAT_LASTING)
            return "a Sticky that does not exist";
    if (u->sticky_count == 2 && (c->sticky[u->sticky[0].def].mult < 1000) ==
                                    (c->sticky[u->sticky[1].def].mult < 1000))
        return "two Stickies of one class";
    return NULL;
}

RULES static const char *check_full_round(const Combat *g, const CombatUnit *u)
{
    const CombatCatalog *c = g->catalog;
    if (!u->full_action)
        return u->full_left || u->full_cell || u->full_target || u->full_seconds
                   ? "half a FullRound is pending"
                   : NULL;
    if (u->full_action >= COMBAT_SKILL_1 + c->skill_count ||
        c->skill[u->full_action].kind != COMBAT_FULL_ROUND || u->full_left < 1 ||
        u->full_cell < 1 || u->full_cell > g->map->cell_count ||
        u->full_target > g->state->unit_count)
        return "a pending action that is no FullRound";
    return NULL;
}

RULES static const char *check_cooldowns(const Combat *g, int unit)
{
    const CombatUnit *u = &g->state->unit[unit];
    const int known = 1 + combat_class(g, unit)->skill_count;
    uint32_t seen = 0;
    bool ended = false;
    for (int i = 0; i < COMBAT_KNOWN_MAX; i++) {
        const int which = u->cd_order[i];
        ended |= which == 0;
        if (ended ? which != 0 : which > known || (seen >> which & 1))
            return "cooldowns in no order";
        seen |= (uint32_t)1 << which;
    }
    for (int i = 0; i < COMBAT_KNOWN_MAX; i++)
        if (u->cd[i] && !(seen >> (i + 1) & 1))
            return "a cooldown that was never started";
    return NULL;
}

/* No turn of a unit is longer than with every effect on speed that there is. Effects
 * may have come and gone since it began, so those it has now do not tell. */
RULES int combat_time_max(const Combat *g, int unit)
{
    const CombatCatalog *c = g->catalog;
    int time = COMBAT_TURN_SECONDS + combat_class(g, unit)->speed;
    for (int tag = 1; tag <= c->tag_count; tag++) {
        int most = 0;
        for (int i = 0; i < c->buff_count; i++)
            if (c->buff[i].tag == tag && c->buff[i].mod[COMBAT_MOD_SPEED] > most)
                most = c->buff[i].mod[COMBAT_MOD_SPEED];
        time += most;
    }
    return combat_clamp(time, 0, COMBAT_TURN_TIME_MAX);
}

/* A way is made of steps, from where the unit stood when it was planned. */
RULES static bool check_is_way(const Combat *g, const CombatAct *act)
{
    const CombatUnit *u = &g->state->unit[act->actor];
    int at = u->version == act->actor_version ? u->anchor : 0;
    for (int i = 0; i < act->steps; i++) {
        if (at && combat_distance(g->map, at, act->path[i]) != 1)
            return false;
        at = act->path[i];
    }
    return true;
}

/* A plan remembers where somebody stands or stood, not where they will; 0: not now. */
RULES static bool check_is_past(const CombatState *s, int unit, int version)
{
    const int ahead =
        (version + COMBAT_VERSIONS - s->unit[unit].version) % COMBAT_VERSIONS;
    return version == 0 || ahead == 0 || ahead > COMBAT_VERSIONS / 2;
}

/* Before it is confirmed nothing of an action is planned. */
RULES static bool check_is_bare(const CombatAct *act)
{
    CombatAct bare;
    memset(&bare, 0, sizeof bare);
    bare.actor = act->actor;
    bare.action = act->action;
    bare.phase_start = act->phase_start;
    return memcmp(act, &bare, sizeof bare) == 0;
}

/* While a battle goes on both sides have somebody left, as far as they had anybody. */
RULES static bool check_somebody_left(const Combat *g)
{
    const CombatState *s = g->state;
    for (int side = 0; side < COMBAT_SIDES; side++) {
        bool left = s->order[side][0] == 0;
        for (int i = 0; i < COMBAT_UNITS_MAX && s->order[side][i]; i++)
            left |= !combat_is_down(s, s->order[side][i]);
        if (!left)
            return false;
    }
    return true;
}

RULES const char *combat_check_unit(const Combat *g, int unit, uint8_t *cells_of)
{
    const CombatUnit *u = &g->state->unit[unit];
    const CombatClass *cls = combat_class(g, unit);
    const bool down = combat_is_down(g->state, unit);
    uint8_t cells[COMBAT_FOOT_MAX];
    if (u->hp < 0 || u->hp > cls->hp || (u->hp == 0) != down)
        return "hit points do not fit";
    if (u->energy < 0 || u->energy > cls->energy_max || u->res < 0 ||
        u->res > cls->res_max || u->shield < 0)
        return "energy or resource does not fit";
    if (u->anchor < 1 || u->anchor > g->map->cell_count || u->version < 1 ||
        u->facing > 5 || u->shown > COMBAT_RATE_MAX)
        return "a unit is nowhere";
    const int seconds = u->remaining > u->prepaid ? u->remaining : u->prepaid;
    if ((seconds && seconds > combat_time_max(g, unit)) ||
        (u->marks & ~(COMBAT_DOWN | COMBAT_SPENT | COMBAT_REORDERED | COMBAT_BEGUN)))
        return "seconds do not fit";
    if (down && u->full_action)
        return "a fallen unit has plans";
    const int count = down ? 0 : combat_unit_cells(g, unit, u->anchor, cells);
    for (int i = 0; i < count; i++) {
        if (!cells[i] || cells_of[cells[i]])
            return "units overlap, or stand off the board";
        if (g->catalog->terrain[g->state->terrain[cells[i]]].blocks)
            return "a unit stands where nobody can";
        cells_of[cells[i]] = (uint8_t)unit;
    }
    const char *broken = check_counts(g, unit);
    if (!broken)
        broken = check_full_round(g, u);
    return broken ? broken : check_cooldowns(g, unit);
}

RULES static const char *check_order(const Combat *g)
{
    const CombatState *s = g->state;
    uint32_t seen = 0;
    for (int side = 0; side < COMBAT_SIDES; side++) {
        bool ended = false;
        for (int i = 0; i < COMBAT_UNITS_MAX; i++) {
            const int unit = s->order[side][i];
            ended |= unit == 0;
            if (ended ? unit != 0
                      : unit > s->unit_count || combat_side(g, unit) != side ||
                            (seen >> unit & 1))
                return "order, enemy_order: each side's units stand in its own once";
            seen |= (uint32_t)1 << unit;
        }
    }
    for (int unit = 1; unit <= s->unit_count; unit++)
        if (!(seen >> unit & 1))
            return "order, enemy_order: a unit is missing";
    return NULL;
}

/* Those who wait do so in turn order. */
RULES static bool check_in_order(const CombatState *s)
{
    int at = 0;
    for (int i = 0; i < COMBAT_UNITS_MAX && at < s->queue_count; i++)
        at += s->order[s->side][i] == s->queue[at];
    return at == s->queue_count;
}

RULES static const char *check_queue(const Combat *g)
{
    const CombatState *s = g->state;
    const bool waits = s->mode == COMBAT_MODE_PHASE_START ||
                       s->mode == COMBAT_MODE_OVER ||
                       (s->act_count && s->act[0].phase_start);
    uint32_t seen = 0;
    if (s->queue_count > COMBAT_UNITS_MAX)
        return "queue: it is too long";
    for (int i = 0; i < COMBAT_UNITS_MAX; i++) {
        const int unit = s->queue[i];
        if (i >= s->queue_count
                ? unit != 0
                : unit < 1 || unit > s->unit_count || combat_side(g, unit) != s->side ||
                      (seen >> unit & 1))
            return "queue: it holds units of the acting side, each once";
        seen |= (uint32_t)1 << unit;
    }
    if (s->mode == COMBAT_MODE_OVER)
        return NULL;
    if (!check_in_order(s))
        return "queue: it is not in turn order";
    if (waits ? s->active != 0 || s->queue_count != 0
              : s->queue_count == 0 || s->active != s->queue[0])
        return "active: it is the first of the queue";
    return NULL;
}

/* An action that is aimed, or waits in a window. */
RULES const char *combat_check_act(const Combat *g, int index)
{
    const CombatState *s = g->state;
    const CombatAct *act = &s->act[index];
    const bool paid = index + 1 < s->act_count || s->mode != COMBAT_MODE_AIM;
    if (act->actor < 1 || act->actor > s->unit_count || act->action < COMBAT_MOVE ||
        act->action >= COMBAT_SKILL_1 + g->catalog->skill_count ||
        combat_known(g, act->actor, act->action) < 0)
        return "an action that nobody knows";
    if (!paid)
        return check_is_bare(act) ? NULL : "an aim that is planned already";
    if (act->target > s->unit_count || act->steps > COMBAT_PATH_MAX ||
        act->pick_count > COMBAT_PICKS_MAX || act->cell < 1 ||
        act->cell > g->map->cell_count || (act->steps && act->rate < 1000) ||
        act->move_seconds + act->seconds > 250)
        return "an action that is paid but not planned";
    const int rule = combat_skill(g, act->action)->target;
    if ((rule == COMBAT_AT_GROUND) != (act->target == 0))
        return "an action without its target";
    for (int i = 0; i < act->steps; i++)
        if (act->path[i] < 1 || act->path[i] > g->map->cell_count)
            return "a path off the board";
    if (!check_is_past(s, act->actor, act->actor_version) ||
        (act->target ? !check_is_past(s, act->target, act->target_version)
                     : act->target_version != 0))
        return "a plan of where somebody has not stood yet";
    if (!check_is_way(g, act))
        return "its path is no way of single steps";
    /* Once it is carried out the way may be another than was paid: rules 10.5. */
    const int walk = act->steps ? combat_move_seconds(act->steps, act->rate) : 0;
    const bool walked = s->mode == COMBAT_MODE_DERIVED && index + 1 == s->act_count;
    if (!walked && walk != act->move_seconds)
        return "its move_seconds are not those of its path";
    for (int i = 0; i < act->pick_count; i++) {
        const CombatPick *pick = &act->pick[i];
        if (pick->owner < 1 || pick->owner > s->unit_count ||
            pick->action < COMBAT_SKILL_1 ||
            pick->action >= COMBAT_SKILL_1 + g->catalog->skill_count ||
            combat_known(g, pick->owner, pick->action) < 0 || pick->cell < 1 ||
            pick->cell > g->map->cell_count || pick->target > s->unit_count ||
            (combat_skill(g, pick->action)->kind != COMBAT_REACTION &&
             combat_skill(g, pick->action)->kind != COMBAT_FREE))
            return "an answer that nobody can give";
    }
    return NULL;
}

/* A frame is its side's, and has no slots but those that actions and bonus turns use.
 */
RULES static bool check_slots(const Fx *fx, int side)
{
    Fx used;
    memset(&used, 0, sizeof used);
    used.ability = fx->ability;
    used.step = fx->step;
    used.seat = used.who = (uint8_t)side;
    used.answer = fx->answer;
    used.card = fx->card;
    used.other = fx->other;
    used.base = fx->step == 3 ? fx->base : 0; /* what became of it */
    used.dest = fx->dest;
    used.count = fx->count;
    return memcmp(fx, &used, sizeof used) == 0;
}

/* The stack holds one frame a paid action, and one for bonus turns between two. */
RULES static const char *check_stack(const Combat *g)
{
    const CombatState *s = g->state;
    const bool window = s->mode == COMBAT_MODE_CHAIN || s->mode == COMBAT_MODE_DERIVED;
    const int open = s->act_count - (s->mode == COMBAT_MODE_AIM);
    const int bonus = s->bonus != 0;
    if (s->act_count > COMBAT_ACTS_MAX || open < 0 || s->fx_depth != open + bonus)
        return "effects: they do not fit the actions";
    if (!bonus && (s->bonus_cap || s->bonus_left))
        return "bonus_cap, bonus_left: there is no bonus turn";
    if (window ? open != 1 + bonus : open != bonus)
        return "mode: it does not fit the actions";
    for (int i = 0; i < s->fx_depth; i++) {
        const bool is_bonus = bonus && i == 1;
        const int step = i + 1 < s->fx_depth && !is_bonus ? 2
                         : is_bonus                       ? 1
                         : i == 0 && bonus                ? 2
                         : s->mode == COMBAT_MODE_DERIVED ? 3
                                                          : 1;
        const int side =
            is_bonus ? (int)COMBAT_P1 : combat_side(g, s->act[i ? i - bonus : 0].actor);
        if (!check_slots(&s->fx[i], side) ||
            s->fx[i].ability != (is_bonus ? COMBAT_FX_bonus : COMBAT_FX_action) ||
            s->fx[i].step != step || s->fx[i].count < 0 ||
            s->fx[i].count >= COMBAT_UNITS_MAX)
            return "effects: one that cannot wait here";
    }
    if (bonus && (s->bonus > s->unit_count || combat_is_down(s, s->bonus) ||
                  combat_side(g, s->bonus) != COMBAT_P1 ||
                  s->order[COMBAT_P1][s->fx[1].count] != s->bonus ||
                  combat_skill(g, s->act[0].action)->kind != COMBAT_SUSTAINED ||
                  s->act[0].seconds != s->bonus_cap || s->bonus_left > s->bonus_cap ||
                  s->act[0].actor != s->active))
        return "bonus: nobody gave that bonus turn";
    return NULL;
}

/* What has been done in a turn is within what a turn can do. */
RULES static const char *check_done(const Combat *g)
{
    const CombatState *s = g->state;
    const CombatDone *turn = &s->done, *bonus = &s->bonus_done;
    const int turn_max = COMBAT_ACTIONS_OVER + COMBAT_TURN_TIME_MAX;
    if (turn->by_ai > COMBAT_AI_ACTIONS || turn->by_ai > turn->actions ||
        turn->actions > turn_max)
        return "actions_done, ai_decisions: more than a turn allows";
    if (s->bonus ? bonus->by_ai > COMBAT_AI_ACTIONS || bonus->by_ai > bonus->actions ||
                       bonus->actions > COMBAT_ACTIONS_OVER + s->bonus_cap
                 : bonus->by_ai || bonus->actions)
        return "bonus_actions_done, bonus_ai_decisions: more than a bonus turn allows";
    return NULL;
}

RULES static const char *check_machine(const Combat *g)
{
    const CombatState *s = g->state;
    const char *broken = check_queue(g);
    if (!broken)
        broken = check_done(g);
    if (!broken && !check_somebody_left(g))
        broken = "units: a side has nobody left, and the battle goes on";
    for (int i = 0; i < s->act_count && i < COMBAT_ACTS_MAX && !broken; i++)
        broken = combat_check_act(g, i);
    if (!broken)
        broken = check_stack(g);
    if (broken)
        return broken;
    if (s->mode == COMBAT_MODE_IDLE &&
        (combat_is_down(s, combat_actor(s)) || s->unit[combat_actor(s)].full_action))
        return "active: a unit that cannot act is asked to";
    if (s->mode == COMBAT_MODE_IDLE || s->mode == COMBAT_MODE_PHASE_START)
        return NULL;
    const CombatAct *act = combat_act(g);
    if (!act->phase_start && act->actor != combat_actor(s))
        return "actions: somebody acts out of turn";
    if (act->phase_start && (combat_side(g, act->actor) != COMBAT_P1 ||
                             combat_skill(g, act->action)->kind != COMBAT_FREE))
        return "actions: only a Free action may begin in PhaseStart";
    if (s->mode == COMBAT_MODE_AIM &&
        combat_precheck(g, act->actor, act->action, false, NULL) != ERR_OK)
        return "actions: an aim that was not allowed";
    return NULL;
}

RULES static const char *check_plain(const CombatState *s, const CombatCatalog *c)
{
    if (s->scenario >= c->scenario_count || s->mode >= COMBAT_MODES || s->side > 1)
        return "scenario: a battle that does not exist";
    if (s->unit_count != c->scenario[s->scenario].unit_count || s->round < 1 ||
        s->active > s->unit_count || s->hold_ms >= COMBAT_HOLD_MS || s->dice > 2 ||
        s->round > c->rounds_max)
        return "round, active, hold_ms, dice: out of range";
    if ((s->mode == COMBAT_MODE_OVER) != (s->winner != 0) || s->winner > COMBAT_SIDES ||
        (s->winner != 0) != (s->victory != COMBAT_NOT_WON) ||
        s->victory >= COMBAT_VICTORIES)
        return "winner, victory: a battle is won when it is over, and only then";
    for (int i = 0; i < COMBAT_CELL_ROOM; i++)
        if (s->terrain[i] >= c->terrain_count)
            return "terrain: ground that does not exist";
    return NULL;
}

/* Everything but the open question. */
RULES const char *combat_check_battle(const Combat *g)
{
    const CombatState *s = g->state;
    uint8_t cells_of[COMBAT_CELL_ROOM] = {0};
    const char *broken = check_plain(s, g->catalog);
    if (!broken)
        broken = check_order(g);
    for (int unit = 1; unit <= s->unit_count && !broken; unit++)
        broken = combat_check_unit(g, unit, cells_of);
    if (!broken && memcmp(cells_of, s->unit_at, sizeof cells_of) != 0)
        broken = "units: the cell map says otherwise";
    if (broken || s->mode == COMBAT_MODE_OVER)
        return broken;
    return check_machine(g);
}

RULES const char *combat_check(const Combat *g)
{
    const CombatState *s = g->state;
    const char *broken = combat_check_battle(g);
    const bool window = s->mode == COMBAT_MODE_AIM || s->mode == COMBAT_MODE_CHAIN ||
                        s->mode == COMBAT_MODE_DERIVED;
    if (broken)
        return broken;
    if (window != prompt_is_open(&s->prompt))
        return "prompt: a window has its question, and nothing else has";
    return window && s->prompt.seat != combat_to_act(g)
               ? "prompt: the wrong seat is asked"
               : NULL;
}
