#include "base/output_file.h"

#include "io/sample_field.h"

#include <csignal>
#include <sys/resource.h>

namespace gaugegl::io::test {

TEST(OutputFile, ReplacesTheOldFileOnCommit)
{
    const TemporaryFolder folder;
    const std::string path = folder.file("result.txt");
    save(path, "old");

    OutputFile file(path);
    file.write("brave new");
    file.overwrite(0, std::as_bytes(std::span("BRAVE", 5)));
    file.write(" world");
    EXPECT_EQ(contents(path), "old");
    EXPECT_EQ(file.size(), 15u);
    file.commit();

    EXPECT_EQ(contents(path), "BRAVE new world");
    EXPECT_EQ(folder.entries(), 1u);
}

TEST(OutputFile, LeavesTheOldFileWholeWithoutCommit)
{
    const TemporaryFolder folder;
    const std::string path = folder.file("result.txt");
    save(path, "old");

    {
        OutputFile file(path);
        file.write("half of the new");
    }

    EXPECT_EQ(contents(path), "old");
    EXPECT_EQ(folder.entries(), 1u);
}

TEST(OutputFile, LeavesNothingWhenWritingAGaugeFieldFails)
{
    const TemporaryFolder folder;
    const Lattice lattice({2, 2, 2, 2});
    const auto broken = [](std::int64_t, std::span<Complex>) { throw Error("lost"); };

    EXPECT_THROW(writeGaugeFile(folder.file("u.ildg"), Group::SU3, lattice, {}, broken), Error);

    EXPECT_EQ(folder.entries(), 0u);
}

TEST(OutputFile, FollowsASymbolicLink)
{
    const TemporaryFolder folder;
    save(folder.file("real"), "old");
    std::filesystem::create_symlink("real", folder.file("link"));

    writeTextFile(folder.file("link"), "new");

    EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link")));
    EXPECT_EQ(contents(folder.file("real")), "new");
}

/// The name while it is written may be no longer than the system takes, though it says more.
TEST(OutputFile, MayHaveAsLongANameAsTheSystemTakes)
{
    const TemporaryFolder folder;
    std::string umlauts;
    while (umlauts.size() < 254)
        umlauts += "ä";
    for (const std::string& name : {std::string(255, 'x'), umlauts, std::string(240, 'y')}) {
        EXPECT_EQ(fileError([&] { writeTextFile(folder.file(name), "text"); }), "");
        EXPECT_EQ(contents(folder.file(name)), "text");
    }
    EXPECT_EQ(folder.entries(), 3u);

    const std::string longer = folder.file(std::string(300, 'x'));
    EXPECT_EQ(fileError([&] { OutputFile file(longer); }), longer + ": cannot be created: File name too long");
    EXPECT_NE(fileError([&] { OutputFile file(""); }), "");
    EXPECT_EQ(folder.entries(), 3u);
}

TEST(OutputFile, NamesFileAndReasonWhenThereIsNoFolder)
{
    const TemporaryFolder folder;
    const std::string path = folder.file("missing/result.txt");

    EXPECT_EQ(fileError([&] { writeTextFile(path, "x"); }), path + ": cannot be created: No such file or directory");
}

TEST(OutputFile, NamesFileAndReasonWhenTheFolderIsAFile)
{
    const TemporaryFolder folder;
    save(folder.file("plain"), "");
    const std::string path = folder.file("plain/result.txt");

    EXPECT_EQ(fileError([&] { writeTextFile(path, "x"); }), path + ": cannot be created: Not a directory");
}

TEST(OutputFile, RefusesToReplaceAFolderOrADevice)
{
    const TemporaryFolder folder;
    for (const std::string& path : {folder.file(""), std::string("/dev/null")})
        EXPECT_EQ(fileError([&] { writeTextFile(path, "x"); }),
                  path + ": cannot be written: it is there already and is not a regular file");
}

/// The limit on the size of files stands for a full disk: both make write() fail.
TEST(OutputFile, ReportsAFullDiskAndLeavesTheOldFile)
{
    const TemporaryFolder folder;
    const std::string path = folder.file("result.txt");
    save(path, "old");
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
    const rlimit small{4096, before.rlim_max};
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);

    std::string message;
    try {
        writeTextFile(path, std::string(100000, 'x'));
    } catch (const DiskError& error) {
        message = error.what();
    }

    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    EXPECT_EQ(message, path + ": cannot be written: File too large");
    EXPECT_EQ(contents(path), "old");
    EXPECT_EQ(folder.entries(), 1u);
}

TEST(OutputFile, FlushFindsAFullDiskBeforeCommit)
{
    const TemporaryFolder folder;
    rlimit before{};
    ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
    const rlimit none{0, before.rlim_max};
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &none), 0);

    bool full = false;
    try {
        OutputFile file(folder.file("result.txt"));
        file.write("x");
        file.flush();
    } catch (const DiskError&) {
        full = true;
    }

    setrlimit(RLIMIT_FSIZE, &before);
    std::signal(SIGXFSZ, handler);
    EXPECT_TRUE(full);
    EXPECT_EQ(folder.entries(), 0u);
}

} // namespace gaugegl::io::test
