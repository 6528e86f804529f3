# SPDX-License-Identifier: MIT
# The golden scenes for node, twice: as portable as can be, and out of the very objects that the page is linked from.
# Called by scripts/test_wasm.sh from the root, with the target golden.

include web/api/wasm.mk

.PHONY: golden
GOLDEN := scripts/golden_wasm.c $(wildcard tests/golden_*.h)
ROOMS := $(foreach room,core geom solve knot template sim cloth couple garment dress,$(wildcard src/$(room)/*.c src/$(room)/*/*.c)) src/io/mesh_builder.c
PLAIN := $(ROOMS:%.c=build/wasm/plain/%.o)
PAGE := $(ROOMS:%.c=$(OUT)/%.o)
PLAIN_CFLAGS := -std=c17 -O2 -ffp-contract=off -Iinclude -Isrc
NODE_LDFLAGS := -Itests -sALLOW_MEMORY_GROWTH=1 -sTOTAL_STACK=1048576 -sENVIRONMENT=node

golden: build/wasm/golden_plain.js build/wasm/golden_page.js

build/wasm/golden_plain.js: $(PLAIN) $(GOLDEN)
	emcc $(PLAIN_CFLAGS) $(NODE_LDFLAGS) $(PLAIN) scripts/golden_wasm.c -o $@

build/wasm/golden_page.js: $(PAGE) $(GOLDEN)
	emcc $(CFLAGS) $(NODE_LDFLAGS) $(PAGE) scripts/golden_wasm.c -o $@

build/wasm/plain/%.o: %.c
	@mkdir -p $(@D)
	emcc $(PLAIN_CFLAGS) -MMD -MP -c $< -o $@

-include $(PLAIN:.o=.d)
