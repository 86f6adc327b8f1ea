// A file is whole or not there.
#include "app/export/file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <iterator>
#include <thread>

namespace exporter {
namespace {

namespace fs = std::filesystem;

class Files : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "headlight_file_XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  void TearDown() override {
    fs::permissions(folder_, fs::perms::owner_all);
    fs::remove_all(folder_);
  }
  size_t count() const { return static_cast<size_t>(std::distance(fs::directory_iterator(folder_), {})); }

  fs::path folder_;
};

TEST_F(Files, WhatIsWrittenIsReadBack) {
  const std::string bytes("a\0b\n漢字", 10);
  EXPECT_FALSE(write_file(folder_ / "a.txt", bytes).has_value());
  EXPECT_EQ(*read_file(folder_ / "a.txt"), bytes);
  EXPECT_EQ(count(), 1U);
}

TEST_F(Files, AWriterThatFailsLeavesTheOldFileAsItWas) {
  ASSERT_FALSE(write_file(folder_ / "a.txt", "old").has_value());
  const auto error = write_file(folder_ / "a.txt", [](const Sink& sink) {
    sink("half");
    return false;
  });
  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->key, "error.cannot_write");
  EXPECT_EQ(*read_file(folder_ / "a.txt"), "old");
  EXPECT_EQ(count(), 1U);
}

TEST_F(Files, AFullDiskIsSaid) {
  const auto error = write_file("/dev/full", "bytes");
  ASSERT_TRUE(error.has_value());
  EXPECT_EQ(error->key, "error.disk_full");
  EXPECT_EQ(error->arguments.at(0).second, "/dev/full");
}

TEST_F(Files, AMissingFolderIsSaid) {
  EXPECT_EQ(write_file(folder_ / "no/such/a.txt", "x").value().key, "error.no_folder");
  ASSERT_FALSE(write_file(folder_ / "a", "x").has_value());
  EXPECT_EQ(write_file(folder_ / "a/b.txt", "x").value().key, "error.no_folder");
  EXPECT_EQ(make_folder(folder_ / "a/b").value().key, "error.no_folder");
  EXPECT_EQ(write_file("", "x").value().key, "error.no_folder");
}

TEST_F(Files, AFolderIsNoFile) {
  EXPECT_EQ(write_file(folder_, "x").value().key, "error.is_folder");
  EXPECT_EQ(write_file(folder_ / "", "x").value().key, "error.is_folder");
  EXPECT_EQ(read_file(folder_).error().key, "error.is_folder");
}

TEST_F(Files, AFolderWithoutPermissionIsSaid) {
  if (::geteuid() == 0) GTEST_SKIP() << "the superuser may write anywhere";
  fs::permissions(folder_, fs::perms::owner_read | fs::perms::owner_exec);
  EXPECT_EQ(write_file(folder_ / "a.txt", "x").value().key, "error.no_permission");
  EXPECT_EQ(make_folder(folder_ / "b").value().key, "error.no_permission");
}

TEST_F(Files, APlaceWhereNothingCanBeMadeIsAnError) {
  EXPECT_TRUE(write_file("/proc/headlight.txt", "x").has_value());
  EXPECT_TRUE(make_folder("/proc/headlight").has_value());
}

// Not even SIGKILL leaves a part of a file behind: until it is complete it has no name.
TEST_F(Files, APartOfAFileHasNoName) {
  const bool written = write_file(folder_ / "whole", [&](const Sink& sink) {
                         EXPECT_TRUE(sink("half"));
                         EXPECT_TRUE(fs::is_empty(folder_));
                         return sink(" and half");
                       }).has_value();
  EXPECT_FALSE(written);
  EXPECT_EQ(*read_file(folder_ / "whole"), "half and half");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

TEST_F(Files, APipeIsWrittenDirectly) {
  const fs::path pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const int waiting = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  ASSERT_GE(waiting, 0);
  std::string heard;
  std::jthread reader([&] {
    std::ifstream in(pipe, std::ios::binary);
    heard.assign(std::istreambuf_iterator<char>(in), {});
  });
  const std::string bytes(200'000, 'x');
  EXPECT_FALSE(write_file(pipe, bytes).has_value());
  ::close(waiting);
  reader.join();
  EXPECT_EQ(heard, bytes);
  EXPECT_TRUE(fs::is_fifo(pipe));
}

// The tests would never end if they waited for a reader that does not come, or does not read.
TEST_F(Files, APipeThatNothingReadsIsRefused) {
  const fs::path pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_EQ(write_file(pipe, "x").value().key, "error.no_reader");
  const int silent = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  ASSERT_GE(silent, 0);
  EXPECT_EQ(write_file(pipe, std::string(1'000'000, 'x')).value().key, "error.no_reader");
  ::close(silent);
  EXPECT_TRUE(fs::is_fifo(pipe));
}

// The test would never end if it waited for a writer.
TEST_F(Files, APipeOrADeviceIsNoFile) {
  const fs::path pipe = folder_ / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const fs::path& path : {pipe, fs::path("/dev/zero"), fs::path("/dev/null")})
    EXPECT_EQ(read_file(path).error().key, "error.not_a_file") << path;
}

TEST_F(Files, AStreamOfTheShellIsReadToItsEnd) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  std::jthread writer([&] {
    const std::string bytes(200'000, 'x');
    EXPECT_EQ(::write(ends[1], bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
    ::close(ends[1]);
  });
  EXPECT_EQ(read_file("/dev/fd/" + std::to_string(ends[0])).value(), std::string(200'000, 'x'));
  ::close(ends[0]);
}

TEST_F(Files, ALinkKeepsPointingAtTheFileThatIsReplaced) {
  ASSERT_FALSE(write_file(folder_ / "real", "old").has_value());
  fs::permissions(folder_ / "real", fs::perms(0640));
  fs::create_symlink(folder_ / "real", folder_ / "link");
  EXPECT_FALSE(write_file(folder_ / "link", "new").has_value());
  EXPECT_TRUE(fs::is_symlink(folder_ / "link"));
  EXPECT_EQ(*read_file(folder_ / "real"), "new");
  EXPECT_EQ(fs::status(folder_ / "real").permissions(), fs::perms(0640));
}

TEST_F(Files, FoldersAreMadeOnceAndAgain) {
  EXPECT_FALSE(make_folder(folder_ / "a/b/c").has_value());
  EXPECT_FALSE(make_folder(folder_ / "a/b/c").has_value());
  EXPECT_TRUE(fs::is_directory(folder_ / "a/b/c"));
}

TEST_F(Files, ReadingSaysWhatIsWrong) {
  EXPECT_EQ(read_file(folder_ / "none").error().key, "error.no_file");
  ASSERT_FALSE(write_file(folder_ / "a", "12345").has_value());
  EXPECT_EQ(read_file(folder_ / "a", 4).error().key, "error.file_too_large");
}

}  // namespace
}  // namespace exporter
