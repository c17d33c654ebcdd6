// gaugegl eigen: low modes of Dirac operators on a configuration.
#include "dirac_options.h"
#include "outputs.h"

#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "report/plot.h"
#include "run/mode_file.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

struct EigenOptions {
    DiracOptions dirac;
    std::string file, type = choiceName(SpectralType::HermitianWilson);
    int count = ModeChoice().count;
    bool largest = false;
    std::optional<double> tolerance;
    std::string vectors, plot;
};

struct ModesFound {
    SharedLinks of;
    SpectralParameters matrix;
    ModeChoice choice;
    std::string place;
    Json tuning;
    LowModes modes;
};

/// The index of a number in diracNumbers.
std::size_t indexOfNumber(const DiracNumber& number)
{
    return std::size_t(std::ranges::find(diracNumbers, &number) - diracNumbers.begin());
}

/// Of a matrix on the whole lattice, from --mass or --kappa.
double wholeKappaOf(const EigenOptions& options)
{
    const auto &mass = options.dirac.numbers[indexOfNumber(massNumber)],
               &kappa = options.dirac.numbers[indexOfNumber(kappaNumber)];
    if (mass && kappa)
        throw InputError(
            fmt::format("--mass {} and --kappa {}: one of them says all, kappa = 1/(2 (M0 + 4))", *mass, *kappa));
    if (!mass && !kappa)
        throw InputError(fmt::format("--operator {} needs --mass M0, such as -1.4, or --kappa", options.type));
    return mass ? kappaOfBareMass(*mass) : *kappa;
}

SpectralParameters matrixOf(const EigenOptions& options)
{
    SpectralParameters matrix{parseChoice<SpectralType>(options.type), {}};
    const SpectralTraits& of = traits(matrix.type);
    DiracParameters& dirac = matrix.dirac;
    dirac.type = of.dirac;
    dirac.boundary = BoundaryPhases::parse(options.dirac.boundary);
    for (std::size_t i = 0; i < diracNumbers.size(); ++i) {
        const DiracNumber& number = *diracNumbers[i];
        const std::optional<double>& given = options.dirac.numbers[i];
        const bool has = traits(of.dirac).has(number), needed = of.needsClover && &number == &cloverNumber;
        if (of.byBareMass && (&number == &massNumber || &number == &kappaNumber)) continue;
        if (given && !has)
            throw InputError(
                fmt::format("{} {} does not apply to --operator {}", optionOf(number), *given, options.type));
        if (!given && has && (needed || (!number.optional && &number != &massNumber)))
            throw InputError(fmt::format("--operator {} needs {}", options.type, optionOf(number)));
        dirac.*number.value = given.value_or(number.standard);
    }
    if (of.byBareMass) dirac.kappa = wholeKappaOf(options);
    if (!options.dirac.stout.empty()) dirac.stout = StoutSteps::parse(options.dirac.stout);
    validate(matrix);
    return matrix;
}

ModeChoice modeChoiceOf(const EigenOptions& options)
{
    return {.count = options.count,
            .largest = options.largest,
            .precision = parseChoice<SolverPrecision>(options.dirac.precision),
            .tolerance = options.tolerance};
}

void addModes(Json& json, const LowModes& modes)
{
    const auto numbers = [](const std::vector<double>& values) {
        Json list = Json::array();
        for (const double value : values)
            list.push_back(toJson(value));
        return list;
    };
    if (modes.imaginary.empty())
        json["eigenvalues"] = numbers(modes.eigenvalues);
    else
        for (std::size_t k = 0; k < modes.eigenvalues.size(); ++k)
            json["eigenvalues"].push_back(Json::array({toJson(modes.eigenvalues[k]), toJson(modes.imaginary[k])}));
    json["residuals"] = numbers(modes.residuals);
    json["multiplicities"] = modes.multiplicities;
    json["last_level_complete"] = modes.lastLevelComplete;
    if (!modes.chiralities.empty()) json["chiralities"] = numbers(modes.chiralities);
    if (modes.index) json["index"] = *modes.index;
}

Json resultOf(const EigenOptions& options, const ModesFound& found)
{
    const LowModes& modes = found.modes;
    Json json = {{"file", options.file},
                 {"group", name(found.of.links.group)},
                 {"lattice", found.of.shared.lattice().extents()},
                 {"operator", options.type},
                 {"matrix", matrixOf(found.matrix)}};
    if (traits(found.matrix.type).byBareMass) json["M0"] = found.matrix.bareMass();
    addNumbers(json, found.matrix.dirac);
    if (found.matrix.dirac.stout.smears()) json["stout"] = found.matrix.dirac.stout.text();
    json["boundary"] = options.dirac.boundary;
    json["largest"] = options.largest;
    json["precision"] = options.dirac.precision;
    json["tolerance"] = found.choice.goal();
    json["place"] = found.place;
    json["tuning"] = found.tuning;
    json["converged"] = modes.status == SolverStatus::Converged;
    json["status"] = name(modes.status);
    json["norm"] = toJson(modes.norm);
    json["restarts"] = modes.restarts;
    json["applications"] = modes.applications;
    json["check_applications"] = modes.checkApplications;
    json["seconds"] = modes.seconds;
    json["modes_found"] = modes.converged;
    for (const char* key : {"eigenvalues", "residuals", "multiplicities", "last_level_complete", "chiralities"})
        json[key] = nullptr;
    if (modes.status == SolverStatus::Converged) addModes(json, modes);
    return json;
}

/// "24", or "256 or more" where the search for more of them was ended.
std::string multiplicityOf(const LowModes& modes, std::size_t k)
{
    const std::string text = std::to_string(modes.multiplicities[k]);
    const double below = std::abs(modes.eigenvalues.back()) - std::abs(modes.eigenvalues[k]);
    const bool last = std::abs(below) <= modes.residuals.back() + modes.residuals[k];
    return modes.lastLevelComplete || !last ? text : text + " or more";
}

void printModes(const EigenOptions& options, const ModesFound& found)
{
    const LowModes& modes = found.modes;
    printOut("{} ({} {}), {}\n", options.file, name(found.of.links.group), found.of.shared.lattice().name(),
             describe(found.matrix));
    printOut("  matrix             {}\n", matrixOf(found.matrix));
    printOut("  modes              the {} of {} modulus, {}, on {}\n", found.choice.count,
             options.largest ? "largest" : "smallest", options.dirac.precision, found.place);
    printOut("  applications       {} of {}, {} of them to see whether any was missed, {} restarts: {}\n",
             modes.applications, traits(found.matrix.type).byBareMass ? "the square" : "the matrix",
             modes.checkApplications, modes.restarts, name(modes.status));
    printOut("  time               {:.3f} s\n\n", modes.seconds);
    if (modes.status != SolverStatus::Converged) return;
    const bool chiral = !modes.chiralities.empty();
    std::vector<std::string> header = {"mode", "eigenvalue", "multiplicity", "|A v - lambda v|"};
    if (chiral) header.emplace_back("(v, gamma_5 v)");
    Table table(header);
    for (std::size_t k = 0; k < modes.eigenvalues.size(); ++k) {
        std::vector<std::string> row = {
            std::to_string(k + 1),
            modes.imaginary.empty() ? fmt::format("{:.12g}", modes.eigenvalues[k])
                                    : fmt::format("{:.12g} {} {:.12g} i", modes.eigenvalues[k],
                                                  modes.imaginary[k] < 0 ? '-' : '+', std::abs(modes.imaginary[k])),
            multiplicityOf(modes, k), fmt::format("{:.1e}", modes.residuals[k])};
        if (chiral) row.push_back(fmt::format("{:.6f}", modes.chiralities[k]));
        table.add(std::move(row));
    }
    printOut("{}", table.text());
    if (modes.index)
        printOut(
            "\nindex {}: zero modes of chirality +1 less those of -1; by the index theorem -Q of the gauge field\n",
            *modes.index);
}

/// The eigenvalues of overlap quarks in the complex plane, with their circle.
std::vector<std::string> plotModes(const EigenOptions& options, const ModesFound& found)
{
    const LowModes& modes = found.modes;
    const DiracParameters& dirac = found.matrix.dirac;
    report::Curve zero{.label = "zero modes", .style = report::CurveStyle::OpenPoints},
        pairs{.label = "pairs", .style = report::CurveStyle::Points},
        circle{.label = "|lambda - c| = r", .style = report::CurveStyle::Line, .shapesAxes = false};
    double largest = 0;
    for (std::size_t k = 0; k < modes.eigenvalues.size(); ++k) {
        report::Curve& to = modes.imaginary[k] == 0 ? zero : pairs;
        to.x.push_back(modes.eigenvalues[k]);
        to.y.push_back(modes.imaginary[k]);
        largest = std::max(largest, std::abs(modes.imaginary[k]));
    }
    const double radius = dirac.rho - dirac.mass / 2, end = std::min(1.2 * largest / radius, 1.0);
    constexpr int points = 200;
    for (int k = -points; k <= points; ++k) {
        const double sine = end * k / points;
        circle.x.push_back(dirac.mass + radius * (1 - std::sqrt(1 - sine * sine)));
        circle.y.push_back(radius * sine);
    }
    std::vector<report::Curve> curves = {pairs, circle};
    if (!zero.x.empty()) curves.push_back(zero);
    return report::plotLines({options.plot,
                              fmt::format("{}, {} {}, index {}", describe(found.matrix), name(found.of.links.group),
                                          found.of.shared.lattice().name(), *modes.index),
                              "Re lambda", "Im lambda"},
                             curves, {});
}

ModesFound findModes(const EigenOptions& options)
{
    const SpectralParameters matrix = matrixOf(options);
    const ModeChoice choice = modeChoiceOf(options);
    ModesFound found{.of = readFermionLinks(options.file, options.dirac),
                     .matrix = matrix,
                     .choice = choice,
                     .place = {},
                     .tuning = {},
                     .modes = {}};
    validate(choice, matrix, found.of.shared.lattice(), found.of.links.group);
    SolveBackend place(options.dirac);
    const auto finder = place.modeFinder(found.of, matrix);
    found.place = finder->place();
    Progress progress(progressOnStandardError("applications", 0, options.dirac.common.quiet));
    const auto notes = place.notes(progress);
    found.modes =
        finder->find(choice, [&](const ModeProgress& seen) { progress.update(seen.applications, describe(seen)); });
    if (found.modes.status != SolverStatus::Interrupted) progress.finish();
    found.tuning = place.tuning();
    return found;
}

int runEigen(const EigenOptions& options)
{
    checkOutputs(options.dirac.common,
                 {{"--vectors", options.vectors}, {"--plot", options.plot, Output::Kind::Figures}}, {options.file});
    if (!options.plot.empty() && !traits(parseChoice<SpectralType>(options.type)).complexPlane)
        throw InputError(fmt::format("--plot {} draws eigenvalues in the complex plane: --operator {} has real ones",
                                     options.plot, options.type));
    if (!options.dirac.stout.empty()) warned(warningsOf(StoutSteps::parse(options.dirac.stout)));
    const InterruptGuard guard;
    const ModesFound found = findModes(options);
    if (found.modes.status == SolverStatus::Interrupted) {
        printError("gaugegl: interrupted; nothing was written\n");
        return interruptedExit;
    }
    const bool converged = found.modes.status == SolverStatus::Converged;
    if (converged && !options.vectors.empty())
        writeModes(options.vectors, found.modes, found.of.links, found.of.shared);
    if (printsText(options.dirac.common)) printModes(options, found);
    std::vector<std::string> figures;
    if (converged && !options.plot.empty() && found.of.shared.ranks().rank() == 0) {
        figures = plotModes(options, found);
        if (printsText(options.dirac.common) && !figures.empty()) printOut("\nfigures: {}\n", fmt::join(figures, ", "));
    }
    if (!options.dirac.common.json.empty()) {
        Json json = resultOf(options, found);
        if (!figures.empty()) json["figures"] = figures;
        writeJson(json, options.dirac.common.json);
    }
    if (converged) return success;
    std::fflush(stdout);
    printError("gaugegl: error: {}; the tolerance is {:.1e} of |A|, which is below {:.4g}{}\n",
               whyNone(found.modes, found.choice), found.choice.goal(), found.modes.norm,
               found.choice.precision == SolverPrecision::Single
                   ? "; single precision reaches about 3e-6, mixed precision goes lower"
                   : "");
    return unconverged;
}

} // namespace

void addEigen(CLI::App& app, Runner& chosen)
{
    auto options = std::make_shared<EigenOptions>();
    CLI::App* command =
        app.add_subcommand("eigen", "Eigenvalues and eigenvectors of Dirac operators on a configuration");
    command->add_option("file", options->file, "Configuration, ILDG or NERSC")->required();
    command
        ->add_option(
            "--operator", options->type,
            "hermitian-wilson: gamma_5 (M0 + 4 - H / 2), with --clover a clover term; clover: the same, needs "
            "--clover; wilson, twisted-mass, staggered: what conjugate gradients invert on the even sites; overlap: "
            "D(m), with the index")
        ->check(CLI::IsMember(choices<SpectralType>()))
        ->capture_default_str();
    addQuarkOptions(*command, options->dirac);
    command->get_option("--kappa")->description("1/(2 (M0 + 4)) of all but staggered and overlap");
    command->get_option("--mass")->description(
        "M0 of hermitian-wilson and clover; staggered and overlap: a m, without this option 0");
    command->add_option("--count", options->count, "Number of modes")->capture_default_str();
    command->add_flag("--largest", options->largest, "Modes of largest modulus instead of the smallest");
    command
        ->add_option("--precision", options->dirac.precision,
                     "single, double or mixed: found in single, made better in double on the host")
        ->check(CLI::IsMember({"single", "double", "mixed"}))
        ->capture_default_str();
    command->add_option(
        "--tolerance", options->tolerance,
        "Largest |A v - lambda v| / |A| of a mode, of hermitian-wilson and clover with A the square; without this "
        "option 1e-10, in single precision 3e-6");
    command->add_option("--vectors", options->vectors,
                        "Write the vectors to this file (LIME, DeGrand-Rossi, 64 bit), which --deflate of solve and "
                        "spectrum reads; nothing is written unless all are found");
    command->add_option("--plot", options->plot,
                        "Draw the eigenvalues of overlap in the complex plane as this, .png and .svg; needs gnuplot");
    addBackendOptions(*command, options->dirac);
    command->callback([options, &chosen] { chosen = [options] { return runEigen(*options); }; });
}

} // namespace gaugegl::cli
