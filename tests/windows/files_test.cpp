// What is written, under any name and while others use it.
#include "base/descriptors.h"
#include "base/file_lock.h"
#include "base/output_file.h"
#include "base/platform.h"
#include "base/text_file.h"
#include "windows/system.h"

#include <optional>
#include <span>
#include <thread>

namespace gaugegl {
namespace {

using namespace windows::test;
using namespace std::chrono_literals;
using io::test::fileError;
namespace fs = std::filesystem;

class FilesTest : public SystemTest {};

TEST_F(FilesTest, EndTheirLinesAsElsewhere)
{
    writeTextFile(file("text"), "a\nb\n\x1a c\n");
    GrowingFile(file("table"), "a,b\n").append("1,2\n3,4\n");

    EXPECT_EQ(contents(file("text")), "a\nb\n\x1a c\n");
    EXPECT_EQ(contents(file("table")), "a,b\n1,2\n3,4\n");
}

TEST_F(FilesTest, AreReplacedOnCommitAndKeptWithout)
{
    save(file("result"), "old");
    OutputFile(file("result")).write("half of the new");
    EXPECT_EQ(contents(file("result")), "old");

    OutputFile replacement(file("result"));
    replacement.write("brave new world");
    replacement.overwrite(0, std::as_bytes(std::span("BRAVE", 5)));
    EXPECT_EQ(contents(file("result")), "old");
    replacement.commit();

    EXPECT_EQ(contents(file("result")), "BRAVE new world");
    EXPECT_EQ(entries(), 1u);
}

/// With FILE_SHARE_DELETE the reader permits it; whether the system does depends on its version.
TEST_F(FilesTest, AreReplacedWhileSomebodyReadsThemOrSayWhyNot)
{
    save(file("result"), "old");
    const OpenHandle reader(file("result"), sharedByAll);

    const std::string error = fileError([&] { writeTextFile(file("result"), "new"); });

    EXPECT_EQ(reader.read(), "old");
    EXPECT_EQ(contents(file("result")), error.empty() ? "new" : "old");
    EXPECT_TRUE(error.empty() || error.starts_with(file("result") + ": cannot be renamed from ")) << error;
    EXPECT_EQ(entries(), 1u);
}

/// A virus scanner, an indexer or `gaugegl watch` has a file for a moment.
TEST_F(FilesTest, WaitForWhoHasThemForAMoment)
{
    for (const DWORD shared : {DWORD(0), DWORD(FILE_SHARE_READ), DWORD(FILE_SHARE_READ | FILE_SHARE_WRITE)}) {
        save(file("result"), "old");
        OpenHandle other(file("result"), shared);
        std::thread closing([&] {
            std::this_thread::sleep_for(200ms);
            other.close();
        });

        EXPECT_EQ(fileError([&] { writeTextFile(file("result"), "new"); }), "");
        closing.join();

        EXPECT_EQ(contents(file("result")), "new");
        EXPECT_EQ(entries(), 1u);
    }
}

TEST_F(FilesTest, ThatSomebodyKeepsForHimselfNameTheReason)
{
    save(file("result"), "old");
    OpenHandle other(file("result"), 0);
    const auto begin = std::chrono::steady_clock::now();

    const std::string error = fileError([&] { writeTextFile(file("result"), "new"); });

    EXPECT_TRUE(error.starts_with(file("result") + ": cannot be renamed from ")) << error;
    EXPECT_TRUE(error.ends_with("Permission denied")) << error;
    EXPECT_LT(std::chrono::steady_clock::now() - begin, 10s);
    other.close();
    EXPECT_EQ(contents(file("result")), "old");
    EXPECT_EQ(entries(), 1u) << "the temporary file is gone";
}

/// At every moment there is a whole file under the name, the old one or the new one.
TEST_F(FilesTest, AreNeverHalfThere)
{
    const std::string path = file("result");
    const auto text = [](int i) { return std::string(100000, char('a' + i % 26)); };
    writeTextFile(path, text(0));
    std::atomic<bool> over = false;
    std::string wrong;
    int looks = 0;
    std::thread reader([&] {
        for (; !over && wrong.empty(); std::this_thread::sleep_for(1ms)) {
            // To the standard library a file that is just being replaced may be refused, but it is there.
            const std::string found = io::test::contents(path);
            if (!exists(path)) wrong = "it is not there";
            if (!found.empty() && found != std::string(100000, found[0])) wrong = "it is half there";
            looks += found.empty() ? 0 : 1;
            // As `gaugegl watch` reads, which waits for it.
            std::optional<std::string> whole;
            const std::string refused = fileError([&] { whole = textOfFile(path); });
            if (!whole || *whole != std::string(100000, (*whole)[0])) wrong = "it is not read as a whole: " + refused;
        }
    });

    std::string error;
    for (int i = 1; i < 100 && error.empty(); ++i)
        error = fileError([&] { writeTextFile(path, text(i)); });
    over = true;
    reader.join();

    EXPECT_EQ(error, "");
    EXPECT_EQ(wrong, "");
    EXPECT_GT(looks, 10);
    EXPECT_EQ(entries(), 1u);
}

TEST_F(FilesTest, MayHaveAnyName)
{
    for (const std::string& name : oddNames) {
        ASSERT_TRUE(makeFolder(file(name))) << name;
        const std::string path = file(name + "/" + name);
        EXPECT_EQ(fileError([&] {
                      writeTextFile(path, "old");
                      GrowingFile table(path, name + "\n");
                      table.append("1\n");
                      FileLock lock(path + ".lock", "wait");
                  }),
                  "");
        EXPECT_EQ(contents(path), name + "\n1\n");
        EXPECT_EQ(io::test::contents(path), name + "\n1\n") << "by the standard library's streams";
        EXPECT_TRUE(fs::exists(path)) << "by its paths";
        EXPECT_EQ(fs::path(path).filename().string(), name);
        EXPECT_EQ(fs::directory_iterator(file(name))->path().filename().string(), name);
        std::FILE* const stream = std::fopen(path.c_str(), "rb");
        EXPECT_NE(stream, nullptr) << "by the C library";
        if (stream != nullptr) std::fclose(stream);
        EXPECT_EQ(fs::remove_all(file(name)), 2u) << name << ": the folder and one file";
    }
    EXPECT_EQ(entries(), 0u);
}

TEST_F(FilesTest, OfFieldsMayHaveAnyName)
{
    const Lattice lattice({2, 2, 2, 2});
    const io::test::Links links = io::test::sampleField(Group::SU3, lattice);
    for (const char* format : {"ildg", "nersc"}) {
        const std::string path = file("日本 ü 𝛽");
        io::writeGaugeFile(path, Group::SU3, lattice, io::test::sampleOptions(format),
                           io::test::sourceOf(Group::SU3, links));
        EXPECT_TRUE(io::test::readAll(*io::openGaugeFile(path)) == links);
    }
}

TEST_F(FilesTest, MayHaveLongPaths)
{
    std::string folder = file("");
    for (int i = 0; i < 4; ++i) {
        folder += std::string(i == 0 ? "" : "/") + std::string(99, char('a' + i));
        ASSERT_TRUE(makeFolder(folder)) << folder << ": error " << GetLastError();
    }
    const std::string path = folder + "/" + std::string(80, 'f');
    ASSERT_GT(path.size(), 460u);

    EXPECT_EQ(fileError([&] {
                  writeTextFile(path, "old");
                  GrowingFile table(path, "a\n");
                  table.append("1\n");
                  FileLock lock(path + ".lock", "wait");
              }),
              "");

    EXPECT_EQ(contents(path), "a\n1\n");
    EXPECT_EQ(io::test::contents(path), "a\n1\n");
    EXPECT_EQ(fs::file_size(path), 4u);
    EXPECT_TRUE(fs::create_directories(folder + "/more/and more"));
    EXPECT_TRUE(fs::is_directory(folder + "/more/and more"));
    EXPECT_TRUE(mayWriteInto(folder));

    const fs::directory_iterator names(folder), end;
    EXPECT_EQ(std::distance(names, end), 2);
    EXPECT_EQ(fs::remove_all(file(std::string(99, 'a'))), 7u) << "six folders and a file";
    EXPECT_EQ(entries(), 0u);
}

TEST_F(FilesTest, InAFolderThatIsNotThereNameTheReason)
{
    save(file("plain"), "");

    EXPECT_EQ(fileError([&] { writeTextFile(file("missing/x"), "x"); }),
              file("missing/x") + ": cannot be created: No such file or directory");
    EXPECT_TRUE(
        fileError([&] { writeTextFile(file("plain/x"), "x"); }).starts_with(file("plain/x") + ": cannot be created: "));
    EXPECT_TRUE(
        fileError([&] { FileLock(file("missing/x"), "wait"); }).starts_with(file("missing/x") + ": cannot be made: "));
    EXPECT_EQ(fileError([&] { writeTextFile(file(""), "x"); }),
              file("") + ": cannot be written: it is there already and is not a regular file");
}

/// Where a list of rights forbids it; the attribute of a folder forbids nothing.
TEST_F(FilesTest, InAFolderThatIsForbiddenNameTheReason)
{
    const std::string forbidden = runsOnWine() ? "Z:/proc" : "C:/System Volume Information";
    const std::string path = forbidden + "/gaugegl";

    EXPECT_FALSE(mayWriteInto(forbidden));
    EXPECT_TRUE(mayWriteInto(file("")));
    const std::string error = fileError([&] { writeTextFile(path, "x"); });
    EXPECT_TRUE(error.starts_with(path + ": cannot be created: ")) << error;
    const std::string lockError = fileError([&] { FileLock(path, "wait"); });
    EXPECT_TRUE(lockError.starts_with(path + ": cannot be made: ")) << lockError;
    EXPECT_EQ(entries(), 0u) << "what was tried is gone";
}

/// Wine lets root write what is read-only.
TEST_F(FilesTest, ThatAreReadOnlyAreRefusedAndStay)
{
    const std::string path = file("result");
    save(path, "old");
    ASSERT_TRUE(SetFileAttributesW(widePath(path).c_str(), FILE_ATTRIBUTE_READONLY));

    const std::string error = fileError([&] { writeTextFile(path, "new"); });

    if (!error.empty() || !runsOnWine()) {
        EXPECT_TRUE(error.starts_with(path + ": cannot be ")) << error;
        EXPECT_TRUE(error.ends_with("Permission denied")) << error;
        EXPECT_EQ(contents(path), "old");
    }
    EXPECT_EQ(entries(), 1u);
    SetFileAttributesW(widePath(path).c_str(), FILE_ATTRIBUTE_NORMAL); // so that it can be removed
}

/// Who reads a table does not keep it from growing, and before, between and after two rows it may be moved or replaced.
TEST_F(FilesTest, TablesGrowByWholeRowsAndMayBeMovedBetween)
{
    GrowingFile table(file("table"), "a,b\n");
    writeTextFile(file("table"), "a,b\n");
    table.append("1,2\n");
    {
        const OpenHandle reader(file("table"), FILE_SHARE_READ | FILE_SHARE_WRITE); // as the standard library opens it
        EXPECT_EQ(fileError([&] { table.append("3,4\n"); }), "");
        EXPECT_EQ(reader.read(), "a,b\n1,2\n3,4\n");
    }
    EXPECT_TRUE(rename(file("table"), file("moved")));
    EXPECT_EQ(contents(file("moved")), "a,b\n1,2\n3,4\n");
    EXPECT_TRUE(rename(file("moved"), file("table")));
    table.append("5,6\n7,8\n");
    EXPECT_EQ(contents(file("table")), "a,b\n1,2\n3,4\n5,6\n7,8\n");

    writeTextFile(file("table"), "another\n");
    table.append("9\n");
    EXPECT_EQ(contents(file("table")), "another\n9\n");
    EXPECT_EQ(entries(), 1u);
}

TEST_F(FilesTest, TablesThatSomebodyKeepsNameTheReason)
{
    GrowingFile table(file("table"), "a,b\n");
    table.append("1,2\n");
    OpenHandle other(file("table"), FILE_SHARE_READ);

    const std::string error = fileError([&] { table.append("3,4\n"); });
    other.close();

    EXPECT_EQ(error, file("table") + ": cannot be written: Permission denied");
    EXPECT_EQ(contents(file("table")), "a,b\n1,2\n");
}

/// Offsets have 64 bits, where `long` has 32.
TEST_F(FilesTest, MayHaveMoreThanFourGigabytes)
{
    if (!runsOnWine()) GTEST_SKIP() << "Windows writes all the zeros";
    constexpr std::uint64_t much = (std::uint64_t(5) << 30) + 1;
    const std::string path = file("large");
    OutputFile large(path);
    large.write("begin");
    large.reserve(much);
    large.write("end");
    large.overwrite(much, std::as_bytes(std::span("other", 5)));
    {
        large.flush();
        OutputFilePart part(path, large.unfinishedName(), much);
        part.write(std::as_bytes(std::span("part", 4)), much - 100);
        part.flush();
        EXPECT_NE(fileError([&] { OutputFilePart(path, large.unfinishedName(), 2 * much); }), "");
    }
    EXPECT_EQ(large.size(), much + 8);
    large.commit();

    EXPECT_EQ(fs::file_size(path), much + 8);
    const auto read = [&](std::uint64_t offset, std::size_t count) {
        std::ifstream stream(path, std::ios::binary);
        stream.seekg(std::streamoff(offset));
        std::string text(count, '\0');
        stream.read(text.data(), std::streamsize(count));
        return text;
    };
    EXPECT_EQ(read(0, 5), "begin");
    EXPECT_EQ(read(much - 100, 4), "part");
    EXPECT_EQ(read(much, 8), "otherend");
}

TEST_F(FilesTest, OfOneUserLieInAFolderOfTheirOwn)
{
    const std::string first = makeOwnFolder(file("own-")), second = makeOwnFolder(file("own-"));

    EXPECT_NE(first, second);
    for (const std::string& one : {first, second})
        EXPECT_TRUE(one.starts_with(file("own-")) && fs::is_directory(one)) << one;
    EXPECT_EQ(makeOwnFolder(file("missing/own-")), "");
}

} // namespace
} // namespace gaugegl
