// hold_to_avx2.cpp: hides from a program what its processor has beyond AVX2, so that a peer can be measured
// as on a processor that has no more: LD_PRELOAD=build/release/tests/bench/hold_to_avx2.so PROGRAM.
// HOLD_TO=v2 hides AVX, AVX2, FMA and the like too, HOLD_TO=v1 all beyond SSE2. For Linux on x86-64, where
// the processor lets CPUID fault (Intel's since 2013; cpuid_fault in /proc/cpuinfo); where it does not, the
// program ends with a sentence and the status 69.
//
// Linux turns CPUID into SIGSEGV for a thread and those that it starts (arch_prctl(2), ARCH_SET_CPUID); the
// handler runs CPUID itself and takes bits out of its answer. The loader has asked before: the C library's
// own functions are held by GLIBC_TUNABLES (tests/bench/peers.py). Bits: Intel's manual, volume 2A, CPUID.
#if !defined(__linux__) || !defined(__x86_64__)
#error "CPUID faults on x86-64 under Linux only"
#endif
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <cstring>
#include <initializer_list>

// The C library's other name of sigaction(), which stands below in its place.
// NOLINTNEXTLINE(bugprone-reserved-identifier)
extern "C" int __sigaction(int, const struct sigaction*, struct sigaction*);

namespace {

constexpr long kSetCpuid = 0x1012;       // ARCH_SET_CPUID
constexpr int kRaisedByTheKernel = 128;  // SI_KERNEL: a fault that has no address, as CPUID's
constexpr int kUnavailable = 69;         // EX_UNAVAILABLE

enum class Level { kV1, kV2, kV3 };
Level level = Level::kV3;
struct sigaction next;  // of the program itself, for its own faults; zero is the default

struct Registers {
  uint32_t a, b, c, d;
};

constexpr uint32_t bits(std::initializer_list<int> positions) {
  uint32_t all = 0;
  for (const int position : positions) all |= 1u << position;
  return all;
}

// By the instruction itself: nothing may stand between, and errno must stay.
long let_cpuid(long allowed) {
  long result = 0;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "0"(static_cast<long>(SYS_arch_prctl)), "D"(kSetCpuid), "S"(allowed)
                   : "rcx", "r11", "memory");
  return result;
}

Registers cpuid(uint32_t leaf, uint32_t part) {
  Registers r{leaf, 0, part, 0};
  __asm__ volatile("cpuid" : "+a"(r.a), "=b"(r.b), "+c"(r.c), "=d"(r.d));
  return r;
}

// What AVX-512, AMX, AVX10 and the newer instructions on 256 bits show of themselves.
void hide_beyond_v3(uint32_t leaf, uint32_t part, Registers& r) {
  if (leaf == 7 && part == 0) {
    r.b &= ~bits({16, 17, 21, 26, 27, 28, 30, 31});  // F, DQ, IFMA, PF, ER, CD, BW, VL
    r.c &=
        ~bits({1, 6, 8, 9, 10, 11, 12, 14});  // VBMI, VBMI2, GFNI, VAES, VPCLMULQDQ, VNNI, BITALG, VPOPCNTDQ
    r.d &= ~bits({2, 3, 8, 22, 23, 24, 25});  // 4VNNIW, 4FMAPS, VP2INTERSECT, AMX-BF16, FP16, AMX-TILE, -INT8
  } else if (leaf == 7 && part == 1) {
    r.a &= ~bits({0, 1, 2, 4, 5, 21, 23, 31});  // SHA512, SM3, SM4, AVX-VNNI, BF16, AMX-FP16, AVX-IFMA, MOVRS
    r.d &= ~bits({4, 5, 8, 10, 19, 21});  // AVX-VNNI-INT8, NE-CONVERT, AMX-COMPLEX, VNNI-INT16, AVX10, APX
  } else if (leaf == 0xd && part == 0) {
    r.a &= ~bits({5, 6, 7, 17, 18});  // state of masks, of 512 bits, of registers 16 to 31, of tiles
  } else if (leaf == 0x1d || leaf == 0x1e || leaf == 0x24) {
    r = {0, 0, 0, 0};  // tiles, AVX10
  }
}

void hide_beyond_v2(uint32_t leaf, uint32_t part, Registers& r) {
  if (leaf == 1) r.c &= ~bits({12, 22, 28, 29});          // FMA, MOVBE, AVX, F16C
  if (leaf == 7 && part == 0) r.b &= ~bits({3, 5, 8});    // BMI1, AVX2, BMI2
  if (leaf == 0xd && part == 0) r.a &= ~bits({2});        // state of AVX
  if (leaf == 0x80000001) r.c &= ~bits({5, 11, 16, 21});  // LZCNT, XOP, FMA4, TBM
}

void hide_beyond_v1(uint32_t leaf, Registers& r) {
  if (leaf == 1)
    r.c &= ~bits({0, 1, 9, 13, 19, 20, 23, 25});  // SSE3, PCLMUL, SSSE3, CX16, SSE4.1, 4.2, POPCNT, AES
  if (leaf == 0x80000001) r.c &= ~bits({0});      // LAHF
}

Registers held_cpuid(uint32_t leaf, uint32_t part) {
  Registers r = cpuid(leaf, part);
  hide_beyond_v3(leaf, part, r);
  if (level <= Level::kV2) hide_beyond_v2(leaf, part, r);
  if (level == Level::kV1) hide_beyond_v1(leaf, r);
  return r;
}

bool is_cpuid(const siginfo_t& info, const greg_t* registers) {
  if (info.si_code != kRaisedByTheKernel) return false;  // elsewhere the instruction may not be readable
  const auto* code = reinterpret_cast<const unsigned char*>(registers[REG_RIP]);
  return code[0] == 0x0f && code[1] == 0xa2;
}

// As the program would have had it without this handler.
void pass_on(int signal, siginfo_t* info, void* context) {
  if ((next.sa_flags & SA_SIGINFO) != 0) {
    next.sa_sigaction(signal, info, context);
  } else if (next.sa_handler != SIG_DFL && next.sa_handler != SIG_IGN) {
    next.sa_handler(signal);
  } else if (next.sa_handler == SIG_DFL ||
             info->si_code > 0) {  // a fault that is ignored ends a program, too
    struct sigaction usual {};
    __sigaction(signal, &usual, nullptr);
    raise(signal);
  }
}

void on_fault(int signal, siginfo_t* info, void* context) {
  greg_t* registers = static_cast<ucontext_t*>(context)->uc_mcontext.gregs;
  if (!is_cpuid(*info, registers)) return pass_on(signal, info, context);
  let_cpuid(1);
  const Registers r =
      held_cpuid(static_cast<uint32_t>(registers[REG_RAX]), static_cast<uint32_t>(registers[REG_RCX]));
  let_cpuid(0);
  registers[REG_RAX] = r.a;
  registers[REG_RBX] = r.b;
  registers[REG_RCX] = r.c;
  registers[REG_RDX] = r.d;
  registers[REG_RIP] += 2;
}

void end_with(const char* sentence) {
  [[maybe_unused]] const auto written = write(STDERR_FILENO, sentence, std::strlen(sentence));
  _exit(kUnavailable);
}

void choose_level(const char* const* variables) {
  for (; *variables != nullptr; ++variables) {
    if (std::strncmp(*variables, "HOLD_TO=", 8) != 0) continue;
    const char* value = *variables + 8;
    if (std::strcmp(value, "v1") == 0) {
      level = Level::kV1;
    } else if (std::strcmp(value, "v2") == 0) {
      level = Level::kV2;
    } else if (std::strcmp(value, "v3") != 0) {
      end_with("hold_to_avx2: HOLD_TO is v1, v2 or v3.\n");
    }
  }
}

// Runs before every other library's, by the linker's -z initfirst: even the C library is not ready for
// getenv().
__attribute__((constructor)) void hold(int /*count*/, char** /*words*/, char** variables) {
  choose_level(variables);
  struct sigaction ours {};
  ours.sa_sigaction = on_fault;
  ours.sa_flags = SA_SIGINFO | SA_ONSTACK;
  __sigaction(SIGSEGV, &ours, &next);
  if (let_cpuid(0) != 0) end_with("hold_to_avx2: this processor or system lets no program fault at CPUID.\n");
}

}  // namespace

// In the C library's place: a program that sets its own handler of SIGSEGV, or none (as Node.js does when it
// starts), gets it behind ours.
extern "C" __attribute__((visibility("default"))) int sigaction(int signal, const struct sigaction* set,
                                                                struct sigaction* before) noexcept {
  if (signal != SIGSEGV) return __sigaction(signal, set, before);
  const struct sigaction old = next;
  if (set != nullptr) next = *set;
  if (before != nullptr) *before = old;
  return 0;
}

extern "C" __attribute__((visibility("default"))) sighandler_t signal(int number,
                                                                      sighandler_t handler) noexcept {
  struct sigaction set {
  }, before{};
  set.sa_handler = handler;
  set.sa_flags = SA_RESTART;
  sigemptyset(&set.sa_mask);
  return sigaction(number, &set, &before) == 0 ? before.sa_handler : SIG_ERR;
}
