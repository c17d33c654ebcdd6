#include "base/text_file.h"

#include "io/sample_field.h"

#include <optional>

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

    const std::string error = fileError([&] { textOfFile(folder.file("")); });

    EXPECT_TRUE(error.starts_with(folder.file("") + ": cannot be read: ")) << error;
}

} // namespace
} // namespace gaugegl
