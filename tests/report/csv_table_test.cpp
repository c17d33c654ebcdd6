#include "report/csv_table.h"

#include "io/sample_field.h"

namespace gaugegl::report {
namespace {

class CsvTableTest : public testing::Test {
protected:
    std::string saved(const std::string& text) const
    {
        io::test::save(path(), text);
        return path();
    }
    std::string path() const { return folder_.file("a.csv"); }

private:
    io::test::TemporaryFolder folder_;
};

constexpr CsvGaps both = {.cells = true, .end = true};

TEST_F(CsvTableTest, HasColumnsByTheirNames)
{
    const auto columns = readColumns(saved("sweep,a,b\n1,0.5,2e-3\n2,-7,3\n"), {"b", "sweep"});

    EXPECT_EQ(columns, (std::vector<std::vector<double>>{{2e-3, 3}, {1, 2}}));
}

TEST_F(CsvTableTest, NamesWhatIsMissingOrNoNumber)
{
    using io::test::fileError;
    EXPECT_EQ(fileError([&] { readColumns(saved("a,b\n1,2\n3,x\n"), {"b"}); }),
              path() + ": has no number 'b' in line 3");
    EXPECT_EQ(fileError([&] { readColumns(saved("a,b\n1,\n"), {"b"}); }), path() + ": has no number 'b' in line 2");
    EXPECT_EQ(fileError([&] { readColumns(saved("a,b\n1,2\n"), {"c"}); }), path() + ": has no number 'c' in line 2");
    EXPECT_EQ(fileError([&] { readColumns(saved("a,b\n1,2\n3\n"), {"b"}, both); }),
              path() + ": has no number 'b' in line 3");
    EXPECT_EQ(fileError([&] { readColumns(path() + "-not", {"c"}); }),
              path() + "-not: cannot be opened: No such file or directory");
}

TEST_F(CsvTableTest, LeavesGapsWhereThatIsAllowed)
{
    const auto columns = readColumns(saved("a,b\n1,\n2,5\n3,4"), {"a", "b", "c"}, both);

    EXPECT_EQ(columns[0], (std::vector<double>{1, 2})) << "the last line may be half written";
    EXPECT_TRUE(std::isnan(columns[1][0]));
    EXPECT_EQ(columns[1][1], 5);
    EXPECT_TRUE(std::isnan(columns[2][0]) && std::isnan(columns[2][1]));
    EXPECT_TRUE(readColumns(saved(""), {"a"}, both)[0].empty());
    EXPECT_TRUE(readColumns(saved("a,"), {"a"}, both)[0].empty());
}

} // namespace
} // namespace gaugegl::report
