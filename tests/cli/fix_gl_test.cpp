// gaugegl fix on a device: the same maximum as on the CPU.
#include "cli/program_gl.h"

namespace gaugegl::cli_test {
namespace {

class FixGlTest : public ProgramGlTest {
protected:
    Json fixed(const Arguments& more) const
    {
        Arguments all = {"fix", data("su2_2x4x2x6_f64.nersc"), "--tolerance", "1e-10", "--quiet"};
        all.insert(all.end(), more.begin(), more.end());
        return json(all);
    }
};

TEST_F(FixGlTest, FindsTheMaximumThatTheCpuFinds)
{
    const Json cpu = fixed({"--path", "cpu", "--precision", "double"});
    std::vector<Arguments> places = {{"--path", "fragment", "--precision", "mixed"}};
    if (compute())
        for (const char* threads : {"1", "8"})
            places.push_back({"--path", "compute", "--precision", "single", "--threads-per-site", threads});

    for (const Arguments& place : places) {
        const Json device = fixed(place);

        EXPECT_EQ(device["converged"], true) << device;
        EXPECT_NEAR(device["functional"].get<double>(), cpu["functional"].get<double>(), 1e-6) << device;
        EXPECT_LT(device["theta"], 1e-10);
    }
}

TEST_F(FixGlTest, WritesTheLinksOfTheDevice)
{
    const Json result = fixed({"--path", "fragment", "--output", "fixed.ildg"});

    const Json again = json({"fix", "fixed.ildg", "--path", "cpu", "--tolerance", "1e-9", "--quiet"});

    EXPECT_EQ(again["iterations"], 0);
    EXPECT_NEAR(again["functional"].get<double>(), result["functional"].get<double>(), 1e-12);
}

} // namespace
} // namespace gaugegl::cli_test
