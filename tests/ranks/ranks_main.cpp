// Runs tests on the ranks that mpirun starts.  Each rank runs every test, in the same order; the first one prints, and
// the others what fails.
#include "ranks/ranks_fixture.h"

#include <cstdlib>

namespace gaugegl::testing_support {
namespace {

struct Shared {
    std::shared_ptr<const Communicator> ranks;
    std::shared_ptr<gl::Context> context;
    std::map<std::tuple<Path, Precision, Storage>, std::unique_ptr<Device>> devices;
};
Shared* shared = nullptr;

} // namespace

const std::shared_ptr<const Communicator>& testRanks() { return shared->ranks; }

Device* rankDevice(Path path, Precision precision, Storage storage)
{
    if (!shared->context) shared->context = gl::Context::create({.debug = true});
    auto& device = shared->devices[{path, precision, storage}];
    if (!device)
        device = std::make_unique<Device>(
            shared->context, DeviceOptions{.path = path,
                                           .precision = precision,
                                           .storage = storage,
                                           .images = path == Path::Fragment ? std::optional(false) : std::nullopt,
                                           .checkErrors = true,
                                           .ranks = shared->ranks});
    return device.get();
}

} // namespace gaugegl::testing_support

int main(int argc, char** argv)
{
    testing::InitGoogleTest(&argc, argv);
    setenv("GAUGEGL_CACHE_DIR", "", 1);
    gaugegl::testing_support::Shared state;
    gaugegl::testing_support::shared = &state;
    state.ranks = gaugegl::launchedRanks();
    if (state.ranks->rank() > 0) {
        auto& listeners = testing::UnitTest::GetInstance()->listeners();
        delete listeners.Release(listeners.default_result_printer());
    }
    const int failed = RUN_ALL_TESTS();
    state.devices.clear();
    return failed;
}
