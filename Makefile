# Everything runs in .venv, which `make install` builds; nothing is installed elsewhere.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
BUILD := build
CODE := protocol referee tournaments tests benchmarks examples

.DEFAULT_GOAL := help
.PHONY: help install demo test test-engines soak check format lint types walls bench clean

help:  ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*##/\t/' | expand -t 14

install: $(STAMP)  ## make .venv and install the project and its tools into it

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or later is needed; $(PYTHON) is $$($(PYTHON) --version 2>&1). Try: make PYTHON=python3.11" >&2; exit 2; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || \
	  { rm -rf $(VENV); echo "$(PYTHON) cannot make a virtual environment; on Debian: apt install python3-venv" >&2; exit 2; }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[test]'
	@touch $@

demo: install  ## a round robin of the example engines on each game, about a minute
	$(BIN)/python examples/demo.py

test: install  ## the tests
	$(BIN)/python -m pytest -q

test-engines: install  ## the tests against engines of others: GNU Go
	@PATH=$$PATH:/usr/games command -v gnugo >/dev/null || \
	  { echo "GNU Go is missing; on Debian: apt-get install gnugo" >&2; exit 2; }
	$(BIN)/python -m pytest -q -m engines

soak: install  ## the slow sweeps that `make test` leaves out
	$(BIN)/python -m pytest -q -m soak

check: format-check lint types walls test  ## format, lint, types, walls and tests

.PHONY: format-check
format-check: install
	$(BIN)/ruff format --check $(CODE)

format: install  ## rewrite the code in the project's format
	$(BIN)/ruff format $(CODE)
	$(BIN)/ruff check --fix $(CODE)

lint: install
	$(BIN)/ruff check $(CODE)

types: install
	$(BIN)/mypy

walls: install
	$(BIN)/lint-imports

bench: install  ## the benchmarks: ratios to a floor measured in the same run
	$(BIN)/python benchmarks/rules.py
	$(BIN)/python benchmarks/referee.py

clean:  ## remove what the build made, .venv included
	rm -rf $(VENV) $(BUILD) dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
