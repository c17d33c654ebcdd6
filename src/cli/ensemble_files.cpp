#include "ensemble_files.h"

#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"
#include "gaugegl/run/configuration.h"
#include "report/plot.h"

#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <set>

namespace gaugegl::cli {

EnsembleFiles::EnsembleFiles(std::vector<std::string> files, const io::GaugeFileHints& hints) : files_(std::move(files))
{
    std::set<std::string> seen;
    for (const std::string& file : files_) {
        const io::GaugeFileHeader header = io::openGaugeFile(file, hints)->header();
        if (!seen.insert(std::filesystem::weakly_canonical(file).string()).second)
            throw FileError(file, "is named twice; a configuration counts once");
        if (seen.size() == 1) header_ = header;
        if (header.group != header_.group || header.lattice != header_.lattice)
            throw FileError(file, fmt::format("holds {} on {}, but {} holds {} on {}; an average needs one kind",
                                              name(header.group), header.lattice.name(), files_.front(),
                                              name(header_.group), header_.lattice.name()));
    }
}

std::string EnsembleFiles::title(std::size_t configurations) const
{
    return fmt::format("{} {}, {} configuration{}", name(group()), lattice().name(), configurations,
                       configurations == 1 ? "" : "s");
}

int EnsembleFiles::carryOut(Device& device, bool quiet, const Work& work) const
{
    const InterruptGuard guard;
    std::size_t done = 0;
    JudgedFiles judged;
    const auto reportResults = [&](bool complete, bool draws) { work.reportResults({judged, complete, draws}); };
    const auto reportInterruption = [&](bool draws) {
        if (done > 0) reportResults(/*complete=*/false, draws);
        std::fflush(stdout);
        printError("{}", interruptedMessage(done, files_.size()));
    };
    const Rescue rescue([&] { reportInterruption(false); });
    GaugeField u(device, device.shared(lattice(), work.ghosts), group());
    ObservableMeter meter(device, u.lattice(), group());
    Progress progress(progressOnStandardError("configurations", std::int64_t(files_.size()), quiet));
    while (done < files_.size() && !interrupted()) {
        const io::GaugeFileHeader header = readConfiguration(files_[done], {u, meter});
        warned(header.warnings);
        JudgedFiles with = judged;
        if (with.take(files_[done], header) &&
            !work.measure(u, {files_[done], header, std::int64_t(with.names().size())}))
            break;
        judged = std::move(with);
        progress.update(std::int64_t(++done));
    }
    if (done < files_.size()) {
        reportInterruption(timeForFigures());
        return interruptedExit;
    }
    progress.finish();
    reportResults(/*complete=*/true, /*draws=*/true);
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
