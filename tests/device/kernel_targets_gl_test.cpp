// Kernels that write several fields, on all paths and in as many passes as they need.
#include "gaugegl/device/kernel.h"

#include "support/device_fixture.h"

namespace gaugegl::testing_support {
namespace {

class KernelTargets : public DeviceTest {
protected:
    /// Plane k of the result is (k + 1) times what is read.
    static KernelSpec multiples(const std::vector<int>& planes)
    {
        KernelSpec spec{.kernel = "own", .label = "multiples", .defines = {}, .resultPlanes = 0};
        for (const int count : planes) {
            spec.targets.push_back({count, FieldFormat::Real});
            spec.resultPlanes += count;
        }
        spec.text = "uniform PLANES uSource;\n"
                    "void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])\n{\n"
                    "    REAL4 read = loadPlane(uSource, texel, 0);\n"
                    "#for K below RESULT_PLANES\n    result[K] = REAL($K + 1) * read;\n#end\n}\n";
        return spec;
    }
    static std::vector<double> numbers(const TextureShape& shape)
    {
        std::vector<double> values(shape.texels() * 4);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = 0.25 * double(i) - 3;
        return values;
    }
};

TEST_P(KernelTargets, GetEveryPlaneOfTheResultInTurn)
{
    const TextureShape shape{9, 5, 1};
    const std::vector<double> values = numbers(shape);
    PlaneTexture source(device(), shape);
    source.upload(values);
    // In double precision 6 layers in one pass and 22 in three; planes of one field in two passes.
    for (const std::vector<int>& planes : {std::vector{1, 2}, std::vector{4, 4}, std::vector{3, 7, 1}}) {
        std::vector<PlaneTexture> fields;
        std::vector<PlaneTexture*> outs;
        fields.reserve(planes.size());
        outs.reserve(planes.size());
        for (const int count : planes)
            outs.push_back(&fields.emplace_back(device(), TextureShape{shape.width, shape.height, count}));

        Kernel(device(), multiples(planes)).read("uSource", source).run(outs);

        double multiple = 0;
        for (const PlaneTexture& field : fields) {
            const std::vector<double> found = field.download();
            for (std::size_t i = 0; i < found.size(); ++i) {
                if (i % values.size() == 0) ++multiple;
                ASSERT_EQ(found[i], multiple * values[i % values.size()])
                    << planes.size() << " targets, plane " << multiple << ", number " << i;
            }
        }
        EXPECT_TRUE(source.download() == values);
    }
}

TEST_P(KernelTargets, OfMoreThanEightLayersTakeSeveralPasses)
{
    const KernelSpec spec = multiples({3, 7, 1});
    const std::size_t count = passes(spec, device().path(), precision(), device().storage()).size();
    const std::size_t layers = 11 * std::size_t(layersPerPlane(precision(), device().storage()));
    EXPECT_EQ(count, device().path() == Path::Compute ? 1 : (layers + 7) / 8);
}

std::vector<Variant> everyPlace()
{
    std::vector<Variant> places;
    for (const Variant& variant : allStorages())
        if (variant.group == Group::SU2) places.push_back(variant); // kernels that know no group
    return places;
}

INSTANTIATE_TEST_SUITE_P(Device, KernelTargets, testing::ValuesIn(everyPlace()), variantName);

} // namespace
} // namespace gaugegl::testing_support
