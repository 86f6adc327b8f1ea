#!/usr/bin/env python3
"""check_sources.py: reads our own sources, those of tests left out, as build/release compiles them: those that changed
since the commit in .ci/checked, for which the whole gate was seen to pass, or a header that they name. All are read
where the history does not have that commit.

usage: check_sources.py alone|tidy JOBS

alone: each source by itself, so that none leans on what its neighbours in a unit of many files include or declare.
tidy: clang-tidy over the units, so that a header is read once for many files.
"""
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys

import passed

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "release"
INCLUDE = re.compile(r'^\s*#\s*include\s+"([^"]+)"', re.MULTILINE)

# Where the analyser of paths is worth its time, more than that of all other checks together: what reads from outside
# or owns what is not memory.
ANALYSED = ("engine/core/", "engine/loaders/", "engine/text/", "app/gl/", "app/text/", "app/document/", "app/shell/")


def changed_since(commit, root=ROOT):
    """The files that commits after this one, or nobody's commit yet, changed; None where the history lacks it."""
    def names(*command):
        done = subprocess.run(["git", *command], cwd=root, capture_output=True, text=True)
        return set(done.stdout.split("\n")) if done.returncode == 0 else None

    changed, new = names("diff", "--name-only", commit), names("ls-files", "--others", "--exclude-standard")
    return None if changed is None or new is None else changed | new


def sources_of(unit):
    """Our own sources that a file of the compilation database stands for."""
    path = pathlib.Path(unit)
    if path.parent.name == "Unity":
        named = [pathlib.Path(name) for name in INCLUDE.findall(path.read_text())]
    else:
        named = [path]
    ours = [str(name.relative_to(ROOT)) for name in named if name.is_relative_to(ROOT)]
    return [name for name in ours if name.startswith(("app/", "engine/"))]


class Closure:
    """All of our own files that a source reads."""

    def __init__(self):
        self.contents = passed.Contents()
        self.includes = {}

    def read(self, name):
        if name not in self.includes:
            path = ROOT / name
            self.includes[name] = INCLUDE.findall(path.read_text()) if path.exists() else []
        return self.includes[name]

    def of(self, sources):
        seen, waiting = set(), list(sources)
        while waiting:
            name = waiting.pop()
            if name not in seen:
                seen.add(name)
                waiting += self.read(name)
        return [f"{name} {self.contents.of(ROOT / name)}" for name in sorted(seen) if (ROOT / name).exists()]


def version(tool):
    return subprocess.run([tool, "--version"], capture_output=True, text=True, check=True).stdout


def own_flags(command):
    """The words of a command that are neither its file nor what it writes, without a launcher before the compiler."""
    words = shlex.split(command)
    words = words[next(i for i, word in enumerate(words) if re.search(r"(c\+\+|g\+\+|clang\+\+)[-.\d]*$", word)):]
    kept, skip = [], False
    for word in words:
        if skip or word in ("-o", "-c", "-MT", "-MF"):
            skip = not skip
        elif word != "-MD":
            kept.append(word)
    return kept


def is_new(sources, closure, changed):
    """Whether one of these sources, or a header that it names, was changed."""
    return changed is None or any(not changed.isdisjoint([name, *closure.read(name)]) for name in sources)


def alone(entries, closure, changed):
    compiler = version("c++")
    checks = []
    for entry, sources in entries:
        flags = own_flags(entry["command"])
        for name in sources:
            if not is_new([name], closure, changed):
                continue
            # Where headers of ours are precompiled, only those of libraries are read before.
            flags = [re.sub(r"/app/CMakeFiles/\w+\.dir/cmake_pch", "/engine/CMakeFiles/headlight_core.dir/cmake_pch", word)
                     for word in flags]
            key = passed.key_of("alone", compiler, " ".join(flags).replace(str(ROOT), "."), *closure.of([name]))
            checks.append((name, key, flags + ["-fsyntax-only", str(ROOT / name)], entry["directory"]))
    return checks


def tidy(entries, closure, changed):
    # clang cannot read the compiler's precompiled headers.
    folder = BUILD / "tidy"
    folder.mkdir(exist_ok=True)
    database = [dict(entry, command=re.sub(r"-fpch-preprocess|-Winvalid-pch -include \S+", "", entry["command"]))
                for entry, _ in entries]
    (folder / "compile_commands.json").write_text(json.dumps(database))
    tool, rules = version("clang-tidy"), (ROOT / ".clang-tidy").read_text()
    checks = []
    for entry, sources in entries:
        if not is_new(sources, closure, changed):
            continue
        # A unit includes sources on purpose. The compiler is GCC, and clang does not know all of its warnings.
        command = ["clang-tidy", "--quiet", "-p", str(folder), "--extra-arg=-Wno-unknown-warning-option"]
        if any(name.startswith(ANALYSED) for name in sources):
            # It would take the sources of a unit for headers, and leave them out; shallow takes a third of the time.
            command += ["--checks=-bugprone-suspicious-include", "--extra-arg=-Xclang",
                        "--extra-arg=-analyzer-opt-analyze-headers", "--extra-arg=-Xclang",
                        "--extra-arg=-analyzer-config", "--extra-arg=-Xclang", "--extra-arg=mode=shallow"]
        else:
            command += ["--checks=-bugprone-suspicious-include,-clang-analyzer-*"]
        key = passed.key_of("tidy", tool, rules, " ".join(command[5:]), *closure.of(sources))
        checks.append((f"{sources[0]} and {len(sources) - 1} more", key, command + [entry["file"]], ROOT))
    return checks


def main():
    what, jobs = sys.argv[1], int(sys.argv[2])
    entries = [(entry, sources_of(entry["file"]))
               for entry in json.loads((BUILD / "compile_commands.json").read_text())]
    # Tests compile some of them once more.
    entries = [(entry, sources) for entry, sources in entries
               if sources and " -o tests/" not in entry["command"]]
    if not entries:
        sys.exit("check_sources.py: build/release has no source of ours; run cmake --preset release")
    checks = {"alone": alone, "tidy": tidy}[what](entries, Closure(), changed_since((ROOT / ".ci" / "checked").read_text().strip()))
    sys.exit(0 if passed.run_each(what, checks, jobs) else 1)


if __name__ == "__main__":
    main()
