// The catalogue of kernels is complete: what is not in it is neither dumped nor compiled nor costed.
#include "checks/copy.h"
#include "hmc/kernels.h"

#include <gtest/gtest.h>

#include <set>

namespace gaugegl {
namespace {

TEST(Kernels, CatalogueHoldsEveryFileOfTheKernelFolder)
{
    std::set<std::string> files, listed;
    const std::string folder = "kernels/";
    for (const gl::EmbeddedShader& shader : gl::embeddedShaders())
        if (shader.name.starts_with(folder))
            files.emplace(shader.name.substr(folder.size(), shader.name.rfind('.') - folder.size()));

    for (const Group group : {Group::SU2, Group::SU3})
        for (const KernelSpec& spec : everyKernel(group, Lattice({4, 6, 8, 10}), Path::Compute, Precision::Single))
            listed.insert(spec.kernel);
    if (!copyFormats().empty()) listed.insert("copy_format"); // a catalogue of its own, that of `bench --suite copy`

    EXPECT_EQ(listed, files);
    for (const char* name : {"random_links", "staple", "heatbath", "overrelaxation", "plaquette"})
        EXPECT_TRUE(files.contains(name)) << name;
}

} // namespace
} // namespace gaugegl
