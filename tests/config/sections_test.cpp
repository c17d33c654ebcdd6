// The sections of run files that ask for more than the ensemble: fermions, loops, the flow, a scan.
#include "run_config_text.h"

namespace gaugegl {
namespace {

using namespace run_config_test;

TEST(RunConfig, ReadsFermions)
{
    const RunConfig config = parseRunConfig(minimal + R"toml(
[spectrum]
every = 5
operator = "twisted-mass"
kappa = 0.15
mu = -0.2
boundary = "0.5,0,0,1:spread"
source = "wall:3"
direction = "x"
tolerance = 1e-6
solver = "bicgstab"
precision = "double"
path = "cpu"
smear_source = "0.25:30"
smear_links = "0.1:10"
channels = "all"
rhs = 6
[inverter]
operator = "staggered"
mass = [0.1, 0.2]
source = ["ones"]
)toml",
                                            "run.toml");

    ASSERT_TRUE(config.spectrum && config.inverter);
    const FermionSection& spectrum = *config.spectrum;
    EXPECT_EQ(spectrum.every, 5);
    EXPECT_EQ(spectrum.direction, 0);
    EXPECT_EQ(spectrum.sources, std::vector<std::string>{"wall:3"});
    EXPECT_EQ(spectrum.path, "cpu");
    const DiracParameters dirac = spectrum.dirac(spectrum.values.at(0));
    EXPECT_EQ(dirac.type, DiracType::TwistedMass);
    EXPECT_EQ(dirac.kappa, 0.15);
    EXPECT_EQ(dirac.mu, -0.2);
    EXPECT_EQ(dirac.boundary, BoundaryPhases::parse("0.5,0,0,1:spread"));
    EXPECT_EQ(spectrum.choice().type, SolverType::BiCgStab);
    EXPECT_EQ(spectrum.choice().tolerance, 1e-6);
    EXPECT_EQ(config.inverter->dirac(0.2).mass, 0.2);
    EXPECT_EQ(spectrum.smearSource, "0.25:30");
    EXPECT_EQ(spectrum.smearSink, "none");
    EXPECT_EQ(spectrum.smearLinks, "0.1:10");
    EXPECT_EQ(spectrum.channels, "all");
    EXPECT_EQ(spectrum.choice().rhs, 6);
    EXPECT_FALSE(spectrum.nucleon);
    EXPECT_EQ(toToml(parseRunConfig(toToml(config), "again.toml")), toToml(config));
}

TEST(RunConfig, RefusesSmearingsChannelsAndNucleonsWithTheirLine)
{
    const std::string wilson = "[spectrum]\nevery = 1\nkappa = 0.1\n",
                      staggered = "[spectrum]\nevery = 1\noperator = \"staggered\"\nmass = 0.1\n";
    says(wilson + "smear_source = \"0.25\"\n", "9:", "ALPHA:STEPS");
    says(wilson + "smear_sink = \"0.25:-1\"\n", "9:", "-1 steps");
    says(wilson + "smear_links = \"0.1:2\"\n", "9:", "neither source nor sink");
    says(wilson + "channels = \"glueball\"\n", "9:", "'glueball'");
    says(wilson + "nucleon = 1\n", "9:", "true or false");
    says(wilson + "rhs = 13\n", "9:", "rhs = 13: 1 to 12");
    says(staggered + "smear_sink = \"0.25:3\"\n", "10:", "staggered");
    says(staggered + "channels = \"all\"\n", "10:", "staggered");
    says("[inverter]\nkappa = 0.1\nnucleon = true\n", "8:", "unknown key 'nucleon'");
}

TEST(RunConfig, RefusesWhatQuarksWithAChemicalPotentialDoNotHave)
{
    const std::string quarks = "[spectrum]\nevery = 1\nkappa = 0.1\nisospin_mu = 0.2\n",
                      across = quarks + "direction = \"x\"\n";
    EXPECT_EQ(messageWith(across + "separate_momenta = true\nmomenta = \"1,0,0\"\n"), "no error");
    says(quarks, "9:", "correlators along t");
    says(across + "deflate = 4\n", "11:", "isospin_mu = 0.2 are not deflated");
    says(across + "nucleon = true\n", "11:", "a baryon has quarks of both signs");
    says(across + "separate_momenta = true\nmomenta = \"0,0,1\"\n", "12:", "momenta along t");
}

TEST(RunConfig, RefusesWrongFermionsWithTheirLine)
{
    says("[spectrum]\nevery = 1\n", "6:", "lacks the required key 'kappa'");
    says("[spectrum]\nkappa = 0.1\n", "6:", "lacks the required key 'every'");
    says("[spectrum]\nevery = 1\nkappa = [0.1, -1]\n", "8:", "kappa = -1 must be above 0");
    says("[spectrum]\nevery = 1\nkappa = []\n", "8:", "at least one number");
    says("[spectrum]\nevery = 1\nkappa = \"a\"\n", "8:", "must be a number or a list of numbers");
    says("[spectrum]\nevery = 1\nkappa = 0.1\nmass = 1\n", "9:", "unknown key 'mass'");
    says("[spectrum]\nevery = 1\nkappa = 0.1\nsource = \"ones\"\n", "9:", "with all their components");
    says("[spectrum]\nevery = 1\nkappa = 0.1\nsource = \"point:8,0,0,0\"\n", "9:", "outside the lattice");
    says("[spectrum]\nevery = 1\nkappa = 0.1\nboundary = \"open\"\n", "9:", "boundary 'open'");
    says("[spectrum]\nevery = 1\nkappa = 0.1\ntolerance = 1\n", "9:", "tolerance = 1");
    says("[spectrum]\nevery = 1\nkappa = 0.1\nsolver = \"multishift\"\n", "", "needs shifts");
    says("[spectrum]\nevery = 1\nkappa = 0.1\nsource = [\"point:0,0,0,0\", \"wall:1\"]\n", "",
         "\"wall:1\" in [spectrum] must be of the type of the first, \"point:0,0,0,0\"");
    says("[spectrum]\nevery = 1\nkappa = 0.1\npath = \"gpu\"\n", "9:", "'cpu'");
    says("[spectrum]\nevery = 1\nkappa = 0.1\ndirection = \"w\"\n", "9:", "'x', 'y', 'z' or 't'");
    says("[measure]\nevery = 2\n[spectrum]\nevery = 3\nkappa = 0.1\n", "9:", "a multiple of every = 2");
    says("[inverter]\nkappa = 0.1\nevery = 2\n", "8:", "unknown key 'every'");
}

TEST(RunConfig, ReadsLoopsAndFlow)
{
    const RunConfig config = parseRunConfig(minimal + R"toml(
[measure]
every = 5
[loops]
every = 10
r_max = 3
t_max = 6
ape_alpha = 0.4
ape_steps = 12
off_axis = true
multihit = true
fit_range = [1.5, 3]
plateau = 2
root_sigma_mev = 420
[flow]
every = 5
time = 2
record = 0.2
step = 0.05
tolerance = 1e-4
action = "symanzik"
improved = true
reference = 0.15
)toml",
                                            "run.toml");

    ASSERT_TRUE(config.loops && config.flow);
    EXPECT_EQ(config.loops->every, 10);
    EXPECT_EQ(config.loops->rMost, 3);
    EXPECT_EQ(config.loops->tMost, 6);
    EXPECT_EQ(config.loops->apeAlpha, 0.4);
    EXPECT_EQ(config.loops->apeSteps, 12);
    EXPECT_TRUE(config.loops->offAxis && config.loops->multihit);
    EXPECT_EQ(config.loops->fitRange, (std::vector<double>{1.5, 3}));
    EXPECT_EQ(config.loops->plateau, 2);
    EXPECT_EQ(config.loops->rootSigmaMeV, 420);
    EXPECT_EQ(config.flow->every, 5);
    EXPECT_EQ(config.flow->time, 2);
    EXPECT_EQ(config.flow->record, 0.2);
    EXPECT_EQ(config.flow->step, 0.05);
    EXPECT_EQ(config.flow->tolerance, 1e-4);
    EXPECT_EQ(config.flow->action, ActionType::Symanzik);
    EXPECT_TRUE(config.flow->improved);
    EXPECT_EQ(config.flow->reference, 0.15);
    EXPECT_EQ(toToml(parseRunConfig(toToml(config), "again.toml")), toToml(config));
}

TEST(RunConfig, MeasuresLoopsUpToHalfTheLatticeUnlessToldOtherwise)
{
    const RunConfig config = parseRunConfig(minimal + "[loops]\nevery = 1\n[flow]\nevery = 1\ntime = 1\n", "run.toml");

    EXPECT_EQ(rMostOf(config.loops->rMost, Lattice({8, 6, 8, 8})), 3);
    EXPECT_EQ(tMostOf(config.loops->tMost, Lattice({8, 6, 8, 32})), 8);
    EXPECT_EQ(rMostOf(5, Lattice({8, 8, 8, 8})), 5);
    EXPECT_FALSE(config.flow->tolerance || config.flow->reference || config.loops->plateau);
    EXPECT_EQ(toToml(parseRunConfig(toToml(config), "again.toml")), toToml(config));
}

TEST(RunConfig, RefusesWrongLoopsAndFlowsWithTheirLine)
{
    says("[loops]\nr_max = 2\n", "6:", "lacks the required key 'every'");
    says("[loops]\nevery = 1\nr_max = 5\n", "8:", "r_max = 5 in [loops] must be 1 to 4");
    says("[loops]\nevery = 1\nt_max = 9\n", "8:", "t_max = 9 in [loops] must be 2 to 8");
    says("[loops]\nevery = 1\nape_alpha = 1.5\n", "8:", "ape_alpha = 1.5 in [loops] must be 0 to 1");
    says("[loops]\nevery = 1\nape_steps = -1\n", "8:", "at least 0");
    says("[loops]\nevery = 1\nfit_range = [4, 2]\n", "8:", "the smaller one first");
    says("[loops]\nevery = 1\nplateau = 8\n", "8:", "plateau = 8 in [loops] must be 1 to 7");
    says("[loops]\nevery = 1\nroot_sigma_mev = 0\n", "8:", "a finite number above 0");
    says("[measure]\nevery = 2\n[loops]\nevery = 3\n", "9:", "a multiple of every = 2");
    says("[flow]\nevery = 1\n", "6:", "lacks the required key 'time'");
    says("[flow]\nevery = 1\ntime = -1\n", "8:", "a finite number above 0");
    says("[flow]\nevery = 1\ntime = 1\nrecord = 0.5\n",
         "9:", "record = 0.5 in [flow] must be 3 to 10000 times in time = 1");
    says("[flow]\nevery = 1\ntime = 1\naction = \"custom\"\n", "9:", "'wilson', 'symanzik'");
    says("[flow]\nevery = 1\ntime = 1\ntolerance = 0\n", "9:", "a finite number above 0");
    EXPECT_NE(messageOf("[lattice]\nextents = [8,8,8,8]\ngroup = \"su3\"\n[action]\ntype = \"symanzik\"\nbeta = "
                        "4\n[loops]\nevery = 1\nmultihit = true\n")
                  .find("run.toml:9: multihit = true in [loops] must be false"),
              std::string::npos);
}

TEST(RunConfig, RefusesSlabsThatDoNotFitWithTheirLine)
{
    const std::string slabs = "[multilevel]\nevery = 1\n";
    const RunConfig config =
        parseRunConfig("[lattice]\nextents = [8, 8, 8, 16]\ngroup = \"su2\"\n[action]\nbeta = 2.3\n" + slabs +
                           "thickness = [2, 4]\nupdates = [10, 0]\n",
                       "run.toml");
    EXPECT_EQ(config.multilevel->thickness, (std::vector<int>{2, 4}));
    EXPECT_EQ(config.multilevel->updates, (std::vector<int>{10, 0}));
    EXPECT_EQ(parseRunConfig(toToml(config), "again.toml").multilevel->updates, config.multilevel->updates);
    says(slabs + "thickness = 3\n", "8:", "thickness = [3] in [multilevel] must be divisors of 16");
    says(slabs + "thickness = [4, 2]\nupdates = [1, 1]\n", "8:", "rising, each a multiple");
    says(slabs + "thickness = [2, 4]\n", "",
         "updates = [100] in [multilevel] must be one number for each of the 2 levels");
    says(slabs + "updates = -1\n", "8:", "updates = [-1] in [multilevel] must be not negative");
    says(slabs + "thickness = [2, 4]\nupdates = [100000, 100000]\n", "9:", "the product of those of all levels");
    const auto whole = [](const std::string& more) {
        return messageOf("[lattice]\nextents = [8, 8, 8, 8]\ngroup = \"su3\"\n[action]\nbeta = 4\n" + more +
                         "[multilevel]\nevery = 1\n");
    };
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "must be 'wilson' for [multilevel]", whole("type = \"iwasaki\"\n"));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "without quarks",
                        whole("[hmc]\nsteps = [4]\n[[hmc.fermions]]\nkind = \"staggered\"\nmass = 0.5\n"));
}

const std::string scan = "[lattice]\nextents = [8, 8, 8, 4]\ngroup = \"su2\"\n[scan]\n"; // line 5 is the next

TEST(RunConfig, ReadsAScan)
{
    const RunConfig config = parseRunConfig(scan + "beta = [2.2, 2.3]\nnt = [4, 2]\n", "run.toml");
    const RunConfig one = parseRunConfig(scan + "beta = 2.2\n", "run.toml");

    ASSERT_TRUE(config.scan && one.scan);
    EXPECT_EQ(config.scan->beta, (std::vector<double>{2.2, 2.3}));
    EXPECT_EQ(config.scan->nt, (std::vector<int>{4, 2}));
    EXPECT_TRUE(one.scan->nt.empty());
    EXPECT_EQ(toToml(parseRunConfig(toToml(config), "again.toml")), toToml(config));
}

TEST(RunConfig, RefusesAWrongScanWithItsLine)
{
    EXPECT_EQ(messageOf(scan + "nt = 4\n"), "run.toml:4: [scan] lacks the required key 'beta'");
    EXPECT_EQ(messageOf(scan + "beta = []\n"), "run.toml:5: beta = [] in [scan] must be at least one number");
    EXPECT_EQ(messageOf(scan + "beta = [2.3, 2.2]\n"), "run.toml:5: beta = [2.3, 2.2] in [scan] must be a rising list");
    EXPECT_EQ(messageOf(scan + "beta = 2\nnt = 5\n"),
              "run.toml:6: nt = 5 in [scan] must be an even number, at least 2");
    EXPECT_EQ(messageOf(scan + "beta = 2\nnt = [4, 4]\n"),
              "run.toml:6: nt = [4, 4] in [scan] must be a list without repetitions");
    EXPECT_EQ(messageOf(scan + "beta = 2\n[action]\nbeta = 2.3\n"),
              "run.toml:7: beta = 2.3 in [action] has no meaning beside the couplings of [scan]; leave it out");
}

} // namespace
} // namespace gaugegl
