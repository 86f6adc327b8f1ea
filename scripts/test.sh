#!/usr/bin/env bash
# Installs what is missing, builds what is not built, runs the tests and ends with the line `N passed, N failed`. Suites
# that passed before and have not changed since are counted and not run again; `rm -r ~/.cache/headlight` forgets them.
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${JOBS:-$(nproc)}

scripts/setup.sh tests
cmake --preset release > /dev/null
cmake --build --preset release -j "$jobs" --target $(scripts/run_tests.py targets release)
scripts/run_tests.py release "$jobs"
