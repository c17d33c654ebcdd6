#include "analysis/literature.h"

#include "gaugegl/analysis/estimate.h"
#include "gaugegl/core/heatbath.h"

#include <array>
#include <cmath>
#include <fmt/format.h>

namespace gaugegl::analysis {
namespace {

enum class Source { Boyd, ReferenceRuns };

constexpr const char* text(Source source)
{
    return source == Source::Boyd ? "G. Boyd et al., Nucl. Phys. B469 (1996) 419, hep-lat/9602007"
                                  : "independent double-precision program, this project's reference runs";
}

/// All on L^4 lattices.  Of two entries for one lattice the first counts.
struct Entry {
    Group group;
    int extent;
    double beta, value, error;
    Source source = Source::ReferenceRuns;
    GaugeAction action = {};
};

constexpr std::array entries = {
    Entry{Group::SU3, 16, 6.0, 0.593678, 0.000024, Source::Boyd},
    Entry{Group::SU2, 4, 1.0, 0.243224, 0.000095},
    Entry{Group::SU2, 4, 2.3, 0.60920, 0.00019},
    Entry{Group::SU2, 8, 1.0, 0.243102, 0.000053},
    Entry{Group::SU2, 8, 1.5, 0.362443, 0.000072},
    Entry{Group::SU2, 8, 2.0, 0.50120, 0.00010},
    Entry{Group::SU2, 8, 2.2, 0.56941, 0.00011},
    Entry{Group::SU2, 8, 2.3, 0.60251, 0.00012},
    Entry{Group::SU2, 8, 2.4, 0.630245, 0.000099},
    Entry{Group::SU2, 8, 2.5, 0.652499, 0.000072},
    Entry{Group::SU2, 8, 2.5115, 0.654612, 0.000092},
    Entry{Group::SU2, 8, 2.6, 0.670301, 0.000069},
    Entry{Group::SU2, 8, 2.8, 0.699449, 0.000053},
    Entry{Group::SU2, 8, 3.0, 0.723196, 0.000049},
    Entry{Group::SU2, 12, 2.5, 0.651998, 0.000092},
    Entry{Group::SU2, 12, 2.8, 0.699456, 0.000050},
    Entry{Group::SU2, 16, 2.3, 0.60225, 0.00012},
    Entry{Group::SU2, 16, 2.4, 0.630075, 0.000075},
    Entry{Group::SU2, 16, 2.5, 0.651863, 0.000056},
    Entry{Group::SU2, 16, 2.5115, 0.653989, 0.000070},
    Entry{Group::SU2, 16, 2.6, 0.670132, 0.000046},
    Entry{Group::SU2, 16, 2.8, 0.699416, 0.000040},
    Entry{Group::SU3, 4, 1.0, 0.060071, 0.000071},
    Entry{Group::SU3, 4, 3.0, 0.204944, 0.000087},
    Entry{Group::SU3, 4, 5.7, 0.56006, 0.00027},
    Entry{Group::SU3, 8, 5.5, 0.49654, 0.00037},
    Entry{Group::SU3, 8, 5.6, 0.52388, 0.00039},
    Entry{Group::SU3, 8, 5.7, 0.54952, 0.00024},
    Entry{Group::SU3, 8, 5.8, 0.56750, 0.00040},
    Entry{Group::SU3, 8, 5.9, 0.58197, 0.00034},
    Entry{Group::SU3, 8, 6.0, 0.59435, 0.00013},
    Entry{Group::SU3, 12, 5.7, 0.54897, 0.00022},
    Entry{Group::SU3, 12, 5.9, 0.581776, 0.000070},
    Entry{Group::SU3, 12, 6.0, 0.59383, 0.00012},
    Entry{Group::SU4, 4, 8.0, 0.289327, 0.000065},
    Entry{Group::SU4, 4, 10.0, 0.41918, 0.00021},
    Entry{Group::SU3, 4, 4.5, 0.63708, 0.00029, Source::ReferenceRuns, actions::symanzik},
    Entry{Group::SU3, 8, 4.0, 0.56313, 0.00046, Source::ReferenceRuns, actions::symanzik},
    Entry{Group::SU3, 8, 4.5, 0.63594, 0.00019, Source::ReferenceRuns, actions::symanzik},
};

bool isOn(const Entry& entry, const Lattice& lattice)
{
    for (const int extent : lattice.extents())
        if (extent != entry.extent) return false;
    return true;
}

} // namespace

std::string PublishedPlaquette::describe() const
{
    return fmt::format("{} on {} ({})", formatEstimate(value, error), lattice, source);
}

std::optional<PublishedPlaquette> publishedPlaquette(Group group, const Lattice& lattice, double beta,
                                                     const GaugeAction& action)
{
    const Entry* found = nullptr;
    for (const Entry& entry : entries) {
        if (entry.group != group || entry.action != action || std::abs(entry.beta - beta) > 1e-9) continue;
        if (isOn(entry, lattice)) {
            found = &entry;
            break;
        }
        if (found == nullptr || entry.extent > found->extent) found = &entry;
    }
    if (found == nullptr) return std::nullopt;

    PublishedPlaquette result;
    result.group = group;
    result.beta = found->beta;
    result.value = found->value;
    result.error = found->error;
    result.lattice = fmt::format("{0}x{0}x{0}x{0}", found->extent);
    result.source = text(found->source);
    result.sameLattice = isOn(*found, lattice);
    return result;
}

std::optional<PublishedCoupling> publishedCriticalCoupling(Group group, int extent)
{
    struct Transition {
        Group group;
        int extent;
        double value, error;
        const char* source;
    };
    constexpr const char* fingberg = "J. Fingberg et al., hep-lat/9208012";
    constexpr const char* boyd = text(Source::Boyd);
    constexpr std::array transitions = {
        Transition{Group::SU2, 2, 1.8800, 0.0030, fingberg},  Transition{Group::SU2, 4, 2.2986, 0.0006, fingberg},
        Transition{Group::SU2, 6, 2.4265, 0.0030, fingberg},  Transition{Group::SU2, 8, 2.5115, 0.0040, fingberg},
        Transition{Group::SU2, 12, 2.6355, 0.0100, fingberg}, Transition{Group::SU2, 16, 2.7395, 0.0100, fingberg},
        Transition{Group::SU3, 4, 5.6925, 0.0002, boyd},      Transition{Group::SU3, 6, 5.8941, 0.0005, boyd},
        Transition{Group::SU3, 8, 6.0609, 0.0009, boyd},
    };
    for (const Transition& one : transitions)
        if (one.group == group && one.extent == extent) return PublishedCoupling{one.value, one.error, one.source};
    return std::nullopt;
}

std::optional<PublishedKappa> publishedCriticalKappa(Group group, double beta, double cSw)
{
    struct Quarks {
        Group group;
        double beta, cSw, kappa;
    };
    constexpr std::array known = {Quarks{Group::SU3, 6.0, 1.769, 0.135196}};
    for (const Quarks& one : known)
        if (one.group == group && std::abs(one.beta - beta) < 1e-9 && std::abs(one.cSw - cSw) < 1e-3)
            return PublishedKappa{one.kappa, "M. Luescher et al., hep-lat/9609035"};
    return std::nullopt;
}

} // namespace gaugegl::analysis
