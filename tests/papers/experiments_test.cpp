// What is repeated of papers: the list, how a time is shared, comparisons and verdicts.
#include "papers/experiment.h"
#include "papers/repetition.h"

#include "gaugegl/base/error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace gaugegl::papers {
namespace {

constexpr double inf = INFINITY;
const PaperMachine card{"a card", 100};

TEST(Experiments, HaveNamesOfTheirOwnAndSayWhatTheyAreAbout)
{
    std::set<std::string> ids;
    for (const Experiment& one : experiments()) {
        EXPECT_TRUE(ids.insert(one.id).second) << one.id;
        EXPECT_TRUE(one.id.starts_with(std::string(one.paper->key) + "-")) << one.id;
        for (const std::string& text : {one.title, one.claim, one.published, one.smallest})
            EXPECT_FALSE(text.empty()) << one.id;
        EXPECT_TRUE(one.claim.ends_with(".")) << one.id;
        EXPECT_GT(one.leastFraction, 0) << one.id;
        EXPECT_LE(one.leastFraction, 1) << one.id;
    }
    EXPECT_EQ(ids.size(), 20u);
}

TEST(Experiments, HavePiecesWhoseFilesDifferAndThatCostSomething)
{
    for (const Experiment& one : experiments()) {
        ASSERT_TRUE(experimentOf(one.owner()).shares.empty()) << one.id;
        std::set<std::string> names;
        const std::vector<Piece> pieces = one.pieces();
        ASSERT_FALSE(pieces.empty()) << one.id;
        for (const Piece& piece : pieces) {
            EXPECT_TRUE(names.insert(piece.name).second) << one.id << " " << piece.name;
            EXPECT_EQ(piece.name.find_first_of("/\\ :*?\"<>|"), std::string::npos) << piece.name;
            EXPECT_GT(piece.cost.fixed + piece.cost.preparation + piece.cost.scaled, 0) << one.id << " " << piece.name;
            if (const auto* run = std::get_if<RunWork>(&piece.work)) {
                EXPECT_NO_THROW(validate(run->run)) << one.id << " " << piece.name;
            }
        }
    }
}

TEST(Experiments, SayNothingOfNoData)
{
    for (const Experiment& one : experiments())
        EXPECT_EQ(verdictOf(one.evaluate({})), Verdict::NotTestable) << one.id << ": " << verdictText(one.evaluate({}));
}

TEST(Experiments, AreChosenByNameByPaperAndAllOfThem)
{
    const auto ids = [](const std::vector<const Experiment*>& chosen) {
        std::vector<std::string> names;
        for (const Experiment* one : chosen)
            names.push_back(one->id);
        return names;
    };
    EXPECT_EQ(ids(chosenExperiments({"bach-8", "cardoso-7", "bach-8"}, {}, false)),
              (std::vector<std::string>{"cardoso-7", "bach-8"}));
    EXPECT_EQ(ids(chosenExperiments({}, {"egri"}, false)),
              (std::vector<std::string>{"egri-1", "egri-2", "egri-iterations", "egri-fold"}));
    EXPECT_EQ(chosenExperiments({}, {}, true).size(), experiments().size());
    EXPECT_THROW(chosenExperiments({"bach-99"}, {}, false), InputError);
    EXPECT_THROW(chosenExperiments({}, {"wilson"}, true), InputError);
}

TEST(SharedTime, IsEqualBetweenTheLeastAndTheMost)
{
    const std::vector<double> least = {1, 1, 8, 1}, most = {2, 100, 100, 1};

    const std::vector<double> shares = shareTime(21, least, most);

    EXPECT_EQ(shares.size(), 4u);
    EXPECT_NEAR(shares[0], 2, 1e-9);
    EXPECT_NEAR(shares[1], 9, 1e-6);
    EXPECT_NEAR(shares[2], 9, 1e-6);
    EXPECT_NEAR(shares[3], 1, 1e-9);
}

TEST(SharedTime, IsTheLeastWhereItIsTooShortAndTheMostWhereItIsLong)
{
    EXPECT_EQ(shareTime(1, {2, 3}, {20, 30}), (std::vector<double>{2, 3}));
    EXPECT_EQ(shareTime(100, {2, 3}, {20, 30}), (std::vector<double>{20, 30}));
    EXPECT_TRUE(shareTime(5, {}, {}).empty());
}

std::vector<Piece> piecesOf(const std::vector<Cost>& costs)
{
    std::vector<Piece> pieces;
    for (const Cost& cost : costs)
        pieces.push_back({.name = std::to_string(pieces.size()), .work = SuiteWork{}, .cost = cost});
    return pieces;
}

TEST(EffortOfAShare, TakesAllPiecesBeforeMoreConfigurations)
{
    const std::vector<Piece> pieces = piecesOf({{.fixed = 1, .scaled = 100}, {.fixed = 1, .scaled = 300}});

    const Effort all = effortWithin(pieces, 0.1, 102, referenceBandwidth);
    EXPECT_EQ(all.pieces, 2u);
    EXPECT_NEAR(all.fraction, 0.25, 1e-12);
    EXPECT_NEAR(secondsOf(pieces, all, referenceBandwidth), 102, 1e-9);

    const Effort one = effortWithin(pieces, 0.1, 31, referenceBandwidth);
    EXPECT_EQ(one.pieces, 1u);
    EXPECT_NEAR(one.fraction, 0.3, 1e-12);

    const Effort least = effortWithin(pieces, 0.1, 0, referenceBandwidth);
    EXPECT_EQ(least.pieces, 1u);
    EXPECT_EQ(least.fraction, 0.1);
    EXPECT_EQ(effortWithin(pieces, 0.1, 1e9, referenceBandwidth).fraction, 1);
}

TEST(EffortOfAShare, IsLargerOnAFasterDeviceButForSampling)
{
    const std::vector<Piece> pieces = piecesOf({{.fixed = 10, .preparation = 20, .scaled = 100}});
    EXPECT_NEAR(secondsOf(pieces, {1, 1}, 10 * referenceBandwidth), 22, 1e-9);
    EXPECT_NEAR(secondsOf(pieces, {1, 0.5}, referenceBandwidth), 80, 1e-9);
    EXPECT_EQ(effortWithin(piecesOf({{.fixed = 5}}), 0.1, 1, referenceBandwidth).fraction, 1);
}

TEST(EffortOfAShare, OfThePiecesThatAreLeftIsSmallerWhereThoseBeforeTookLonger)
{
    const std::vector<Piece> pieces = piecesOf({{.fixed = 2, .scaled = 100}, {.fixed = 3, .scaled = 100}});
    const Effort effort{.pieces = 2, .fraction = 0.5};
    const auto within = [&](double seconds) {
        return fractionWithin(pieces, effort, 0.1, seconds, referenceBandwidth);
    };
    EXPECT_EQ(within(1000), 0.5);
    EXPECT_NEAR(*within(45), 0.3, 1e-12); // 13 are left to the other, 2 are fixed
    EXPECT_EQ(within(13), 0.1);
    EXPECT_EQ(within(11), std::nullopt);

    Pace pace(referenceBandwidth);
    EXPECT_EQ(pace.bandwidth(), referenceBandwidth);
    pace.add(pieces[0], 0.5, 102); // twice the time for what is not fixed
    EXPECT_NEAR(pace.bandwidth(), referenceBandwidth / 2, 1e-12);
}

TEST(ComparisonWithAPaper, DividesRatesByTheBandwidthsOfBothMachines)
{
    const Comparison rate{.what = "", .published = 50, .ours = 10, .error = 1, .machine = &card, .bandwidth = 4};
    EXPECT_DOUBLE_EQ(*rate.ratio(), 0.2);
    EXPECT_DOUBLE_EQ(*rate.publishedPerBandwidth(), 0.5);
    EXPECT_DOUBLE_EQ(*rate.oursPerBandwidth(), 2.5);
    EXPECT_DOUBLE_EQ(*rate.ratioPerBandwidth(), 5);
    EXPECT_FALSE(rate.pull());
}

TEST(ComparisonWithAPaper, OfPhysicsHasAPullAndOfUnknownNumbersNothing)
{
    const Comparison number{.what = "", .published = 1, .publishedError = 0.3, .ours = 2, .error = 0.4};
    EXPECT_DOUBLE_EQ(*number.pull(), 2);
    EXPECT_FALSE(number.oursPerBandwidth());
    EXPECT_FALSE((Comparison{.what = "", .ours = 2, .error = 1}).pull());
    EXPECT_FALSE((Comparison{.what = "", .published = 0, .ours = 2}).ratio());
    EXPECT_FALSE((Comparison{.what = "", .published = 1, .ours = std::nan("")}).ratio());
}

TEST(VerdictOnAClaim, IsThatOfItsWorstStatement)
{
    const Statement good = statement("a", 2, 1, 3), bad = statement("b", 4, 1, 3), none = untestable("c", "no card");
    EXPECT_TRUE(*good.holds);
    EXPECT_FALSE(*bad.holds);
    EXPECT_FALSE(statement("d", std::nan(""), 0, inf, "why").holds);
    EXPECT_EQ(statement("d", std::nan(""), 0, inf, "why").measured, "why");
    const auto of = [](std::vector<Statement> statements) { return Finding{.statements = std::move(statements)}; };

    EXPECT_EQ(verdictOf(of({})), Verdict::NotTestable);
    EXPECT_EQ(verdictOf(of({none})), Verdict::NotTestable);
    EXPECT_EQ(verdictOf(of({good})), Verdict::Confirmed);
    EXPECT_EQ(verdictOf(of({none, good})), Verdict::ConfirmedInPart);
    EXPECT_EQ(verdictOf(of({good, bad, none})), Verdict::Contradicted);
    EXPECT_EQ(verdictText(of({none})), "not testable on this device: c: no card");
    EXPECT_EQ(verdictText(of({none, good})), "confirmed in part: a: 2; not testable here: c: no card");
    EXPECT_EQ(verdictText(of({good, bad, none})), "contradicted: b: 4; not testable here: c: no card");
}

TEST(VerdictOnAClaim, OfCardsIsNotJudgedOnASoftwareDriver)
{
    const Statement one = statement("a", 4, 1, 3);
    EXPECT_EQ(ofCards({}, one, "why").holds, one.holds);
    const Statement notJudged = ofCards({.software = true}, one, "why");
    EXPECT_FALSE(notJudged.holds);
    EXPECT_EQ(notJudged.measured, "4 here, why");
    EXPECT_EQ(ofCards({.software = true}, untestable("a", "none"), "why").measured, "none");
}

TEST(FractionOfARun, IsOfItsConfigurationsAndLeavesTheThermalisation)
{
    const Experiment& spacings = experimentOf("cardoso-11");
    const RunConfig run = std::get<RunWork>(spacings.pieces().front().work).run;
    ASSERT_EQ(run.update.sweeps / run.loops->every, 1981);

    const RunConfig tenth = runOfFraction(run, 0.1);
    EXPECT_EQ(tenth.update.sweeps, 198 * run.loops->every);
    EXPECT_EQ(tenth.update.thermalisation, run.update.thermalisation);
    EXPECT_EQ(runOfFraction(run, 1).update.sweeps, run.update.sweeps);
    EXPECT_EQ(runOfFraction(run, 1e-9).update.sweeps, 10 * run.loops->every);
    EXPECT_EQ(fractionOf(100, 0.05), 5);
    EXPECT_EQ(fractionOf(100, 1e-9), 1);
    EXPECT_EQ(fractionOf(1, 0.5, 10), 1);
}

} // namespace
} // namespace gaugegl::papers
