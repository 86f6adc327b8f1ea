#!/usr/bin/env python3
"""instructions.py: holds what decides on a processor's instructions to one room. The program is compiled for every
processor of its family, and engine/kernels alone has parts for wider ones, by Highway, of which one is chosen when it
starts. A source that is compiled for wider instructions elsewhere ends as an illegal one on somebody's machine; so may a
template of a library's that was compiled for them once, and is taken for all. Fails where

- a CMake file, the presets, a script or a command of the build folder widens the instructions by a flag,
- a source outside engine/kernels has intrinsics, Highway, what Eigen keeps to itself, or a function for a target,
- a wide part of engine/kernels names Eigen, one of our names for its types, or the standard library, or includes a header.

usage: instructions.py PROJECT_FOLDER [BUILD_FOLDER]
"""
import json
import os
import re
import shlex
import sys

KERNELS = "engine/kernels/"
SOURCES = (".h", ".hpp", ".c", ".cpp", ".cc")

# In what is written by hand; -m is also the option of git, mkdir and Python.
WIDER_FLAG = re.compile(
    r"(?<![\w-])-m(?:arch|tune|cpu|fpu|avx|sse|ssse|fma|f16c|bmi|lzcnt|popcnt|movbe|aes|pclmul|vaes|vpclmul|gfni|amx|"
    r"apx|prefer-vector-width|vector)[\w.=+-]*"
)
# In the commands that CMake makes of it, where any other would widen them.
COMMAND_FLAG = re.compile(r"-m(?!64$|no-)\w.*")
# What takes instructions in hand.
IN_HAND = {
    "a header of intrinsics": re.compile(r'#\s*include\s*[<"](?:\w*intrin|arm_\w+|altivec|riscv_vector|wasm_simd128)\.h'),
    "an intrinsic": re.compile(r"\b(?:_mm\d*_\w+|__m(?:64|128|256|512)\w*|__mmask\d+|_tile_\w+|__builtin_ia32_\w+)"),
    "Highway": re.compile(r'#\s*include\s*[<"]hwy/|\bhwy\s*::|\bnamespace\s+hwy\b|\bHWY_\w+'),
    "what Eigen keeps to itself": re.compile(r"\bEigen\s*::\s*internal\b|\bnamespace\s+(?:Eigen\b|\w+\s*=\s*Eigen\s*;)"),
    "a function for a target": re.compile(
        r"\btarget_clones\b|\bgnu\s*::\s*target\b|__attribute__\s*\(\s*\(\s*(?:__)?target|\bGCC\s+target\b|"
        r"\bclang\s+attribute\b"
    ),
}
WIDE_START, WIDE_END = "HWY_BEFORE_NAMESPACE", "HWY_AFTER_NAMESPACE"
WIDE_PART = re.compile(rf"\b{WIDE_START}\s*\(\s*\)(.*?)(?:\b{WIDE_END}\s*\(\s*\)|\Z)", re.S)
ALIAS = re.compile(r"\busing\s+(\w+)\s*=\s*Eigen\s*::\s*(?!Index\b)")
COMMENT = re.compile(r'//[^\n]*|/\*.*?\*/|("(?:\\.|[^"\\\n])*")', re.S)


def without_comments(text):
    """The same lines with nothing in place of comments; texts in quotation marks stay."""
    return COMMENT.sub(lambda found: found[1] or "\n" * found[0].count("\n"), text)


def line_of(text, place):
    return text.count("\n", 0, place) + 1


def flags_of(text):
    """(line, flag) of every flag for wider instructions."""
    return [(line_of(text, found.start()), found[0]) for found in WIDER_FLAG.finditer(text)]


def flags_of_command(command):
    return [word for word in shlex.split(command) if COMMAND_FLAG.fullmatch(word)]


def in_hand_of(text):
    """(line, what, words) of every place that takes instructions in hand."""
    text = without_comments(text)
    return sorted((line_of(text, found.start()), what, found[0].strip()) for what, pattern in IN_HAND.items()
                  for found in pattern.finditer(text))


def aliases_of(texts):
    """Our own names for Eigen's types; that of a whole number, which has no code, apart."""
    return {name for text in texts for name in ALIAS.findall(without_comments(text))}


def faults_of_wide(path, text, aliases):
    """(line, sentence) of what a file with wide parts does wrong."""
    text = without_comments(text)
    faults = []
    starts, ends = text.count(WIDE_START), text.count(WIDE_END)
    if path.endswith("-inl.h") and starts == 0:
        faults.append((1, f"is included in wide parts and has no {WIDE_START}()"))
    if starts != ends:
        faults.append((1, f"has {WIDE_START}() {starts} times and {WIDE_END}() {ends} times"))
    names = "|".join(["Eigen", "std", *sorted(aliases)])
    forbidden = re.compile(rf"\b(?:{names})\b|#\s*include\b")
    for part in WIDE_PART.finditer(text):
        for found in forbidden.finditer(part[1]):
            line = line_of(text, part.start(1) + found.start())
            faults.append((line, f"has {found[0]} where it is compiled for wider instructions"))
    outside = WIDE_PART.sub(lambda part: "\n" * part[0].count("\n"), text)
    # A macro is used elsewhere than it is defined.
    for found in re.finditer(r"^(?!\s*#\s*define\b).*\bHWY_ATTR\b", outside, re.MULTILINE):
        faults.append((line_of(outside, found.start()), f"has HWY_ATTR outside {WIDE_START}()"))
    return faults


def files_below(project, *tops):
    for top in tops:
        for folder, folders, names in os.walk(os.path.join(project, top)):
            folders[:] = sorted(name for name in folders if name not in ("build", "__pycache__", "golden"))
            for name in sorted(names):
                yield os.path.relpath(os.path.join(folder, name), project)


def is_settings(path):
    """Whether a file says how others are compiled."""
    name = os.path.basename(path)
    return (name in ("CMakeLists.txt", "CMakePresets.json", "CMakeUserPresets.json")
            or name.endswith((".cmake", ".cmake.in")) or path.startswith(("scripts/", ".ci/")))


def read(project, path):
    with open(os.path.join(project, path), encoding="utf-8") as file:
        return file.read()


def faults_of_settings(project):
    tops = [name for name in sorted(os.listdir(project)) if is_settings(name)]
    paths = tops + [path for path in files_below(project, "cmake", "app", "engine", "tests", "scripts", ".ci")
                    if is_settings(path) and not path.endswith(".pyc")]
    if not any(path.endswith("CMakeLists.txt") for path in paths):
        return [f"no CMake file was read below {project}"]
    return [f"{path}:{line} widens the instructions by {flag}" for path in paths
            for line, flag in flags_of(read(project, path))]


def faults_of_sources(project):
    paths = [path for path in files_below(project, "app", "engine", "tests") if path.endswith(SOURCES)]
    texts = {path: read(project, path) for path in paths}
    if not texts:
        return [f"no source was read below {project}"]
    aliases = aliases_of(text for path, text in texts.items() if path.startswith("engine/") and path.endswith(".h"))
    faults = []
    for path, text in texts.items():
        if not path.startswith(KERNELS):
            faults += [f"{path}:{line} has {what} ({words}), which {KERNELS} alone may have"
                       for line, what, words in in_hand_of(text)]
        elif path.endswith("-inl.h") or WIDE_START in text or "HWY_ATTR" in text:
            faults += [f"{path}:{line} {fault}" for line, fault in faults_of_wide(path, text, aliases)]
    return faults


def faults_of_commands(build):
    path = os.path.join(build, "compile_commands.json")
    if not os.path.exists(path):
        return []
    compiled = {}
    with open(path, encoding="utf-8") as file:
        for entry in json.load(file):
            for flag in flags_of_command(entry["command"]):
                compiled.setdefault(flag, []).append(entry["file"])
    return [f"{flag} compiles {files[0]} and {len(files) - 1} more" for flag, files in compiled.items()]


def main(project, build=None):
    faults = faults_of_settings(project) + faults_of_sources(project) + (faults_of_commands(build) if build else [])
    for sentence in faults:
        print(sentence)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
