// Processes that the library starts, and commands that the user is told.
#include "base/output_file.h"
#include "base/shell_word.h"
#include "windows/system.h"

#include <csignal>
#include <fcntl.h>
#include <io.h>
#include <shellapi.h>

namespace gaugegl {
namespace {

using namespace windows::test;
using io::test::fileError;
namespace fs = std::filesystem;

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

} // namespace
} // namespace gaugegl
