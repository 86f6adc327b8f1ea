#!/usr/bin/env python3
"""dependencies_test.py: which Dear ImGui is built: the tested version stands in one place, a newer one is taken with a line
that says so, an older one is refused, and where none is to be had a sentence names the version and the folder.

usage: dependencies_test.py PROJECT_FOLDER [BUILD_FOLDER]

The build folder's commands are read where it has them: no warning in what is not ours stops a build.
"""
import json
import os
import pathlib
import re
import shlex
import shutil
import stat
import subprocess
import sys
import tempfile
import unittest

PROJECT = pathlib.Path(sys.argv.pop(1)).resolve()
BUILD = pathlib.Path(sys.argv.pop(1)).resolve() if len(sys.argv) > 1 and os.path.isdir(sys.argv[1]) else None
TESTED = "1.92.2b"  # of the projects made up here
# What a Debian machine has, as far as scripts/fetch-imgui.sh asks: an archive with the versions in $OFFERED.
STUBS = {
    "apt-get": """
        case " $* " in
          *indextargets*) [ -z "$NO_ARCHIVE" ] && echo http://archive.example/debian sid main; exit 0 ;;
          *update*) [ -z "$NO_ANSWER" ] ;;
          *source*) echo "${@: -1}" > imgui.dsc ;;
        esac""",
    "apt-cache": 'for version in $OFFERED; do echo "Version: $version"; done',
    "dpkg-source": """
        version=$(sed 's/imgui=//; s/[+-].*//' imgui.dsc)
        mkdir tree && echo "#define IMGUI_VERSION \\"$version\\"" > tree/imgui.h""",
    "git": """
        [ -z "$NO_ANSWER" ] || exit 128
        folder=${@: -1}; mkdir -p "$folder"; tag=$(sed 's/.*--branch v\\([^ ]*\\).*/\\1/' <<< "$*")
        echo "#define IMGUI_VERSION \\"$tag\\"" > "$folder/imgui.h" """,
}


class MadeUpProject(unittest.TestCase):
    """A folder with the files that choose Dear ImGui, on a machine whose archive and network are made up."""

    def setUp(self):
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        self.project = pathlib.Path(kept.name)
        for name in ("scripts/fetch-imgui.sh", "cmake/imgui_version.cmake"):
            (self.project / name).parent.mkdir()
            shutil.copy(PROJECT / name, self.project / name)
        (self.project / "cmake" / "imgui-version.txt").write_text(TESTED + "\n")
        (self.project / "keys").touch()
        for name, text in STUBS.items():
            path = self.project / "bin" / name
            path.parent.mkdir(exist_ok=True)
            path.write_text("#!/bin/bash\n" + text + "\n")
            path.chmod(path.stat().st_mode | stat.S_IXUSR)

    def put(self, version, folder=".deps/imgui"):
        (self.project / folder).mkdir(parents=True, exist_ok=True)
        (self.project / folder / "imgui.h").write_text(f'// dear imgui\n#define IMGUI_VERSION       "{version}"\n'
                                                       "#define IMGUI_VERSION_NUM   19000\n")

    def version_there(self):
        header = self.project / ".deps" / "imgui" / "imgui.h"
        return re.search(r'IMGUI_VERSION +"(.*)"', header.read_text())[1] if header.exists() else None

    def run_here(self, command, **variables):
        environment = os.environ | {"PATH": f"{self.project}/bin:{os.environ['PATH']}", "NO_ARCHIVE": "", "NO_ANSWER": "",
                                    "OFFERED": "", "IMGUI_KEYRING": str(self.project / "keys")} | variables
        done = subprocess.run(command, cwd=self.project, env=environment, capture_output=True, text=True)
        return done.returncode, " ".join((done.stdout + done.stderr).split())

    def fetch(self, offered="", **variables):
        return self.run_here(["scripts/fetch-imgui.sh"], OFFERED=offered, **variables)

    def configure(self, *settings, **variables):
        """What CMake finds: its exit code, and all that it says."""
        (self.project / "asked.cmake").write_text(
            "include(cmake/imgui_version.cmake)\n"
            f'headlight_find_imgui("{self.project}" "{self.project}/build" folder same)\n'
            'message("found ${folder} tested ${same}")\n')
        return self.run_here(["cmake", *settings, "-P", "asked.cmake"], **variables)


class Built(MadeUpProject):
    def test_the_tested_version_is_built_without_a_word(self):
        self.put(TESTED)
        self.assertEqual(self.configure(), (0, f"found {self.project}/.deps/imgui tested 1"))

    def test_a_newer_one_is_built_and_said(self):
        for version in ("1.92.2c", "1.92.3", "1.92.10", "1.93.0 WIP", "2.0"):
            self.put(version)
            code, said = self.configure()
            self.assertEqual(code, 0, said)
            self.assertIn(f"Dear ImGui: built with {version.split()[0]}, tested with {TESTED}", said)
            self.assertTrue(said.endswith("tested 0"), said)

    def test_an_older_one_is_refused_with_a_way_out(self):
        for version in ("1.91.9b", "1.92.2", "1.92.1"):
            self.put(version)
            code, said = self.configure()
            self.assertNotEqual(code, 0)
            for words in (f"Dear ImGui {version} in", ".deps/imgui is older than", TESTED, "scripts/setup.sh"):
                self.assertIn(words, said)

    def test_a_folder_can_be_named_and_is_asked_too(self):
        self.put(TESTED)
        self.put("1.90", "mine")
        self.put("1.95", "newer")
        self.assertIn("Dear ImGui 1.90 in", self.configure(f"-DHEADLIGHT_IMGUI={self.project}/mine")[1])
        self.assertEqual(self.configure(f"-DHEADLIGHT_IMGUI={self.project}/newer")[0], 0)
        self.assertIn("no imgui.h", self.configure(f"-DHEADLIGHT_IMGUI={self.project}/nowhere")[1])

    def test_elsewhere_git_brings_the_tested_one(self):
        self.assertEqual(self.configure(), (0, f"found {self.project}/build/_deps/imgui tested 1"))
        self.assertEqual(self.configure(NO_ANSWER="1")[0], 0, "what it brought is there the next time")

    def test_where_none_is_to_be_had_a_sentence_names_the_version_and_the_folder(self):
        code, said = self.configure(NO_ANSWER="1")
        self.assertNotEqual(code, 0)
        self.assertIn(f"Dear ImGui {TESTED} is not in .deps/imgui", said)
        self.assertIn("Put its source there", said)


class Fetched(MadeUpProject):
    def test_the_tested_version_is_preferred_to_a_newer_one(self):
        self.assertEqual(self.fetch("1.91.9b+ds-1 1.92.2b+ds-1 1.92.6+ds-2")[0], 0)
        self.assertEqual(self.version_there(), TESTED)

    def test_a_newer_one_passes_where_the_archive_has_moved(self):
        code, said = self.fetch("1.92.6+ds-2 1.92.10+ds-1")
        self.assertEqual((code, self.version_there()), (0, "1.92.10"))
        self.assertIn(f"Dear ImGui 1.92.10 -> {self.project}/.deps/imgui (tested with {TESTED})", said)

    def test_one_that_is_there_and_not_older_is_left_alone(self):
        for version in (TESTED, "1.93.0"):
            self.put(version)
            self.assertEqual(self.fetch("1.94+ds-1"), (0, ""))
            self.assertEqual(self.version_there(), version)

    def test_a_stale_one_is_brought_again(self):
        self.put("1.91.0")
        self.assertIn("is older than", self.fetch("1.92.2b+ds-1")[1])
        self.assertEqual(self.version_there(), TESTED)

    def test_where_none_is_to_be_had_a_sentence_says_why_and_what_to_do(self):
        for why, offered, variables in (
            ("has only 1.91.9b, which is older", "1.91.9b+ds-1", {}),
            ("has no imgui", "", {}),
            ("did not answer", "1.92.2b+ds-1", {"NO_ANSWER": "1"}),
            ("names no such archive", "1.92.2b+ds-1", {"NO_ARCHIVE": "1"}),
            ("keys (/nowhere) are missing", "1.92.2b+ds-1", {"IMGUI_KEYRING": "/nowhere"}),
        ):
            code, said = self.fetch(offered, **variables)
            self.assertEqual(code, 3, said)
            for words in (why, f"Dear ImGui {TESTED} is not to be had", f"into {self.project}/.deps/imgui"):
                self.assertIn(words, said)
            self.assertIsNone(self.version_there())

    def test_a_search_in_vain_leaves_the_stale_one(self):
        self.put("1.91.0")
        self.assertEqual(self.fetch("1.91.9b+ds-1")[0], 3)
        self.assertEqual(self.version_there(), "1.91.0")


class Project(unittest.TestCase):
    def test_the_tested_version_stands_in_one_place(self):
        tested = (PROJECT / "cmake" / "imgui-version.txt").read_text().strip()
        self.assertRegex(tested, r"^\d+\.\d+\.\d+[a-z]?$")
        others = [PROJECT / name for name in ("CMakeLists.txt", "CMakePresets.json", "README.md", "CONTRIBUTING.md")]
        for folder in ("cmake", "scripts", "app"):
            others += [path for path in (PROJECT / folder).rglob("*") if path.suffix in (".cmake", ".sh", ".py", ".cpp", ".h")]
        for path in others:
            if path.name != "imgui-version.txt":
                self.assertNotIn(tested, path.read_text(encoding="utf-8"), path)

    def test_no_warning_of_what_is_not_ours_stops_a_build(self):
        commands = BUILD / "compile_commands.json" if BUILD else None
        if not commands or not commands.exists():
            self.skipTest("no build folder with commands was named")
        for entry in json.loads(commands.read_text()):
            words = shlex.split(entry["command"])
            if "/imgui" in entry["file"] and not entry["file"].startswith((f"{PROJECT}/app", f"{PROJECT}/engine")):
                self.assertNotIn("-Werror", words, entry["file"])
            for word in words:
                self.assertNotRegex(word, r"^-I.*/imgui$", f"{entry['file']}: its headers are not a system's")


if __name__ == "__main__":
    unittest.main()
