// What the library knows of the machine and of the text of its system.
#include "base/platform.h"
#include "windows/system.h"

namespace gaugegl {
namespace {

using namespace windows::test;
namespace fs = std::filesystem;

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

} // namespace
} // namespace gaugegl
