// SPDX-License-Identifier: MIT
// The ratio of a circle's circumference to its diameter, to the last bit of a double. ISO C has no M_PI.

#pragma once

#define PI 3.14159265358979323846
