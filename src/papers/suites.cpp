#include "papers/suites.h"

namespace gaugegl::papers {

std::vector<SuiteKind> suites()
{
    const std::vector<std::string> ofDevices = {"reference", "host"};
    constexpr const char* whyOfDevices = ": it measures only devices";
    return {{"fermi",
             "the SU(2) experiment of arXiv:1010.4834 on growing lattices",
             fermiSuite,
             {"--lattices", "--precision", "--iterations"},
             {"host"},
             ": the host has no heat bath but that of reference"},
            {"hops",
             "the Wilson hopping term from links of 18, 12 and 8 reals on growing lattices, as in arXiv:1209.5942",
             hopSuite,
             {"--lattices", "--precision"},
             ofDevices,
             whyOfDevices},
            {"twisted-mass",
             "trajectories of the three setups of arXiv:1209.5942",
             twistedMassSuite,
             {"--lattices", "--group", "--precision"},
             ofDevices,
             whyOfDevices},
            {"fixing",
             "overrelaxation in Landau gauge against the extent in time, as in arXiv:1209.4008",
             fixingSuite,
             {"--lattices", "--group", "--precision"},
             {"reference"},
             ": the CPU's own code is host"}};
}

} // namespace gaugegl::papers
