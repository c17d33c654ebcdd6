#include "gauge/field_sections.h"

#include "device/whole_bits.h"

namespace gaugegl {

void saveField(SectionWriter& to, const std::string& name, const PlaneTexture& field)
{
    WholeBits bits(field);
    if (bits.areHere()) to.add(name, bits.bytes(), [&bits] { return bits.next(); });
}

void restoreField(SectionReader& from, const std::string& name, PlaneTexture& field)
{
    const std::size_t bytes = wholeBytes(field);
    uploadWholeBits(field, [&](std::size_t offset, std::span<std::byte> out) { from.read(name, bytes, offset, out); });
}

} // namespace gaugegl
