# The commands of the project; each sets up what it needs.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready

.PHONY: setup demo run test lint bench lock clean

setup: $(READY)

$(READY): packaging/requirements-dev.lock pyproject.toml packaging/setup.sh
	@PYTHON=$(PYTHON) bash packaging/setup.sh
	@touch $(READY)

demo: $(READY)
	$(BIN)/arraywise demo --out build/demo

run: $(READY)
	$(BIN)/arraywise

test: lint
	QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -n 2 -q

lint: $(READY)
	$(BIN)/ruff format --check -q .
	$(BIN)/ruff check -q .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(READY)
	$(BIN)/python tests/bench/bench.py

clean:
	rm -rf .venv build dist
