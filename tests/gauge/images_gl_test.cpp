// Kernels that read textures as images, as they do on software drivers, compute what those compute that fetch texels,
// as they do on cards.
#include "gaugegl/gauge/observables/observables.h"
#include "gaugegl/gauge/update/update.h"

#include "gauge/host_fields.h"
#include "support/device_fixture.h"

namespace gaugegl {
namespace {

using namespace testing_support;

class ImagesTest : public DeviceTest {
protected:
    /// Observables after a sweep of everything.
    std::vector<double> simulated(bool images) const
    {
        Device other(sharedContext(),
                     {.path = device().path(), .precision = precision(), .images = images, .checkErrors = true});
        EXPECT_EQ(other.images(), images);
        GaugeField u(other, lattice, group());
        hotStart(u, 7);
        heatBathSweep(u, {.beta = group() == Group::SU2 ? 2.4 : 6.0}, 7, 0);
        overrelaxationSweep(u);
        reunitarise(u);
        ObservableMeter meter(other, lattice, group());
        const GaugeObservables o = meter.measure(u);
        return {o.plaquette, o.rectangle(), o.polyakovLoop().real(), o.polyakovLoop().imag(), o.linkTrace};
    }
};

TEST_P(ImagesTest, GiveTheNumbersOfTextures)
{
    if (!device().context().capabilities().compute()) GTEST_SKIP() << "images need OpenGL 4.3";
    const std::vector<double> fetched = simulated(false), read = simulated(true);
    for (std::size_t i = 0; i < fetched.size(); ++i)
        EXPECT_NEAR(read[i], fetched[i], precision() == Precision::Single ? 1e-6 : 1e-13) << i;
    EXPECT_GT(fetched[0], 0.1);
}

/// SU(3) in compute shaders of single precision alone: its kernels take long to compile.
std::vector<Variant> quickVariants()
{
    std::vector<Variant> variants = allVariants();
    std::erase_if(variants, [](const Variant& v) {
        return v.group == Group::SU3 && (v.precision == Precision::Double || v.path == Path::Fragment);
    });
    return variants;
}

INSTANTIATE_TEST_SUITE_P(Device, ImagesTest, testing::ValuesIn(quickVariants()), variantName);

} // namespace
} // namespace gaugegl
