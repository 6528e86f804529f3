// SPDX-License-Identifier: MIT
// A rope in MuJoCo: capsules joined by ball joints, both ends pulled (scripts/bench_peers.sh).
//     mujoco START.xyz END.xyz FORCE LIMIT MODEL.xml
// LIMIT: processor seconds after which it is stopped. MODEL.xml is made from START.xyz by bench/peers/mujoco_model.py.

#include "bench/peers/peer.h"

#include <mujoco/mujoco.h>

static peer_point point(const mjtNum *p)
{
    return (peer_point){p[0], p[1], p[2]};
}

// The node where link i begins, or the end of the last link.
static peer_point node(const mjModel *model, const mjData *data, int32_t i)
{
    int32_t links = model->nbody - 1;
    return i < links ? point(data->xpos + 3 * (i + 1)) : point(data->site_xpos);
}

static peer_point velocity(const mjModel *model, const mjData *data, int32_t end)
{
    mjtNum v[6];
    int32_t body = end == 0 ? 1 : model->nbody - 1;
    mj_objectVelocity(model, data, end == 0 ? mjOBJ_XBODY : mjOBJ_SITE, end == 0 ? body : 0, v, 0);
    return point(v + 3);
}

// Force on both ends. A bad state may have been reset by MuJoCo: it counts these.
static void pull(const mjModel *model, mjData *data, double force, peer_hand hand[2])
{
    int32_t links = model->nbody - 1;
    mju_zero(data->qfrc_applied, model->nv);
    for (int32_t k = 0; k < 2; k++) {
        peer_point end = node(model, data, k == 0 ? 0 : links), other = node(model, data, k == 0 ? links : 0);
        peer_point f =
            peer_pull(&hand[k], force, data->time, end, other, velocity(model, data, k), model->body_mass[1]);
        mjtNum pulled[3] = {f.x, f.y, f.z}, at[3] = {end.x, end.y, end.z}, none[3] = {0, 0, 0};
        mj_applyFT(model, data, pulled, none, at, k == 0 ? 1 : links, data->qfrc_applied);
    }
}

// MuJoCo would print on stdout and write a log; what matters is counted in data->warning.
static void silent(const char *message)
{
    (void)message;
}

int main(int argc, char **argv)
{
    if (argc != 6) {
        fprintf(stderr, "usage: mujoco START.xyz END.xyz FORCE LIMIT MODEL.xml\n");
        return 2;
    }
    int32_t nodes = 0;
    peer_point *joint = peer_read(argv[1], &nodes);
    double link = peer_distance(joint[0], joint[1]), limit = atof(argv[4]);
    mju_user_warning = silent;
    char message[1000] = "";
    mjModel *model = mj_loadXML(argv[5], NULL, message, sizeof message);
    if (model == NULL || model->nbody != nodes) {
        fprintf(stderr, "%s: %s\n", argv[5], message);
        return 1;
    }
    mjData *data = mj_makeData(model);
    peer_run run = {nodes, atof(argv[3]), 0.0, 0.0, HUGE_VAL, 1.0, 0.0, NULL};
    peer_hand hand[2] = {{0, 0}, {0, 0}};
    for (int32_t step = 0; step < (int32_t)(SECONDS / STEP + 0.5) && run.stopped == NULL; step++) {
        // the first half finds places and speeds, by which the ends are pulled in the second
        double before = peer_seconds();
        mj_step1(model, data);
        run.took += peer_seconds() - before;
        pull(model, data, run.force, hand);
        before = peer_seconds();
        mj_step2(model, data);
        run.took += peer_seconds() - before;
        run.simulated = (step + 1) * STEP;
        const int bad[] = {mjWARN_BADQPOS, mjWARN_BADQVEL, mjWARN_BADQACC};
        for (int32_t i = 0; i < 3; i++) {
            run.stopped = data->warning[bad[i]].number > 0 ? "not finite: MuJoCo started anew" : run.stopped;
        }
        if (run.stopped == NULL && (step + 1) % LOOK_EVERY == 0) {
            for (int32_t i = 0; i < nodes; i++) {
                joint[i] = node(model, data, i);
            }
            bool good = peer_look(&run, joint, nodes, link);
            run.stopped = good && run.took > limit ? "out of time" : run.stopped;
        }
    }
    if (data->warning[mjWARN_CONTACTFULL].number > 0 || data->warning[mjWARN_CNSTRFULL].number > 0) {
        run.stopped = "no room for contacts";
    }
    peer_write(argv[2], joint, nodes);
    peer_print(&run);
    mj_deleteData(data);
    mj_deleteModel(model);
    free(joint);
    return 0;
}
