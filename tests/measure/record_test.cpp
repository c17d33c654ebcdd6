// Records of measurements, their files and what other programs get of them.
#include "measure/record_file.h"

#include "gaugegl/base/error.h"
#include "io/sample_field.h"
#include "measure/export.h"

#include <cmath>
#include <limits>

namespace gaugegl::measure {
namespace {

using io::test::contents;
using io::test::save;

/// Two configurations with numbers along axes of points and of names, and one number without axes.
Records sample()
{
    Records records{.layout = {.measurement = "sample",
                               .axes = {{.name = "t", .unit = "a^2", .points = {0, 0.1}},
                                        {.name = "meson", .labels = {"pion", "rho, \"x\"", "Ω"}}},
                               .arrays = {{"energy", {"t"}}, {"C", {"meson", "t"}, "a^-3"}, {"Q"}}}};
    const double third = 1.0 / 3, smallest = std::numeric_limits<double>::denorm_min(), none = std::nan("");
    records.all.push_back({.sweep = 4, .arrays = {{0, third}, {1, 2, 3, 4, 5, smallest}, {-1e300}}});
    records.all.push_back({.sweep = 1LL << 40, .arrays = {{1, none}, {6, 7, 8, 9, 10, 11}, {0.1}}});
    records.all[1].facts["tuning"] = {"a", "b"};
    return records;
}

bool sameBits(const Record& a, const Record& b)
{
    if (a.sweep != b.sweep || a.facts != b.facts || a.arrays.size() != b.arrays.size()) return false;
    for (std::size_t k = 0; k < a.arrays.size(); ++k)
        for (std::size_t i = 0; i < std::max(a.arrays[k].size(), b.arrays[k].size()); ++i)
            if (const double x = a.arrays[k].at(i), y = b.arrays[k].at(i); x != y && !(std::isnan(x) && std::isnan(y)))
                return false;
    return true;
}

TEST(Record, HasThePlacesOfItsArrays)
{
    const Records records = sample();

    EXPECT_EQ(records.layout.shape(records.layout.arrays[1]), (std::vector<std::size_t>{3, 2}));
    EXPECT_EQ(records.layout.size(records.layout.arrays[1]), 6u);
    EXPECT_EQ(records.layout.size(records.layout.arrays[2]), 1u);
    EXPECT_EQ(records.series("Q"), (std::vector<std::vector<double>>{{-1e300}, {0.1}}));
    EXPECT_EQ(toJson(records.all[0], records.layout)["C"].dump(), "[[1.0,2.0],[3.0,4.0],[5.0,5e-324]]");
    EXPECT_EQ(records.tuning(), Json({"a", "b"}));
    EXPECT_THROW(records.series("P"), Error);
}

class RecordFileTest : public testing::Test {
protected:
    std::string file() const { return folder_.file("sample.jsonl"); }
    std::string error() const
    {
        try {
            readRecords(file());
        } catch (const FileError& error) {
            return error.what();
        }
        return "";
    }
    io::test::TemporaryFolder folder_;
};

TEST_F(RecordFileTest, GivesBackEveryBit)
{
    const Records records = sample();
    {
        RecordFile growing(file(), {.layout = records.layout});
        for (const Record& one : records.all)
            growing.append(one);
    }
    const std::string grown = contents(file());
    const RecordFile atOnce(file(), records);
    const Records read = readRecords(file());

    EXPECT_EQ(contents(file()), grown);
    EXPECT_EQ(read.layout, records.layout);
    ASSERT_EQ(read.size(), 2u);
    for (std::size_t k = 0; k < 2; ++k)
        EXPECT_TRUE(sameBits(read.all[k], records.all[k])) << k;
}

TEST_F(RecordFileTest, OfAKilledProcessHasItsWholeLines)
{
    const RecordFile written(file(), sample());
    const std::string all = contents(file());
    save(file(), all.substr(0, all.size() - 1));

    EXPECT_EQ(readRecords(file()).size(), 1u);
}

TEST_F(RecordFileTest, ThatIsDamagedIsRefusedWithTheLine)
{
    const RecordFile written(file(), sample());
    const std::string all = contents(file());
    const std::size_t second = all.find('\n') + 1;

    for (const auto& [wrong, line] : {std::pair(all.substr(second), "line 1 "),
                                      {all.substr(0, second) + "{\"sweep\":4}\n", "line 2 "},
                                      {all + "nonsense\n", "line 4 "},
                                      {all + all.substr(second + 2), "line 4 "}}) {
        save(file(), wrong);
        EXPECT_PRED_FORMAT2(testing::IsSubstring, line, error()) << wrong;
    }
    std::string longer = all;
    longer.replace(longer.find("[0.0,"), 5, "[0.0,0.0,");
    save(file(), longer);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "line 2 ", error()) << "the layout has a point more";
    for (const char* name : {"../sample", "a/b", "", "a b"}) { // they become names of files
        std::string renamed = all;
        renamed.replace(renamed.find("\"sample\""), 8, Json(name).dump());
        save(file(), renamed);
        EXPECT_PRED_FORMAT2(testing::IsSubstring, "line 1 ", error()) << name;
    }
    for (const auto& [from, to] : {std::pair("[\"meson\",\"t\"]", "[\"meson\",\"x\"]"),
                                   {"{\"name\":\"Q\"", "{\"name\":\"sweep\""},
                                   {"{\"name\":\"Q\"", "{\"name\":\"t\""}}) {
        std::string layout = all;
        layout.replace(layout.find(from), std::string_view(from).size(), to);
        save(file(), layout);
        EXPECT_PRED_FORMAT2(testing::IsSubstring, "line 1 ", error()) << to;
    }
    save(file(), all + all.substr(second, all.find('\n', second) + 1 - second));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "line 4 is no record of a measurement: sweeps do not rise", error());
    save(file(), all.substr(0, second - 1));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "line 1 ", error()) << "torn in its first line";
    std::string sweep = all;
    sweep.replace(sweep.find("\"sweep\":4"), 9, "\"sweep\":1e30");
    save(file(), sweep);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "line 2 ", error());
    save(file(), "");
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "no records", error());
    save(file(), "x = 1\n");
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "no records", error());
}

TEST(Export, CsvHasALineForEachPoint)
{
    const std::vector<CsvTable> tables = csvTables({.facts = {}, .measurements = {sample()}});

    ASSERT_EQ(tables.size(), 3u);
    EXPECT_EQ(tables[0].name, "sample-t");
    EXPECT_EQ(tables[0].text,
              "sweep,t,energy\n4,0,0\n4,0.1,0.3333333333333333\n1099511627776,0,1\n1099511627776,0.1,\n");
    EXPECT_EQ(tables[1].name, "sample-meson-t");
    EXPECT_EQ(tables[1].text.substr(0, 79),
              "sweep,meson,t,C\n4,pion,0,1\n4,pion,0.1,2\n4,\"rho, \"\"x\"\"\",0,3\n4,\"rho, \"\"x\"\"\",0.1,4");
    EXPECT_EQ(tables[2].text, "sweep,Q\n4,-1e+300\n1099511627776,0.1\n");
}

TEST(Export, JsonHasTheConfigurationsFirst)
{
    const Json json = toJson(RecordSet{.facts = {{"program", "x"}}, .measurements = {sample()}});

    const Json& one = json["measurements"]["sample"];
    EXPECT_EQ(json["facts"]["program"], "x");
    EXPECT_EQ(one["sweep"], Json({4, 1LL << 40}));
    EXPECT_EQ(one["axes"]["t"]["unit"], "a^2");
    EXPECT_EQ(one["arrays"]["C"]["axes"], Json({"meson", "t"}));
    EXPECT_EQ(one["arrays"]["C"]["values"][1][2][1], 11);
    EXPECT_TRUE(one["arrays"]["energy"]["values"][1][1].is_null());
    EXPECT_EQ(one["facts"][1]["tuning"], Json({"a", "b"}));
}

} // namespace
} // namespace gaugegl::measure
