// SPDX-License-Identifier: MIT
// Knots that people tie. Ways of tying are described in our own words; all are in general use (see
// docs/tie.md).

#include "bight/tie.h"

#include <ctype.h>
#include <string.h>

static const bight_everyday_knot knots[] = {
    {"ashley stopper knot", "oysterman's stopper", BIGHT_CATEGORY_STOPPER, "", "",
     "A round stopper of three parts.", "overhand noose with the end caught in its loop"},
    {"double overhand knot", "barrel stopper, cinquefoil", BIGHT_CATEGORY_STOPPER, "5_1", "",
     "A bulkier stopper that seldom works loose.", "overhand knot with a second turn"},
    {"figure-eight knot", "figure eight, flemish knot, savoy knot", BIGHT_CATEGORY_STOPPER, "4_1",
     "figure_eight", "Stops a rope's end in a block or belay device; easier to untie than an overhand knot.",
     "round the standing part once more than the overhand knot, then through the loop"},
    {"monkey's fist", "", BIGHT_CATEGORY_STOPPER, "", "", "Weights the end of a heaving line.",
     "three turns each in three directions, round a core"},
    {"overhand knot", "trefoil, thumb knot", BIGHT_CATEGORY_STOPPER, "3_1", "overhand",
     "Keeps an end from fraying or slipping through a hole.",
     "round the standing part and through its own loop"},
    {"seven-two twist knot", "", BIGHT_CATEGORY_STOPPER, "7_2", "",
     "The twist knot with five half twists, one more turn than the stevedore knot.",
     "loop twisted five times, end through it"},
    {"slipped overhand knot", "slip knot, overhand noose", BIGHT_CATEGORY_STOPPER, "0_1", "",
     "A stopper that comes undone with a pull on its end.", "overhand knot with a bight instead of the end"},
    {"stevedore knot", "stevedore stopper, stevedore's knot", BIGHT_CATEGORY_STOPPER, "6_1", "",
     "A bulky stopper for a rope in a pulley; loosens easily.",
     "figure-eight knot with one more turn round the standing part"},
    {"three-twist knot", "", BIGHT_CATEGORY_STOPPER, "5_2", "",
     "The twist knot with three half twists; for its mathematics rather than for use.",
     "loop twisted three times, end through it"},
    {"triple overhand knot", "multiple overhand, blood knot stopper, septafoil", BIGHT_CATEGORY_STOPPER,
     "7_1", "", "A long, heavy stopper; weights the end of a cord.", "overhand knot with two more turns"},
    {"ashley's bend", "", BIGHT_CATEGORY_BEND, "", "", "Joins two ropes; holds when shaken.",
     "two interlocked overhand knots, ends alongside"},
    {"blood knot", "barrel knot", BIGHT_CATEGORY_BEND, "", "", "Joins fishing lines.",
     "turns of each round the other, ends through the middle"},
    {"carrick bend", "anchor bend", BIGHT_CATEGORY_BEND, "", "", "Joins heavy hawsers; does not jam.",
     "two loops woven over and under all the way"},
    {"double fisherman's knot", "grapevine knot", BIGHT_CATEGORY_BEND, "", "", "Closes climbing slings.",
     "a double overhand knot of each round the other"},
    {"double sheet bend", "", BIGHT_CATEGORY_BEND, "", "", "A sheet bend for very different sizes.",
     "sheet bend with a second turn"},
    {"figure-eight bend", "flemish bend", BIGHT_CATEGORY_BEND, "", "", "Joins two climbing ropes.",
     "figure-eight knot followed by the other end"},
    {"fisherman's knot", "english knot", BIGHT_CATEGORY_BEND, "", "", "Joins thin lines.",
     "an overhand knot of each round the other"},
    {"hunter's bend", "rigger's bend", BIGHT_CATEGORY_BEND, "", "", "Joins two ropes of like size.",
     "two interlocked overhand knots"},
    {"offset overhand bend", "european death knot", BIGHT_CATEGORY_BEND, "", "",
     "Joins abseil ropes; rolls over edges.", "overhand knot in both ropes together"},
    {"sheet bend", "weaver's knot, becket bend", BIGHT_CATEGORY_BEND, "", "",
     "Joins two ropes, also of different size.", "up through a bight, round it, under itself"},
    {"water knot", "ring bend, tape knot", BIGHT_CATEGORY_BEND, "", "", "Joins flat webbing.",
     "overhand knot followed by the other end"},
    {"zeppelin bend", "rosendahl bend", BIGHT_CATEGORY_BEND, "", "",
     "Joins two ropes safely and opens easily.", "two opposed loops, both ends through both"},
    {"alpine butterfly", "butterfly loop, lineman's loop", BIGHT_CATEGORY_LOOP, "", "alpine_butterfly",
     "A loop in the middle of a rope that may be pulled three ways.",
     "two turns round the hand, last one under the others"},
    {"artilleryman's loop", "harness loop, manharness knot", BIGHT_CATEGORY_LOOP, "", "",
     "A loop for hauling in the middle of a line.", "bight pulled through a crossed loop"},
    {"bowline", "king of knots", BIGHT_CATEGORY_LOOP, "", "bowline",
     "A fixed loop that does not slip or jam.",
     "up through a small loop, round the standing part, back down"},
    {"double bowline", "round turn bowline", BIGHT_CATEGORY_LOOP, "", "",
     "A bowline with a second turn for slippery rope.", "bowline with the small loop doubled"},
    {"figure-eight loop", "figure eight on a bight, flemish loop", BIGHT_CATEGORY_LOOP, "", "",
     "Ties climbers to the rope.", "figure-eight knot in a doubled rope"},
    {"handcuff knot", "", BIGHT_CATEGORY_LOOP, "", "", "Two adjustable loops.",
     "two opposed loops, each bight through the other"},
    {"honda knot", "lariat loop", BIGHT_CATEGORY_LOOP, "", "",
     "The small stiff loop that a lasso runs through.", "overhand knot, end through it and stopped"},
    {"noose", "simple noose, running knot", BIGHT_CATEGORY_LOOP, "0_1", "",
     "Tightens round what it holds; undone by drawing it off.", "bight through an overhand knot"},
    {"overhand loop", "loop knot", BIGHT_CATEGORY_LOOP, "", "", "The quickest fixed loop; jams.",
     "overhand knot in a doubled rope"},
    {"perfection loop", "angler's loop", BIGHT_CATEGORY_LOOP, "", "",
     "A loop for fishing line, in line with the standing part.",
     "two turns, second pulled through the first"},
    {"running bowline", "", BIGHT_CATEGORY_LOOP, "", "", "A noose that runs freely.",
     "bowline round its own standing part"},
    {"span loop", "", BIGHT_CATEGORY_LOOP, "", "", "A loop in the middle that does not jam.",
     "slip knot with its bight led round"},
    {"buntline hitch", "", BIGHT_CATEGORY_HITCH, "", "",
     "A secure small hitch; the four-in-hand of neckties.",
     "clove hitch round the standing part, working inwards"},
    {"cat's paw", "", BIGHT_CATEGORY_HITCH, "", "", "Hangs a sling on a hook.",
     "two bights twisted apart, hook through both"},
    {"clove hitch", "", BIGHT_CATEGORY_HITCH, "", "clove_hitch",
     "Makes a rope fast to a pole; starts lashings.",
     "two turns round the pole, the second tucked under itself"},
    {"cow hitch", "lark's head, girth hitch", BIGHT_CATEGORY_HITCH, "", "", "Hangs a loop on a ring or bar.",
     "bight behind the bar, both ends through it"},
    {"half hitch", "", BIGHT_CATEGORY_HITCH, "", "", "The simplest hitch; part of many others.",
     "round the object and under itself"},
    {"highwayman's hitch", "draw hitch", BIGHT_CATEGORY_HITCH, "", "",
     "Holds a horse, comes away with a pull on the end.", "three bights, each through the one before"},
    {"munter hitch", "italian hitch, crossing hitch", BIGHT_CATEGORY_HITCH, "", "munter_hitch",
     "Belays and lowers with a karabiner.", "turn round the bar, crossing over the standing part"},
    {"prusik knot", "prusik hitch", BIGHT_CATEGORY_HITCH, "", "prusik",
     "Grips a rope when loaded, slides when not.", "loop of cord wound three times through itself"},
    {"rolling hitch", "magner's hitch", BIGHT_CATEGORY_HITCH, "", "", "Pulls along a pole or another rope.",
     "clove hitch with a second first turn"},
    {"round turn and two half hitches", "", BIGHT_CATEGORY_HITCH, "", "", "Makes fast under load.",
     "full turn round the post, then two half hitches"},
    {"sheepshank", "", BIGHT_CATEGORY_HITCH, "", "", "Shortens a rope without cutting it.",
     "rope in three parts, a half hitch at each end"},
    {"taut-line hitch", "midshipman's hitch", BIGHT_CATEGORY_HITCH, "", "",
     "An adjustable loop for guy lines.", "two turns inside the loop, a half hitch outside"},
    {"timber hitch", "bowyer's knot", BIGHT_CATEGORY_HITCH, "", "", "Drags logs; needs no undoing.",
     "turn round the standing part, end twisted round itself"},
    {"trucker's hitch", "", BIGHT_CATEGORY_HITCH, "", "", "Tightens a load with a threefold purchase.",
     "slipped loop in the line, end through it and back"},
    {"two half hitches", "", BIGHT_CATEGORY_HITCH, "", "", "Makes fast to a ring or post.",
     "two half hitches round the standing part"},
    {"bowknot", "shoelace knot, double slipped reef knot", BIGHT_CATEGORY_BINDING, "", "shoelace",
     "Ties shoes; comes undone with a pull on either end.", "square knot with both ends slipped"},
    {"constrictor knot", "", BIGHT_CATEGORY_BINDING, "", "",
     "Grips a bundle or a hose so that it has to be cut off.",
     "clove hitch with an overhand knot under the riding turn"},
    {"granny knot", "", BIGHT_CATEGORY_BINDING, "3_1 # 3_1", "granny",
     "What the square knot becomes by mistake: slips or jams.", "two overhand knots of the same hand"},
    {"miller's knot", "sack knot", BIGHT_CATEGORY_BINDING, "", "", "Closes the neck of a sack.",
     "two turns crossed, end tucked"},
    {"packer's knot", "", BIGHT_CATEGORY_BINDING, "", "", "Holds a roast or parcel while it is tied.",
     "figure-eight round the standing part"},
    {"square knot", "reef knot, hercules knot", BIGHT_CATEGORY_BINDING, "3_1 # m3_1", "square",
     "Ties reefs, parcels and bandages; not for joining ropes.", "two overhand knots of opposite hand"},
    {"strangle knot", "", BIGHT_CATEGORY_BINDING, "", "",
     "A binding that holds nearly as well as the constrictor.", "double overhand knot round an object"},
    {"surgeon's knot", "surgeons knot", BIGHT_CATEGORY_BINDING, "", "surgeons",
     "A square knot whose first half has an extra turn and holds while the second is tied.",
     "double overhand half, then a single one of opposite hand"},
    {"thief knot", "bread bag knot", BIGHT_CATEGORY_BINDING, "", "",
     "Looks like a square knot, but its short ends are on opposite sides.",
     "bight, other end round it from the wrong side"},
    {"daisy chain", "chain sinnet, monkey braid", BIGHT_CATEGORY_DECORATIVE, "0_1", "daisy_chain",
     "Shortens and stores rope without tangles.", "bight after bight through the last"},
    {"endless knot", "shrivatsa", BIGHT_CATEGORY_DECORATIVE, "7_4", "", "An emblem in Buddhist art.",
     "two loops woven through each other at right angles"},
    {"true lover's knot", "true love knot", BIGHT_CATEGORY_DECORATIVE, "", "",
     "Two interlocked overhand knots, an emblem.", "overhand knot through an overhand knot"},
    {"turk's head", "", BIGHT_CATEGORY_DECORATIVE, "8_18", "",
     "A woven ring; its flattest closed form of three strands and four bights is 8_18.",
     "three strands plaited round"},
};

const char *bight_category_name(bight_knot_category category)
{
    static const char *const names[BIGHT_CATEGORY_COUNT] = {"stopper", "bend",    "loop",
                                                            "hitch",   "binding", "decorative"};
    return category >= 0 && category < BIGHT_CATEGORY_COUNT ? names[category] : "";
}

// A scene ties the knot itself; a start shape has its type, which says nothing for the type 0_1.
const char *bight_everyday_tied_by(const bight_everyday_knot *knot)
{
    bool knotted = knot->type[0] != '\0' && strcmp(knot->type, "0_1") != 0;
    return knot->scene[0] != '\0' ? "scene" : knotted ? "start shape" : "described only";
}

const bight_everyday_knot *bight_everyday_knots(int32_t *count)
{
    *count = (int32_t)(sizeof knots / sizeof *knots);
    return knots;
}

// The next letter or digit in lower case, 0 at the end or at a comma.
static int next_letter(const char **at)
{
    while (**at != '\0' && **at != ',' && !isalnum((unsigned char)**at)) {
        (*at)++;
    }
    return **at == '\0' || **at == ',' ? 0 : tolower((unsigned char)*(*at)++);
}

// Is this the word that stands at `listed`, up to a comma? A final "knot" on either side does not count.
static bool is_same(const char *name, const char *listed)
{
    int a, b;
    do {
        a = next_letter(&name);
        b = next_letter(&listed);
    } while (a == b && a != 0);
    if (a == b) {
        return true;
    }
    const char *rest = a != 0 ? name : listed;
    return (a == 0 || b == 0) && a + b == 'k' && next_letter(&rest) == 'n' && next_letter(&rest) == 'o' &&
           next_letter(&rest) == 't' && next_letter(&rest) == 0;
}

const bight_everyday_knot *bight_everyday_find(const char *name)
{
    for (size_t i = 0; name != NULL && name[0] != '\0' && i < sizeof knots / sizeof *knots; i++) {
        if (is_same(name, knots[i].name)) {
            return &knots[i];
        }
        for (const char *alias = knots[i].aliases; alias[0] != '\0';) {
            if (is_same(name, alias)) {
                return &knots[i];
            }
            const char *comma = strchr(alias, ',');
            alias = comma != NULL ? comma + 1 : "";
        }
    }
    return NULL;
}
