// SPDX-License-Identifier: MIT

#include "knot/table/link_dt.h"
#include "core/assert.h"

#include <string.h>

// Passage 2 c + over of crossing c, and what is known of it.
typedef struct numbering {
    const bi_diagram *diagram;
    int32_t label[2 * BI_LINK_CROSSINGS];   ///< by passage, 0 when it has none yet
    int32_t passage[2 * BI_LINK_CROSSINGS]; ///< by label less 1
    int32_t reached;                        ///< labels given
    uint8_t lengths[BI_LINK_COMPONENTS];
    int32_t components;
} numbering;

static int32_t passage_of(int32_t dart)
{
    return 2 * bi_crossing(dart) + (bi_is_over(dart) ? 1 : 0);
}

// Numbers a component from the passage that is entered by `dart` on.
static void number_component(numbering *n, int32_t dart)
{
    int32_t before = n->reached;
    for (; n->label[passage_of(dart)] == 0; dart = n->diagram->mate[bi_opposite(dart)]) {
        n->passage[n->reached] = passage_of(dart);
        n->label[passage_of(dart)] = ++n->reached;
    }
    n->lengths[n->components++] = (uint8_t)((n->reached - before) / 2);
}

// The first label that has this parity and a crossing with no other, -1 when there is none.
static int32_t find_open(const numbering *n, int32_t odd)
{
    for (int32_t i = odd ? 0 : 1; i < n->reached; i += 2) {
        if (n->label[n->passage[i] ^ 1] == 0) {
            return i;
        }
    }
    return -1;
}

// One bit of `ways` is the direction of each component after the first.
static void number_all(numbering *n, int32_t start, uint32_t ways)
{
    n->reached = n->components = 0;
    memset(n->label, 0, sizeof n->label);
    memset(n->lengths, 0, sizeof n->lengths);
    number_component(n, start);
    while (n->reached < 2 * n->diagram->crossings) {
        int32_t odd = find_open(n, 1), i = odd >= 0 ? odd : find_open(n, 0);
        BI_ASSERT(i >= 0); // connected

        // darts 1 and 3 of a crossing are over, 0 and 2 under
        int32_t other = n->passage[i] ^ 1, dart = 4 * (other >> 1) + (other & 1) + ((ways & 1) != 0 ? 2 : 0);
        ways >>= 1;

        // the next number is odd: an even one is met there when the component begins one passage before
        number_component(n, odd < 0 ? dart : bi_opposite(n->diagram->mate[dart]));
    }
}

static void read_off(const numbering *n, bi_link_dt *dt)
{
    *dt = (bi_link_dt){.pattern = 0};
    memcpy(dt->lengths, n->lengths, sizeof dt->lengths);
    for (int32_t i = 0; i < n->diagram->crossings; i++) {
        int32_t passage = n->passage[2 * i], partner = n->label[passage ^ 1];
        BI_ASSERT((partner & 1) == 0);
        dt->entries[i] = (uint8_t)(partner / 2);
        dt->pattern = dt->pattern << 1 | (uint32_t)((passage ^ n->passage[0]) & 1);
    }
}

int bi_link_dt_compare(const bi_link_dt *a, const bi_link_dt *b)
{
    int order = memcmp(a->lengths, b->lengths, sizeof a->lengths);
    order = order == 0 ? memcmp(a->entries, b->entries, sizeof a->entries) : order;
    return order == 0 ? (a->pattern < b->pattern) - (a->pattern > b->pattern) : order;
}

// Does the crossing of this dart belong to two components?
static bool is_mixed(const bi_diagram *diagram, int32_t dart)
{
    int32_t d = dart;
    do {
        d = diagram->mate[bi_opposite(d)];
        if (bi_crossing(d) == bi_crossing(dart) && bi_is_over(d) != bi_is_over(dart)) {
            return false;
        }
    } while (d != dart);
    return true;
}

void bi_link_dt_of(const bi_diagram *diagram, bi_link_dt *dt)
{
    numbering n = {.diagram = diagram};
    bool first = true;
    for (int32_t start = 0; start < 4 * diagram->crossings; start++) {
        if (!is_mixed(diagram, start)) {
            continue;
        }
        uint32_t all = 1; // ways to direct the components after the first
        for (uint32_t ways = 0; ways < all; ways++) {
            number_all(&n, start, ways);
            all = UINT32_C(1) << (n.components - 1);
            bi_link_dt code;
            read_off(&n, &code);
            if (first || bi_link_dt_compare(&code, dt) < 0) {
                *dt = code;
                first = false;
            }
        }
    }
    BI_ASSERT(!first);
}
