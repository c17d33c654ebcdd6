// [spectrum], [condensate], [disconnected] and [inverter] of run files: systems of quarks to solve.
#pragma once

#include "gaugegl/config/key_facts.h"
#include "gaugegl/core/dirac_parameters.h"
#include "gaugegl/core/lattice.h"
#include "gaugegl/core/noise.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace gaugegl {

struct RunConfig;

/// The direction of that name.  Throws InputError for others than x, y, z and t.
int directionNamed(std::string_view name);

/// Throws InputError for an operator whose solves cannot be deflated with low modes, as any with a chemical potential.
void requireDeflatable(DiracType type, double isospinMu);

/// Whether an operator may have this value of a number.
bool isAllowed(const DiracNumber& number, double value, DiracType type);

/// [spectrum], [condensate], [disconnected] and [inverter]: the systems to solve.
struct FermionSection {
    DiracType type = DiracType::Wilson;                   ///< key operator
    std::vector<double> values;                           ///< of DiracTraits::first(), under its key: at least one
    DiracParameters further = {};                         ///< the other numbers of the operator, under their keys
    std::string boundary = "antiperiodic";                ///< as BoundaryPhases::parse takes it
    std::string stout = "none";                           ///< as StoutSteps::parse takes it
    std::vector<std::string> sources = {"point:0,0,0,0"}; ///< [spectrum], [inverter]: as Source::parse takes them
    double tolerance = 1e-10;                             ///< |b - M x| / |b|
    std::string path = "auto";                            ///< or "fragment", "compute", "cpu"
    SolverType solver = SolverType::Cg;                   ///< not multishift
    SolverPrecision precision = SolverPrecision::Mixed;   ///< not in [inverter]
    int every = 0;     ///< not in [inverter]: sweeps between measurements, a multiple of that of [measure]; required
    int direction = 3; ///< [spectrum]: of the correlators; key direction = "x" | "y" | "z" | "t"
    int vectors = 4;   ///< [condensate], [disconnected]: random sources on each configuration
    NoiseType noise = NoiseType::Z4;           ///< [disconnected]
    std::string gamma = "scalar,pseudoscalar"; ///< [disconnected]: as parseGammas takes it, of quarks with spin
    std::string dilution = "none";             ///< [disconnected]: as Dilution::parse takes it
    std::string smearSource = "none";          ///< [spectrum]: key smear_source, as WuppertalSteps::parse takes it
    std::string smearSink = "none";            ///< [spectrum]: key smear_sink, as WuppertalSteps::parse takes it
    std::string smearLinks = "none";           ///< [spectrum]: key smear_links, as StoutSteps::parse takes it
    std::string channels = "none";             ///< [spectrum]: as parseChannels takes it, beside those of mesonNames()
    std::string momenta = "none";              ///< [spectrum]: as MomentumChoice::parse takes it, beside 0
    std::optional<double> strange; ///< [spectrum]: key strangeKey(), the number of a second quark; not given: none
    bool standardChannels = true;  ///< [spectrum]: key standard_channels, whether mesonNames() are measured
    bool separateMomenta = false;  ///< [spectrum]: key separate_momenta
    bool nucleon = false;          ///< [spectrum]: whether it is measured
    bool delta = false;            ///< [spectrum]: whether it is measured
    bool residualMass = false;     ///< [spectrum]: key residual_mass, of domain-wall quarks
    int deflate = 0;               ///< [spectrum]: low modes that are found first on each configuration
    int rhs = 0;                   ///< [spectrum]: right-hand sides that are solved together (SolverChoice::rhs)
    int maxIterations = SolverChoice().maxIterations;             ///< key max_iterations
    PreconditionerType preconditioner = PreconditionerType::None; ///< key preconditioner
    std::string blocks = "4x4x4x4";                               ///< of schwarz, as Blocks::parse takes it
    int blockSteps = SolverChoice().blockSteps;                   ///< of schwarz: key block_steps

    /// The parameters of the operator with one of the values.
    DiracParameters dirac(double value) const;
    /// The number in which a strange quark differs from light ones: mu of twisted mass, of others the first.
    const DiracNumber& strangeNumber() const;
    /// "strange_kappa", "strange_mass", "strange_mu".
    std::string strangeKey() const { return std::string("strange_") + strangeNumber().key; }
    /// The parameters of the strange quark, if there is one.
    std::optional<DiracParameters> strangeQuark() const;
    /// The solver for every system.  Throws InputError for blocks that are none.
    SolverChoice choice() const;

    /// The keys that it has as the section of that name.
    static void list(auto& key, FermionSection& s, std::string_view name)
    {
        const bool spectrum = name == "spectrum", inverter = name == "inverter", loops = name == "disconnected";
        if (!inverter)
            key("every", s.every,
                {.help = "Sweeps between measurements, a multiple of that of [measure]", .required = true});
        key("operator", s.type, {.help = "Dirac operator, which decides what its parameters are", .selects = true});
        const DiracTraits& operatorTraits = traits(s.type);
        key(operatorTraits.first().key, s.values, {.help = operatorTraits.first().help, .required = true});
        for (const DiracNumber* number : operatorTraits.further()) {
            double& value = s.further.*number->value;
            key(number->key, value,
                {.help = number->help,
                 .required = !number->optional && !isAllowed(*number, DiracParameters().*number->value, s.type),
                 .written = !number->optional || value != number->standard});
        }
        key("stout", s.stout,
            {.help = "RHO:STEPS of stout smearing of the links of the operator", .written = s.stout != "none"});
        key("boundary", s.boundary,
            {.help = "periodic, antiperiodic (in time), or tx,ty,tz,tt: phases exp(i pi theta), at the edge or, with "
                     ":spread behind it, over all links"});
        if (spectrum || inverter)
            key("source", s.sources,
                {.help = "point:x,y,z,t, wall:t, noise walls z2:t, z3:t or z4:t, random:SEED or ones; each may be "
                         "followed by "
                         ":spin:colour"});
        else
            key("vectors", s.vectors,
                {.help = "Random sources on each configuration", .range = KeyRange::between(1, mostVectors)});
        if (loops) listLoops(key, s);
        if (spectrum) listSpectrum(key, s);
        key("tolerance", s.tolerance, {.help = "|b - M x| / |b| of each solution"});
        key("solver", s.solver, {.help = "Iterative solver; multishift is refused here"});
        listSolver(key, s);
        if (!inverter)
            key("precision", s.precision,
                {.help = "Precision of the solver: mixed has the residual in double precision and corrections in "
                         "single, mixed16 in 16 bits"});
        key("path", pathKey(s.path), {.help = "Where systems are solved: auto, fragment, compute or cpu"});
    }
    /// Throws RunConfigError for systems that there are not, and for blocks without a preconditioner; the solver is not looked at.
    static void checkSystems(const RunConfig& run, const FermionSection& section, const char* name);
    /// Throws RunConfigError for what is out of range in the section of that name.
    static void check(const RunConfig& run, const FermionSection& section, const char* name);

private:
    static constexpr int mostVectors = 10000;

    static void listSolver(auto& key, FermionSection& s)
    {
        const FermionSection usual;
        key("max_iterations", s.maxIterations,
            {.help = "Largest number of iterations of a solve, over all restarts",
             .range = KeyRange::atLeast(1),
             .written = s.maxIterations != usual.maxIterations});
        key("preconditioner", s.preconditioner,
            {.help = "none, or with the solver flexible schwarz: the inverse of each block of the lattice, in single "
                     "precision, with mixed16 in 16 bits; ranks exchange nothing for blocks that they have as a whole",
             .written = s.preconditioner != usual.preconditioner});
        key("blocks", s.blocks, {.help = "Extents of the blocks of schwarz", .written = s.blocks != usual.blocks});
        key("block_steps", s.blockSteps,
            {.help = "Applications of the operator to the blocks of schwarz in each iteration",
             .written = s.blockSteps != usual.blockSteps});
    }
    static void listLoops(auto& key, FermionSection& s)
    {
        if (hasSpin(traits(s.type).kind))
            key("gamma", s.gamma,
                {.help =
                     "Matrices of the loops: all sixteen, or some of scalar, pseudoscalar, vector-x .. t, axial-x .. "
                     "t, tensor-xy .. zt with commas between"});
        key("noise", s.noise, {.help = "What components of the sources are: roots of 1, as +-1 of z2, or Gaussians"});
        key("dilution", s.dilution,
            {.help =
                 "Parts of each source that are solved for by themselves: none, or time, spin, colour, even-odd and "
                 "sites with commas between"});
    }
    static void listSpectrum(auto& key, FermionSection& s)
    {
        key("direction",
            TextKey{[&s] { return std::string(directionNames[std::size_t(s.direction)]); },
                    [&s](std::string_view text) { s.direction = directionNamed(text); },
                    std::vector<std::string>(directionNames.begin(), directionNames.end())},
            {.help = "Direction of the correlators"});
        const auto smearing = [&key](const char* name, std::string& text, const char* help) {
            key(name, text, {.help = help, .written = text != "none"});
        };
        smearing("smear_source", s.smearSource,
                 "ALPHA:STEPS of Wuppertal smearing of the source, as 0.25:30; wilson, twisted-mass");
        smearing("smear_sink", s.smearSink, "ALPHA:STEPS of Wuppertal smearing of the sink");
        smearing("smear_links", s.smearLinks, "RHO:STEPS of stout smearing of the links of these smearings");
        smearing("channels", s.channels,
                 "Further mesons: all, the sixteen of a quark and an antiquark, or some of scalar, pseudoscalar, "
                 "vector-x .. t, axial-x .. t, tensor-xy .. zt, pion, rho, axial with commas between");
        key("standard_channels", s.standardChannels,
            {.help = "Whether the standard mesons are measured beside those of channels",
             .written = !s.standardChannels});
        key("momenta", s.momenta,
            {.help =
                 "Momenta beside 0 of mesons and baryons, in units of 2 pi / L across the direction: p2<=4, all whose "
                 "square is at most that, or 1,0,0; 1,1,0; a point source",
             .written = s.momenta != "none"});
        key("separate_momenta", s.separateMomenta,
            {.help = "Measure p and -p alone instead of means over permutations and signs of the components of momenta",
             .written = s.separateMomenta});
        key("nucleon", s.nucleon,
            {.help = "Measure the nucleon of both parities, too; SU(3), wilson", .written = s.nucleon});
        key("delta", s.delta, {.help = "Measure the Delta of both parities, too; SU(3), wilson", .written = s.delta});
        key(s.strangeKey().c_str(), s.strange,
            {.help = "This number of a second, strange quark, whose mesons are measured, too: pion-ls, the kaon, .. "
                     "axial-ss; with nucleon also lambda, sigma, xi and omega, with delta sigma-star, xi-star and "
                     "omega"});
        key("residual_mass", s.residualMass,
            {.help = "Measure the residual mass of domain-wall quarks, too; with an even ls",
             .written = s.residualMass});
        key("deflate", s.deflate,
            {.help = "Low modes that are found first on each configuration, with which solves are deflated; 0: none",
             .range = KeyRange::atLeast(0),
             .written = s.deflate != 0});
        key("rhs", s.rhs,
            {.help = "Right-hand sides solved at once, 1 to 12; 0: the fastest number", .written = s.rhs != 0});
    }
};

} // namespace gaugegl
