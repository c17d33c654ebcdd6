// The version of the random key of a run file: named in it, or that of the program that wrote it.
#include "gaugegl/config/run_config.h"

#include "config/run_config_text.h"

#include <gtest/gtest.h>

namespace gaugegl {
namespace {

using namespace run_config_test;

/// As programs before key_version wrote it, by heat bath and with trajectories.
const std::vector<std::string> writtenBefore = {R"toml([lattice]
extents = [4, 4, 4, 4]
group = "su2"

[action]
type = "wilson"
beta = 2.3

[update]
start = "hot"
seed = 5
generator = "philox"
heatbath = "auto"
trials = 16
overrelaxation = 2
thermalisation = 2
sweeps = 6
reunitarise_every = 10

[measure]
every = 2
observables = ["plaquette", "polyakov_loop", "rectangle"]

[output]
directory = "old-a"
prefix = "config"
save_every = 6
format = "ildg"
bits = 64
plots = false
checkpoint_seconds = 60

[device]
path = "auto"
precision = "single"
storage = "texture"
)toml",
                                                R"toml([lattice]
extents = [4, 4, 4, 4]
group = "su2"

[action]
type = "wilson"
beta = 2

[update]
start = "hot"
seed = 5

[hmc]
trajectories = 3
thermalisation = 1
accept_first = 0
failures = 5
length = 1
integrator = ["2mn"]
steps = [3]
guess = "chronological"
guesses = 8
precision = "single"
force_tolerance = 1e-05
energy_tolerance = 1e-05
max_iterations = 10000

[[hmc.fermions]]
kind = "staggered"
mass = 0.5
boundary = "antiperiodic"

[measure]
every = 1
observables = ["plaquette", "polyakov_loop", "rectangle"]

[output]
directory = "old-h"
prefix = "config"
save_every = 0
format = "ildg"
bits = 64
plots = false
checkpoint_seconds = 60

[device]
path = "auto"
precision = "single"
storage = "texture"
)toml"};

TEST(RunConfigVersion, HasTheKeyVersionOfTheProgramThatWroteIt)
{
    EXPECT_EQ(parseRunConfig(minimal, "run.toml").update.keyVersion, std::nullopt);
    for (const std::string& text : writtenBefore) {
        const RunConfig run = parseRunConfig(text, "run.toml");
        EXPECT_EQ(run.update.keyVersion, 1);
        EXPECT_EQ(parseRunConfig(toToml(run), "again.toml").update.keyVersion, 1);
        EXPECT_EQ(parseRunConfig(text, "run.toml", {"update.seed = 6"}).update.keyVersion, 1);
        EXPECT_EQ(parseRunConfig(text, "run.toml", {"update.key_version = 2"}).update.keyVersion, 2);
        EXPECT_EQ(parseRunConfig("# mine\n" + text, "run.toml").update.keyVersion, std::nullopt);
        EXPECT_EQ(parseRunConfig(text + "\n", "run.toml").update.keyVersion, std::nullopt);
    }
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "\nkey_version = 3\n", toToml(parseRunConfig(minimal, "run.toml")));
    EXPECT_EQ(messageWith("[update]\nkey_version = 4\n"), "run.toml:7: key_version = 4 in [update] must be 1 to 3");
    EXPECT_EQ(messageWith("[update]\nkey_version = 0\n"), "run.toml:7: key_version = 0 in [update] must be 1 to 3");
}

} // namespace
} // namespace gaugegl
