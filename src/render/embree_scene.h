// SPDX-License-Identifier: MIT
// The stage as Embree sees it, and the two questions it is asked, which Embree 4 takes in another form
// than 3.

#pragma once

#include "render/stage.h"

#ifdef BIGHT_EMBREE_4
#include <embree4/rtcore.h>
#else
#include <embree3/rtcore.h>
#endif

typedef struct bi_scene {
    RTCDevice device;
    RTCScene scene;
} bi_scene;

/// Geometry i of the scene is surface i of the stage.
bight_status bi_scene_make(const bi_stage *stage, bi_scene *scene, bight_error *error);
void bi_scene_free(bi_scene *scene);

/// Where does the ray first hit? Neighbouring calls ask about neighbouring rays.
static inline void bi_first_hit(RTCScene scene, struct RTCRayHit *found)
{
#ifdef BIGHT_EMBREE_4
    struct RTCIntersectArguments how;
    rtcInitIntersectArguments(&how);
    how.flags = RTC_RAY_QUERY_FLAG_COHERENT;
    rtcIntersect1(scene, found, &how);
#else
    struct RTCIntersectContext how;
    rtcInitIntersectContext(&how);
    how.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
    rtcIntersect1(scene, &how, found);
#endif
}

/// Does the ray hit anything? Then its tfar becomes negative.
static inline void bi_any_hit(RTCScene scene, struct RTCRay *ray)
{
#ifdef BIGHT_EMBREE_4
    struct RTCOccludedArguments how;
    rtcInitOccludedArguments(&how);
    rtcOccluded1(scene, ray, &how);
#else
    struct RTCIntersectContext how;
    rtcInitIntersectContext(&how);
    rtcOccluded1(scene, &how, ray);
#endif
}
