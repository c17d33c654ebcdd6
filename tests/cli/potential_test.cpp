// gaugegl potential, flow and scan: input that is refused before any device is opened.
#include "cli/program.h"

namespace gaugegl::cli_test {
namespace {

class PotentialTest : public ProgramTest {
protected:
    const std::string su2_ = data("su2_2x4x2x6_f64.nersc"), su3_ = data("su3_4x2x2x6_f32.ildg");

    /// Another file of the same ensemble.
    std::string copy() const
    {
        std::filesystem::copy_file(su2_, file("copy.nersc"), std::filesystem::copy_options::overwrite_existing);
        return file("copy.nersc");
    }
    Outcome potential(const Arguments& more) const
    {
        Arguments all = {"potential", su2_, copy()};
        all.insert(all.end(), more.begin(), more.end());
        return run(all);
    }
};

TEST_F(PotentialTest, NeedsConfigurationsOfOneKind)
{
    for (const char* command : {"potential", "flow"}) {
        expectError(run({command, su2_, su3_}), inputFailure, {su3_, "SU3 on 4x2x2x6", "SU2 on 2x4x2x6", "one kind"});
        expectError(run({command, su2_, su2_}), inputFailure, {su2_, "named twice"});
        expectError(run({command, su2_, "none.ildg"}), inputFailure, {"none.ildg"});
        expectError(run({command}), inputFailure, {"files"});
    }
}

TEST_F(PotentialTest, AnOptionIsNoValueOfAnother)
{
    expectError(run({"potential", su2_, "--json", "--quiet"}), inputFailure, {"--json", "needs a value", "--quiet"});
    EXPECT_FALSE(exists("--quiet"));
    expectError(run({"run", "x.toml", "--output", "--overwrite"}), inputFailure, {"--output", "--overwrite"});
}

TEST_F(PotentialTest, RefusesLoopsBeyondHalfTheLattice)
{
    expectError(potential({"--r-max", "2"}), inputFailure, {"--r-max 2", "1 to 1"});
    expectError(potential({"--t-max", "4"}), inputFailure, {"--t-max 4", "2 to 3"});
    expectError(potential({"--t-max", "1"}), inputFailure, {"--t-max 1", "2 to 3"});
    expectError(potential({"--plateau", "3"}), inputFailure, {"--plateau 3", "1 to 2"});
}

TEST_F(PotentialTest, RefusesWrongChoices)
{
    for (const char* range : {"2", "7:2", "0:3", "a:b", "2:3x"})
        expectError(potential({"--fit-range", range}), inputFailure, {range, "--fit-range", "2:7"});
    expectError(potential({"--ape", "2:5"}), inputFailure, {"2"});
    expectError(potential({"--multihit"}), inputFailure, {"--multihit", "--beta"});
    expectError(potential({"--beta", "2.4"}), inputFailure, {"--beta 2.4", "--multihit"});
    expectError(potential({"--sqrt-sigma", "-1"}), inputFailure, {"--sqrt-sigma"});
}

TEST_F(PotentialTest, RefusesFlowsThatCannotBeInterpolated)
{
    expectError(run({"flow", su2_, copy(), "--time", "0.2", "--every", "0.1"}), inputFailure,
                {"--every 0.1", "time = 0.2"});
    expectError(run({"flow", su2_, copy(), "--action", "custom"}), inputFailure, {"custom"});
    expectError(run({"flow", su2_, copy(), "--step", "0"}), inputFailure, {"--step"});
}

TEST_F(PotentialTest, ScansAndRunsHaveRunFilesOfTheirOwn)
{
    const std::string head = "[lattice]\nextents = [4, 4, 4, 4]\ngroup = \"su2\"\n";
    io::test::save(file("scan.toml"), head + "[scan]\nbeta = [2.2, 2.3]\n");
    io::test::save(file("run.toml"), head + "[action]\nbeta = 2.2\n");
    io::test::save(file("wrong.toml"), head + "[action]\ntype = \"symanzik\"\n[scan]\nbeta = 2\nnt = 2\n");

    expectError(run({"run", "scan.toml"}), inputFailure, {"scan.toml", "[scan]", "gaugegl scan"});
    expectError(run({"scan", "run.toml"}), inputFailure, {"run.toml", "[scan]", "gaugegl run"});
    expectError(run({"scan", "none.toml"}), inputFailure, {"none.toml"});
    expectError(run({"scan", "wrong.toml"}), inputFailure, {"extent 2"});
    EXPECT_FALSE(exists("results"));
}

} // namespace
} // namespace gaugegl::cli_test
