#include "ensemble_files.h"

#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "report/plot.h"

#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <set>

namespace gaugegl::cli {

void requireOneKind(const std::string& file, const io::GaugeFileHeader& header, const std::string& first,
                    const io::GaugeFileHeader& ofFirst)
{
    if (header.group != ofFirst.group || header.lattice != ofFirst.lattice)
        throw FileError(file, fmt::format("holds {} on {}, but {} holds {} on {}; an average needs one kind",
                                          name(header.group), header.lattice.name(), first, name(ofFirst.group),
                                          ofFirst.lattice.name()));
}

std::string titleOf(const io::GaugeFileHeader& header, std::size_t configurations, const std::string& more)
{
    return fmt::format("{} {}{}{}, {} configuration{}", name(header.group), header.lattice.name(),
                       more.empty() ? "" : ", ", more, configurations, configurations == 1 ? "" : "s");
}

EnsembleFiles::EnsembleFiles(std::vector<std::string> files, const io::GaugeFileHints& hints) : files_(std::move(files))
{
    for (const std::string& file : files_) {
        const io::GaugeFileHeader header = io::openGaugeFile(file, hints)->header();
        if (&file == &files_.front()) header_ = header;
        requireOneKind(file, header, files_.front(), header_);
    }
}

void EnsembleFiles::requireEachOnce() const
{
    std::set<std::string> seen;
    for (const std::string& file : files_)
        if (!seen.insert(std::filesystem::weakly_canonical(file).string()).second)
            throw FileError(file, "is named twice; a configuration counts once");
}

int EnsembleFiles::carryOut(bool quiet, const Work& work) const
{
    const InterruptGuard guard;
    std::size_t done = 0;
    JudgedFiles judged;
    const auto reportPart = [&](bool draws) {
        if (done > 0) work.reportResults({.files = judged, .draws = draws});
        std::fflush(stdout);
    };
    const auto reportInterruption = [&](bool draws) {
        reportPart(draws);
        printError("{}", interruptedMessage(done, files_.size()));
    };
    const Rescue rescue([&] { reportInterruption(false); });
    Progress progress(progressOnStandardError(work.steps, std::int64_t(files_.size()) * work.stepsOfOne, quiet));
    try {
        while (done < files_.size() && !interrupted()) {
            const io::GaugeFileHeader header = work.read(files_[done]);
            JudgedFiles with = judged;
            if (with.take(files_[done], header) &&
                !work.measure({files_[done], header, std::int64_t(with.names().size()), done}, progress))
                break;
            judged = std::move(with);
            progress.update(std::int64_t(++done) * work.stepsOfOne);
        }
    } catch (const UnsolvedError& error) {
        progress.breakLine();
        reportPart(timeForFigures());
        printError("gaugegl: error: {}: {}{}\n", files_[done], error.what(),
                   done > 0 ? fmt::format("; the results are those of the {} before", done) : "");
        return unconverged;
    }
    if (done < files_.size()) {
        reportInterruption(timeForFigures());
        return interruptedExit;
    }
    progress.finish();
    work.reportResults({.files = judged, .complete = true, .draws = true});
    return success;
}

void reportOf(const JudgedFiles& files, const CommonOptions& options)
{
    if (printsText(options)) printOut("{}", warningLines(files.warnings()));
}

std::string interruptedMessage(std::size_t done, std::size_t all)
{
    if (done == 0) return fmt::format("gaugegl: interrupted at the first of {} configurations: no results\n", all);
    return fmt::format("gaugegl: interrupted; the results are those of {} of {} configurations\n", done, all);
}

} // namespace gaugegl::cli
