#include "ranks.h"
#include "verification_report.h"
#include "verification_run.h"

#include "checks/split.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl::cli {
namespace {

constexpr std::string_view catalogues[] = {"all", "gauge", "fixing", "fermions", "hmc"};

/// Of catalogues of kernels; all without one.
std::string catalogueOf(const std::vector<std::string>& kernels)
{
    if (kernels.empty()) return "all";
    if (kernels.size() > 1 || std::ranges::count(catalogues, kernels.front()) == 0)
        throw InputError(fmt::format("--ranks takes --kernels {}, not \"{}\"", fmt::join(catalogues, ", "),
                                     fmt::join(kernels, ",")));
    return kernels.front();
}

} // namespace

int verifyRanks(const VerificationRequest& request, const std::string& only)
{
    const auto& ranks = programRanks();
    const CommonOptions& common = request.common;
    if (ranks->size() == 1)
        throw InputError(
            "--ranks compares several ranks with one: start them, as in mpirun --bind-to none -np 2 gaugegl "
            "verify --ranks");
    const std::string kernels = catalogueOf(request.kernels);
    const Lattice lattice =
        sharedLattice(request.lattice, ranks->rank(), ranks->size(), divisionOf(common), splitGhosts);
    const std::shared_ptr<gl::Context> context = openContext(common, /*debug=*/true);
    const gl::Capabilities& c = context->capabilities();
    requireSameDriver(c, common);
    const auto forEachVerifier = [&](const auto& visit) {
        for (const DeviceOptions& options : devicesToVerify(c, request))
            for (const Group& group : request.groups) {
                Device whole(context, options);
                DeviceOptions divided = options;
                divided.ranks = ranks;
                divided.division = divisionOf(common);
                Device shared(context, divided);
                const bool first = &group == request.groups.data();
                SplitVerifier verifier({whole, shared}, lattice, group,
                                       {.kernels = kernels, .only = only, .variants = request.variants, .sums = first});
                visit(verifier);
            }
    };
    int total = 0;
    forEachVerifier([&](SplitVerifier& verifier) { total += verifier.total(); });

    const InterruptGuard guard;
    const auto& part = lattice.share().extents;
    CheckReport report(common, total,
                       fmt::format("{} on {}, lattice {} in parts of {}x{}x{}x{}: {} checks{}", c.renderer, c.version,
                                   request.lattice.name(), part[0], part[1], part[2], part[3], total,
                                   request.variants ? "" : "; --all adds variants that write the same fields"));
    Progress progress(progressOnStandardError("checks", total, common.quiet));
    const auto end = [&] {
        CheckReport::Ending ending;
        for (const auto& [kernel, reason] : SplitVerifier::notSplit())
            ending.lines += fmt::format("not compared as it is: {} ({})\n", kernel, reason);
        ending.further = {{"ranks", ranks->size()},
                          {"lattice", request.lattice.name()},
                          {"kernels_not_compared", SplitVerifier::notSplit()}};
        if (report.failed() > 0)
            ending.note = fmt::format("{} of {} kernels have other bits on parts of a lattice than on the whole: on "
                                      "this driver runs on several ranks do not have the bits of one",
                                      report.failed(), report.made());
        return report.end(ending);
    };
    const Rescue rescue([&] { end(); });
    forEachVerifier([&](SplitVerifier& verifier) {
        if (interrupted()) return;
        verifier.run([&](const Check& check) {
            progress.breakLine();
            report.add(check);
            progress.update(report.made(), fmt::format("{} left", report.left()));
        });
    });
    if (report.left() == 0) progress.finish();
    if (end()) return success;
    return report.left() > 0 ? interruptedExit : verificationFailure;
}

} // namespace gaugegl::cli
