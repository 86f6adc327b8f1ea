#!/usr/bin/env python3
"""run_tests.py: runs the test programs of a build, but for those that passed and have not changed since.

usage: run_tests.py check|asan JOBS, or run_tests.py targets check|asan for what has to be built before

asan: the tests of the rooms that read and compute, under the sanitizers, whole programs, the longest in parts. check:
without them, every test in a process of its own, side by side: what runs the program, draws, trains, or repeats what a
fuzzer found. What draws is clean under the sanitizers, too, but they take
as long over it as over all else:
cmake --build --preset asan --target ui_tests && build/asan/tests/ui_tests
"""
import pathlib
import subprocess
import sys

import passed

ROOT = pathlib.Path(__file__).resolve().parent.parent
PARTS = {"engine": 3}
SUITES = {"check": ["gl", "shell", "training", "ui"], "asan": ["engine", "export", "lessons", "session"]}
# Of tests that no suite has.
ALSO_RUN = {"check": ["fuzz", "sources"]}
ALSO_BUILT = {"check": ["headlight", "headlight_benches", "headlight_fuzz"], "asan": []}


def key_of(build, suite, contents):
    """What a suite's tests are made from and read: its program, headlight itself, the tests' data and the assets."""
    made = [build / "tests" / f"{suite}_tests"]
    if suite == "shell":
        made.append(build / "headlight")
    read = [path for path in sorted((ROOT / "tests").rglob("*")) if path.is_file() and path.suffix not in (".cpp", ".h", ".pyc")]
    parts = [str(path.relative_to(build)) + contents.of(path) for path in made]
    parts += [str(path.relative_to(ROOT)) + contents.of(path) for path in read]
    return passed.key_of("tests", build.name, suite, contents.of(ROOT / "assets"), *parts)


def run_check(build, keys, jobs):
    unchanged = [suite for suite, key in keys.items() if passed.has_passed(key)]
    if unchanged:
        print(f"passed before, and unchanged since: {' '.join(unchanged)}", flush=True)
    labels = [suite for suite in keys if suite not in unchanged] + ALSO_RUN[build.name]
    command = ["ctest", "--preset", build.name, "-j", jobs, "--no-tests=error", "-L", f"^({'|'.join(labels)})$"]
    if subprocess.run(command, cwd=ROOT).returncode != 0:
        return False
    for key in keys.values():
        passed.remember(key)
    return True


def run_asan(build, keys, jobs):
    checks = []
    for suite, key in sorted(keys.items(), key=lambda item: -PARTS.get(item[0], 1)):
        parts = PARTS.get(suite, 1)
        for part in range(parts):
            command = ["env", f"GTEST_TOTAL_SHARDS={parts}", f"GTEST_SHARD_INDEX={part}",
                       str(build / "tests" / f"{suite}_tests"), "--gtest_brief=1"]
            checks.append((f"{suite}, part {part + 1} of {parts}", f"{key}-{part}-{parts}", command, ROOT))
    return passed.run_each("sanitizers", checks, int(jobs))


def main():
    if sys.argv[1] == "targets":
        name = sys.argv[2]
        print(*ALSO_BUILT[name], *(f"{suite}_tests" for suite in SUITES[name]))
        return
    build = ROOT / "build" / sys.argv[1]
    contents = passed.Contents()
    keys = {suite: key_of(build, suite, contents) for suite in SUITES[build.name]}
    run = {"check": run_check, "asan": run_asan}[build.name]
    sys.exit(0 if run(build, keys, sys.argv[2]) else 1)


if __name__ == "__main__":
    main()
