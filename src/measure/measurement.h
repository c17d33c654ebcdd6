// A measurement exists once: its section of run files (config), what it finds on one configuration, what follows from many, its figures.
// `gaugegl run`, the commands that read files, pages and Python are walks over the registry.
#pragma once

#include "gaugegl/config/run_config.h"
#include "gaugegl/fields/any_links.h"
#include "measure/record.h"
#include "report/plot.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>

namespace gaugegl::measure {

/// A configuration.
struct Configuration {
    AnyLinks links;
    std::int64_t sweep = 0;  ///< the number of its record
    std::int64_t stream = 0; ///< its number among those of the key
    std::uint64_t key = 0;   ///< of random sources
    /// Shows how far a long measurement is; empty: nobody looks.
    std::function<void(const std::string& what)> say = {};
};

/// One kind of measurement of the configurations of an ensemble: of one lattice and group.
class Measurement {
public:
    virtual ~Measurement() = default;
    Measurement(const Measurement&) = delete;
    Measurement& operator=(const Measurement&) = delete;

    /// The name of its section, of its file and of its results.
    const std::string& name() const { return layout_.measurement; }
    /// What a record holds.
    const Layout& layout() const { return layout_; }
    /// The start of the names of its figures in the folder of a run.
    virtual std::string figureName() const { return name(); }

    /// Of one configuration; collective.  Nothing where an interrupt ended it.  Throws UnsolvedError where a solve does not
    /// converge.
    virtual std::optional<Record> measure(const Configuration& configuration) = 0;
    /// The record in what older programs wrote for each sweep, NAME.SWEEP.json; not checked against the layout.  Throws
    /// nlohmann::json::exception for something else.
    Record ofOldFile(const Json& json) const
    {
        Record record = emptyRecord(json.at("sweep").get<std::int64_t>());
        addOldArrays(record, json);
        if (json.contains("tuning")) record.facts["tuning"] = json.at("tuning");
        return record;
    }

    // The rest is for at least one record of this layout.  It throws InputError where there are too few.

    /// Averages with errors.
    virtual Json results(const Records& records) const = 0;
    /// What follows from them, by its own keys in results.json.
    virtual Json derived(const Records& /*records*/) const { return Json::object(); }
    /// Results where nothing is measured yet.
    virtual Json nothing() const { return {{"configurations", 0}}; }
    /// "gradient flow (wilson action)".
    virtual std::string title() const = 0;
    /// Tables for people, below the title.
    virtual std::string summary(const Records& records) const = 0;
    /// Draws figures; the labels of `figure` do not matter.  Returns their names.
    virtual std::vector<std::string> figures(const Records& records, const Figure& figure) const = 0;

    // Of a command for this measurement alone, where that says more than a run with all its measurements does.

    /// Its tables.
    virtual std::string details(const Records& records) const { return summary(records); }
    /// Its figures.
    virtual std::vector<std::string> detailFigures(const Records& records, const Figure& figure) const
    {
        return figures(records, figure);
    }

protected:
    explicit Measurement(Layout layout) : layout_(std::move(layout)) {}

    /// A record with empty arrays.
    Record emptyRecord(std::int64_t sweep) const
    {
        return {.sweep = sweep, .arrays = std::vector<std::vector<double>>(layout_.arrays.size())};
    }
    /// An array of a record.
    std::vector<double>& arrayOf(Record& record, std::string_view array) const
    {
        return record.arrays[layout_.index(array)];
    }

private:
    /// Those of ofOldFile(), of a measurement that older programs had.
    virtual void addOldArrays(Record& /*record*/, const Json& /*json*/) const {}

    Layout layout_;
};

/// An entry of the registry.
struct Kind {
    const char* name;    ///< of the section
    const char* oldName; ///< NAME of older files NAME.SWEEP.json; empty: there are none
    const char* figures; ///< the names of all figures that a run may have of it, with spaces between
    /// Sweeps between measurements; nothing where the run does not have the section.
    std::optional<int> every(const RunConfig& run) const;
    /// Of a run that has the section.  Throws InputError for what the lattice does not allow.
    std::unique_ptr<Measurement> (*make)(const RunConfig& run);
};

/// All of them, in the order of results.
std::span<const Kind> kinds();

} // namespace gaugegl::measure
