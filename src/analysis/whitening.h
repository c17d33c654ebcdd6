// What stands for the covariance of data in chi^2 (gaugegl/analysis/correlator_fit.h).
#pragma once

#include "gaugegl/analysis/correlator_fit.h"

#include <Eigen/Core>

namespace gaugegl::analysis {

/// chi^2 = |W r|^2.
struct Whitening {
    Eigen::MatrixXd white;      ///< W, a row for each of its squares
    Eigen::MatrixXd covariance; ///< W C W^T, where C is the covariance as it was estimated
    double shrinkage = 0;       ///< of FitCovariance::Shrunk
    std::size_t raised = 0;     ///< eigenvalues of FitCovariance::Cut
};

/// Of the numbers of replicas, each of which has an error.  Throws InputError where the matrix is singular.  Not of FitCovariance::Auto.
Whitening whiteningOf(const Replicas& data, FitCovariance choice, double cut);

} // namespace gaugegl::analysis
