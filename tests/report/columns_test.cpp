// One list of columns gives the table, the JSON and the CSV of its rows.
#include "report/columns.h"

#include <gtest/gtest.h>
#include <limits>

namespace gaugegl::report {
namespace {

struct Point {
    std::string name;
    int nt = 0;
    double beta = 0;
    std::optional<analysis::Estimate> loop = {};
    std::optional<double> energy = {};

    std::string title() const { return name + "!"; }
};

analysis::Estimate estimate(double mean, double error) { return {.mean = mean, .error = error, .tauInt = 0.5}; }

const std::vector<Point> points = {{"first", 2, 5.5, estimate(0.25, 0.01), 1.25},
                                   {"second", 14, std::numeric_limits<double>::quiet_NaN()}};

Columns<Point> columns()
{
    Columns<Point> all;
    all.add("", "name", &Point::name)
        .add("title", "", &Point::title)
        .add("Nt", "nt", &Point::nt)
        .add("beta", "beta", &Point::beta, "{:.2f}")
        .add("|L|", "loop", &Point::loop)
        .add("energy", "energy", &Point::energy, [](const Point& point) { return point.energy ? "some" : "none"; })
        .add("twice", "", [](const Point& point) { return 2 * point.nt; });
    return all;
}

TEST(Columns, GiveTheTableOfThoseWithAHeader)
{
    EXPECT_EQ(columns().table(points), "title    Nt  beta        |L|  energy  twice\n"
                                       "-------------------------------------------\n"
                                       "first!    2  5.50  0.250(10)  some        4\n"
                                       "second!  14                   none       28\n");
}

TEST(Columns, GiveTheLinesOfAReport)
{
    EXPECT_EQ(columns().lines(points[1], 8), "title   second!\nNt      14\nenergy  none\ntwice   28\n");
}

TEST(Columns, GiveTheJsonOfThoseWithAKey)
{
    const Json json = columns().list(points);

    EXPECT_EQ(json[0].dump(), R"({"name":"first","nt":2,"beta":5.5,"loop":{"mean":0.25,"error":0.01,"tau_int":0.5},)"
                              R"("energy":1.25})");
    EXPECT_EQ(json[1].dump(), R"({"name":"second","nt":14,"beta":null})") << "no key for what a row lacks";
    EXPECT_EQ(columns().list(std::vector<Point>()).dump(), "[]");
}

TEST(Columns, GiveTheCsvWithErrorsOfEstimates)
{
    EXPECT_EQ(columns().csv(points), "name,nt,beta,loop,loop_error,energy\n"
                                     "first,2,5.5,0.25,0.01,1.25\n"
                                     "second,14,,,,\n");
}

} // namespace
} // namespace gaugegl::report
