// Programs that run beside this one: how they end, what they are told and where they work.
#include "base/child_process.h"

#include "gaugegl/base/error.h"
#include "io/sample_field.h"

#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <gtest/gtest.h>
#include <unistd.h>

namespace gaugegl {
namespace {

TEST(ChildProcess, SaysHowItEnded)
{
    EXPECT_EQ(ChildProcess({"true"}).wait(), 0);
    ChildProcess failing({"sh", "-c", "exit 7"});
    EXPECT_EQ(failing.wait(), 7);
    EXPECT_EQ(failing.ended(), 7);
    ChildProcess sleeping({"sleep", "60"});
    EXPECT_EQ(sleeping.ended(), std::nullopt);
    sleeping.send(SIGTERM);
    EXPECT_EQ(sleeping.wait(), -SIGTERM);
    EXPECT_THROW(ChildProcess({"gaugegl-no-such-program"}), Error);
}

TEST(ChildProcess, ReadsAndWritesItsFilesInItsFolder)
{
    const io::test::TemporaryFolder folder;
    const std::string out = folder.file("out");
    const int descriptor = ::open(out.c_str(), O_WRONLY | O_CREAT, 0600);
    ASSERT_GE(descriptor, 0);
    EXPECT_EQ(ChildProcess({"sh", "-c", "cat && pwd"}, {.folder = folder.file(""), .output = descriptor}).wait(), 0);
    ::close(descriptor);
    EXPECT_EQ(std::filesystem::canonical(io::test::contents(out).substr(0, io::test::contents(out).find('\n'))),
              std::filesystem::canonical(folder.file("")))
        << "and standard input is empty";
}

} // namespace
} // namespace gaugegl
