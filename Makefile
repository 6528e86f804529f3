# SPDX-License-Identifier: MIT
# make demo   set up, build, tie an overhand knot and a figure-eight in one rope; results in out/demo
# make test   set up, build every flavour, run every test, the page's in a browser among them
# make web    set up, build the page into build/web; make web-run serves it on localhost
# make python the Python package: a wheel in build/wheel
# make blender the add-on for Blender: build/bight-blender.zip
# make docs   the reference of the C API into build/docs/html
# make mutants   small errors put into the sources: which of them no test notices (MUTANTS="--file src/io/csv.c")
# make fuzz   every fuzzer for FUZZ_SECONDS=600 of CPU time, two at a time; new finds in build/fuzz
# The build itself is CMake's (CMakePresets.json); this file only spares the typing.

.PHONY: all demo test docs python blender mutants fuzz bench web web-run web-bench clean

all: build/release/bight

build/release/bight: FORCE
	@sh scripts/setup.sh run
	@cmake --preset release -DBIGHT_BUILD_TESTS=OFF -Wno-dev >/dev/null
	@cmake --build build/release --target bight_cli

FORCE:

demo: build/release/bight
	@build/release/bight run examples/demo.json --out out/demo
	@echo "Look at out/demo: tight.png (both knots, large and named), run.mp4 (how they were tied), loose.png, final.glb, final.xyz, summary.json"

test:
	@sh scripts/setup.sh native
	@sh scripts/test.sh

python:
	@sh scripts/setup.sh python
	@/usr/bin/python3 -m pip wheel -q --no-deps --no-build-isolation -w build/wheel ./python
	@echo "The wheel is in build/wheel: pip install build/wheel/bight-*.whl"

blender:
	@mkdir -p build
	@rm -rf blender/bight/__pycache__
	@cd blender && python3 -c "import shutil; shutil.make_archive('../build/bight-blender', 'zip', '.', 'bight')"
	@echo "The add-on is in build/bight-blender.zip: Preferences, Add-ons, Install"

docs:
	@sh scripts/setup.sh docs
	@sh scripts/docs.sh
	@echo "The reference of the C API is in build/docs/html/index.html"

mutants:
	@sh scripts/setup.sh native
	@python3 scripts/mutants.py $(MUTANTS)

fuzz:
	@sh scripts/setup.sh fuzz
	@python3 scripts/fuzz.py $(FUZZ)

web:
	@sh scripts/setup.sh web
	@sh scripts/web_build.sh
	@echo "The page is in build/web: any static host will do, or: make web-run"

web-run: web
	@node scripts/web_serve.mjs

web-bench: web build/release/bight
	@cd web && node bench/run.mjs

bench: build/release/bight
	@build/release/bight bench rope

clean:
	rm -rf build out
