// The experiments of the papers that the program repeats, as suites.
#pragma once

#include "checks/suite.h"

namespace gaugegl::papers {

/// In the order of the help.
std::vector<SuiteKind> suites();

/// Cardoso, Bicudo, "SU(2) Lattice Gauge Theory Simulations on Fermi GPUs" (arXiv:1010.4834), figures 6 and 7: heat bath
/// and plaquette of SU(2) on growing lattices, in every place.
std::unique_ptr<Suite> fermiSuite(const SuiteRequest& request);
/// Bach, Lindenstruth, Philipsen, Pinke, "Lattice QCD based on OpenCL" (arXiv:1209.5942), figures 7 and 8: the Wilson
/// hopping term from links of 18, 12 and 8 reals on growing lattices, its bandwidth, and what the shorter links are worth.
std::unique_ptr<Suite> hopSuite(const SuiteRequest& request);
/// The same paper, trajectories of setups A, B and C on lattices of one's choice.
std::unique_ptr<Suite> twistedMassSuite(const SuiteRequest& request);
/// Schroeck, Vogt, "Gauge fixing using overrelaxation and simulated annealing on GPUs" (arXiv:1209.4008), figure 1:
/// overrelaxation in Landau gauge against the extent in time.
std::unique_ptr<Suite> fixingSuite(const SuiteRequest& request);

} // namespace gaugegl::papers
