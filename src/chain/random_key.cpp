#include "chain/random_key.h"

#include "core/mixing.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>
#include <limits>

namespace gaugegl {
namespace {

using Words = std::vector<std::uint64_t>;

/// The bits of a number; 0 and -0 are the same.
std::uint64_t wordOf(double number) { return std::bit_cast<std::uint64_t>(number == 0 ? 0.0 : number); }

/// The determinant of a term: kind, the numbers that define it, boundary phases.  Wilson quarks are twisted-mass quarks
/// of mu = 0; how a determinant is split or approximated does not change it.
Words wordsOf(const FermionTerm& term)
{
    enum Kind : std::uint64_t {
        WilsonQuarks = 1,
        StaggeredQuarks = 2,
        Clover = 3,
        Stout = 4,
        DomainWalls = 5,
        Overlap = 6,
        IsospinStaggered = 7,
        Isospin = 8
    };
    Words words;
    switch (traits(diracOf(term).type).form) {
    case QuarkForm::Wilson:
        words = {WilsonQuarks, wordOf(term.kappa), wordOf(term.mu)};
        break;
    case QuarkForm::Staggered:
        words = {StaggeredQuarks, wordOf(term.mass), wordOf(term.flavours)};
        break;
    case QuarkForm::DomainWall:
        words = {DomainWalls,     wordOf(term.mass),      wordOf(isRational(term.action) ? term.flavours : 2),
                 wordOf(term.m5), wordOf(term.ls),        wordOf(term.b5),
                 wordOf(term.c5), wordOf(term.lambdaMin), wordOf(term.lambdaMax)};
        break;
    case QuarkForm::Overlap:
        words = {Overlap,
                 wordOf(term.mass),
                 wordOf(term.rho),
                 wordOf(term.lambdaMin),
                 wordOf(term.lambdaMax),
                 wordOf(term.topologyMu)};
        break;
    case QuarkForm::IsospinStaggered:
        words = {IsospinStaggered, wordOf(term.mass)};
        break;
    }
    for (const double theta : term.boundary.theta)
        words.push_back(wordOf(theta));
    if (term.clover != 0) words.insert(words.end(), {Clover, wordOf(term.clover)});
    if (term.isospinMu != 0) words.insert(words.end(), {Isospin, wordOf(term.isospinMu)});
    if (term.stout.smears())
        words.insert(words.end(), {Stout, wordOf(term.stout.rho), std::uint64_t(term.stout.steps)});
    return words;
}

/// Plaquette and rectangle, which have places of their own.
constexpr std::size_t loopsOfDefinition = 2;

/// Before the coefficient of any other loop; no kind of quarks.
constexpr std::uint64_t OtherLoops = 100;

/// What defines the ensemble of a run.
Words definitionOf(const RunConfig& run)
{
    constexpr std::uint64_t ofDefinition =
        2; // the version that began it; 3 gives the same keys wherever it means the same
    Words words = {ofDefinition, std::uint64_t(colours(run.lattice.group))};
    for (const int extent : run.lattice.extents)
        words.push_back(std::uint64_t(extent));
    words.push_back(wordOf(run.action.beta));
    const GaugeAction action = gaugeActionOf(run.action);
    words.push_back(wordOf(action.of(LoopShape::Rectangle)));
    if (keyVersionOf(run.update) >= 3)
        action.forEachLoop([&](const LoopTraits& loop, double coefficient) {
            if (std::size_t(loop.shape) >= loopsOfDefinition)
                words.insert(words.end(), {OtherLoops + std::uint64_t(loop.shape), wordOf(coefficient)});
        });
    if (!run.hmc) return words;
    std::vector<Words> quarks;
    for (const FermionTerm& term : run.hmc->parameters.fermions)
        quarks.push_back(wordsOf(term));
    std::ranges::sort(quarks); // a product of determinants has no order
    for (const Words& quark : quarks)
        words.insert(words.end(), quark.begin(), quark.end());
    return words;
}

} // namespace

std::uint64_t randomKey(const RunConfig& run)
{
    if (keyVersionOf(run.update) == 1) return run.update.seed;
    std::uint64_t hash = 0;
    for (const std::uint64_t word : definitionOf(run))
        hash = mixed(hash, word);
    return mixed(hash, run.update.seed);
}

StreamStart streamStart(const RunConfig& run, const RandomPast& past)
{
    StreamStart start{randomKey(run), 0};
    if (keyVersionOf(run.update) < 3) return start;
    if (past.foreign) start.key = mixed(start.key, *past.foreign);
    start.first = past.streams.next(start.key);
    const std::uint64_t needed = std::uint64_t(run.update.thermalisation) + std::uint64_t(run.update.sweeps);
    if (start.first + needed > std::numeric_limits<std::uint32_t>::max())
        throw InputError(fmt::format(
            "{} {} of this seed made the links to start from; {} more are beyond its random numbers: choose "
            "another seed than {}",
            start.first, updateName(run, 2), needed, run.update.seed));
    return start;
}

} // namespace gaugegl
