// A suite of `gaugegl bench`: what it measures, prints, draws and writes as JSON.
#pragma once

#include "checks/kernel_timing.h"
#include "gaugegl/base/progress.h"
#include "report/columns.h"
#include "report/plot.h"

#include <limits>
#include <memory>

namespace gaugegl {

/// Where kernels run on a device.
struct BenchTarget {
    Path path;
    Precision precision;
    Storage storage = Storage::Texture;
    bool operator==(const BenchTarget&) const = default;
};

/// What is asked for.
struct SuiteRequest {
    std::string path = "all", precision = {}; ///< words of the options; no precision: the suite decides
    std::vector<std::string> filters = {};    ///< parts of names
    bool wholeNames = false;                  ///< filters are names
    std::vector<Group> groups = {};           ///< none: the suite decides
    std::optional<Lattice> lattice = {};
    std::vector<Lattice> lattices = {};
    std::vector<double> sizes = {};      ///< MiB of a texture or buffer
    bool structs = false;                ///< copies of structures, too
    int iterations = 100;                ///< of a case of the suite fermi
    std::optional<double> seconds = {};  ///< for each measurement; none: the suite decides
    bool tuned = false, untuned = false; ///< only kernels with variants: those that tuning chooses, the default ones
    std::string folder = ".";            ///< of figures
    DeviceOptions device = {};           ///< limits of passes, ranks, what hears of tuning
    /// Hears of each measurement; none: nobody wants to.
    std::function<void(const std::string& line)> line = {};
    /// How the progress of something is shown.
    std::function<ProgressOptions(const std::string& label, std::int64_t total)> progress = {};

    bool comparesVariants() const { return tuned || untuned; }
    /// Their lattices, or these.
    std::vector<Lattice> latticesOr(const std::vector<std::string>& standard) const;
    /// Their groups, or these.
    std::vector<Group> groupsOr(const std::vector<Group>& standard) const { return groups.empty() ? standard : groups; }
    /// The paths (buffers is one) and precisions that are permitted and that the context offers, or that are named.
    std::vector<BenchTarget> targets(const gl::Capabilities& c, const std::string& defaultPrecision) const;
    /// The options of a device there.
    DeviceOptions deviceOf(const BenchTarget& target) const;
};

/// Where it was measured.
struct Machine {
    std::string device, driver;
    double loadAverage; ///< of the last minute before the start; NaN where unknown

    /// "GeForce (4.6)".
    std::string text() const { return fmt::format("{} ({})", device, driver); }
};

/// Measurements and what they say.  Whoever runs it says device, driver and load beside its JSON.
class Suite {
public:
    virtual ~Suite() = default;
    Suite(const Suite&) = delete;
    Suite& operator=(const Suite&) = delete;

    /// What it measures on a context.  Throws InputError where that is nothing, DeviceError where it does not fit.
    virtual void plan(const gl::Capabilities& /*capabilities*/) {}
    /// Until a signal comes; what is complete is kept.
    virtual void measure(const std::shared_ptr<gl::Context>& context) = 0;
    /// For people.
    virtual std::string text(const Machine& machine, bool markdown) const = 0;
    /// Its own keys.
    virtual report::Json json() const = 0;
    /// Draws figures and returns their files.
    virtual std::vector<std::string> draw(const Machine& machine) const = 0;
    /// Whether it draws figures at all.
    virtual bool draws() const { return true; }
    /// Whether nothing was measured.
    virtual bool empty() const = 0;

    /// Whether no signal came.
    bool isComplete() const { return complete_; }
    /// A signal came.
    void cutShort() { complete_ = false; }

protected:
    explicit Suite(SuiteRequest request) : request_(std::move(request)) {}

    /// What is asked for.
    const SuiteRequest& request() const { return request_; }
    /// A figure in the folder, its path without ending.
    report::Figure figure(const std::string& name, std::string title, std::string xLabel, std::string yLabel) const;

private:
    SuiteRequest request_;
    bool complete_ = true;
};

/// An entry of a list of suites.
struct SuiteKind {
    const char* name;
    const char* about;
    /// Throws InputError for what it does not measure, before a context is opened.
    std::unique_ptr<Suite> (*make)(const SuiteRequest& request);
    std::vector<std::string> options; ///< those that not all suites have
    std::vector<std::string> noPaths; ///< of --path
    const char* whyNoPaths;
    bool ofRanks = false; ///< needs several
};

/// Of trajectories where no lattice is asked for.
constexpr const char* trajectoryLattice = "8x8x8x16";

/// The path that copies are quoted of: compute where there is one, in single precision.
BenchTarget standardTarget(const gl::Capabilities& c);

// Texts and figures of suites:

constexpr double unknownNumber = std::numeric_limits<double>::quiet_NaN();
/// Four digits, or nothing if it is not finite.
std::string digits(double value);
/// A number of a hundred, or nothing if it is not finite.
std::string percent(double fraction);
/// The format of numbers in columns.
constexpr const char* fourDigits = "{:.4g}";

/// Rows of cells below a header, as aligned text or as Markdown, where the first `words` columns are texts.
std::string tableText(const std::vector<std::string>& header, const std::vector<std::vector<std::string>>& rows,
                      bool markdown, std::size_t words);
template<class Row, class Rows>
std::string tableText(const report::Columns<Row>& columns, const Rows& rows, bool markdown, std::size_t words)
{
    std::vector<std::vector<std::string>> cells = columns.rows(rows);
    cells.erase(cells.begin());
    return tableText(columns.headers(), cells, markdown, words);
}
/// Lines of remarks, in Markdown as a list, below an empty line.
std::string remarks(const std::string& lines, bool markdown);

/// Axes of numbers against the volume.
report::Axes volumeAxes(bool logarithmic);
constexpr const char* volumeLabel = "lattice volume / sites";
/// Puts a point on the curve of that label, which is made where there is none; no error: exact.
void addPoint(std::vector<report::Curve>& curves, const std::string& label, double x, double y,
              std::optional<double> error = {});
/// Draws curves, if there are any, and puts the files behind others.
void drawCurves(std::vector<std::string>& files, const report::Figure& figure, const std::vector<report::Curve>& curves,
                const report::Axes& axes);

} // namespace gaugegl
