// The trajectories of Bach et al. as they were published.
#include "papers/bach.h"
#include "papers/suites.h"

#include "checks/jobs.h"
#include "checks/trajectories.h"

#include <algorithm>
#include <cctype>

namespace gaugegl::papers {
namespace {

/// The setups of the paper on one lattice: on every path in double precision with their shares, and on the CPU on one core and on all.
class PublishedTrajectories final : public JobSuite {
public:
    explicit PublishedTrajectories(const SuiteRequest& wanted) : JobSuite(wanted) {}
    bool draws() const override { return false; }

private:
    std::vector<Job> jobs(const gl::Capabilities& c) const override
    {
        static const std::vector<KernelEntry> entries = trajectoryEntries(publishedTrajectorySetups());
        const Lattice lattice = *request().lattice;
        std::vector<Job> all;
        const auto isWanted = [&](const KernelEntry& entry) {
            return std::ranges::any_of(request().filters,
                                       [&](const std::string& setup) { return entry.name.starts_with(setup); });
        };
        for (const BenchTarget& target : request().targets(c, "double"))
            for (const KernelEntry& entry : entries)
                if (isWanted(entry)) addDeviceJob(all, entry, lattice, Group::SU3, target);
        for (const KernelEntry& entry : entries)
            if (isWanted(entry) && entry.host.work)
                addHostJobs(all, {.entry = &entry, .lattice = lattice, .group = Group::SU3}, request(), "double");
        return all;
    }
    std::vector<std::string> notes(const BenchRows& rows) const override { return {trajectoryShares(rows)}; }
    void drawRows(std::vector<std::string>&, const BenchRows&, const Machine&) const override {}
};

std::unique_ptr<Suite> publishedTrajectories(const SuiteRequest& request)
{
    return std::make_unique<PublishedTrajectories>(request);
}

Piece pieceOf(const std::string& lattice, std::vector<std::string> setups, double perSite)
{
    const std::string which = setups.size() == 1 ? "c" : "abc";
    SuiteRequest request{.path = "all",
                         .precision = "double",
                         .filters = std::move(setups),
                         .lattice = Lattice::parse(lattice),
                         .seconds = 10};
    const double sites = double(request.lattice->volume());
    return {.name = which + "-" + lattice,
            .work = SuiteWork{publishedTrajectories, std::move(request)},
            .cost = {.fixed = 60, .scaled = perSite * sites}};
}

/// Against the extents in space and in time, setup C.
std::vector<Piece> extentPieces()
{
    std::vector<Piece> pieces;
    for (const char* lattice : {"4x4x4x8", "8x8x8x8", "16x16x16x8", "24x24x24x4", "24x24x24x8", "24x24x24x12",
                                "24x24x24x16", "32x32x32x8", "48x48x48x8"})
        pieces.push_back(pieceOf(lattice, {"trajectory-bach-c"}, 0.03));
    return pieces;
}

/// All setups, on one lattice; smaller ones before.
std::vector<Piece> setupPieces()
{
    std::vector<Piece> pieces;
    for (const char* lattice : {"4x4x4x8", "8x8x8x8", "24x24x24x8"})
        pieces.push_back(pieceOf(lattice, {"trajectory-bach-a", "trajectory-bach-b", "trajectory-bach-c"}, 0.15));
    return pieces;
}

bool isWholeTrajectory(const Json& row)
{
    return text(row, "name").size() == std::string_view("trajectory-bach-c").size();
}
double rowSeconds(const Json& row) { return number(row, "seconds"); }
/// "A".
std::string setupLetter(const Json& row)
{
    return std::string(1, char(std::toupper(text(row, "name")[std::string_view("trajectory-bach-").size()])));
}

/// Rows of whole trajectories on a lattice in one kind of place, the fastest.
Json fastest(const Json& rows, const RowTest& where)
{
    return greatest(rowsWhere(rows, where), [](const Json& row) { return -rowSeconds(row); });
}

constexpr const char* forcesShare = ", share of the time: both forces";

/// Speed-ups of the device over one core and all, and the share of the force, of one setup on one lattice.
void addSpeeds(Finding& found, const Json& rows, const Json& whole)
{
    const Json device = fastest(whole, isOfDevice),
               one = fastest(whole, [](const Json&row) { return number(row, "threads") == 1; }),
               all = fastest(whole, [](const Json&row) { return number(row, "threads") > 1; });
    if (device.is_null()) return;
    const std::string what = fmt::format("setup {}, {}", setupLetter(device), latticeOf(device));
    found.table.push_back({.what = fmt::format("{}, time of a trajectory on the device ({})", what, placeOf(device)),
                           .unit = "s",
                           .ours = rowSeconds(device)});
    const auto add = [&](const char* beside, const Json& other, std::optional<double> published) {
        if (other.is_null()) return;
        found.table.push_back(
            {.what = fmt::format("{}, time on {}", what, beside), .unit = "s", .ours = rowSeconds(other)});
        found.table.push_back({.what = fmt::format("{}, speed of the device over {}", what, beside),
                               .published = published,
                               .ours = rowSeconds(other) / rowSeconds(device)});
    };
    add("one core", one, 44);
    add("all cores; the paper: HD 6970 over 24 cores", all, 2.5);
    double forces = 0;
    for (const char* share : {"force", "gauge", "solver", "rest"}) {
        const Json row = greatest(rowsWhere(rows,
                                            [&](const Json& part) {
                                                return text(part, "name") == text(device, "name") + "-" + share &&
                                                       part.at("lattice") == device.at("lattice") &&
                                                       placeOf(part) == placeOf(device);
                                            }),
                                  rowSeconds);
        const double fraction = row.is_null() ? unknownNumber : number(row, "fraction_of_trajectory");
        if (share == std::string("force") || share == std::string("gauge")) forces += fraction;
        found.table.push_back({.what = fmt::format("{}, share of the time: {}", what, share), .ours = fraction});
    }
    found.table.push_back({.what = what + forcesShare,
                           .published = setupLetter(device) == "C" ? std::optional(0.4) : std::nullopt,
                           .ours = forces});
}

Statement speedUp(const Json& whole, const Data& data)
{
    const char* claim = "the device is faster than all cores of the processor";
    const Json device = fastest(whole, isOfDevice),
               all = fastest(whole, [](const Json&row) { return number(row, "threads") > 1; });
    return ofCards(data,
                   statement(claim,
                             device.is_null() || all.is_null() ? unknownNumber : rowSeconds(all) / rowSeconds(device),
                             1, INFINITY),
                   softwareDevice);
}

/// Those of the lattice with the most sites.
Json ofLargest(const Json& rows)
{
    const Json largest = greatest(rows, volumeOf);
    if (largest.is_null()) return Json::array();
    return rowsWhere(rows, [&](const Json& row) { return row.at("lattice") == largest.at("lattice"); });
}

Finding evaluateExtents(const Data& data)
{
    const Json rows = data.rows("kernels"), whole = rowsWhere(rows, isWholeTrajectory);
    Finding found;
    for (const bool space : {true, false}) {
        const int axis = space ? 0 : 3, fixed = space ? 8 : 24;
        const Json of = rowsWhere(whole, [&](const Json& row) { return row.at("lattice").at(space ? 3 : 0) == fixed; });
        found.figures.push_back(
            {.name = space ? "space" : "time",
             .title = fmt::format("Setup C, {} = {}, on {}", space ? "Nt" : "Ns", fixed, data.device),
             .xLabel = space ? "extent in space" : "extent in time",
             .yLabel = "time of a trajectory / s",
             .ours = curvesOf(
                 of, [axis](const Json& row) { return row.at("lattice").at(axis).get<double>(); }, rowSeconds, placeOf),
             .axes = {.logY = true}});
    }
    const Json largest = ofLargest(whole);
    addSpeeds(found, rows, largest);
    found.statements = {speedUp(largest, data)};
    double share = unknownNumber;
    for (const Comparison& row : found.table)
        if (row.what.ends_with(forcesShare)) share = *row.ours;
    found.statements.push_back(statement(
        "forces, of quarks and of the gauge action, take about 40 % of the time in setup C", share, 0.25, 0.55));
    return found;
}

Finding evaluateSetups(const Data& data)
{
    const Json rows = data.rows("kernels"), whole = rowsWhere(rows, isWholeTrajectory), largest = ofLargest(whole);
    Finding found;
    std::vector<report::Curve> curves;
    for (const Json& row : largest)
        addPoint(curves, placeOf(row), double(setupLetter(row).front() - 'A' + 1), rowSeconds(row));
    found.figures = {{.name = "setups",
                      .title = fmt::format("Setups 1 = A, 2 = B, 3 = C, {}, on {}",
                                           largest.empty() ? "" : latticeOf(largest.front()), data.device),
                      .xLabel = "setup",
                      .yLabel = "time of a trajectory / s",
                      .ours = curves,
                      .axes = {.logY = true, .wholeX = true}}};
    double timesA = unknownNumber, timesC = unknownNumber;
    for (const char* setup : {"A", "B", "C"}) {
        const Json ofSetup = rowsWhere(largest, [setup](const Json& row) { return setupLetter(row) == setup; });
        addSpeeds(found, rows, ofSetup);
        const Json device = fastest(ofSetup, isOfDevice),
                   all = fastest(ofSetup, [](const Json&row) { return number(row, "threads") > 1; });
        if (device.is_null() || all.is_null()) continue;
        (*setup == 'C' ? timesC : timesA) = rowSeconds(all) / rowSeconds(device);
    }
    found.statements = {
        statement("the time scales alike on all systems: the speed-up over all cores in setup B over that in C",
                  timesA / timesC, 0.67, 1.5)};
    found.remarks = {
        "Trajectories are of length 0.1 in A and B and 1 in C, in double precision throughout, with ten steps of "
        "2MN on each of two scales, from links of the heat bath near equilibrium (the paper: from configurations "
        "made before). The paper prints its seconds in figures alone."};
    return found;
}

} // namespace

std::vector<Experiment> bachTrajectories(const Paper& paper)
{
    const char* published =
        "a mu = 0.0025, 0.0035, 0.1, beta = 3.9, kappa = 0.160856, tree-level Symanzik action, 2MN with ten "
        "steps on each of two scales, double precision, ten trajectories";
    return {{.id = "bach-9",
             .paper = &paper,
             .title = "time of trajectories of setup C against the extents",
             .claim = "A card makes trajectories 2.5 times as fast as 24 cores, and the force takes 40 % of the time.",
             .published = published,
             .smallest = "4^3 x 8",
             .pieces = extentPieces,
             .evaluate = evaluateExtents},
            {.id = "bach-10",
             .paper = &paper,
             .title = "time of trajectories of setups A, B, C (table 4)",
             .claim = "For lighter quarks the time grows alike on cards and processors.",
             .published = fmt::format("{}; 24^3 x 8", published),
             .smallest = "4^3 x 8",
             .pieces = setupPieces,
             .evaluate = evaluateSetups}};
}

} // namespace gaugegl::papers
