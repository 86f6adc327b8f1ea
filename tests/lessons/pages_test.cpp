// Pages to read: the same in three languages, every link leads somewhere, every number is what it says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <regex>

#include "app/pages/figures.h"
#include "app/pages/page.h"
#include "embedded/page_figures.h"

namespace app {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

struct LinkInFile {
  int line = 1;
  std::string target;
};

std::vector<LinkInFile> links_of(std::string_view file) {
  static const std::regex kLink(R"(\]\(([^)]*)\))");
  std::vector<LinkInFile> links;
  const std::string text(file);
  for (std::sregex_iterator at(text.begin(), text.end(), kLink), end; at != end; ++at) {
    const auto line = 1 + std::count(text.begin(), text.begin() + at->position(), '\n');
    links.push_back({static_cast<int>(line), (*at)[1]});
  }
  return links;
}

std::string file_name(const LanguageInfo& row, std::string_view page) {
  return std::string("assets/pages/").append(row.code).append("/").append(page).append(".md");
}

bool leads_to_something(const std::string& target) {
  if (target.starts_with("https://")) return target.find(' ') == std::string::npos;
  if (target.starts_with("term:")) return find_term(target.substr(5)) != nullptr;
  if (target.starts_with("page:")) return !page_file(Language::kEnglish, target.substr(5)).empty();
  static const std::regex kLesson("lesson:([1-9]|1[0-9]|20)");
  return std::regex_match(target, kLesson);
}

TEST(Pages, EveryLinkLeadsSomewhereInTheSameOrderInEachLanguage) {
  for (const PageRow& page : pages()) {
    const auto english = links_of(page_file(Language::kEnglish, page.name));
    EXPECT_FALSE(english.empty()) << page.name;
    for (const LanguageInfo& row : languages()) {
      const auto links = links_of(page_file(row.language, page.name));
      ASSERT_EQ(links.size(), english.size()) << file_name(row, page.name);
      for (size_t i = 0; i < links.size(); ++i) {
        EXPECT_TRUE(leads_to_something(links[i].target))
            << file_name(row, page.name) << ":" << links[i].line << ": " << links[i].target;
        EXPECT_EQ(links[i].target, english[i].target) << file_name(row, page.name) << ":" << links[i].line;
      }
    }
  }
}

// Kinds of blocks, and the figures among them.
std::vector<std::string> outline_of(Language language, std::string_view page) {
  std::vector<std::string> outline;
  for (const ProseBlock& block : *read_page(language, page)) {
    std::string line = std::to_string(static_cast<int>(block.kind)) + " " + std::to_string(block.depth);
    outline.push_back(line.append(" ").append(figure_of(block)));
  }
  return outline;
}

TEST(Pages, HaveTheSameBlocksInEachLanguage) {
  for (const PageRow& page : pages()) {
    for (const LanguageInfo& row : languages())
      EXPECT_EQ(outline_of(row.language, page.name), outline_of(Language::kEnglish, page.name))
          << file_name(row, page.name);
  }
}

TEST(Pages, NumbersOfModelsAndPapersAreTheSameInEachLanguage) {
  static const std::regex kPaper(R"([0-9]{4}\.[0-9]{5})");
  const auto papers = [](std::string_view file) {
    const std::string text(file);
    std::vector<std::string> found;
    for (std::sregex_iterator at(text.begin(), text.end(), kPaper), end; at != end; ++at)
      found.push_back(at->str());
    return found;
  };
  for (const PageRow& page : pages()) {
    for (const LanguageInfo& row : languages())
      EXPECT_EQ(papers(page_file(row.language, page.name)), papers(page_file(Language::kEnglish, page.name)))
          << file_name(row, page.name);
  }
}

TEST(Pages, TheManualNamesTheSameKeysInEachLanguage) {
  const auto keys = [](Language language) {
    std::vector<std::string> names;
    for (const ProseBlock& block : *read_page(language, "manual")) {
      for (const ProseSpan& span : block.spans) {
        if (span.is_strong) names.push_back(span.text);
      }
    }
    return names;
  };
  for (const LanguageInfo& row : languages())
    EXPECT_THAT(keys(row.language), testing::UnorderedElementsAreArray(keys(Language::kEnglish))) << row.code;
}

TEST(Figures, TheirFilesAreWhole) {
  for (const DataFault& fault : read_translation(page_figures::file("translation.csv")).faults)
    ADD_FAILURE() << "assets/pages/figures/translation.csv:" << fault.line << ": " << fault.why;
  for (const DataFault& fault : read_sizes(page_figures::file("sizes.csv")).faults)
    ADD_FAILURE() << "assets/pages/figures/sizes.csv:" << fault.line << ": " << fault.why;
  EXPECT_EQ(translation_results().size(), 7u);
  EXPECT_EQ(model_sizes().size(), 6u);
}

TEST(Figures, CountsEveryModelWithinTwoPercentOfWhatWasPublished) {
  constexpr double kMostOff = 0.02;
  for (const ModelSizes& model : model_sizes()) {
    const double off = std::abs(parameters_of(model) / model.published - 1);
    EXPECT_LT(off, kMostOff) << model.name << ": " << parameters_of(model);
  }
}

// The sizes of tests/golden/checkpoints/gpt2, whose file holds these numbers (and two masks).
TEST(Figures, CountsWhatTheFileOfAModelHolds) {
  const ModelSizes small{.kind = SizedKind::kGpt2,
                         .layers = 2,
                         .width = 24,
                         .heads = 3,
                         .hidden = 96,
                         .vocabulary = 297,
                         .context = 16};
  EXPECT_EQ(parameters_of(small), 22008);
  EXPECT_EQ(map_numbers_of(small), 2 * 3 * 16 * 16);
}

TEST(Figures, FindFaultsWithTheirLines) {
  const auto faults = read_sizes(
                          "# head\nname,year,kind,layers,width,heads,hidden,vocabulary,context,published\n"
                          "A,2018,gpt,12,768,12,3072,40478,512,117e6\nB,2018,cnn,1,2,3,4,5,6,7\nC,2018\n"
                          "D,2018,gpt,1.5,768,12,3072,40478,512,117e6\n")
                          .faults;
  std::vector<int> lines;
  for (const DataFault& fault : faults) lines.push_back(fault.line);
  EXPECT_THAT(lines, ElementsAre(4, 5, 6));
  EXPECT_THAT(read_translation("name,bleu,flops,label\nA,1,1e18,above\n").faults, IsEmpty());
  EXPECT_EQ(read_translation("name,bleu,flops,label\nA,one,1e18,above\n").faults.size(), 1u);
}

}  // namespace
}  // namespace app
