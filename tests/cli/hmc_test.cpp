// Options of gaugegl hmc, and run files with [hmc], that are refused before any device is opened.
#include "cli/program.h"

namespace gaugegl::cli_test {
namespace {

class HmcUsageTest : public ProgramTest {
protected:
    Outcome hmc(const Arguments& more) const
    {
        Arguments all = {"hmc", "--lattice", "4x4x4x4", "--beta", "5.5"};
        all.insert(all.end(), more.begin(), more.end());
        return run(all);
    }
};

TEST_F(HmcUsageTest, RefusesWhatTheFermionsDoNotHave)
{
    expectError(hmc({"--fermions", "clover"}), inputFailure, {"--fermions", "clover"});
    expectError(hmc({"--kappa", "0.1"}), inputFailure, {"--kappa does not apply to --fermions none"});
    expectError(hmc({"--fermions", "wilson"}), inputFailure, {"--fermions wilson needs --kappa"});
    expectError(hmc({"--fermions", "wilson", "--kappa", "0.1", "--mu", "1"}), inputFailure,
                {"--mu does not apply to --fermions wilson"});
    expectError(hmc({"--fermions", "twisted-mass", "--kappa", "0.1"}), inputFailure, {"needs --mu"});
    expectError(hmc({"--fermions", "staggered"}), inputFailure, {"needs --mass"});
    expectError(hmc({"--fermions", "staggered", "--mass", "0.1", "--flavours", "2"}), inputFailure,
                {"--flavours does not apply to --fermions staggered"});
    expectError(hmc({"--fermions", "staggered", "--mass", "0.1", "--clover", "1"}), inputFailure,
                {"--clover does not apply to --fermions staggered"});
    expectError(hmc({"--stout", "0.1:2"}), inputFailure, {"--stout does not apply to --fermions none"});
    expectError(hmc({"--fermions", "staggered", "--mass", "0.1", "--stout", "-0.1:2"}), inputFailure, {"rho = -0.1"});
    expectError(hmc({"--fermions", "rational", "--mass", "0.1"}), inputFailure, {"needs --flavours"});
    expectError(hmc({"--fermions", "rational", "--mass", "0.1", "--flavours", "2,1"}), inputFailure,
                {"--mass has 1 numbers and --flavours 2"});
}

TEST_F(HmcUsageTest, RefusesValuesOutOfRange)
{
    expectError(run({"hmc", "--lattice", "4x4x4x4"}), inputFailure, {"--beta"});
    expectError(hmc({"--steps", "0"}), inputFailure, {"steps = 0 in [hmc] must be at least 1"});
    expectError(hmc({"--steps", "2", "--integrator", "2mn,4mn"}), inputFailure,
                {"'integrator' in [hmc]", "each of the 1 time scales", "not 2"});
    expectError(hmc({"--integrator", "euler"}), inputFailure, {"--integrator", "euler"});
    expectError(hmc({"--length", "-1"}), inputFailure, {"length = -1 in [hmc]"});
    expectError(hmc({"--trajectories", "0"}), inputFailure, {"trajectories = 0 in [hmc] must be at least 1"});
    expectError(hmc({"--accept-first", "21"}), inputFailure,
                {"accept_first = 21 in [hmc] must be 0 to thermalisation = 20"});
    expectError(hmc({"--precision", "half"}), inputFailure, {"--precision", "half"});
    expectError(hmc({"--fermions", "wilson", "--kappa", "2"}), inputFailure, {"kappa = 2"});
    expectError(hmc({"--output", "nowhere/x"}), inputFailure, {"nowhere", "does not exist"});
}

TEST_F(HmcUsageTest, NamesKeyLineAndValueOfAWrongRunFile)
{
    const std::string start = "[lattice]\nextents = [4, 4, 4, 4]\ngroup = \"su2\"\n[action]\nbeta = 2.3\n[hmc]\n";
    const auto refused = [&](const std::string& lines) {
        io::test::save(file("a.toml"), start + lines);
        return run({"run", "a.toml"});
    };

    expectError(refused("trajektories = 5\n"), inputFailure, {"a.toml:7: unknown key 'trajektories' in [hmc]"});
    expectError(refused("steps = 2.5\n"), inputFailure, {"a.toml:7: 'steps' in [hmc] must be an integer"});
    expectError(refused("[[hmc.fermions]]\nkind = \"staggered\"\nmass = -1\n"), inputFailure, {"a.toml:9: mass = -1"});
    expectError(refused("[update]\noverrelaxation = 1\n"), inputFailure, {"a.toml:8: unknown key 'overrelaxation'"});
}

} // namespace
} // namespace gaugegl::cli_test
