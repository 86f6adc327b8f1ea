// A mapped file is the file's bytes, and whatever is no file is refused.
#include "engine/loaders/mapped_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <type_traits>

#include "tests/engine/scratch_folder.h"

namespace loaders {
namespace {

namespace fs = std::filesystem;

class Mapping : public ScratchFolder {};

std::string text_of(const MappedFile& file) {
  return {reinterpret_cast<const char*>(file.bytes().data()), file.bytes().size()};
}

TEST_F(Mapping, HoldsTheBytesOfTheFile) {
  const std::string bytes("a\0b\xFF", 4);
  const auto file = MappedFile::open(write("f", bytes));
  ASSERT_TRUE(file.ok()) << file.error().key;
  EXPECT_EQ(text_of(**file), bytes);
  EXPECT_EQ((*file)->path(), folder_ / "f");
}

TEST_F(Mapping, MovesWithItsBytes) {
  const auto file = MappedFile::open(write("f", "abc"));
  ASSERT_TRUE(file.ok());
  static_assert(!std::is_copy_constructible_v<MappedFile>);
  static_assert(std::is_nothrow_move_constructible_v<MappedFile>);
  const std::shared_ptr<const MappedFile> shared = *file;
  EXPECT_EQ(shared->bytes().data(), (*file)->bytes().data());
}

TEST_F(Mapping, OfNothingSaysSo) {
  EXPECT_EQ(key_of(MappedFile::open(folder_ / "none")), "error.no_file");
  EXPECT_EQ(key_of(MappedFile::open(write("f", "x") / "below")), "error.no_file");
}

TEST_F(Mapping, OfAFolderSaysSo) {
  const auto file = MappedFile::open(folder_);
  ASSERT_EQ(key_of(file), "error.is_folder");
  EXPECT_EQ(argument(file.error(), "path"), folder_.string());
}

TEST_F(Mapping, OfAnEmptyFileSaysSo) {
  EXPECT_EQ(key_of(MappedFile::open(write("f", ""))), "error.file_empty");
}

TEST_F(Mapping, OfADeviceOrAPipeSaysSoAtOnce) {
  EXPECT_EQ(key_of(MappedFile::open("/dev/null")), "error.not_a_file");
  ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
  EXPECT_EQ(key_of(MappedFile::open(folder_ / "pipe")), "error.not_a_file");
}

TEST_F(Mapping, OfAFileThatMayNotBeReadSaysSo) {
  const fs::path path = write("f", "x");
  fs::permissions(path, fs::perms::none);
  if (::access(path.c_str(), R_OK) == 0) GTEST_SKIP() << "this user may read everything";
  EXPECT_EQ(key_of(MappedFile::open(path)), "error.no_read_permission");
}

TEST_F(Mapping, NamesAPathThatIsNoTextSoThatItCanBeShown) {
  const auto file = MappedFile::open(folder_ / "a\xFF\nb");
  ASSERT_EQ(key_of(file), "error.no_file");
  EXPECT_EQ(argument(file.error(), "path"), (folder_ / "a\uFFFD b").string());
}

TEST_F(Mapping, KeepsWhatWasReplacedUnderItsName) {
  const auto file = MappedFile::open(write("f", "before"));
  ASSERT_TRUE(file.ok());
  fs::rename(write("g", "after"), folder_ / "f");
  EXPECT_EQ(text_of(**file), "before");
  EXPECT_TRUE((*file)->is_whole());
}

TEST_F(Mapping, NoticesThatItsFileWasCutShort) {
  const auto file = MappedFile::open(write("f", "before"));
  ASSERT_TRUE(file.ok());
  EXPECT_TRUE((*file)->is_whole());
  fs::resize_file(folder_ / "f", 3);
  EXPECT_FALSE((*file)->is_whole());
}

}  // namespace
}  // namespace loaders
