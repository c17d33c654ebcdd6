#include "analysis/projected_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace gaugegl::analysis {
namespace {

constexpr double largestLogarithm = 4; // e^(-55): beyond, a state is nowhere but at its first t

/// f(E, t) and its derivative by E, in units of e^(-E first): neither is far from 1 in a range from `first` on.
struct StateAt {
    double value = 1, slope = 0;
};

StateAt stateAt(const CorrelatorModel& model, double energy, double t, double first)
{
    if (model.form == CorrelatorForm::Constant) return {};
    const double forth = t - first, back = model.extent - t - first;
    StateAt state{std::exp(-energy * forth), -forth * std::exp(-energy * forth)};
    if (!model.periodic()) return state;
    const double sign = model.form == CorrelatorForm::Cosh ? 1 : -1;
    state.value += sign * std::exp(-energy * back);
    state.slope -= sign * back * std::exp(-energy * back);
    return state;
}

/// (-1)^t of oscillating states, which come last; 1 of others.
double signAt(const CorrelatorModel& model, Eigen::Index state, int t)
{
    return state >= model.states && t % 2 != 0 ? -1 : 1;
}

} // namespace

/// The amplitudes in units of e^(E first) at given energies, which make chi^2 least.
struct ProjectedFit::Solved {
    Eigen::VectorXd energies, amplitudes, residuals;
    Eigen::MatrixXd states, slopes; ///< W f(E_k), W df(E_k)/dE
    Eigen::ColPivHouseholderQR<Eigen::MatrixXd> factors;
};

ProjectedFit::ProjectedFit(const CorrelatorModel& model, int first, const Eigen::MatrixXd& white)
    : DenseFunctor(model.form == CorrelatorForm::Constant ? 0 : model.states + model.oscillating, int(white.rows())),
      model_(model), first_(first), white_(&white)
{}

void ProjectedFit::take(std::span<const double> data)
{
    data_ = *white_ * Eigen::Map<const Eigen::VectorXd>(data.data(), Eigen::Index(data.size()));
}

Eigen::VectorXd ProjectedFit::energies(const Eigen::VectorXd& logarithms) const
{
    Eigen::VectorXd all = logarithms.cwiseMin(largestLogarithm).array().exp();
    for (Eigen::Index k = 1; k < all.size(); ++k)
        if (k != model_.states) all(k) += all(k - 1);
    return all;
}

ProjectedFit::Solved ProjectedFit::solved(const Eigen::VectorXd& logarithms) const
{
    Solved made;
    made.energies = inputs() > 0 ? energies(logarithms) : Eigen::VectorXd::Zero(1);
    Eigen::MatrixXd states(white_->cols(), made.energies.size()), slopes(white_->cols(), made.energies.size());
    for (Eigen::Index k = 0; k < states.cols(); ++k)
        for (Eigen::Index i = 0; i < states.rows(); ++i) {
            const int t = first_ + int(i);
            const StateAt state = stateAt(model_, made.energies(k), t, first_);
            states(i, k) = signAt(model_, k, t) * state.value;
            slopes(i, k) = signAt(model_, k, t) * state.slope;
        }
    made.states = *white_ * states;
    made.slopes = *white_ * slopes;
    made.factors.compute(made.states);
    made.amplitudes = made.factors.solve(data_);
    made.residuals = data_ - made.states * made.amplitudes;
    return made;
}

int ProjectedFit::operator()(const Eigen::VectorXd& logarithms, Eigen::VectorXd& residuals) const
{
    residuals = solved(logarithms).residuals;
    return 0;
}

int ProjectedFit::df(const Eigen::VectorXd& logarithms, Eigen::MatrixXd& derivatives) const
{
    const Solved at = solved(logarithms);
    for (Eigen::Index j = 0; j < logarithms.size(); ++j) {
        Eigen::VectorXd change = Eigen::VectorXd::Zero(values());
        const Eigen::Index end = j < model_.states ? model_.states : logarithms.size();
        for (Eigen::Index k = j; k < end; ++k) // a gap moves all energies above it
            change += at.slopes.col(k) * (at.amplitudes(k) * std::exp(std::min(logarithms(j), largestLogarithm)));
        derivatives.col(j) = at.states * at.factors.solve(change) - change;
    }
    return 0;
}

double ProjectedFit::minimise(Eigen::VectorXd& logarithms) const
{
    if (inputs() > 0) {
        constexpr double tolerance = 1e-14; // relative, of chi^2 and of logarithms
        ProjectedFit functor = *this;       // which the method wants to be able to change
        Eigen::LevenbergMarquardt<ProjectedFit> method(functor);
        method.setFtol(tolerance);
        method.setXtol(tolerance);
        namespace ends = Eigen::LevenbergMarquardtSpace;
        const ends::Status status = method.minimize(logarithms);
        if (status == ends::ImproperInputParameters || status == ends::TooManyFunctionEvaluation)
            return std::numeric_limits<double>::quiet_NaN();
    }
    return solved(logarithms).residuals.squaredNorm();
}

Eigen::VectorXd ProjectedFit::searched() const
{
    if (inputs() == 0) return {};
    constexpr std::array gaps = {0.03, 0.1, 0.3, 0.8, 2.0};
    CorrelatorModel smaller = model_;
    const bool oscillates = model_.oscillating >= model_.states; // the one that is added last
    --(oscillates ? smaller.oscillating : smaller.states);
    const Eigen::Index at = oscillates ? inputs() - 1 : smaller.states;
    Eigen::VectorXd fewer;
    if (inputs() > 1) {
        ProjectedFit before(smaller, first_, *white_);
        before.data_ = data_;
        fewer = before.searched();
    }
    Eigen::VectorXd best;
    double least = std::numeric_limits<double>::infinity();
    for (const double gap : gaps) {
        Eigen::VectorXd next(inputs());
        next.head(at) = fewer.head(at);
        next(at) = std::log(gap);
        next.tail(fewer.size() - at) = fewer.tail(fewer.size() - at);
        const double chiSquared = minimise(next);
        if (best.size() != 0 && !(chiSquared < least)) continue;
        best = next;
        if (std::isfinite(chiSquared)) least = chiSquared;
    }
    return best;
}

std::vector<double> ProjectedFit::parameters(const Eigen::VectorXd& logarithms) const
{
    const Solved at = solved(logarithms);
    std::vector<double> all;
    for (Eigen::Index k = 0; k < at.amplitudes.size(); ++k) {
        if (inputs() > 0) all.push_back(at.energies(k));
        all.push_back(at.amplitudes(k) * std::exp(at.energies(k) * first_));
    }
    return all;
}

Eigen::MatrixXd ProjectedFit::tangents(const Eigen::VectorXd& logarithms) const
{
    const Solved at = solved(logarithms);
    Eigen::MatrixXd all(values(), at.states.cols() + inputs());
    all.leftCols(at.states.cols()) = at.states;
    all.rightCols(inputs()) = at.slopes.leftCols(inputs());
    return all;
}

} // namespace gaugegl::analysis
