// The clover term: blocks, inverses and determinants, and hops that multiply by them.
#include "algebra/diagonal.h"
#include "checks/fermion_checks.h"
#include "fermion/operators/clover_field.h"
#include "fermion/operators/clover_kernels.h"
#include "fermion/operators/hopping.h"
#include "reference/clover.h"

#include <optional>

namespace gaugegl {
namespace {

constexpr std::uint64_t cloverLinkSeed = 20261123;

template<int N>
class CloverVerifier {
public:
    explicit CloverVerifier(FermionChecks& checks) : checks_(checks), u_(checks.device, checks.lattice, checks.group)
    {
        upload(u_, hotField(checks.lattice, checks.group, cloverLinkSeed));
        host_ = std::get<reference::GaugeField<N>>(oracleField(u_));
        for (const double mu : {0.0, 0.8})
            diagonals_[mu != 0] = reference::cloverDiagonals(host_, quark(mu));
    }

    void checkBlocks(const std::string& variant, Registers registers)
    {
        for (const bool twisted : {false, true}) {
            const CloverField field(u_, quark(twisted ? 0.8 : 0), registers);
            Worst blocks, inverses;
            double expected = 0, found = 0;
            for (int parity = 0; parity < 2; ++parity) {
                const auto b = unpacked(field.blocks(parity)), c = unpacked(field.inverses(parity));
                for (std::int64_t half = 0; half < checks_.lattice.halfVolume(); ++half) {
                    reference::Matrix<4 * N> r = diagonal(twisted, parity, half);
                    expected += reference::logDeterminant(r);
                    // C = (R R^dagger)^-1 with a twist, and R^-1 without.
                    const auto inverse = reference::inverse(twisted ? r * adj(r) : r);
                    for (int i = 0; i < 4 * N; ++i)
                        r(i, i) = r(i, i).real();
                    blocks.add(reference::largestDifference(b[std::size_t(half)], r));
                    inverses.add(reference::largestDifference(c[std::size_t(half)], inverse));
                }
                found += field.logDeterminant(parity);
            }
            const std::string suffix = (twisted ? "-twist" : "") + variant;
            if (!twisted) checks_.report("clover-blocks" + variant, blocks, 3 * checks_.tolerance());
            checks_.report("clover-inverses" + suffix, inverses, 30 * checks_.tolerance());
            Worst determinant;
            determinant.add(std::abs(found - expected) / double(checks_.lattice.volume()));
            checks_.report("clover-determinant" + suffix, determinant, 10 * checks_.tolerance());
        }
    }

    /// Everything that even-odd forms ask of a hop with blocks, and of its adjoint.
    void checkHops(const std::string& name, FieldFormat format, Registers registers = Registers::Many)
    {
        Worst worst;
        for (const bool twisted : {false, true}) {
            const WilsonParameters quark = this->quark(twisted ? 0.8 : 0);
            const auto clover = std::make_shared<const CloverField>(u_, quark);
            const HopLinks links(u_, registers == Registers::Few
                                         ? defaultHopStorage(checks_.group, checks_.device.precision(), registers)
                                         : HopStorage{});
            DeviceHopping op = DeviceHopping(FermionKind::Wilson, links, {}, format)
                                   .with(format == FieldFormat::Real ? clover : clover->inShort());
            if (registers == Registers::Few)
                op.use({fewHopRegisters(FermionKind::Wilson, checks_.group, checks_.device.precision()), {}});
            for (int parity = 0; parity < 2; ++parity)
                for (const Sign sign : {Sign::Plus, Sign::Minus})
                    worst.add(deviationOfHops(op, quark, parity, sign).value());
        }
        checks_.report(name, worst, 4 * checks_.tolerance(format));
    }

private:
    static WilsonParameters quark(double mu) { return {.kappa = 0.13, .mu = mu, .clover = 1.5}; }

    const reference::Matrix<4 * N>& diagonal(bool twisted, int parity, std::int64_t half) const
    {
        return diagonals_[twisted][std::size_t(siteOfHalf(checks_.lattice, parity, half))];
    }
    /// The blocks of a field as matrices of all spins, by half sites.
    std::vector<reference::Matrix<4 * N>> unpacked(const PlaneTexture& field) const
    {
        const std::vector<double> values = field.download();
        const std::size_t texels = field.shape().texels();
        std::vector<reference::Matrix<4 * N>> all(texels);
        for (std::size_t texel = 0; texel < texels; ++texel)
            for (int chirality = 0; chirality < 2; ++chirality) {
                const auto number = [&](int k) {
                    const auto at = std::size_t(chirality * 4 * N * N + k);
                    return values[(at / 4 * texels + texel) * 4 + at % 4];
                };
                for (int i = 0, k = 2 * N; i < 2 * N; ++i) {
                    const int row = 2 * N * chirality + i;
                    all[texel](row, row) = number(i);
                    for (int j = 0; j < i; ++j, k += 2) {
                        all[texel](row, 2 * N * chirality + j) = {number(k), number(k + 1)};
                        all[texel](2 * N * chirality + j, row) = {number(k), -number(k + 1)};
                    }
                }
            }
        return all;
    }
    /// a number, R or R^-1 (or their adjoints) times x.
    HalfVector times(const SiteDiagonal& d, const HalfVector& x, int parity) const
    {
        HalfVector y(x.size());
        for (std::int64_t half = 0; half < checks_.lattice.halfVolume(); ++half) {
            reference::Matrix<4 * N> m = reference::Matrix<4 * N>::identity();
            if (d.blocks != DiagonalBlocks::One) {
                m = diagonal(d.twist != 0, parity, half);
                if (d.twist < 0) m = adj(m);
                if (d.blocks == DiagonalBlocks::CloverInverse) m = reference::inverse(m);
            }
            for (int i = 0; i < 4 * N; ++i)
                for (int j = 0; j < 4 * N; ++j)
                    y[std::size_t(half * 4 * N + i)] += d.number * m(i, j) * x[std::size_t(half * 4 * N + j)];
        }
        return y;
    }
    Worst deviationOfHops(const DeviceHopping& op, const WilsonParameters& quark, int parity, Sign sign) const
    {
        const HalfVector chi = randomHalf(checks_.lattice, FermionKind::Wilson, checks_.group, parity, 4),
                         psi = randomHalf(checks_.lattice, FermionKind::Wilson, checks_.group, 1 - parity, 5);
        FermionVector whole(2 * psi.size());
        setHalf(checks_.lattice, whole, psi, 1 - parity, 4 * N);
        const HalfVector h =
            halfOf(checks_.lattice, oracleHops(OracleField(host_), FermionKind::Wilson, {}, whole)[std::size_t(sign)],
                   parity, 4 * N);
        const FermionField psiField = uploaded(op.space(), psi), chiField = uploaded(op.space(), chi);
        const SiteDiagonal r = sign == Sign::Plus ? diagonalOf(quark) : diagonalOf(quark).adjoint();
        Worst worst;
        const auto compare = [&](const SiteDiagonal& ofChi, const SiteDiagonal& ofHop) {
            HalfVector expected = times(ofChi, chi, parity);
            const HalfVector second = times(ofHop, h, parity);
            for (std::size_t k = 0; k < expected.size(); ++k)
                expected[k] += second[k];
            FermionField out = op.makeField(parity);
            const Hop hop{parity, sign, fused(ofChi, ofHop)};
            op.hop(out, psiField, hop, chiField);
            worst.add(deviation(downloaded(out), expected));
            worst.add(std::abs(std::sqrt(value(op.hopNorm2(out, psiField, hop, chiField)) / norm2(expected)) - 1));
        };
        compare(r, {-0.3});
        compare({}, -0.3 * r.inverse());
        compare(r.inverse(), 0.7 * r.inverse());
        FermionField out = op.makeField(parity);
        op.hop(out, psiField, {parity, sign, fused(noDiagonal, r.inverse())});
        worst.add(deviation(downloaded(out), times(r.inverse(), h, parity)));
        return worst;
    }

    FermionChecks& checks_;
    GaugeField u_;
    reference::GaugeField<N> host_{checks_.lattice};                 ///< as the device has rounded them
    std::array<std::vector<reference::Matrix<4 * N>>, 2> diagonals_; ///< R without and with a twist
};

} // namespace

void verifyClover(FermionChecks& checks)
{
    withColours(checks.group, [&](auto n) {
        std::optional<CloverVerifier<n>> made;
        const auto verifier = [&]() -> CloverVerifier<n>& { return made ? *made : made.emplace(checks); };
        checks.list.make(5, [&] { verifier().checkBlocks("", checks.device.registersOfLongKernels()); });
        for (const FieldFormat format : checks.formats())
            checks.makeOf(format, 1,
                          [&] { verifier().checkHops(checkName(FermionKind::Wilson, "clover-hops", format), format); });
        // In double precision a software driver takes minutes to compile each of the passes.
        if (checks.device.context().capabilities().software && !checks.single()) return;
        checks.list.makeOfVariants(6, [&] {
            verifier().checkBlocks("-few", Registers::Few);
            verifier().checkHops(checkName(FermionKind::Wilson, "clover-hops-few"), FieldFormat::Real, Registers::Few);
        });
    });
}

} // namespace gaugegl
