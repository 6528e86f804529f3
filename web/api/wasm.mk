# SPDX-License-Identifier: MIT
# The library for the page: build/wasm/web/bight.wasm and wrap.wasm, by Emscripten. Called by scripts/web_build.sh from the root.

.PHONY: all
OUT := build/wasm/web
# every room; but files, pictures and films are the machine's business
LIBRARY := $(filter-out src/io/file.c src/io/gltf_gather.c src/io/png.c src/render/% src/wrap/%,$(wildcard src/*/*.c src/*/*/*.c))
SOURCES := $(LIBRARY) $(wildcard web/api/*.c)
OBJECTS := $(SOURCES:%.c=$(OUT)/%.o) $(OUT)/book.o

# as cmake/BightFlags.cmake: nothing that changes a bit of a result
CFLAGS := -std=c17 -O3 -msimd128 -ffp-contract=off -DNDEBUG -Iinclude -Isrc -Wall -Wextra
# made small as a whole: 12 kB less as it travels, and steps take 2 to 12 % longer
LDFLAGS := -Oz -sSTANDALONE_WASM --no-entry -sALLOW_MEMORY_GROWTH=1 -sINITIAL_MEMORY=4194304 -sTOTAL_STACK=1048576

# what no frame waits for is made small: the page loads sooner
SMALL := src/io src/wrap src/scene src/play src/tie src/start src/template src/garment web/api
$(foreach room,$(SMALL),$(eval $(OUT)/$(room)/%.o: CFLAGS += -Oz))
# so are meshes that are read and mended, garments before they move, models other than Follow The Leader, and of knots what is
# asked for now and then
RARE := $(wildcard src/geom/tube.c src/geom/skin.c src/geom/smooth_curve.c src/geom/hull.c src/geom/hull_corners.c src/geom/geodesic.c src/geom/expansion.c \
    src/geom/inertia.c src/geom/contour.c src/geom/path.c src/geom/displaced.c src/cloth/topology.c src/sim/validate.c src/sim/world_state.c \
    src/sim/obstacle_create.c src/sim/obstacle_mesh.c src/geom/surface_path.c src/geom/surface_trace.c src/geom/mesh*.c src/geom/validate.c src/geom/drawing*.c src/knot/atlas*.c src/knot/code*.c src/knot/knot_code.c src/knot/embed.c \
    src/knot/hold*.c src/knot/homfly.c src/knot/skein_terms.c src/knot/frontier.c src/knot/family.c src/knot/candidates.c src/knot/polynomials.c src/knot/knotoid.c src/knot/lasso.c src/knot/layout*.c src/knot/link_*.c src/knot/locate.c src/knot/matrix*.c src/knot/realise.c \
    src/knot/sailor_*.c src/knot/theta.c src/knot/vogel.c src/knot/large.c src/knot/multivariable.c src/knot/table_entry.c src/knot/words.c \
    $(filter-out src/dress/push%,$(wildcard src/dress/*.c)) src/sim/rod/*.c src/sim/spring/*.c src/sim/projection/*.c src/knot/alexander.c src/knot/project.c \
    src/cloth/world.c src/cloth/hand.c src/cloth/validate.c src/cloth/seam.c src/cloth/weld.c src/cloth/settle.c \
    src/geom/winding.c src/geom/surface_aim.c src/geom/geodesic_find.c src/geom/surface_strip.c src/geom/surface.c src/geom/shapes.c \
    src/sim/drawn.c src/sim/rope.c src/sim/world.c src/sim/load.c src/sim/grasp.c src/sim/pick.c \
    src/sim/sheet/sheet.c src/knot/kauffman.c src/knot/knot.c src/knot/identify.c src/knot/signature.c src/knot/diagram.c src/knot/modular.c \
    src/cloth/rigid.c src/cloth/rigid_solve.c src/cloth/cord.c src/cloth/cord_near.c src/cloth/cord_face.c src/cloth/cord_contact.c src/cloth/growth.c \
    src/cloth/yield_side.c src/cloth/layer_stack.c src/cloth/layers.c src/cloth/separation.c src/cloth/sheet.c src/cloth/kinematic.c src/cloth/tangle.c src/cloth/obstacle.c src/knot/closure.c src/knot/pass.c src/knot/orbit.c \
    src/sim/response/report.c src/sim/response/path.c src/sim/response/roll.c src/sim/response/groups.c src/core/checkpoint.c src/sim/hands.c src/sim/obstacle.c src/sim/worst.c \
    src/sim/model.c src/sim/ftl/gravity.c src/geom/sweep.c src/geom/solid.c src/geom/gather.c src/geom/axis.c src/cloth/coarse.c src/cloth/incomplete.c \
    src/knot/residues.c src/knot/link.c src/knot/homfly_terms.c src/knot/closing.c \
    src/solve/cone.c src/knot/shrink.c src/sim/set_model.c src/sim/taut.c src/knot/elimination.c src/couple/*.c src/geom/close_pairs.c)
$(RARE:%.c=$(OUT)/%.o): CFLAGS += -Oz

all: $(OUT)/bight.wasm $(OUT)/wrap.wasm $(OUT)/pictures.json $(OUT)/thumbs/done

$(OUT)/bight.wasm: $(OBJECTS)
	emcc $(LDFLAGS) $(OBJECTS) -o $@

# wraps, with what of the library they call: fetched when their tab is opened
WRAP := $(patsubst %.c,$(OUT)/%.o,$(wildcard src/wrap/*.c web/api/wrap/*.c))
$(OUT)/wrap.wasm: $(WRAP) $(LIBRARY:%.c=$(OUT)/%.o)
	emcc $(LDFLAGS) $^ -o $@

# small pictures of all knots of the gallery, drawn by the library itself; cloth is in none of them
PICTURED := $(filter-out $(OUT)/src/cloth/% $(OUT)/src/couple/%,$(OBJECTS))
$(OUT)/pictures.json: $(PICTURED) $(wildcard web/api/pictures*.mjs) | $(OUT)/bight.wasm
	node web/api/pictures.mjs $(OUT)/bight.wasm $@

# rendered pictures of the knots of the book: a minute and a half, so only when scenes or what draws them change
$(OUT)/thumbs/done: $(OUT)/book.c $(wildcard web/api/thumb*.mjs) web/api/scene_lines.mjs | $(OUT)/bight.wasm
	node web/api/thumbs.mjs $(OUT)/bight.wasm $(@D)
	@touch $@

# the book of knots travels inside the module
$(OUT)/book.c: web/api/embed_book.mjs $(wildcard data/knots/*.json examples/*.json)
	@mkdir -p $(@D)
	node web/api/embed_book.mjs $@

$(OUT)/book.o: $(OUT)/book.c
	emcc $(CFLAGS) -Iweb/api -c $< -o $@

$(OUT)/%.o: %.c
	@mkdir -p $(@D)
	emcc $(CFLAGS) -MMD -MP -c $< -o $@

-include $(OBJECTS:.o=.d) $(WRAP:.o=.d)
