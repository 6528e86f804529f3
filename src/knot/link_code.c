// SPDX-License-Identifier: MIT

#include "knot/link_code.h"

#include <assert.h>
#include <string.h>

// @return < 0 when the list from this root is smaller than best and took its place, 0 when equal, > 0 when
// larger
static int32_t list_from(const bi_diagram *diagram, int32_t root, int32_t sense, int32_t exchange,
                         bi_link_code *best, bool first)
{
    int32_t number[BI_LINK_CROSSINGS], entry[BI_LINK_CROSSINGS], reached = 1, length = 0;
    bi_link_code code = {{0}};
    memset(number, -1, sizeof number);
    number[bi_crossing(root)] = 0;
    entry[0] = root;
    for (int32_t i = 0; i < diagram->crossings; i++) {
        assert(i < reached); // connected
        code.bytes[length++] = (uint8_t)((bi_is_over(entry[i]) ? 1 : 0) ^ exchange);
        for (int32_t slot = 0; slot < 4; slot++) {
            int32_t mate = diagram->mate[bi_turn(entry[i], sense * slot)], c = bi_crossing(mate);
            if (number[c] < 0) {
                number[c] = reached;
                entry[reached++] = mate;
            }
            code.bytes[length++] = (uint8_t)(4 * number[c] + ((sense * (mate - entry[number[c]])) & 3));
        }
    }
    int32_t order = first ? -1 : memcmp(code.bytes, best->bytes, sizeof code.bytes);
    if (order < 0) {
        *best = code;
    }
    return order;
}

int32_t bi_link_code_of(const bi_diagram *diagram, bi_link_code *code)
{
    int32_t hands = 0;
    assert(diagram->crossings > 0 && diagram->crossings <= BI_LINK_CROSSINGS && diagram->circles == 0);
    for (int32_t root = 0; root < 4 * diagram->crossings; root++) {
        for (int32_t way = 0; way < 4; way++) {
            // seen from behind over and under are exchanged; one without the other is the mirror image
            int32_t sense = (way & 1) != 0 ? -1 : 1, exchange = way >> 1;
            int32_t hand = (way & 1) == exchange ? 1 : 2;
            int32_t order = list_from(diagram, root, sense, exchange, code, hands == 0);
            hands = order < 0 ? hand : order == 0 ? hands | hand : hands;
        }
    }
    return hands;
}
