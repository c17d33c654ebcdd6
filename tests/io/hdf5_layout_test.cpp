// HDF5 files as other programs write them, made with its library from their descriptions (io/hdf5_links.h).
#include "base/hdf5_handle.h"

#ifdef GAUGEGL_HDF5

#include "io/sample_field.h"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>

namespace gaugegl::io::test {
namespace {

using hdf5::Handle;
using hdf5::require;

const Lattice unequal({4, 6, 2, 8});

/// How a program stores links of SU(N).
struct ForeignLayout {
    const char* name;
    std::vector<std::string> datasets; ///< one with all directions, or four
    bool arrays;                       ///< each element is a matrix
    bool timeFirst = true;             ///< axes t, z, y, x, else x, y, z, t
    bool sums = false;                 ///< PyQUDA's
    bool sha = false;                  ///< qlua's attribute
    bool bigEndian = false;
};
void PrintTo(const ForeignLayout& layout, std::ostream* out) { *out << layout.name; }

const std::vector<ForeignLayout> foreignLayouts = {
    {.name = "Chroma", .datasets = {"gauge/config"}, .arrays = true},
    {.name = "Fuel", .datasets = {"U/0", "U/1", "U/2", "U/3"}, .arrays = true},
    {.name = "PyQuda",
     .datasets = {"LatticeColorMatrix/X", "LatticeColorMatrix/Y", "LatticeColorMatrix/Z", "LatticeColorMatrix/T"},
     .arrays = false,
     .sums = true},
    {.name = "Qlua",
     .datasets = {"U0", "U1", "U2", "U3"},
     .arrays = true,
     .timeFirst = false,
     .sha = true,
     .bigEndian = true},
};

/// Compounds of r and i.
hid_t complexNumbers(hid_t real)
{
    const hid_t type = H5Tcreate(H5T_COMPOUND, sizeof(Complex));
    require(H5Tinsert(type, "r", 0, real));
    require(H5Tinsert(type, "i", sizeof(double), real));
    return type;
}

/// Calls f with all sites in the order of the axes.
template<class F>
void forSitesOf(const ForeignLayout& layout, const F& f)
{
    Coordinates x{};
    for (std::int64_t i = 0; i < unequal.volume(); ++i) {
        std::int64_t rest = i;
        for (std::size_t axis = 4; axis-- > 0;) {
            const std::size_t mu = layout.timeFirst ? 3 - axis : axis;
            x[mu] = int(rest % unequal.extent(int(mu)));
            rest /= unequal.extent(int(mu));
        }
        f(x);
    }
}

std::vector<Complex> numbersOf(const ForeignLayout& layout, Group group, const Links& links, std::size_t dataset)
{
    const std::size_t size = numbersPerSite(group) / 4;
    std::vector<Complex> numbers;
    forSitesOf(layout, [&](const Coordinates& x) {
        for (std::size_t mu = 0; mu < 4; ++mu) {
            if (layout.datasets.size() > 1 && mu != dataset) continue;
            const auto link = std::span(links).subspan((std::size_t(unequal.index(x)) * 4 + mu) * size, size);
            numbers.insert(numbers.end(), link.begin(), link.end());
        }
    });
    return numbers;
}

/// sum29 and sum31 of PyQUDA's checksum().
std::array<std::string, 2> sumsOf(const std::vector<Complex>& numbers)
{
    const std::size_t size = numbers.size() / std::size_t(unequal.volume());
    std::array<std::uint32_t, 2> sums{};
    for (std::size_t i = 0; i < numbers.size(); ++i)
        for (const double real : {numbers[i].real(), numbers[i].imag()})
            for (const std::uint32_t word : std::bit_cast<std::array<std::uint32_t, 2>>(real)) {
                sums[0] ^= std::rotl(word, int(i / size % 29));
                sums[1] ^= std::rotl(word, int(i / size % 31));
            }
    return {fmt::format("{:08x}", sums[0]), fmt::format("{:08x}", sums[1])};
}

/// A dataset in parts, compressed, or as it is.
void writeDataset(hid_t file, const ForeignLayout& layout, std::size_t which, Group group, const Links& links,
                  bool inChunks)
{
    const auto n = hsize_t(colours(group));
    std::vector<hsize_t> axes;
    for (std::size_t axis = 0; axis < 4; ++axis)
        axes.push_back(hsize_t(unequal.extent(int(layout.timeFirst ? 3 - axis : axis))));
    if (layout.datasets.size() == 1) axes.push_back(4);
    const Handle real(layout.bigEndian ? H5Tcopy(H5T_IEEE_F64BE) : H5Tcopy(H5T_IEEE_F64LE), H5Tclose);
    const Handle number(complexNumbers(real), H5Tclose), native(complexNumbers(H5T_NATIVE_DOUBLE), H5Tclose);
    const std::array<hsize_t, 2> matrix = {n, n};
    const Handle numbers(H5Tarray_create2(number, 2, matrix.data()), H5Tclose),
        natives(H5Tarray_create2(native, 2, matrix.data()), H5Tclose);
    if (!layout.arrays) axes.insert(axes.end(), matrix.begin(), matrix.end());
    const Handle space(H5Screate_simple(int(axes.size()), axes.data(), nullptr), H5Sclose);
    const Handle folders(H5Pcreate(H5P_LINK_CREATE), H5Pclose), storage(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    require(H5Pset_create_intermediate_group(folders, 1));
    if (inChunks) {
        std::vector<hsize_t> chunk = axes;
        chunk[0] = 3; // which does not divide the extent
        chunk[1] = 2;
        require(H5Pset_chunk(storage, int(chunk.size()), chunk.data()));
        require(H5Pset_deflate(storage, 1));
    }
    const Handle dataset(H5Dcreate2(file, layout.datasets[which].c_str(), layout.arrays ? numbers : number, space,
                                    folders, storage, H5P_DEFAULT),
                         H5Dclose);
    const std::vector<Complex> values = numbersOf(layout, group, links, which);
    require(H5Dwrite(dataset, layout.arrays ? natives : native, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()));
    if (layout.sha) hdf5::setAttribute(dataset, ".sha256", std::string(64, '0'));
    if (!layout.sums) return;
    const std::array<std::string, 2> sums = sumsOf(values);
    hdf5::setAttribute(dataset, "sum29", sums[0]);
    hdf5::setAttribute(dataset, "sum31", sums[1]);
}

Handle newFile(const std::string& path)
{
    return Handle(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose);
}

void writeForeign(const std::string& path, const ForeignLayout& layout, Group group, const Links& links,
                  bool inChunks = false)
{
    const Handle file(newFile(path));
    for (std::size_t i = 0; i < layout.datasets.size(); ++i)
        writeDataset(file, layout, i, group, links, inChunks);
}

class Hdf5Layout : public testing::TestWithParam<ForeignLayout> {
protected:
    const TemporaryFolder folder_;
    const std::string path_ = folder_.file("u.h5");
};

TEST_P(Hdf5Layout, GivesTheLinksOfTheDescription)
{
    for (const Group group : {Group::SU2, Group::SU3})
        for (const bool inChunks : {false, true}) {
            const Links links = sampleField(group, unequal);
            writeForeign(path_, GetParam(), group, links, inChunks);

            const auto reader = openGaugeFile(path_);

            EXPECT_EQ(reader->header().format, "HDF5");
            EXPECT_EQ(reader->header().group, group);
            EXPECT_EQ(reader->header().lattice, unequal);
            EXPECT_EQ(reader->header().bits, 64);
            EXPECT_EQ(reader->header().bigEndian, GetParam().bigEndian);
            EXPECT_EQ(reader->header().checksum.empty(), !GetParam().sums);
            reader->checkFirstSite();
            EXPECT_TRUE(readAll(*reader) == links) << (inChunks ? "in chunks" : "in one piece");
        }
}

TEST_P(Hdf5Layout, IsReadInParts)
{
    const Links links = sampleField(Group::SU3, unequal);
    const std::size_t size = numbersPerSite(Group::SU3);
    for (const bool inChunks : {false, true}) {
        writeForeign(path_, GetParam(), Group::SU3, links, inChunks);
        const auto reader = openGaugeFile(path_);
        for (const int t : {4, 0}) {
            Share share{.origin = {0, 0, 0, t}, .extents = unequal.extents()};
            share.extents[3] = 2;
            std::int64_t sites = 0;
            const auto compare = [&](std::int64_t site, std::span<const Complex> of) {
                const auto expected = std::span(links).subspan(std::size_t(site) * size, size);
                EXPECT_TRUE(std::equal(of.begin(), of.end(), expected.begin())) << "site " << site;
                EXPECT_EQ(unequal.coordinates(site)[3] / 2, t / 2);
                ++sites;
            };
            reader->read(compare, {.lattice = unequal.shared(share), .verifies = false});
            EXPECT_EQ(sites, 2 * unequal.spatialVolume());
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Programs, Hdf5Layout, testing::ValuesIn(foreignLayouts),
                         [](const auto& one) { return std::string(one.param.name); });

class Hdf5Fault : public testing::Test {
protected:
    const TemporaryFolder folder_;
    const std::string path_ = folder_.file("u.h5");
    const Links links_ = sampleField(Group::SU2, unequal);
};

TEST_F(Hdf5Fault, OfALinkIsFoundByTheSumsOfItsDirection)
{
    const ForeignLayout& pyQuda = foreignLayouts[2];
    // Of SU(2) most numbers of a link cancel in them.
    const Links links = sampleField(Group::SU3, unequal);
    Links other = links;
    const auto changed = std::size_t(unequal.index({1, 2, 0, 5}) * 4 + 2);
    for (std::size_t i = 0; i < 9; ++i)
        other[changed * 9 + i] = links[2 * 9 + i];
    writeForeign(path_, pyQuda, Group::SU3, links);
    {
        const Handle file(H5Fopen(path_.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose);
        require(H5Ldelete(file, pyQuda.datasets[2].c_str(), H5P_DEFAULT));
        ForeignLayout without = pyQuda;
        without.sums = false;
        writeDataset(file, without, 2, Group::SU3, other, false);
        const Handle dataset(H5Dopen2(file, pyQuda.datasets[2].c_str(), H5P_DEFAULT), H5Dclose);
        const std::array<std::string, 2> sums = sumsOf(numbersOf(pyQuda, Group::SU3, links, 2));
        hdf5::setAttribute(dataset, "sum29", sums[0]);
        hdf5::setAttribute(dataset, "sum31", sums[1]);
    }
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "'LatticeColorMatrix/Z' are not those of its attributes sum29",
                        readError(path_));
}

TEST_F(Hdf5Fault, OfSeveralConfigurationsNamesThem)
{
    {
        const Handle file(newFile(path_));
        ForeignLayout chroma = foreignLayouts[0];
        writeDataset(file, chroma, 0, Group::SU2, links_, false);
        chroma.datasets = {"other"};
        writeDataset(file, chroma, 0, Group::SU2, links_, false);
    }
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "has 2 configurations, with the datasets gauge/config, other",
                        readError(path_));
}

TEST_F(Hdf5Fault, OfAFieldWithoutOneDirectionIsNoConfiguration)
{
    {
        const Handle file(newFile(path_));
        for (const std::size_t mu : {std::size_t{0}, std::size_t{1}, std::size_t{3}})
            writeDataset(file, foreignLayouts[1], mu, Group::SU2, links_, false);
    }
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "without links in a layout that is known", readError(path_));
}

TEST_F(Hdf5Fault, OfWhatIsNotThereIsFoundBeforeMemoryIsTaken)
{
    constexpr std::array<hsize_t, 7> axes = {1 << 10, 1 << 6, 1 << 6, 1 << 6, 4, 3, 3}; // 155 GB, never written
    const Handle number(complexNumbers(H5T_NATIVE_DOUBLE), H5Tclose);
    const auto errorOf = [&](const auto& prepare) {
        {
            const Handle file(newFile(path_)), storage(H5Pcreate(H5P_DATASET_CREATE), H5Pclose),
                space(H5Screate_simple(int(axes.size()), axes.data(), nullptr), H5Sclose);
            prepare(storage);
            const Handle dataset(H5Dcreate2(file, "u", number, space, H5P_DEFAULT, storage, H5P_DEFAULT), H5Dclose);
        }
        return readError(path_);
    };
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "'u' is cut off: it needs 154618822656 bytes", errorOf([](hid_t) {}));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "'u' is cut off: it needs 154618822656 bytes", errorOf([](hid_t storage) {
                            constexpr std::array<hsize_t, 7> chunk = {1, 1, 1, 4, 4, 3, 3};
                            require(H5Pset_chunk(storage, int(chunk.size()), chunk.data()));
                        }));
    EXPECT_PRED_FORMAT2(testing::IsSubstring, "'u' lies in other files", errorOf([](hid_t storage) {
                            require(H5Pset_external(storage, "/dev/zero", 0, H5F_UNLIMITED));
                        }));
}

} // namespace
} // namespace gaugegl::io::test

#endif
