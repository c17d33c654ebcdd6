// Bach, Lindenstruth, Philipsen, Pinke, "Lattice QCD based on OpenCL" (arXiv:1209.5942): kernels.  Its trajectories are in bach_hmc.cpp.
#include "papers/bach.h"
#include "papers/suites.h"

#include "checks/suites.h"

#include <algorithm>
#include <cmath>

namespace gaugegl::papers {
namespace {

double gflopsOf(const Json& row) { return number(row, "gflops"); }

std::vector<Piece> costPieces()
{
    SuiteRequest request = kernelsRequest({"wilson-hop-18", "flow", "flow-symanzik", "force-wilson",
                                           "heatbath-one-trial", "overrelaxation", "wilson-axpy"},
                                          "4x4x4x4", {Group::SU3}, "double", 0.01);
    request.path = "fragment"; // counts are those of the source, which all paths share
    return {{.name = "rows", .work = SuiteWork{standardSuite, std::move(request)}, .cost = {.fixed = 25}}};
}

/// A row of table 2.
struct PublishedCost {
    const char *what, *row;
    double bytes, flops;
    const char* why; ///< ours differ
};
constexpr PublishedCost costs[] = {
    {"D", "wilson-hop-18", 2880, 1632,
     "links of 18 reals take the place of 20, five texels; operations are those of half spinors, without phases of the "
     "boundary"},
    {"gauge force, plaquettes", "flow", 2800, 2717,
     "ours is a stage of the flow, the force and the new link; links have two rows"},
    {"gauge force with rectangles", "flow-symanzik", 13168, 14813,
     "the same, plaquettes and rectangles together; the paper's is that of the rectangles alone"},
    {"fermion force", "force-wilson", 4736, 1748, "ours is one of the two terms of a link, from one pair of spinors"},
    {"heat bath", "heatbath-one-trial", 2880, 3912,
     "links have two rows; one trial for each subgroup, without the operations of random numbers"},
    {"overrelaxation", "overrelaxation", 2880, 3846, "links have two rows"},
    {"saxpy", "wilson-axpy", 608, 64, "ours adds to y, with a real factor; the paper's has a complex one"}};

Finding evaluateCosts(const Data& data)
{
    const Json rows = rowsWhere(data.rows("kernels"), isOfDevice);
    Finding found;
    double intensity = 0;
    for (const PublishedCost& cost : costs) {
        const Json of = rowsWhere(rows, named(cost.row));
        const Json row = of.empty() ? Json::object() : of.front();
        const auto ofSite = [&](const char* key) { return number(row, key) / number(row, "sites"); };
        const auto add = [&](const char* what, std::optional<double> published, double ours) {
            found.table.push_back(
                {.what = fmt::format("{}, {}", cost.what, what), .published = published, .ours = ours});
        };
        add("bytes loaded and stored", cost.bytes, ofSite("bytes_loaded"));
        add("bytes with perfect caches", {}, ofSite("bytes_compulsory"));
        add("flops", cost.flops, ofSite("flops"));
        intensity = std::max(intensity, ofSite("flops") / ofSite("bytes_loaded"));
        found.remarks.push_back(fmt::format("{} (`{}`): {}.", cost.what, cost.row, cost.why));
    }
    found.statements = {
        statement("kernels are bound by memory: the most flops for each byte that is loaded or stored, in double "
                  "precision, are fewer than the 3.5 that the HD 5870 can do",
                  rows.empty() ? unknownNumber : intensity, 0, 3.5)};
    found.remarks.emplace_back(
        "Numbers are for each site, of updates and forces for each link. The paper counts every load, as "
        "the first of our two numbers does; `bench` counts each number once, as if caches were perfect.");
    return found;
}

std::vector<Piece> copyPieces()
{
    std::vector<Piece> pieces;
    for (const double size : {1.0, 16.0, 100.0})
        pieces.push_back({.name = fmt::format("{}MiB", size),
                          .work = SuiteWork{copySuite, {.sizes = {size}, .structs = true, .seconds = 0.2}},
                          .cost = {.fixed = 15}});
    return pieces;
}

std::string formatOf(const Json& row) { return fmt::format("{}, {}", text(row, "format"), text(row, "path")); }

Finding evaluateCopies(const Data& data)
{
    const Json rows = data.rows("copies");
    const auto rate = [](const Json& row) { return number(row, "gb_s"); };
    const auto size = [](const Json& row) { return number(row, "bytes") / (1 << 20); };
    Finding found;
    found.figures = {{.name = "bandwidth",
                      .title = "Copies on " + data.device,
                      .xLabel = "size of one texture or buffer / MiB",
                      .yLabel = "GB/s, read and written",
                      .ours = curvesOf(rows, size, rate, formatOf),
                      .published = {},
                      .axes = {.logX = true, .logY = true}}};
    const Json largest = greatest(rows, size);
    const Json ofLargest = largest.is_null()
                               ? Json::array()
                               : rowsWhere(rows, [&](const Json& row) { return size(row) > 0.9 * size(largest); });
    for (const Json& row : ofLargest) {
        const std::string format = text(row, "format");
        const bool best = format == "buffer vec4" || format == "buffer double";
        found.table.push_back({.what = formatOf(row),
                               .unit = "GB/s",
                               .published = best ? std::optional(105.0) : std::nullopt,
                               .publishedError = best ? std::optional(5.0) : std::nullopt,
                               .ours = rate(row),
                               .machine = best ? &radeon5870 : nullptr,
                               .bandwidth = data.bandwidth});
    }
    const auto rateOf = [&](const char* format) {
        return most(rowsWhere(ofLargest, [&](const Json& row) { return text(row, "format") == format; }), "gb_s");
    };
    const Json buffers =
        rowsWhere(ofLargest, [](const Json& row) { return text(row, "format").starts_with("buffer"); });
    const double best = std::max(rateOf("buffer vec4"), rateOf("buffer double"));
    constexpr const char* noCard = "where a software driver has no memory controller of a card";
    found.statements = {
        ofCards(
            data,
            statement("float4 or double copies fastest of all types in buffers: the best of all over it is at most 1.1",
                      most(buffers, "gb_s") / best, 0, 1.1, "no compute shaders"),
            noCard),
        ofCards(data,
                statement("structs of 144 and 192 bytes copy slower than float4: their best over it is below 1",
                          std::max(rateOf("buffer su3"), rateOf("buffer spinor")) / rateOf("buffer vec4"), 0, 1,
                          "no compute shaders"),
                noCard)};
    return found;
}

const std::vector<std::string> updateLattices = {"16x16x16x4",  "16x16x16x8",  "16x16x16x16",
                                                 "24x24x24x8",  "24x24x24x16", "32x32x32x8",
                                                 "32x32x32x16", "48x48x48x8",  "48x48x48x16"};

std::vector<Piece> updatePieces()
{
    return latticePieces(
        updateLattices,
        [](const std::string& lattice) {
            return SuiteWork{standardSuite,
                             kernelsRequest({"heatbath", "overrelaxation", "cpu-heatbath", "cpu-overrelaxation"},
                                            lattice, {Group::SU3}, "single", 0.3)};
        },
        [](double sites) {
            constexpr double rows = 10, perSite = 6e-5; // a sweep, three times, and thermalisation
            return Cost{.fixed = 15 + rows * std::max(0.3, perSite * sites / 10)};
        });
}

Finding evaluateUpdates(const Data& data)
{
    const Json rows = data.rows("kernels");
    Finding found;
    const auto kindOf = [](const Json& row) { // "heatbath" of "cpu-heatbath"
        const std::string name = text(row, "name");
        return name.starts_with("cpu-") ? name.substr(4) : name;
    };
    const auto label = [&](const Json& row) { return kindOf(row) + ", " + placeOf(row); };
    const Json updates =
        rowsWhere(rows, [&](const Json& row) { return kindOf(row) == "heatbath" || kindOf(row) == "overrelaxation"; });
    PaperFigure figure{.name = "gflops",
                       .title = "SU(3) heat bath and overrelaxation on " + data.device,
                       .xLabel = volumeLabel,
                       .yLabel = "GFLOPS",
                       .ours = curvesOf(updates, volumeOf, gflopsOf, label),
                       .axes = {.logX = true, .logY = true, .xBase = 2}};
    figure.published =
        levelsBelow(figure.ours, {{"overrelaxation, HD 6970", 160}, {"heat bath, HD 5870, at least", 30}});
    found.figures = {figure};
    const Json onDevice = rowsWhere(updates, isOfDevice);
    found.table = {peakRate(rowsWhere(onDevice, named("heatbath")), "gflops", "GFLOPS", data,
                            "heat bath; the paper: at least", radeon5870, 30),
                   peakRate(rowsWhere(onDevice, named("overrelaxation")), "gflops", "GFLOPS", data,
                            "overrelaxation; the paper: the best", radeon6970, 160)};
    const double heatBath = most(rowsWhere(onDevice, named("heatbath")), "gflops"),
                 overrelaxation = most(rowsWhere(onDevice, named("overrelaxation")), "gflops");
    const double host = most(rowsWhere(updates, [](const Json& row) { return !isOfDevice(row); }), "gflops");
    if (std::isfinite(host))
        found.table.push_back({.what = "the processor, the best of both; the paper: a quarter of the card",
                               .unit = "GFLOPS",
                               .published = 160.0 / 4,
                               .ours = host});
    found.table.push_back({.what = "overrelaxation over heat bath, the best of both; the paper: 160 over 30 and more",
                           .published = 160.0 / 30,
                           .ours = overrelaxation / heatBath});
    const char* quarter = "processors reach a quarter of a card";
    found.statements = {
        statement("overrelaxation is faster than the heat bath", overrelaxation / heatBath, 1, INFINITY),
        reachesCard(data, found.table[0]),
        ofCards(data, statement(quarter, host / overrelaxation, 0, 0.25), softwareDevice)};
    found.remarks = {
        "The processor runs this program's updates with vector instructions (host), and its reference, which is "
        "in double precision and not optimised."};
    return found;
}

const std::vector<std::string> hopLattices = {"16x16x16x4",  "16x16x16x8", "16x16x16x16", "16x16x16x24", "24x24x24x8",
                                              "24x24x24x16", "32x32x32x8", "32x32x32x16", "48x48x48x8",  "48x48x48x16"};

std::vector<Piece> hopPieces()
{
    return latticePieces(
        hopLattices,
        [](const std::string& lattice) {
            return SuiteWork{hopSuite, {.precision = "all", .lattices = {Lattice::parse(lattice)}, .seconds = 0.3}};
        },
        [](double sites) {
            constexpr double rows = 24, perSite = 5e-7;
            return Cost{.fixed = 15 + rows * std::max(0.3, 3 * perSite * sites)};
        });
}

Finding evaluateHops(const Data& data)
{
    const Json rows = data.rows("kernels"), whole = rowsWhere(rows, named("wilson-hop-18"));
    Finding found;
    for (const bool flops : {true, false}) {
        PaperFigure figure{
            .name = flops ? "gflops" : "bandwidth",
            .title = "Wilson hopping term of SU(3), links of 18 reals, on " + data.device,
            .xLabel = volumeLabel,
            .yLabel = flops ? "GFLOPS" : "GB/s of compulsory bytes",
            .ours = curvesOf(
                whole, volumeOf, [flops](const Json& row) { return number(row, flops ? "gflops" : "gb_s"); }, placeOf),
            .axes = {.logX = true, .logY = true, .xBase = 2}};
        figure.published = levelsBelow(figure.ours, {{"HD 6970, double", flops ? 80.0 : 140.0},
                                                     {"HD 5870, double", flops ? 60.0 : 120.0},
                                                     {"GTX 680, double", flops ? 25.0 : 40.0}});
        found.figures.push_back(figure);
    }
    const Json inDouble = rowsWhere(whole, inPrecision("double")), single = rowsWhere(whole, inPrecision("single"));
    found.table = {peakRate(inDouble, "gflops", "GFLOPS", data, "double precision", radeon5870, 60),
                   peakRate(inDouble, "gflops", "GFLOPS", data, "double precision", radeon6970, 80),
                   peakRate(inDouble, "gflops", "GFLOPS", data, "double precision", gtx680, 25),
                   peakRate(inDouble, "gb_s", "GB/s", data, "bandwidth, double precision", radeon5870, 120),
                   peakRate(inDouble, "gb_s", "GB/s", data, "bandwidth, double precision", radeon6970, 140)};
    const auto best = [](const Json& of) { return most(of, "fraction_of_copy"); };
    found.table.push_back({.what =
                               "fraction of the bandwidth (the paper: of the nominal one, ours: of copies in the same "
                               "run), double precision",
                           .published = 0.78,
                           .ours = best(inDouble)});
    found.table.push_back({.what = "the same, single precision", .ours = best(single)});
    found.table.push_back({.what = "single over double precision, the best rates",
                           .published = 2,
                           .ours = most(single, "gflops") / most(inDouble, "gflops")});
    found.statements = {statement("the bandwidth is used to 70 % and more in double precision", best(inDouble), 0.7,
                                  INFINITY, "no double precision"),
                        reachesCard(data, found.table[0])};
    found.remarks = {
        "The paper counts 2880 bytes for each site, ours are compulsory bytes: spinors of neighbours are read "
        "once. Its GB/s are therefore larger than ours would be for the same time."};
    return found;
}

/// The rows of links of 18 and of fewer reals in one place and on one lattice.
struct HopPair {
    Json whole, shorter;
    double gain() const { return number(whole, "seconds") / number(shorter, "seconds"); }
    double byBytes() const { return number(whole, "bytes_compulsory") / number(shorter, "bytes_compulsory"); }
};

std::vector<HopPair> pairsOf(const Json& rows)
{
    std::vector<HopPair> pairs;
    for (const Json& whole : rowsWhere(rows, named("wilson-hop-18")))
        for (const Json& shorter : rowsWhere(rows, named("wilson-hop")))
            if (whole.at("lattice") == shorter.at("lattice") && placeOf(whole) == placeOf(shorter))
                pairs.push_back({whole, shorter});
    return pairs;
}

Finding evaluateReconstruction(const Data& data)
{
    const Json rows = data.rows("kernels");
    Finding found;
    PaperFigure figure{.name = "gain",
                       .title = "Wilson hopping term, links of 12 reals over those of 18, on " + data.device,
                       .xLabel = volumeLabel,
                       .yLabel = "speed over that of links of 18 reals",
                       .axes = {.logX = true, .xBase = 2}};
    double best = unknownNumber;
    std::map<std::string, HopPair> largest; // by place, that of the greatest gain
    for (const HopPair& pair : pairsOf(rows)) {
        addPoint(figure.ours, placeOf(pair.whole), volumeOf(pair.whole), pair.gain());
        const auto [at, isNew] = largest.try_emplace(placeOf(pair.whole), pair);
        if (!isNew && pair.gain() > at->second.gain()) at->second = pair;
        if (text(pair.whole, "precision") == "double")
            best = std::isnan(best) ? pair.gain() : std::max(best, pair.gain());
    }
    figure.published = levelsBelow(figure.ours, {{"HD 5870, double, at most", 1.09}});
    found.figures = {figure};
    for (const auto& [place, pair] : largest) {
        const bool isDouble = text(pair.whole, "precision") == "double";
        found.table.push_back({.what = fmt::format("the greatest gain, {}, {}; by bytes at most {:.3g}", place,
                                                   latticeOf(pair.whole), pair.byBytes()),
                               .published = isDouble ? std::optional(1.09) : std::nullopt,
                               .ours = pair.gain()});
        if (pair.gain() > 1.05 * pair.byBytes())
            found.remarks.push_back(fmt::format("{}: the gain of {:.3g} is above the ratio of bytes, {:.3g}: there "
                                                "links of 18 reals reach {:.2g} of the "
                                                "copy bandwidth and those of 12 reals {:.2g}, so that bytes of memory "
                                                "do not bound either; a link of 18 "
                                                "reals takes five fetches of texels, one of 12 three.",
                                                place, pair.gain(), pair.byBytes(),
                                                number(pair.whole, "fraction_of_copy"),
                                                number(pair.shorter, "fraction_of_copy")));
    }
    found.statements = {statement("links of 12 reals are faster in double precision: the greatest gain is above 1",
                                  best, 1, INFINITY, "no double precision")};
    found.remarks.emplace_back(
        "The paper counts all eight spinors of neighbours, so that links of 12 reals save 13 % of its "
        "bytes; of compulsory bytes they save 31 %.");
    return found;
}

} // namespace

std::vector<Experiment> bachExperiments(const Paper& paper)
{
    std::vector<Experiment> all = {
        {.id = "bach-table-2",
         .paper = &paper,
         .title = "bytes and flops of the kernels for each site",
         .claim = "Kernels of lattice QCD have so few operations for each byte that memory limits them.",
         .published = "a table for double precision",
         .smallest = "the same: counts do not depend on the lattice",
         .pieces = costPieces,
         .evaluate = evaluateCosts},
        {.id = "bach-5",
         .paper = &paper,
         .title = "copy bandwidth of data types",
         .claim = "float4 and double copy fastest, 105 of 154 GB/s on the HD 5870; structs are slower.",
         .published = "copies of 100 MiB of float, float4, double, and structs of 144 and 192 bytes",
         .smallest = "1 MiB",
         .pieces = copyPieces,
         .evaluate = evaluateCopies},
        {.id = "bach-6",
         .paper = &paper,
         .title = "SU(3) heat bath and overrelaxation against the volume",
         .claim = "Cards do at least 30 GFLOPS of heat bath and 100 to 160 of overrelaxation, four times those of "
                  "processors.",
         .published = "single precision, 16 to 48 sites in space, 4 to 16 in time",
         .smallest = "16^3 x 4",
         .pieces = updatePieces,
         .evaluate = evaluateUpdates},
        {.id = "bach-7",
         .paper = &paper,
         .title = "D against the volume: GFLOPS and GB/s",
         .claim =
             "D runs at 60 to 80 GFLOPS in double precision, with more than 70 % of the bandwidth, on all lattices.",
         .published = "double precision, 16 to 48 sites in space, 4 to 24 in time; here single, too",
         .smallest = "16^3 x 4",
         .pieces = hopPieces,
         .evaluate = evaluateHops},
        {.id = "bach-8",
         .paper = &paper,
         .title = "D with links of 12 reals",
         .claim = "Links of 12 instead of 18 reals make D up to 9 % faster.",
         .published = "double precision, 16 to 48 sites in space; here single, too",
         .smallest = "16^3 x 4",
         .pieces = hopPieces,
         .evaluate = evaluateReconstruction,
         .shares = "bach-7"}};
    for (Experiment& one : bachTrajectories(paper))
        all.push_back(std::move(one));
    return all;
}

} // namespace gaugegl::papers
