// Fills the ghosts of host fields with what neighbouring ranks have.
#pragma once

#include "host/aligned_vector.h"
#include "host/block_layout.h"

#include <memory>
#include <optional>
#include <vector>

namespace gaugegl::host {

/// What a hop of Wilson fermions reads of its neighbours: (1 - sign gamma_mu) psi in front, (1 + sign gamma_mu) psi behind.  Of
/// it two spins say all: ranks exchange these, and they become the upper spins of ghosts whose lower ones are 0, which is
/// the same to the hop.
struct HopProjection {
    double sign = 1; ///< 1, or -1 of the adjoint
    int numbers = 0; ///< real ones of a spinor; a site has one or, in slices, more
};

/// A field whose ghosts are being filled: numbers[pack][number][lane], with `perSite` numbers for a site.  Nothing is
/// exchanged where nobody shares the lattice.
template<class T>
class GhostExchange {
public:
    /// Starts to send; collective.  Layout and numbers must live until finish().
    GhostExchange(const BlockLayout& layout, int parity, T* numbers, int perSite,
                  const std::optional<HopProjection>& halves = {});
    /// Waits for what others send; then the ghosts are filled.
    void finish();
    /// After finish(): copies what was written to the ghosts of steps -mu back to the sites that they stand for, of all
    /// numbers those from perStep mu to before perStep (mu + 1); collective.
    void giveBack(int perStep);

private:
    T* at(std::int32_t place) const;
    void addProjected(std::vector<T>& message, std::int32_t place, int tag) const;
    std::size_t sentPerSite() const { return halves_ ? perSite_ / 2 : perSite_; }

    const BlockLayout* layout_;
    const GhostPlaces* ghosts_;
    T* numbers_;
    std::size_t perSite_, lanes_; ///< lanes of a pack
    std::optional<HopProjection> halves_;
    std::vector<std::vector<T>> out_, in_;
    std::unique_ptr<Exchange> exchange_;
};

} // namespace gaugegl::host
