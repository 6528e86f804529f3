// SPDX-License-Identifier: MIT
// A rope in Bullet: capsules joined by point-to-point constraints, both ends pulled (scripts/bench_peers.sh).
//     bullet START.xyz END.xyz FORCE LIMIT ITERATIONS
// LIMIT: processor seconds after which it is stopped. Lengths are in centimetres, so that capsules are as large as Bullet
// asks for (0.05 to 10).

#include "bench/peers/peer.h"

#include <btBulletDynamicsCommon.h>
#include <vector>

static const double scale = 100.0; // Bullet's units in a metre

static peer_point metres(const btVector3 &p)
{
    return {p.x() / scale, p.y() / scale, p.z() / scale};
}

static btVector3 units(const peer_point &p)
{
    return btVector3(btScalar(scale * p.x), btScalar(scale * p.y), btScalar(scale * p.z));
}

// Links that are close along the rope do not collide.
struct rope_filter : public btOverlapFilterCallback {
    int apart;
    bool needBroadphaseCollision(btBroadphaseProxy *a, btBroadphaseProxy *b) const override
    {
        int i = static_cast<btCollisionObject *>(a->m_clientObject)->getUserIndex();
        int j = static_cast<btCollisionObject *>(b->m_clientObject)->getUserIndex();
        return abs(i - j) >= apart;
    }
};

int main(int argc, char **argv)
{
    if (argc != 6) {
        fprintf(stderr, "usage: bullet START.xyz END.xyz FORCE LIMIT ITERATIONS\n");
        return 2;
    }
    int32_t nodes = 0;
    peer_point *start = peer_read(argv[1], &nodes);
    int32_t links = nodes - 1;
    double link = peer_distance(start[0], start[1]), limit = atof(argv[4]);
    peer_run run = {nodes, atof(argv[3]), 0.0, 0.0, HUGE_VAL, 1.0, 0.0, nullptr};

    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
    rope_filter filter;
    filter.apart = peer_apart(link);
    world.getPairCache()->setOverlapFilterCallback(&filter);
    world.setGravity(btVector3(0, 0, 0));
    world.getSolverInfo().m_numIterations = atoi(argv[5]);

    // a capsule's axis is y; friction of a pair is the product of both
    btCapsuleShape shape(btScalar(scale * RADIUS), btScalar(scale * link));
    btScalar mass = btScalar(DENSITY * link);
    btVector3 inertia;
    shape.calculateLocalInertia(mass, inertia);
    std::vector<btRigidBody *> body;
    for (int32_t i = 0; i < links; i++) {
        btVector3 a = units(start[i]), b = units(start[i + 1]);
        btTransform pose(shortestArcQuat(btVector3(0, 1, 0), (b - a).normalized()), (a + b) / 2);
        btRigidBody::btRigidBodyConstructionInfo info(mass, new btDefaultMotionState(pose), &shape, inertia);
        info.m_friction = btScalar(sqrt(FRICTION));
        body.push_back(new btRigidBody(info));
        body[size_t(i)]->setUserIndex(i);
        body[size_t(i)]->setActivationState(DISABLE_DEACTIVATION);
        world.addRigidBody(body[size_t(i)]);
    }
    btVector3 half(0, btScalar(scale * link / 2), 0);
    for (int32_t i = 0; i + 1 < links; i++) {
        world.addConstraint(new btPoint2PointConstraint(*body[size_t(i)], *body[size_t(i) + 1], half, -half),
                            true);
    }

    peer_hand hand[2] = {{0, 0}, {0, 0}};
    std::vector<peer_point> joint(static_cast<size_t>(nodes));
    auto end_of = [&](int32_t i, const btVector3 &at) { return body[size_t(i)]->getWorldTransform() * at; };
    for (int32_t step = 0; step < int32_t(SECONDS / STEP + 0.5); step++) {
        peer_point end[2] = {metres(end_of(0, -half)), metres(end_of(links - 1, half))};
        for (int32_t k = 0; k < 2; k++) {
            btRigidBody *last = body[k == 0 ? 0 : size_t(links) - 1];
            btVector3 arm = last->getWorldTransform().getBasis() * (k == 0 ? -half : half);
            peer_point v = metres(last->getVelocityInLocalPoint(arm));
            last->applyForce(units(peer_pull(&hand[k], run.force, step * STEP, end[k], end[1 - k], v, mass)),
                             arm);
        }
        double before = peer_seconds();
        world.stepSimulation(btScalar(STEP), 0, btScalar(STEP));
        run.took += peer_seconds() - before;
        run.simulated = (step + 1) * STEP;
        if ((step + 1) % LOOK_EVERY == 0) {
            joint[0] = metres(end_of(0, -half));
            joint[size_t(links)] = metres(end_of(links - 1, half));
            for (int32_t i = 1; i < links; i++) {
                peer_point a = metres(end_of(i - 1, half)), b = metres(end_of(i, -half));
                run.joint_gap = fmax(run.joint_gap, peer_distance(a, b) / (2.0 * RADIUS));
                joint[size_t(i)] = {(a.x + b.x) / 2, (a.y + b.y) / 2, (a.z + b.z) / 2};
            }
            if (!peer_look(&run, joint.data(), nodes, link)) {
                break;
            }
            if (run.took > limit) {
                run.stopped = "out of time";
                break;
            }
        }
    }
    peer_write(argv[2], joint.data(), nodes);
    peer_print(&run);
    return 0;
}
