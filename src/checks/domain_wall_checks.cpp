// Domain-wall quarks: hops of fields in slices and matrices that mix these, as D_5 = A - H B / 2 and D_5^dagger.
#include "algebra/domain_wall.h"
#include "checks/fermion_checks.h"
#include "core/fermion_source.h"
#include "fermion/operators/bundle_hopping.h"
#include "fermion/operators/hopping.h"
#include "reference/chiral.h"

namespace gaugegl {
namespace {

constexpr std::uint64_t wallLinkSeed = 20261124;

/// Different in every slice, so that none is mistaken for another.
DomainWallParameters checkedWallQuark()
{
    return {.m5 = 1.4, .mass = 0.1, .b = {1.5, 1.4, 1.3}, .c = {0.5, 0.55, 0.6}};
}

template<int N>
class DomainWallVerifier {
public:
    explicit DomainWallVerifier(FermionChecks& checks)
        : checks_(checks), u_(checks.device, checks.lattice, checks.group)
    {
        upload(u_, hotField(checks.lattice, checks.group, wallLinkSeed));
        const auto host = std::get<reference::GaugeField<N>>(oracleField(u_)); // as the device has rounded them
        const reference::DomainWallOperator<N> d5(host, quark_);
        for (int s = 0; s < quark_.ls(); ++s)
            psi_.slices.emplace_back(checks.lattice, gaussianSource(checks.lattice, FermionKind::Wilson, checks.group,
                                                                    std::uint64_t(7 + s)));
        expected_ = {zeroLike(psi_), zeroLike(psi_)};
        d5.apply(expected_[0], psi_);
        d5.applyAdjoint(expected_[1], psi_);
    }

    void check(const std::string& name, FieldFormat format, Registers registers = Registers::Many)
    {
        const HopLinks links(u_, registers == Registers::Few
                                     ? defaultHopStorage(checks_.group, checks_.device.precision(), registers)
                                     : HopStorage{});
        DeviceHopping op = DeviceHopping(FermionKind::Wilson, links, quark_.boundary, format).inSlices(quark_.ls());
        if (registers == Registers::Few)
            op.use({fewHopRegisters(FermionKind::Wilson, checks_.group, checks_.device.precision()), {}});
        Worst worst;
        for (int parity = 0; parity < 2; ++parity)
            for (const Sign sign : {Sign::Plus, Sign::Minus}) {
                const HalfVector expected = half(expected_[std::size_t(sign == Sign::Minus)], parity);
                const FermionField same = uploaded(op.space(), half(psi_, parity)),
                                   other = uploaded(op.space(), half(psi_, 1 - parity));
                const auto [out, norm2Of] = applied(op, same, other, parity, sign);
                worst.add(deviation(downloaded(out), expected));
                worst.add(std::abs(std::sqrt(value(norm2Of) / norm2(expected)) - 1));
            }
        checks_.report(name, worst, 4 * checks_.tolerance(format));
    }

    /// D_5^dagger of two vectors, psi and -2 psi.
    void checkBundle()
    {
        constexpr int vectors = 2, parity = 1;
        const Factors factors{1, -2};
        const HopLinks links(u_, {});
        const DeviceBundleHopping op(DeviceHopping(FermionKind::Wilson, links, quark_.boundary).inSlices(quark_.ls()),
                                     vectors, std::make_shared<VectorSet>(VectorSet::first(vectors)));
        const auto each = [&factors](const HalfVector& one) {
            std::vector<HalfVector> all;
            for (const double factor : factors) {
                all.push_back(one);
                for (std::complex<double>& number : all.back())
                    number *= factor;
            }
            return all;
        };
        const auto bundleOf = [&](int of) {
            FermionBundle bundle = op.makeField(of);
            upload(bundle, each(half(psi_, of)));
            return bundle;
        };
        const auto [out, norms2] = applied(op, bundleOf(parity), bundleOf(1 - parity), parity, Sign::Minus);
        const std::vector<HalfVector> found = downloadVectors(out), expected = each(half(expected_[1], parity));
        const Factors sizes2 = values(norms2);
        Worst worst;
        for (std::size_t v = 0; v < found.size(); ++v) {
            worst.add(deviation(found[v], expected[v]));
            worst.add(std::abs(std::sqrt(sizes2[v] / norm2(expected[v])) - 1));
        }
        checks_.report("domain-wall-rhs2", worst, 4 * checks_.tolerance());
    }

private:
    /// The slices of each site one after the other.
    HalfVector half(const reference::WallField<N>& psi, int parity) const
    {
        const auto slice = [&](int s) { return psi.slices[std::size_t(s)].vector(); };
        return halfOf(checks_.lattice, inSlices(quark_.ls(), 4 * N, slice), parity, quark_.ls() * 4 * N);
    }
    /// D_5 or D_5^dagger on the sites of a parity.
    template<class D>
    std::pair<typename D::Field, DeviceReal> applied(const D& op, const typename D::Field& same,
                                                     const typename D::Field& other, int parity, Sign sign) const
    {
        const DomainWallMatrices m(quark_);
        auto mixed = op.makeField(1 - parity), diagonal = op.makeField(parity), out = op.makeField(parity);
        if (sign == Sign::Plus) {
            mixSlices(mixed, op.mixing(m.b), other);
            mixSlices(diagonal, op.mixing(m.a), same);
            const DeviceReal norm = op.hopNorm2(out, mixed, {parity, sign, {1, 0, -0.5, 0}}, diagonal);
            return {out, norm};
        }
        auto hopped = op.makeField(parity);
        op.hop(hopped, other, {parity, sign, {0, 0, -0.5, 0}});
        mixSlices(diagonal, op.mixing(2 * m.a.transposed()), same);
        const DeviceReal norm = mixSlicesNorm2(out, op.mixing(m.b.transposed()), hopped, 0.5, diagonal);
        return {out, norm};
    }

    FermionChecks& checks_;
    GaugeField u_;
    const DomainWallParameters quark_ = checkedWallQuark();
    reference::WallField<N> psi_;
    std::array<reference::WallField<N>, 2> expected_; ///< D_5 psi and D_5^dagger psi
};

} // namespace

void verifyDomainWall(FermionChecks& checks)
{
    withColours(checks.group, [&](auto n) {
        std::optional<DomainWallVerifier<n>> made;
        const auto verifier = [&]() -> DomainWallVerifier<n>& { return made ? *made : made.emplace(checks); };
        const auto checkOf = [&](FieldFormat format) {
            return "domain-wall" + (format == FieldFormat::Real ? std::string() : "-" + name(format));
        };
        for (const FieldFormat format : checks.formats())
            checks.makeOf(format, 1, [&, format] { verifier().check(checkOf(format), format); });
        checks.list.make(1, [&] { verifier().checkBundle(); });
        // In double precision a software driver takes minutes to compile each of the passes.
        if (checks.device.context().capabilities().software && !checks.single()) return;
        checks.list.makeOfVariants(1, [&] { verifier().check("domain-wall-few", FieldFormat::Real, Registers::Few); });
    });
}

} // namespace gaugegl
