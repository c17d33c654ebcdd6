// Links that move and their momenta, on a device or on the host, for hmc/hybrid_monte_carlo.cpp.
#pragma once

#include "device/program_precompiler.h"
#include "gaugegl/fields/transfer.h"
#include "hmc/forces.h"
#include "host/molecular_dynamics.h"

namespace gaugegl {

/// On the device of a field.
class DeviceMotion {
public:
    using Momenta = AlgebraField; ///< of the links

    /// The field must outlive the object.
    explicit DeviceMotion(GaugeField& u)
        : u_(&u), before_(u), p_(u.device(), u.lattice(), u.group()), reduction_(u.device())
    {}

    /// The links.
    const GaugeField& links() const { return *u_; }
    /// Their momenta.
    AlgebraField& momenta() { return p_; }
    /// Whether there is anything to do: a dry device (device/program_precompiler.h) collects programs.
    static constexpr bool computes() { return true; }
    /// Keeps the links for end().
    void begin() { before_ = *u_; }
    /// Restores the links unless they are accepted.
    void end(bool accepted)
    {
        if (!accepted) *u_ = before_;
    }
    /// New momenta.
    void drawMomenta(Generator& generator, std::uint32_t trajectory)
    {
        gaugegl::drawMomenta(p_, generator, trajectory);
    }
    /// sum over links of tr h^2.
    double kineticEnergy() { return gaugegl::kineticEnergy(p_, reduction_); }
    /// U -> exp(time P) U.
    void moveLinks(double time) { gaugegl::moveLinks(*u_, p_, time); }
    /// The root of the mean squared difference of the stored numbers of links from those at begin().
    double distanceToBeginning() const;
    /// Waits for the device.
    void finish() const { u_->device().finish(); }

private:
    GaugeField* u_;
    GaugeField before_;
    AlgebraField p_;
    Reduction reduction_;
};

/// On the host, in double precision; the field of the device has the links between trajectories.
class HostMotion {
public:
    using Momenta = host::LinkAlgebra; ///< of the links

    /// The field must outlive the object.
    explicit HostMotion(GaugeField& u)
        : u_(&u), layout_(std::make_shared<const host::BlockLayout>(u.device().sharedBy(u.lattice()))),
          links_(layout_, u.group(), downloaded()), p_(host::makeLinkAlgebra(layout_, u.group()))
    {}

    /// The links.
    const host::LinkField& links() const { return links_; }
    /// Their momenta.
    host::LinkAlgebra& momenta() { return p_; }
    /// Whether there is anything to do: not where a dry device collects its programs.
    bool computes() const { return !ProgramPrecompiler::isDry(u_->device()); }
    /// Takes the links of the field; those of single precision are projected on the group in double precision.
    void begin() { links_.assign(downloaded()); }
    /// Gives the links to the field if they are accepted, else takes those of the field again.
    void end(bool accepted);
    /// New momenta.
    void drawMomenta(Generator& generator, std::uint32_t trajectory);
    /// sum over links of tr h^2.
    double kineticEnergy() { return host::kineticEnergy(p_, links_.group()); }
    /// U -> exp(time P) U.
    void moveLinks(double time) { host::moveLinks(links_, p_, time); }
    /// The root of the mean squared difference of the real numbers of links from those at begin().
    double distanceToBeginning() const
    {
        return host::distance(links_, host::LinkField(layout_, links_.group(), downloaded()));
    }
    /// There is nothing to wait for.
    static void finish() {}

private:
    LinkVector downloaded() const;

    GaugeField* u_;
    std::shared_ptr<const host::BlockLayout> layout_;
    host::LinkField links_;
    host::LinkAlgebra p_;
};

} // namespace gaugegl
