// Choices with names: the texts that run files and options have for the values of an enumeration.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gaugegl {

/// The texts of a choice in run files and options, in order; Choice is one of those of run_config.h,
/// dirac_parameters.h, gauge_fixing.h and hmc.h: ActionType, Start, Observable, FileFormat, GeneratorType,
/// HeatBathChoice, PathChoice, Precision, Storage, DiracType, SolverType, SolverPrecision, Gauge, FixingMethod,
/// PowerOrder, FixingGranularity, FixingPrecision, Integrator, Guess, HmcPrecision, FermionAction.
template<class Choice>
std::vector<std::string> choices();

/// The choice of that text.  Throws InputError that lists the texts: "'warm' is not one of 'hot', 'cold', 'file'".
template<class Choice>
Choice parseChoice(std::string_view text);

/// The text of a choice.
template<class Choice>
std::string choiceName(Choice choice);

} // namespace gaugegl
