// A mapped file is the file's bytes, and whatever is no file is refused.
#include "engine/loaders/mapped_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
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
  EXPECT_TRUE((*file)->is_unchanged());
}

TEST_F(Mapping, NoticesThatItsFileWasCutShort) {
  const auto file = MappedFile::open(write("f", "before"));
  ASSERT_TRUE(file.ok());
  EXPECT_TRUE((*file)->is_unchanged());
  fs::resize_file(folder_ / "f", 3);
  EXPECT_FALSE((*file)->is_unchanged());
}

// Writes over the beginning of a file, and sets its time of modification back.
void overwrite(const fs::path& path, std::string_view bytes) {
  const auto earlier = fs::last_write_time(path);
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  fs::last_write_time(path, earlier);
}

TEST_F(Mapping, NoticesThatItsFileWasOverwrittenThoughItLooksAsOld) {
  const auto file = MappedFile::open(write("f", "before"));
  ASSERT_TRUE(file.ok());
  overwrite(folder_ / "f", "behind");
  EXPECT_FALSE((*file)->is_unchanged());
  ASSERT_TRUE((*file)->check_unchanged().has_value());
  EXPECT_EQ((*file)->check_unchanged()->key, "error.file_changed");
}

TEST_F(Mapping, OverwrittenRightAfterItWasWrittenIsNoticedEveryTime) {
  for (int round = 0; round < 100; ++round) {
    const auto file = MappedFile::open_to_keep(write("f", "before"));
    ASSERT_TRUE(file.ok());
    overwrite(folder_ / "f", "behind");
    ASSERT_FALSE((*file)->is_unchanged()) << "in round " << round;
  }
}

TEST_F(Mapping, AnotherNameForItsFileChangesNothing) {
  const auto file = MappedFile::open(write("f", "before"));
  ASSERT_TRUE(file.ok());
  fs::create_hard_link(folder_ / "f", folder_ / "g");
  EXPECT_TRUE((*file)->is_unchanged());
}

TEST_F(Mapping, AFileThatChangesWhileItIsReadIsRefused) {
  const fs::path path = write("f", "before");
  const auto read = [](std::span<const std::byte> bytes) { return engine::Result<size_t>(bytes.size()); };
  EXPECT_EQ(read_mapped(path, read).value(), 6U);
  const auto disturbed = [&](std::span<const std::byte> bytes) {
    overwrite(path, "behind");
    return read(bytes);
  };
  EXPECT_EQ(key_of(read_mapped(path, disturbed)), "error.file_changed");
}

TEST_F(Mapping, CutShortWhileItIsOpenReadsAsZerosAndSaysSo) {
  const size_t page = static_cast<size_t>(::sysconf(_SC_PAGESIZE));
  const std::string bytes(8 * page, 'x');
  const auto cut = MappedFile::open(write("cut", bytes));
  const auto other = MappedFile::open(write("other", bytes));
  ASSERT_TRUE(cut.ok() && other.ok());
  EXPECT_TRUE((*cut)->is_unchanged());
  fs::resize_file(folder_ / "cut", 2 * page);
  EXPECT_EQ(text_of(**cut), std::string(2 * page, 'x') + std::string(6 * page, '\0'));
  EXPECT_FALSE((*cut)->is_unchanged());
  // What was read as zeros stays worth nothing, though the file is as long again.
  write("cut", bytes);
  EXPECT_FALSE((*cut)->is_unchanged());
  EXPECT_EQ(text_of(**other), bytes);
  EXPECT_TRUE((*other)->is_unchanged());
  // A new mapping of the file has nothing to do with the old one.
  const auto again = MappedFile::open(folder_ / "cut");
  ASSERT_TRUE(again.ok());
  EXPECT_EQ(text_of(**again), bytes);
  EXPECT_TRUE((*again)->is_unchanged());
}

TEST(SigbusGuard, WhatIsNoMappedFileStillEndsTheProgram) {
  EXPECT_DEATH(::raise(SIGBUS), "");
}

}  // namespace
}  // namespace loaders
