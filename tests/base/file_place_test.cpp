// Where files go: through the links that a user named, through no other ones, and nowhere else.
#include "gaugegl/base/file_place.h"

#include "base/file_lock.h"
#include "base/output_file.h"
#include "io/sample_field.h"

#include <sys/stat.h>

namespace gaugegl::io::test {
namespace {

namespace fs = std::filesystem;

class FilePlaceTest : public testing::Test {
protected:
    void SetUp() override
    {
        fs::create_directory(file("out"));
        save(file("precious"), "old");
    }
    std::string file(const std::string& name) const { return folder_.file(name); }
    SharedFolder opened() const { return std::make_shared<const OpenFolder>(file("out")); }
    /// A link in the folder to what is not to be changed.
    void plant(const std::string& name) const { fs::create_symlink("../precious", file("out/" + name)); }
    void expectUntouched(const std::string& name) const
    {
        EXPECT_EQ(contents(file("precious")), "old") << name;
        EXPECT_TRUE(fs::is_symlink(file("out/" + name)));
        EXPECT_EQ(std::distance(fs::directory_iterator(file("out")), fs::directory_iterator()), 1) << "no other file";
    }

private:
    TemporaryFolder folder_;
};

TEST_F(FilePlaceTest, AnOpenFolderKeepsWhatItGetsWhateverItsNameLeadsTo)
{
    const SharedFolder folder = opened();
    fs::create_directory(file("elsewhere"));
    GrowingFile table({folder, "table"}, "a\n");

    fs::rename(file("out"), file("moved"));
    fs::create_directory_symlink("elsewhere", file("out"));
    writeTextFile({folder, "result"}, "new");
    table.append("1\n");
    const FileLock lock({folder, "lock"}, "wait");

    EXPECT_EQ(contents(file("moved/result")), "new");
    EXPECT_EQ(contents(file("moved/table")), "a\n1\n");
    EXPECT_TRUE(fs::exists(file("moved/lock")));
    EXPECT_TRUE(fs::is_empty(file("elsewhere")));
}

TEST_F(FilePlaceTest, NoLinkInAnOpenFolderIsFollowed)
{
    plant("result");
    const FilePlace place(opened(), "result");
    const std::string refusal =
        file("out/result") + ": cannot be written: it is a symbolic link, which is not followed here; remove it";

    EXPECT_EQ(fileError([&] { writeTextFile(place, "new"); }), refusal);
    EXPECT_EQ(fileError([&] { GrowingFile table(place, "new"); }), refusal);
    expectUntouched("result");
}

TEST_F(FilePlaceTest, NorIsOneOfAFileThatTheProgramNamed)
{
    plant("a-1.png");
    const std::string prefix = file("out/a");

    EXPECT_NE(fileError([&] { writeTextFile(FilePlace::ofProgram(prefix + "-1.png"), "new"); }), "");
    EXPECT_NE(fileError([&] { writeTextFile(FilePlace(prefix) + "-1.png", "new"); }), "");
    EXPECT_NE(fileError([&] { writeTextFile(FilePlace(prefix).beside("a-1.png"), "new"); }), "");
    expectUntouched("a-1.png");
}

/// Between the look and the writing somebody may put a link there: it is replaced, not followed.
TEST_F(FilePlaceTest, ALinkThatComesLaterIsReplaced)
{
    OutputFile result(FilePlace(opened(), "result"));
    result.write("new");
    plant("result");
    result.commit();

    EXPECT_EQ(contents(file("precious")), "old");
    EXPECT_FALSE(fs::is_symlink(file("out/result")));
    EXPECT_EQ(contents(file("out/result")), "new");
}

TEST_F(FilePlaceTest, ALockIsNoLinkAndNoOtherFile)
{
    plant("lock");
    EXPECT_EQ(fileError([&] { FileLock(file("out/lock"), "wait"); }),
              file("out/lock") + ": is a symbolic link, which a lock never is; remove it");
    expectUntouched("lock");

    fs::remove(file("out/lock"));
    save(file("out/lock"), "what I must not forget");
    const std::string refusal = ": is there already and is not a lock of gaugegl; move it elsewhere";
    EXPECT_EQ(fileError([&] { FileLock(file("out/lock"), "wait"); }), file("out/lock") + refusal);
    EXPECT_EQ(contents(file("out/lock")), "what I must not forget");

    fs::remove(file("out/lock"));
    ASSERT_EQ(::mkfifo(file("out/lock").c_str(), 0600), 0);
    EXPECT_EQ(fileError([&] { FileLock(file("out/lock"), "wait"); }), file("out/lock") + refusal) << "at once";
    EXPECT_EQ(lockHolder(file("out/lock")), std::nullopt);
}

TEST_F(FilePlaceTest, AUsersLinkIsFollowedAlsoToWhatIsNotThereYet)
{
    fs::create_symlink("../new", file("out/a"));
    fs::create_symlink("a", file("out/b"));

    writeTextFile(file("out/b"), "text");

    EXPECT_EQ(contents(file("new")), "text");
    EXPECT_TRUE(fs::is_symlink(file("out/a")) && fs::is_symlink(file("out/b")));
}

TEST_F(FilePlaceTest, ACircleOfLinksIsAnError)
{
    fs::create_symlink("b", file("out/a"));
    fs::create_symlink("a", file("out/b"));

    EXPECT_NE(fileError([&] { writeTextFile(file("out/a"), "text"); }).find("leads round in a circle"),
              std::string::npos);
}

TEST_F(FilePlaceTest, NamesThatTheSystemWouldTakeForOthersAreRefused)
{
    const std::string zero("a\0b", 3);

    EXPECT_EQ(fileError([&] { FilePlace place(zero); }), "a\\u0000b: is no name of a file: it has a NUL in it");
    EXPECT_NE(fileError([&] { OpenFolder place(zero); }), "");
    for (const char* name : {"", ".", "..", "../precious", "a/b", "/etc/hosts", "a/"})
        EXPECT_NE(fileError([&] { FilePlace place(opened(), name); }), "") << name;
    EXPECT_EQ(fileError([&] { OpenFolder folder(file("precious")); }),
              file("precious") + ": this folder cannot be opened: Not a directory");
}

} // namespace
} // namespace gaugegl::io::test
