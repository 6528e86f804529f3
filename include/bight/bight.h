// SPDX-License-Identifier: MIT
// Everything at once.

#pragma once

#include "bight/base.h"
#include "bight/curve.h"
#include "bight/shape.h"
#include "bight/world.h"
