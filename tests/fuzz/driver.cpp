// driver.cpp: runs a fuzz target over its seeds, a folder of inputs that were troublesome, and a fixed set of
// mutated seeds: the same inputs every time. None may be slow or greedy.
#include <sys/resource.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <random>
#include <string_view>

#include "tests/fuzz/folder.h"
#include "tests/processor_time.h"

namespace {

// Pieces that parsers stumble over.
constexpr std::string_view kPieces[] = {"{",
                                        "}",
                                        "[",
                                        "\"",
                                        ":",
                                        ",",
                                        "null",
                                        "-1",
                                        "1e999",
                                        "0",
                                        "\\u0000",
                                        "\xFF",
                                        "\xE6\x88",
                                        "\r\n",
                                        "\u200D",
                                        "\xF0\x9F\x87\xB9",
                                        "\xED\xA0\x80",
                                        "99999999999999999999"};

class Mutator {
 public:
  std::string mutate(std::string input, const std::vector<std::string>& seeds) {
    for (size_t changes = 1 + below(4); changes > 0; --changes) change(input, seeds);
    return input;
  }

  // mt19937's numbers are fixed by the standard; its distributions are not, so they are not used.
  size_t below(size_t limit) { return generator_() % std::max<size_t>(limit, 1); }

 private:
  void change(std::string& input, const std::vector<std::string>& seeds) {
    const size_t at = below(input.size() + 1);
    switch (below(6)) {
      case 0:
        if (at < input.size()) input[at] = static_cast<char>(below(256));
        return;
      case 1:
        input.erase(at, below(8));
        return;
      case 2:
        input.insert(at, kPieces[below(std::size(kPieces))]);
        return;
      case 3:
        input.insert(at, input.substr(below(input.size() + 1), below(40)));
        return;
      case 4:
        input.resize(at);
        return;
      default:
        input.insert(at, seeds[below(seeds.size())]);
    }
  }

  std::mt19937 generator_{20};
};

// Of one input: a hostile one costs no more than these.
constexpr double kMostSeconds = 1;  // of the processor, which waits for no one
constexpr long kMostMegabytes = 300;

using headlight_test::processor_seconds;

void run(const std::string& input) {
  const double before = processor_seconds();
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(input.data()), input.size());
  require(processor_seconds() - before <= kMostSeconds, "an input takes at most a second");
}

long peak_megabytes() {
  rusage used{};
  ::getrusage(RUSAGE_SELF, &used);
  return used.ru_maxrss >> 10U;
}

void run_files(const std::filesystem::path& folder) {
  if (!std::filesystem::is_directory(folder)) return;
  for (const auto& file : std::filesystem::directory_iterator(folder)) run(fuzz::bytes_of(file.path()));
}

}  // namespace

// Arguments: the number of mutated inputs, and the folder.
int main(int count, char** arguments) {
  require(count == 3, "usage: fuzz_TARGET INPUTS FOLDER");
  const std::vector<std::string> originals = seeds();
  for (const std::string& seed : originals) run(seed);
  run_files(arguments[2]);
  Mutator mutator;
  for (int i = std::stoi(arguments[1]); i > 0; --i)
    run(mutator.mutate(originals[mutator.below(originals.size())], originals));
  require(peak_megabytes() <= kMostMegabytes, "all inputs pass in 300 MB");
}
