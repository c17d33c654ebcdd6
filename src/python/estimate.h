// Means with errors as Python has them: numbers whose errors go through arithmetic.
#pragma once

#include "gaugegl/analysis/jackknife.h"

#include <map>
#include <pybind11/pybind11.h>

namespace gaugegl::python {

/// A mean with its error as a sum of independent parts, so that what depends on the same data is correlated: x - x is 0 with error 0.
class Estimate {
public:
    /// Of no data.
    Estimate() = default;
    /// Of data of its own.
    explicit Estimate(const analysis::Estimate& of);
    /// An exact number.
    explicit Estimate(double value);
    /// Several numbers of one ensemble, with the correlations of its bins.
    static std::vector<Estimate> ofReplicas(const analysis::Replicas& replicas);

    const analysis::Estimate& get() const { return of_; }
    /// Takes the autocorrelation time of another estimate of the same quantity.
    void takeTau(const analysis::Estimate& from)
    {
        of_.tauInt = from.tauInt;
        of_.tauError = from.tauError;
    }

    /// f of two of them, with its derivatives.  Its tau_int is not known; the data are those of the one that has fewer independent ones.
    static Estimate combined(double value, const Estimate& a, double byA, const Estimate& b, double byB);
    /// f of one, with its derivative.
    Estimate mapped(double value, double derivative) const;

    /// Equal numbers of equal data; unknown ones are equal to each other.
    bool operator==(const Estimate& other) const;

    /// For pickle.
    pybind11::tuple state() const;
    static Estimate fromState(const pybind11::tuple& state);

private:
    using Source = std::pair<std::uint64_t, std::uint64_t>; ///< data, and a part of them

    void setError();

    analysis::Estimate of_;
    std::map<Source, double> parts_; ///< derivative times standard deviation; NaN where that is not known
};

/// The class with its arithmetic.
void bindEstimate(pybind11::module_& module);

} // namespace gaugegl::python
