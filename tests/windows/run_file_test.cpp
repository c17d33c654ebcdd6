// Run files as editors of Windows save them.
#include "gaugegl/config/run_config.h"
#include "windows/system.h"

namespace gaugegl {
namespace {

using namespace windows::test;

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

} // namespace
} // namespace gaugegl
