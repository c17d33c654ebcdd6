#include "propagator_files.h"

#include "gaugegl/base/error.h"
#include "gaugegl/core/source.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl::cli {
namespace {

/// "spin 1, colour 2".
std::string componentName(FermionKind kind, Group group, int component)
{
    const int n = colours(group);
    return fmt::format("{}colour {}", hasSpin(kind) ? fmt::format("spin {}, ", component / n) : "", component % n);
}

/// The isospin_mu of describe(); 0 where it has none.
double isospinIn(const std::string& text)
{
    const std::string said = fmt::format(", {} = ", isospinNumber.key);
    const std::size_t at = text.find(said);
    double mu = 0;
    if (at != std::string::npos) std::from_chars(text.data() + at + said.size(), text.data() + text.size(), mu);
    return mu;
}

/// "u.0010-kappa0.12-point_0_0_0_0.lime".
std::string savedName(const PropagatorSaving& saving, const std::string& configuration, const std::string& quark,
                      const std::string& source)
{
    std::string at = source;
    std::ranges::replace_if(
        at, [](char c) { return c == ':' || c == ','; }, '_');
    const std::string endings = io::factsOfPropagatorFormat(saving.format).endings;
    return (std::filesystem::path(saving.folder) / fmt::format("{}-{}-{}.{}",
                                                               std::filesystem::path(configuration).stem().string(),
                                                               quark, at, endings.substr(0, endings.find(' '))))
        .string();
}

} // namespace

PropagatorFiles::PropagatorFiles(const std::vector<std::string>& files)
{
    int found = 0;
    for (const std::string& file : files) {
        const auto reader = io::openPropagator(file);
        const io::PropagatorHeader& header = reader->header();
        if (&file == &files.front()) header_ = header;
        if (header.kind != header_.kind || header.group != header_.group || header.lattice != header_.lattice)
            throw FileError(file, fmt::format("has the propagator of a {} of {} on {}, but {} that of a {} of {} on {}",
                                              traits(header.kind).field, name(header.group), header.lattice.name(),
                                              files.front(), traits(header_.kind).field, name(header_.group),
                                              header_.lattice.name()));
        for (std::size_t column = 0; column < header.columns.size(); ++column) {
            if (const double mu = isospinIn(header.columns[column].info); mu != 0) isospinMu_ = mu;
            if (found == 0) {
                all_.emplace_back(std::size_t(columns()));
                sources_.push_back(header.columns[column].source);
            }
            const int stated = header.columns[column].component;
            const int component = stated >= 0 ? stated : reader->componentInOrder(found);
            Place& place = all_.back()[std::size_t(component)];
            if (place.found)
                throw FileError(file, fmt::format("has {} of the source, which {} has for the same propagator, {} of "
                                                  "whose {} columns were found",
                                                  componentName(header_.kind, header_.group, component), place.file,
                                                  found, columns()));
            place = {file, column, true};
            found = (found + 1) % columns();
        }
    }
    if (found == 0) return;
    const auto& last = all_.back();
    const auto missing = std::ranges::find(last, false, &Place::found);
    throw FileError(files.back(),
                    fmt::format("the last propagator has {} of {} columns, {} of the source is missing", found,
                                columns(), componentName(header_.kind, header_.group, int(missing - last.begin()))));
}

Propagator PropagatorFiles::read(std::size_t number, const std::function<void()>& done) const
{
    Propagator propagator;
    std::unique_ptr<io::PropagatorReader> reader;
    std::string open;
    for (const Place& place : all_.at(number)) {
        if (open != place.file) reader = io::openPropagator(place.file);
        open = place.file;
        propagator.push_back(reader->column(place.column, int(propagator.size())));
        done();
    }
    return propagator;
}

void addSavingOptions(CLI::App& command, PropagatorSaving& saving)
{
    CLI::Option* const folder = command.add_option(
        "--save-propagators", saving.folder, "Write every propagator into this folder, as CONFIGURATION-KAPPA-SOURCE");
    addChoice(command, "--propagator-format", saving.format, io::writtenPropagatorFormats(), "Format of these files")
        ->needs(folder);
    command
        .add_option("--propagator-bits", saving.bits, "Bits of their numbers, 32 or 64; MILC's formats have 32 alone")
        ->check(CLI::IsMember({32, 64}))
        ->needs(folder)
        ->capture_default_str();
}

std::vector<Output> propagatorOutputs(const PropagatorSaving& saving, const std::vector<std::string>& configurations,
                                      const FermionSection& section)
{
    std::vector<Output> outputs;
    if (saving.folder.empty()) return outputs;
    const double mu = section.further.isospinMu;
    if (mu != 0 && saving.format != PropagatorSaving().format)
        throw InputError(fmt::format("--propagator-format {}: such a file does not say isospin_mu = {}, without which "
                                     "nobody knows what may be contracted; {} does",
                                     saving.format, mu, PropagatorSaving().format));
    for (const std::string& configuration : configurations)
        for (const measure::SectionQuark& quark : measure::quarksOf(section))
            for (const std::string& source : section.sources) {
                std::string name = savedName(saving, configuration, quark.name, source);
                if (std::ranges::find(outputs, name, &Output::path) != outputs.end())
                    throw InputError(fmt::format("two propagators would be saved as {}", name));
                outputs.push_back({"--save-propagators", std::move(name)});
            }
    return outputs;
}

void savePropagator(const PropagatorSaving& saving, const std::string& configuration, const FermionSection& section,
                    const measure::HostConfiguration& of, const measure::SolvedPropagator& solved)
{
    const Lattice& lattice = of.links.lattice;
    const Group group = of.links.group;
    io::FermionFile file{.kind = solved.dirac.kind(),
                         .group = group,
                         .lattice = lattice,
                         .info = fmt::format("{}, boundary {}, configuration {}, smeared: source {}, sink {}",
                                             describe(solved.dirac), section.boundary, configuration,
                                             section.smearSource, section.smearSink),
                         .records = {}};
    Source source = Source::parse(solved.source);
    source.seed = solved.seed;
    source.oneComponent = true;
    for (std::size_t k = 0; k < solved.columns.size(); ++k) {
        source.spin = int(k) / colours(group);
        source.colour = int(k) % colours(group);
        file.records.push_back({io::FermionRole::Source, source.name(), {}, int(k)});
        file.records.push_back({io::FermionRole::Solution, describe(solved.dirac), {}, int(k)});
    }
    const std::size_t rows = std::size_t(lattice.extent(2)) * std::size_t(lattice.extent(3));
    const io::FermionRecord* current = nullptr;
    FermionVector b; // of the current record, if it is a source
    std::size_t done = 0;
    io::writePropagator(savedName(saving, configuration, solved.quark, solved.source), file,
                        {.format = saving.format, .bits = saving.bits}, [&](const io::FermionRecord& record) {
                            const bool isSource = record.role == io::FermionRole::Source;
                            if (&record != current) {
                                current = &record;
                                done = 0;
                                if (isSource) b = solved.sourceOf(record.component);
                            }
                            const FermionVector& field = isSource ? b : solved.columns[std::size_t(record.component)];
                            const std::size_t row = field.size() / rows;
                            return std::span(field).subspan(row * done++, row);
                        });
}

} // namespace gaugegl::cli
