// SPDX-License-Identifier: MIT
// One sentence about a knot that was meant to be another: what it is, and what to do about it.

#include "bight/sailor.h"

#include <stdio.h>
#include <string.h>

typedef struct advice {
    const char *is, *meant, *words;
} advice;

// What people mix up, and how they put it.
static const advice pairs[] = {
    {"granny knot", "square knot", "reverse the second half"},
    {"square knot", "granny knot", "reverse the second half"},
    {"thief knot", "square knot", "the short ends lie on opposite sides, and should lie on the same"},
    {"square knot", "thief knot", "the short ends lie on the same side, and should lie on opposite ones"},
    {"grief knot", "granny knot", "the short ends lie on opposite sides, and should lie on the same"},
    {"granny knot", "grief knot", "the short ends lie on the same side, and should lie on opposite ones"},
    {"grief knot", "thief knot", "reverse the second half"},
    {"thief knot", "grief knot", "reverse the second half"},
    {"grief knot", "square knot", "reverse the second half, and bring the short ends to the same side"},
    {"surgeon's knot", "square knot", "the first half has a turn too many"},
    {"square knot", "surgeon's knot", "the first half lacks a second turn"},
    {"granny knot", "surgeon's knot", "reverse the second half, and give the first a second turn"},
    {"bowknot", "square knot", "the ends are slipped: pull them through"},

    {"left-hand bowline", "bowline",
     "the tail lies outside the loop: go round the standing part the other way"},
    {"bowline", "left-hand bowline",
     "the tail lies inside the loop: go round the standing part the other way"},
    {"double bowline", "bowline", "the small loop has a turn too many"},
    {"bowline", "double bowline", "the small loop lacks its second turn"},
    {"noose", "bowline",
     "the loop slips: the end has to go round the standing part, and back down the small loop"},
    {"overhand loop", "bowline", "this loop jams: pass the single end through a small loop instead"},
    {"sheet bend", "bowline", "these are two ropes: a bowline is a sheet bend in one"},
    {"left-hand sheet bend", "sheet bend",
     "the short ends lie on opposite sides, and should lie on the same"},
    {"sheet bend", "left-hand sheet bend",
     "the short ends lie on the same side, and should lie on opposite ones"},
    {"double sheet bend", "sheet bend", "there is a turn round the bight too many"},
    {"sheet bend", "double sheet bend", "a second turn round the bight is missing"},
    {"square knot", "sheet bend", "one end should cross under its own standing part, not lie beside it"},

    {"cow hitch", "clove hitch", "the second half hitch is reversed"},
    {"clove hitch", "cow hitch", "the second half hitch should be reversed"},
    {"two half hitches", "clove hitch",
     "the second hitch is round the standing part: take it round the pole"},
    {"clove hitch", "two half hitches", "this is round the pole: make it round the standing part"},
    {"cow hitch", "two half hitches",
     "this is round the pole: make it round the standing part, both hitches alike"},
    {"half hitch", "two half hitches", "a second half hitch is missing"},
    {"half hitch", "clove hitch", "a second half hitch, round the pole, is missing"},
    {"munter hitch", "clove hitch", "one of the two loops is turned over: turn it back"},
    {"clove hitch", "munter hitch", "turn one of the two loops over"},
    {"clove hitch", "constrictor knot", "tuck the end under the first turn once more"},
    {"constrictor knot", "clove hitch", "the end is tucked once too often"},
    {"strangle knot", "constrictor knot", "the end should be tucked under the other turn"},
    {"constrictor knot", "strangle knot", "the end should be tucked under the other turn"},
    {"two half hitches", "buntline hitch",
     "the second half hitch lies outside, and should lie nearer to the ring"},
    {"buntline hitch", "two half hitches",
     "the second half hitch lies inside, and should lie beyond the first"},
    {"two half hitches", "round turn and two half hitches", "the second turn round the pole is missing"},
    {"round turn and two half hitches", "two half hitches", "there is a turn round the pole too many"},

    {"overhand knot", "figure-eight knot",
     "a half turn is missing: go behind the rope before you go through"},
    {"figure-eight knot", "overhand knot", "there is a half turn too many: go through the loop at once"},
    {"double overhand knot", "overhand knot", "there is a turn too many"},
    {"overhand knot", "double overhand knot", "a second turn is missing"},
    {"slipped overhand knot", "overhand knot", "the end is slipped: pull it through"},
    {"overhand knot", "slipped overhand knot", "the end goes all the way through: tuck a loop of it instead"},
    {"noose", "slipped overhand knot", "the other end bears the load"},
    {"slipped overhand knot", "noose", "the other end bears the load"},
    {"overhand loop", "figure-eight loop", "a half turn is missing"},
    {"figure-eight loop", "overhand loop", "there is a half turn too many"},
    {"scaffold knot", "noose", "there is a turn too many"},
    {"noose", "scaffold knot", "a second turn is missing"},
    {"fisherman's knot", "double fisherman's knot", "each half lacks its second turn"},
    {"double fisherman's knot", "fisherman's knot", "each half has a turn too many"},
    {"offset overhand bend", "water knot",
     "the ends leave on the same side: follow the first rope back instead"},
    {"water knot", "offset overhand bend", "the ends leave on opposite sides, and should leave on the same"},
};

static const char *advice_for(const char *is, const char *meant)
{
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (strcmp(pairs[i].is, is) == 0 && strcmp(pairs[i].meant, meant) == 0) {
            return pairs[i].words;
        }
    }
    return NULL;
}

static const char *article(const char *name)
{
    return strchr("aeiou", name[0]) != NULL ? "an" : "a";
}

static void say(bight_sailor_verdict *v, const bight_sailor_setting *setting, const char *meant)
{
    const char *is = v->name.name, *words = advice_for(is, meant);
    bool near = v->near.name[0] != '\0';
    if (v->right) {
        bool two = strcmp(meant, "two half hitches") == 0;
        snprintf(v->words, sizeof v->words, "right: this is %s%s%s", two ? "" : article(meant),
                 two ? "" : " ", meant);
    } else if (words != NULL || (is[0] != '\0' && near)) {
        snprintf(v->words, sizeof v->words, "%s: %s", is, words != NULL ? words : v->near.words);
    } else if (is[0] != '\0') {
        snprintf(v->words, sizeof v->words, "%s: more is otherwise than a few crossings", is);
    } else if (near) {
        snprintf(v->words, sizeof v->words, "not yet %s %s: %s", article(meant), meant, v->near.words);
    } else {
        bool pole = setting->pole_count > 0, ring = setting->ring_count > 0;
        snprintf(v->words, sizeof v->words, "not yet %s %s%s", article(meant), meant,
                 pole   ? ", and no other knot that the book has round a pole"
                 : ring ? ", and no other knot that the book has on a ring"
                        : ", and no other knot of the book");
    }
}

bight_status bight_sailor_check(const bight_env *env, bight_knot_workspace *workspace,
                                const bight_sailor_setting *setting, const char *intended,
                                bight_sailor_verdict *verdict, bight_error *error)
{
    *verdict = (bight_sailor_verdict){.name = {.loop = -1}, .near = {.node = -1}};
    bight_status status = bight_sailor_identify(env, workspace, setting, &verdict->name, error);
    if (status == BIGHT_OK) {
        verdict->right = strcmp(verdict->name.name, intended) == 0;
    }
    if (status == BIGHT_OK && !verdict->right) {
        status = bight_sailor_nearest(env, workspace, setting, intended, &verdict->near, error);
    }
    if (status == BIGHT_OK) {
        say(verdict, setting, intended);
    }
    return status;
}

void bight_sailor_phrase(const bight_sailor_setting *setting, const bight_sailor_name *name, char text[64])
{
    bool said = name->name[0] != '\0';
    snprintf(text, 64, "%s%s", name->name,
             !said                     ? ""
             : setting->pole_count > 0 ? " round the pole"
             : setting->ring_count > 0 ? " on the ring"
                                       : "");
}
