// Fields in storage buffers: ranges do not overlap and are used again, and kernels find their fields in any chunk.
#include "gaugegl/base/error.h"
#include "gaugegl/device/plane_texture.h"
#include "gaugegl/gauge/observables/observables.h"
#include "gaugegl/gauge/update/update.h"

#include "support/device_fixture.h"

#include <numeric>

namespace gaugegl {
namespace {

class BufferHeapTest : public testing::Test {
protected:
    void SetUp() override
    {
        context_ = testing_support::sharedContext();
        if (!context_ || !context_->capabilities().compute()) GTEST_SKIP() << "no compute shaders here";
    }
    Device device(Precision precision = Precision::Single, Storage storage = Storage::Buffer) const
    {
        return Device(context_,
                      {.path = Path::Compute, .precision = precision, .storage = storage, .checkErrors = true});
    }
    std::shared_ptr<gl::Context> context_;
};

TEST_F(BufferHeapTest, RangesDoNotOverlapAndGapsAreUsedAgain)
{
    BufferHeap heap(*context_, 16);
    BufferRange a(heap, 1000), b(heap, 500), c(heap, 2000);
    EXPECT_EQ(heap.chunks(), 1);
    EXPECT_EQ(a.offset(), 0);
    EXPECT_EQ(b.offset(), 1000);
    EXPECT_EQ(c.offset(), 1500);

    b = BufferRange(); // a gap of 500
    const BufferRange d(heap, 600);
    EXPECT_EQ(d.offset(), 3500) << "the gap is too small";
    a = BufferRange(); // grows the gap to 1500
    const BufferRange e(heap, 1500);
    EXPECT_EQ(e.offset(), 0);
}

TEST_F(BufferHeapTest, ARangeThatMovesIsGivenBackOnce)
{
    BufferHeap heap(*context_, 16);
    {
        BufferRange a(heap, 1000);
        BufferRange b = std::move(a);
        a = BufferRange(heap, 10);
        EXPECT_EQ(b.offset(), 0);
        EXPECT_EQ(a.offset(), 1000);
    }
    const BufferRange whole(heap, (16 << 20) / 16);
    EXPECT_EQ(whole.offset(), 0);
    EXPECT_EQ(heap.chunks(), 1);
}

TEST_F(BufferHeapTest, WhatDoesNotFitABlockIsRefusedWithTheLimit)
{
    BufferHeap heap(*context_, 16);
    const std::int64_t block = context_->capabilities().maxStorageBlockSize;
    try {
        const BufferRange large(heap, std::min(block, std::int64_t(1) << 30) / 16 + 1);
        FAIL();
    } catch (const DeviceError& error) {
        EXPECT_PRED_FORMAT2(testing::IsSubstring, "MiB: choose a smaller lattice", error.what());
    }
    EXPECT_EQ(heap.chunks(), 0);
}

TEST_F(BufferHeapTest, BuffersNeedTheComputePath)
{
    EXPECT_THROW(Device(context_, {.path = Path::Fragment, .storage = Storage::Buffer}), InputError);
}

TEST_F(BufferHeapTest, BitsAndNumbersAreThoseOfATexture)
{
    for (const Precision precision : {Precision::Single, Precision::Double}) {
        if (precision == Precision::Double && !context_->capabilities().doubles()) continue;
        Device buffers = device(precision), textures = device(precision, Storage::Texture);
        const TextureShape shape{5, 7, 3};
        std::vector<double> values(shape.texels() * 12);
        std::iota(values.begin(), values.end(), 0.25);
        PlaneTexture a(buffers, shape), b(textures, shape), c(buffers, shape);
        a.upload(values);
        b.upload(values);
        EXPECT_EQ(a.download(), values);
        EXPECT_EQ(a.downloadThroughBuffer(), values);
        EXPECT_TRUE(a.downloadBits() == b.downloadBits());
        c.uploadBits(b.downloadBits());
        EXPECT_EQ(c.download(), values);
        a.uploadRows(2, 3, std::vector<double>(std::size_t(5 * 3) * 12, 9.0));
        b.uploadRows(2, 3, std::vector<double>(std::size_t(5 * 3) * 12, 9.0));
        EXPECT_EQ(a.download(), b.download());
    }
}

// The first chunk has 16 MiB; what is left of it here does not hold all links.
TEST_F(BufferHeapTest, FieldsInSeveralChunksGiveTheNumbersOfTextures)
{
    const Lattice lattice({4, 4, 4, 4});
    const auto observables = [&](Device& on) {
        GaugeField u(on, lattice, Group::SU2);
        hotStart(u, 3);
        heatBathSweep(u, {.beta = 2.3}, 3, 0);
        overrelaxationSweep(u);
        return ObservableMeter(on, lattice, Group::SU2).measure(u);
    };
    Device textures = device(Precision::Single, Storage::Texture), buffers = device();
    const GaugeObservables expected = observables(textures);
    const PlaneTexture filler(buffers, {1024, 1023, 1});

    const GaugeObservables found = observables(buffers);

    EXPECT_GT(buffers.heap().chunks(), 1);
    EXPECT_NEAR(found.plaquette, expected.plaquette, 1e-6);
    EXPECT_NEAR(found.rectangle(), expected.rectangle(), 1e-6);
    EXPECT_NEAR(std::abs(found.polyakovLoop() - expected.polyakovLoop()), 0, 1e-6);
}

} // namespace
} // namespace gaugegl
