// gaugegl shaders --compile: every program builds in the context at hand.
#include "cli/program_gl.h"

#include <set>

namespace gaugegl::cli_test {
namespace {

class ShadersCompileTest : public ProgramGlTest {};

TEST_F(ShadersCompileTest, BuildsEveryProgram)
{
    const Json result = json({"shaders", "--compile", "--lattice", "4x4x4x8"});

    EXPECT_EQ(result["failures"], 0);
    EXPECT_GE(result["programs"].size(), 40u);
    std::set<std::string> names;
    for (const Json& program : result["programs"]) {
        EXPECT_EQ(program["builds"], true) << program;
        EXPECT_TRUE(names.insert(program["name"].get<std::string>()).second) << program["name"] << " twice";
    }
    EXPECT_TRUE(names.count("heatbath-su3-mu3.frag"));
    EXPECT_EQ(names.count("heatbath-su3-mu3.comp"), compute() ? 1u : 0u);
}

TEST_F(ShadersCompileTest, LimitedToOpenGl33BuildsTheFragmentProgramsInSinglePrecision)
{
    const Json result = json({"shaders", "--compile", "--lattice", "4x4x4x8", "--gl", "3.3"});

    EXPECT_EQ(result["failures"], 0);
    EXPECT_GE(result["programs"].size(), 40u);
    for (const Json& program : result["programs"]) {
        const auto name = program["name"].get<std::string>();
        EXPECT_TRUE(name.ends_with(".frag") && !name.ends_with(".f64.frag")) << name;
    }
}

} // namespace
} // namespace gaugegl::cli_test
