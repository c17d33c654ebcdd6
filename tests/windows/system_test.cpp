// What the library asks of Windows: locks, files, processes, names.  This program starts itself for what needs another process; see main().
#include "base/child_process.h"
#include "base/descriptors.h"
#include "base/file_lock.h"
#include "base/platform.h"
#include "base/shell_word.h"
#include "base/windows.h"
#include "gaugegl/base/output_file.h"
#include "gaugegl/run/run_config.h"
#include "io/sample_field.h"

#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <functional>
#include <io.h>
#include <shellapi.h>
#include <thread>

namespace gaugegl {
namespace {

namespace fs = std::filesystem;
using io::test::fileError;
using Words = std::vector<std::string>;
using namespace std::chrono_literals;

/// Names that an encoding of the last century, a shell or a command line would take for something else.
const Words oddNames = {"ü", "日本",   "𝛽",    "a name with blanks", "ÄÖÜ ß é č ж", "50% &co", "[x]!^;,",
                        "'", "%PATH%", "a.b.c"};

std::string ownProgram()
{
    std::wstring name(32768, L'\0');
    name.resize(GetModuleFileNameW(nullptr, name.data(), DWORD(name.size())));
    return utf8(name);
}

bool runsOnWine() { return GetProcAddress(GetModuleHandleW(L"ntdll.dll"), "wine_get_version") != nullptr; }

// The system's own functions, so that what the library writes is read by somebody else.
bool exists(const std::string& path) { return GetFileAttributesW(widePath(path).c_str()) != INVALID_FILE_ATTRIBUTES; }

/// A file that is open, shared with others as is said.
class OpenFile {
public:
    OpenFile(const std::string& path, DWORD shared, DWORD access = GENERIC_READ, DWORD way = OPEN_EXISTING)
        : handle_(CreateFileW(widePath(path).c_str(), access, shared, nullptr, way, FILE_ATTRIBUTE_NORMAL, nullptr))
    {
        if (handle_ == INVALID_HANDLE_VALUE) throw Error(path + ": error " + std::to_string(GetLastError()));
    }
    ~OpenFile() { close(); }
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;

    void close()
    {
        if (handle_ != INVALID_HANDLE_VALUE) CloseHandle(std::exchange(handle_, INVALID_HANDLE_VALUE));
    }
    std::string read() const
    {
        std::string text(std::size_t(1) << 20, '\0');
        DWORD count = 0;
        ReadFile(handle_, text.data(), DWORD(text.size()), &count, nullptr);
        return text.substr(0, count);
    }
    void write(const std::string& text) const
    {
        DWORD count = 0;
        WriteFile(handle_, text.data(), DWORD(text.size()), &count, nullptr);
        EXPECT_EQ(count, text.size());
    }

private:
    HANDLE handle_;
};

void save(const std::string& path, const std::string& text)
{
    OpenFile(path, 0, GENERIC_WRITE, CREATE_ALWAYS).write(text);
}
std::string contents(const std::string& path) { return OpenFile(path, sharedByAll).read(); }
bool makeFolder(const std::string& path) { return CreateDirectoryW(widePath(path).c_str(), nullptr) != 0; }
bool rename(const std::string& from, const std::string& to)
{
    return MoveFileExW(widePath(from).c_str(), widePath(to).c_str(), 0) != 0;
}

/// Waits until something is so, half a minute at most; whether it is so.
bool eventually(const std::function<bool()>& condition)
{
    for (int i = 0; i < 1500 && !condition(); ++i)
        std::this_thread::sleep_for(20ms);
    return condition();
}

/// This program as a process that does one of the things in act().
Words another(Words words)
{
    words.insert(words.begin(), {ownProgram(), "--act"});
    return words;
}

class SystemTest : public testing::Test {
protected:
    std::string file(const std::string& name) const { return folder_.file(name); }
    std::size_t entries() const { return folder_.entries(); }

private:
    io::test::TemporaryFolder folder_;
};

class LockTest : public SystemTest {
protected:
    std::string path() const { return file("lock"); }
    /// Another process that has the lock until let go.
    std::unique_ptr<ChildProcess> holder() const
    {
        auto process = std::make_unique<ChildProcess>(another({"hold", path(), file("held"), file("let go")}));
        EXPECT_TRUE(eventually([&] { return exists(file("held")); }));
        return process;
    }
    void letGo() const { save(file("let go"), ""); }
};

TEST_F(LockTest, IsHeldByOneProcessAndNamesIt)
{
    const auto process = holder();

    EXPECT_EQ(fileError([&] { FileLock(path(), "wait for it"); }),
              path() + ": wait for it (process " + std::to_string(process->id()) + " holds the lock)");
    EXPECT_EQ(lockHolder(path()), process->id());

    letGo();
    EXPECT_EQ(process->wait(), 0);
    EXPECT_FALSE(exists(path()));
    EXPECT_EQ(lockHolder(path()), std::nullopt);
    EXPECT_EQ(fileError([&] { FileLock(path(), "wait for it"); }), "");
}

TEST_F(LockTest, OfAKilledProcessIsFree)
{
    const auto process = holder();

    process->send(SIGTERM); // TerminateProcess: nothing of the process runs any more
    process->wait();

    EXPECT_TRUE(exists(path())) << "nobody was there to remove it";
    EXPECT_EQ(lockHolder(path()), std::nullopt);
    EXPECT_EQ(fileError([&] { FileLock(path(), "wait for it"); }), "");
    EXPECT_FALSE(exists(path()));
}

TEST_F(LockTest, IsWaitedForByAnotherProcess)
{
    auto lock = std::make_unique<FileLock>(path());
    ChildProcess waiting(another({"take", path(), file("taken")}));

    std::this_thread::sleep_for(300ms);
    EXPECT_EQ(waiting.ended(), std::nullopt);
    EXPECT_FALSE(exists(file("taken")));
    lock.reset();

    EXPECT_EQ(waiting.wait(), 0);
    EXPECT_TRUE(exists(file("taken")));
}

/// As many processes as there are add to a number in a file, each under the lock: none is lost.
TEST_F(LockTest, LetsOneInAtATime)
{
    constexpr int processes = 4, times = 25;
    save(file("number"), "0");
    std::vector<std::unique_ptr<ChildProcess>> all;
    for (int i = 0; i < processes; ++i)
        all.push_back(
            std::make_unique<ChildProcess>(another({"count", path(), file("number"), std::to_string(times)})));
    for (const auto& process : all)
        EXPECT_EQ(process->wait(), 0);

    EXPECT_EQ(contents(file("number")), std::to_string(processes * times));
    EXPECT_FALSE(exists(path()));
}

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
    const OpenFile reader(file("result"), sharedByAll);

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
        OpenFile other(file("result"), shared);
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
    OpenFile other(file("result"), 0);
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
            // As the library reads.  A file that is just being replaced may be refused, but it is there.
            const std::string found = io::test::contents(path);
            if (!exists(path)) wrong = "it is not there";
            if (!found.empty() && found != std::string(100000, found[0])) wrong = "it is half there";
            looks += found.empty() ? 0 : 1;
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
    for (const io::GaugeFileFormat format : {io::GaugeFileFormat::Ildg, io::GaugeFileFormat::Nersc}) {
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
        const OpenFile reader(file("table"), FILE_SHARE_READ | FILE_SHARE_WRITE); // as the standard library opens it
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
    OpenFile other(file("table"), FILE_SHARE_READ);

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

TEST_F(FilesTest, WithoutANameGoWithTheirStream)
{
    std::FILE* const stream = temporaryStream();
    ASSERT_NE(stream, nullptr);
    EXPECT_EQ(std::fwrite("a\nb", 1, 3, stream), 3u);
    std::rewind(stream);
    char text[8] = {};
    EXPECT_EQ(std::fread(text, 1, 8, stream), 3u);
    EXPECT_STREQ(text, "a\nb");
    std::fclose(stream);
}

class ProcessTest : public SystemTest {
protected:
    /// Runs this program, with standard output and standard error to files of those names.
    int run(const Words& words, const std::string& folder = {}, int input = -1) const
    {
        const int out = created(file("out")), err = created(file("err"));
        const int code =
            ChildProcess(another(words), {.folder = folder, .input = input, .output = out, .errors = err}).wait();
        ::_close(out);
        ::_close(err);
        return code;
    }
    static int created(const std::string& path)
    {
        const int descriptor = ::_wopen(wide(path).c_str(), _O_WRONLY | _O_CREAT | _O_TRUNC | _O_BINARY | _O_NOINHERIT,
                                        _S_IREAD | _S_IWRITE);
        EXPECT_GE(descriptor, 0) << path;
        return descriptor;
    }
};

TEST_F(ProcessTest, SaysHowItEnded)
{
    for (const int code : {0, 7, 130, 255}) {
        ChildProcess process(another({"exit", std::to_string(code)}));
        EXPECT_EQ(process.wait(), code);
        EXPECT_EQ(process.ended(), code);
    }
    ChildProcess sleeping(another({"sleep"}));
    EXPECT_EQ(sleeping.ended(), std::nullopt);
    sleeping.send(SIGTERM);
    EXPECT_EQ(sleeping.wait(), -SIGTERM);
}

TEST_F(ProcessTest, NamesTheProgramThatCannotBeStarted)
{
    for (const std::string& name : {std::string("gaugegl-no-such-program"), file("no program")}) {
        std::string message;
        try {
            ChildProcess process({name});
        } catch (const Error& error) {
            message = error.what();
        }
        EXPECT_EQ(message, name + " cannot be started: No such file or directory");
    }
    save(file("text.exe"), "this is no program");
    EXPECT_THROW(ChildProcess({file("text.exe")}), Error);
}

TEST_F(ProcessTest, IsFoundInPathAndNotInTheWorkingFolder)
{
    EXPECT_EQ(ChildProcess({"cmd", "/c", "exit 3"}).wait(), 3);
    ASSERT_TRUE(CopyFileW(wide(ownProgram()).c_str(), wide(file("gaugegl-here.exe")).c_str(), TRUE));
    const fs::path before = fs::current_path();
    fs::current_path(file(""));
    EXPECT_THROW(ChildProcess({"gaugegl-here", "--act", "exit", "0"}), Error);
    EXPECT_EQ(ChildProcess({"./gaugegl-here.exe", "--act", "exit", "5"}).wait(), 5);
    fs::current_path(before);
}

TEST_F(ProcessTest, GetsItsWordsAsTheyAre)
{
    Words words = oddNames;
    words.insert(words.end(), {"",
                               " ",
                               "a b",
                               "\"",
                               "\"quoted\"",
                               "say \"a b\" twice",
                               "\\",
                               "\\\\",
                               "C:\\folder\\",
                               "C:\\a folder\\",
                               "\\\"",
                               "a\\\\\"b",
                               "\\\\server\\share",
                               "tab\there",
                               "*",
                               "?",
                               "$HOME",
                               "it's",
                               "a&b|c>d",
                               "--option=with \"both\" \\",
                               "\"\""});
    Words command = {"words"};
    command.insert(command.end(), words.begin(), words.end());
    std::string expected;
    for (const std::string& word : words)
        expected += "<" + word + ">\n";

    EXPECT_EQ(run(command), 0);

    EXPECT_EQ(contents(file("out")), expected);
    EXPECT_EQ(contents(file("err")), std::to_string(words.size()) + " words\n");
}

TEST_F(ProcessTest, WorksInItsFolder)
{
    const std::string folder = file("ein Ordner für 日本");
    ASSERT_TRUE(makeFolder(folder));

    EXPECT_EQ(run({"folder"}, folder), 0);

    EXPECT_TRUE(fs::equivalent(contents(file("out")), folder)) << contents(file("out"));
}

TEST_F(ProcessTest, ReadsItsInputAndElseNothing)
{
    save(file("input"), "a\r\nb\n\x1a c");
    const int input = ::_wopen(wide(file("input")).c_str(), _O_RDONLY | _O_BINARY | _O_NOINHERIT);
    ASSERT_GE(input, 0);
    EXPECT_EQ(run({"copy"}, {}, input), 0);
    ::_close(input);
    EXPECT_EQ(contents(file("out")), "a\r\nb\n\x1a c");

    EXPECT_EQ(run({"copy"}), 0);
    EXPECT_EQ(contents(file("out")), "");
}

/// A child that kept a file open that is none of its own would keep it from being replaced.
TEST_F(ProcessTest, GetsNoOtherFiles)
{
    GrowingFile table(file("table"), "a\n");
    table.append("1\n");
    OutputFile result(file("result"));
    result.write("x");
    ChildProcess process(another({"sleep"}));

    EXPECT_EQ(fileError([&] { result.commit(); }), "");
    EXPECT_EQ(fileError([&] { writeTextFile(file("table"), "b\n"); }), "");
    EXPECT_TRUE(DeleteFileW(wide(file("result")).c_str()));
    EXPECT_FALSE(exists(file("result")));
    process.send(SIGTERM);
}

TEST(Platform, KnowsThisMachine)
{
    EXPECT_NE(hostName(), "");
    EXPECT_EQ(processId(), int(GetCurrentProcessId()));
    EXPECT_GT(physicalMemory(), std::uint64_t(1) << 28);
    const std::string cache = userCacheFolder();
    EXPECT_TRUE(fs::path(cache).is_absolute()) << cache;
    EXPECT_TRUE(fs::is_directory(cache)) << cache;
}

TEST(Platform, HasTheLettersOfUtf8OnceStreamsArePrepared)
{
    prepareStandardStreams();
    EXPECT_TRUE(hasUtf8());
    EXPECT_EQ(GetACP(), UINT(CP_UTF8)) << "the manifest is missing, or this Windows is older than version 1903";
}

TEST(Platform, KnowsATerminal)
{
    const io::test::TemporaryFolder folder;
    std::FILE* const stream = std::fopen(folder.file("plain").c_str(), "wb");
    ASSERT_NE(stream, nullptr);
    EXPECT_FALSE(isTerminal(stream));
    EXPECT_EQ(terminalSize(stream), std::nullopt);
    std::fclose(stream);
}

TEST(Platform, SetsVariables)
{
    unsetVariable("GAUGEGL_TEST");
    EXPECT_TRUE(setMissingVariable("GAUGEGL_TEST", "1"));
    EXPECT_FALSE(setMissingVariable("GAUGEGL_TEST", "2"));
    EXPECT_STREQ(std::getenv("GAUGEGL_TEST"), "1");
    unsetVariable("GAUGEGL_TEST");
    EXPECT_EQ(std::getenv("GAUGEGL_TEST"), nullptr);
}

TEST(Text, GoesToUtf16AndBack)
{
    for (const std::string& name : oddNames)
        EXPECT_EQ(utf8(wide(name)), name);
    EXPECT_EQ(wide("ü𝛽"), L"\u00fc\U0001d6fd");
}

/// Of a command that the user is told, as cmd and PowerShell take it.
TEST(ShellWord, ComesBackAsItWas)
{
    EXPECT_EQ(shellWord("a.toml"), "a.toml");
    EXPECT_EQ(shellWord("C:\\runs\\a.toml"), "C:\\runs\\a.toml");
    EXPECT_EQ(shellWord("my run"), "\"my run\"");
    Words words = oddNames;
    words.insert(words.end(), {"", "it's", "C:\\my runs\\", "C:\\runs\\", "a&b"});
    for (const std::string& word : words) {
        int count = 0;
        wchar_t** const read = CommandLineToArgvW(wide("gaugegl " + shellWord(word)).c_str(), &count);
        EXPECT_EQ(count == 2 ? utf8(read[1]) : std::to_string(count) + " words", word);
        LocalFree(read);
    }
}

class RunFileTest : public SystemTest {
protected:
    static std::string withCarriageReturns(const std::string& text)
    {
        std::string result;
        for (const char c : text)
            result += c == '\n' ? std::string("\r\n") : std::string(1, c);
        return result;
    }
};

TEST_F(RunFileTest, OfAnEditorOfWindowsIsTheSameRun)
{
    const std::string text =
        "# ein Lauf für zwei\n[lattice]\nextents = \"4x4x4x8\"\ngroup = \"su2\"\n[action]\nbeta = 2.3\n"
        "[output]\ndirectory = \"C:/Läufe/日本\"\n";
    const std::string path = file("für zwei.toml");
    save(path, withCarriageReturns(text));

    const RunConfig run = loadRunConfig(path);

    EXPECT_EQ(run.output.directory, "C:/Läufe/日本");
    EXPECT_EQ(toToml(run), toToml(parseRunConfig(text, "text")));
}

TEST_F(RunFileTest, NamesTheLineOfWhatIsWrong)
{
    const std::string path = file("a.toml");
    save(path, withCarriageReturns("[lattice]\nextents = \"4x4x4x8\"\ngrup = \"su2\"\n"));

    std::string message;
    try {
        loadRunConfig(path);
    } catch (const InputError& error) {
        message = error.what();
    }

    EXPECT_TRUE(message.starts_with(path + ":3")) << message;
    EXPECT_EQ(message.find('\r'), std::string::npos);
}

int act(const Words& words)
{
    const std::string& what = words[0];
    if (what == "exit") return std::stoi(words[1]);
    if (what == "sleep") return std::this_thread::sleep_for(60s), 1;
    if (what == "hold") { // LOCK HELD LET-GO
        const FileLock lock(words[1], "nobody else should have it");
        save(words[2], "");
        return eventually([&] { return exists(words[3]); }) ? 0 : 1;
    }
    if (what == "take") { // LOCK TAKEN
        const FileLock lock(words[1]);
        save(words[2], "");
        return 0;
    }
    if (what == "count") { // LOCK NUMBER TIMES
        for (int i = 0; i < std::stoi(words[3]); ++i) {
            const FileLock lock(words[1]);
            const int number = std::stoi(contents(words[2]));
            std::this_thread::yield();
            save(words[2], std::to_string(number + 1));
        }
        return 0;
    }
    prepareStandardStreams();
    if (what == "words") {
        for (std::size_t i = 1; i < words.size(); ++i)
            std::printf("<%s>\n", words[i].c_str());
        std::fprintf(stderr, "%d words\n", int(words.size()) - 1);
        return 0;
    }
    if (what == "folder") {
        std::wstring folder(32768, L'\0');
        folder.resize(GetCurrentDirectoryW(DWORD(folder.size()), folder.data()));
        std::fputs(utf8(folder).c_str(), stdout);
        return 0;
    }
    if (what == "copy") {
        ::_setmode(::_fileno(stdin), _O_BINARY);
        for (int c = std::getchar(); c != EOF; c = std::getchar())
            std::putchar(c);
        return 0;
    }
    return 99;
}

} // namespace
} // namespace gaugegl

// With --act: one of those.  Its words are taken as they come to main(), as those of the program.
int main(int argc, char** argv)
{
    if (argc > 2 && std::string(argv[1]) == "--act") try {
            return gaugegl::act(gaugegl::Words(argv + 2, argv + argc));
        } catch (const std::exception& error) {
            std::fprintf(stderr, "%s\n", error.what());
            return 98;
        }
    testing::InitGoogleTest(&argc, argv);
    setenv("GAUGEGL_CACHE_DIR", "", 1); // what tests start leaves the user's cache alone
    return RUN_ALL_TESTS();
}
