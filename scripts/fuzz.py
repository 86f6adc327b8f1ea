#!/usr/bin/env python3
"""fuzz.py: lets libFuzzer search with every fuzz target, and prints what it did as a table.

usage: fuzz.py [--seconds TOTAL] [--jobs N] [TARGET ...]

Builds the preset `fuzz` (Clang). The time is shared among the targets, N of which run side by side. A target begins
with its seeds, tests/fuzz/corpus/TARGET and what earlier searches kept in build/fuzz/search/TARGET; inputs that break it
lie in build/fuzz/found/TARGET. `edges` are places of the code, the libraries' included, that inputs reached: those that it
began with, and in the end. Fails where something was found.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "fuzz"
MOST_FINDINGS = 10  # of a target, before it is given up
LIMITS = ["-timeout=20", "-rss_limit_mb=2048", "-print_final_stats=1"]
REACHED = re.compile(r"^#\d+\s+(?:INITED|NEW|REDUCE|pulse|DONE|RELOAD)\s.*?cov: (\d+)", re.M)
EXECUTED = re.compile(r"^stat::number_of_executed_units:\s*(\d+)", re.M)
BROKEN = re.compile(r"^(?:broken: .*|SUMMARY: .*|.*: runtime error: .*)$", re.M)


def build(jobs, targets):
    subprocess.run(["cmake", "--preset", "fuzz"], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    names = [f"fuzz_{name}" for name in targets] or ["headlight_fuzz"]
    subprocess.run(["cmake", "--build", "--preset", "fuzz", "-j", str(jobs), "--target", *names], cwd=ROOT, check=True)


def all_targets():
    """Every source that gives seeds, but for those that run others."""
    return sorted(path.stem for path in (ROOT / "tests" / "fuzz").glob("*.cpp") if path.stem not in ("driver", "libfuzzer"))


def environment():
    """Files that a reader opens by its path are kept in memory, where that is possible."""
    shared = "/dev/shm"
    kept = {"TMPDIR": shared} if os.access(shared, os.W_OK) and "TMPDIR" not in os.environ else {}
    return {**os.environ, "UBSAN_OPTIONS": "print_stacktrace=1", **kept}


class Search:
    """One target's search. It goes on after a finding, until its time is over or it finds the same input again."""

    def __init__(self, name):
        self.name = name
        self.executed = 0
        self.first = self.last = None  # edges
        self.findings = []  # what was broken
        self.seconds = 0.0

    def run(self, seconds):
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) >= 1 and len(self.findings) < MOST_FINDINGS:
            if not self.run_once(int(left)):
                break
        self.seconds = seconds - max(0.0, end - time.monotonic())
        return self

    def run_once(self, seconds):
        """Whether there was a finding that was not known before."""
        search, found = BUILD / "search" / self.name, BUILD / "found" / self.name
        for folder in (search, found):
            folder.mkdir(parents=True, exist_ok=True)
        before = set(found.iterdir())
        known = ROOT / "tests" / "fuzz" / "corpus" / self.name
        command = [str(BUILD / "tests" / "fuzz" / f"fuzz_{self.name}"), *LIMITS, f"-max_total_time={seconds}",
                   f"-artifact_prefix={found}/", str(search), *([str(known)] if known.is_dir() else [])]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment())
        said = done.stdout.decode("utf-8", "replace")
        (BUILD / "search" / f"{self.name}.log").write_text(said, encoding="utf-8")
        self.executed += sum(int(count) for count in EXECUTED.findall(said))
        reached = [int(edges) for edges in REACHED.findall(said)]
        if reached:
            self.first = reached[0] if self.first is None else self.first
            self.last = max(reached + [self.last or 0])
        if done.returncode == 0:
            return False
        why = BROKEN.findall(said)
        self.findings.append(why[0] if why else f"exit code {done.returncode}")
        new = [path for path in found.iterdir() if path not in before]
        for path in new:
            path.with_name(path.name + ".log").write_text(said, encoding="utf-8")
        return bool(new)


def row(cells, widths):
    return "  ".join(str(cell).ljust(width) if i == 0 else str(cell).rjust(width)
                     for i, (cell, width) in enumerate(zip(cells, widths)))


def table(searches):
    rows = [("target", "seconds", "executions", "edges at first", "in the end", "findings")]
    for search in searches:
        edges = ["-" if edges is None else edges for edges in (search.first, search.last)]
        rows.append((search.name, round(search.seconds), search.executed, *edges, len(search.findings)))
    totals = [sum(cells) for cells in zip(*((s.executed, len(s.findings)) for s in searches))]
    rows.append(("all", round(sum(s.seconds for s in searches)), totals[0], "", "", totals[1]))
    widths = [max(len(str(cells[column])) for cells in rows) for column in range(len(rows[0]))]
    lines = [row(cells, widths) for cells in rows]
    for search in searches:
        lines += [f"{search.name}: {why}" for why in search.findings]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=int, default=3600, help="of the whole search; 3600 if not said")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="targets side by side; one a core if not said")
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    asked = parser.parse_args()
    unknown = sorted(set(asked.targets) - set(all_targets()))
    if unknown:
        sys.exit(f"fuzz.py: no target is called {', '.join(unknown)}; there are {', '.join(all_targets())}")
    names = asked.targets or all_targets()
    build(asked.jobs, asked.targets)
    jobs = min(asked.jobs, len(names))
    each = max(1, asked.seconds * jobs // len(names))
    print(f"{len(names)} targets, {jobs} at a time, {each} s each", flush=True)
    with ThreadPoolExecutor(jobs) as pool:
        searches = list(pool.map(lambda name: Search(name).run(each), names))
    print(table(searches))
    sys.exit(1 if any(search.findings for search in searches) else 0)


if __name__ == "__main__":
    main()
