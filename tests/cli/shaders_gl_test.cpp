// gaugegl shaders --compile: every program builds in the context at hand.
#include "cli/program_gl.h"

#include <set>

namespace gaugegl::cli_test {
namespace {

class ShadersCompileTest : public ProgramGlTest {};

// All programs would take minutes; other tests hand every source to two compilers, and run every kernel.
TEST_F(ShadersCompileTest, BuildsEveryProgramOfAName)
{
    std::set<std::string> names;
    for (const char* filter : {"heatbath-su3-mu", "rectangle-su2", "wilson-su2-12-sign3.", "staggered-su3-12-sign3."}) {
        const Json result = json({"shaders", "--compile", "--lattice", "4x4x4x8", "--filter", filter});
        EXPECT_EQ(result["failures"], 0);
        EXPECT_GE(result["programs"].size(), 4u) << filter;
        for (const Json& program : result["programs"]) {
            EXPECT_EQ(program["builds"], true) << program;
            names.insert(program["name"].get<std::string>());
        }
    }
    EXPECT_TRUE(names.count("heatbath-su3-mu3.frag"));
    EXPECT_EQ(names.count("heatbath-su3-mu3.comp"), compute() ? 1u : 0u);
}

TEST_F(ShadersCompileTest, LimitedToOpenGl33BuildsTheFragmentProgramsInSinglePrecision)
{
    const Json result = json({"shaders", "--compile", "--lattice", "4x4x4x8", "--gl", "3.3", "--filter", "su2"});

    EXPECT_EQ(result["failures"], 0);
    EXPECT_GE(result["programs"].size(), 40u);
    for (const Json& program : result["programs"]) {
        const auto name = program["name"].get<std::string>();
        EXPECT_TRUE(name.ends_with(".frag") && !name.ends_with(".f64.frag")) << name;
    }
}

} // namespace
} // namespace gaugegl::cli_test
