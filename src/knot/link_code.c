// SPDX-License-Identifier: MIT

#include "knot/link_code.h"
#include "core/assert.h"

#include <string.h>

// @return < 0 when the list from this root is smaller than best and took its place, 0 when equal, > 0 when
// larger
static int32_t list_from(const bi_diagram *diagram, int32_t root, int32_t sense, int32_t exchange,
                         bi_link_code *best, bool first)
{
    int32_t number[BI_LINK_CROSSINGS], entry[BI_LINK_CROSSINGS], reached = 1, length = 0;
    int32_t order = first ? -1 : 0;
    memset(number, -1, sizeof number);
    number[bi_crossing(root)] = 0;
    entry[0] = root;
    for (int32_t i = 0; i < diagram->crossings; i++) {
        BI_ASSERT(i < reached); // connected
        for (int32_t slot = -1; slot < 4; slot++) {
            uint8_t value = (uint8_t)((bi_is_over(entry[i]) ? 1 : 0) ^ exchange);
            if (slot >= 0) {
                int32_t mate = diagram->mate[bi_turn(entry[i], sense * slot)], c = bi_crossing(mate);
                if (number[c] < 0) {
                    number[c] = reached;
                    entry[reached++] = mate;
                }
                value = (uint8_t)(4 * number[c] + ((sense * (mate - entry[number[c]])) & 3));
            }

            // the first place that differs decides; from there on the best is overwritten
            if (order == 0 && value != best->bytes[length]) {
                if (value > best->bytes[length]) {
                    return 1;
                }
                order = -1;
            }
            best->bytes[length++] = value;
        }
    }
    return order;
}

int32_t bi_link_code_of(const bi_diagram *diagram, bi_link_code *code)
{
    int32_t hands = 0;
    BI_ASSERT(diagram->crossings > 0 && diagram->crossings <= BI_LINK_CROSSINGS && diagram->circles == 0);
    *code = (bi_link_code){{0}};
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

bight_status bi_link_draw(bi_diagram *diagram, const uint8_t *mates, int32_t crossings, uint32_t pattern)
{
    bool in[4 * BI_LINK_CROSSINGS] = {false}, seen[4 * BI_LINK_CROSSINGS] = {false};
    int32_t turned[4 * BI_LINK_CROSSINGS];
    BI_ASSERT(crossings > 0 && crossings <= BI_LINK_CROSSINGS);
    bight_status status = bi_diagram_begin(diagram, crossings, NULL);
    if (status != BIGHT_OK) {
        return status;
    }

    // each component is followed from its first dart on
    for (int32_t start = 0; start < 4 * crossings; start++) {
        for (int32_t dart = start; !seen[dart]; dart = mates[dart ^ 2]) {
            seen[dart] = seen[dart ^ 2] = true;
            in[dart] = true;
        }
    }

    // the under strand comes in by the crossing's dart 0
    for (int32_t c = 0; c < crossings; c++) {
        int32_t under = 4 * c + (int32_t)(pattern >> c & 1);
        under = in[under] ? under : under ^ 2;
        diagram->sign[c] = in[bi_turn(under, 1)] ? -1 : 1;
        for (int32_t slot = 0; slot < 4; slot++) {
            turned[bi_turn(under, slot)] = 4 * c + slot;
        }
    }
    for (int32_t dart = 0; dart < 4 * crossings; dart++) {
        diagram->mate[turned[dart]] = turned[mates[dart]];
    }
    return BIGHT_OK;
}

bight_status bi_link_code_diagram(bi_diagram *diagram, const bi_link_code *code, int32_t crossings,
                                  bool mirrored)
{
    uint8_t mates[4 * BI_LINK_CROSSINGS];
    uint32_t pattern = 0;
    for (int32_t c = 0; c < crossings; c++) {
        pattern |= (uint32_t)((code->bytes[5 * c] != 0) != mirrored) << c;
        memcpy(mates + 4 * (size_t)c, code->bytes + 5 * (size_t)c + 1, 4);
    }
    return bi_link_draw(diagram, mates, crossings, pattern);
}
