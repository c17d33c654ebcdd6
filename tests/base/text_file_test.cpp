#include "base/text_file.h"

#include "io/sample_field.h"

#include <optional>
#include <sys/stat.h>

namespace gaugegl {
namespace {

using io::test::fileError;
using io::test::save;

TEST(TextFile, IsReadAsItIs)
{
    const io::test::TemporaryFolder folder;
    std::string text = "a\r\nb\n\x1a c";
    text.resize(200001, 'x'); // more than one piece
    save(folder.file("text"), text);
    save(folder.file("empty"), "");

    EXPECT_EQ(textOfFile(folder.file("text")), text);
    EXPECT_EQ(textOfFile(folder.file("empty")), "");
}

TEST(TextFile, ThatIsNotThereIsNoError)
{
    const io::test::TemporaryFolder folder;
    EXPECT_EQ(textOfFile(folder.file("none")), std::nullopt);
    EXPECT_EQ(textOfFile(folder.file("no folder/none")), std::nullopt);
}

TEST(TextFile, ThatCannotBeReadIsNamed)
{
    const io::test::TemporaryFolder folder;

    EXPECT_EQ(fileError([&] { textOfFile(folder.file("")); }), folder.file("") + ": is not a regular file");
    EXPECT_EQ(fileError([&] { requiredTextOfFile(folder.file("none")); }),
              folder.file("none") + ": cannot be opened: No such file or directory");
    const std::string long300 = folder.file(std::string(300, 'n'));
    EXPECT_EQ(fileError([&] { textOfFile(long300); }), long300 + ": cannot be opened: File name too long");
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "text\\u0000x: is no name of a file: it has a NUL",
                        fileError([&] { textOfFile(folder.file("text") + std::string("\0x", 2)); }));
}

// Nothing waits for what a pipe may bring, reads what never ends, or takes memory for a hole.
TEST(TextFile, ThatNeverEndsIsRefusedAtOnce)
{
    const io::test::TemporaryFolder folder;
    ASSERT_EQ(::mkfifo(folder.file("pipe").c_str(), 0600), 0);
    save(folder.file("hole"), "x");
    std::filesystem::resize_file(folder.file("hole"), std::uintmax_t{1} << 40);
    save(folder.file("long"), "123456789");

    EXPECT_EQ(fileError([&] { textOfFile(folder.file("pipe")); }), folder.file("pipe") + ": is not a regular file");
    EXPECT_EQ(fileError([] { textOfFile("/dev/zero"); }), "/dev/zero: is not a regular file");
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "is too long: more than 1073741824 bytes",
                        fileError([&] { textOfFile(folder.file("hole")); }));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "is too long: more than 8 bytes",
                        fileError([&] { textOfFile(folder.file("long"), 8); }));
    EXPECT_EQ(textOfFile(folder.file("long"), 9), "123456789");
}

} // namespace
} // namespace gaugegl
