#include "ensemble_files.h"

#include "gaugegl/core/error.h"
#include "gaugegl/core/interrupt.h"
#include "gaugegl/gauge/configuration.h"

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

std::string EnsembleFiles::title() const
{
    return fmt::format("{} {}, {} configuration{}", name(group()), lattice().name(), files_.size(),
                       files_.size() == 1 ? "" : "s");
}

bool EnsembleFiles::visit(Device& device, bool quiet, const std::function<void(const GaugeField& u)>& visitor) const
{
    const InterruptGuard guard;
    GaugeField u(device, lattice(), group());
    ObservableMeter meter(device, lattice(), group());
    Progress progress(progressOnStandardError("configurations", std::int64_t(files_.size()), quiet));
    for (std::size_t k = 0; k < files_.size(); ++k) {
        if (interrupted()) return false;
        readConfiguration(files_[k], {u, meter});
        visitor(u);
        progress.update(std::int64_t(k + 1));
    }
    progress.finish();
    return true;
}

} // namespace gaugegl::cli
