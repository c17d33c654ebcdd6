// Propagators in files: what `spectrum` reads and writes beside configurations.
#pragma once

#include "command.h"
#include "outputs.h"

#include "gaugegl/base/progress.h"
#include "gaugegl/fermion/measure/correlators.h"
#include "gaugegl/io/propagator_file.h"
#include "measure/quarks.h"

#include <functional>
#include <string>
#include <vector>

namespace gaugegl::cli {

/// The propagators of some files, each of which may have one, several, or a part of one: columns are taken in the order of the files, and
/// a propagator is complete with one for each component of the source.
class PropagatorFiles {
public:
    /// Reads the headers.  Throws FileError for files of other quarks or lattices than the first one's, for a column that is there twice,
    /// and for a propagator that is not complete.
    explicit PropagatorFiles(const std::vector<std::string>& files);

    /// Of the first file.
    const io::PropagatorHeader& header() const { return header_; }
    /// How many there are.
    std::size_t size() const { return all_.size(); }
    /// Of each.
    int columns() const { return fermionComponents(header_.kind, header_.group); }
    /// What the file says of the source of the first column of a propagator; may be empty.
    const std::string& source(std::size_t number) const { return sources_.at(number); }
    /// That of the quarks, where the text of a column says one, as this program writes it; 0 where none does.
    double isospinMu() const { return isospinMu_; }
    /// One of them, with all checks; `done` is called behind each column.
    Propagator read(std::size_t number, const std::function<void()>& done) const;

private:
    struct Place {
        std::string file;
        std::size_t column = 0;
        bool found = false;
    };

    io::PropagatorHeader header_;
    double isospinMu_ = 0;
    std::vector<std::vector<Place>> all_; ///< [propagator][component of the source]
    std::vector<std::string> sources_;    ///< of each propagator
};

/// Where propagators are saved.
struct PropagatorSaving {
    std::string folder = {}; ///< empty: nowhere
    std::string format = "usqcd";
    int bits = 64;
};

/// --save-propagators, --propagator-format and --propagator-bits.
void addSavingOptions(CLI::App& command, PropagatorSaving& saving);

/// The names for the propagators of configurations, before the work: throws InputError where two would be one, and for a format that does
/// not say the chemical potential of the quarks.
std::vector<Output> propagatorOutputs(const PropagatorSaving& saving, const std::vector<std::string>& configurations,
                                      const FermionSection& section);

/// Writes one to its name.
void savePropagator(const PropagatorSaving& saving, const std::string& configuration, const FermionSection& section,
                    const measure::HostConfiguration& of, const measure::SolvedPropagator& solved);

} // namespace gaugegl::cli
