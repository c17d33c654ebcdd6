// The action of two flavours of overlap quarks on the whole lattice; CONVENTIONS.md, "Molecular dynamics".
#pragma once

#include "gaugegl/hmc/hybrid_monte_carlo.h"
#include "hmc/action.h"
#include "hmc/host_pseudofermion_context.h"
#include "hmc/pseudofermion_context.h"

namespace gaugegl {

/// Where quarks of the kernel of overlap quarks are on a device: energies are computed on the host.
using KernelContext = PseudofermionContext<QuarkForm::Wilson, host::Hopping<double, FermionKind::Wilson>>;

/// S = sum over both chiralities s of phi_s^dagger A_s^-1 phi_s, A_s = (f + m)^2 + f^2 + 2 f (f + m) s P_s R(H_W) P_s with Zolotarev's R on the
/// interval of the term: D^dagger D where R is the sign.  That is checked: refresh and energy throw UnsolvedError where R changes the
/// norm of a random vector.  Systems are solved on the CPU, since fields of the lattices that this is for are small and kernels of a card would
/// be waiting for each other; what holds the links adds up the forces of the solutions.
template<class Context>
std::unique_ptr<ActionOn<typename Context::Momenta>> overlapAction(std::shared_ptr<Context> kernels,
                                                                   const FermionTerm& term,
                                                                   const HmcParameters& parameters, std::string title);

} // namespace gaugegl
