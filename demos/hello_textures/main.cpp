// The sample program of "Lattice QCD as a video game" (Egri et al., Comput. Phys. Commun. 177 (2007) 631) in today's
// OpenGL: two textures are added on the card, and the CPU checks every number of the sum.
#include "gaugegl/base/error.h"
#include "gaugegl/device/kernel.h"

#include <cstdio>
#include <random>

using namespace gaugegl;

namespace {

// A kernel is a function of a texel.  The same text becomes a fragment shader, which paints the result, and a compute
// shader, which stores it.
const KernelSpec sumOfTwo = {
    .kernel = "sum_of_two", .label = "sum-of-two", .defines = {}, .resultPlanes = 1, .text = R"(
uniform PLANES uA, uB;
void kernel(ivec2 texel, out REAL4 result[RESULT_PLANES])
{
    result[0] = loadPlane(uA, texel, 0) + loadPlane(uB, texel, 0);
}
)"};

std::vector<double> randomNumbers(std::size_t count, unsigned seed)
{
    std::mt19937 engine(seed);
    std::uniform_real_distribution<float> uniform(-1, 1);
    std::vector<double> numbers(count);
    for (double& number : numbers)
        number = uniform(engine);
    return numbers;
}

/// Adds on the card; returns how many of the sums differ from those of the CPU.
std::size_t differences(Device& device, const TextureShape& shape)
{
    const std::vector<double> a = randomNumbers(4 * shape.texels(), 1), b = randomNumbers(4 * shape.texels(), 2);
    PlaneTexture textureA(device, shape), textureB(device, shape), sum(device, shape);
    textureA.upload(a);
    textureB.upload(b);

    Kernel(device, sumOfTwo).read("uA", textureA).read("uB", textureB).run(sum);

    const std::vector<double> c = sum.download();
    std::size_t differing = 0;
    for (std::size_t i = 0; i < c.size(); ++i)
        if (float(c[i]) != float(a[i]) + float(b[i])) ++differing;
    return differing;
}

} // namespace

int main()
try {
    const std::shared_ptr<gl::Context> context = gl::Context::create();
    std::printf("%s\n", context->capabilities().renderer.c_str());
    const TextureShape shape = {.width = 512, .height = 512, .planes = 1};
    std::size_t differing = 0;
    for (const Path path : {Path::Fragment, Path::Compute}) {
        if (path == Path::Compute && !context->capabilities().compute()) continue;
        Device device(context, {.path = path});
        const std::size_t found = differences(device, shape);
        std::printf("%s shader: %zu sums, %zu differ from the CPU's\n", name(path).c_str(), 4 * shape.texels(), found);
        differing += found;
    }
    return differing == 0 ? 0 : 3;
} catch (const Error& error) {
    std::fprintf(stderr, "hello_textures: error: %s\n", error.what());
    return 4;
}
