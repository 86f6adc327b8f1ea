#!/usr/bin/env python3
"""scripts_test.py: what scripts/ leaves out because it passed before is really unchanged; what the searches for
faults make of what they read; and on which instructions a comparison lets each side run.

usage: scripts_test.py PROJECT_FOLDER
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PROJECT = pathlib.Path(sys.argv.pop(1)).resolve()
sys.path[:0] = [str(PROJECT / "scripts"), str(PROJECT / "tests" / "tools"), str(PROJECT / "tests" / "bench")]
sys.dont_write_bytecode = True
KEPT = tempfile.TemporaryDirectory()
os.environ["XDG_CACHE_HOME"] = KEPT.name

import check_sources  # noqa: E402
import fuzz  # noqa: E402
import mutate  # noqa: E402
import passed  # noqa: E402
import peers  # noqa: E402
import run_tests  # noqa: E402


class Suites(unittest.TestCase):
    def test_every_suite_is_run(self):
        made = re.findall(r"^(?:headlight_suite\(|add_executable\()([a-z]+)",
                          (PROJECT / "tests" / "CMakeLists.txt").read_text(), re.MULTILINE)
        self.assertEqual(sorted(made), sorted(run_tests.SUITES["release"]))
        self.assertLessEqual(set(run_tests.SUITES["asan"]), set(made))

    def test_every_test_is_listed_by_its_full_name(self):
        listed = ("Running main() from gtest_main.cc\nOne.\n  First\n  DISABLED_Second\n"
                  "Each/Of.\n  Them/0  # GetParam() = 4-byte object <00-00 00-00>\n  Them/Named  # GetParam() = \"a b\"\n")
        self.assertEqual(run_tests.names_of(listed), ["One.First", "Each/Of.Them/0", "Each/Of.Them/Named"])

    def test_no_test_is_lost_between_pieces(self):
        names = [f"A.B{i}" for i in range(83)]
        pieces = run_tests.pieces_of(names, 40)
        self.assertEqual([len(piece) for piece in pieces], [40, 40, 3])
        self.assertEqual([name for piece in pieces for name in piece], names)


# A test program of four tests, one of which fails, one ends the process, and one is skipped.
FOUR_TESTS = """
import os, sys
asked = sys.argv[-1].split("=", 1)[1].split(":")
for name in asked:
    print(f"[ RUN      ] {name}", flush=True)
    if name == "A.Ends":
        os.abort()
    sys.stdout.write("a word" if name == "A.Passes" else "expected this\\n")
    result = {"A.Fails": "[  FAILED  ]", "A.Skips": "[  SKIPPED ]"}.get(name, "[       OK ]")
    print(f"{result} {name}{', where GetParam() = 1' if name == 'A.Fails' else ''} (1 ms)", flush=True)
sys.exit(1 if "A.Fails" in asked else 0)
"""


class Runs(unittest.TestCase):
    def run_of(self, names, program=FOUR_TESTS):
        """The run, and all that it said."""
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "tests.py"
            file.write_text(program)
            run, said = run_tests.Run(), []
            run.say = lambda text=None: said.append(text or "")
            run.add("four", ["env", sys.executable, str(file)], names)
            run.work()
            return run, "\n".join(said)

    def test_each_test_is_counted_once_also_behind_one_that_ends_the_process(self):
        run, said = self.run_of(["A.Fails", "A.Ends", "A.Skips", "A.Passes"])
        self.assertEqual(run.passed, {"four": 1})
        self.assertEqual(run.failed, {"four": ["A.Fails", "A.Ends"]})
        self.assertEqual(run.skipped, ["A.Skips"])
        self.assertEqual(run.total, 4)
        self.assertIn("expected this", said)
        self.assertIn("ended with -6", said)

    def test_what_never_ran_has_failed(self):
        run, _ = self.run_of(["A.Passes"], "import sys\nsys.exit(2)\n")
        self.assertEqual((run.passed, run.failed), ({}, {"four": ["A.Passes"]}))

    def test_a_bad_end_after_good_tests_is_a_failure(self):
        run, _ = self.run_of(["A.Passes"], FOUR_TESTS.replace('1 if "A.Fails" in asked else 0', "23"))
        self.assertEqual(run.passed, {"four": 1})
        self.assertEqual(len(run.failed["four"]), 1)

    def test_what_a_test_interrupts_hears_it_where_the_run_is_in_the_background(self):
        program = ("import signal, sys; sys.path.insert(0, sys.argv[1]); sys.dont_write_bytecode = True; import run_tests\n"
                   "signal.signal(signal.SIGINT, signal.SIG_IGN); run_tests.hear_interrupts()\n"
                   "assert signal.getsignal(signal.SIGINT) != signal.SIG_IGN\n")
        subprocess.run([sys.executable, "-c", program, str(PROJECT / "scripts")], check=True)

    def test_numbers_of_other_instructions_are_tested_again(self):
        before = os.environ.pop("HEADLIGHT_INSTRUCTIONS", None)
        keys = {run_tests.instructions()}
        for forced in ("plain", "v2"):
            os.environ["HEADLIGHT_INSTRUCTIONS"] = forced
            keys.add(run_tests.instructions())
        self.assertEqual(len(keys), 3)
        del os.environ["HEADLIGHT_INSTRUCTIONS"]
        if before is not None:
            os.environ["HEADLIGHT_INSTRUCTIONS"] = before


class Passed(unittest.TestCase):
    def run_counted(self, command, key):
        """How often the command ran, and whether all passed."""
        with tempfile.TemporaryDirectory() as folder:
            good = passed.run_each("test", [("one", key, ["sh", "-c", f"echo ran >> count; {command}"], folder)], 1)
            count = pathlib.Path(folder) / "count"
            return (len(count.read_text().split()) if count.exists() else 0), good

    def test_what_passed_is_not_run_again(self):
        self.assertEqual(self.run_counted("true", "good"), (1, True))
        self.assertEqual(self.run_counted("true", "good"), (0, True))

    def test_what_is_remembered_beside_it_comes_back(self):
        passed.remember("counted", "12")
        self.assertEqual((passed.recall("counted"), passed.recall("unknown")), ("12", ""))

    def test_what_failed_is_run_again_and_fails_again(self):
        self.assertEqual(self.run_counted("false", "bad"), (1, False))
        self.assertEqual(self.run_counted("false", "bad"), (1, False))

    def test_a_cache_that_cannot_be_written_runs_everything(self):
        before, passed.CACHE = passed.CACHE, pathlib.Path("/proc/nowhere")
        self.assertEqual(self.run_counted("true", "unwritten"), (1, True))
        self.assertEqual(self.run_counted("true", "unwritten"), (1, True))
        passed.CACHE = before

    def test_a_folder_changes_with_any_file_below_it(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "below").mkdir()
            file = folder / "below" / "file"
            seen = set()
            for text in ("", "a", "b"):
                file.write_text(text)
                seen.add(passed.Contents().of(folder))
            file.rename(folder / "below" / "other")
            seen.add(passed.Contents().of(folder))
            self.assertEqual(len(seen), 4)


class Commands(unittest.TestCase):
    def read(self, name):
        return (PROJECT / name).read_text(encoding="utf-8")

    def test_one_preset_serves_the_program_and_its_tests(self):
        for name in ("scripts/run.sh", "scripts/test.sh"):
            self.assertEqual(set(re.findall(r"--preset (\w+)", self.read(name))), {"release"}, name)

    def test_the_gate_begins_with_the_tests_and_is_what_a_pull_request_passes(self):
        steps = re.findall(r'^step "[^"]+"\n(.*)$', self.read("scripts/gate.sh"), re.MULTILINE)
        self.assertEqual(steps[0], "scripts/test.sh")
        self.assertIn("scripts/gate.sh", self.read(".ci/run"))

    def test_every_preset_that_a_script_names_is_there(self):
        presets = [preset["name"] for preset in json.loads(self.read("CMakePresets.json"))["configurePresets"]]
        for path in (PROJECT / "scripts").iterdir():
            for name in re.findall(r"--preset[ \",]+(\w+)", path.read_text(encoding="utf-8")) if path.is_file() else []:
                self.assertIn(name, presets, path.name)

    def test_no_target_is_compiled_for_more_than_every_processor_of_its_family(self):
        wider = re.compile(r"-march|-mtune=native|-mavx|-mfma|-msse|-mprefer-vector-width")
        read = [PROJECT / "CMakeLists.txt", PROJECT / "CMakePresets.json", *PROJECT.glob("cmake/*.cmake")]
        read += [path for folder in ("app", "engine", "tests") for path in (PROJECT / folder).rglob("CMakeLists.txt")]
        read += PROJECT.glob("build/*/compile_commands.json")
        for path in read:
            self.assertIsNone(wider.search(path.read_text(encoding="utf-8")), path)


class Sources(unittest.TestCase):
    def test_a_source_stands_with_all_that_it_includes(self):
        read = [line.split()[0] for line in check_sources.Closure().of(["engine/ops/add.cpp"])]
        for name in ("engine/ops/add.cpp", "engine/ops/operations.h", "engine/core/operation.h", "engine/core/matrix.h"):
            self.assertIn(name, read)

    def test_a_command_loses_its_files_and_its_launcher_and_keeps_its_flags(self):
        command = "/usr/bin/ccache /usr/bin/c++ -Ia -O1 -MD -MT x.o -MF x.d -o x.o -c x.cpp"
        self.assertEqual(check_sources.own_flags(command), ["/usr/bin/c++", "-Ia", "-O1"])

    def test_what_changed_since_a_commit_is_known_where_the_history_is(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            git = ["git", "-c", "user.name=n", "-c", "user.email=e@x.example"]
            self.assertIsNone(check_sources.changed_since("HEAD~1", folder))
            subprocess.run([*git, "init", "--quiet"], cwd=folder, check=True)
            for file in ("old", "lately"):
                (folder / file).write_text(file)
                subprocess.run([*git, "add", "."], cwd=folder, check=True)
                subprocess.run([*git, "commit", "--quiet", "-m", file], cwd=folder, check=True)
            (folder / "new").write_text("new")
            changed = check_sources.changed_since("HEAD~1", folder)
            self.assertTrue({"lately", "new"} <= changed and "old" not in changed)
            self.assertIsNone(check_sources.changed_since("HEAD~9", folder))

    def test_the_commit_that_was_checked_is_in_the_history(self):
        checked = (PROJECT / ".ci" / "checked").read_text().strip()
        shallow = subprocess.run(["git", "rev-parse", "--is-shallow-repository"], cwd=PROJECT, capture_output=True)
        if shallow.stdout.strip() == b"false":
            ancestor = ["git", "merge-base", "--is-ancestor", checked, "HEAD"]
            self.assertEqual(subprocess.run(ancestor, cwd=PROJECT).returncode, 0, checked)


class Fuzz(unittest.TestCase):
    def test_every_target_is_a_row_that_is_built(self):
        rows = (PROJECT / "tests" / "fuzz" / "CMakeLists.txt").read_text(encoding="utf-8")
        for name in fuzz.all_targets():
            self.assertIn(f"headlight_fuzz({name} ", rows)

    def test_the_edges_reached_are_read_of_every_kind_of_line(self):
        said = ("#2\tINITED cov: 12 ft: 13 corp: 1/1b exec/s: 0 rss: 30Mb\n"
                "#9\tNEW    cov: 15 ft: 17 corp: 2/3b lim: 4 exec/s: 0 rss: 30Mb L: 2/2 MS: 1 ChangeBit-\n"
                "#99\tDONE   cov: 16 ft: 17 corp: 2/3b lim: 4 exec/s: 0 rss: 30Mb\n"
                "stat::number_of_executed_units: 99\n")
        self.assertEqual(fuzz.REACHED.findall(said), ["12", "15", "16"])
        self.assertEqual(fuzz.EXECUTED.findall(said), ["99"])


class Peers(unittest.TestCase):
    """What the comparisons with other libraries hold them to."""
    PRESET = {"PATH": "/bin", "OPENBLAS_CORETYPE": "Prescott", "OPENBLAS_L2_SIZE": "1", "ATEN_CPU_CAPABILITY": "default",
              "HEADLIGHT_INSTRUCTIONS": "plain"}

    def test_what_the_environment_presets_chooses_for_neither_side(self):
        self.assertEqual(peers.engine_environment(self.PRESET, None), {"PATH": "/bin"})
        self.assertEqual(peers.peer_environment(self.PRESET, None, set()), {"PATH": "/bin"})

    def test_a_peer_has_the_widest_kernel_of_the_processor(self):
        def kernel(*flags):
            return peers.peer_environment(self.PRESET, None, set(flags)).get("OPENBLAS_CORETYPE")
        self.assertEqual(kernel("avx2", "fma", *peers.WIDE), "SkylakeX")
        self.assertEqual(kernel("avx2", "fma"), "Haswell")
        self.assertIsNone(kernel("sse4_2"))

    def test_both_sides_are_held_to_the_same(self):
        peer = peers.peer_environment(self.PRESET, "v3", {"avx2", "fma", *peers.WIDE}, threads=1)
        self.assertEqual((peer["OPENBLAS_CORETYPE"], peer["ATEN_CPU_CAPABILITY"]), ("Haswell", "avx2"))
        self.assertEqual((peer["OMP_NUM_THREADS"], peer["OPENBLAS_NUM_THREADS"]), ("1", "1"))
        self.assertEqual(peers.engine_environment(self.PRESET, "v3"), {"PATH": "/bin", "HEADLIGHT_INSTRUCTIONS": "v3"})

    def test_a_peer_that_used_wider_vectors_does_not_count(self):
        self.assertIn("do not count for v3", peers.peer_sentence("A peer", "v3", 40, 2000))
        for without in (-1, 2000):
            self.assertNotIn("not count", peers.peer_sentence("A peer", "v3", without, 2000))
        self.assertIn("does not say", peers.peer_sentence("A peer", "v3", None, 2000))


class Mutate(unittest.TestCase):
    def test_code_is_changed_and_no_text_or_comment(self):
        made = mutate.mutations_of('  if (a < b && name == "x < 1") return true;  // a > 2')
        self.assertIn('  if (a <= b && name == "x < 1") return true;  // a > 2', made)
        self.assertIn('  if (a < b || name == "x < 1") return true;  // a > 2', made)
        self.assertTrue(made)
        for line in made:
            self.assertTrue(line.endswith("// a > 2") and '"x < 1"' in line)

    def test_a_statement_is_dropped_and_no_declaration(self):
        self.assertIn("  ;", mutate.mutations_of("  uses_.splice(uses_.end(), uses_, found->use);"))
        self.assertNotIn("  ;", mutate.mutations_of("  Matrix mask(rows, columns);"))
        self.assertNotIn("  ;", mutate.mutations_of("  const double d = widest(config);"))

    def test_what_is_only_checked_while_developing_stays(self):
        self.assertEqual(mutate.mutations_of("  assert(rows > 0);"), [])
        self.assertEqual(mutate.mutations_of("#include <map>  // < 1"), [])


if __name__ == "__main__":
    unittest.main()
