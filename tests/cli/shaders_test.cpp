// gaugegl shaders --dump: the final source of every program, without any OpenGL.
#include "cli/program.h"

#include <map>
#include <memory>

namespace gaugegl::cli_test {
namespace {

/// One dump that all tests look at.
class ShadersTest : public ProgramTest {
protected:
    static void SetUpTestSuite()
    {
        sources_ = std::make_unique<io::test::TemporaryFolder>();
        outcome_ = RunningProgram(*sources_, {"shaders", "--dump", "made/here", "--lattice", "12x12x12x6"}).wait();
    }
    static void TearDownTestSuite() { sources_.reset(); }

    static auto files() { return std::filesystem::directory_iterator(sources_->file("made/here")); }

    inline static std::unique_ptr<io::test::TemporaryFolder> sources_;
    inline static Outcome outcome_;
};

/// The part of a file name after its first dot.
std::string suffixOf(const std::filesystem::path& path)
{
    const std::string name = path.filename().string();
    return name.substr(name.find('.'));
}

TEST_F(ShadersTest, DumpWritesEveryVariantOfEveryProgram)
{
    EXPECT_EQ(outcome_.code, success) << outcome_.err;
    std::map<std::string, int> count;
    for (const auto& entry : files()) {
        ++count[suffixOf(entry.path())];
        EXPECT_EQ(io::test::contents(entry.path().string()).substr(0, 9), "#version ") << entry.path();
    }
    EXPECT_EQ(count.size(), 4u);
    for (const char* suffix : {".frag", ".comp", ".f64.frag", ".f64.comp"})
        EXPECT_GE(count[suffix], 40) << suffix;
    for (const char* name : {"plaquette-su2", "unitarity-su3", "heatbath-su2-mu0", "overrelaxation-su2-mu2",
                             "polyakov-su3", "random_links-su2", "wilson-su3-12-sign3-diagonal-terms",
                             "staggered-su2-12-table-sign3", "linear-update-6", "number-quotient-complex"})
        for (const char* suffix : {".frag", ".comp", ".f64.frag", ".f64.comp"})
            EXPECT_TRUE(std::filesystem::exists(sources_->file(std::string("made/here/") + name + suffix)))
                << name << suffix;
}

TEST_F(ShadersTest, DumpCompilesTheExtentsIn)
{
    const std::string text = io::test::contents(sources_->file("made/here/plaquette-su3.frag"));

    for (const char* define : {"#define LX 12\n", "#define LY 12\n", "#define LZ 12\n", "#define LT 6\n"})
        EXPECT_NE(text.find(define), std::string::npos) << define;
}

TEST_F(ShadersTest, DumpUsesTheOldestLanguageOnTheFragmentPathAndHasNoIncludesLeft)
{
    for (const auto& entry : files()) {
        const std::string text = io::test::contents(entry.path().string()), suffix = suffixOf(entry.path());
        EXPECT_EQ(text.find("#include"), std::string::npos) << entry.path();
        const std::string version = suffix == ".frag" ? "330" : suffix == ".f64.frag" ? "400" : "430";
        EXPECT_EQ(text.substr(0, 12), "#version " + version) << entry.path();
    }
}

TEST_F(ShadersTest, DumpNamesAFolderThatCannotBeMade)
{
    io::test::save(file("plain"), "");

    expectError(run({"shaders", "--dump", "plain/sources"}), inputFailure, {"plain/sources"});
}

} // namespace
} // namespace gaugegl::cli_test
