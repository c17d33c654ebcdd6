// The loads of kernelCost are those of the shaders' text: the final source of every program goes through the C
// preprocessor, and the calls of loadPlane are counted from `kernel` on, through the functions that it calls.
//
// Loops count as often as they run: "for (int t = A; t < B; t += C)" with numbers, uZero as 0, uRows as often as the
// variant says. The trials of a heat bath count as one, and the choice among textures as one load. A loop of another
// form must load nothing; only the kernel fold, whose cost is that of a texel of its input, may: there it counts once.
#include "gaugegl/gauge/benchmark_copy.h"
#include "gaugegl/gauge/kernel_cost.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <regex>
#include <unistd.h>

namespace gaugegl {
namespace {

/// The text after the C preprocessor; empty where there is none.
std::string preprocessed(const std::string& source)
{
    const auto file = std::filesystem::temp_directory_path() / ("gaugegl_cost_" + std::to_string(getpid()) + ".cpp");
    std::ofstream(file) << "#define __VERSION__ 430\n"
                        << std::regex_replace(source, std::regex("#(version|extension).*"), "");
    std::string text;
    if (FILE* pipe = popen(("c++ -E -P -Wno-builtin-macro-redefined " + file.string() + " 2>/dev/null").c_str(), "r")) {
        char buffer[4096];
        while (const std::size_t n = fread(buffer, 1, sizeof buffer, pipe))
            text.append(buffer, n);
        if (pclose(pipe) != 0) text.clear();
    }
    std::filesystem::remove(file);
    return text;
}

/// The position behind the bracket that closes the one at `open`.
std::size_t closing(const std::string& text, std::size_t open)
{
    int depth = 0;
    for (std::size_t i = open; i < text.size(); ++i) {
        if (text[i] == '(' || text[i] == '{') ++depth;
        if ((text[i] == ')' || text[i] == '}') && --depth == 0) return i + 1;
    }
    throw std::runtime_error("unmatched bracket");
}

/// Counts the loads of one program.
class LoadCounter {
public:
    LoadCounter(const std::string& text, bool perTexelOfBlock, int rows) : perTexel_(perTexelOfBlock), rows_(rows)
    {
        const std::regex definition(R"(\b\w+ (\w+)\([^(){};]*\)\s*\{)");
        for (std::sregex_iterator it(text.begin(), text.end(), definition), end; it != end; ++it) {
            const std::size_t open = std::size_t(it->position() + it->length() - 1);
            bodies_[it->str(1)].push_back(text.substr(open, closing(text, open) - open));
        }
    }

    /// Planes loaded by one call of a function.  Overloads of it must load the same.
    int ofFunction(const std::string& name)
    {
        if (name == "loadPlane" || name == "numberPlane") return 1;
        const auto known = loads_.find(name);
        if (known != loads_.end()) return known->second;
        const auto& bodies = bodies_.at(name);
        const int loads = ofText(bodies.front());
        for (const std::string& body : bodies)
            if (ofText(body) != loads) throw std::runtime_error("overloads of " + name + " load differently");
        return loads_[name] = loads;
    }

private:
    int ofText(const std::string& text)
    {
        static const std::regex callOrLoop(R"(\b(\w+)\s*\()");
        int loads = 0;
        std::smatch match;
        std::size_t at = 0;
        std::string rest = text;
        while (std::regex_search(rest, match, callOrLoop)) {
            const std::string name = match.str(1);
            at = std::size_t(match.position() + match.length());
            if (name == "for") {
                const std::size_t bodyBegin = closing(rest, at - 1);
                const std::string header = rest.substr(at, bodyBegin - 1 - at);
                const std::size_t bodyEnd = endOfStatement(rest, bodyBegin);
                loads += ofLoop(header, rest.substr(bodyBegin, bodyEnd - bodyBegin));
                at = bodyEnd;
            } else if (name == "loadPlane" || bodies_.count(name)) {
                loads += ofFunction(name);
            }
            rest = rest.substr(at);
        }
        return loads;
    }

    int ofLoop(const std::string& header, const std::string& body)
    {
        static const std::regex counted(R"(int (\w+) = (\d+|uZero); \1 < (\w+); (?:\+\+\1|\1 \+= (\d+)))");
        const int loads = ofText(body);
        std::smatch match;
        if (loads == 0 || header.find("trial < uTrials") != std::string::npos) return loads;
        if (!std::regex_match(header, match, counted)) {
            if (perTexel_) return loads;
            throw std::runtime_error("a loop with loads runs an unknown number of times: " + header);
        }
        const int first = match.str(2) == "uZero" ? 0 : std::stoi(match.str(2));
        const int step = match.str(4).empty() ? 1 : std::stoi(match.str(4));
        const int end = match.str(3) == "uRows" ? rows_ : std::stoi(match.str(3));
        return loads * ((end - first + step - 1) / step);
    }

    /// Where the statement at `begin` ends: a block, a loop, or what a semicolon ends.
    static std::size_t endOfStatement(const std::string& text, std::size_t begin)
    {
        const std::size_t start = text.find_first_not_of(" \n\t", begin);
        if (text[start] == '{') return closing(text, start);
        if (text.compare(start, 4, "for ") == 0 || text.compare(start, 4, "for(") == 0)
            return endOfStatement(text, closing(text, text.find('(', start)));
        return text.find(';', start) + 1;
    }

    bool perTexel_;
    int rows_;
    std::map<std::string, std::vector<std::string>> bodies_;
    std::map<std::string, int> loads_;
};

/// Planes that all passes of a kernel load, and store, at a site.
double countedPlanes(const KernelSpec& spec, Path path, Precision precision)
{
    const bool fold = spec.kernel == "fold";
    const bool byRows = spec.defines.contains("BY_ROWS") && spec.defines.at("BY_ROWS") == "1"; // the length of uRows
    double planes = fold ? 0 : spec.resultPlanes;
    for (const LayerRange& range : passes(spec, path, precision)) {
        const std::string text = preprocessed(kernelSource(spec, path, precision, range).text());
        planes += LoadCounter(text, fold, byRows ? 3 : 1).ofFunction("kernel");
    }
    return planes;
}

class KernelCostTest : public testing::TestWithParam<std::tuple<Group, Path, Precision>> {};

TEST_P(KernelCostTest, LoadsAreThoseOfTheSource)
{
    if (preprocessed("int x;").empty()) GTEST_SKIP() << "there is no c++ here to preprocess shaders with";
    const auto [group, path, precision] = GetParam();
    const Lattice lattice({4, 6, 8, 10});
    for (const KernelSpec& spec : allKernels(group, lattice, path, precision))
        EXPECT_EQ(kernelCost(spec).planesLoaded, countedPlanes(spec, path, precision)) << spec.label;
}

INSTANTIATE_TEST_SUITE_P(AllVariants, KernelCostTest,
                         testing::Combine(testing::Values(Group::SU2, Group::SU3),
                                          testing::Values(Path::Fragment, Path::Compute),
                                          testing::Values(Precision::Single, Precision::Double)),
                         [](const auto& variant) {
                             return name(std::get<0>(variant.param)) + "_" + name(std::get<1>(variant.param)) + "_" +
                                    name(std::get<2>(variant.param));
                         });

int occurrences(const std::string& text, const std::string& word)
{
    int count = 0;
    for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
        ++count;
    return count;
}

// The bandwidth of a copy counts each element once as read and once as written.
TEST(KernelCost, CopiesOfFormatsReadAndWriteEachElementOnce)
{
    if (preprocessed("int x;").empty()) GTEST_SKIP() << "there is no c++ here to preprocess shaders with";
    for (const CopyFormat& format : copyFormats())
        for (const Path path : {Path::Fragment, Path::Compute}) {
            if (!copies(format, path)) continue;
            const std::string text = preprocessed(copySource(format, path).text());
            EXPECT_EQ(occurrences(text, "texelFetch(") + occurrences(text, "return source["), 1) << text;
            EXPECT_EQ(
                occurrences(text, "imageStore(") + occurrences(text, "    target[") + occurrences(text, "oTexel ="), 1)
                << text;
            EXPECT_EQ(occurrences(text, " copied("), 2) << text; // its definition and one call
        }
}

TEST(KernelCost, UpdatesCompulsorilyMoveNineLinks)
{
    const Lattice lattice({4, 4, 4, 4});
    for (const char* kernel : {"heatbath", "overrelaxation"}) {
        EXPECT_EQ(updateCost(kernel, lattice, {.group = Group::SU2}).planesCompulsory, 9);
        for (const auto staples : stapleSources(Group::SU3, false))
            EXPECT_EQ(updateCost(kernel, lattice, {.staples = staples}).planesCompulsory, 27);
    }
}

// QUDA counts 3069 for a heat bath and 3111 for an overrelaxation of a link of SU(3) (pgauge_heatbath.cu): without the
// projection at the end, and with other ways to write proposals and subgroups.
TEST(KernelCost, FlopsOfUpdatesAreCloseToThoseOfOtherPrograms)
{
    const Lattice lattice({4, 4, 4, 4});
    const double projection = kernelCost(reunitariseSpec(Group::SU3)).flops;
    const auto flops = [&](const char* kernel) { return updateCost(kernel, lattice, {}).flops - projection; };
    EXPECT_NEAR(flops("heatbath"), 3069, 0.1 * 3069);
    EXPECT_NEAR(flops("overrelaxation"), 3111, 0.05 * 3111);
}

// Only the last subgroup ends with a projection, so the arithmetic is the same; loads are not.
TEST(KernelCost, StoredStaplesCostTheSameFlopsAndMoreLoads)
{
    const Lattice lattice({4, 4, 4, 4});
    for (const char* kernel : {"heatbath", "overrelaxation"}) {
        const KernelCost fused = updateCost(kernel, lattice, {});
        const KernelCost stored = updateCost(kernel, lattice, {.staples = StapleSource::Stored});
        const KernelCost byRows = updateCost(kernel, lattice, {.staples = StapleSource::ByRows});
        EXPECT_EQ(stored.flops, fused.flops);
        EXPECT_EQ(byRows.flops, fused.flops);
        EXPECT_GT(stored.planesLoaded, fused.planesLoaded);
        EXPECT_GT(byRows.planesLoaded, 2 * fused.planesLoaded);
    }
}

TEST(KernelCost, OtherGeneratorsLoadTheirNumbersAndCostTheSameFlops)
{
    const Lattice lattice({4, 4, 4, 4});
    for (const Group group : {Group::SU2, Group::SU3}) {
        const UpdateKernel variant{.group = group};
        const double subgroups = subgroupCount(group);
        const KernelCost philox = updateCost("heatbath", lattice, variant);
        const KernelCost ranlux = updateCost("heatbath", lattice, variant, {GeneratorType::Ranlux, 3});
        const KernelCost lcg = updateCost("heatbath", lattice, variant, {GeneratorType::Lcg});
        EXPECT_EQ(ranlux.flops, philox.flops);
        EXPECT_EQ(ranlux.planesLoaded - philox.planesLoaded, 2 * subgroups);
        EXPECT_EQ(ranlux.planesCompulsory - philox.planesCompulsory, 2 * subgroups);
        EXPECT_EQ(lcg.flops, philox.flops);
        EXPECT_EQ(lcg.planesLoaded - philox.planesLoaded, 1);
        EXPECT_EQ(lcg.planesCompulsory - philox.planesCompulsory, 1);
    }
}

// QUDA counts 18 staples of five links for the rectangles of a link; here products are shared among them.
TEST(KernelCost, RectanglesAddEighteenStaplesAndCopiesOfOtherColours)
{
    for (const auto& [extents, colours] : {std::pair(std::array{4, 4, 8, 4}, 4), {std::array{4, 6, 8, 10}, 8}}) {
        const Lattice lattice(extents);
        const KernelCost wilson = updateCost("overrelaxation", lattice, {.staples = StapleSource::Stored});
        const KernelCost improved =
            updateCost("overrelaxation", lattice, {.staples = StapleSource::Stored, .rectangles = true});
        EXPECT_EQ(improved.flops - wilson.flops, 6 * (9 * 198 + 6 * 18));
        EXPECT_EQ(improved.planesLoaded - wilson.planesLoaded, (84 - 18) * 3 + (colours - 1) * (6 + 6));
        EXPECT_EQ(improved.planesCompulsory, colours * 27);
    }
}

} // namespace
} // namespace gaugegl
