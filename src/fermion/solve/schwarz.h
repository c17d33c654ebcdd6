// Additive Schwarz: A^-1 is approximated by the inverses of its blocks.  These are A with the links between blocks set to
// 0 (fermion/operators/block_links.h), so that the hopping terms are those of all solvers, and the inverse is a
// polynomial in it, without sums over the lattice (solvers/residual_steps.h).  CONVENTIONS.md, "Fermions".
#pragma once

#include "core/fermion_source.h"
#include "fermion/operators/even_odd.h"
#include "solvers/residual_steps.h"

#include <optional>
#include <utility>

namespace gaugegl {

/// What the hopping term of the blocks depends on.
struct BlockChoice {
    Blocks blocks; ///< their extents
    int steps;     ///< applications of their operator
    bool sixteen;  ///< in 16 bits

    /// That of a solve; nothing if it has no such preconditioner.
    static std::optional<BlockChoice> of(const SolverChoice& solver)
    {
        if (solver.preconditioner != PreconditionerType::Schwarz) return std::nullopt;
        return BlockChoice{solver.blocks, solver.blockSteps, solver.precision == SolverPrecision::Mixed16};
    }
    /// Equal choices.
    bool operator==(const BlockChoice&) const = default;
};

/// The steps for the operator of the blocks, learnt from noise that does not depend on ranks; collective.
template<QuarkForm form, HoppingTerm D>
ResidualSteps learnBlockSteps(const D& ofBlocks, const DiracParameters& dirac, const Lattice& lattice, Group group,
                              int steps)
{
    constexpr std::uint64_t seed = 1;
    const SchurOf<form, D> a(ofBlocks, parametersOf<form>(dirac));
    auto noise = a.makeField();
    upload(noise, halfOf(lattice.local(), gaussianSlices(lattice, kindOf(form), group, seed, dirac.slices()), 0,
                         dirac.slices() * fermionComponents(kindOf(form), group)));
    return learnResidualSteps(a, std::move(noise), steps);
}

/// The preconditioner for fields of the hopping term Outer, with the blocks in fields of D; C converts between them
/// (solvers/refine.h).
template<QuarkForm form, HoppingTerm Outer, HoppingTerm D, class C>
class Schwarz {
public:
    using Field = typename Outer::Field; ///< what it acts on

    /// The hopping term of the blocks must outlive the object.
    Schwarz(const D& ofBlocks, const DiracParameters& dirac, const ResidualSteps& steps, C conversion)
        : a_(ofBlocks, parametersOf<form>(dirac)), inverse_(a_, steps), conversion_(std::move(conversion))
    {}
    Schwarz(const Schwarz&) = delete;
    Schwarz& operator=(const Schwarz&) = delete;

    /// z ~ A^-1 r.
    void apply(Field& z, const Field& r) const
    {
        if (!r_) {
            r_.emplace(a_.makeField());
            z_.emplace(a_.makeField());
        }
        conversion_.send(*r_, 1, r);
        inverse_.apply(*z_, *r_);
        setZero(z);
        conversion_.add(z, 1, *z_);
        ++calls_;
    }
    /// How often the operator of the blocks was applied until now.
    int applications() const { return calls_ * inverse_.steps().applications(); }

private:
    SchurOf<form, D> a_;
    ResidualPolynomial<SchurOf<form, D>> inverse_;
    mutable C conversion_;
    mutable std::optional<typename D::Field> r_, z_;
    mutable int calls_ = 0;
};

} // namespace gaugegl
