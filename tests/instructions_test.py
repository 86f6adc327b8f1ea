#!/usr/bin/env python3
"""instructions_test.py: each rule of instructions.py fails where it is broken, and only there, on folders made up here.

usage: instructions_test.py
"""
import contextlib
import io
import json
import pathlib
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent)]

import instructions  # noqa: E402

KERNEL = """// sums-inl.h: one of many.
#include <hwy/highway.h>
#include <vector>
HWY_BEFORE_NAMESPACE();
namespace engine::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;  // neither Eigen nor std:: here
float sum(const float* numbers, Index count) { return hn::GetLane(hn::Load(hn::ScalableTag<float>(), numbers)); }
}  // namespace engine::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
std::vector<float> kept;
"""
RIGHT = {
    "CMakeLists.txt": "add_compile_options(-Wall -Wno-missing-field-initializers -O2)\n",
    "CMakePresets.json": '{"version": 6}\n',
    "cmake/options.cmake": "set(FLAGS -fno-math-errno)\n",
    "scripts/run.sh": "git commit -m words; mkdir -m755 a; python3 -m unittest\n",
    "engine/core/matrix.h": "using Index = Eigen::Index;\nusing Matrix = Eigen::Matrix<float, -1, -1>;\n",
    "engine/kernels/sums-inl.h": KERNEL,
    "engine/ops/add.cpp": "// Not Eigen::internal, nor _mm_add_ps(), nor hwy::Add.\nMatrix sum; /* __m256 */ int small_mm_add_ps;\n",
    "app/look/page.cpp": 'const char* text = "target";\n',
    "tests/engine/add_test.cpp": "#include <gtest/gtest.h>\n",
}


class MadeUpProject(unittest.TestCase):
    def faults(self, changed=None, commands=None):
        """What is said of the right project with some files changed, a line each."""
        with tempfile.TemporaryDirectory() as name:
            project = pathlib.Path(name) / "project"
            for path, text in (RIGHT | (changed or {})).items():
                (project / path).parent.mkdir(parents=True, exist_ok=True)
                (project / path).write_text(text)
            build = pathlib.Path(name) / "build"
            build.mkdir()
            if commands:
                entries = [{"file": f"{number}.cpp", "command": text} for number, text in enumerate(commands)]
                (build / "compile_commands.json").write_text(json.dumps(entries))
            said = io.StringIO()
            with contextlib.redirect_stdout(said):
                code = instructions.main(str(project), str(build))
            lines = said.getvalue().splitlines()
            self.assertEqual(code, 1 if lines else 0)
            return lines

    def assert_fault(self, path, text, line, words):
        found = self.faults({path: text})
        self.assertEqual(len(found), 1, f"{text!r}: {found}")
        self.assertTrue(found[0].startswith(f"{path}:{line} "), found[0])
        self.assertIn(words, found[0])


class Settings(MadeUpProject):
    def test_the_right_project_has_no_fault(self):
        self.assertEqual(self.faults(commands=["c++ -O2 -m64 -MD -MT a.o -MF a.d -o a.o -c a.cpp"]), [])

    def test_a_flag_for_wider_instructions_is_found_wherever_it_is_set(self):
        paths = {"CMakeLists.txt", "CMakePresets.json", "cmake/options.cmake", "scripts/run.sh", ".ci/run",
                 "engine/CMakeLists.txt", "engine/kernels/CMakeLists.txt", "tests/bench/CMakeLists.txt"}
        found = self.faults({path: 'first line\n"-march=native"\n' for path in paths})
        self.assertEqual(set(found), {f"{path}:2 widens the instructions by -march=native" for path in paths})

    def test_every_wider_flag_is_known(self):
        for flag in ("-march=x86-64-v3", "-mavx", "-mavx2", "-mavx512f", "-msse4.2", "-mssse3", "-mfma", "-mf16c", "-mbmi2",
                     "-mtune=native", "-mcpu=native", "-mprefer-vector-width=512", "-mamx-tile", "-mgfni"):
            self.assert_fault("cmake/options.cmake", f"list(APPEND flags {flag})\n", 1, flag)

    def test_a_command_of_the_build_may_widen_nothing(self):
        for flag in ("-march=native", "-mavx2", "-mrecip", "-mwhatever"):
            self.assertEqual(self.faults(commands=["c++ -c a.cpp", f"c++ {flag} -c b.cpp", f"c++ {flag} -c c.cpp"]),
                             [f"{flag} compiles 1.cpp and 1 more"])

    def test_what_is_not_read_is_no_success(self):
        with tempfile.TemporaryDirectory() as empty, contextlib.redirect_stdout(io.StringIO()) as said:
            self.assertEqual(instructions.main(empty), 1)
        self.assertIn("no CMake file was read", said.getvalue())
        self.assertIn("no source was read", said.getvalue())


class Sources(MadeUpProject):
    TAKEN_IN_HAND = {
        "a header of intrinsics": ["#include <immintrin.h>", "#  include <x86intrin.h>", '#include "arm_neon.h"'],
        "an intrinsic": ["x = _mm256_add_ps(a, b);", "__m128 a;", "__m512d b;", "__builtin_ia32_addps(a, b);"],
        "Highway": ["#include <hwy/highway.h>", "hwy::Add(a, b);", "HWY_EXPORT(Sum);", "namespace hwy {}"],
        "what Eigen keeps to itself": ["Eigen::internal::pset1<P>(0);", "namespace vec = Eigen :: internal;",
                                       "namespace Eigen {}", "namespace e = Eigen;"],
        "a function for a target": ["#pragma GCC target(\"avx2\")", '_Pragma("GCC target(\\"avx2\\")")',
                                    '__attribute__((target("avx2"))) int f();', '__attribute__((target_clones("avx2"))) int f();',
                                    '[[gnu::target("avx2")]] int f();', "#pragma clang attribute push"],
    }

    def test_instructions_are_taken_in_hand_by_kernels_alone(self):
        for what, lines in self.TAKEN_IN_HAND.items():
            for line in lines:
                elsewhere = ("app/look/page.cpp", "engine/core/matrix.h", "engine/ops/add.cpp", "tests/bench/a_bench.cpp")
                found = self.faults({path: f"// first\n{line}\n" for path in (*elsewhere, "engine/kernels/in_hand.cpp")})
                self.assertEqual({fault.split(":")[0] for fault in found}, set(elsewhere), line)
                for fault in found:
                    self.assertIn(f":2 has {what} ", fault, line)

    def test_a_text_with_two_slashes_hides_nothing(self):
        self.assert_fault("app/look/page.cpp", 'auto a = "http://x"; __m128 b;\n', 1, "__m128")


class Wide(MadeUpProject):
    def test_a_wide_part_names_neither_eigen_nor_its_types_nor_the_standard_library(self):
        for words in ("Eigen::Index n;", "std::vector<float> v;", "using namespace std;", "Matrix m;", "#include <cmath>"):
            path = "engine/kernels/sums-inl.h"
            line = KERNEL.count("\n", 0, KERNEL.index("namespace hn")) + 1
            text = KERNEL.replace("namespace hn", f"{words} namespace hn")
            self.assert_fault(path, text, line, "compiled for wider instructions")

    def test_any_file_of_kernels_with_a_wide_part_is_read(self):
        self.assert_fault("engine/kernels/sums.cpp", KERNEL.replace("float sum(", "std::size_t sum("), 7, "has std")
        self.assertEqual(self.faults({"engine/kernels/sums.cpp": "std::vector<float> a; Eigen::internal::pset1(0);\n"}), [])

    def test_a_wide_part_ends_and_one_that_is_included_has_its_start(self):
        path = "engine/kernels/sums-inl.h"
        endless = self.faults({path: KERNEL.replace("HWY_AFTER_NAMESPACE();", "")})
        self.assertTrue(any("0 times" in line for line in endless), endless)
        self.assert_fault(path, "int one;\n", 1, "has no HWY_BEFORE_NAMESPACE()")

    def test_no_function_is_wide_by_itself(self):
        self.assert_fault("engine/kernels/sums-inl.h", KERNEL + "HWY_ATTR void f();\n", 11, "HWY_ATTR")
        self.assert_fault("engine/kernels/sums.cpp", "HWY_ATTR void f();\n", 1, "HWY_ATTR")
        self.assertEqual(self.faults({"engine/kernels/targets.h": "#define INLINED HWY_ATTR\n"}), [])


if __name__ == "__main__":
    unittest.main()
