// The section [hmc] of run files, [condensate] and [disconnected].
#include "run_config_text.h"

#include <algorithm>

namespace gaugegl {
namespace {

using namespace run_config_test;

const std::string everyKey = R"toml(
[update]
start = "cold"
seed = 7
[hmc]
trajectories = 30
thermalisation = 10
accept_first = 4
failures = 3
length = 0.5
integrator = ["leapfrog", "4mn"]
steps = [3, 4]
gauge_scale = 0
guess = "last"
guesses = 5
precision = "single"
force_tolerance = 1e-6
energy_tolerance = 1e-4
max_iterations = 500
[[hmc.fermions]]
kind = "twisted-mass"
kappa = 0.15
mu = 0.01
ratios = [0.1, {kappa = 0.14, mu = 0.2}]
clover = 1.7
stout = "0.12:3"
boundary = "0,0,0,0.5:spread"
scales = [0, 1, 1]
[[hmc.fermions]]
kind = "rational"
mass = 0.1
flavours = 2
rational_tolerance = 1e-4
range = [0.01, 17]
[[hmc.fermions]]
kind = "wilson"
kappa = 0.12
ratios = [0.11]
[[hmc.fermions]]
kind = "staggered"
mass = 0.3
stout = "0.1:1"
boundary = "periodic"
)toml";

TEST(RunConfigHmc, ReadsEveryKey)
{
    const RunConfig run = parseRunConfig(minimal + everyKey, "run.toml");

    ASSERT_TRUE(run.hmc);
    EXPECT_EQ(run.update.sweeps, 30);
    EXPECT_EQ(run.update.thermalisation, 10);
    EXPECT_EQ(run.hmc->acceptFirst, 4);
    EXPECT_EQ(run.hmc->failures, 3);
    const HmcParameters p = hmcOf(run);
    EXPECT_EQ(p.beta, 2.4);
    EXPECT_EQ(p.length, 0.5);
    EXPECT_EQ(p.scales, (std::vector<ScaleParameters>{{Integrator::Leapfrog, 3}, {Integrator::FourthOrder, 4}}));
    EXPECT_EQ(p.gaugeScale, 0);
    EXPECT_EQ(p.guess, Guess::Last);
    EXPECT_EQ(p.guesses, 5);
    EXPECT_EQ(p.precision, HmcPrecision::Single);
    EXPECT_EQ(p.forceTolerance, 1e-6);
    EXPECT_EQ(p.energyTolerance, 1e-4);
    EXPECT_EQ(p.maxIterations, 500);
    ASSERT_EQ(p.fermions.size(), 4u);
    EXPECT_EQ(p.fermions[0].action, FermionAction::TwistedMass);
    EXPECT_EQ(p.fermions[0].kappa, 0.15);
    EXPECT_EQ(p.fermions[0].mu, 0.01);
    EXPECT_EQ(p.fermions[0].clover, 1.7);
    EXPECT_EQ(p.fermions[0].stout, (StoutSteps{0.12, 3}));
    EXPECT_EQ(p.fermions[0].ratios, (std::vector<RatioQuark>{{0.15, 0.1}, {0.14, 0.2}}));
    EXPECT_EQ(p.fermions[0].boundary, BoundaryPhases::parse("0,0,0,0.5:spread"));
    EXPECT_EQ(p.fermions[0].scales, (std::vector<int>{0, 1, 1}));
    EXPECT_EQ(p.fermions[1].action, FermionAction::RationalStaggered);
    EXPECT_EQ(p.fermions[1].mass, 0.1);
    EXPECT_EQ(p.fermions[1].flavours, 2);
    EXPECT_EQ(p.fermions[1].rationalTolerance, 1e-4);
    EXPECT_EQ(p.fermions[1].range, (SpectralRange{0.01, 17}));
    EXPECT_EQ(p.fermions[2].clover, 0);
    EXPECT_FALSE(p.fermions[2].stout.smears());
    EXPECT_EQ(p.fermions[2].ratios, (std::vector<RatioQuark>{{0.11, 0}}));
    EXPECT_EQ(p.fermions[3].stout, (StoutSteps{0.1, 1}));
    EXPECT_EQ(p.fermions[3].boundary, BoundaryPhases::parse("periodic"));
    EXPECT_EQ(toToml(parseRunConfig(toToml(run), "again.toml")), toToml(run));
}

TEST(RunConfigHmc, HasDomainWalls)
{
    const std::string walls = "[hmc]\n[[hmc.fermions]]\nkind = \"domain-wall\"\nmass = 0.1\nm5 = 1.8\n";
    const RunConfig run =
        parseRunConfig(minimal + walls +
                           "ls = 8\nb5 = 1.5\nc5 = 0.5\nratios = [0.3, 0.6]\n"
                           "[[hmc.fermions]]\nkind = \"domain-wall-rational\"\nmass = 0.4\nm5 = 1.7\nls = 4\n"
                           "lambda_min = 0.1\nlambda_max = 6\nflavours = 1\nrange = [0.001, 20]\n",
                       "run.toml");

    const HmcParameters p = hmcOf(run);
    ASSERT_EQ(p.fermions.size(), 2u);
    EXPECT_EQ(describe(p.fermions[0]), "domain wall, two flavours, mass = 0.1, m5 = 1.8, ls = 8, b5 = 1.5, c5 = 0.5");
    EXPECT_EQ(p.fermions[0].ratios, (std::vector<RatioQuark>{{.mass = 0.3}, {.mass = 0.6}}));
    EXPECT_EQ(describe(p.fermions[1]),
              "domain wall, 1 flavours, mass = 0.4, m5 = 1.7, ls = 4, lambda_min = 0.1, lambda_max = 6");
    EXPECT_EQ(p.fermions[1].range, (SpectralRange{0.001, 20}));
    EXPECT_EQ(toToml(parseRunConfig(toToml(run), "again.toml")), toToml(run));

    says(walls, "7:", "lacks the required key 'ls'");
    says(walls + "ls = 2.5\n", "11:", "ls = 2.5 must be a whole number");
    says(walls + "ls = 4\nratios = [{mass = 0.3}]\n", "12:", "a list of numbers");
    says(walls + "ls = 4\nratios = [2]\n", "12:", "mass = 2 must be at least 0 and below 1");
    says(walls + "ls = 4\nkappa = 0.1\n", "12:", "unknown key 'kappa'");
    const std::string one = "[hmc]\n[[hmc.fermions]]\nkind = \"domain-wall-rational\"\nmass = 0.1\nm5 = 1.8\nls = 4\n";
    says(one + "flavours = 1\n", "7:", "lacks the required key 'range'");
    says(one + "range = [0.1, 5]\nflavours = 2\n", "13:", "above 0 and below 2; two are the kind 'domain-wall'");
}

TEST(RunConfigHmc, HasOverlapQuarks)
{
    const std::string overlap = "[hmc]\n[[hmc.fermions]]\nkind = \"overlap\"\nmass = 0.1\nrho = 1.4\n";
    const RunConfig run = parseRunConfig(
        minimal + overlap + "lambda_min = 0.02\nlambda_max = 8\ntopology_mu = 0.2\nscales = [0, 0]\n", "run.toml");

    const HmcParameters p = hmcOf(run);
    ASSERT_EQ(p.fermions.size(), 1u);
    EXPECT_EQ(describe(p.fermions[0]),
              "overlap, two flavours, mass = 0.1, rho = 1.4, sign_modes = 0, lambda_min = 0.02, "
              "lambda_max = 8, topology_mu = 0.2");
    EXPECT_EQ(termsOf(p.fermions[0]), 2);
    EXPECT_EQ(toToml(parseRunConfig(toToml(run), "again.toml")), toToml(run));

    says(overlap + "lambda_min = 0.02\nlambda_max = 8\n", "7:", "lacks the required key 'topology_mu'");
    const std::string fixed = overlap + "topology_mu = 0.2\n";
    says(fixed, "7:",
         "need lambda_min and lambda_max (--lambda-min, --lambda-max), which are not measured along trajectories");
    says(fixed + "lambda_min = 0.02\nlambda_max = 8\nsign_modes = 4\n", "14:", "sign_modes = 4 of dynamical overlap");
    says(overlap + "topology_mu = 0\nlambda_min = 0.02\nlambda_max = 8\n", "11:", "must be a finite number above 0");
    says(fixed + "lambda_min = 2\nlambda_max = 1\n", "12:", "0 < lambda_min < lambda_max");
    says(overlap + "topology_mu = 0.2\nm5 = 1.8\n", "12:", "unknown key 'm5'");
}

TEST(RunConfigHmc, HasAGenerator)
{
    const RunConfig run = parseRunConfig(minimal + "[update]\ngenerator = \"ranlux\"\nluxury = 4\n[hmc]\n", "run.toml");

    EXPECT_EQ(run.update.generator.type, GeneratorType::Ranlux);
    EXPECT_EQ(run.update.generator.luxury, 4);
    EXPECT_EQ(toToml(parseRunConfig(toToml(run), "again.toml")), toToml(run));
}

TEST(RunConfigHmc, HasDefaultsForAllButTheAction)
{
    const RunConfig run = parseRunConfig(minimal + "[hmc]\n", "run.toml");

    EXPECT_TRUE(hmcOf(run).fermions.empty());
    EXPECT_EQ(hmcOf(run).scales, std::vector<ScaleParameters>(1));
    EXPECT_EQ(run.update.sweeps, RunConfig().update.sweeps);
    EXPECT_EQ(run.device.precision, Precision::Single);
    EXPECT_EQ(updateName(run), "trajectory");
    EXPECT_EQ(updateName(run, 2), "trajectories");
    EXPECT_EQ(updateName(RunConfig(), 2), "sweeps");
    EXPECT_EQ(toToml(parseRunConfig(toToml(run), "again.toml")), toToml(run));
}

TEST(RunConfigHmc, OneIntegratorServesAllTimeScales)
{
    const RunConfig run = parseRunConfig(minimal + "[hmc]\nintegrator = \"leapfrog\"\nsteps = [2, 3]\n", "run.toml");

    EXPECT_EQ(hmcOf(run).scales, (std::vector<ScaleParameters>{{Integrator::Leapfrog, 2}, {Integrator::Leapfrog, 3}}));
}

TEST(RunConfigHmc, ThePrecisionIsThatOfTheDeviceToo)
{
    const RunConfig inDouble = parseRunConfig(minimal + "[hmc]\nprecision = \"double\"\n", "run.toml");

    EXPECT_EQ(inDouble.device.precision, Precision::Double);
    says("[hmc]\nprecision = \"mixed\"\n[device]\nprecision = \"double\"\n",
         "9:", "precision = 'double' in [device] must be 'single' or left out");
}

TEST(RunConfigHmc, TakesTheCouplingOfItsAction)
{
    const RunConfig run = parseRunConfig(
        "[lattice]\nextents = \"4x4x4x4\"\ngroup = \"su3\"\n[action]\ntype = \"symanzik\"\nbeta = 3.9\n[hmc]\n", "a");

    EXPECT_EQ(hmcOf(run).beta, 3.9);
    EXPECT_EQ(hmcOf(run).action, actions::symanzik);
}

TEST(RunConfigHmc, RefusesWrongValuesWithTheirLine)
{
    says("[hmc]\nlenght = 1\n", "7:", "unknown key 'lenght' in [hmc]; expected one of 'trajectories'");
    says("[hmc]\ntrajectories = 0\n", "7:", "trajectories = 0 in [hmc] must be at least 1");
    says("[hmc]\nthermalisation = -1\n", "7:", "thermalisation = -1 in [hmc] must be at least 0");
    says("[hmc]\nthermalisation = 5\naccept_first = 6\n",
         "8:", "accept_first = 6 in [hmc] must be 0 to thermalisation = 5");
    says("[hmc]\nfailures = 0\n", "7:", "failures = 0 in [hmc] must be at least 1");
    says("[hmc]\nlength = 0\n", "7:", "length = 0 in [hmc] must be a finite number above 0");
    says("[hmc]\nlength = nan\n", "7:", "length = nan in [hmc] must be a finite number above 0");
    says("[hmc]\nlength = \"1\"\n", "7:", "'length' in [hmc] must be a number, not string");
    says("[hmc]\nintegrator = \"euler\"\n", "7:", "'euler' is not one of 'leapfrog', '2mn', '4mn'");
    says("[hmc]\nintegrator = [\"2mn\", \"4mn\"]\nsteps = 5\n", "7:", "one for each of the 1 time scales");
    says("[hmc]\nsteps = [3, 0]\n", "7:", "steps = 0 in [hmc] must be at least 1");
    says("[hmc]\nsteps = []\n", "7:", "steps = 0 in [hmc] must be at least 1");
    says("[hmc]\ngauge_scale = 1\n", "7:", "gauge_scale = 1 in [hmc] must be 0 to 0, the number of a time scale");
    says("[hmc]\nguess = \"best\"\n", "7:", "'zero', 'last', 'chronological'");
    says("[hmc]\nguesses = 0\n", "7:", "guesses = 0 in [hmc] must be at least 1");
    says("[hmc]\nprecision = \"half\"\n", "7:", "'single', 'mixed', 'double'");
    says("[hmc]\nforce_tolerance = 0\n", "7:", "force_tolerance = 0 in [hmc] must be above 0 and below 1");
    says("[hmc]\nenergy_tolerance = 1\n", "7:", "energy_tolerance = 1 in [hmc] must be above 0 and below 1");
    says("[hmc]\nmax_iterations = 0\n", "7:", "max_iterations = 0 in [hmc] must be at least 1");
    says("[hmc]\nfermions = 2\n", "7:", "'fermions' in [hmc] must be tables [[hmc.fermions]], not integer");
    says("[hmc]\nfermions = [1]\n", "7:", "'fermions' in [hmc] must be tables [[hmc.fermions]], not integer");
    says("[update]\nsweeps = 5\n[hmc]\n", "7:",
         "unknown key 'sweeps' in [update]; expected one of 'start', 'file', 'seed', 'key_version', 'generator', "
         "'luxury' beside [hmc], which has "
         "trajectories");
}

const std::string wilson = "[hmc]\n[[hmc.fermions]]\nkind = \"wilson\"\nkappa = 0.15\n"; // line 10 is the next
const std::string twisted = "[hmc]\n[[hmc.fermions]]\nkind = \"twisted-mass\"\nkappa = 0.1\nmu = 0.1\n"; // line 11
const std::string rational = "[hmc]\n[[hmc.fermions]]\nkind = \"rational\"\nmass = 0.1\n";

TEST(RunConfigHmc, RefusesWrongFermionsWithTheirLine)
{
    says("[hmc]\n[[hmc.fermions]]\nkappa = 0.1\n", "7:", "[hmc.fermions] lacks the required key 'kind'");
    says("[hmc]\n[[hmc.fermions]]\nkind = \"mobius\"\n",
         "8:", "'wilson', 'twisted-mass', 'staggered', 'rational', 'domain-wall'");
    says("[hmc]\n[[hmc.fermions]]\nkind = \"wilson\"\n", "7:", "lacks the required key 'kappa'");
    says("[hmc]\n[[hmc.fermions]]\nkind = \"wilson\"\nkappa = 1.5\n", "9:", "kappa = 1.5 must be above 0 and below 1");
    says(wilson + "mass = 1\n", "10:", "unknown key 'mass' in [hmc.fermions]");
    says(wilson + "mu = 1\n", "10:", "unknown key 'mu' in [hmc.fermions]");
    says(wilson + "ratios = 0.1\n", "10:", "'ratios' in [hmc.fermions] must be a list of numbers, kappa");
    says(wilson + "ratios = [0.1, -1]\n", "10:", "kappa = -1");
    says(wilson + "ratios = [{mu = 1}]\n", "10:", "unknown key 'mu' in [hmc.fermions.ratios]");
    says(wilson + "scales = [1]\n", "10:", "scales = 1 in [hmc.fermions[0]] must be 0 to 0");
    says(wilson + "scales = [0, 0]\n", "10:", "2 time scales");
    says(wilson + "boundary = \"open\"\n", "10:", "boundary 'open'");
    says(wilson + wilson.substr(6) + "ratios = [2]\n", "13:", "kappa = 2");
    says(wilson + "clover = -1\n", "10:", "clover = -1");
    says(wilson + "stout = \"-0.1:2\"\n", "10:", "rho = -0.1");
    says(wilson + "stout = \"0.1\"\n", "10:", "'0.1' is not RHO:STEPS");
    says("[hmc]\n[[hmc.fermions]]\nkind = \"staggered\"\nmass = 0.1\nclover = 1\n",
         "10:", "unknown key 'clover' in [hmc.fermions]");
    says(twisted + "ratios = [\"a\"]\n", "11:", "a list of numbers, mu, or of tables {kappa = .., mu = ..}");
    says(rational, "7:", "lacks the required key 'flavours'");
    says(rational + "flavours = 4\n", "10:", "flavours = 4 in [hmc.fermions[0]] must be above 0 and below 4");
    says(rational + "flavours = 2\nrational_tolerance = 0.5\n", "11:", "must be 1e-15 to 0.1");
    says(rational + "flavours = 2\nrange = [1]\n", "11:", "must be two numbers, the least and the largest eigenvalue");
    says(rational + "flavours = 2\nrange = [2, 1]\n", "11:", "range = [2, 1] in [hmc.fermions[0]] must be two rising");
    says("[hmc]\n[[hmc.fermions]]\nkind = \"staggered\"\nmass = 0\n", "9:", "mass = 0 must be a finite number above 0");
    says("[hmc]\n[[hmc.fermions]]\nkind = \"staggered\"\nmass = 0.1\nflavours = 4\n",
         "10:", "unknown key 'flavours' in [hmc.fermions]");
}

TEST(RunConfigHmc, RectanglesNeedNoColoursOfLinks)
{
    const std::string text =
        "[lattice]\nextents = [2, 2, 2, 4]\ngroup = \"su3\"\n[action]\ntype = \"iwasaki\"\nbeta = 2\n";

    EXPECT_NE(messageOf(text), "no error");
    EXPECT_EQ(messageOf(text + "[hmc]\n"), "no error");
}

TEST(RunConfig, ReadsACondensate)
{
    const RunConfig run = parseRunConfig(
        minimal + "[condensate]\nevery = 2\noperator = \"staggered\"\nmass = [0.1, 0.2]\nvectors = 3\n", "run.toml");

    ASSERT_TRUE(run.condensate);
    EXPECT_EQ(run.condensate->values, (std::vector<double>{0.1, 0.2}));
    EXPECT_EQ(run.condensate->vectors, 3);
    EXPECT_EQ(toToml(parseRunConfig(toToml(run), "again.toml")), toToml(run));
    says("[condensate]\nevery = 1\nkappa = 0.1\nvectors = 0\n", "9:", "vectors = 0 in [condensate] must be 1 to 10000");
    says("[condensate]\nevery = 1\nkappa = 0.1\nsource = \"ones\"\n", "9:", "unknown key 'source'");
    says("[condensate]\nkappa = 0.1\n", "6:", "lacks the required key 'every'");
    says("[condensate]\nevery = 200\nkappa = 0.1\n", "7:", "every = 200 in [condensate] must be 1 to 100");
}

TEST(RunConfig, ReadsQuarkLoops)
{
    const RunConfig run = parseRunConfig(minimal + "[disconnected]\nevery = 2\nkappa = 0.12\nvectors = 3\n"
                                                   "gamma = \"all\"\nnoise = \"z3\"\ndilution = \"time,spin\"\n",
                                         "run.toml");

    ASSERT_TRUE(run.disconnected);
    EXPECT_EQ(run.disconnected->vectors, 3);
    EXPECT_EQ(run.disconnected->noise, NoiseType::Z3);
    EXPECT_EQ(run.disconnected->dilution, "time,spin");
    EXPECT_EQ(toToml(parseRunConfig(toToml(run), "again.toml")), toToml(run));
    const std::string section = "[disconnected]\nevery = 1\nkappa = 0.1\n",
                      staggered = "[disconnected]\nevery = 1\noperator = \"staggered\"\nmass = 0.1\n";
    says(section + "gamma = \"pion\"\n", "9:", "gamma 'pion' is none of all, scalar, pseudoscalar");
    says(section + "noise = \"z5\"\n", "9:", "'z5' is not one of 'z2', 'z3', 'z4', 'gaussian'");
    says(section + "dilution = \"space\"\n", "9:", "dilution 'space' is none of none, time, spin");
    says(section + "dilution = \"sites,time\"\n", "9:", "dilution 'sites' has each site by itself");
    says(section + "dilution = \"sites,spin,colour\"\nvectors = 1000\n", "9:", "65536000 solves");
    says(section + "dilution = \"sites,spin,colour\"\nvectors = 2\n", "10:", "vectors = 2 in [disconnected] must be 1");
    says(section + "source = \"ones\"\n", "9:", "unknown key 'source'");
    says(section + "solver = \"multishift\"\n", "9:", "multishift");
    says(staggered + "gamma = \"scalar\"\n", "10:", "unknown key 'gamma'");
    says(staggered + "dilution = \"spin\"\n", "10:", "dilution 'spin'");
}

} // namespace
} // namespace gaugegl
