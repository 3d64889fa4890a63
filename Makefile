# make run   sets everything up and starts the app
# make test  sets up what the tests need, a browser included, and runs them

VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check -qq
# uv installs five times faster than pip; pip installs uv first.
UV := $(PY) -m uv --quiet pip install --python $(PY)
RUN_READY := $(VENV)/.run-ready
DEV_READY := $(VENV)/.dev-ready
BENCH_READY := $(VENV)/.bench-ready
POCKET_READY := $(VENV)/.pocket-ready
MUTATION_READY := $(VENV)/.mutation-ready
# Further files that `make dev` watches, because the app reads them only at startup.
WATCHED = $(subst $() ,:,$(wildcard kalooki_ref/translations/*/*/*.po))
PYTEST_ARGS ?=
WORKERS ?= auto
# Keep .pyc files: the tests start the app hundreds of times.
unexport PYTHONDONTWRITEBYTECODE
export MAKE_STARTED := $(shell date +%s)

.DEFAULT_GOAL := help
.PHONY: help run dev test steady quick release test-postgres browser databases compiled check-deploy lint types check bench trust mutate words translations screenshots pocket pocket-serve lock clean

help:
	@sed -n '1,2s/^# //p' Makefile
	@echo "make dev, quick, steady, check, check-deploy, lint, types, bench, trust, mutate, words, translations, screenshots, pocket, pocket-serve, release, lock, clean: see docs/changing.md"

# POCKET_URL=https://… is the address of the app that runs inside a phone.
run: $(RUN_READY)
	@$(if $(POCKET_URL),KALOOKI_POCKET_URL='$(POCKET_URL)' )$(VENV)/bin/kalooki-ref serve

# Development server with made-up games: restarts on changes, shows errors in the browser.
dev: $(RUN_READY)
	@$(VENV)/bin/flask --app "kalooki_ref.cli.demo:demo_app('build/demo')" run --debug \
		--host $(or $(HOST),127.0.0.1) --port $(or $(PORT),5040) --extra-files "$(WATCHED)"

test: $(DEV_READY) browser databases
	@$(PY) -m pytest --numprocesses $(WORKERS) --dist worksteal $(PYTEST_ARGS)

# Runs all tests RUNS times at rest and RUNS times with busy cores; lists what failed how often.
steady: $(DEV_READY)
	@$(PY) -m tests.steady $(RUNS)

# Compiles the tests once, instead of in every test process at the same time.
compiled: $(DEV_READY)
	@-$(PY) -m pytest --collect-only -qq >/dev/null

browser: $(DEV_READY)
	@$(PY) -m tests.browser.chromium --install

databases: $(DEV_READY)
	@$(PY) -m tests.databases --install

# Fast tests, which most changes of rules, messages or structure would break.
quick: $(DEV_READY)
	@$(PY) -m pytest --numprocesses $(WORKERS) --quiet tests/repo tests/unit tests/rulebook tests/games

# The web tests with PostgreSQL instead of SQLite.
test-postgres: $(DEV_READY) databases
	@KALOOKI_DATABASE=postgresql $(PY) -m pytest --numprocesses $(WORKERS) --dist worksteal -m 'not file' \
		$(if $(PYTEST_ARGS),$(PYTEST_ARGS),tests/web)

# Validates the files in deploy/ with systemd, Caddy and the compose schema.
check-deploy: $(DEV_READY)
	@$(PY) -m tests.deployment

lint: $(DEV_READY)
	@$(PY) -m ruff check .
	@$(PY) -m ruff format --check .
	@$(VENV)/bin/oxlint --deny-warnings --quiet static kalooki_ref/pocket

types: $(DEV_READY)
	@$(PY) -m mypy

check: lint types test

bench: $(BENCH_READY) pocket
	@for file in bench/*.py; do echo "== $$file"; $(PY) "$$file" || exit 1; done

trust: $(DEV_READY)
	@$(PY) -m tests.trust

# Mutation testing: lists the mutations of a module that no test detects.
mutate: $(MUTATION_READY)
	@$(VENV)/bin/mutmut run "$(or $(MODULE),kalooki_ref.referee.scoring)*"
	@$(VENV)/bin/mutmut results | grep survived || true

# Prints every message with its place.
words: $(DEV_READY)
	@$(PY) -m tests.repo.catalogue

# Adds new messages to the catalogues and removes unused ones.
translations: $(RUN_READY)
	@$(PY) -m kalooki_ref.translations.update

screenshots: $(DEV_READY) browser
	@$(PY) -m tests.browser.screenshots
	@$(PY) -m tests.browser.contact_sheets
	@$(PY) -m tests.pocket.screenshot

# Builds the app as static files in dist/pocket/.
pocket: $(POCKET_READY)
	@$(PY) -m kalooki_ref.pocket.build

# Builds the wheel, the sdist, the pocket as a zip and the release notes in dist/release/.
release: $(DEV_READY) pocket
	@$(PY) deploy/release.py $(TAG)

pocket-serve: $(RUN_READY)
	@$(PY) -m kalooki_ref.pocket.build.pocket_serve $(if $(PORT),--port $(PORT))

# The lock files are valid for Python 3.11 and later on Linux, macOS and Windows.
LOCK := $(PY) -m uv --quiet pip compile --universal --python-version 3.11 --generate-hashes \
	--custom-compile-command "make lock" $(if $(UPGRADE),--upgrade)

lock: $(DEV_READY)
	@$(LOCK) pyproject.toml --group build --output-file requirements.lock
	@$(LOCK) pyproject.toml --extra scale --group build --constraints requirements.lock \
		--output-file requirements-scale.lock
	@$(LOCK) pyproject.toml --extra scale --group dev --constraints requirements-scale.lock \
		--output-file requirements-dev.lock
	@$(LOCK) --group bench --constraints requirements-dev.lock \
		--output-file requirements-bench.lock
	@$(LOCK) --group pocket --constraints requirements-dev.lock \
		--output-file requirements-pocket.lock
	@$(LOCK) --group mutation --constraints requirements-dev.lock \
		--output-file requirements-mutation.lock

clean:
	rm -rf $(VENV) build dist test-results .hypothesis .mypy_cache .pytest_cache .ruff_cache

# The first Python that runs and is new enough; pyenv and Windows have shims that don't run.
$(PY):
	@for name in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11 python; do \
	  "$$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	    && found="$$name" && break; \
	done; \
	if [ -z "$$found" ]; then \
	  echo "Kalooki Ref needs Python 3.11 or newer, and none was found."; \
	  echo "Install one (macOS: brew install python; Debian, Ubuntu: apt install python3-venv),"; \
	  echo "or name yours: make run PYTHON=/path/to/python3"; \
	  exit 1; \
	fi; \
	echo "Setting up $(VENV) with $$("$$found" --version); only the first time takes this long."; \
	"$$found" -c 'import ensurepip, venv' 2>/dev/null && "$$found" -m venv --clear $(VENV) || { \
	  rm -rf $(VENV); \
	  echo "This Python can't create a virtual environment."; \
	  echo "On Debian or Ubuntu: apt install python3-venv; then run make again."; \
	  exit 1; \
	}

$(RUN_READY): requirements.lock pyproject.toml | $(PY)
	@$(PIP) install --require-hashes --requirement requirements.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

# The development lock includes the run lock, so this installs both.
$(DEV_READY): requirements-dev.lock requirements.lock pyproject.toml | $(PY)
	@echo "Installing the test dependencies."
	@awk '/^[^ ]/ {is_uv = /^uv==/} is_uv' requirements-dev.lock >$(VENV)/uv.lock
	@$(PIP) install --require-hashes --requirement $(VENV)/uv.lock
	@$(UV) --require-hashes --requirement requirements-dev.lock || \
		$(PIP) install --require-hashes --requirement requirements-dev.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $(RUN_READY) $@

# Other solvers, which only the benchmarks use.
$(BENCH_READY): requirements-bench.lock requirements-dev.lock | $(DEV_READY)
	@echo "Installing the solvers for the benchmarks."
	@$(UV) --require-hashes --requirement requirements-bench.lock || \
		$(PIP) install --require-hashes --requirement requirements-bench.lock
	@touch $@

$(MUTATION_READY): requirements-mutation.lock requirements-dev.lock | $(DEV_READY)
	@echo "Installing mutmut."
	@$(UV) --require-hashes --requirement requirements-mutation.lock || \
		$(PIP) install --require-hashes --requirement requirements-mutation.lock
	@touch $@

# Node and npm, which download and run Pyodide.
$(POCKET_READY): requirements-pocket.lock | $(RUN_READY)
	@echo "Installing the build tools of the pocket."
	@$(PIP) install --require-hashes --requirement requirements-pocket.lock
	@touch $@
