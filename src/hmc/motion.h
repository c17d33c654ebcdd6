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
    /// Those that share the lattice.
    const Communicator& ranks() const { return u_->device().ranks(); }
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

/// On the host, in double precision, of links there.
class HostMotion {
public:
    using Momenta = host::LinkAlgebra; ///< of the links

    /// The links must outlive the object.
    explicit HostMotion(host::LinkField& u) : u_(&u), before_(u), p_(host::makeLinkAlgebra(u.layout(), u.group())) {}

    /// The links.
    const host::LinkField& links() const { return *u_; }
    /// Their momenta.
    host::LinkAlgebra& momenta() { return p_; }
    /// Those that share the lattice.
    const Communicator& ranks() const { return u_->layout()->shared().ranks(); }
    /// Whether there is anything to do.
    static constexpr bool computes() { return true; }
    /// Keeps the links for end().
    void begin() { before_ = *u_; }
    /// Restores the links unless they are accepted.
    void end(bool accepted)
    {
        if (!accepted) *u_ = before_;
    }
    /// New momenta.
    void drawMomenta(Generator& generator, std::uint32_t trajectory);
    /// sum over links of tr h^2.
    double kineticEnergy() { return host::kineticEnergy(p_, u_->group()); }
    /// U -> exp(time P) U.
    void moveLinks(double time) { host::moveLinks(*u_, p_, time); }
    /// The root of the mean squared difference of the real numbers of links from those at begin().
    double distanceToBeginning() const { return host::distance(*u_, before_); }
    /// There is nothing to wait for.
    static void finish() {}

private:
    host::LinkField* u_;
    host::LinkField before_;
    host::LinkAlgebra p_;
};

/// The links of a device that are moved on the host.
struct Downloaded {
    host::LinkField copy;

    explicit Downloaded(GaugeField& of)
        : copy(std::make_shared<const host::BlockLayout>(of.device().sharedBy(of.lattice())), of.group(), linksOf(of))
    {}
    /// In double precision; those of single precision are projected on the group.
    static LinkVector linksOf(const GaugeField& u);
};

/// On the host, of links of a device, which has them between trajectories.
class MotionOfDownloaded : private Downloaded, public HostMotion {
public:
    /// The field must outlive the object.
    explicit MotionOfDownloaded(GaugeField& u) : Downloaded(u), HostMotion(copy), u_(&u) {}

    /// Whether there is anything to do: not where a dry device collects its programs.
    bool computes() const { return !ProgramPrecompiler::isDry(u_->device()); }
    /// Takes the links of the field.
    void begin()
    {
        copy.assign(linksOf(*u_));
        HostMotion::begin();
    }
    /// Gives the links to the field if they are accepted, else takes those of the field again.
    void end(bool accepted);

private:
    GaugeField* u_;
};

} // namespace gaugegl
