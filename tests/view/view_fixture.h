// What the tests of the lattice window share.
#pragma once

#include "support/device_fixture.h"
#include "view/run.h"

#include "gaugegl/chain/configuration.h"
#include "io/sample_field.h"

namespace gaugegl::view {

inline Settings settingsOf(Group group, const std::string& lattice)
{
    Settings settings;
    settings.run.lattice = {Lattice::parse(lattice).extents(), group};
    settings.run.action.beta = group == Group::SU2 ? 2.4 : 6.0;
    return settings;
}

/// Tests of the drawing alone; one device serves.
class ViewTest : public testing::Test {
protected:
    void SetUp() override
    {
        device_ = testing_support::sharedDevice(Path::Fragment, Precision::Single);
        if (!device_) GTEST_SKIP() << "no OpenGL here";
    }
    void TearDown() override
    {
        if (!device_) return;
        EXPECT_NO_THROW(device_->context().throwOnError());
    }
    Device& device() const { return *device_; }
    std::string file(const std::string& name) const { return folder_.file(name); }

    /// Runs without a window, on a context of its own.
    static ViewOptions hidden(const Settings& settings)
    {
        ViewOptions options;
        options.settings = settings;
        options.window = false;
        options.width = 640;
        options.height = 480;
        options.context.debug = true;
        return options;
    }

private:
    Device* device_ = nullptr;
    io::test::TemporaryFolder folder_;
};

inline std::vector<std::byte> bits(const GaugeField& u)
{
    std::vector<std::byte> all;
    for (int mu = 0; mu < 4; ++mu)
        for (int parity = 0; parity < 2; ++parity) {
            const auto some = u.links(mu, parity).downloadBits();
            all.insert(all.end(), some.begin(), some.end());
        }
    return all;
}

} // namespace gaugegl::view
