// Runs the tests that need OpenGL, on contexts and devices that all of them share.
#include "support/device_fixture.h"

#include "gaugegl/base/error.h"

#include <cstdlib>
#include <map>

#ifdef __SANITIZE_ADDRESS__
// Drivers stay loaded: the leak sanitizer must find what they still point to, and their names (tests/view/leaks.supp).
extern "C" int dlclose(void*) { return 0; }
#endif

namespace gaugegl::testing_support {
namespace {

// Owned by main, so that contexts and devices go before the driver's own static objects do.
struct Shared {
    std::map<int, std::shared_ptr<gl::Context>> contexts; // by maximum version
    std::map<std::tuple<Path, Precision, Storage>, std::unique_ptr<Device>> devices;
};
Shared* shared = nullptr;

std::shared_ptr<gl::Context> contextUpTo(int version)
{
    auto& context = shared->contexts[version];
    if (!context) {
        try {
            context = gl::Context::create({.maximumVersion = version, .debug = true});
        } catch (const DeviceError& error) {
            if (std::getenv("CI")) throw;
            std::fprintf(stderr, "no OpenGL here: %s\n", error.what());
        }
    }
    return context;
}

} // namespace

std::shared_ptr<gl::Context> sharedContext() { return contextUpTo(0); }
std::shared_ptr<gl::Context> sharedContext33() { return contextUpTo(33); }

Device* sharedDevice(Path path, Precision precision, Storage storage)
{
    const auto context = sharedContext();
    if (!context) return nullptr;
    const gl::Capabilities& c = context->capabilities();
    if ((path == Path::Compute && !c.compute()) || (precision == Precision::Double && !c.doubles())) return nullptr;
    auto& device = shared->devices[{path, precision, storage}];
    if (!device) // fragment shaders fetch texels, as they do on cards, compute shaders do what is faster
        device = std::make_unique<Device>(
            context, DeviceOptions{.path = path,
                                   .precision = precision,
                                   .storage = storage,
                                   .images = path == Path::Fragment ? std::optional(false) : std::nullopt,
                                   .checkErrors = true});
    return device.get();
}

std::string variantName(const testing::TestParamInfo<Variant>& info)
{
    return name(info.param.group) + "_" + name(info.param.path, info.param.storage) + "_" + name(info.param.precision);
}

std::vector<Variant> allVariants()
{
    std::vector<Variant> variants;
    for (const Group group : {Group::SU2, Group::SU3})
        for (const Path path : {Path::Fragment, Path::Compute})
            for (const Precision precision : {Precision::Single, Precision::Double})
                variants.push_back({group, path, precision});
    return variants;
}

std::vector<Variant> allStorages()
{
    std::vector<Variant> variants = allVariants();
    for (const Group group : {Group::SU2, Group::SU3})
        for (const Precision precision : {Precision::Single, Precision::Double})
            variants.push_back({group, Path::Compute, precision, Storage::Buffer});
    return variants;
}

std::vector<Variant> quickVariants()
{
    std::vector<Variant> variants = allVariants();
    std::erase_if(variants, [](const Variant& v) { return v.group == Group::SU3 && v.precision == Precision::Double; });
    return variants;
}

void DeviceTest::SetUp()
{
    device_ = sharedDevice(GetParam().path, GetParam().precision, GetParam().storage);
    if (!device_) GTEST_SKIP() << "this driver lacks the path or the precision";
    device_->context().takeMessages();
}

void DeviceTest::TearDown()
{
    if (!device_) return;
    EXPECT_NO_THROW(device_->context().throwOnError());
}

} // namespace gaugegl::testing_support

int main(int argc, char** argv)
{
    testing::InitGoogleTest(&argc, argv);
    setenv("GAUGEGL_CACHE_DIR", "", 1); // the programs that tests start leave the user's cache alone
    gaugegl::testing_support::Shared state;
    gaugegl::testing_support::shared = &state;
    return RUN_ALL_TESTS();
}
