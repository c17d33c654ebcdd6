// Conversion of fields on the host between precisions, for refine (solvers/refine.h).
#pragma once

#include "host/bundle_hopping.h"

namespace gaugegl {

/// Fields of one hopping term of the host to those of another.
template<FermionKind kind>
class DoubleToFloat {
public:
    /// The hopping term must outlive the object.
    explicit DoubleToFloat(const host::Hopping<float, kind>& inner) : inner_(&inner) {}

    /// A field on the even sites.
    host::Field<float> makeField() const { return inner_->makeField(0); }
    /// inner = factor outer.
    void send(host::Field<float>& inner, double factor, const host::Field<double>& outer)
    {
        host::convert(inner, outer, factor);
    }
    /// outer += factor inner.
    void add(host::Field<double>& outer, double factor, const host::Field<float>& inner)
    {
        host::accumulate(outer, inner, factor);
    }

private:
    const host::Hopping<float, kind>* inner_;
};

/// Bundles of one hopping term of the host to those of another with the same state.
template<FermionKind kind>
class BundlesToFloat {
public:
    /// The hopping term must outlive the object.
    explicit BundlesToFloat(const host::BundleHopping<float, kind>& inner) : inner_(&inner) {}

    /// A bundle on the even sites.
    host::Bundle<float> makeField() const { return inner_->makeField(0); }
    /// inner = factor outer.
    void send(host::Bundle<float>& inner, const Factors& factors, const host::Bundle<double>& outer)
    {
        host::convert(inner, outer, factors);
    }
    /// outer += factor inner.
    void add(host::Bundle<double>& outer, const Factors& factors, const host::Bundle<float>& inner)
    {
        host::accumulate(outer, inner, factors);
    }

private:
    const host::BundleHopping<float, kind>* inner_;
};

} // namespace gaugegl
