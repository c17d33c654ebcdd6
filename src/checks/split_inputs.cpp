#include "checks/split_inputs.h"

#include "device/ghosts.h"
#include "device/whole_bits.h"
#include "gaugegl/core/fermion.h"
#include "gaugegl/core/generator.h"
#include "gaugegl/core/link_set.h"
#include "gaugegl/gauge/kernels.h"
#include "gaugegl/gauge/observables/lines.h"
#include "gaugegl/gauge/update/generator.h"
#include "gaugegl/gauge/update/update.h"

#include <algorithm>
#include <cstring>
#include <random>

namespace gaugegl {
namespace {

constexpr int mostPlanes = 18; // of what a kernel reads in the format Real

/// The value of a define, "0" where there is none.
std::string define(const KernelSpec& spec, const char* name)
{
    const auto found = spec.defines.find(name);
    return found == spec.defines.end() ? "0" : found->second;
}

/// Of the fields of a fifth dimension.
int slicesOf(const KernelSpec& spec) { return std::max(1, std::stoi(define(spec, "SLICES"))); }

const FermionKindTraits* hoppingOf(const KernelSpec& spec)
{
    const auto found = std::ranges::find(fermionKinds, spec.kernel, &FermionKindTraits::name);
    return found == std::end(fermionKinds) ? nullptr : &*found;
}

bool writesPairs(const KernelSpec& spec)
{
    const FermionKindTraits* hopping = hoppingOf(spec);
    return hopping != nullptr && hopping->sitesPerTexel == 2;
}

bool readsPairs(const KernelSpec& spec, const std::string& name)
{
    static const std::set<std::string> quarks = {"uX", "uXNext", "uY", "uYNext"};
    return writesPairs(spec) || (define(spec, "STAGGERED") == "1" && quarks.contains(name));
}

/// Whether elements of the group are expected: what is no element is projected on it, or decides whether proposals are accepted.
bool readsLinks(const KernelSpec& spec, const std::string& name)
{
    static const std::set<std::string> lines = {"uLine", "uLink", "uTemporal", "uFarTemporal"};
    if (define(spec, "FULL_MATRIX") == "1" && lines.contains(name)) return false;
    static const std::set<std::string> links = {
        "uSame",      "uOther", "uLink",    "uTransformation", "uAfter", "uSum",      "uFirst",       "uSecond",
        "uA",         "uB",     "uSpatial", "uLaterSpatial",   "uLine",  "uTemporal", "uFarTemporal", "uSideSame",
        "uSideOther", "uTop",   "uLinks"};
    return links.contains(name) || (spec.kernel == "fix_accumulate" && name == "uBefore");
}

/// Of vectors of the kernels of `linear` the defines tell only norms: the rest follows from what is written.
FieldFormat formatOf(const KernelSpec& spec, const std::string& name)
{
    if (!spec.sixteenBits) return FieldFormat::Real;
    if (hoppingOf(spec) != nullptr) return spec.fields()[0].format;
    if (spec.kernel == "mix_slices") return name == "uMatrix" ? FieldFormat::Real : spec.fields()[0].format;
    if (spec.kernel != "linear") return FieldFormat::Real;
    if (define(spec, name == "uX" ? "NORM" : "NORM_Y") == "1") return FieldFormat::BlockFloat16;
    const FieldFormat written = spec.fields()[0].format;
    const bool onlyProducts = spec.targets.size() == 1 && spec.targets[0].planes == 1;
    if (name == "uX" || onlyProducts)
        return written == FieldFormat::BlockFloat16 ? FieldFormat::Real : FieldFormat::Half;
    return written;
}

int trialsOf(const KernelSpec& spec)
{
    return spec.defines.contains("BLOCKS") ? defaultTrials(GeneratorType::Ranlux) : 3;
}

HopStorage storageOf(const KernelSpec& spec)
{
    const std::string reals = define(spec, "LINK_REALS");
    return {.reconstruct = reals == "18"  ? Reconstruct::R18
                           : reals == "8" ? Reconstruct::R8
                                          : Reconstruct::R12,
            .links = define(spec, "LINK_FIXED") == "1" ? FieldFormat::Fixed
                     : spec.sixteenBits                ? FieldFormat::Half
                                                       : FieldFormat::Real,
            .neighbours = Neighbours(std::stoi(define(spec, "NEIGHBOURS")))};
}

} // namespace

SplitInputs::SplitInputs(const SplitDevices& devices, const Lattice& lattice, Group group)
    : devices_(devices), lattice_(lattice),
      mu_(lattice.share().divides(3) ? 3 : 2), links_{
                                                   std::make_unique<GaugeField>(devices.whole, lattice.whole(), group),
                                                   std::make_unique<GaugeField>(devices.shared, lattice, group)}
{
    hotStart(*links_.whole, 7);
    for (int mu = 0; mu < 4; ++mu)
        for (int parity = 0; parity < 2; ++parity)
            uploadWholeBits(links_.part->links(mu, parity), links_.whole->links(mu, parity).downloadBits());
    for (auto [device, texture] : {std::pair(&devices.whole, &number_.whole), {&devices.shared, &number_.part}}) {
        *texture = std::make_unique<PlaneTexture>(*device, TextureShape{1, 1, 2});
        (*texture)->upload(std::vector{0.3, 0.7, 0.4, 0.9, 1e-9, 2e-9, 3e-9, 4e-9});
    }
}

TextureShape SplitInputs::shape(const Kind& kind, bool isPart) const
{
    if (kind.matrix) return {kind.slices, kind.slices, kind.planes};
    const Lattice lattice = isPart ? lattice_ : lattice_.whole();
    TextureShape shape = kind.inPairs ? pairFieldShape(lattice, kind.planes) : halfFieldShape(lattice, kind.planes);
    shape.width *= kind.slices;
    return shape;
}

void SplitInputs::fill(PlaneTexture& texture, const Kind& kind) const
{
    if (kind.format != FieldFormat::Real) return fillSixteen(texture, kind);
    const bool isDouble = devices_.whole.precision() == Precision::Double;
    const std::size_t ofPlane = 4 * texture.shape().texels();
    const auto carry = std::size_t(ranluxPlanes(devices_.whole.precision()) - 1);
    std::mt19937_64 engine(std::uint64_t(kind.number) + 1);
    std::vector<double> values(ofPlane * std::size_t(kind.planes));
    for (std::size_t i = 0; i < values.size(); ++i) {
        const std::uint64_t bits = engine();
        if (kind.content == Content::Numbers)
            values[i] = double(bits >> 11) * 0x1p-52 - 1;
        else if (kind.content == Content::HalfWords)
            values[i] = double(bits >> 48);
        else
            values[i] = i / ofPlane == carry ? double(bits & 1) : double(bits >> (isDouble ? 16 : 40));
    }
    texture.upload(values);
}

/// Half: numbers from 2^-5 to 1 of either sign.  Else any, and norms in the last layer.
void SplitInputs::fillSixteen(PlaneTexture& texture, const Kind& kind) const
{
    const bool half = kind.format == FieldFormat::Half, normed = kind.format == FieldFormat::BlockFloat16;
    const int bias = devices_.whole.biasedNorms() ? 32768 : 0;
    const std::size_t count = texture.rowBytes() * std::size_t(texture.shape().height) / 2;
    const std::size_t norms = normed ? count - 4 * texture.shape().texels() : count;
    std::mt19937_64 engine(std::uint64_t(kind.number) + 1);
    std::vector<std::uint16_t> words(count);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t bits = engine();
        const auto mantissa = int(bits & 0x3ff), exponent = 10 + int((bits >> 10) % 5), sign = int(bits >> 63);
        const int code = i < norms    ? int(bits % 65535) - 32767
                         : i % 4 == 0 ? 16384 + mantissa
                         : i % 4 == 1 ? exponent - 12
                                      : 0;
        words[i] = std::uint16_t(half ? sign << 15 | exponent << 10 | mantissa : code + bias);
    }
    texture.uploadBits(std::as_bytes(std::span(words)));
}

const Split<PlaneTexture>& SplitInputs::field(const Kind& kind)
{
    Split<PlaneTexture>& field = fields_[kind];
    if (field.whole) return field;
    field.whole = std::make_unique<PlaneTexture>(devices_.whole, shape(kind, false), kind.format);
    field.part = std::make_unique<PlaneTexture>(devices_.shared, shape(kind, true), kind.format);
    fill(*field.whole, kind);
    if (kind.matrix)
        fill(*field.part, kind);
    else
        uploadWholeBits(*field.part, field.whole->downloadBits());
    return field;
}

const PlaneTexture& SplitInputs::numbers(bool inPairs, bool isPart)
{
    return field({.inPairs = inPairs, .planes = 1}).of(isPart);
}

const HopLinks& SplitInputs::hopLinks(const KernelSpec& spec, bool isPart)
{
    const HopStorage storage = storageOf(spec);
    Split<HopLinks>& links = hopLinks_[name(storage)];
    if (!links.whole) {
        links.whole = std::make_unique<HopLinks>(*links_.whole, storage);
        links.part = std::make_unique<HopLinks>(*links_.part, storage);
    }
    return links.of(isPart);
}

void SplitInputs::bindField(Kernel& kernel, const KernelSpec& spec, const Reads& uniform, int parity, bool isPart)
{
    const std::string& name = uniform.name;
    if (name == "uNumber0" || name == "uNumber1") {
        kernel.read(name, number_.of(isPart));
        return;
    }
    std::vector<const PlaneTexture*> fields;
    if (readsLinks(spec, name)) {
        const int there = name == "uOther" || name == "uXNext" ? 1 - parity : parity;
        for (int i = 0; i < uniform.count; ++i)
            fields.push_back(&links_.of(isPart).links((i + (name == "uLink" ? mu_ : 0)) % 4, there));
    } else {
        Kind kind{.inPairs = readsPairs(spec, name),
                  .slices = slicesOf(spec),
                  .matrix = name == "uMatrix",
                  .format = formatOf(spec, name),
                  .planes = mostPlanes};
        if (name == "uBlocks" || name == "uInverses") kind.slices = 1; // of the sites
        if (name == "uBlocks" && define(spec, "BLOCK_NORM") == "1") kind.format = FieldFormat::BlockFloat16;
        if (kind.format != FieldFormat::Real)
            kind.planes = name == "uBlocks" ? 2 * std::stoi(define(spec, "BLOCK_PLANES"))
                                            : std::stoi(define(spec, "VECTOR_PLANES"));
        if (name == "uStart") kind.content = Content::HalfWords;
        if (name == "uState" || name == "uNumbers") kind.content = Content::RanluxWords;
        for (int i = 0; i < uniform.count; ++i) {
            kind.number = (int(name.size()) + int(name.back()) + i) % 5; // others for uniforms of other names
            fields.push_back(&field(kind).of(isPart));
        }
    }
    kernel.read(name, fields);
}

int SplitInputs::integer(const std::string& name, const KernelSpec& spec, int parity) const
{
    if (name.starts_with("uNu")) { // the directions other than mu_
        const int k = name.back() - '0';
        return k < mu_ ? k : k + 1;
    }
    const bool sublattices = define(spec, "SUBLATTICES") != "1" && parity == 1;
    const std::map<std::string, int> values = {{"uParity", parity},
                                               {"uMu", mu_},
                                               {"uSublattice", sublattices ? 1 : LinkSet::everySublattice},
                                               {"uTrials", trialsOf(spec)},
                                               {"uDraws", drawsPerSubgroup(trialsOf(spec))},
                                               {"uPoints", 16},
                                               {"uCooling", parity},
                                               {"uThickness", 3},
                                               {"uCount", 4},
                                               {"uIndex0", 0}};
    const auto found = values.find(name);
    return found == values.end() ? 1 : found->second;
}

void SplitInputs::bindValue(Kernel& kernel, const KernelSpec& spec, const gl::ActiveUniform& uniform, int parity,
                            bool isPart) const
{
    const auto& [name, type, size] = uniform;
    if (type == GL_INT) {
        kernel.set(name, integer(name, spec, parity));
    } else if (type == GL_UNSIGNED_INT) {
        kernel.set(name, 3u);
    } else if (type == GL_UNSIGNED_INT_VEC2) {
        for (int i = 0; i < size; ++i)
            kernel.set(size > 1 ? name + "[" + std::to_string(i) + "]" : name,
                       std::uint64_t(0x1234567 + 0x100000004 * i));
    } else if (type == GL_INT_VEC4) {
        Coordinates steps = {1, 0, 1, 1};
        if (name.starts_with("uAhead") || name.starts_with("uBack"))
            steps = {0, 0, name.ends_with("A") || name.ends_with("Mu") ? 1 : 0,
                     name.ends_with("B") || name.ends_with("Nu") ? 1 : 0};
        if (name.starts_with("uBack"))
            for (int& step : steps)
                step = -step;
        if (name == "uTimes")
            kernel.set(name, std::array<int, 4>{1, 1, 1, 1});
        else
            kernel.set(name, wrapped(isPart ? lattice_ : lattice_.whole(), steps));
    } else if (size > 1) {
        std::vector<double> values;
        values.reserve(std::size_t(size));
        for (int i = 0; i < size; ++i)
            values.push_back(0.3 + 0.1 * i);
        kernel.set(name, values);
    } else {
        kernel.set(name, name == "uBeta" ? 2.3 : 0.3);
    }
}

void SplitInputs::bind(Kernel& kernel, const KernelSpec& spec, int parity, bool isPart)
{
    static const std::set<std::string> vectors = {"uEnd",     "uSeparation", "uTimes", "uAheadA", "uAheadMu",
                                                  "uAheadNu", "uBackNu",     "uBackA", "uAheadB", "uBackB"};
    static const std::set<std::string> ofHopLinks = {"uSame", "uOther", "uTable", "uParity"};
    const bool hops = hoppingOf(spec) != nullptr;
    if (hops) hopLinks(spec, isPart).bind(kernel, parity);
    for (const auto& [name, uniform] : activeUniforms(devices_.whole, spec)) {
        if (spec.constants.contains(name) || Kernel::setsItself(name) || (hops && ofHopLinks.contains(name))) continue;
        if (Kernel::isField(uniform.type) && !vectors.contains(name))
            bindField(kernel, spec, {name, uniform.size}, parity, isPart);
        else
            bindValue(kernel, spec, uniform, parity, isPart);
    }
}

std::vector<Split<PlaneTexture>> SplitInputs::results(const KernelSpec& spec) const
{
    std::vector<Split<PlaneTexture>> results;
    for (const Target& target : spec.fields()) {
        Split<PlaneTexture>& result = results.emplace_back();
        for (const bool isPart : {false, true}) {
            auto& texture = isPart ? result.part : result.whole;
            texture = std::make_unique<PlaneTexture>(
                isPart ? devices_.shared : devices_.whole,
                shape({.inPairs = writesPairs(spec), .slices = slicesOf(spec), .planes = target.planes}, isPart),
                target.format);
            texture->uploadBits(std::vector(texture->rowBytes() * std::size_t(texture->shape().height),
                                            std::byte(isPart ? 0x22 : 0x11)));
        }
    }
    return results;
}

std::map<std::string, gl::ActiveUniform> activeUniforms(Device& whole, const KernelSpec& spec)
{
    std::map<std::string, gl::ActiveUniform> active;
    // Kernel reads fields of 16 bits as textures: the program is the one that will run.
    const bool images = whole.images() && !spec.sixteenBits;
    for (const LayerRange& layers : whole.passesOf(spec)) {
        const gl::Program& program = whole.kernelProgram(spec, layers, images).program;
        for (const gl::ActiveUniform& uniform : program.uniforms())
            active.emplace(uniform.name, uniform);
        // Of the whole lattice some kernels know that it does not matter.
        if (program.declares("uParity")) active.emplace("uParity", gl::ActiveUniform{"uParity", GL_INT, 1});
    }
    return active;
}

} // namespace gaugegl
