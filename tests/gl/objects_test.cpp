// Contexts, programs, framebuffers and textures: they work, or say why not.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "app/gl/program.h"
#include "tests/gl/gpu.h"

namespace gl {
namespace {

constexpr char kVertex[] = "#version 330 core\nvoid main() { gl_Position = vec4(0.0); }\n";

class Objects : public GpuTest {};

TEST_F(Objects, TheContextIsOpenGl33CoreOrNewer) {
  GLint major = 0;
  GLint minor = 0;
  GLint profile = 0;
  glGetIntegerv(GL_MAJOR_VERSION, &major);
  glGetIntegerv(GL_MINOR_VERSION, &minor);
  glGetIntegerv(GL_CONTEXT_PROFILE_MASK, &profile);
  EXPECT_GE(major * 10 + minor, 33);
  EXPECT_TRUE(profile & GL_CONTEXT_CORE_PROFILE_BIT);
}

TEST_F(Objects, ASecondContextEndsWithoutHarmToTheFirst) {
  {
    auto second = HeadlessContext::create();
    ASSERT_TRUE(second.ok());
    const HeadlessContext moved = std::move(second).value();
    EXPECT_TRUE(moved.make_current());
  }
  ASSERT_TRUE(context().make_current());
  EXPECT_TRUE(Framebuffer::create(4, 4).ok());
}

TEST_F(Objects, ABrokenShaderComesBackWithTheDriversLog) {
  const auto program = Program::compile(kVertex, "#version 330 core\nvoid main() { no_such_function(); }\n");
  ASSERT_FALSE(program.ok());
  EXPECT_EQ(program.error().key, "error.shader");
  ASSERT_EQ(program.error().arguments.size(), 1u);
  EXPECT_EQ(program.error().arguments[0].first, "log");
  EXPECT_NE(program.error().arguments[0].second.find("no_such_function"), std::string::npos);
}

TEST_F(Objects, ShadersThatDoNotFitTogetherComeBackWithTheLog) {
  const auto program = Program::compile(
      "#version 330 core\nout vec2 shared;\nvoid main() { gl_Position = vec4(0.0); shared = vec2(1.0); }\n",
      "#version 330 core\nin vec4 shared;\nout vec4 colour;\nvoid main() { colour = shared; }\n");
  ASSERT_FALSE(program.ok());
  EXPECT_NE(program.error().arguments[0].second.find("shared"), std::string::npos);
}

TEST(Shaders, HaveOnePurposeEachInUnderSixtyLines) {
  const auto folder = std::filesystem::path(HEADLIGHT_TEST_DATA).parent_path() / "shaders";
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    std::ifstream file(entry.path());
    const auto lines =
        std::count(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>(), '\n');
    EXPECT_LT(lines, 60) << entry.path();
    ++count;
  }
  EXPECT_GE(count, 3);
}

TEST_F(Objects, AShaderFileThatIsNotThereIsAnError) {
  EXPECT_FALSE(Program::load("heatmap.vert", "no_such_file.frag").ok());
}

TEST_F(Objects, AVeryLongLogFitsIntoASentence) {
  std::string source = "#version 330 core\nvoid main() {\n";
  for (int i = 0; i < 200; ++i) source += "no_such_function_" + std::to_string(i) + "();\n";
  const auto program = Program::compile(kVertex, source + "}\n");
  ASSERT_FALSE(program.ok());
  EXPECT_LE(program.error().arguments[0].second.size(), 400u);
}

TEST_F(Objects, AFramebufferIsReadTopRowFirst) {
  const auto framebuffer = Framebuffer::create(3, 5);
  ASSERT_TRUE(framebuffer.ok());
  framebuffer->bind();
  glClearColor(0, 0, 1, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  glEnable(GL_SCISSOR_TEST);
  glScissor(0, 4, 3, 1);  // OpenGL counts from below: the top row
  glClearColor(1, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  glDisable(GL_SCISSOR_TEST);
  const Picture picture{3, framebuffer->read_pixels()};
  ASSERT_EQ(picture.bytes.size(), 60u);
  EXPECT_EQ(picture.at(0, 0), (Pixel{255, 0, 0}));
  EXPECT_EQ(picture.at(2, 1), (Pixel{0, 0, 255}));
  EXPECT_EQ(picture.at(2, 4), (Pixel{0, 0, 255}));
}

TEST_F(Objects, AFramebufferOfNoSizeOrTooLargeIsRefused) {
  for (const auto& [width, height] : {std::pair{0, 10}, std::pair{10, -1}, std::pair{10, 1'000'000}}) {
    const auto framebuffer = Framebuffer::create(width, height);
    ASSERT_FALSE(framebuffer.ok());
    EXPECT_EQ(framebuffer.error().key, "error.picture_size");
  }
}

TEST_F(Objects, AMatrixAboveTheLargestTextureIsRefused) {
  GLint largest = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
  const auto texture = HeatmapTexture::create(engine::Matrix::Zero(1, largest + 1), Reduction::kLargest);
  ASSERT_FALSE(texture.ok());
  EXPECT_EQ(texture.error().key, "error.matrix_too_large");
  EXPECT_TRUE(HeatmapTexture::create(engine::Matrix::Zero(1, largest), Reduction::kLargest).ok());
}

TEST_F(Objects, BytesCountsEveryLevel) {
  const auto texture = texture_of(numbers(5, 3));
  ASSERT_EQ(texture.levels().size(), 4u);  // 5x3, 3x2, 2x1, 1x1
  EXPECT_EQ(texture.bytes(), (15 + 6 + 2 + 1) * sizeof(float));
}

}  // namespace
}  // namespace gl
