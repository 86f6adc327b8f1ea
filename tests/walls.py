#!/usr/bin/env python3
"""walls.py: holds the arrows between rooms. Reads every include of app/ and engine/, and fails where one goes
against the table below, where units include each other in a circle that is not among those known, where a
source names a constant of its own as a header of its namespace does: in a unit of many files it would take the
place of that one; or where a stage's address is cut by hand, which engine/core/address.* does for all.

usage: walls.py PROJECT_FOLDER
"""
import os
import re
import sys

# What each room may include, beside itself. The CMake targets hold most of it; this table all.
CORE = {"engine/core"}
OPS = CORE | {"engine/kernels", "engine/masks", "engine/ops"}
MODEL = OPS | {"engine/attention", "engine/model"}
ENGINE = MODEL | {"engine/labs", "engine/analysis", "engine/gradients", "engine/json", "engine/text", "engine/loaders",
                  "engine/world", "engine/vision", "engine/training"}
DOCUMENT = ENGINE | {"app/text", "app/document"}
SESSION = DOCUMENT | {"app/lessons", "app/pages", "app/session"}
UI = SESSION | {"app/look", "app/gl", "app/ui"}
CORE_VIEWS = UI | {"app/views/core"}
STAGE_VIEWS = CORE_VIEWS | {"app/views/files", "app/views/stage"}
VIEWS = STAGE_VIEWS | {
    f"app/views/{room}" for room in ("actions", "card", "heads", "homework", "labs", "learning", "lesson", "model", "pages", "pictures", "present")
}
ALLOWED = {
    "engine/core": set(),
    "engine/kernels": CORE,
    "engine/json": CORE,
    "engine/masks": CORE,
    "engine/ops": CORE | {"engine/kernels", "engine/masks"},
    "engine/attention": OPS,
    "engine/model": OPS | {"engine/attention"},
    "engine/labs": MODEL | {"engine/world", "engine/vision", "engine/training"},
    "engine/analysis": MODEL,
    "engine/gradients": MODEL,
    "engine/text": CORE | {"engine/json"},
    "engine/loaders": CORE | {"engine/model", "engine/json", "engine/text"},
    "engine/world": CORE,
    "engine/vision": MODEL | {"engine/world"},
    "engine/training": MODEL | {"engine/gradients", "engine/json", "engine/text", "engine/loaders", "engine/world",
                                 "engine/vision"},
    "app/text": CORE | {"engine/text"},
    "app/document": ENGINE | {"app/text"},
    "app/lessons": DOCUMENT,
    "app/pages": DOCUMENT | {"app/lessons"},
    "app/session": DOCUMENT | {"app/lessons"},
    "app/look": SESSION,
    "app/export": SESSION | {"app/look"},
    "app/gl": SESSION | {"app/look"},
    "app/ui": SESSION | {"app/look", "app/gl"},
    "app/views/core": UI,
    "app/views/files": CORE_VIEWS,
    "app/views/stage": CORE_VIEWS | {"app/views/files"},
    "app/views/card": STAGE_VIEWS,
    "app/views/heads": STAGE_VIEWS,
    "app/views/homework": STAGE_VIEWS,
    "app/views/present": STAGE_VIEWS,
    "app/views/labs": STAGE_VIEWS | {"app/views/heads"},
    "app/views/learning": STAGE_VIEWS,
    "app/views/lesson": STAGE_VIEWS,
    "app/views/pages": STAGE_VIEWS | {"app/views/lesson"},
    "app/views/pictures": STAGE_VIEWS | {"app/views/heads"},
    "app/views/model": STAGE_VIEWS | {"app/views/pictures"},
    "app/views/actions": VIEWS,
    "app/views/window": VIEWS,
    "app/cli": SESSION | {"app/look", "app/export"},
    "app/shell": VIEWS | {"app/look", "app/export", "app/cli", "app/views/window"},
    "app/main": {"app/cli", "app/shell"} | CORE,
}

# Units, each a header and its sources, that include each other. This list only shrinks.
KNOWN_CIRCLES = [
    ["app/session/change_words", "app/session/history_words"],
    ["app/ui/math", "app/ui/math_atoms", "app/ui/math_box"],
    ["app/ui/shaped_text", "app/ui/text"],
    ["app/views/model/diagram_layout", "app/views/model/diagram_plan"],
    ["engine/analysis/mistakes", "engine/analysis/mistakes_parts"],
    ["engine/attention/efficient/head", "engine/attention/efficient/method"],
    ["engine/attention/multi_head", "engine/attention/projection"],
    ["engine/loaders/checkpoint", "engine/loaders/families", "engine/loaders/family_table"],
    ["engine/loaders/image", "engine/loaders/image_format", "engine/loaders/image_orientation"],
    ["engine/loaders/json_events", "engine/loaders/safetensors_json"],
    ["engine/text/json_fields", "engine/text/vocabulary"],
    ["engine/text/model_parts", "engine/text/model_tokenizer", "engine/text/piece_model"],
]

ADDRESSES = "engine/core/address"
# A search for a full stop, or for a part of an address with one.
ADDRESS_CUT = re.compile(
    r"""\b(?:r?find|find_(?:first|last)_of|starts_with|ends_with|contains)\(\s*(?:'\.'|"\."|"\.[a-z_]+[a-z_.]*"|"""
    r""""(?:batch|source|target|encoder|decoder|self|cross|ffn|head|lab)\."\))"""
)
# What cuts other names at full stops, and which.
CUTS_OTHERS = {
    "app/cli/export.cpp": "files",
    "app/session/folder.cpp": "files",
    "app/shell/shot.cpp": "files",
    "app/views/card/card_names.cpp": "text keys",
    "app/views/actions/palette_entries.cpp": "what is typed",
    "app/text/typed_number.cpp": "numbers",
    "engine/core/number_text.cpp": "numbers",
    "engine/loaders/bert.cpp": "tensors",
    "engine/loaders/checkpoint_files.cpp": "files",
    "engine/loaders/tensor_reader.cpp": "tensors",
}

NAMESPACE = re.compile(r"^namespace (\w+) \{", re.M)
CONSTANT = re.compile(r"^(?:inline )?constexpr [^=\n(]*?\b(k[A-Z]\w*)\b", re.M)
INCLUDE = re.compile(r'\s*#\s*include\s+"([^"]+)"')


def room_of(path):
    """A folder of app/ or engine/, of app/views/ one deeper; app/main.cpp is a room of its own."""
    if path == "app/main.cpp":
        return "app/main"
    parts = path.split("/")[:-1]
    return "/".join(parts[: 3 if parts[:2] == ["app", "views"] else 2])


def unit_of(path):
    return os.path.splitext(path)[0]


def files_of(project):
    """Every source and header of ours."""
    for top in ("app", "engine"):
        for folder, _, names in os.walk(os.path.join(project, top)):
            for name in sorted(names):
                if name.endswith((".h", ".cpp")):
                    yield os.path.relpath(os.path.join(folder, name), project)


def includes_of(project):
    """(path, included path) of every include in quotation marks."""
    for path in files_of(project):
        with open(os.path.join(project, path), encoding="utf-8") as source:
            for line in source:
                found = INCLUDE.match(line)
                if found:
                    yield path, found[1]


def shadows_of(project):
    """(source, constant, header) of every constant of a source that has the name of a header's."""
    declared, own = {}, []
    for path in files_of(project):
        with open(os.path.join(project, path), encoding="utf-8") as source:
            text = source.read()
        room = NAMESPACE.search(text)
        for name in CONSTANT.findall(text):
            key = (room[1] if room else "", name)
            if path.endswith(".h"):
                declared.setdefault(key, path)
            else:
                own.append((path, key))
    return [(path, key[1], declared[key]) for path, key in own if key in declared]


def address_cuts_of(project):
    """(source, line) of every place that takes an address apart by hand."""
    cuts = []
    for path in files_of(project):
        if unit_of(path) == ADDRESSES:
            continue
        with open(os.path.join(project, path), encoding="utf-8") as source:
            text = source.read()
        cuts += [(path, text.count("\n", 0, found.start()) + 1) for found in ADDRESS_CUT.finditer(text)]
    return cuts


def circles_of(arrows):
    """Tarjan's strongly connected components of more than one unit, each sorted."""
    index, low, stack, circles = {}, {}, [], []

    def visit(start):
        work = [(start, iter(sorted(arrows.get(start, ()))))]
        index[start] = low[start] = len(index)
        stack.append(start)
        while work:
            unit, targets = work[-1]
            target = next(targets, None)
            if target is None:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[unit])
                if low[unit] == index[unit]:
                    circle = stack[stack.index(unit):]
                    del stack[stack.index(unit):]
                    if len(circle) > 1:
                        circles.append(sorted(circle))
            elif target not in index:
                index[target] = low[target] = len(index)
                stack.append(target)
                work.append((target, iter(sorted(arrows.get(target, ())))))
            elif target in stack:
                low[unit] = min(low[unit], index[target])

    for unit in sorted(arrows):
        if unit not in index:
            visit(unit)
    return sorted(circles)


def main(project):
    wrong = []
    arrows = {}
    for path, included in includes_of(project):
        if included.startswith("embedded/"):
            continue
        if not included.startswith(("app/", "engine/")):
            wrong.append(f"{path} includes {included}: give its path from the project's folder")
            continue
        room, target = room_of(path), room_of(included)
        if room not in ALLOWED:
            wrong.append(f"{path}: the room {room} is not in the table")
        elif target != room and target not in ALLOWED[room]:
            wrong.append(f"{path} includes {included}: {room} may not use {target}")
        if unit_of(path) != unit_of(included):
            arrows.setdefault(unit_of(path), set()).add(unit_of(included))
    if not arrows:
        wrong.append(f"no include was read below {project}")
    circles = circles_of(arrows)
    known = sorted(sorted(circle) for circle in KNOWN_CIRCLES)
    wrong += [f"a new circle of includes: {', '.join(circle)}" for circle in circles if circle not in known]
    wrong += [f"gone, take it from the list: {', '.join(circle)}" for circle in known if circle not in circles]
    wrong += [f"{path}: {name} is {header}'s name, too" for path, name, header in shadows_of(project)]
    cuts = address_cuts_of(project)
    wrong += [
        f"{path}:{line} cuts an address by hand: {ADDRESSES}.h has what does it"
        for path, line in cuts if path not in CUTS_OTHERS
    ]
    unused = sorted(set(CUTS_OTHERS) - {path for path, _ in cuts})
    wrong += [f"{path} cuts nothing: take it from CUTS_OTHERS" for path in unused]
    for sentence in wrong:
        print(sentence)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
