/* Scores, tokens, decisions and further parts: what hooks change besides tiles and figures. */
#include "game/state.h"

meepled_status
meepled_score_add(meepled_game *g, uint8_t player, int32_t points, const char *rule)
{
    if (player >= g->s->players)
        return state_broken(g, "no player %u", player);
    if (points < 0 || points > INT32_MAX - g->s->player_states[player].score)
        return state_broken(g, "%d points for player %u: a score never falls", (int)points, player);
    if (points == 0)
        return MEEPLED_OK;
    g->s->player_states[player].score += points;
    meepled_event *event = state_event(g, MEEPLED_POINTS_SCORED, player);
    if (event) {
        event->points[player] = points;
        event->final = g->s->phase == MEEPLED_OVER;
        event->rule = rule;
    }
    return MEEPLED_OK;
}

meepled_status
meepled_tokens_add(meepled_game *g, uint8_t player, uint8_t token, int32_t count)
{
    if (player >= g->s->players || token >= g->rules->token_count)
        return state_broken(g, "no token %u or no player %u", token, player);
    uint16_t *tokens = &g->s->player_states[player].tokens[token];
    if (count < -(int32_t)*tokens || count > UINT16_MAX - (int32_t)*tokens)
        return state_broken(g, "%d tokens to the %u of player %u", (int)count, *tokens, player);
    *tokens = (uint16_t)(*tokens + count);
    meepled_event *event = state_event(g, MEEPLED_TOKENS_TAKEN, player);
    if (event) {
        event->word = token;
        event->count = count;
    }
    return MEEPLED_OK;
}

meepled_status
meepled_ask(meepled_game *g, uint8_t player, uint8_t decision, uint16_t subject)
{
    if (player >= g->s->players || decision >= g->rules->decision_count)
        return state_broken(g, "no decision %u or no player %u", decision, player);
    if (g->s->ask_count == STATE_ASKS_MAX)
        return state_broken(g, "more than %d decisions at once", STATE_ASKS_MAX);
    g->s->asks[g->s->ask_count++] = (struct state_ask){ player, decision, subject };
    return MEEPLED_OK;
}

meepled_status
meepled_part_grant(meepled_game *g, bool bonus)
{
    if (!g->s->granted)
        g->s->granted_bonus = bonus;
    g->s->granted = true;
    return MEEPLED_OK;
}

bool
meepled_part_granted(const meepled_game *g, bool *bonus)
{
    if (bonus)
        *bonus = g->s->granted_bonus;
    return g->s->granted;
}
