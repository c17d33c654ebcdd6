// The least chi^2 of a sum of states: amplitudes are solved for at given energies, which alone are searched for
// (gaugegl/analysis/correlator_fit.h).
#pragma once

#include "gaugegl/analysis/correlator_fit.h"

#include <Eigen/QR>
#include <unsupported/Eigen/LevenbergMarquardt>

namespace gaugegl::analysis {

/// Residuals W (y - sum_k a_k f(E_k)) as a function of the logarithms of E0, E1 - E0, .. and of those of oscillating states, for Eigen's
/// Levenberg-Marquardt method.
class ProjectedFit : public Eigen::DenseFunctor<double> {
public:
    /// The data are those at t = first, first + 1, ..  The matrix W lives as long as this.
    ProjectedFit(const CorrelatorModel& model, int first, const Eigen::MatrixXd& white);

    /// The data of the next calls.
    void take(std::span<const double> data);
    /// Logarithms at the least chi^2 that is found from nothing, a state at a time.
    Eigen::VectorXd searched() const;
    /// Moves logarithms to the next minimum of chi^2, which it returns; NaN if it does not converge.
    double minimise(Eigen::VectorXd& logarithms) const;
    /// The parameters of the model there.
    std::vector<double> parameters(const Eigen::VectorXd& logarithms) const;
    /// What changes of the parameters there do to W times the model: columns that span its tangent plane.
    Eigen::MatrixXd tangents(const Eigen::VectorXd& logarithms) const;

    /// The residuals, and their derivatives but for a part that is orthogonal to them (Kaufman).
    int operator()(const Eigen::VectorXd& logarithms, Eigen::VectorXd& residuals) const;
    int df(const Eigen::VectorXd& logarithms, Eigen::MatrixXd& derivatives) const;

private:
    struct Solved;
    Solved solved(const Eigen::VectorXd& logarithms) const;
    Eigen::VectorXd energies(const Eigen::VectorXd& logarithms) const;

    CorrelatorModel model_;
    int first_;
    const Eigen::MatrixXd* white_;
    Eigen::VectorXd data_; ///< W y
};

} // namespace gaugegl::analysis
