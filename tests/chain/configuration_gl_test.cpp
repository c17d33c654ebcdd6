// Configurations stream from files into fields on the device: the same links, the same checks, little memory.
#include "gaugegl/chain/configuration.h"

#include "gauge/host_fields.h"
#include "io/hostile_files.h"
#include "support/device_fixture.h"
#include "support/heap_meter.h"

namespace gaugegl {
namespace {

using io::test::TemporaryFolder;

using testing_support::lattice;

class ConfigurationTest : public testing_support::DeviceTest {
protected:
    ConfigurationTest() : path_(folder_.file("u")) {}

    /// A field on the device and what its files are compared with.
    struct Target {
        Target(Device& device, const Lattice& extents, Group group)
            : field(device, extents, group), meter(device, extents, group)
        {}
        operator ConfigurationTarget() { return {field, meter}; }
        GaugeField field;
        ObservableMeter meter;
    };

    HostGaugeField hotField() const { return hostField(testing_support::hostHotStart(group(), 5)); }
    std::string errorOf(Target& target) const
    {
        return io::test::fileError([&] { readConfiguration(path_, target); });
    }
    std::string hostError() const
    {
        return io::test::fileError([&] { readConfiguration(path_); });
    }
    /// Replaces the value of a key of a NERSC file.
    void state(const std::string& key, const std::string& value) const
    {
        std::string bytes = io::test::contents(path_);
        const std::size_t at = bytes.find("\n" + key + " = ") + key.size() + 4;
        io::test::save(path_, bytes.replace(at, bytes.find('\n', at) - at, value));
    }

    const TemporaryFolder folder_;
    const std::string path_;
};

TEST_P(ConfigurationTest, StreamsTheLinksThatTheHostReads)
{
    for (const char* format : {"ildg", "nersc"}) {
        writeConfiguration(path_, hotField(), {.format = format});
        Target streamed(device(), lattice, group());
        GaugeField expected(device(), lattice, group());
        upload(expected, readConfiguration(path_).links);

        const io::GaugeFileHeader header = readConfiguration(path_, streamed);

        EXPECT_EQ(header.format, io::factsOfFormat(format).name);
        EXPECT_EQ(header.lattice, lattice);
        for (int mu = 0; mu < 4; ++mu)
            for (int parity = 0; parity < 2; ++parity)
                EXPECT_EQ(streamed.field.links(mu, parity).download(), expected.links(mu, parity).download());
    }
}

TEST_P(ConfigurationTest, ComparesTheHeaderWithTheLinksAsTheHostDoes)
{
    Target target(device(), lattice, group());
    const auto expectSameRefusal = [&](const std::string& word) {
        const std::string found = errorOf(target), expected = hostError();
        EXPECT_PRED_FORMAT2(testing::IsSubstring, word, found);
        const std::size_t number = expected.find("have "); // whose last digits depend on the precision
        const std::size_t same = number == std::string::npos ? expected.size() : number + 14;
        EXPECT_EQ(found.substr(0, same), expected.substr(0, same));
    };
    writeConfiguration(path_, hotField(), {.format = "nersc"});
    const std::string good = io::test::contents(path_);

    EXPECT_EQ(errorOf(target), "");
    state("PLAQUETTE", "0.7");
    expectSameRefusal("the header gives the plaquette 0.7000000000, but its links have ");
    io::test::save(path_, good);
    state("LINK_TRACE", "0.25");
    expectSameRefusal("the header gives the link trace 0.2500000000, but its links have ");
}

TEST_P(ConfigurationTest, RefusesDamageAndOtherLattices)
{
    writeConfiguration(path_, hotField(), {});
    Target target(device(), lattice, group()), other(device(), Lattice({6, 4, 8, 10}), group());

    EXPECT_EQ(errorOf(other), path_ + ": holds a 4x6x8x10 lattice, but --lattice says 6x4x8x10");
    EXPECT_THROW(readConfiguration(path_, {}, [&](const auto&) { return ConfigurationTarget(other); }), InputError);
    std::string bytes = io::test::contents(path_);
    bytes[bytes.size() / 2 / 8 * 8 + 7] ^= 1; // the last bit of a number
    io::test::save(path_, bytes);
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "checksum of the data is", errorOf(target));
    EXPECT_EQ(errorOf(target), hostError());
}

TEST_P(ConfigurationTest, MakesNoFieldForAFileWithoutAGoodLink)
{
    const std::string header = io::test::nerscHeader({"128", "128", "128", "128"});
    io::test::saveWithHole(path_, header, header.size() + (std::uintmax_t{1} << 28) * 384);

    const auto never = [](const io::GaugeFileHeader&) -> ConfigurationTarget { throw Error("a field was asked for"); };

    EXPECT_PRED_FORMAT2(testing::IsSubstring, "link x of site (0,0,0,0) is not in SU3",
                        io::test::fileError([&] { readConfiguration(path_, {}, never); }));
}

TEST_P(ConfigurationTest, NeedsMuchLessMemoryOnTheHostThanTheLattice)
{
    const Lattice large({16, 16, 16, 16});
    const auto size = static_cast<std::size_t>(large.volume()) * io::test::numbersPerSite(group()) * 16;
    const io::test::Links site = io::test::sampleField(group(), Lattice({2, 2, 2, 2}));
    io::writeGaugeFile(path_, group(), large, {}, [&](std::int64_t, std::span<std::complex<double>> links) {
        std::copy_n(site.begin(), links.size(), links.begin());
    });

    const testing_support::HeapMeter streaming;
    {
        Target target(device(), large, group());
        readConfiguration(path_, target);
    }
    const std::size_t streamed = streaming.peak();
    const testing_support::HeapMeter holding;
    readConfiguration(path_);
    const std::size_t held = holding.peak();

    EXPECT_GE(held, size) << "the meter does not see a whole field on the host";
    EXPECT_LT(streamed, std::size_t{8} << 20) << "of " << size << " bytes of links";
    EXPECT_LT(streamed, size / 2);
}

INSTANTIATE_TEST_SUITE_P(All, ConfigurationTest, testing::ValuesIn(testing_support::allVariants()),
                         testing_support::variantName);

} // namespace
} // namespace gaugegl
