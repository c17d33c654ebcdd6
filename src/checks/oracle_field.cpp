#include "checks/oracle_field.h"

#include "reference/dirac.h"

namespace gaugegl {
namespace {

template<int N>
std::array<FermionVector, 2> wilsonHops(const reference::GaugeField<N>& u, const BoundaryPhases& boundary,
                                        const FermionVector& psi)
{
    const reference::SpinorField<N> in(u.lattice(), psi);
    auto plus = zeroLike(in), minus = zeroLike(in);
    const reference::WilsonOperator<N> op(u, {.boundary = boundary});
    op.hop(plus, in);
    op.hopAdjoint(minus, in);
    return {plus.vector(), minus.vector()};
}

template<int N>
std::array<FermionVector, 2> staggeredHops(const reference::GaugeField<N>& u, const BoundaryPhases& boundary,
                                           const FermionVector& psi)
{
    const reference::StaggeredField<N> in(u.lattice(), psi);
    auto plus = zeroLike(in), minus = zeroLike(in);
    const reference::StaggeredOperator<N> op(u, {.boundary = boundary});
    op.hop(plus, in);
    op.hopAdjoint(minus, in);
    return {plus.vector(), minus.vector()};
}

} // namespace

OracleField oracleField(const HostGaugeField& u)
{
    return withColours(u.group, [&](auto n) -> OracleField { return reference::gaugeField<n>(u.lattice, u.links); });
}

OracleField oracleField(const GaugeField& u) { return oracleField(download(u)); }

HostGaugeField hostField(const OracleField& u)
{
    return std::visit(
        []<int N>(const reference::GaugeField<N>& field) {
            return HostGaugeField{field.lattice(), groupOfColours(N), reference::linkVector(field)};
        },
        u);
}

OracleField hotField(const Lattice& lattice, Group group, std::uint64_t seed)
{
    return withColours(group,
                       [&](auto n) -> OracleField { return reference::hotStart<n>(lattice, seed, Precision::Double); });
}

void upload(GaugeField& out, const OracleField& in) { upload(out, hostField(in)); }

Group groupOf(const OracleField& u) { return groupTraits[u.index()].group; }

const Lattice& latticeOf(const OracleField& u)
{
    return std::visit([](const auto& field) -> const Lattice& { return field.lattice(); }, u);
}

std::array<FermionVector, 2> oracleHops(const OracleField& u, FermionKind kind, const BoundaryPhases& boundary,
                                        const FermionVector& psi)
{
    return std::visit(
        [&](const auto& links) {
            return hasSpin(kind) ? wilsonHops(links, boundary, psi) : staggeredHops(links, boundary, psi);
        },
        u);
}

} // namespace gaugegl
