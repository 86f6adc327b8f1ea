#!/usr/bin/env python3
"""run_tests.py: runs the test programs of a build, but for those that passed and have not changed since.

usage: run_tests.py check|asan JOBS

check: every test in a process of its own, side by side. asan: whole programs under the sanitizers, the longest in
parts, without the tests that count statistics.
"""
import pathlib
import subprocess
import sys

import passed

ROOT = pathlib.Path(__file__).resolve().parent.parent
PARTS = {"ui": 4, "engine": 2}
# Statistics over hundreds of examples: minutes under the sanitizers, through code that shorter tests go through too.
STATISTICS = "VisionQuality.*"


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
    command = ["ctest", "--preset", build.name, "-j", jobs, "--no-tests=error"]
    if unchanged:
        command += ["-LE", f"^({'|'.join(unchanged)})$"]
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
                       str(build / "tests" / f"{suite}_tests"), "--gtest_brief=1", f"--gtest_filter=-{STATISTICS}"]
            checks.append((f"{suite}, part {part + 1} of {parts}", f"{key}-{part}-{parts}", command, ROOT))
    return passed.run_each("sanitizers", checks, int(jobs))


def main():
    build = ROOT / "build" / sys.argv[1]
    contents = passed.Contents()
    suites = sorted(path.name[:-len("_tests")] for path in (build / "tests").glob("*_tests"))
    if not suites:
        sys.exit(f"run_tests.py: {build} has no test program; build it first")
    keys = {suite: key_of(build, suite, contents) for suite in suites}
    run = {"check": run_check, "asan": run_asan}[build.name]
    sys.exit(0 if run(build, keys, sys.argv[2]) else 1)


if __name__ == "__main__":
    main()
