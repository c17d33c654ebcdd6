// The cards with 63 registers for each thread are known by their names.
#include "gaugegl/gl/context.h"

#include <gtest/gtest.h>

namespace gaugegl::gl {
namespace {

TEST(FewRegisters, AreThoseOfFermiAndSmallKeplers)
{
    for (const char* renderer :
         {"NVC0", "NVC8", "NVCF", "NVD9", "NVE4", "NVE7", "GeForce GTX 480/PCIe/SSE2", "GeForce GT 520/PCIe/SSE2",
          "GeForce GTX 680/PCIe/SSE2", "GeForce GTX 770/PCIe/SSE2", "Quadro 4000/PCIe/SSE2", "Tesla M2090/PCIe/SSE2"})
        EXPECT_TRUE(hasFewRegisters(renderer)) << renderer;
}

TEST(FewRegisters, AreNotThoseOfOtherCards)
{
    for (const char* renderer :
         {"NV50", "NVF0", "NV106", "NV124", "NV166", "GeForce 8800 GTX/PCIe/SSE2", "GeForce GTX 280/PCIe/SSE2",
          "GeForce GTX 780/PCIe/SSE2", "NVIDIA GeForce GTX 980/PCIe/SSE2", "NVIDIA GeForce GTX 1080/PCIe/SSE2",
          "NVIDIA GeForce RTX 2060/PCIe/SSE2", "NVIDIA GeForce RTX 4070/PCIe/SSE2", "AMD Radeon RX 480 Graphics",
          "Mesa Intel(R) UHD Graphics 620", "llvmpipe (LLVM 15.0.6, 256 bits)", "Quadro RTX 4000/PCIe/SSE2",
          "Quadro K6000/PCIe/SSE2", "NVIDIA RTX A2000/PCIe/SSE2"})
        EXPECT_FALSE(hasFewRegisters(renderer)) << renderer;
}

} // namespace
} // namespace gaugegl::gl
