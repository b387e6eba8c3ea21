# Everything runs in a virtual environment of its own; it is made on first use and again when the lock file changes.
# Needs make and Python >= 3.11. Another interpreter: make test PYTHON=python3.13 VENV=.venv313

VENV := .venv
BIN := $(VENV)/bin
PY := $(BIN)/python
STAMP := $(VENV)/.installed
MUTANTS := $(VENV)-mutants
GAMES :=
UV := uv==0.13.9
COVERED := kernel/*,events/*
THRESHOLD := 95
N := 2
PYTEST := $(PY) -m pytest

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PYTHONUTF8 := 1

# The interpreter that makes the environment: PYTHON as given, or else the first usual name that is new enough.
PYTHON ?=
define choose_python
set -- $(if $(PYTHON),"$(PYTHON)",python3 python3.14 python3.13 python3.12 python3.11); \
for python in "$$@"; do \
  if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then break; fi; \
  python=; \
done; \
if [ -z "$$python" ]; then \
  echo "refold needs Python 3.11 or later; tried $$* (choose one with: make PYTHON=/path/to/python3.11)" >&2; \
  exit 1; \
fi
endef

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help setup demo test lint format tests cover soak bench mutants schemas lock clean

help: ## show this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1	\2/p' Makefile

setup: $(STAMP) ## make the environment, nothing else

$(STAMP): requirements.lock pyproject.toml
	@$(choose_python); \
	echo "setting up $(VENV) with $$python"; \
	"$$python" -m venv $(VENV)
	$(PY) -m pip install --quiet --require-hashes -r requirements.lock
	$(PY) -m pip install --quiet --no-deps --no-build-isolation -e .
	@touch $@

demo: $(STAMP) ## play a recorded game and question it
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh tools/demo.sh

test: lint tests cover ## everything that must hold before a change is accepted

lint: $(STAMP) ## style, types, spelling and the direction of imports
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	$(BIN)/lint-imports --no-logo
	$(PY) -m codespell_lib

format: $(STAMP) ## let ruff mend and format what it can
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

tests: $(STAMP) ## the test suite, with coverage recorded
	@$(PY) -m coverage erase
	$(PY) -m coverage run -m pytest -n $(N)
	@$(PY) -m coverage combine --quiet

cover: tests ## the rules and the formats are covered, branches too
	$(PY) -m coverage report --include='$(COVERED)' --fail-under=$(THRESHOLD)

soak: $(STAMP) ## the long tests that make test leaves out
	$(PYTEST) -n $(N) -m soak

bench: $(STAMP) ## measure speed
	$(PY) -m benchmarks

# Cosmic Ray and what it needs stay out of the environment that everybody uses.
$(MUTANTS)/.installed: requirements-mutants.lock
	@$(choose_python); "$$python" -m venv $(MUTANTS)
	$(MUTANTS)/bin/python -m pip install --quiet --require-hashes -r requirements-mutants.lock
	@touch $@

mutants: N := 300
mutants: $(MUTANTS)/.installed ## small faults in the rules: do the recordings notice? (N= a game, GAMES="...")
	$(MUTANTS)/bin/python -m tools.mutants $(GAMES) --sample $(N)

schemas: $(STAMP) ## write docs/schemas anew
	$(PY) -m tools.schemas

lock: ## choose the newest allowed versions and write requirements.lock
	@$(choose_python); "$$python" -m venv $(VENV)-lock
	$(VENV)-lock/bin/python -m pip install --quiet $(UV)
	$(VENV)-lock/bin/uv pip compile pyproject.toml --group dev --universal --python-version 3.11 \
	  --generate-hashes --upgrade --quiet --no-config --custom-compile-command 'make lock' --output-file requirements.lock
	$(VENV)-lock/bin/uv pip compile pyproject.toml --group mutants --universal --python-version 3.11 -c requirements.lock \
	  --generate-hashes --quiet --no-config --custom-compile-command 'make lock' --output-file requirements-mutants.lock

clean: ## remove the environment, caches and build results
	rm -rf $(VENV) $(VENV)-lock $(MUTANTS) build dist *.egg-info htmlcov .coverage .coverage.* \
	  .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
