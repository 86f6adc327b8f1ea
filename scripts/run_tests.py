#!/usr/bin/env python3
"""run_tests.py: runs the test programs of a build, but for those that passed and have not changed since, and prints
`N passed, N failed` at the end.

usage: run_tests.py PRESET JOBS [SUITE ...], or run_tests.py targets PRESET for what has to be built before

release: every suite, and what reads the sources. asan: the suites of the rooms that read and compute, under the
sanitizers. What draws is clean under them, too, but they take as long over it as over all else:
cmake --build --preset asan --target ui_tests && build/asan/tests/ui_tests

A program starts once for a few dozen tests, JOBS side by side. Where it ends in the middle of a test, that test has
failed, and another process goes on with the next one.
"""
import json
import os
import pathlib
import queue
import re
import signal
import subprocess
import sys
import threading
import time

import passed

ROOT = pathlib.Path(__file__).resolve().parent.parent
# The longest first, so that all processors are busy to the end.
SUITES = {"release": ["training", "shell", "ui", "session", "engine", "export", "lessons", "gl"],
          "asan": ["engine", "session", "export", "lessons"]}
ALSO_BUILT = {"release": ["headlight"], "asan": []}
# What reads the sources, by its label in CMake.
SOURCES = "sources"
# Tests in one process.
PIECE = {"training": 1, "shell": 12, "ui": 40}
USUAL_PIECE = 40
SECONDS_OF_A_TEST = 900
SECONDS_BETWEEN_LINES = 10

# A test may have written without ending its line.
STARTED = re.compile(r"\[ RUN      \] (\S+)$")
ENDED = re.compile(r"\[ +(OK|FAILED|SKIPPED) +\] ([^\s,]+).*\(\d+ ms\)$")


def names_of(listed):
    """The tests that a program's --gtest_list_tests prints, by their full names."""
    names, group = [], ""
    for line in listed.splitlines():
        word = line.split("#")[0].strip()
        if not line.startswith(" "):
            group = word if word.endswith(".") else ""
        elif group and "DISABLED_" not in group + word:
            names.append(group + word)
    return names


def pieces_of(names, size):
    """Neighbours stay together: they may share what is made once."""
    return [names[first:first + size] for first in range(0, len(names), size)]


class Run:
    """The tests of one call: what waits, what passed and what failed, whichever thread saw it."""

    def __init__(self):
        self.waiting = queue.SimpleQueue()
        self.lock = threading.Lock()
        self.total = 0
        self.passed = {}  # suite -> how many
        self.failed = {}  # suite -> names
        self.skipped = []
        self.began = self.said = time.monotonic()

    def add(self, suite, command, names):
        self.total += len(names)
        self.waiting.put((suite, command, names))

    def counts(self):
        return sum(self.passed.values()), sum(len(names) for names in self.failed.values())

    def say(self, text=None):
        """A failure at once; how far it is, now and then."""
        now = time.monotonic()
        if text:
            print(text, flush=True)
        elif now - self.said > SECONDS_BETWEEN_LINES:
            good, bad = self.counts()
            print(f"tests: {good + bad + len(self.skipped)} of {self.total}, {bad} failed, {now - self.began:.0f} s", flush=True)
            self.said = now

    def pass_one(self, suite):
        with self.lock:
            self.passed[suite] = self.passed.get(suite, 0) + 1
            self.say()

    def skip_one(self, name):
        with self.lock:
            self.skipped.append(name)
            self.say()

    def fail_one(self, suite, name, why):
        with self.lock:
            self.failed.setdefault(suite, []).append(name)
            self.say(f"{why.rstrip()}\nfailed: {suite}: {name}")

    def work(self):
        while True:
            try:
                suite, command, names = self.waiting.get_nowait()
            except queue.Empty:
                return
            if suite == SOURCES:
                self.run_script(suite, command, names[0])
            else:
                self.run_piece(suite, command, names)

    def run_script(self, suite, command, name):
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode == 0:
            self.pass_one(suite)
        else:
            self.fail_one(suite, name, done.stdout)

    def run_piece(self, suite, command, names):
        """Until every name has run: a process that ends early is followed by another."""
        left = list(names)
        while left:
            ran = self.run_once(suite, command, left)
            if not ran:  # it would not end
                for name in left:
                    self.fail_one(suite, name, "the program did not run it")
                return
            left = [name for name in left if name not in ran]

    def run_once(self, suite, command, names):
        """The names that ran, one of which may have ended the process."""
        process = subprocess.Popen([*command, "--gtest_color=no", "--gtest_filter=" + ":".join(names)], cwd=ROOT,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   text=True, errors="replace")
        with process:
            return self.follow(suite, command, process)

    def follow(self, suite, command, process):
        """The names that ran, by the lines that a process writes."""
        ran, said, running, bad = set(), [], None, False
        watch = None
        for line in process.stdout:
            started, ended = STARTED.search(line), ENDED.search(line)
            if started:
                if running:  # its end was not seen, as where a parameter's name has several lines
                    watch.cancel()
                    ran.add(running)
                    bad = True
                    self.fail_one(suite, running, "".join(said))
                running, said = started[1], []
                watch = threading.Timer(SECONDS_OF_A_TEST, process.kill)
                watch.start()
            said.append(line)
            if ended and ended[2] == running:
                watch.cancel()
                ran.add(running)
                if ended[1] == "OK":
                    self.pass_one(suite)
                elif ended[1] == "SKIPPED":
                    self.skip_one(running)
                else:
                    bad = True
                    self.fail_one(suite, running, "".join(said))
                running, said = None, []
        if watch:
            watch.cancel()
        code = process.wait()
        if running:
            ran.add(running)
            self.fail_one(suite, running, "".join(said) + f"the process ended with {code}")
        elif code != 0 and ran and not bad:  # as the leak checker ends one
            self.fail_one(suite, f"the end of {command[0]}", "".join(said) + f"the process ended with {code}")
        return ran


def instructions():
    """What the engine may compute with: its numbers differ in the last digits."""
    forced = os.environ.get("HEADLIGHT_INSTRUCTIONS")
    if forced:
        return forced
    try:
        return next(line for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("flags"))
    except (OSError, StopIteration):
        return ""


def key_of(build, suite, contents):
    """What a suite's tests are made from and read: its program, headlight itself, the tests' data and the assets."""
    made = [build / "tests" / f"{suite}_tests"]
    if suite == "shell":
        made.append(build / "headlight")
    read = [path for path in sorted((ROOT / "tests").rglob("*")) if path.is_file() and path.suffix not in (".cpp", ".h", ".pyc")]
    parts = [str(path.relative_to(build)) + contents.of(path) for path in made]
    parts += [str(path.relative_to(ROOT)) + contents.of(path) for path in read]
    return passed.key_of("tests", build.name, suite, instructions(), contents.of(ROOT / "assets"), *parts)


def add_suite(run, build, suite):
    program = str(build / "tests" / f"{suite}_tests")
    listed = subprocess.run([program, "--gtest_list_tests"], cwd=ROOT, capture_output=True, text=True)
    names = names_of(listed.stdout)
    if listed.returncode != 0 or not names:
        run.total += 1
        run.fail_one(suite, f"the list of {program}", listed.stdout + listed.stderr)
        return
    for piece in pieces_of(names, PIECE.get(suite, USUAL_PIECE)):
        run.add(suite, [program], piece)


def hear_interrupts():
    """A shell's job in the background ignores them, and so would every program that a test interrupts."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def source_checks(build):
    """(name, command) of what reads the sources."""
    listed = subprocess.run(["ctest", "--test-dir", str(build), "--show-only=json-v1", "-L", f"^{SOURCES}$"], cwd=ROOT,
                            capture_output=True, text=True, check=True)
    return [(test["name"], test["command"]) for test in json.loads(listed.stdout)["tests"]]


def main():
    if sys.argv[1] == "targets":
        preset = sys.argv[2]
        print(*ALSO_BUILT[preset], *(f"{suite}_tests" for suite in SUITES[preset]))
        return
    hear_interrupts()
    build, jobs, asked = ROOT / "build" / sys.argv[1], int(sys.argv[2]), sys.argv[3:]
    contents, run = passed.Contents(), Run()
    keys = {suite: key_of(build, suite, contents) for suite in asked or SUITES[build.name]}
    before = {suite: passed.recall(key) for suite, key in keys.items()}
    for suite, known in before.items():
        if known:
            print(f"{suite}: {known} passed before, and nothing that they are made from has changed", flush=True)
        else:
            add_suite(run, build, suite)
    if build.name == "release" and not asked:
        for name, command in source_checks(build):
            run.add(SOURCES, command, [name])
    workers = [threading.Thread(target=run.work) for _ in range(jobs)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    for suite, key in keys.items():
        if suite in run.passed and suite not in run.failed:
            passed.remember(key, str(run.passed[suite]))
    if run.skipped:
        print("skipped: " + " ".join(run.skipped))
    good, bad = run.counts()
    for suite, names in run.failed.items():
        for name in names:
            print(f"failed: {suite}: {name}")
    print(f"{good + sum(int(known) for known in before.values() if known)} passed, {bad} failed")
    sys.exit(1 if bad or run.total != good + bad + len(run.skipped) else 0)


if __name__ == "__main__":
    main()
