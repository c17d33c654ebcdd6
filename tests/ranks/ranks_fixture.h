// Tests on several ranks: what they compute together must be, bit for bit, what each of them computes alone.
#pragma once

#include "fields/fermion_field.h"
#include "gaugegl/core/division.h"
#include "gaugegl/fields/gauge_field.h"

#include <gtest/gtest.h>
#include <map>

namespace gaugegl::testing_support {

/// The ranks of the launcher.
const std::shared_ptr<const Communicator>& testRanks();
/// A device of this rank.
Device* rankDevice(Path path, Precision precision, Storage storage = Storage::Texture);

struct RankVariant {
    Group group;
    Path path;
    Precision precision = Precision::Single;
    Storage storage = Storage::Texture;
};

inline std::string rankVariantName(const testing::TestParamInfo<RankVariant>& info)
{
    return name(info.param.group) + "_" + name(info.param.path, info.param.storage) + "_" + name(info.param.precision);
}

inline std::vector<RankVariant> rankVariants()
{
    return {{Group::SU2, Path::Fragment},
            {Group::SU2, Path::Compute},
            {Group::SU3, Path::Fragment},
            {Group::SU3, Path::Compute},
            {Group::SU2, Path::Compute, Precision::Double},
            {Group::SU3, Path::Compute, Precision::Single, Storage::Buffer}};
}

class RanksTest : public testing::TestWithParam<RankVariant> {
protected:
    void SetUp() override { device_ = rankDevice(GetParam().path, GetParam().precision, GetParam().storage); }
    Device& device() const { return *device_; }
    Group group() const { return GetParam().group; }

    /// Extents that are no powers of two among them.
    static Lattice whole() { return Lattice({4, 6, 12, 8}); }

    /// That lattice divided by each grid of this number of ranks.
    static std::vector<Lattice> divisions(const GhostWidth& ghosts = {})
    {
        const int size = testRanks()->size();
        std::vector<DivisionRequest> requests;
        for (int z = 1; z <= size; ++z)
            if (size % z == 0) requests.push_back({.grid = Grid{{1, 1, z, size / z}}});
        if (size == 2) requests.push_back({.shares = {3, 1}});
        std::vector<Lattice> lattices;
        for (const DivisionRequest& request : requests) {
            try {
                lattices.push_back(sharedLattice(whole(), testRanks()->rank(), size, request, ghosts));
            } catch (const std::exception&) { // this grid does not divide it
                continue;
            }
        }
        return lattices;
    }

    /// The part has the bits of its place in the whole.
    static void expectPart(const PlaneTexture& part, const PlaneTexture& all, const Lattice& lattice,
                           const std::string& what)
    {
        const std::vector<double> found = part.download(), expected = all.download();
        const auto width = std::size_t(part.shape().width), rows = std::size_t(part.shape().height);
        const Share& share = lattice.share();
        const int pair = part.shape().ghosts.sitesOfSlice;
        std::size_t wrong = 0;
        for (std::size_t plane = 0; plane < std::size_t(part.shape().planes); ++plane)
            for (std::size_t row = 0; row < rows; ++row) {
                const std::size_t z = row % std::size_t(share.extents[2]), t = row / std::size_t(share.extents[2]);
                const std::size_t there = z + std::size_t(share.origin[2]) +
                                          std::size_t(lattice.extent(2)) * (t + std::size_t(share.origin[3] / pair));
                for (std::size_t i = 0; i < 4 * width; ++i)
                    wrong += found[4 * width * (plane * rows + row) + i] !=
                             expected[4 * width * (plane * std::size_t(all.shape().height) + there) + i];
            }
        EXPECT_EQ(wrong, 0u) << what << ", part " << share.origin[2] << ", " << share.origin[3] << " of "
                             << share.extents[2] << " x " << share.extents[3];
    }

    static void expectPart(const GaugeField& part, const GaugeField& all, const std::string& what)
    {
        for (int mu = 0; mu < 4; ++mu)
            for (int parity = 0; parity < 2; ++parity)
                expectPart(part.links(mu, parity), all.links(mu, parity), part.lattice(), what);
    }

private:
    Device* device_ = nullptr;
};

} // namespace gaugegl::testing_support
