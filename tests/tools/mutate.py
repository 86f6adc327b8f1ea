#!/usr/bin/env python3
"""mutate.py: changes one line of the code at a time, and tells which changes no test notices.

usage: tests/tools/mutate.py [--count N] [--seed S] [--seconds LIMIT] [--jobs N] [--preset PRESET] [PATH ...]

Works on the last commit, in a worktree of its own below build/mutate: what you are working on is neither read nor
touched. Lines are drawn from engine/ and app/session/, or from the PATHs; the same seed draws the same ones. A change is
killed if a test of the room fails, crashes or takes far too long: the tests of the files that include the changed
source's header are run first, then the others, and last those of the interface that include the header. Prints one line a change, and a table of those that survived: some of
them change nothing that can be seen, the others ask for a test.
"""
import argparse
import os
import pathlib
import random
import re
import resource
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
TREE = ROOT / "build" / "mutate" / "tree"
PLACES = ["engine", "app/session"]
# The test programs that run a room's code, the nearest first.
PROGRAMS = {"engine": ["engine_tests", "native_tests", "training_tests", "session_tests"], "app": ["session_tests", "training_tests"]}
# Some of what a room computes is claimed where it is drawn; built only for what all others let live.
OF_THE_INTERFACE = "ui_tests"
MOST_MEMORY = 12 << 30  # bytes, of a test program
SLOWER = 5  # a program that takes this many times as long, and a little, hangs
PATIENCE = 60  # seconds

SWAPS = [
    (r" < ", " <= "), (r" < ", " > "), (r" <= ", " < "), (r" > ", " >= "), (r" > ", " < "), (r" >= ", " > "),
    (r" == ", " != "), (r" != ", " == "), (r" \+ ", " - "), (r" - ", " + "), (r" \* ", " / "), (r" \+= ", " -= "),
    (r" -= ", " += "), (r" && ", " || "), (r" \|\| ", " && "), (r"\btrue\b", "false"), (r"\bfalse\b", "true"),
    (r"(?<=return )-(?=\w)", ""), (r"\bstd::min\b", "std::max"), (r"\bstd::max\b", "std::min"),
]
NUMBER = re.compile(r"(?<![\w.\"'<])(\d+)(?![\w.'>])")
STATEMENT = re.compile(r"^\s+(?!return\b|using\b|break\b|continue\b|case\b|default\b|throw\b|const\b|static\b|auto\b|if\b|for\b|while\b|else\b)"
                       r"[\w.\->\[\]():]+(?:\(.*\)| [-+*/|&]?= [^;{]*|\+\+|--);$")
DECLARATION = re.compile(r"^\s+[\w:<>,*& ]+ [\w]+(?: = .*|\{.*\}|\(.*\))?;$")
LEFT_ALONE = re.compile(r"^\s*(?:#|//|\}|using |namespace |static_assert|assert\()|\.reserve\(|\btemplate\b|\boperator\b")


def blanked(line):
    """The line with what stands in quotation marks and behind // made spaces: nothing is changed there."""
    kept, quote, i = [], None, 0
    while i < len(line):
        letter = line[i]
        if quote is None and line.startswith("//", i):
            break
        if quote is not None and letter == "\\":
            kept.append("  ")
            i += 2
            continue
        if letter == '"' or (letter == "'" and (quote == "'" or not (i > 0 and line[i - 1].isalnum()))):
            quote = None if quote == letter else letter if quote is None else quote
            kept.append(" ")
        else:
            kept.append(" " if quote else letter)
        i += 1
    return "".join(kept).ljust(len(line))


def mutations_of(line):
    """What a line can be changed to."""
    if LEFT_ALONE.search(line):
        return []
    code = blanked(line)
    made = []
    for old, new in SWAPS:
        made += [line[:at.start()] + new + line[at.end():] for at in re.finditer(old, code)]
    for at in NUMBER.finditer(code):
        number = int(at.group(1))
        made += [line[:at.start()] + str(other) + line[at.end():] for other in (number - 1, number + 1) if other >= 0]
    if STATEMENT.match(code.rstrip()) and not DECLARATION.match(code.rstrip()):
        made.append(line[:len(line) - len(line.lstrip())] + ";")
    return sorted(set(made) - {line})


def sources_of(places):
    found = set()
    for place in places:
        path = TREE / place
        found |= {path} if path.is_file() else set(path.rglob("*.cpp"))
    return sorted(found)


class Draw:
    """Changes in the order in which they are tried: a line first, then one of its changes, none twice."""

    def __init__(self, places, seed):
        self.generator = random.Random(seed)
        self.lines = []
        for path in sources_of(places):
            for number, line in enumerate(path.read_text(encoding="utf-8").split("\n")):
                made = mutations_of(line)
                if made:
                    self.lines.append((path, number, line, made))

    def __iter__(self):
        self.generator.shuffle(self.lines)
        for path, number, line, made in self.lines:
            yield path, number, line, self.generator.choice(made)


def limit_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def build(folder, program, jobs):
    command = ["cmake", "--build", str(folder), "-j", str(jobs), "--target", program]
    return subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=TREE).returncode == 0


def run_tests(folder, program, jobs, seconds, chosen="*"):
    """Whether all tests pass, in parts side by side; the first part that fails ends the others."""
    parts = []
    for part in range(jobs):
        environment = {**os.environ, "GTEST_FAIL_FAST": "1", "GTEST_TOTAL_SHARDS": str(jobs), "GTEST_SHARD_INDEX": str(part)}
        command = [str(folder / "tests" / program), f"--gtest_filter={chosen}", "--gtest_brief=1"]
        parts.append(subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment,
                                      cwd=folder, start_new_session=True, preexec_fn=limit_memory))
    end = time.monotonic() + seconds
    codes = [None]
    while None in codes and not any(codes) and time.monotonic() < end:
        time.sleep(0.05)
        codes = [part.poll() for part in parts]
    for part in parts:
        if part.poll() is None:
            os.killpg(part.pid, signal.SIGKILL)
            part.wait()
    return codes == [0] * jobs


def suites_near(source, program):
    """The test suites in the files that include the source's header, as a filter; empty where there are none."""
    header = source.relative_to(TREE).with_suffix(".h").as_posix()
    suites = set()
    for path in sorted((TREE / "tests" / program.removesuffix("_tests")).glob("*.cpp")):
        text = path.read_text(encoding="utf-8")
        if f'#include "{header}"' in text or path.stem.removesuffix("_test") == source.stem:
            suites |= set(re.findall(r"^(?:TEST|TEST_F|TEST_P)\((\w+),", text, re.M))
    return ":".join(f"*{suite}.*" for suite in sorted(suites))


class Mutator:
    def __init__(self, jobs, preset):
        self.jobs = jobs
        self.preset = preset
        self.folder = TREE / "build" / preset
        self.seconds = {}  # of the unchanged programs

    def prepare(self):
        """The last commit in the worktree, built, its tests passed."""
        if not TREE.exists():
            subprocess.run(["git", "worktree", "prune"], cwd=ROOT, check=True)
            subprocess.run(["git", "worktree", "add", "--quiet", "--detach", str(TREE), "HEAD"], cwd=ROOT, check=True)
        commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()
        subprocess.run(["git", "checkout", "--quiet", "--force", "--detach", commit], cwd=TREE, check=True)
        if (ROOT / ".deps").exists() and not (TREE / ".deps").exists():
            (TREE / ".deps").symlink_to(ROOT / ".deps")
        subprocess.run(["cmake", "--preset", self.preset, "-DHEADLIGHT_WARNINGS_AS_ERRORS=OFF"], cwd=TREE, check=True, stdout=subprocess.DEVNULL)
        for program in PROGRAMS["engine"]:
            if not build(self.folder, program, self.jobs):
                sys.exit(f"mutate.py: {program} does not build unchanged")
            start = time.monotonic()
            if not run_tests(self.folder, program, self.jobs, 3600):
                sys.exit(f"mutate.py: {program} fails unchanged")
            self.seconds[program] = time.monotonic() - start
        print("unchanged, all pass: " + ", ".join(f"{program} in {seconds:.0f} s" for program, seconds in self.seconds.items()),
              flush=True)

    def fate(self, path):
        """What became of the change that the file holds."""
        for program in PROGRAMS[path.relative_to(TREE).parts[0]]:
            if not build(self.folder, program, self.jobs):
                return "does not compile"
            limit = SLOWER * self.seconds[program] + PATIENCE
            near = suites_near(path, program)
            if near and not run_tests(self.folder, program, self.jobs, limit, near):
                return "killed"
            if not run_tests(self.folder, program, self.jobs, limit):
                return "killed"
        near = suites_near(path, OF_THE_INTERFACE)
        if near and build(self.folder, OF_THE_INTERFACE, self.jobs):
            if not run_tests(self.folder, OF_THE_INTERFACE, self.jobs, max(self.seconds.values()) * SLOWER + PATIENCE, near):
                return "killed"
        return "survived"

    def try_change(self, path, number, new):
        whole = path.read_text(encoding="utf-8")
        lines = whole.split("\n")
        lines[number] = new
        try:
            path.write_text("\n".join(lines), encoding="utf-8")
            return self.fate(path)
        finally:
            path.write_text(whole, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=100, help="of changes; 100 if not said")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=float("inf"), help="after which no change is begun")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--preset", default="dev",
                        help="dev: each source compiled by itself, so that a change compiles one; check: sooner ready, for a few changes")
    parser.add_argument("places", nargs="*", metavar="PATH", default=PLACES)
    asked = parser.parse_args()
    start = time.monotonic()
    mutator = Mutator(asked.jobs, asked.preset)
    mutator.prepare()
    fates, survivors = {}, []
    for path, number, old, new in Draw(asked.places, asked.seed):
        if sum(fates.values()) >= asked.count or time.monotonic() - start > asked.seconds:
            break
        fate = mutator.try_change(path, number, new)
        fates[fate] = fates.get(fate, 0) + 1
        place = f"{path.relative_to(TREE)}:{number + 1}"
        print(f"{fate:16} {place}  {new.strip()}", flush=True)
        if fate == "survived":
            survivors.append((place, old.strip(), new.strip()))
    print("\n" + ", ".join(f"{count} {fate}" for fate, count in sorted(fates.items())))
    for place, old, new in survivors:
        print(f"\n{place}\n  - {old}\n  + {new}")


if __name__ == "__main__":
    main()
