// Cardoso, Bicudo, "SU(2) Lattice Gauge Theory Simulations on Fermi GPUs", J. Comput. Phys. 230 (2011) 3998: the performance of heat bath
// and plaquette.  Its physics is in cardoso_averages.cpp and cardoso_potential.cpp.
#include "papers/cardoso.h"
#include "papers/fermi.h"
#include "papers/suites.h"

#include <algorithm>
#include <iterator>

namespace gaugegl::papers {
namespace {

const std::vector<std::string> fermiLattices = {"4x4x4x4",     "8x8x8x8",     "12x12x12x12", "16x16x16x16",
                                                "24x24x24x24", "32x32x32x32", "48x48x48x48"};

constexpr double fermiSeconds = 4; ///< of a place on a lattice, at most

std::vector<Piece> fermiPieces()
{
    return latticePieces(
        fermiLattices,
        [](const std::string& lattice) {
            return SuiteWork{fermiSuite,
                             {.lattices = {Lattice::parse(lattice)}, .iterations = 100, .seconds = fermiSeconds}};
        },
        [](double sites) { // each place takes a limited time, the reference a sweep
            constexpr double places = 12, compiling = 8, iterations = 100, perSite = 4e-7, sweep = 1e-5;
            const double work = iterations * perSite * sites;
            return work < fermiSeconds ? Cost{.fixed = compiling, .scaled = places * work}
                                       : Cost{.fixed = compiling + places * fermiSeconds + sweep * sites};
        });
}

double extentOf(const Json& row) { return row.at("lattice").at(0).get<double>(); }

bool isReference(const Json& row) { return text(row, "path") == "reference"; }
bool hasUsualArrays(const Json& row) { return !(number(row, "link_arrays") < 8); }

/// The rate on one core of the reference on the largest lattice that it was measured on: the paper's is constant.
double oneCore(const Json& rows, const char* key)
{
    const Json one = greatest(rowsWhere(rows, [](const Json& row) { return number(row, "threads") == 1; }), volumeOf);
    return one.is_null() ? unknownNumber : number(one, key);
}

/// The speed of two ranks on one lattice over that of one rank, a heat bath of SU(2); unknown where it was not measured.
double twoRanksOverOne(const Data& data)
{
    for (const Json& row : data.twoRanks)
        if (text(row, "name") == "heatbath" && text(row, "group") == "SU2" && text(row, "scaling") == "strong")
            return number(row.at("alone"), "seconds") / number(row.at("together"), "seconds");
    return unknownNumber;
}

constexpr double twoCardsOverOne = 110.0 / 70;

/// What is measured in place of two cards.
Comparison ofTwoRanks(const Data& data)
{
    const double ours = twoRanksOverOne(data);
    return {.what = "the speed of two cards over one; ours: two ranks over one on the same processor, SU(2) heat bath",
            .published = twoCardsOverOne,
            .ours = std::isnan(ours) ? std::nullopt : std::optional(ours)};
}

Statement twoCards(const Data& data, const char* claim)
{
    const double ours = twoRanksOverOne(data);
    return untestable(
        claim, std::isnan(ours)
                   ? std::string("there is one device; two ranks on it are measured by `mpirun --bind-to none -np 2 "
                                 "gaugegl bench --suite scaling --group su2 --filter heatbath --json "
                                 "two-ranks.json`, of which a file in the folder of results is reported here")
                   : fmt::format("there is one device; two ranks on its cores are {:.3g} times as fast as one, two "
                                 "cards were {:.3g} times",
                                 ours, twoCardsOverOne));
}

Finding evaluateFermiSpeed(const Data& data)
{
    const Json rows = data.rows("cases"),
               onDevice = rowsWhere(rows, [](const Json&row) { return !isReference(row) && hasUsualArrays(row); });
    const double core = oneCore(rows, "links_per_second");
    const auto times = [core](const Json& row) { return number(row, "links_per_second") / core; };
    Finding found;
    PaperFigure figure{.name = "speed",
                       .title = "SU(2) heat bath and plaquette on " + data.device,
                       .xLabel = "extent N of N^4",
                       .yLabel = "speed over that of one core of the CPU",
                       .ours = curvesOf(onDevice, extentOf, times, placeOf),
                       .axes = {.logX = true, .logY = true, .xBase = 2}};
    constexpr double core920 = 0.515, one480 = 70 / core920, two480 = 110 / core920;
    figure.published = levelsBelow(figure.ours, {{"one GTX 480, from its rates", one480}, {"two GTX 480", two480}});
    found.figures = {figure};
    const auto best = [&](const char* precision) {
        return greatest(rowsWhere(onDevice, [&](const Json& row) { return text(row, "precision") == precision; }),
                        times);
    };
    const Json single = best("single"), inDouble = best("double");
    if (!single.is_null())
        found.table.push_back({.what = fmt::format("speed over one core, single precision; ours: {}, {}",
                                                   latticeOf(single), placeOf(single)),
                               .published = one480,
                               .ours = times(single)});
    if (!inDouble.is_null())
        found.table.push_back(
            {.what = fmt::format("the same, double precision; ours: {}, {}", latticeOf(inDouble), placeOf(inDouble)),
             .ours = times(inDouble)});
    found.table.push_back({.what = "two cards (rates of 110 over 0.515 GFLOPS)", .published = two480});
    const Json smallest = greatest(onDevice, [](const Json& row) { return -volumeOf(row); });
    const double growth = single.is_null() || smallest.is_null() ? unknownNumber : times(single) / times(smallest);
    found.statements = {
        statement("the speed-up grows with the lattice: that of the best over that of the smallest is above 1", growth,
                  1, INFINITY),
        ofCards(data,
                statement("a card is more than 100 times as fast as one core of unvectorised code",
                          single.is_null() ? unknownNumber : times(single), 100, INFINITY),
                softwareDevice),
        twoCards(data, "two cards are faster than one")};
    found.remarks = {
        "The core runs this program's reference, C++ in double precision without vector instructions, as "
        "the paper's core ran its card's code; its rate is that of the largest lattice it was measured on."};
    return found;
}

Finding evaluateFermiRates(const Data& data)
{
    const Json rows = data.rows("cases");
    const auto flops = [](const Json& row) { return number(row, "gflops"); };
    const Json whole = rowsWhere(rows, hasUsualArrays),
               onDevice = rowsWhere(whole, [](const Json&row) { return !isReference(row); });
    const Json single = rowsWhere(onDevice, [](const Json& row) { return text(row, "precision") == "single"; });
    Finding found;
    PaperFigure figure{.name = "gflops",
                       .title = "SU(2) heat bath and plaquette on " + data.device,
                       .xLabel = "extent N of N^4",
                       .yLabel = "GFLOPS",
                       .ours = curvesOf(whole, extentOf, flops, placeOf),
                       .axes = {.logX = true, .logY = true, .xBase = 2}};
    figure.published =
        levelsBelow(figure.ours, {{"one GTX 480", 70}, {"two GTX 480", 110}, {"one core of an i7-920", 0.515}});
    found.figures = {figure};
    found.table = {peakRate(single, "gflops", "GFLOPS", data, "one card, single precision", gtx480, 70),
                   peakRate(rowsWhere(onDevice, [](const Json& row) { return text(row, "precision") == "double"; }),
                            "gflops", "GFLOPS", data, "the same in double precision; the paper has it in a figure",
                            gtx480, unknownNumber),
                   {.what = "two cards, single precision", .unit = "GFLOPS", .published = 110, .machine = &twoGtx480},
                   {.what = "one core of the CPU",
                    .unit = "GFLOPS",
                    .published = 0.515,
                    .publishedError = 0.005,
                    .ours = oneCore(rows, "gflops")}};
    found.table[1].published.reset();
    found.table.push_back(ofTwoRanks(data));
    const double perSite = fermiFlops(Lattice({8, 8, 8, 8})) / 4096;
    found.remarks = {fmt::format(
        "Ours count {:.0f} flops for each site and iteration (four heat baths, the plaquettes, the terms of the "
        "sum), random numbers, as in the paper, not among them; the paper does not say its number. Per site and "
        "iteration it moves 4 x 19 + 24 links of 16 bytes and its rates correspond to {:.2f} and {:.2f} flops "
        "for each byte of nominal bandwidth.",
        perSite, 70 / 177.4, 110 / 354.8)};
    const auto spread = [&] {
        const Json cores = rowsWhere(rows, [](const Json& row) { return number(row, "threads") == 1; });
        const Json least = greatest(cores, [&](const Json& row) { return -flops(row); });
        return least.is_null() ? unknownNumber : most(cores, "gflops") / flops(least);
    }();
    found.statements = {
        reachesCard(data, found.table[0]),
        statement("the rate of one core does not depend on the lattice: the greatest over the least is below 1.2",
                  spread, 1, 1.2),
        twoCards(data, "two cards reach 110 GFLOPS")};
    return found;
}

} // namespace

std::vector<Experiment> cardosoExperiments(const Paper& paper)
{
    const char* published =
        "100 iterations from a hot start, one trial, single and double precision, N^4 up to the memory "
        "of a card; here N = 4 to 48, textures and buffers, at most 4 s for each";
    std::vector<Experiment> all = {
        {.id = "cardoso-6",
         .paper = &paper,
         .title = "speed-up over one core against N",
         .claim = "A card generates SU(2) configurations more than a hundred times as fast as one core of a processor.",
         .published = published,
         .smallest = "4^4",
         .pieces = fermiPieces,
         .evaluate = evaluateFermiSpeed,
         .leastFraction = 0.05,
         .shares = "cardoso-7"},
        {.id = "cardoso-7",
         .paper = &paper,
         .title = "GFLOPS against N",
         .claim = "One card reaches 70 GFLOPS, two 110, one core 0.51 to 0.52 on any lattice.",
         .published = published,
         .smallest = "4^4",
         .pieces = fermiPieces,
         .evaluate = evaluateFermiRates,
         .leastFraction = 0.05}};
    for (const auto make : {cardosoAverages, cardosoPotentials})
        std::ranges::move(make(paper), std::back_inserter(all));
    return all;
}

} // namespace gaugegl::papers
