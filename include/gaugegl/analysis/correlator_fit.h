// Correlated fits of correlators C(t), measured on configurations, to a sum of states,
//   C(t) = sum_k A_k f(E_k, t) + (-1)^t sum_k B_k f(F_k, t),
// which is symmetric or antisymmetric under t -> T - t where the model is: such data are averaged over t and T - t first.
//
//   chi^2 = sum_tt' r(t) (C^-1)(t, t') r(t'),   r = data - model,
//
// with the covariance C of the means, from the bins of the jackknife (jackknife.h), or what stands for it (FitCovariance):
// - Full: C.  With n bins, q = points - parameters: (n - q)/(q (n - 1)) chi^2 has Fisher's distribution with (q, n - q) degrees of freedom
//   (Hotelling), and squared errors are wider by (n-1)(n-2)/((n-1-q)(n-2-q)): linear_fit.h has the sources.
// - Shrunk: the correlation matrix R becomes (1 - a) R + a, with a of O. Ledoit and M. Wolf, J. Multivariate Anal. 88 (2004) 365, for data
//   in units of their errors.
// - Cut: eigenvalues of R below a fraction of the largest are raised to it (R. Dowdall et al., Phys. Rev. D 100 (2019) 094508, appendix D).
// - Uncorrelated: the diagonal of C.
// Of the last three chi^2 is a sum of squares with weights; its mean is that of M. Bruno and R. Sommer, Comput. Phys. Commun. 285 (2023)
// 108643 (arXiv:2209.14188), and the probability that of g chi^2_h with its mean g h and variance 2 g^2 h (F. Satterthwaite, Biometrics
// Bulletin 2 (1946) 110).
//
// Amplitudes are solved for, energies are found by Eigen's Levenberg-Marquardt method (MINPACK's): G. Golub and V. Pereyra, SIAM J. Numer.
// Anal. 10 (1973) 413, with the Jacobian of L. Kaufman, BIT 15 (1975) 49.  Errors are those of fits to the data of the jackknife or bootstrap, with the
// covariance of the centre.
//
// Fits of ranges and numbers of states are averaged with weights exp(-(chi^2 + 2 parameters + 2 points left out)/2), and the squared error
// of the average is sum w error^2 + sum w value^2 - average^2: W. Jay and E. Neil, Phys. Rev. D 103 (2021) 114502.
#pragma once

#include "gaugegl/analysis/effective_mass.h"
#include "gaugegl/analysis/jackknife.h"
#include "gaugegl/core/choice.h"

#include <cstdint>
#include <string>

namespace gaugegl::analysis {

/// f(E, t).
enum class CorrelatorForm {
    Cosh,        ///< e^(-E t) + e^(-E (T - t)), as of mesons
    Sinh,        ///< e^(-E t) - e^(-E (T - t)), as of the axial current with the pion
    Exponential, ///< e^(-E t)
    Constant     ///< 1; without energies, one amplitude A0
};

/// What stands for the covariance in chi^2.
enum class FitCovariance {
    Auto,        ///< Full where there are leastSamples() bins and it is regular, else Shrunk
    Full,        ///< as it was estimated
    Shrunk,      ///< its correlations shrunk
    Cut,         ///< small eigenvalues of the correlations raised
    Uncorrelated ///< its diagonal
};

} // namespace gaugegl::analysis

namespace gaugegl {
/// The names of its values.
template<>
inline constexpr auto choiceTexts<analysis::CorrelatorForm> =
    std::to_array<NamedChoice<analysis::CorrelatorForm>>({{analysis::CorrelatorForm::Cosh, "cosh"},
                                                          {analysis::CorrelatorForm::Sinh, "sinh"},
                                                          {analysis::CorrelatorForm::Exponential, "exponential"},
                                                          {analysis::CorrelatorForm::Constant, "constant"}});
/// The names of its values.
template<>
inline constexpr auto choiceTexts<analysis::FitCovariance> =
    std::to_array<NamedChoice<analysis::FitCovariance>>({{analysis::FitCovariance::Auto, "auto"},
                                                         {analysis::FitCovariance::Full, "full"},
                                                         {analysis::FitCovariance::Shrunk, "shrunk"},
                                                         {analysis::FitCovariance::Cut, "cut"},
                                                         {analysis::FitCovariance::Uncorrelated, "uncorrelated"}});
} // namespace gaugegl

namespace gaugegl::analysis {

/// The function that is fitted.
struct CorrelatorModel {
    CorrelatorForm form = CorrelatorForm::Cosh; ///< f
    int states = 1;                             ///< 1 to 3
    int oscillating = 0;                        ///< states with (-1)^t, 0 to 3, as of staggered quarks
    int extent = 0;                             ///< T

    /// Whether it is symmetric or antisymmetric in t -> T - t.
    bool periodic() const { return form == CorrelatorForm::Cosh || form == CorrelatorForm::Sinh; }
    /// "E0", "A0", "E1", .., "oscillating_E0", ..: the parameters in their order.
    std::vector<std::string> names() const;
    /// C(t).
    double at(double t, std::span<const double> parameters) const;
};

/// What is fitted, and how.
struct FitTask {
    /// Its extent 0: the number of t of the data.  Data from 0 to T/2 alone, which are averages over t and T - t, need it.
    CorrelatorModel model = {};
    int first = 0;                                  ///< the least t
    int last = 0;                                   ///< the largest t
    FitCovariance covariance = FitCovariance::Auto; ///< in chi^2
    double cut = 1e-3;                              ///< of FitCovariance::Cut: of the largest eigenvalue
    std::size_t bin = 0;                            ///< configurations in a bin; 0: by autocorrelation (jackknife.h)
    std::size_t resamples = 0;                      ///< of the bootstrap; 0: errors of the jackknife
    std::uint64_t seed = 1;                         ///< of the bootstrap (std::mt19937_64)
};

/// A fit.
struct CorrelatorFit {
    CorrelatorModel model = {};            ///< what was fitted
    int first = 0;                         ///< the least t
    int last = 0;                          ///< the largest t
    std::vector<Estimate> parameters = {}; ///< those of CorrelatorModel::names()
    double chiSquared = 0;                 ///< at the minimum; NaN: there was no convergence
    double expected = 0;                   ///< its mean if the model is right
    int degrees = 0;                       ///< points less parameters
    double probability = 1;                ///< of a larger chi^2 if the model is right; 1 without degrees of freedom
    FitCovariance covariance = FitCovariance::Full; ///< what was taken
    double shrinkage = 0;                           ///< a of Shrunk
    std::size_t raised = 0;                         ///< eigenvalues of Cut
    std::size_t failures =
        0; ///< refits without convergence: of the jackknife they leave errors unknown, of the bootstrap they are left out
    double weight = 0; ///< in the average, if there is one
};

/// All that the fits of an ensemble say.
struct CorrelatorFits {
    std::size_t configurations = 0;        ///< in the data
    std::size_t bins = 0;                  ///< of the jackknife
    std::size_t binSize = 1;               ///< configurations in a bin
    std::vector<Estimate> correlator = {}; ///< at t = 0, 1, ..: averaged over t and T - t where the model is periodic
    /// The effective energy at t.  Without oscillating states: cosh, from C(t) / C(t+1) (effective_mass.h); exponential, its logarithm; sinh, where
    /// cosh E is (C(t-1) + C(t+1)) / (2 C(t)), from t = 2 on.  With them over steps of two.  NaN where the data have none, and of constants.
    std::vector<Estimate> energies = {};
    CorrelatorFit fit = {}; ///< that of the task
    std::vector<CorrelatorFit> all =
        {}; ///< those of 1 to its number of states, from its first t and from all later ones to its last
    std::vector<Estimate> average = {}; ///< of E0 and A0 over all; of constants of A0
    Warnings warnings = {};             ///< what the numbers are not vouched for
};

/// One fit.  `series` is [configuration][t], t = 0, 1, ...  Throws InputError, which names the value: no configuration, series of unequal length, numbers that are not
/// finite, a model or a range that the data do not have, fewer points than parameters, fewer than 4 bins, bins that are equal at a t, a cut that
/// is not above 0 and at most 1, one resample, and with FitCovariance::Full too few bins or a singular covariance; UnsolvedError where there is no
/// convergence, or it is interrupted.
CorrelatorFit fitCorrelator(const CorrelatorSeries& series, const FitTask& task);

/// That fit, those of other ranges and numbers of states, and their average.  Throws as fitCorrelator().
CorrelatorFits fitCorrelators(const CorrelatorSeries& series, const FitTask& task);

} // namespace gaugegl::analysis
