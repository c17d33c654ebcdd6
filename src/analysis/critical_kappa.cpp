#include "analysis/critical_kappa.h"

#include "analysis/pion_line.h"

namespace gaugegl::analysis {

CriticalKappa criticalKappa(const std::vector<double>& kappas, const std::vector<CorrelatorSeries>& pions)
{
    std::vector<double> quarkMasses;
    quarkMasses.reserve(kappas.size());
    for (const double kappa : kappas)
        quarkMasses.push_back(1 / (2 * kappa));
    const PionLine line = pionLine(quarkMasses, pions, [](double zero) { return 1 / (2 * zero); });
    return {line.zero, line.slope, line.squaredMasses};
}

} // namespace gaugegl::analysis
