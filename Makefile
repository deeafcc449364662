# Karat's commands. A fresh machine needs python3.11 (with venv), make and git; everything else is installed into .venv.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: help demo test check validate bench docs format clean browser
help: ## list the commands
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

$(VENV)/.core: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --editable '.[report]'
	@touch $@

$(VENV)/.dev: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --editable '.[dev]'
	@touch $@ $(VENV)/.core

$(VENV)/.peers: $(VENV)/.dev
	$(PIP) install --editable '.[peers]'
	@touch $@

browser: # the tests of pages need a chromium; where it cannot be installed they skip, saying so
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || \
		{ [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && \
			apt-get update --quiet >/dev/null && apt-get install --yes --quiet chromium >/dev/null; } || \
		echo 'no chromium, and it cannot be installed here: the tests in a browser will be skipped'

demo: $(VENV)/.core ## install Karat and see what it can do, on the embedded sample
	@$(BIN)/karat demo

check: $(VENV)/.dev ## the fast half of the tests: format, lint, types, layers, unit tests (under a minute)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -q -n 2 -m 'not published and not long and not browser and not thorough'

test: $(VENV)/.peers browser ## all tests: check, published figures where KARAT_DATA is set, a real browser, the documentation
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python docs/build.py --check
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	$(BIN)/pytest -n 2 -m 'not long'

validate: $(VENV)/.peers ## what is long: all published figures, simulations; writes docs/published.md and docs/validation.md
	$(BIN)/python benchmarks/validate.py

bench: $(VENV)/.peers ## speed beside the peers, as ratios in one run
	$(BIN)/python benchmarks/bench.py

docs: $(VENV)/.dev ## write the generated parts of the documentation and build it into site/
	$(BIN)/python docs/build.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

format: $(VENV)/.dev ## format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean: ## remove what the commands above made
	rm -rf $(VENV) site dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
