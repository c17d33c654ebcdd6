#include "deflation_options.h"

#include "gaugegl/base/clock.h"
#include "gaugegl/base/error.h"
#include "run/mode_file.h"

#include <charconv>
#include <filesystem>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

/// A number of modes, or nothing for the name of a file.
std::optional<int> numberOfModes(const std::string& deflate)
{
    int count = 0;
    const char* const end = deflate.data() + deflate.size();
    const auto [at, error] = std::from_chars(deflate.data(), end, count);
    if (at != end || error != std::errc()) return std::nullopt;
    return count;
}

/// The matrix whose modes deflate the operator.
SpectralParameters matrixFor(const DiracParameters& dirac)
{
    return {parseChoice<SpectralType>(choiceName<DiracType>(dirac.type)), dirac};
}

} // namespace

void addDeflateOption(CLI::App& command, std::string& deflate)
{
    command.add_option("--deflate", deflate,
                       "Solve for low modes first: FILE of `gaugegl eigen --vectors`, or the number of modes to find");
}

void checkDeflateOption(const std::string& deflate, const DiracOptions& options)
{
    if (deflate.empty()) return;
    const SolverChoice choice = solverOf(options);
    if (hasSlices(parseChoice<DiracType>(options.type)))
        throw InputError(fmt::format("--deflate {} does not apply to --operator {}, of which no modes are found",
                                     deflate, options.type));
    if (!hasEvenOdd(parseChoice<DiracType>(options.type)))
        throw InputError(
            fmt::format("--deflate {} does not apply to --operator {}: --sign-modes are the modes of its kernel",
                        deflate, options.type));
    if (choice.type == SolverType::MultiShift)
        throw InputError(
            fmt::format("--deflate {} is for the solvers cg, bicgstab and flexible, not for multishift", deflate));
    if (const auto count = numberOfModes(deflate)) {
        if (*count < 1) throw InputError(fmt::format("--deflate {}: expected at least 1 mode", *count));
    } else if (!std::filesystem::exists(deflate))
        throw InputError(fmt::format("--deflate '{}' is neither a number of modes nor a file that is there", deflate));
}

Deflating deflatingModes(const std::string& deflate, const DiracOptions& options, const SharedLinks& of,
                         const DiracParameters& dirac, SolveBackend& place)
{
    if (deflate.empty()) return {};
    const Stopwatch time;
    const auto count = numberOfModes(deflate);
    if (!count) {
        auto modes = std::make_shared<LowModes>(readModes(deflate, of.links, of.shared));
        requireModesFor(deflate, *modes, dirac);
        return {std::move(modes), time.seconds(), false};
    }
    ModeChoice choice{.count = *count, .precision = solverOf(options).precision, .wholeLevels = false};
    if (choice.precision == SolverPrecision::Mixed16) choice.precision = SolverPrecision::Mixed;
    const auto finder = place.modeFinder(of, matrixFor(dirac));
    Progress progress(progressOnStandardError("applications for low modes", 0, options.common.quiet));
    const auto notes = place.notes(progress);
    auto modes = std::make_shared<LowModes>(
        finder->find(choice, [&](const ModeProgress& seen) { progress.update(seen.applications, describe(seen)); }));
    if (modes->status == SolverStatus::Interrupted) return {nullptr, time.seconds(), true};
    progress.finish();
    if (modes->status != SolverStatus::Converged)
        throw UnsolvedError(fmt::format("--deflate {}: {}", *count, whyNone(*modes, choice)));
    return {std::move(modes), time.seconds(), false};
}

} // namespace gaugegl::cli
