#include "gauge/field_sections.h"

#include "device/ghosts.h"

namespace gaugegl {

void saveField(SectionWriter& to, const std::string& name, const PlaneTexture& field)
{
    to.add(name, wholeBits(field));
}

void restoreField(SectionReader& from, const std::string& name, PlaneTexture& field)
{
    uploadWholeBits(field, from.section(name, wholeBytes(field)));
}

} // namespace gaugegl
