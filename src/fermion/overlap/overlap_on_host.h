// Overlap quarks on the host in double precision, where residuals and eigenvalues are checked, and what is known of their kernel.
#pragma once

#include "fermion/operators/host_conversion.h"
#include "fermion/overlap/overlap_operator.h"
#include "gaugegl/host/gauge_field.h"
#include "host/hopping.h"

#include <optional>

namespace gaugegl {

/// The operator, once its kernel is known.
class OverlapOnHost {
public:
    using Hopping = host::Hopping<double, FermionKind::Wilson>; ///< that of the kernel

    /// Links that are theirs, of this rank's part; the store may be null.
    OverlapOnHost(HostGaugeField links, const DiracParameters& dirac, const SharedLattice& shared,
                  std::shared_ptr<KernelSpectrumStore> store);

    /// The quarks.
    const DiracParameters& dirac() const { return dirac_; }
    /// The links of this rank's part.
    const HostGaugeField& links() const { return links_; }
    /// Of their fields.
    const FermionDomain& domain() const { return domain_; }
    /// The lattice, and who shares it.
    const SharedLattice& lattice() const { return hopping_.layout()->shared(); }
    /// The hopping term.
    const Hopping& hopping() const { return hopping_; }

    /// Takes modes and bounds of the kernel from the store, or finds them, and checks by a random vector that the sign does not
    /// change norms; false after Ctrl-C.  Throws InputError where bounds that were given are wrong, and UnsolvedError where none
    /// are found; collective.
    bool learnKernel(SolverPrecision precision, const KernelSearch& search);
    /// Modes and bounds; once they are learnt, here and below.
    const KernelSpectrum& spectrum() const { return *spectrum_; }
    /// D(m).
    const OverlapOperator<Hopping>& op() const { return *operator_; }

private:
    /// What is in the store of all ranks, or null.
    std::shared_ptr<const KernelSpectrum> known() const;
    void makeSign();
    void checkSign() const;

    HostGaugeField links_;
    DiracParameters dirac_;
    FermionDomain domain_;
    Hopping hopping_;
    std::shared_ptr<KernelSpectrumStore> store_;
    std::shared_ptr<const KernelSpectrum> spectrum_;
    std::optional<KernelSign<Hopping>> sign_;
    std::optional<OverlapOperator<Hopping>> operator_;
};

/// Throws InputError for mixed16.
void requireOverlapPrecision(SolverPrecision precision);

/// The CPU as the place where overlap quarks are computed.
class HostOverlapBackend {
public:
    using Hopping = host::Hopping<float, FermionKind::Wilson>; ///< of single precision

    /// "CPU (AVX2)".
    std::string name(const OverlapOnHost& host) const;
    /// Throws InputError if the precision is not supported.
    void check(SolverPrecision precision) const { requireOverlapPrecision(precision); }
    /// What finds the modes of the kernel.
    std::unique_ptr<ModeFinder> kernelModes(const OverlapOnHost& host, const SpectralParameters& of) const;
    /// Makes the operator in single precision if that is asked for.
    void prepare(const OverlapOnHost& host, SolverPrecision precision);
    /// Applications of W in single precision until now.
    int applications() const { return single_ ? single_->sign.applications() : 0; }
    /// Calls f with the operator of uniform precision, or that of the corrections.
    template<class F>
    auto with(SolverPrecision precision, const OverlapOnHost& host, F f) const
    {
        return precision == SolverPrecision::Double ? f(host.op()) : f(single_->op);
    }
    /// The operator of the corrections in mixed precision.
    const OverlapOperator<Hopping>& lower() const { return single_->op; }
    /// To its fields.
    auto conversion(const OverlapOnHost& /*host*/) const
    {
        return DoubleToFloat<FermionKind::Wilson>(single_->hopping);
    }

private:
    struct InSingle {
        Hopping hopping;
        KernelSign<Hopping> sign;
        OverlapOperator<Hopping> op;

        explicit InSingle(const OverlapOnHost& host)
            : hopping(host.hopping().layout(), host.domain().group, host.links().links, host.dirac().boundary),
              sign(hopping, host.dirac(), host.domain(), host.spectrum(), {.error = signErrorInSingle}),
              op(sign, host.dirac().overlap())
        {}
    };

    std::unique_ptr<InSingle> single_; ///< once it is asked for
};

} // namespace gaugegl
