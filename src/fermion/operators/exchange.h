// Conversions between the fields of different hopping terms, for refine (solvers/refine.h).
#pragma once

#include "fermion/operators/even_odd.h"

#include <optional>

namespace gaugegl {

/// Converts fields of one hopping term to those of another through the exchange format on the host.
template<HoppingTerm Outer, HoppingTerm Inner>
class HostStagedConversion {
public:
    /// The inner hopping term must outlive the object.
    HostStagedConversion(const Inner& inner, const FermionDomain& space) : inner_(&inner), numbers_(space.size() / 2) {}

    /// A field on the even sites with undefined contents.
    typename Inner::Field makeField() const { return inner_->makeField(0); }
    /// inner = factor outer.
    void send(typename Inner::Field& inner, double factor, const typename Outer::Field& outer)
    {
        download(std::span(numbers_), outer);
        for (auto& number : numbers_)
            number *= factor;
        upload(inner, numbers_);
    }
    /// outer += factor inner.
    void add(typename Outer::Field& outer, double factor, const typename Inner::Field& inner)
    {
        if (!correction_) correction_.emplace(zeroLike(outer));
        download(std::span(numbers_), inner);
        upload(*correction_, numbers_);
        axpy(factor, *correction_, outer);
    }

private:
    const Inner* inner_;
    HalfVector numbers_;
    std::optional<typename Outer::Field> correction_;
};

} // namespace gaugegl
