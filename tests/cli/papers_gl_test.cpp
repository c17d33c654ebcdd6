// gaugegl papers: the list, an experiment, what is not repeated, a report, an interrupt.
#include "cli/program_gl.h"

namespace gaugegl::cli_test {
namespace {

class PapersTest : public ProgramGlTest {};

/// The first experiment of that name.
const Json& experimentIn(const Json& result, const std::string& id)
{
    for (const Json& one : result.at("experiments"))
        if (one.at("id") == id) return one;
    throw std::runtime_error("no experiment " + id);
}

TEST_F(PapersTest, AreListedWithTheirMinutes)
{
    const Json list = json({"papers"});
    EXPECT_EQ(list.at("experiments").size(), 20u);
    for (const Json& one : list["experiments"]) {
        EXPECT_GT(one.at("minutes_published").get<double>(), 0) << one;
        EXPECT_LE(one.at("minutes_smallest").get<double>(), one["minutes_published"].get<double>()) << one;
        EXPECT_EQ(one.at("done"), false);
        EXPECT_EQ(one.at("verdict"), "not run");
    }
    EXPECT_FALSE(exists("papers")); // a list makes nothing
}

TEST_F(PapersTest, ARunOfThemIsCarriedOutOnceGoesOnAndGrows)
{
    // One beta with ten measurements, as a fraction of a minute allows.
    const Arguments few = {"papers", "cardoso-8", "--minutes", "0.01", "--fraction", "0.05", "--output", "out"};
    const Json first = json(few);
    EXPECT_EQ(first.at("complete"), true);
    const Json& one = experimentIn(first, "cardoso-8");
    EXPECT_EQ(one.at("pieces"), 1);
    EXPECT_NEAR(one.at("fraction").get<double>(), 0.05, 1e-12);
    ASSERT_EQ(one.at("table").size(), 1u);
    EXPECT_TRUE(one["table"][0].contains("pull")) << one["table"];
    EXPECT_NEAR(one["table"][0].at("ratio").get<double>(), 1, 0.05); // beta 0.5, strong coupling
    EXPECT_EQ(one.at("verdict"), "not testable on this device") << "an expansion ends where a coupling beyond shows it";
    for (const Json& figure : one.at("figures"))
        EXPECT_TRUE(exists(figure.get<std::string>())) << figure;

    const Outcome again = run(few);
    EXPECT_EQ(again.code, success) << again.err;
    EXPECT_EQ(again.err.find("[1/1]"), std::string::npos) << again.err; // nothing is left to do
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "cardoso-8: ", again.out);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "](out/cardoso-8-plaquette.png)",
                        run({"papers", "--output", "out", "--markdown"}).out);

    const Json more = json({"papers", "cardoso-8", "--minutes", "0.1", "--fraction", "0.1", "--output", "out"});
    EXPECT_NEAR(experimentIn(more, "cardoso-8").at("fraction").get<double>(), 0.1, 1e-12);
    const Json list = json({"papers", "--output", "out"});
    EXPECT_EQ(experimentIn(list, "cardoso-8").at("pieces_done"), 1);
    EXPECT_EQ(experimentIn(list, "cardoso-8").at("done"), false);
}

TEST_F(PapersTest, ABenchmarkSharesItsPiecesAndIsReportedAsAPage)
{
    const Json result =
        json({"papers", "cardoso-6", "cardoso-7", "--minutes", "0.01", "--fraction", "0.05", "--output", "out"});
    EXPECT_TRUE(exists("out/cardoso-7.4x4x4x4.json"));
    const Json& rates = experimentIn(result, "cardoso-7");
    EXPECT_EQ(rates.at("pieces"), 1);
    EXPECT_EQ(experimentIn(result, "cardoso-6").at("pieces"), 1);
    for (const Json& row : rates.at("table"))
        if (row.at("what").get<std::string>().starts_with("one card, single precision")) {
            EXPECT_EQ(row.at("published"), 70);
            EXPECT_NEAR(row.at("ratio_per_gb_s").get<double>(),
                        row.at("ours_per_gb_s").get<double>() / row.at("published_per_gb_s").get<double>(), 1e-9);
        }

    const Outcome page = run({"papers", "--output", "out", "--html", "papers.html"});
    EXPECT_EQ(page.code, success) << page.err;
    const std::string html = io::test::contents(file("papers.html"));
    EXPECT_TRUE(html.ends_with("</body>\n</html>\n"));
    for (const char* part : {"cardoso-7: GFLOPS against N", "Claim: ", "Verdict: ", "per GB/s", "bach-8", "not run"})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, part, html);

    std::ofstream(file("out/two-ranks.json"))
        << R"({"ranks": 2, "rows": [{"name": "heatbath", "group": "SU2", "scaling": "strong", "alone": {"seconds": 3},
               "together": {"seconds": 2}}]})";
    const Outcome markdown = run({"papers", "--output", "out", "--markdown"});
    EXPECT_EQ(markdown.code, success) << markdown.err;
    for (const char* part : {"\n| experiment | claim | verdict |\n| --- | --- | --- |\n| egri-1 | ",
                             "\n## Cardoso, Bicudo", "\n### cardoso-7: GFLOPS against N\n", "](out/cardoso-7-",
                             "two ranks on its cores are 1.5 times as fast as one, two cards were 1.57"})
        EXPECT_PRED_FORMAT2(testing::IsSubstring, part, markdown.out);
    std::ofstream(file("out/two-ranks.json")) << R"({"ranks": 3, "rows": []})";
    const Outcome three = run({"papers", "--output", "out", "--markdown"});
    EXPECT_EQ(three.code, inputFailure) << three.err;
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "two-ranks.json: is of 3 ranks; 2 were expected", three.err);
}

TEST_F(PapersTest, WrongWordsAreNamed)
{
    const auto refused = [this](const Arguments& arguments, const char* words) {
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.code, inputFailure) << outcome.err;
        EXPECT_PRED_FORMAT2(testing::IsSubstring, words, outcome.err);
    };
    refused({"papers", "cardoso-99"}, "there is no experiment 'cardoso-99'; there are egri-1");
    refused({"papers", "--paper", "wilson"}, "there is no paper 'wilson'; there are egri, cardoso");
    refused({"papers", "bach-8", "--fraction", "1.5"}, "1.5 is not a number above 0 and at most 1");
    refused({"papers", "--minutes", "3"}, "--minutes is about experiments");
    refused({"papers", "--html", "page.html", "--output", "nothing"}, "nothing has no results yet");
}

TEST_F(PapersTest, AnInterruptLeavesWhatIsCompleteAndSaysHowToGoOn)
{
    RunningProgram program(folder(), {"papers", "cardoso-8", "--output", "out"});
    ASSERT_TRUE(program.waitUntil([&] { return exists("out/cardoso-8.nt16-beta0.5.json"); }));
    program.interrupt();
    const Outcome outcome = program.wait();
    EXPECT_EQ(outcome.code, interruptedExit) << outcome.err;
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "`gaugegl papers cardoso-8 --output out` goes on", outcome.err);
    EXPECT_FALSE(exists("out/cardoso-8.nt16-beta6.json"));
    EXPECT_EQ(experimentIn(json({"papers", "--output", "out"}), "cardoso-8").at("done"), false);
}

} // namespace
} // namespace gaugegl::cli_test
