"""passed.py: what passed once is not checked again until something that it is made from changes. The stamps lie in the
user's cache folder, outside the clone: a new clone of the same files finds them too. Removing
~/.cache/headlight runs everything again.
"""
import hashlib
import os
import pathlib
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

CACHE = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "headlight" / "passed"


class Contents:
    """Hashes of files and of folders, each read once."""

    def __init__(self):
        self.known = {}

    def of(self, path):
        path = pathlib.Path(path)
        if path not in self.known:
            self.known[path] = self.folder(path) if path.is_dir() else hashlib.sha256(path.read_bytes()).hexdigest()
        return self.known[path]

    def folder(self, path):
        inside = sorted(p for p in path.iterdir() if p.name != "__pycache__")
        return hashlib.sha256("\n".join(f"{p.name} {self.of(p)}" for p in inside).encode()).hexdigest()


def key_of(*parts):
    """One name for texts that all have to stay as they are."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:40]


def has_passed(key):
    return (CACHE / key).exists()


def recall(key):
    """What was remembered beside it; empty where it has not passed."""
    return (CACHE / key).read_text() if has_passed(key) else ""


def remember(key, what=""):
    """Where the cache folder cannot be written, everything is checked again each time."""
    try:
        CACHE.mkdir(parents=True, exist_ok=True)
        (CACHE / key).write_text(what)
    except OSError:
        pass


def run_each(what, checks, jobs):
    """Runs (name, key, command, folder) of `checks` that have not passed yet; prints what fails; False where one does."""
    due = [check for check in checks if not has_passed(check[1])]
    print(f"{what}: {len(due)} of {len(checks)} to check, the others passed before", flush=True)

    def run(check):
        name, key, command, folder = check
        done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode == 0:
            remember(key)
            return True
        sys.stdout.write(f"{name}\n{done.stdout}\n")
        sys.stdout.flush()
        return False

    with ThreadPoolExecutor(jobs) as pool:
        return all(list(pool.map(run, due)))
