# The commands of the project; each sets up what it needs.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
LOCK := --universal --generate-hashes --no-emit-index-url --no-header --no-annotate \
	--python-version 3.11 -q

# Programs that tests start would compile all of it anew each time.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup demo run test pytest sentences quotes slowest lint translations guide pictures bench \
	bench-archive archive-kills archive-s3 archive-spark soak fuzz dist sbom deb deb-check try-release lock clean

PYTEST = QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -n 2 --dist worksteal -q

setup: $(READY)

$(READY): packaging/requirements-dev.lock pyproject.toml packaging/setup.sh
	@PYTHON=$(PYTHON) bash packaging/setup.sh
	@touch $(READY)

demo: $(READY)
	$(BIN)/arraywise demo --out build/demo
	$(BIN)/arraywise demo --study ledger-2027 --out build/demo

run: $(READY)
	$(BIN)/arraywise

# Holds the sentences of COUNT random studies against the figures of their answers.
sentences: $(READY)
	ARRAYWISE_SENTENCES=$(or $(COUNT),5000) $(PYTEST) tests/present/test_claims.py

# Style and types are checked beside the tests; either fails it.
test: $(READY)
	@$(MAKE) --no-print-directory -j2 lint pytest

pytest: $(READY)
	$(PYTEST)

# The fifty slowest of the tests' parts.
slowest: $(READY)
	$(PYTEST) --durations=50

lint: $(READY)
	$(BIN)/ruff format --check -q .
	$(BIN)/ruff check -q .
	$(BIN)/mypy
	$(BIN)/lint-imports

# Adds new texts to each language, drops dead ones, and fails while one is not translated.
translations: $(READY)
	$(BIN)/python -m tests.translations
	$(BIN)/python packaging/guide/build.py texts

# The user guide: what F1 shows, and build/guide as a web site in three languages.
guide: $(READY)
	$(BIN)/python packaging/guide/build.py help
	$(BIN)/python packaging/guide/build.py site

# Pictures of the guide and of the README, taken from the real window in each language.
pictures: $(READY)
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m tests.gui.screenshots

# `make bench LONG=1` measures ten million rows too, which takes some minutes.
bench: $(READY)
	ARRAYWISE_BENCH_LONG=$(LONG) $(BIN)/python -m tests.bench

# Works in a window at random, and prints every 500 actions what memory it holds.
ACTIONS ?= 10000
soak: $(READY)
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m tests.bench.soak $(ACTIONS)

# `make bench-archive STUDIES=10000 SAMPLES=10000` writes 100 million samples.
STUDIES ?= 200
SAMPLES ?= 10000
bench-archive: $(READY)
	$(BIN)/python -m tests.bench.archive $(STUDIES) $(SAMPLES)

# Four pushers at once, killed at random moments: against a folder, and an S3 server of its own.
KILLS ?= 40
archive-kills: $(READY)
	$(BIN)/python -m tests.archive.check_kills folder $(KILLS)

archive-s3: $(READY)
	$(BIN)/python -c 'import moto.server' || $(BIN)/python -m pip install -q 'moto[server]==5.2.5'
	$(BIN)/python -m tests.archive.check_kills s3 $(KILLS)

# Counts of Spark against ours; needs Java 17 or newer, and fetches what Spark needs by Maven.
archive-spark: $(READY)
	$(BIN)/python -c 'import pyspark' || $(BIN)/python -m pip install -q 'pyspark==4.2.0'
	$(BIN)/python -m tests.archive.check_spark

# Fires at one importer, guided by coverage; tests/fuzz/README.md says what else there is.
TARGET ?= inspect
INPUTS ?= 100000
fuzz: $(READY)
	$(BIN)/python -c 'import atheris' || $(BIN)/python -m pip install -q atheris==3.0.0
	PYTHONPATH=.:app $(BIN)/python -m tests.fuzz.guided $(TARGET) $(INPUTS)

# Reads quotes made at random; fails where one counts a wrong price, and says how to see it.
SEED ?= 1
COUNT ?= 10000
quotes: $(READY)
	PYTHONPATH=.:app $(BIN)/python -m tests.importers.prices.run_quotes --seed $(SEED) --count $(COUNT)

# What is released has the date of the last commit, so that the same commit gives the same bytes.
export SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 1767225600)
INSTALLER := build/installer-venv/bin

# Wheel and source archive.
dist: $(READY)
	$(BIN)/python -m hatchling build -t sdist -t wheel -d dist

# The notice of all parts, and the bill of materials (CycloneDX).
sbom: $(READY)
	$(BIN)/python packaging/parts.py dist/arraywise.cdx.json

$(INSTALLER): packaging/requirements-installer.lock
	rm -rf build/installer-venv
	$(PYTHON) -m venv build/installer-venv
	$@/python -m pip install -q --disable-pip-version-check --require-hashes -r $<
	touch $@

# The package for Debian 12, Ubuntu 24.04 and later; `make deb-check` (root, debootstrap) tries it on a
# bare system, `make try-release` carries out all Linux jobs of the release's workflow.
deb: $(READY) $(INSTALLER)
	rm -rf build/wheel
	$(BIN)/python -m hatchling build -t wheel -d build/wheel
	$(INSTALLER)/python -m pip install -q --disable-pip-version-check --no-deps --force-reinstall build/wheel/*.whl
	PYTHONHASHSEED=1 $(INSTALLER)/pyinstaller --noconfirm --log-level WARN --distpath build/frozen \
		--workpath build/freeze packaging/freeze.spec
	bash packaging/build_deb.sh dist

deb-check:
	rm -rf build/bare
	bash packaging/bare_debian.sh build/bare true
	cp -r packaging dist build/bare/tmp/
	bash packaging/bare_debian.sh build/bare sh -c 'bash /tmp/packaging/check_deb.sh /tmp/dist/arraywise_*.deb /tmp/check'

try-release: $(READY)
	$(BIN)/python -m tests.release.try_workflow .github/workflows/release.yml build/release

# Resolves the dependencies anew (needs `uv` on the path); hashes stand in the files, no addresses.
lock:
	uv pip compile pyproject.toml $(LOCK) -o packaging/requirements.lock
	uv pip compile pyproject.toml --extra archive $(LOCK) -c packaging/requirements.lock \
		-o packaging/requirements-archive.lock
	uv pip compile pyproject.toml --extra archive --group dev --group docs $(LOCK) \
		-c packaging/requirements-archive.lock -o packaging/requirements-dev.lock
	uv pip compile pyproject.toml --extra archive --group installer --group docs $(LOCK) -c packaging/requirements-dev.lock \
		-o packaging/requirements-installer.lock
	uv pip compile --group briefcase $(LOCK) -o packaging/requirements-briefcase.lock

clean:
	rm -rf .venv build dist
