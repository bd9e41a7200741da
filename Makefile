# What one can do here. Everything that needs something first brings it: `make run` on a fresh clone is enough.
SHELL := /bin/bash
PY := .venv/bin/python
ALICIA := .venv/bin/alicia-desktop
CODE := alicia_desktop tests packaging

.PHONY: help setup setup-test setup-package run run-livekit livekit test test-fast test-thorough protocol-tables translations check check-format check-lint check-types check-floors format bench bench-memory bench-dialogue bench-voice bench-network train-extraction train-dialogue train-endpointing train-relevance simulate converge fuzz torture torture-line torture-sound soak screenshots moving-picture doctor wheel freeze deb test-deb appimage test-appimage release mirror lock clean

# Three workers fill two cores, because a test waits a fifth of its time; what starts processes waits more than it
# computes, so four of those go beside each other.
# Where all cores are taken, threads of a numeric library spend most of their time on waiting for each other (measured with
# llama.cpp: an answer took 2 s of the processor with one thread or passive waiting, 11 to 14 s with two that spin).
TEST_FOLDER = $(or $(TMPDIR),$(shell packaging/memory_folder.sh),/tmp)
ONE_THREAD = OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 OMP_WAIT_POLICY=passive
WITHOUT_PROCESSES = TMPDIR=$(TEST_FOLDER) $(ONE_THREAD) $(PY) -m pytest -m "not e2e" -n 3 --dist worksteal
WITH_PROCESSES = TMPDIR=$(TEST_FOLDER) $(ONE_THREAD) $(PY) -m pytest -m e2e -n 4 --dist worksteal

# Images of containers forbid to keep compiled modules; without them each of a thousand processes compiles half a second.
unexport PYTHONDONTWRITEBYTECODE

ifdef FROM # a folder made by `make mirror`: nothing is asked of a network
export PIP_NO_INDEX := 1
export PIP_FIND_LINKS := $(abspath $(FROM))
endif

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 16

setup: ## .venv and, as root on Debian, what the system lacks; FROM=DIR of `make mirror` instead of a network
	@packaging/setup.sh run

setup-test: ## the same, with what the tests need
	@packaging/setup.sh test

setup-package:
	@packaging/setup.sh test packaging/debian-package.txt

run: setup ## the window, with the local server behind it
	@$(ALICIA)

run-livekit: setup livekit ## the window, everything over a private LiveKit server
	@$(PY) -m tests.support.livekit_server $(ALICIA)

livekit: ## build the LiveKit server into the user's cache, once
	@packaging/livekit.sh

test: setup-test livekit ## all tests; ARGS="-k name" for some, one after the other
ifdef ARGS
	@$(PY) -m pytest $(ARGS)
else
	@$(WITHOUT_PROCESSES) --durations=25; first=$$?; $(WITH_PROCESSES) --durations=25 && exit $$first
endif

test-fast: setup-test ## for every save: what starts no process and takes little time, with fewer examples
	@TMPDIR=$(TEST_FOLDER) $(ONE_THREAD) $(PY) -m pytest -q -m "not e2e and not slow" -n 3 --dist worksteal --hypothesis-profile=fast $(ARGS)

test-thorough: setup-test livekit ## all tests with ten times the examples, and each of the long runs at its full length
	@$(WITHOUT_PROCESSES) --hypothesis-profile=thorough --timeout=3000
	@$(WITH_PROCESSES)
	@$(MAKE) --no-print-directory simulate converge fuzz torture torture-line torture-sound

check: setup-test ## format, lint, types and floors: all of them, also when the first finds something
	@$(MAKE) --no-print-directory --keep-going check-format check-lint check-types check-floors

check-format:
	@.venv/bin/ruff format --check $(CODE)

check-lint:
	@.venv/bin/ruff check $(CODE)

check-types:
	@$(PY) -m mypy

check-floors:
	@.venv/bin/lint-imports --no-logo

format: setup-test ## what ruff can mend by itself
	@.venv/bin/ruff format $(CODE)
	@.venv/bin/ruff check --fix $(CODE)

bench: setup-test livekit ## measure against baselines, write docs/benchmarks.md; ARGS="sync --page" for one of them
	@$(PY) -m tests.bench $(ARGS)

bench-memory: setup-test ## how well memories are read out of turns and found, by labelled examples
	@$(PY) -m tests.bench.bench_extraction
	@$(PY) -m tests.bench.bench_memory

bench-dialogue: setup-test ## first messages of strangers, answered by the built-in model; ARGS="--unjudged FILE" for those to judge
	@$(PY) -m tests.bench.bench_dialogue $(ARGS)

bench-voice: setup-test ## talking with her: ends of turns, end of speech to first sound beside a naive pipeline; ARGS=--page
	@$(PY) -m tests.bench.bench_voice
	@$(PY) -m tests.bench voice spoken --markdown $(ARGS)

bench-network: setup-test livekit ## words lost over LiveKit on bad networks, and drift of clocks, as root; ten minutes
	@$(PY) -m tests.bench network $(ARGS)

screenshots: setup-test ## docs/images/*.png, under Xvfb
	@xvfb-run -a -s "-screen 0 1600x1200x24" $(PY) -m tests.screenshots
	@xvfb-run -a -s "-screen 0 1600x1200x24" $(PY) -m tests.screenshots.german

moving-picture: setup-test ## docs/images/moving.png, with which the README begins, under Xvfb
	@xvfb-run -a -s "-screen 0 1600x1200x24" $(PY) -m tests.screenshots.moving_picture

train-extraction: setup-test ## learn anew what of a turn is worth keeping, from the labelled turns
	@$(PY) -m tests.bench.train_extraction

train-dialogue: setup-test ## learn anew which messages are greetings, feelings and the like, from labelled ones
	@OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(PY) -m tests.bench.train_dialogue

train-endpointing: setup-test ## learn anew when somebody has finished, from texts and labelled pauses
	@OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(PY) -m tests.bench.train_endpointing

train-relevance: setup-test ## learn anew which memories a question needs, from the labelled needs
	@OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 $(PY) -m tests.bench.train_relevance

simulate: setup-test ## the session under all faults: SEEDS=10000 of them, from FIRST=0
	@$(PY) -m tests.simulate $(or $(SEEDS),10000) $(or $(FIRST),0)

converge: setup-test ## two devices and a server, apart and together: SEEDS=10000 schedules, from FIRST=0
	@$(PY) -m tests.converge $(or $(SEEDS),10000) $(or $(FIRST),0)

fuzz: setup-test ## bent packets through codec, session, store and rows: COUNT=1000000 of them, from SEED=0
	@$(PY) -m tests.fuzz $(or $(COUNT),1000000) $(or $(SEED),0)

torture: setup-test ## kill −9 of the real client and server: CYCLES=1000 times, from SEED=0
	@$(PY) -m tests.torture $(or $(CYCLES),1000) $(or $(SEED),0)

torture-line: setup-test livekit ## kill −9 of the line under a window on LiveKit: KILLS=200 times, from SEED=0
	@$(PY) -m tests.torture.lines $(or $(KILLS),200) $(or $(SEED),0)

torture-sound: setup-test ## sound cards that go, come back and misbehave while she speaks: TIMES=100 each, from SEED=0
	@$(PY) -m tests.torture.sounds $(or $(TIMES),100) $(or $(SEED),0)

soak: setup-test ## the whole window in use: HOURS=8 virtual ones, 90 s each; memory and file handles
	@$(PY) -m tests.soak $(or $(HOURS),8)

protocol-tables: setup ## docs/protocol.md: its tables of messages and fields, from the registry
	@$(PY) packaging/protocol_tables.py

translations: setup-test ## resources/translations: every text of the program, compiled; ARGS="de words.json" for new words
	@$(PY) packaging/translations.py $(ARGS)

doctor: setup ## is everything there?
	@$(ALICIA) doctor

wheel: setup-test ## dist/*.whl, the program to install elsewhere (README, Install)
	@packaging/wheel.sh dist

freeze: setup-package ## build/frozen, the program with its Python in one folder
	@packaging/freeze.sh

deb: setup-package livekit ## dist/*.deb, packages for Debian 12 and newer: program, models, LiveKit server
	@packaging/deb.sh dist

appimage: setup-package livekit ## dist/*.AppImage, all of it in one file that runs on any Linux
	@packaging/appimage.sh dist

test-appimage: setup-package ## try dist/*.AppImage on a bare Debian without Python, as root
	@packaging/test_appimage.sh dist

test-deb: setup-package ## install dist/*.deb on a bare Debian without Python and try them there, as root
	@packaging/test_deb.sh dist

release: setup-package livekit ## dist/release: packages, AppImage, wheel, source, checksums, what is inside and its licences
	@packaging/release.sh dist/release

mirror: setup ## copy every locked file into DIR=…, to install from without a network
	@packaging/mirror.sh "$(DIR)"

lock: setup-test ## pin requirements*.in again, with hashes and without addresses; write the pages about it
	@packaging/lock.sh

clean: ## all that can be made again, in this folder
	@rm -rf .venv build dist htmlcov .coverage .hypothesis .benchmarks .*_cache *.egg-info
	@find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +
