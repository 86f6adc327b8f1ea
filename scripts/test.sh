#!/usr/bin/env bash
# Installs what is missing, builds everything and runs every check: the format, the tests of what draws and of the
# program, each source by itself, clang-tidy, and the tests of what reads and computes, under the sanitizers. Fails at
# the first failure. What passed before and has not changed since is left out (scripts/passed.py).
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${JOBS:-$(nproc)}

step() { printf '\n== %s (%d s) ==\n' "$1" "$SECONDS"; }

step "set-up"
scripts/setup.sh

step "format"
git ls-files '*.cpp' '*.h' | xargs clang-format --dry-run --Werror

step "build"
cmake --preset check > /dev/null
cmake --build --preset check -j "$jobs" --target $(scripts/run_tests.py targets check)

step "tests"
scripts/run_tests.py check "$jobs"

step "each source alone"
scripts/check_sources.py alone "$jobs"

step "clang-tidy"
scripts/check_sources.py tidy "$jobs"

step "sanitizers: build"
cmake --preset asan > /dev/null
cmake --build --preset asan -j "$jobs" --target $(scripts/run_tests.py targets asan)

step "sanitizers: tests"
scripts/run_tests.py asan "$jobs"

printf '\nAll passed (%d s)\n' "$SECONDS"
