// Correlators from files of this program and of others.
#include "measure/named_array.h"

#include "gaugegl/base/error.h"
#include "io/hostile_files.h"
#include "measure/export.h"
#include "measure/record_file.h"

namespace gaugegl::measure {
namespace {

using io::test::packed;
using io::test::save;
using Series = analysis::CorrelatorSeries;

/// Two kappas, two mesons, four distances.
Records mesonRecords()
{
    Records records{.layout = {.measurement = "spectrum",
                               .axes = {{.name = "kappa", .points = {0.1, 0.12}},
                                        {.name = "correlator", .labels = {"pion", "rho"}},
                                        {.name = "distance", .unit = "a", .points = {0, 1, 2, 3}}},
                               .arrays = {{"correlators", {"kappa", "correlator", "distance"}}}}};
    for (int k = 0; k < 3; ++k) {
        Record& one = records.all.emplace_back(Record{.sweep = 10 * (k + 1), .arrays = {{}}});
        for (int i = 0; i < 16; ++i)
            one.arrays[0].push_back(i + 0.1 * k);
    }
    return records;
}

class CorrelatorFileTest : public testing::Test {
protected:
    std::string file(const std::string& name) const { return folder_.file(name); }
    Series read(const std::string& name, const CorrelatorChoice& choice = {}) const
    {
        return readCorrelator(file(name), choice).series;
    }
    std::string refusal(const std::string& name, const CorrelatorChoice& choice = {}) const
    {
        try {
            readCorrelator(file(name), choice);
        } catch (const InputError& error) {
            return error.what();
        }
        return "accepted";
    }

private:
    io::test::TemporaryFolder folder_;
};

TEST_F(CorrelatorFileTest, IsTheSameInEveryFormThatExportWrites)
{
    const Records records = mesonRecords();
    const RecordSet set{Json::object(), {records}};
    RecordFile(file("spectrum.jsonl"), records);
    writeNpz(set, file("all.npz"));
    save(file("table.csv"), csvTables(set).at(0).text);
    const Series expected = {{12, 13, 14, 15}, {12.1, 13.1, 14.1, 15.1}, {12.2, 13.2, 14.2, 15.2}};
    const CorrelatorChoice byName{"rho", {{"kappa", "0.12"}}};

    EXPECT_EQ(read("spectrum.jsonl", byName), expected);
    EXPECT_EQ(read("", byName), expected) << "the folder";
    EXPECT_EQ(read("table.csv", {"correlators", {{"correlator", "rho"}, {"kappa", "0.12"}}}), expected);
    EXPECT_EQ(read("all.npz", {"spectrum/correlators", {{"axis1", "1"}, {"axis2", "1"}}}), expected);
    try {
        writeHdf5(set, file("all.h5"));
    } catch (const InputError&) {
        return; // built without it
    }
    EXPECT_EQ(read("all.h5", {"spectrum/correlators", {{"axis1", "1"}, {"axis2", "1"}}}), expected);
}

TEST_F(CorrelatorFileTest, IsRefusedInWordsThatListWhatThereIs)
{
    RecordFile(file("spectrum.jsonl"), mesonRecords());
    const std::string all = "correlators [kappa = 0.1, 0.12; correlator = pion, rho; distance]";
    EXPECT_EQ(refusal("spectrum.jsonl", {"nucleon", {}}),
              file("spectrum.jsonl") + " has no correlator 'nucleon'; it has " + all);
    EXPECT_EQ(refusal("spectrum.jsonl", {"pion", {{"mass", "1"}}}),
              "there is no axis 'mass' to choose on in correlators [kappa = 0.1, 0.12; distance]");
    EXPECT_EQ(refusal("spectrum.jsonl", {"pion", {{"kappa", "0.2"}}}),
              "correlators [kappa = 0.1, 0.12; distance] has no kappa = 0.2");
    for (const char* name : {"pion", "correlators"}) // kappas and mesons are no matrix
        EXPECT_PRED_FORMAT2(testing::IsSubstring, "choose on its other axes", refusal("spectrum.jsonl", {name, {}}));
    save(file("empty.csv"), "\n");
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "is empty", refusal("empty.csv"));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "none", refusal("none"));
    save(file("ragged.csv"), "1 2 3\n1 2\n");
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "line 2 has 2 numbers, the first one 3", refusal("ragged.csv"));
    save(file("words.csv"), "# t = 0, 1\n\n1,2\n3,four\n");
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "line 4: 'four' is no number", refusal("words.csv"));
    save(file("holes.csv"), "1, ,2\n3,,4\n");
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "line 1: '' is no number", refusal("holes.csv"));
    save(file("gaps.csv"), "cfg,t,C\n1,0,5\n1,1,4\n2,0,6\n");
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "has 3 numbers for 2 configurations of 2 each", refusal("gaps.csv"));
    save(file("twice.csv"), "cfg,t,C\n1,0,5\n1,0,5\n2,0,6\n2,1,6\n");
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "has two numbers of one configuration", refusal("twice.csv"));
    save(file("order.csv"), "cfg,t,meson,C\n1,0,pion,5\n1,0,rho,4\n");
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "not 'pion'; t is the last axis", refusal("order.csv"));
    save(file("late.csv"), "cfg,t,C\n1,1,5\n1,2,4\n");
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "t has to be 0, 1, .., not 1", refusal("late.csv"));
}

TEST_F(CorrelatorFileTest, OfNumbersAloneHasALineForEachConfiguration)
{
    save(file("plain.txt"), "# t = 0 1 2\n1.5e0 2.5 3.5\r\n4.5\t5.5 nan\n");

    const Series found = read("plain.txt");

    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0], (std::vector<double>{1.5, 2.5, 3.5}));
    EXPECT_TRUE(std::isnan(found[1][2]));
}

TEST_F(CorrelatorFileTest, MayHaveNamesWithCommasInQuotes)
{
    save(file("quoted.csv"), "cfg,meson,t,C\n"
                             "1,\"pion(1,0,0)\",0,5\n1,\"pion(1,0,0)\",1,4\n1,pion,0,7\n1,pion,1,6\n");

    EXPECT_EQ(read("quoted.csv", {"pion(1,0,0)", {}}), (Series{{5, 4}}));
    EXPECT_EQ(read("quoted.csv", {"pion", {}}), (Series{{7, 6}}));
}

/// A file .npy of doubles.
std::string npyOfDoubles(const std::string& shape, const std::vector<double>& values, const std::string& type = "<f8")
{
    std::string head = "{'descr': '" + type + "', 'fortran_order': False, 'shape': " + shape + ", }\n";
    return std::string("\x93NUMPY\x01\0", 8) + char(head.size()) + '\0' + head +
           std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(double));
}

std::string littleEndian(std::size_t value, int bytes)
{
    std::string text;
    for (int k = 0; k < bytes; ++k)
        text += char(k < 8 ? value >> (8 * k) & 0xff : 0);
    return text;
}

TEST_F(CorrelatorFileTest, IsReadFromNumpyAlsoCompressed)
{
    const std::string array = npyOfDoubles("(2, 2, 2, 3)", std::vector<double>(24, 1.25));
    save(file("a.npy"), array);
    const std::string gzip = packed(array), deflated = gzip.substr(10, gzip.size() - 18); // between head and checksum
    const std::string facts = littleEndian(20, 2) + littleEndian(0, 2) + littleEndian(8, 2) + littleEndian(0, 8) +
                              littleEndian(deflated.size(), 4) + littleEndian(array.size(), 4) + littleEndian(5, 2) +
                              littleEndian(0, 2);
    std::string zip = "PK\3\4" + facts + "C.npy" + deflated;
    const std::size_t directory = zip.size();
    zip += "PK\1\2" + littleEndian(20, 2) + facts + littleEndian(0, 14) + "C.npy";
    zip += "PK\5\6" + littleEndian(0, 4) + littleEndian(1, 2) + littleEndian(1, 2) +
           littleEndian(zip.size() - directory, 4) + littleEndian(directory, 4) + littleEndian(0, 2);
    save(file("a.npz"), zip);

    const analysis::CorrelatorMatrices plain = readCorrelator(file("a.npy"), {}),
                                       compressed = readCorrelator(file("a.npz"), {"C", {}});

    EXPECT_EQ(plain.size, 2u);
    EXPECT_EQ(plain.series, Series(2, std::vector<double>(12, 1.25)));
    EXPECT_EQ(compressed.series, plain.series);
    save(file("short.npy"), array.substr(0, array.size() - 1));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "is not whole", refusal("short.npy"));
    for (const char* shape : {"(1, 1000000000000000000)", "(0, 1000000000000000000)"}) {
        save(file("huge.npy"), npyOfDoubles(shape, {1}));
        EXPECT_PRED_FORMAT2(testing::IsSubstring, "has no numbers, or is not whole", refusal("huge.npy"));
    }
    save(file("complex.npy"), npyOfDoubles("(2, 1)", {1, 2, 3, 4}, "<c16"));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "real numbers", refusal("complex.npy"));
    for (std::size_t size = 0; size < zip.size(); size += 7) { // whatever is cut off, words and no crash
        save(file("cut.npz"), zip.substr(0, size));
        EXPECT_NE(refusal("cut.npz", {"C", {}}), "accepted") << size;
        save(file("cut.npy"), array.substr(0, size));
        EXPECT_NE(refusal("cut.npy"), "accepted") << size;
    }
}

TEST_F(CorrelatorFileTest, IsReadFromTheJsonOfPyerrors)
{
    const std::string text = R"({"program": "pyerrors 2.9", "version": "1.1", "obsdata": [
      {"type": "Obs", "layout": "1", "value": [1.0], "data": []},
      {"type": "List", "layout": "2", "value": [10.0, 20.0], "data": [{"id": "A", "replica": [
        {"name": "A|r1", "deltas": [[1, 0.5, 1.5], [2, -0.5, -1.5]]}, {"name": "A|r2", "deltas": [[1, 0.25, 0.75]]}]}]},
      {"type": "Corr", "layout": "2, 2, 2", "tag": {"tag": [null, "pion"]}, "value": [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, NaN, 8.0],
       "data": [{"id": "A", "replica": [{"name": "A", "deltas": [[7, 0, 0, 0, 0, 0, 0, NaN, 0.5]]}]}]},
      {"type": "Corr", "layout": "3, 1", "tag": {"tag": ["eta"]}, "value": [1.0, 2.0, 3.0],
       "data": [{"id": "A", "replica": [{"name": "A", "deltas": [[1, 0, 0.5, 0], [2, 0, -0.5, 0]]}]}]}]})";
    save(file("a.json"), text);
    save(file("a.json.gz"), packed(text));

    EXPECT_EQ(read("a.json", {"0", {}}), (Series{{10.5, 21.5}, {9.5, 18.5}, {10.25, 20.75}}));
    EXPECT_EQ(read("a.json", {"eta", {}}), (Series{{1, 2.5, 3}, {1, 1.5, 3}}));
    for (const char* name : {"a.json", "a.json.gz"}) {
        const analysis::CorrelatorMatrices corr = readCorrelator(file(name), {"pion", {}});
        EXPECT_EQ(corr.size, 2u);
        ASSERT_EQ(corr.series.size(), 1u);
        EXPECT_EQ(std::vector(corr.series[0].begin(), corr.series[0].begin() + 5),
                  (std::vector<double>{1, 5, 2, 6, 3}));
        EXPECT_TRUE(std::isnan(corr.series[0][5]));
        EXPECT_EQ(corr.series[0][7], 8.5);
    }
    save(file("b.json"), R"({"obsdata": [{"type": "List", "layout": "2", "value": [1.0], "data": []}]})");
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "layout and values differ", refusal("b.json"));
    save(file("d.json"),
         R"({"obsdata": [{"type": "List", "layout": "1", "value": [1.0], "data": [{}], "cdata": [{}]}]})");
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "'0' is of 1 ensembles and 1 constants with errors", refusal("d.json"));
    save(file("c.json"), R"({"facts": 1})");
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "pyerrors", refusal("c.json"));
}

} // namespace
} // namespace gaugegl::measure
