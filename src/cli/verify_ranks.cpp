#include "verify_ranks.h"

#include "ranks.h"
#include "verification_report.h"

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

/// The checks of a request, group by group on device by device.
class RanksVerification {
public:
    RanksVerification(const VerificationRequest& request, const std::string& only)
        : request_(&request), plan_{.kernels = catalogueOf(request.kernels),
                                    .only = only,
                                    .variants = request.variants},
          lattice_(sharedLattice(request.lattice, programRanks()->rank(), programRanks()->size(),
                                 divisionOf(request.common), splitGhosts)),
          context_(openContext(request.common, /*debug=*/true))
    {
        requireSameDriver(context_->capabilities(), request.common);
        forEachVerifier([this](SplitVerifier& verifier) { total_ += verifier.total(); });
    }

    int carryOut()
    {
        const InterruptGuard guard;
        const CommonOptions& common = request_->common;
        if (printsText(common)) printTitle();
        Progress progress(progressOnStandardError("checks", total_, common.quiet));
        const Rescue rescue([this] { end(); });
        forEachVerifier([&](SplitVerifier& verifier) {
            if (interrupted()) return;
            verifier.run([&](const Check& check) {
                progress.breakLine();
                observe(check);
                progress.update(std::int64_t(checks_.size()), fmt::format("{} left", total_ - int(checks_.size())));
            });
        });
        const bool complete = int(checks_.size()) == total_;
        if (complete) progress.finish();
        end();
        if (!complete) return interruptedExit;
        return failed_ == 0 && total_ > 0 ? success : verificationFailure;
    }

private:
    template<class Visit>
    void forEachVerifier(const Visit& visit)
    {
        bool first = true;
        for (DeviceOptions options : devicesToVerify(context_->capabilities(), *request_)) {
            for (const Group group : request_->groups) {
                Device whole(context_, options);
                options.ranks = programRanks();
                options.division = divisionOf(request_->common);
                Device shared(context_, options);
                options.ranks = nullptr;
                SplitPlan plan = plan_;
                plan.sums = std::exchange(first, false);
                SplitVerifier verifier({whole, shared}, lattice_, group, plan);
                visit(verifier);
            }
            first = true;
        }
    }

    void printTitle() const
    {
        const Share& part = lattice_.share();
        printOut("{} on {}, lattice {} in parts of {}x{}x{}x{}: {} checks{}\n", context_->capabilities().renderer,
                 context_->capabilities().version, request_->lattice.name(), part.extents[0], part.extents[1],
                 part.extents[2], part.extents[3], total_,
                 request_->variants ? "" : "; --all adds variants that write the same fields");
        printCheckTitles();
    }

    void observe(const Check& check)
    {
        checks_.push_back(toJson(check));
        if (!check.passed) ++failed_;
        if (printsText(request_->common)) printCheck(check);
    }

    void end() const
    {
        const int left = total_ - int(checks_.size());
        const auto& notSplit = SplitVerifier::notSplit();
        if (printsText(request_->common)) {
            printOut("{} checks, {} failed{}\n", checks_.size(), failed_,
                     left > 0 ? fmt::format(", {} left", left) : "");
            for (const auto& [kernel, reason] : notSplit)
                printOut("not compared as it is: {} ({})\n", kernel, reason);
            std::fflush(stdout);
        }
        if (!request_->common.json.empty())
            writeJson({{"passed", failed_ == 0 && left == 0 && total_ > 0},
                       {"complete", left == 0},
                       {"ranks", programRanks()->size()},
                       {"lattice", request_->lattice.name()},
                       {"kernels_not_compared", notSplit},
                       {"checks", checks_}},
                      request_->common.json);
        if (failed_ > 0)
            sayOnStandardError(
                fmt::format("{} of {} kernels have other bits on parts of a lattice than on the whole: on "
                            "this driver runs on several ranks do not have the bits of one",
                            failed_, checks_.size()));
        if (left > 0) sayOnStandardError(fmt::format("interrupted; {} checks were not made", left));
    }

    const VerificationRequest* request_;
    SplitPlan plan_;
    Lattice lattice_;
    std::shared_ptr<gl::Context> context_;
    int total_ = 0, failed_ = 0;
    nlohmann::json checks_ = nlohmann::json::array();
};

} // namespace

int verifyRanks(const VerificationRequest& request, const std::string& only)
{
    if (programRanks()->size() == 1)
        throw InputError(
            "--ranks compares several ranks with one: start them, as in mpirun --bind-to none -np 2 gaugegl "
            "verify --ranks");
    return RanksVerification(request, only).carryOut();
}

} // namespace gaugegl::cli
