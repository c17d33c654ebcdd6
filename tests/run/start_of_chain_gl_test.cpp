// What a chain begins or goes on from: links that are none are refused, what is doubtful goes with it.
#include "chain/checkpoint.h"
#include "gaugegl/chain/ensemble.h"
#include "io/sections.h"

#include "chain/ensemble_report.h"
#include "gauge/host_fields.h"
#include "gaugegl/base/error.h"
#include "gaugegl/chain/configuration.h"
#include "io/sample_field.h"
#include "support/device_fixture.h"

#include <cmath>
#include <cstring>

namespace gaugegl {
namespace {

using namespace testing_support;
using io::test::TemporaryFolder;

/// Writes what it is given, but for the links in t on even sites, whose bits are changed before.
class ChangingWriter : public SectionWriter {
public:
    using Change = std::function<void(std::span<std::byte>)>;
    ChangingWriter(CheckpointWriter& to, Change change) : to_(&to), change_(std::move(change)) {}
    using SectionWriter::add;
    void add(const std::string& name, std::size_t bytes, const SectionBlocks& next) override
    {
        if (name != "links-3-0") return to_->add(name, bytes, next);
        std::vector<std::byte> bits;
        while (bits.size() < bytes) {
            const std::span<const std::byte> block = next();
            bits.insert(bits.end(), block.begin(), block.end());
        }
        change_(bits);
        to_->add(name, bits.size(), [&] { return std::span<const std::byte>(bits); });
    }

private:
    CheckpointWriter* to_;
    Change change_;
};

/// All real numbers of a texture, changed.
template<class Real>
void forEveryReal(std::span<std::byte> bits, const std::function<double(double)>& change)
{
    for (std::size_t at = 0; at + sizeof(Real) <= bits.size(); at += sizeof(Real)) {
        Real number;
        std::memcpy(&number, &bits[at], sizeof number);
        number = Real(change(double(number)));
        std::memcpy(&bits[at], &number, sizeof number);
    }
}

class StartOfChainTest : public DeviceTest {
protected:
    RunConfig config() const
    {
        RunConfig run;
        run.lattice = {lattice.extents(), group()};
        run.action.beta = traits(group()).beta.crossover;
        run.update.sweeps = 5;
        return run;
    }
};

// The checksums of the file are right: they say nothing of links.
TEST_P(StartOfChainTest, RefusesACheckpointWhoseLinksAreNone)
{
    const TemporaryFolder folder;
    const std::string path = folder.file("checkpoint");
    RunConfig run = config();
    run.update.start = Start::Cold;
    const bool inDouble = precision() == Precision::Double;
    const auto errorOf = [&](const std::function<double(double)>& change) {
        {
            CheckpointWriter to(path, run, {});
            to.add("history", std::vector<double>{0, 0, 0, 0, 0, 0});
            ChangingWriter changed(to, [&](std::span<std::byte> bits) {
                inDouble ? forEveryReal<double>(bits, change) : forEveryReal<float>(bits, change);
            });
            Chain(device(), run).save(changed);
            to.commit();
        }
        CheckpointReader from(path);
        from.verify(run);
        return io::test::fileError([&] { Ensemble(device(), run, from); });
    };

    EXPECT_EQ(errorOf([](double x) { return x; }), "");
    EXPECT_EQ(errorOf([](double x) { return x * (1 + 1e-6); }), "") << "what single precision makes in many sweeps";
    for (const auto& [change, says] :
         {std::pair<double (*)(double), const char*>{[](double) { return std::nan(""); }, "is not a finite number"},
          {[](double) { return 0.0; }, "differs from 1 by 1, at most 0.01"},
          {[](double x) { return 2 * x; }, "at most 0.01 is taken as rounding"},
          {[](double x) { return 1.02 * x; }, "at most 0.01 is taken as rounding"}}) {
        const std::string error = errorOf(change);
        EXPECT_TRUE(error.starts_with(path + ": link t of site (")) << error;
        EXPECT_PRED_FORMAT2(testing::IsSubstring, says, error);
        EXPECT_PRED_FORMAT2(testing::IsSubstring, "--overwrite", error);
    }
}

// What is doubtful about the first configuration goes with the chain.
TEST_P(StartOfChainTest, KeepsTheWarningsOfItsStart)
{
    const TemporaryFolder folder;
    RunConfig run = config();
    run.update.start = Start::File;
    run.update.file = folder.file("start.nersc");
    writeConfiguration(run.update.file, hostGaugeField(lattice, group()), {.format = "nersc"});
    std::string text = io::test::contents(run.update.file);
    const std::size_t at = text.find("CHECKSUM");
    text.erase(at, text.find('\n', at) + 1 - at);
    io::test::save(run.update.file, text);

    const Ensemble first(device(), run);
    first.save(folder.file("checkpoint"));
    CheckpointReader from(folder.file("checkpoint"));
    const Ensemble again(device(), run, from);

    ASSERT_EQ(first.history().warnings.size(), 1u);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "start.nersc: the NERSC header has no key CHECKSUM",
                        first.history().warnings[0]);
    EXPECT_EQ(again.history().warnings, first.history().warnings);
    EXPECT_EQ(toJson(again)["warnings"], first.history().warnings);
}

INSTANTIATE_TEST_SUITE_P(Device, StartOfChainTest, testing::ValuesIn(allVariants()), variantName);

} // namespace
} // namespace gaugegl
