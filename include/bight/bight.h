// SPDX-License-Identifier: MIT
// Everything at once.

#pragma once

#include "bight/base.h"
#include "bight/cloth.h"
#include "bight/cloth_mesh.h"
#include "bight/cloth_mesh_file.h"
#include "bight/code_text.h"
#include "bight/couple.h"
#include "bight/curve.h"
#include "bight/io.h"
#include "bight/knot.h"
#include "bight/knot_code.h"
#include "bight/knot_diagram.h"
#include "bight/knot_invariant.h"
#include "bight/knot_svg.h"
#include "bight/knot_table.h"
#include "bight/knot_words.h"
#include "bight/link.h"
#include "bight/mesh.h"
#include "bight/render.h"
#include "bight/shape.h"
#include "bight/sheet.h"
#include "bight/tie.h"
#include "bight/video.h"
#include "bight/world.h"
