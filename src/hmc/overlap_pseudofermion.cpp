#include "hmc/overlap_pseudofermion.h"

#include "fermion/operators/host_conversion.h"
#include "fermion/overlap/overlap_operator.h"
#include "fermion/overlap/overlap_solve.h"
#include "gaugegl/base/interrupt.h"

#include <cmath>

namespace gaugegl {
namespace {

using Double = host::Hopping<double, FermionKind::Wilson>;
using Single = host::Hopping<float, FermionKind::Wilson>;

/// What R may change in the square of the norm of a vector; its error is far below where it is the sign.
constexpr double allowedDeviation = 1e-9;

/// Of R in double precision, below what is allowed to it.
constexpr double energySignError = 1e-12;
/// Of the solves for it.
constexpr double energySolveError = 1e-13;

/// An operator D(m) with everything below it, in the links of one moment.
template<class Hopping>
struct OverlapNow {
    Hopping hopping;
    KernelSign<Hopping> sign;
    OverlapOperator<Hopping> op;

    OverlapNow(Hopping d, const DiracParameters& dirac, const ZolotarevSign& rational, const SignAccuracy& accuracy)
        : hopping(std::move(d)), sign(hopping, dirac, rational, accuracy), op(sign, dirac.overlap())
    {}
};

template<class Context>
class OverlapPseudofermion final : public ActionOn<typename Context::Momenta> {
public:
    using Momenta = typename Context::Momenta;

    OverlapPseudofermion(std::shared_ptr<Context> kernels, const FermionTerm& term, const HmcParameters& parameters,
                         std::string title)
        : kernels_(std::move(kernels)), dirac_(diracOf(term)), kernel_(kernelOf(term, 0)), title_(std::move(title)),
          maxIterations_(parameters.maxIterations), exactForces_(parameters.precision == HmcPrecision::Double),
          forceTolerance_(parameters.forceTolerance.value_or(defaultForceTolerance(parameters.precision))),
          energyTolerance_(parameters.energyTolerance.value_or(defaultEnergyTolerance(parameters.precision))),
          ofEnergy_(zolotarevSignWithin(energySignError, {term.lambdaMin, term.lambdaMax})),
          ofForce_(exactForces_ ? ofEnergy_ : zolotarevSignWithin(signErrorInSingle, {term.lambdaMin, term.lambdaMax}))
    {}

    std::string title() const override { return title_; }
    void gaugeFieldChanged() override
    {
        kernels_->gaugeFieldChanged();
        double_.reset();
        single_.reset();
    }
    double refresh(const NoiseSource& noise) override { return refreshWith(kernels_->noise(noise)); }
    double refreshWith(const FermionVector& noise) override
    {
        const auto& d = inDouble();
        const auto eta = fullFieldOf(d.hopping, domain(), noise);
        requireSign(eta);
        auto phi = zeroLike(eta);
        d.op.applyAdjoint(phi, eta);
        requireUninterrupted();
        phi_ = vectorOf(domain(), phi);
        return norm2(eta);
    }
    double energy() override
    {
        const auto phi = fullFieldOf(inDouble().hopping, domain(), phi_);
        requireSign(phi);
        double sum = 0;
        forChiralities(inDouble(), phi, [&](const auto& a, auto& b) {
            auto x = solved(a, b, energyTolerance_, "the energy"), image = zeroLike(x);
            a.apply(image, x);
            requireUninterrupted();
            sum += 2 * dot(b, x).real() - dot(x, image).real(); // second order in the error of x
        });
        return sum;
    }
    void kickMomenta(Momenta& p, double time) override
    {
        kernels_->kickThroughSmearing(p, [&](Momenta& q) {
            if (exactForces_)
                kick(q, inDouble(), time);
            else
                kick(q, inSingle(), time);
        });
        ++this->work().forces;
    }

private:
    FermionDomain domain() const { return kernels_->domain(); }

    const OverlapNow<Double>& inDouble()
    {
        const Double& hopping = kernels_->inDouble(kernel_); // of the current links
        if (!double_)
            double_ = std::make_unique<OverlapNow<Double>>(
                hopping, dirac_, ofEnergy_, SignAccuracy{.error = energySolveError, .maxIterations = maxIterations_});
        return *double_;
    }
    const OverlapNow<Single>& inSingle()
    {
        if (!single_) {
            single_ = std::make_unique<OverlapNow<Single>>(
                kernels_->inSingle(kernel_), dirac_, ofForce_,
                SignAccuracy{.error = signErrorInSingle, .maxIterations = maxIterations_});
        }
        return *single_;
    }
    void requireUninterrupted() const
    {
        if (interrupted()) throw UnsolvedError(title_ + ": interrupted");
    }
    /// Throws UnsolvedError unless the sign of x has its norm.
    template<class Field>
    void requireSign(const Field& x)
    {
        auto image = zeroLike(x);
        inDouble().sign.applyGamma5(image, x);
        requireUninterrupted();
        const double x2 = norm2(x), deviation = x2 > 0 ? std::abs(norm2(image) / x2 - 1) : 0;
        if (!(deviation <= allowedDeviation) && !kernels_->isDry())
            throw UnsolvedError(
                fmt::format("{}: the sign of its kernel changes the square of the norm of a random vector by "
                            "{:.1e}: an eigenvalue lies outside lambda_min = {} to lambda_max = {}",
                            title_, deviation, ofEnergy_.interval.lower, ofEnergy_.interval.upper));
    }
    /// f(A_s, phi_s) for both chiralities.
    template<class Hopping, class Field, class F>
    void forChiralities(const OverlapNow<Hopping>& d, const Field& phi, F f)
    {
        Field part = zeroLike(phi), turned = zeroLike(phi);
        for (const int s : {1, -1}) {
            projectChirality(d.hopping, s, part, phi, turned);
            const ChiralOverlap a(d.op, s);
            f(a, part);
        }
    }
    /// A x = b in the precision of A; of double precision with corrections in single.
    template<class A>
    typename A::Field solved(const A& a, const typename A::Field& b, double tolerance, const char* what)
    {
        const Stopwatch watch;
        auto x = zeroLike(b);
        const SolverParameters parameters{.tolerance = tolerance, .maxIterations = maxIterations_};
        const SolverResult result = [&] {
            if constexpr (std::is_same_v<A, ChiralOverlap<Single>>)
                return conjugateGradient(a, x, b, parameters);
            else
                return refineChiral(a, inSingle().op, DoubleToFloat<FermionKind::Wilson>(inSingle().hopping), x, b,
                                    parameters);
        }();
        this->work().solverSeconds += watch.seconds();
        this->work().iterations += result.iterations;
        if (!result.converged() && !kernels_->isDry())
            throw UnsolvedError(
                fmt::format("{}: the solver of {} ended with '{}' after {} iterations, relative residual "
                            "{:.3g} instead of {:.3g}",
                            title_, what, name(result.status), result.iterations, result.relativeResidual, tolerance));
        return x;
    }

    /// p -= time F.  With W = 1 - kappa H and R = gamma_5 W (c + sum_l r_l Z_l), Z_l = (W^dagger W + s_l)^-1, and x = A_s^-1 phi_s, x_l = Z_l x,
    ///   dS = -x^dagger dA x = 2 f (f + m) s kappa Re [ c (gamma_5 x)^dagger dH x
    ///        + sum_l r_l ( s_l (gamma_5 x_l)^dagger dH x_l - (W x_l)^dagger dH (gamma_5 W x_l) ) ].
    template<class Hopping>
    void kick(Momenta& p, const OverlapNow<Hopping>& d, double time)
    {
        using Field = FullField<typename Hopping::Field>;
        const Field phi = fullFieldOf(d.hopping, domain(), phi_);
        const double f = d.op.factor(), weight = 2 * f * (f + d.op.mass()) * kernel_.kappa * time;
        Field left = zeroLike(phi), right = zeroLike(phi), turned = zeroLike(phi);
        forChiralities(d, phi, [&](const auto& a, const Field& part) {
            const Field x = solved(a, part, forceTolerance_, "the force");
            const KernelFractions<Field> z = d.sign.fractionsOf(x);
            requireUninterrupted();
            if (z.constant != 0) {
                applyGamma5(d.hopping, left, x, turned);
                kickBy(p, left, x, a.chirality() * weight * z.constant);
            }
            for (std::size_t l = 0; l < z.shifts.size(); ++l) {
                applyGamma5(d.hopping, left, z.solutions[l], turned);
                kickBy(p, left, z.solutions[l], a.chirality() * weight * z.residues[l] * z.shifts[l]);
                d.sign.kernel().apply(left, z.solutions[l]);
                applyGamma5(d.hopping, right, left, turned);
                kickBy(p, left, right, -a.chirality() * weight * z.residues[l]);
            }
        });
    }
    /// p -= factor times the force of Re y^dagger H x.
    template<class Field>
    void kickBy(Momenta& p, const Field& y, const Field& x, double factor)
    {
        kernels_->kickMomenta(p, BilinearOf<std::remove_cvref_t<decltype(y[0])>>{{&y[0], &y[1]}, {&x[0], &x[1]}},
                              factor);
    }

    std::shared_ptr<Context> kernels_;
    DiracParameters dirac_;
    WilsonParameters kernel_;
    std::string title_;
    int maxIterations_;
    bool exactForces_;
    double forceTolerance_, energyTolerance_;
    ZolotarevSign ofEnergy_, ofForce_;
    FermionVector phi_;
    std::unique_ptr<OverlapNow<Double>> double_; ///< of the current links, here and below
    std::unique_ptr<OverlapNow<Single>> single_;
};

} // namespace

template<class Context>
std::unique_ptr<ActionOn<typename Context::Momenta>> overlapAction(std::shared_ptr<Context> kernels,
                                                                   const FermionTerm& term,
                                                                   const HmcParameters& parameters, std::string title)
{
    return std::make_unique<OverlapPseudofermion<Context>>(std::move(kernels), term, parameters, std::move(title));
}

#define GAUGEGL_INSTANTIATE(...)                                                                                       \
    template std::unique_ptr<ActionOn<__VA_ARGS__::Momenta>> overlapAction(                                            \
        std::shared_ptr<__VA_ARGS__>, const FermionTerm&, const HmcParameters&, std::string);
GAUGEGL_INSTANTIATE(KernelContext)
GAUGEGL_INSTANTIATE(HostPseudofermionContext<QuarkForm::Wilson, float, float>)
GAUGEGL_INSTANTIATE(HostPseudofermionContext<QuarkForm::Wilson, float, double>)
GAUGEGL_INSTANTIATE(HostPseudofermionContext<QuarkForm::Wilson, double, double>)
#undef GAUGEGL_INSTANTIATE

} // namespace gaugegl
