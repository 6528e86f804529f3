// SPDX-License-Identifier: MIT
// Kauffman's polynomial: closed forms, a skein recursion that shares nothing with the library, moves, mirror images, sums,
// and what it says at special values.

#include "bight/knot.h"
#include "bight/knot_invariant.h"
#include "bight/knot_table.h"
#include "refused_terms.h"
#include "test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bight_error error;

static bight_diagram *braid(const int32_t *word, int32_t length, int32_t strands)
{
    bight_diagram *diagram;
    CHECK(bight_diagram_from_braid(NULL, word, length, strands, &diagram, &error) == BIGHT_OK);
    return diagram;
}

static bight_terms kauffman(const bight_diagram *diagram)
{
    bight_terms terms;
    CHECK(bight_diagram_kauffman(NULL, diagram, NULL, &terms, &error) == BIGHT_OK);
    return terms;
}

static bool same(const bight_terms *one, const bight_terms *two)
{
    bool equal = one->count == two->count;
    for (int32_t i = 0; i < one->count && equal; i++) {
        const bight_term *a = &one->terms[i], *b = &two->terms[i];
        equal = a->v == b->v && a->z == b->z && a->coefficient == b->coefficient;
    }
    return equal;
}

// a becomes 1 / a.
static int compare(const void *one, const void *two)
{
    const bight_term *a = one, *b = two;
    int order = (a->v > b->v) - (a->v < b->v);
    return order != 0 ? order : (a->z > b->z) - (a->z < b->z);
}

static void mirror(bight_terms *terms)
{
    for (int32_t i = 0; i < terms->count; i++) {
        terms->terms[i].v = -terms->terms[i].v;
    }
    qsort(terms->terms, (size_t)terms->count, sizeof *terms->terms, compare);
}

// ---- an oracle ----------------------------------------------------------------------------------------

#define MOST 10  // crossings
#define REACH 32 // powers of a and z

// Four lines out of each crossing, counter-clockwise; the odd ones are over, or the even ones where it is turned.
typedef struct picture {
    int32_t mate[4 * MOST], crossings, circles;
    bool gone[MOST], turned[MOST];
} picture;

typedef struct table {
    int64_t at[2 * REACH + 1][2 * REACH + 1]; // power of a, of z
} table;

static void join(picture *p, int32_t x, int32_t y)
{
    int32_t a = p->mate[x], b = p->mate[y];
    if (a == y) {
        p->circles++;
        return;
    }
    p->mate[a] = b;
    p->mate[b] = a;
}

static bool is_over(const picture *p, int32_t line)
{
    return ((line & 1) != 0) != p->turned[line / 4];
}

// The first crossing that is met from below first, -1 when there is none; the components, and the sum of the signs of
// crossings of a component with itself.
static int32_t first_from_below(const picture *p, int32_t *components, int32_t *writhe)
{
    int32_t owner[MOST], enters[MOST];
    bool walked[4 * MOST] = {false};
    *components = p->circles;
    *writhe = 0;
    for (int32_t c = 0; c < MOST; c++) {
        owner[c] = -1;
    }
    for (int32_t start = 0; start < 4 * p->crossings; start++) {
        if (p->gone[start / 4] || walked[start]) {
            continue;
        }
        int32_t at = start; // a line by which the strand comes in
        while (!walked[at]) {
            int32_t c = at / 4;
            walked[at] = walked[at ^ 2] = true;
            if (owner[c] < 0 && !is_over(p, at)) {
                return c;
            }
            if (owner[c] < 0) {
                owner[c] = *components;
                enters[c] = at;
            } else if (owner[c] == *components) {
                *writhe += ((enters[c] - at) & 3) == 3 ? 1 : -1; // over from 3 when under from 0
            }
            at = p->mate[at ^ 2];
        }
        ++*components;
    }
    return -1;
}

// Adds factor z^power L(picture).
static void unravel(const picture *p, int64_t factor, int32_t power, table *sum)
{
    int32_t components, writhe, bad = first_from_below(p, &components, &writhe);
    if (bad < 0) {
        // a^writhe ((a + 1 / a) / z - 1)^(components - 1), by the trinomial theorem: one after the other
        static table now, next;
        memset(&now, 0, sizeof now);
        now.at[REACH + writhe][REACH + power] = factor;
        for (int32_t i = 1; i < components; i++) {
            memset(&next, 0, sizeof next);
            for (int32_t a = 1; a < 2 * REACH; a++) {
                for (int32_t z = 1; z < 2 * REACH; z++) {
                    next.at[a + 1][z - 1] += now.at[a][z];
                    next.at[a - 1][z - 1] += now.at[a][z];
                    next.at[a][z] -= now.at[a][z];
                }
            }
            now = next;
        }
        for (int32_t a = 0; a <= 2 * REACH; a++) {
            for (int32_t z = 0; z <= 2 * REACH; z++) {
                sum->at[a][z] += now.at[a][z];
            }
        }
        return;
    }
    for (int32_t way = 0; way < 2; way++) {
        picture smoothed = *p;
        smoothed.gone[bad] = true;
        join(&smoothed, 4 * bad + way, 4 * bad + way + 1);
        join(&smoothed, 4 * bad + ((way + 2) & 3), 4 * bad + ((way + 3) & 3));
        unravel(&smoothed, factor, power + 1, sum);
    }
    picture changed = *p;
    changed.turned[bad] = !changed.turned[bad];
    unravel(&changed, -factor, power, sum);
}

static bool oracle_agrees(const bight_diagram *diagram)
{
    static table sum;
    memset(&sum, 0, sizeof sum);
    picture p = {.crossings = bight_diagram_crossings(diagram), .circles = bight_diagram_circles(diagram)};
    CHECK(p.crossings <= MOST);
    memcpy(p.mate, bight_diagram_mates(diagram), 4 * (size_t)p.crossings * sizeof *p.mate);
    unravel(&p, 1, 0, &sum);

    int32_t writhe = 0, terms = 0;
    for (int32_t c = 0; c < p.crossings; c++) {
        writhe += bight_diagram_signs(diagram)[c];
    }
    for (int32_t a = 0; a <= 2 * REACH; a++) {
        for (int32_t z = 0; z <= 2 * REACH; z++) {
            terms += sum.at[a][z] != 0;
        }
    }
    bight_terms found = kauffman(diagram);
    bool equal = found.count == terms;
    for (int32_t i = 0; i < found.count && equal; i++) {
        const bight_term *term = &found.terms[i];
        equal = sum.at[term->v + writhe + REACH][term->z + REACH] == term->coefficient;
    }
    bight_terms_free(NULL, &found);
    return equal;
}

TEST(a_skein_recursion_says_the_same)
{
    int32_t links = 0;
    for (uint64_t seed = 1; seed <= LESS_WHEN_CHECKED(300, 60); seed++) {
        int32_t word[5] = {1, seed % 2 == 0 ? 1 : -2, seed % 3 == 0 ? -1 : 1, seed % 5 == 0 ? 2 : -2,
                           seed % 7 < 3 ? 1 : 2};
        bight_diagram *start = braid(word, 5, 3 + (int32_t)(seed % 11 == 0)), *diagram;
        CHECK(bight_diagram_scramble(NULL, start, 5 + (int32_t)(seed % 3), seed, &diagram, &error) ==
              BIGHT_OK);
        links += bight_diagram_components(diagram) > 1;
        if (bight_diagram_crossings(diagram) <= MOST) {
            CHECK_SEED(oracle_agrees(diagram), seed);
        }
        bight_diagram_free(diagram);
        bight_diagram_free(start);
    }
    CHECK(links > 20);
}

// ---- closed forms -------------------------------------------------------------------------------------

// Terms as power of a, power of z, coefficient.
static void check_form(const bight_diagram *diagram, const int32_t (*form)[3], int32_t count)
{
    bight_terms found = kauffman(diagram);
    CHECK(found.count == count);
    for (int32_t i = 0; i < count; i++) {
        bool there = false;
        for (int32_t k = 0; k < count; k++) {
            const bight_term *term = &found.terms[k];
            there =
                there || (term->v == form[i][0] && term->z == form[i][1] && term->coefficient == form[i][2]);
        }
        CHECK(there);
    }
    bight_terms_free(NULL, &found);
}

TEST(closed_forms)
{
    bight_diagram *circle = braid(NULL, 0, 1), *circles = braid(NULL, 0, 2);
    check_form(circle, (const int32_t[][3]){{0, 0, 1}}, 1);
    check_form(circles, (const int32_t[][3]){{-1, -1, 1}, {1, -1, 1}, {0, 0, -1}}, 3);

    // curls of either hand on a circle
    bight_diagram *curls = braid((const int32_t[]){1, -2, 3}, 3, 4);
    check_form(curls, (const int32_t[][3]){{0, 0, 1}}, 1);

    // 3_1, 4_1, 5_2 as KnotInfo has them, and the Hopf link: L+ + L- = z (a + 1 / a), where L- = L+ with 1 / a
    bight_diagram *trefoil = braid((const int32_t[]){1, 1, 1}, 3, 2);
    check_form(trefoil,
               (const int32_t[][3]){{-4, 0, -1}, {-2, 0, -2}, {-5, 1, 1}, {-3, 1, 1}, {-4, 2, 1}, {-2, 2, 1}},
               6);
    bight_diagram *eight = braid((const int32_t[]){1, -2, 1, -2}, 4, 3);
    check_form(eight,
               (const int32_t[][3]){{-2, 0, -1},
                                    {0, 0, -1},
                                    {2, 0, -1},
                                    {-1, 1, -1},
                                    {1, 1, -1},
                                    {-2, 2, 1},
                                    {0, 2, 2},
                                    {2, 2, 1},
                                    {-1, 3, 1},
                                    {1, 3, 1}},
               10);
    bight_diagram *hopf = braid((const int32_t[]){1, 1}, 2, 2);
    check_form(hopf, (const int32_t[][3]){{-3, -1, -1}, {-1, -1, -1}, {-2, 0, 1}, {-3, 1, 1}, {-1, 1, 1}}, 5);
    bight_diagram *five = braid((const int32_t[]){1, 1, 1, 2, -1, 2}, 6, 3);
    check_form(five,
               (const int32_t[][3]){{-6, 0, 1},
                                    {-4, 0, 1},
                                    {-2, 0, -1},
                                    {-7, 1, -2},
                                    {-5, 1, -2},
                                    {-6, 2, -2},
                                    {-4, 2, -1},
                                    {-2, 2, 1},
                                    {-7, 3, 1},
                                    {-5, 3, 2},
                                    {-3, 3, 1},
                                    {-6, 4, 1},
                                    {-4, 4, 1}},
               13);
    bight_diagram *all[] = {circle, circles, curls, trefoil, eight, hopf, five};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        bight_diagram_free(all[i]);
    }
}

// ---- what it must be ------------------------------------------------------------------------------------

// sum += factor q^shift (q + 1 / q)^power
static void add_power(int64_t *sum, int32_t middle, int64_t factor, int32_t shift, int32_t power)
{
    int64_t choose = 1;
    for (int32_t k = 0; k <= power; k++) {
        sum[middle + shift + power - 2 * k] += factor * choose;
        choose = choose * (power - k) / (k + 1);
    }
}

// Jones polynomial in q = t^1/4: V(q^4) = F(-q^-3, q + 1 / q), times a power of q + 1 / q (Lickorish 1986). Of a
// knot F(1, 2) is the square of the determinant and F(1, -2) is 1 (Brandt, Lickorish, Millett 1986).
static void check_values(const bight_diagram *diagram, uint64_t seed)
{
    enum { MIDDLE = 600 };
    static int64_t wanted[2 * MIDDLE], found[2 * MIDDLE];
    memset(wanted, 0, sizeof wanted);
    memset(found, 0, sizeof found);
    bight_terms terms = kauffman(diagram), jones;
    CHECK(bight_diagram_jones(NULL, diagram, NULL, &jones, &error) == BIGHT_OK);
    int32_t least = 0;
    for (int32_t i = 0; i < terms.count; i++) {
        least = terms.terms[i].z < least ? terms.terms[i].z : least;
    }
    for (int32_t i = 0; i < terms.count; i++) {
        const bight_term *term = &terms.terms[i];
        add_power(found, MIDDLE, (term->v & 1) != 0 ? -term->coefficient : term->coefficient, -3 * term->v,
                  term->z - least);
    }
    for (int32_t i = 0; i < jones.count; i++) {
        add_power(wanted, MIDDLE, jones.terms[i].coefficient, 2 * jones.terms[i].v, -least);
    }
    CHECK_SEED(memcmp(wanted, found, sizeof wanted) == 0, seed);
    if (bight_diagram_components(diagram) == 1) {
        bight_bytes text;
        int64_t two = 0, minus = 0;
        CHECK(bight_diagram_determinant(NULL, diagram, NULL, &text, &error) == BIGHT_OK);
        int64_t determinant = 0;
        for (size_t i = 0; i < text.size; i++) {
            determinant = 10 * determinant + (text.data[i] - '0');
        }
        for (int32_t i = 0; i < terms.count; i++) {
            int64_t value = terms.terms[i].coefficient * (INT64_C(1) << terms.terms[i].z);
            two += value;
            minus += (terms.terms[i].z & 1) != 0 ? -value : value;
        }
        CHECK_SEED(two == determinant * determinant && minus == 1, seed);
        bight_bytes_free(NULL, &text);
    }
    bight_terms_free(NULL, &terms);
    bight_terms_free(NULL, &jones);
}

TEST(special_values_of_the_table)
{
    for (int32_t crossings = 3; crossings <= LESS_WHEN_CHECKED(11, 8); crossings++) {
        for (int32_t index = 0; index < bight_knot_table_count(crossings); index++) {
            bight_diagram *diagram, *other;
            char name[16];
            CHECK(bight_knot_table_diagram(NULL, crossings, index, false, name, &diagram, &error) ==
                  BIGHT_OK);
            CHECK(bight_knot_table_diagram(NULL, crossings, index, true, name, &other, &error) == BIGHT_OK);
            check_values(diagram, (uint64_t)(1000 * crossings + index));
            bight_terms one = kauffman(diagram), two = kauffman(other);
            mirror(&two);
            CHECK_SEED(same(&one, &two), 1000 * crossings + index);
            bight_terms_free(NULL, &one);
            bight_terms_free(NULL, &two);
            bight_diagram_free(diagram);
            bight_diagram_free(other);
        }
    }
}

// Random braids of three to five strands are knots and links.
TEST(special_values_of_links_and_of_sums)
{
    for (uint64_t seed = 1; seed <= 80; seed++) {
        int32_t word[28], n = 3 + (int32_t)(seed % 3), length = 10 + (int32_t)(seed % 4);
        uint64_t random = seed * UINT64_C(0x9e3779b97f4a7c15);
        for (int32_t i = 0; i < length; i++) {
            random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
            int32_t letter = 1 + (int32_t)(random >> 33) % (n - 1);
            word[i] = (random >> 62 & 1) != 0 ? letter : -letter;
        }
        bight_diagram *one = braid(word, length, n);
        check_values(one, seed);

        // beside it a trefoil on the next strands, once with a strand in common and once without
        for (int32_t apart = 0; apart < 2; apart++) {
            int32_t both[32], letter = apart == 1 ? n + 1 : n;
            memcpy(both, word, (size_t)length * sizeof *word);
            for (int32_t i = 0; i < 3; i++) {
                both[length + i] = letter;
            }
            bight_diagram *sum = braid(both, length + 3, letter + 1);
            bight_diagram *trefoil = braid((const int32_t[]){1, 1, 1}, 3, 2);
            bight_terms a = kauffman(one), b = kauffman(trefoil), whole = kauffman(sum);
            const bight_term delta[3] = {{-1, -1, 1}, {1, -1, 1}, {0, 0, -1}};
            for (int32_t k = 0; k < whole.count; k++) {
                int64_t value = 0;
                for (int32_t i = 0; i < a.count; i++) {
                    for (int32_t j = 0; j < b.count; j++) {
                        for (int32_t d = apart == 1 ? 0 : 2; d < 3; d++) {
                            int32_t v = a.terms[i].v + b.terms[j].v + delta[d].v;
                            int32_t z = a.terms[i].z + b.terms[j].z + delta[d].z;
                            int64_t part = a.terms[i].coefficient * b.terms[j].coefficient;
                            bool here = v == whole.terms[k].v && z == whole.terms[k].z;
                            value += here ? (apart == 1 ? delta[d].coefficient : 1) * part : 0;
                        }
                    }
                }
                CHECK_SEED(value == whole.terms[k].coefficient, seed);
            }
            CHECK_SEED(whole.count > 0, seed);
            bight_terms_free(NULL, &a);
            bight_terms_free(NULL, &b);
            bight_terms_free(NULL, &whole);
            bight_diagram_free(sum);
            bight_diagram_free(trefoil);
        }
        bight_diagram_free(one);
    }
}

// Kinks, fingers, and strands laid elsewhere change nothing.
TEST(moves_change_nothing)
{
    int32_t told = 0;
    for (uint64_t seed = 1; seed <= LESS_WHEN_CHECKED(60, 15); seed++) {
        int32_t word[6] = {1, seed % 2 == 0 ? 1 : -2, 1, seed % 3 == 0 ? 2 : -2, 1, -2};
        bight_diagram *start = braid(word, 6, 3), *diagram;
        CHECK(bight_diagram_scramble(NULL, start, 10 + (int32_t)(seed % 12), seed, &diagram, &error) ==
              BIGHT_OK);
        bight_terms one = kauffman(start), two;
        bight_status status = bight_diagram_kauffman(NULL, diagram, NULL, &two, &error);
        CHECK_SEED(status == BIGHT_OK || status == BIGHT_ERROR_TOO_LARGE, seed);
        if (status == BIGHT_OK) {
            CHECK_SEED(same(&one, &two), seed);
            bight_terms_free(NULL, &two);
            told++;
        }
        bight_terms_free(NULL, &one);
        bight_diagram_free(diagram);
        bight_diagram_free(start);
    }
    CHECK(told == LESS_WHEN_CHECKED(60, 15));
}

// ---- what is too much -----------------------------------------------------------------------------------

TEST(too_much_is_said)
{
    // the closure of (s_1 ... s_8)^10 is too wide; that of many crossings too long
    int32_t word[80];
    for (int32_t i = 0; i < 80; i++) {
        word[i] = 1 + i % 8;
    }
    bight_terms terms;
    bight_diagram *wide = braid(word, 80, 9), *part = braid(word, 64, 9);
    CHECK(bight_diagram_kauffman(NULL, wide, NULL, &terms, &error) == BIGHT_ERROR_TOO_LARGE);
    CHECK(bight_diagram_kauffman(NULL, part, NULL, &terms, &error) == BIGHT_ERROR_TOO_LARGE);
    CHECK(terms.count == 0 && strstr(error.message, "the Kauffman polynomial of a diagram of 64") != NULL);
    bight_diagram_free(wide);
    bight_diagram_free(part);

    // a small budget of memory
    bight_diagram *torus = braid(word, 32, 9);
    const bight_budget small = {.bytes = 1000};
    CHECK(bight_diagram_kauffman(NULL, torus, &small, &terms, &error) == BIGHT_ERROR_TOO_LARGE);
    CHECK(strstr(error.message, "0.001 MB") != NULL);
    bight_diagram_free(torus);

    // a coefficient of many circles beside each other does not fit 64 bits
    bight_diagram *circles = braid(NULL, 0, 80);
    CHECK(bight_diagram_kauffman(NULL, circles, NULL, &terms, &error) == BIGHT_ERROR_TOO_LARGE);
    bight_diagram_free(circles);
}

TEST(without_memory)
{
    bight_diagram *diagram = braid((const int32_t[]){1, -2, 1, -2, 1, 1, -2}, 7, 3);
    refuse_memory(bight_diagram_kauffman, diagram);
    bight_diagram_free(diagram);
}

RUN_TESTS(unit(closed_forms), unit(a_skein_recursion_says_the_same), unit(special_values_of_the_table),
          unit(special_values_of_links_and_of_sums), unit(moves_change_nothing), unit(too_much_is_said),
          unit(without_memory))
