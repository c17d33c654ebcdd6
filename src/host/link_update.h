// Updates of links on the host, in place: the heat bath and overrelaxation of gauge/update/update.h, with the same Philox numbers
// for every link; reference/update.h is the reference.
#pragma once

#include "gaugegl/core/heatbath.h"
#include "gaugegl/core/link_set.h"
#include "gaugegl/core/random.h"
#include "host/link_field.h"
#include "update_kernels.h"

#include <map>
#include <optional>

namespace gaugegl::host {

/// The groups whose links the host updates: SU(2) and SU(3).  Throws InputError for others.
void requireUpdates(Group group);

/// Every link drawn from the Haar measure with the Philox numbers of a seed: gauge/update/update.h.
template<class T>
void hotStart(LinksOf<T>& u, std::uint64_t seed);

/// Projects every link on the group.  The distance from it before: the root of the mean over links of the squared deviation of the stored
/// rows (or quaternion) from orthonormality.
template<class T>
double reunitarise(LinksOf<T>& u);

/// Which Philox numbers a heat bath draws.
struct SweepNumbers {
    std::uint64_t seed = 0;
    std::uint32_t sweep = 0;
};

/// Updates fields of one layout under one action.
template<class T>
class LinkUpdates {
public:
    /// Throws InputError for a lattice that ranks share, and as requireUpdates().
    LinkUpdates(const std::shared_ptr<const BlockLayout>& layout, Group group, const GaugeAction& action = {});

    /// Heat bath of a set of links; the action of the parameters is not read.  How many subgroups got a new value.  Throws InputError
    /// unless isCoupling(beta) and 1 <= trials <= 255, and for a set that is none of linkSets() of the action.
    std::int64_t heatBath(LinksOf<T>& u, const LinkSet& set, const HeatBath& parameters, const SweepNumbers& numbers);
    /// Overrelaxation: reflects the links of a set, which leaves the action unchanged.
    void overrelaxation(LinksOf<T>& u, const LinkSet& set);
    /// Rotates the links of a set, subgroup by subgroup, to the minimum of the action.
    void cooling(LinksOf<T>& u, const LinkSet& set);

private:
    template<class Run>
    void update(LinksOf<T>& u, const LinkSet& set, const Run& run);
    const std::vector<std::uint16_t>& lanesOf(const LinkSet& set);

    std::shared_ptr<const BlockLayout> layout_;
    Group group_;
    bool couplesParity_;
    std::array<std::vector<StaplePath>, 4> staples_;    ///< by direction
    std::array<std::vector<std::uint32_t>, 2> sites_;   ///< of the whole lattice, by parity and place
    std::array<std::vector<std::int32_t>, 2> accepted_; ///< in the blocks of a parity
    std::map<std::array<int, 4>, std::vector<std::uint16_t>>
        lanes_;                                ///< of the sets that not all links of a parity are in
    std::optional<NumbersOfSites<T>> scratch_; ///< where links of a set read others of their kind
};

} // namespace gaugegl::host
