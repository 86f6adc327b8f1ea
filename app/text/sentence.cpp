// sentence.cpp: a capital first letter becomes small before another small one.
#include "app/text/sentence.h"

namespace app {

std::string inside_sentence(std::string label) {
  const auto between = [](char letter, char first, char last) { return letter >= first && letter <= last; };
  if (label.size() > 1 && between(label[0], 'A', 'Z') && between(label[1], 'a', 'z'))
    label[0] = static_cast<char>(label[0] - 'A' + 'a');
  return label;
}

}  // namespace app
