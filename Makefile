# make run   sets everything up and starts the app
# make test  sets up what the tests need, a browser included, and runs them

VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check -qq
# Does the same five times faster, once pip has installed it.
UV := $(PY) -m uv --quiet pip install --python $(PY)
RUN_READY := $(VENV)/.run-ready
DEV_READY := $(VENV)/.dev-ready
BENCH_READY := $(VENV)/.bench-ready
POCKET_READY := $(VENV)/.pocket-ready
MUTATION_READY := $(VENV)/.mutation-ready
# What `make dev` watches besides Python: the app reads these at its start.
WATCHED = $(subst $() ,:,$(wildcard kalooki_ref/translations/*/*/*.po))
PYTEST_ARGS ?=
WORKERS ?= auto
# Compiled modules are kept: the tests start the app some hundred times.
unexport PYTHONDONTWRITEBYTECODE
export MAKE_STARTED := $(shell date +%s)

.DEFAULT_GOAL := help
.PHONY: help run dev test quick release test-postgres browser databases check-deploy lint types check bench trust mutate words translations screenshots pocket pocket-serve lock clean

help:
	@sed -n '1,2s/^# //p' Makefile
	@echo "make dev, quick, check, check-deploy, lint, types, bench, trust, mutate, words, translations, screenshots, pocket, pocket-serve, release, lock, clean: see CONTRIBUTING.md"

run: $(RUN_READY)
	@$(VENV)/bin/kalooki-ref serve

# The app with made-up games: restarts when a file changes, shows errors in the browser.
dev: $(RUN_READY)
	@$(VENV)/bin/flask --app "kalooki_ref.cli.demo:demo_app('build/demo')" run --debug \
		--host $(or $(HOST),127.0.0.1) --port $(or $(PORT),5040) --extra-files "$(WATCHED)"

test: $(DEV_READY) browser databases
	@$(PY) -m pytest --numprocesses $(WORKERS) --dist worksteal $(PYTEST_ARGS)

browser: $(DEV_READY)
	@$(PY) -m tests.browser.chromium --install

databases: $(DEV_READY)
	@$(PY) -m tests.databases --install

# Seconds instead of minutes: what a change of rules, words or structure is likely to break.
quick: $(DEV_READY)
	@$(PY) -m pytest --numprocesses $(WORKERS) --quiet tests/repo tests/unit tests/rulebook tests/games

# The web suite once more, every game in PostgreSQL.
test-postgres: $(DEV_READY) databases
	@KALOOKI_DATABASE=postgresql $(PY) -m pytest --numprocesses $(WORKERS) --dist worksteal -m 'not file' \
		$(if $(PYTEST_ARGS),$(PYTEST_ARGS),tests/web)

# systemd, Caddy and the compose schema on what stands in deploy/.
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

# Plants random faults in a module and lists those that no test notices.
mutate: $(MUTATION_READY)
	@$(VENV)/bin/mutmut run "$(or $(MODULE),kalooki_ref.referee.scoring)*"
	@$(VENV)/bin/mutmut results | grep survived || true

# Every sentence people read, with its place.
words: $(DEV_READY)
	@$(PY) -m tests.repo.catalogue

# New messages into the catalogues, unused ones out.
translations: $(RUN_READY)
	@$(PY) -m kalooki_ref.translations.update

screenshots: $(DEV_READY) browser
	@$(PY) -m tests.browser.screenshots
	@$(PY) -m tests.browser.contact_sheets
	@$(PY) -m tests.pocket.screenshot

# A folder of static files that is the whole app: dist/pocket/.
pocket: $(POCKET_READY)
	@$(PY) -m kalooki_ref.pocket.build

# Wheel, sdist, the pocket as a zip, and the notes of a release, in dist/release/.
release: $(DEV_READY) pocket
	@$(PY) deploy/release.py $(TAG)

pocket-serve: $(RUN_READY)
	@$(PY) -m kalooki_ref.pocket.build.pocket_serve $(if $(PORT),--port $(PORT))

# All locks hold for Python 3.11 and later on Linux, macOS and Windows.
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

# The first Python that really runs and is new enough: a name on PATH may be an empty shim.
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
	  echo "This Python cannot make a virtual environment."; \
	  echo "On Debian or Ubuntu: apt install python3-venv; then run make again."; \
	  exit 1; \
	}

$(RUN_READY): requirements.lock pyproject.toml | $(PY)
	@$(PIP) install --require-hashes --requirement requirements.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

# The development lock holds all of the run lock, so one install readies both.
$(DEV_READY): requirements-dev.lock requirements.lock pyproject.toml | $(PY)
	@echo "Installing what the tests need."
	@awk '/^[^ ]/ {is_uv = /^uv==/} is_uv' requirements-dev.lock >$(VENV)/uv.lock
	@$(PIP) install --require-hashes --requirement $(VENV)/uv.lock
	@$(UV) --require-hashes --requirement requirements-dev.lock || \
		$(PIP) install --require-hashes --requirement requirements-dev.lock
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $(RUN_READY) $@

# Other people's searches, for the benchmarks alone.
$(BENCH_READY): requirements-bench.lock requirements-dev.lock | $(DEV_READY)
	@echo "Installing what the benchmarks are held against."
	@$(UV) --require-hashes --requirement requirements-bench.lock || \
		$(PIP) install --require-hashes --requirement requirements-bench.lock
	@touch $@

$(MUTATION_READY): requirements-mutation.lock requirements-dev.lock | $(DEV_READY)
	@echo "Installing what plants random faults."
	@$(UV) --require-hashes --requirement requirements-mutation.lock || \
		$(PIP) install --require-hashes --requirement requirements-mutation.lock
	@touch $@

# Node and npm, which fetch and drive the browser's Python.
$(POCKET_READY): requirements-pocket.lock | $(RUN_READY)
	@echo "Installing what builds the pocket."
	@$(PIP) install --require-hashes --requirement requirements-pocket.lock
	@touch $@
