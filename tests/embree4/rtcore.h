// SPDX-License-Identifier: MIT
// As much of Embree 4's interface as is used, declared as its reference does, so that a machine which has
// only Embree 3 sees that the code for 4 compiles. scripts/test_minimal.sh uses it; nothing is ever linked
// with it.

#pragma once

#include <stddef.h>

#define RTC_INVALID_GEOMETRY_ID ((unsigned int)-1)
#define RTC_MAX_INSTANCE_LEVEL_COUNT 1

typedef struct RTCDeviceTy *RTCDevice;
typedef struct RTCSceneTy *RTCScene;
typedef struct RTCGeometryTy *RTCGeometry;

enum RTCError { RTC_ERROR_NONE = 0 };
enum RTCGeometryType { RTC_GEOMETRY_TYPE_TRIANGLE = 0 };
enum RTCBufferType { RTC_BUFFER_TYPE_INDEX = 0, RTC_BUFFER_TYPE_VERTEX = 1 };
enum RTCFormat { RTC_FORMAT_UINT3 = 0x5003, RTC_FORMAT_FLOAT3 = 0x9003 };
enum RTCFeatureFlags { RTC_FEATURE_FLAG_ALL = -1 };
enum RTCRayQueryFlags { RTC_RAY_QUERY_FLAG_INCOHERENT = 0, RTC_RAY_QUERY_FLAG_COHERENT = 1 << 16 };

struct RTCRay {
    float org_x, org_y, org_z, tnear, dir_x, dir_y, dir_z, time, tfar;
    unsigned int mask, id, flags;
};

struct RTCHit {
    float Ng_x, Ng_y, Ng_z, u, v;
    unsigned int primID, geomID, instID[RTC_MAX_INSTANCE_LEVEL_COUNT];
};

struct RTCRayHit {
    struct RTCRay ray;
    struct RTCHit hit;
};

struct RTCRayQueryContext;

struct RTCIntersectArguments {
    enum RTCRayQueryFlags flags;
    enum RTCFeatureFlags feature_mask;
    struct RTCRayQueryContext *context;
};

struct RTCOccludedArguments {
    enum RTCRayQueryFlags flags;
    enum RTCFeatureFlags feature_mask;
    struct RTCRayQueryContext *context;
};

static inline void rtcInitIntersectArguments(struct RTCIntersectArguments *args)
{
    *args = (struct RTCIntersectArguments){RTC_RAY_QUERY_FLAG_INCOHERENT, RTC_FEATURE_FLAG_ALL, NULL};
}

static inline void rtcInitOccludedArguments(struct RTCOccludedArguments *args)
{
    *args = (struct RTCOccludedArguments){RTC_RAY_QUERY_FLAG_INCOHERENT, RTC_FEATURE_FLAG_ALL, NULL};
}

RTCDevice rtcNewDevice(const char *config);
void rtcReleaseDevice(RTCDevice device);
enum RTCError rtcGetDeviceError(RTCDevice device);
RTCScene rtcNewScene(RTCDevice device);
void rtcCommitScene(RTCScene scene);
void rtcReleaseScene(RTCScene scene);
RTCGeometry rtcNewGeometry(RTCDevice device, enum RTCGeometryType type);
void *rtcSetNewGeometryBuffer(RTCGeometry geometry, enum RTCBufferType type, unsigned int slot,
                              enum RTCFormat format, size_t byteStride, size_t itemCount);
void rtcCommitGeometry(RTCGeometry geometry);
void rtcAttachGeometryByID(RTCScene scene, RTCGeometry geometry, unsigned int geomID);
void rtcReleaseGeometry(RTCGeometry geometry);
void rtcIntersect1(RTCScene scene, struct RTCRayHit *rayhit, struct RTCIntersectArguments *args);
void rtcOccluded1(RTCScene scene, struct RTCRay *ray, struct RTCOccludedArguments *args);
