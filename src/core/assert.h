// SPDX-License-Identifier: MIT
// What internal functions rely on, checked in builds with assertions (preset dev; without NDEBUG).

#pragma once

#include <assert.h>

/// A precondition or an invariant. Cheap: it may stand in a loop. The condition has no side effects.
#define BI_ASSERT(condition) assert(condition)

/// An expensive check: a validator's call, bool. It stands at the borders of rooms, never in a loop over elements.
/// Define BI_NO_VALIDATE to keep the cheap assertions alone.
#if defined(NDEBUG) || defined(BI_NO_VALIDATE)
#define BI_VALIDATE(valid) ((void)0)
#else
#define BI_VALIDATE(valid) assert(valid)
#endif
