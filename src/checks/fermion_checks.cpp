#include "checks/fermion_checks.h"
#include "core/fermion_source.h"
#include "fermion/kernels.h"
#include "fermion/operators/bundle_hopping.h"
#include "fermion/operators/half_spinors.h"
#include "reference/dirac.h"

#include <algorithm>
#include <optional>

namespace gaugegl {
namespace {

constexpr std::uint64_t linkSeed = 20261121, sourceSeed = 3;

GaugeField hotLinks(const FermionChecks& checks)
{
    GaugeField u(checks.device, checks.lattice, checks.group);
    upload(u, hotField(checks.lattice, checks.group, linkSeed));
    return u;
}

/// Everything about the hopping terms of one kind of fermions.
class HopVerifier {
public:
    HopVerifier(FermionChecks& checks, FermionKind kind)
        : checks_(checks), kind_(kind), u_(hotLinks(checks)), host_(oracleField(u_)),
          psi_(gaussianSource(checks.lattice, kind, checks.group, sourceSeed)),
          hops_(oracleHops(host_, kind_, {}, psi_))
    {}

    /// The checks of one kind of fermions; what they need is made before the first.
    static void run(FermionChecks& checks, FermionKind kind)
    {
        std::optional<HopVerifier> made;
        const auto verifier = [&]() -> HopVerifier& { return made ? *made : made.emplace(checks, kind); };
        CheckList& list = checks.list;
        list.make(1, [&] { verifier().checkBoundary("hop", {}); });
        list.make(1, [&] { verifier().checkBoundary("hop-complex-phases", {{0.25, 0, -0.5, 1}, false}); });
        list.make(1, [&] { verifier().checkBoundary("hop-isospin", {{0, 0, 0.3, 1}, false, 0.2}); });
        list.makeOfVariants(1, [&] { verifier().checkBoundary("hop-spread-phases", {{0.5, 1, 0.3, 1}, true}); });
        for (const HopStorage& storage : hopStorages(checks.group, checks.device.precision()))
            if (storage != HopStorage{} &&
                exists(storage, checks.group, checks.device.precision(), checks.device.storage()))
                list.makeOfVariants(1, [&] { verifier().checkStorage(storage); });
        for (const FieldFormat format : checks.formats())
            if (format != FieldFormat::Real) checks.makeOf(format, 2, [&] { verifier().checkFormat(format); });
        list.makeOfVariants(1, [&] { verifier().checkVariants(); });
        list.make(hasSpin(kind) ? 4 : 2, [&] { verifier().checkFused(); });
        list.make(1, [&] { verifier().checkAgainstSeparateKernels(); });
        list.make(1, [&] { verifier().checkBundle(); });
        if (hasSpin(kind)) list.make(1, [&] { verifier().checkHalfSpinors(); });
    }

private:
    bool spinors() const { return hasSpin(kind_); }
    int components() const { return fermionComponents(kind_, checks_.group); }
    std::string named(const std::string& what) const { return checkName(kind_, what); }
    HalfVector half(const FermionVector& full, int parity) const
    {
        return halfOf(checks_.lattice, full, parity, components());
    }
    HalfVector random(int parity, std::uint64_t seed) const
    {
        return randomHalf(checks_.lattice, kind_, checks_.group, parity, seed);
    }

    /// Of H psi and H^dagger psi on both parities.
    Worst deviationOf(const DeviceHopping& op, const std::array<FermionVector, 2>& expected) const
    {
        Worst worst;
        for (int parity = 0; parity < 2; ++parity) {
            const FermionField in = uploaded(op.space(), half(psi_, 1 - parity));
            for (const Sign sign : {Sign::Plus, Sign::Minus}) {
                FermionField out = op.makeField(parity);
                op.hop(out, in, {.parity = parity, .sign = sign});
                worst.add(deviation(downloaded(out), half(expected[std::size_t(sign)], parity)));
            }
        }
        return worst;
    }

    void checkBoundary(const char* name, const BoundaryPhases& boundary)
    {
        const HopLinks links(u_, {});
        const bool usual = boundary == BoundaryPhases();
        checks_.report(named(name),
                       deviationOf(DeviceHopping(kind_, links, boundary),
                                   usual ? hops_ : oracleHops(host_, kind_, boundary, psi_)),
                       checks_.tolerance());
    }

    void checkStorage(const HopStorage& storage)
    {
        const HopLinks links(u_, storage);
        const DeviceHopping op(kind_, links, {});
        Worst worst;
        const FermionField in = uploaded(op.space(), half(psi_, 1));
        FermionField out = op.makeField(0);
        op.hop(out, in, {});
        worst.add(deviation(downloaded(out), half(hops_[0], 0)));
        checks_.report(named("hop-" + name(storage)), worst,
                       hopTolerance(storage, FieldFormat::Real, checks_.device.precision()));
    }

    /// Everything that a tuner may choose, with a diagonal term; in double precision of one work group.
    void checkVariants()
    {
        const HopLinks links(u_, defaultHopStorage(checks_.group, checks_.device.precision(), Registers::Few));
        DeviceHopping op(kind_, links, {});
        const HalfVector chi = random(1, 4);
        const FermionField psiField = uploaded(op.space(), half(psi_, 0)), chiField = uploaded(op.space(), chi);
        const HopCoefficients f = factors(false);
        const HalfVector sum = combined(f, chi, half(hops_[0], 1), op.space()->description());
        Worst worst;
        for (const HopVariant& variant : hopVariants(checks_.device, kind_, checks_.group)) {
            if (!checks_.single() && variant.group != WorkGroup{}) continue;
            op.use(variant);
            FermionField out = op.makeField(1);
            op.hop(out, psiField, {.parity = 1, .factors = f}, chiField);
            worst.add(deviation(downloaded(out), sum));
        }
        checks_.report(named("hop-variants"), worst, checks_.tolerance());
    }

    /// Fields of 16 bits with links of 16 bits, alone and with all that is fused.
    void checkFormat(FieldFormat format)
    {
        HopStorage storage{.links = format == FieldFormat::Half ? FieldFormat::Half : FieldFormat::Fixed};
        if (!traits(checks_.group).quaternions && format == FieldFormat::BlockFloat16)
            storage.reconstruct = Reconstruct::R18;
        const HopLinks links(u_, storage);
        const DeviceHopping op(kind_, links, {}, format);
        const double allowed = hopTolerance(storage, format, Precision::Single);
        checks_.report(checkName(kind_, "hop", format), deviationOf(op, hops_), allowed);
        checks_.report(checkName(kind_, "fused", format), fusedDeviation(op, Sign::Plus, factors(false)), allowed);
    }

    HopCoefficients factors(bool twist) const
    {
        return twist ? HopCoefficients{0.4, -0.7, 0.2, 0.9} : HopCoefficients{.diagonal = 0.4, .hop = 0.2};
    }

    /// Hops to the odd sites with a diagonal term, with that and a norm, and as the step of a residual.
    Worst fusedDeviation(const DeviceHopping& op, Sign sign, const HopCoefficients& f) const
    {
        const HalfVector chi = random(1, 4), before = random(1, 5);
        const FermionField psiField = uploaded(op.space(), half(psi_, 0)), chiField = uploaded(op.space(), chi);
        const HalfVector sum = combined(f, chi, half(hops_[std::size_t(sign)], 1), op.space()->description());
        const Hop hop{1, sign, f};
        Worst worst;

        FermionField out = op.makeField(1);
        op.hop(out, psiField, hop, chiField);
        worst.add(deviation(downloaded(out), sum));
        const double size2 = value(op.hopNorm2(out, psiField, hop, chiField));
        worst.add(deviation(downloaded(out), sum));
        worst.add(std::abs(std::sqrt(size2 / norm2(sum)) - 1));

        FermionField residual = uploaded(op.space(), before);
        HalfVector expected = before;
        for (std::size_t i = 0; i < expected.size(); ++i)
            expected[i] -= 0.7 * sum[i];
        const double left2 =
            value(op.hopAndUpdateResidual(residual, 0.7 * numberOne(chiField), psiField, hop, chiField));
        worst.add(deviation(downloaded(residual), expected));
        worst.add(std::abs(std::sqrt(left2 / norm2(expected)) - 1));
        return worst;
    }

    void checkFused()
    {
        const HopLinks links(u_, {});
        const DeviceHopping op(kind_, links, {});
        for (const Sign sign : {Sign::Plus, Sign::Minus})
            for (const bool twist : {false, true})
                if (spinors() || !twist)
                    checks_.report(
                        named(std::string("fused") + (twist ? "-twist" : "") + (sign == Sign::Minus ? "-dagger" : "")),
                        fusedDeviation(op, sign, factors(twist)), checks_.tolerance());
    }

    /// r - alpha (a chi + c H psi) and its norm from one kernel, and from a hop, two sums and a norm.
    void checkAgainstSeparateKernels()
    {
        const HopLinks links(u_, {});
        const DeviceHopping op(kind_, links, {});
        const FermionField psi = uploaded(op.space(), half(psi_, 0)), chi = uploaded(op.space(), random(1, 4));
        const HopCoefficients f = factors(false);
        const DeviceReal one = numberOne(chi), alpha = 0.7 * one;
        Worst worst;

        FermionField fused = uploaded(op.space(), random(1, 5)), separate = fused, sum = op.makeField(1);
        const double fusedNorm2 = value(op.hopAndUpdateResidual(fused, alpha, psi, {.parity = 1, .factors = f}, chi));
        op.hop(sum, psi, {.parity = 1, .factors = {.hop = f.hop}});
        axpy(f.diagonal * one, chi, sum);
        axpy(-alpha, sum, separate);
        const double separateNorm2 = value(norm2(separate));
        worst.add(deviation(downloaded(fused), downloaded(separate)));
        worst.add(std::abs(std::sqrt(fusedNorm2 / separateNorm2) - 1));

        FermionField out = op.makeField(1);
        const auto [ofOut, ofPsi] = op.hopNorms(out, psi, {.parity = 1});
        worst.add(std::abs(std::sqrt(value(ofOut) / value(norm2(out))) - 1));
        worst.add(std::abs(std::sqrt(value(ofPsi) / value(norm2(psi))) - 1));
        checks_.report(named("fused-separate"), worst, checks_.tolerance());
    }

    /// Several right-hand sides, v + 1 times the same one: a hop with a diagonal term, its norms, and the step of residuals
    /// while one of the vectors is not in use.
    void checkBundle()
    {
        constexpr int vectors = 3, ended = 1;
        const HopLinks links(u_, {});
        const DeviceBundleHopping op(DeviceHopping(kind_, links, {}), vectors,
                                     std::make_shared<VectorSet>(VectorSet::first(vectors)));
        const auto bundleOf = [&op](const HalfVector& x, int parity) {
            FermionBundle bundle = op.makeField(parity);
            upload(bundle, multiples(x, vectors));
            return bundle;
        };
        const HalfVector chi = random(1, 4), before = random(1, 5);
        const FermionBundle psi = bundleOf(half(psi_, 0), 0), diagonal = bundleOf(chi, 1);
        const HopCoefficients f = factors(false);
        const Hop hop{1, Sign::Plus, f};
        const HalfVector sum = combined(f, chi, half(hops_[0], 1), psi.all().space().description());
        Worst worst;
        const auto add = [&worst](const FermionBundle& found, const DeviceReal& norms2,
                                  const std::vector<HalfVector>& expected, const VectorSet& summed) {
            const std::vector<HalfVector> all = downloadVectors(found);
            for (std::size_t v = 0; v < all.size(); ++v)
                worst.add(deviation(all[v], expected[v]));
            const Factors sizes2 = values(norms2);
            summed.forEach([&](int v) {
                worst.add(std::abs(std::sqrt(sizes2[std::size_t(v)] / norm2(expected[std::size_t(v)])) - 1));
            });
        };

        FermionBundle out = op.makeField(1);
        DeviceReal norms2 = op.hopNorm2(out, psi, hop, diagonal);
        add(out, norms2, multiples(sum, vectors), psi.inUse());

        FermionBundle residual = bundleOf(before, 1);
        std::vector<HalfVector> expected = multiples(before, vectors);
        const Factors alpha{0.7, 0.3, -0.2};
        VectorSet left = psi.inUse();
        left.remove(ended);
        left.forEach([&](int v) {
            for (std::size_t i = 0; i < sum.size(); ++i)
                expected[std::size_t(v)][i] -= alpha[std::size_t(v)] * (v + 1) * sum[i];
        });
        const DeviceReal ones = norm2(diagonal) / norm2(diagonal);
        residual.use(left);
        norms2 = op.hopAndUpdateResidual(residual, alpha * ones, psi, hop, diagonal);
        add(residual, norms2, expected, left);
        checks_.report(named("fused-rhs3"), worst, checks_.tolerance());
    }

    /// x, 2 x, 3 x, ...
    static std::vector<HalfVector> multiples(const HalfVector& x, int count)
    {
        std::vector<HalfVector> all(std::size_t(count), x);
        for (int v = 0; v < count; ++v)
            for (std::complex<double>& number : all[std::size_t(v)])
                number *= v + 1;
        return all;
    }

    /// What ranks exchange, of both projections in the directions that they divide.
    void checkHalfSpinors()
    {
        const FermionField psi = uploaded(checks_.space(kind_), half(psi_, 0));
        PlaneTexture out(checks_.device, halfFieldShape(checks_.lattice, fermionPlanes(kind_, checks_.group) / 2));
        Worst worst;
        for (const int mu : {2, 3})
            for (const int sign : {1, -1}) {
                Kernel(checks_.device, halfSpinorSpec(checks_.group, {.mu = mu, .sign = sign}))
                    .read("uPsi", psi.planes())
                    .run(out);
                worst.add(deviation(upperComponents(out), projectedUpper(half(psi_, 0), mu, sign)));
            }
        checks_.report(named("half-spinors"), worst, checks_.tolerance());
    }

    /// Components 0 and 1 of (1 + sign gamma_mu) psi.
    HalfVector projectedUpper(const HalfVector& psi, int mu, int sign) const
    {
        const auto nc = std::size_t(colours(checks_.group));
        HalfVector upper;
        for (std::size_t site = 0; site < psi.size(); site += 4 * nc)
            for (std::size_t s = 0; s < 2; ++s)
                for (std::size_t c = 0; c < nc; ++c) {
                    std::complex<double> sum = psi[site + s * nc + c];
                    for (std::size_t r = 0; r < 4; ++r)
                        sum += double(sign) * reference::gamma(mu)(int(s), int(r)) * psi[site + r * nc + c];
                    upper.push_back(sum);
                }
        return upper;
    }
    HalfVector upperComponents(const PlaneTexture& field) const
    {
        const std::vector<double> values = field.download();
        const std::size_t texels = field.shape().texels(), count = 2 * std::size_t(colours(checks_.group));
        HalfVector upper;
        for (std::size_t texel = 0; texel < texels; ++texel)
            for (std::size_t k = 0; k < count; ++k) {
                const double* number = &values[((2 * k / 4) * texels + texel) * 4 + 2 * k % 4];
                upper.emplace_back(number[0], number[1]);
            }
        return upper;
    }

    FermionChecks& checks_;
    FermionKind kind_;
    GaugeField u_;
    OracleField host_; ///< as the device has rounded them
    FermionVector psi_;
    std::array<FermionVector, 2> hops_; ///< H psi and H^dagger psi with the default boundary
};

} // namespace

double hopTolerance(const HopStorage& storage, FieldFormat fields, Precision precision)
{
    if (fields == FieldFormat::Half || storage.links == FieldFormat::Half) return 3e-3;
    if (fields == FieldFormat::BlockFloat16 || storage.links == FieldFormat::Fixed) return 3e-4;
    return (precision == Precision::Single ? 1e-6 : 1e-14) * (storage.reconstruct == Reconstruct::R8 ? 100 : 1);
}

void verifyHops(FermionChecks& checks, FermionKind kind) { HopVerifier::run(checks, kind); }

} // namespace gaugegl
