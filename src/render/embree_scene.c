// SPDX-License-Identifier: MIT

#include "render/embree_scene.h"

#include "core/error.h"

static bool add_mesh(bi_scene *scene, const bight_mesh *mesh, int32_t id)
{
    RTCGeometry geometry = rtcNewGeometry(scene->device, RTC_GEOMETRY_TYPE_TRIANGLE);
    if (geometry == NULL) {
        return false;
    }
    float *positions = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3,
                                               3 * sizeof(float), (size_t)mesh->vertex_count);
    uint32_t *indices = rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                                                3 * sizeof(uint32_t), (size_t)mesh->triangle_count);
    bool good = positions != NULL && indices != NULL;
    for (size_t i = 0; good && i < (size_t)mesh->vertex_count; i++) {
        positions[3 * i] = (float)mesh->positions[i].x;
        positions[3 * i + 1] = (float)mesh->positions[i].y;
        positions[3 * i + 2] = (float)mesh->positions[i].z;
    }
    for (size_t i = 0; good && i < 3 * (size_t)mesh->triangle_count; i++) {
        indices[i] = (uint32_t)mesh->triangles[i];
    }
    if (good) {
        rtcCommitGeometry(geometry);
        rtcAttachGeometryByID(scene->scene, geometry, (unsigned)id);
    }
    rtcReleaseGeometry(geometry);
    return good;
}

bight_status bi_scene_make(const bi_stage *stage, bi_scene *scene, bight_error *error)
{
    // one thread: the hierarchy is then the same every time, and with it which of two equal hits is found
    *scene = (bi_scene){.device = rtcNewDevice("threads=1,set_affinity=0")};
    bool good = scene->device != NULL;
    if (good) {
        scene->scene = rtcNewScene(scene->device);
        good = scene->scene != NULL;
    }
    for (int32_t i = 0; good && i < stage->count; i++) {
        good = add_mesh(scene, stage->surfaces[i].mesh, i);
    }
    if (good) {
        rtcCommitScene(scene->scene);
        good = rtcGetDeviceError(scene->device) == RTC_ERROR_NONE;
    }
    if (!good) {
        bi_scene_free(scene);
        return bi_fail(error, BIGHT_ERROR_NO_MEMORY, 0, "Embree could not take in %d surfaces", stage->count);
    }
    return BIGHT_OK;
}

void bi_scene_free(bi_scene *scene)
{
    if (scene->scene != NULL) {
        rtcReleaseScene(scene->scene);
    }
    if (scene->device != NULL) {
        rtcReleaseDevice(scene->device);
    }
    *scene = (bi_scene){0};
}
