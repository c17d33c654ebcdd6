#include "gaugegl/device/kernel_spec.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl {
namespace {

int layersOf(const KernelSpec& spec, Precision precision, Storage storage)
{
    int layers = 0;
    for (const Target& target : spec.fields())
        layers += gaugegl::layersOf(target, precision, storage);
    return layers;
}

const char* imageFormat(FieldFormat format, bool isDouble, bool biased)
{
    switch (format) {
    case FieldFormat::Half:
        return "rgba16f";
    case FieldFormat::Fixed:
    case FieldFormat::BlockFloat16:
        return biased ? "rgba16" : "rgba16_snorm";
    case FieldFormat::Real:
        break;
    }
    return isDouble ? "rgba32ui" : "rgba32f";
}

/// The fields that a kernel writes, as entry/write_targets.glsl wants them.
void addTargets(gl::Defines& defines, const KernelSpec& spec, Precision precision, const Layout& layout)
{
    int number = 0, layer = 0, plane = 0;
    const auto define = [&](const char* name, const std::string& value) {
        defines[fmt::format("{}_{}", name, number)] = value;
    };
    for (const Target& target : spec.fields()) {
        define("IMAGE_FORMAT", imageFormat(target.format, precision == Precision::Double, layout.biasedNorms));
        define("RESULT_BINDING", std::to_string(layout.chunks + number));
        define("NORMED", target.format == FieldFormat::BlockFloat16 ? "1" : "0");
        define("FIXED", target.format == FieldFormat::Fixed ? "1" : "0");
        define("LAYER_BEGIN", std::to_string(layer));
        define("PLANE_BEGIN", std::to_string(plane));
        layer += layersOf(target, precision, layout.storage);
        plane += target.planes;
        define("LAYER_END", std::to_string(layer));
        define("PLANE_END", std::to_string(plane));
        ++number;
    }
    defines["TARGETS"] = std::to_string(number);
}

} // namespace

std::vector<LayerRange> passes(const KernelSpec& spec, Path path, Precision precision, Storage storage, int targets)
{
    const int ofPlane = layersPerPlane(precision, storage), layers = layersOf(spec, precision, storage);
    int step = spec.planesPerPass > 0 ? spec.planesPerPass * ofPlane : layers;
    if (path == Path::Fragment) step = std::min({step, targets, maximumTargets});
    std::vector<LayerRange> result;
    for (int first = 0; first < layers; first += step)
        result.push_back({first, std::min(step, layers - first)});
    return result;
}

gl::ShaderSource kernelSource(const KernelSpec& spec, Path path, Precision precision, const LayerRange& layers,
                              const Layout& layout)
{
    gl::Defines defines = spec.defines;
    const bool isDouble = precision == Precision::Double;
    defines["DOUBLE"] = isDouble ? "1" : "0";
    defines["BUFFERS"] = layout.storage == Storage::Buffer ? "1" : "0";
    defines["IMAGES"] = layout.images ? "1" : "0";
    defines["CHUNKS"] = std::to_string(layout.chunks);
    defines["LAYERS_PER_PLANE"] = std::to_string(layersPerPlane(precision, layout.storage));
    defines["RESULT_PLANES"] = std::to_string(spec.resultPlanes);
    defines["FIRST"] = std::to_string(layers.first);
    defines["COUNT"] = std::to_string(layers.count);
    defines["BIASED"] = layout.biasedNorms ? "1" : "0";
    addTargets(defines, spec, precision, layout);
    defines["THREADS"] = "1";
    const char* version = layout.images ? "430" : isDouble ? "400" : "330";
    const char* entry = "entry/fragment.glsl";
    if (path == Path::Compute) {
        defines["GROUP_X"] = std::to_string(spec.group.x);
        defines["GROUP_Y"] = std::to_string(spec.group.y);
        defines["THREADS"] = std::to_string(spec.group.threads);
        defines["IN_PLACE"] = spec.inPlace ? "1" : "0";
        defines["SCATTERS"] = spec.scatters ? "1" : "0";
        defines["OWN_TARGETS"] = spec.ownTargets ? "1" : "0";
        defines["OWN_LAYERS"] = std::to_string(gaugegl::layersOf(spec.fields()[0], precision, layout.storage));
        version = "430";
        entry = spec.tree ? "entry/tree.glsl" : "entry/compute.glsl";
    }
    const std::string kernel = "kernels/" + spec.kernel + ".glsl";
    const std::vector<std::string> files = {"lattice/real.glsl", kernel, entry};
    if (!spec.text.empty()) return gl::ShaderSource::assembleWith({kernel, spec.text}, version, defines, files);
    return gl::ShaderSource::assemble(version, defines, files);
}

gl::ShaderSource vertexSource() { return gl::ShaderSource::assemble("330", {}, {"entry/vertex.glsl"}); }

} // namespace gaugegl
