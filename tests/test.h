// SPDX-License-Identifier: MIT
// cmocka, and checks that print both sides or the seed that failed.

#pragma once

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define CHECK(condition) assert_true(condition)

/// A check inside a seeded loop: prints the seed, so that the failure can be replayed.
#define CHECK_SEED(condition, seed)                                                                          \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fail_msg("seed %llu: %s", (unsigned long long)(seed), #condition);                               \
        }                                                                                                    \
    } while (0)

/// |a - b| <= tolerance, and neither is NaN.
#define CHECK_NEAR(a, b, tolerance)                                                                          \
    do {                                                                                                     \
        double near_a_ = (a), near_b_ = (b), near_tolerance_ = (tolerance);                                  \
        if (!(fabs(near_a_ - near_b_) <= near_tolerance_)) {                                                 \
            fail_msg("%s = %.17g, %s = %.17g, tolerance %g", #a, near_a_, #b, near_b_, near_tolerance_);     \
        }                                                                                                    \
    } while (0)

/// With a check of every access (the preset dev) all takes ten times as long; then `few` is enough.
#if defined(BIGHT_SANITIZED)
#define LESS_WHEN_CHECKED(all, few) (few)
#else
#define LESS_WHEN_CHECKED(all, few) (all)
#endif

/// A test without a fixture; list it in RUN_TESTS(unit(name), ...).
#define TEST(name)                                                                                           \
    static void name##_body(void);                                                                           \
    static void name(void **fixture)                                                                         \
    {                                                                                                        \
        (void)fixture;                                                                                       \
        name##_body();                                                                                       \
    }                                                                                                        \
    static void name##_body(void)

#define unit(name) cmocka_unit_test(name)

#define RUN_TESTS(...)                                                                                       \
    int main(void)                                                                                           \
    {                                                                                                        \
        const struct CMUnitTest tests[] = {__VA_ARGS__};                                                     \
        return cmocka_run_group_tests(tests, NULL, NULL);                                                    \
    }
