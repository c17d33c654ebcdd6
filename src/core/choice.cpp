#include "gaugegl/core/choice.h"

#include "gaugegl/base/error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gaugegl {

void failToChoose(std::string_view text, const std::vector<std::string>& texts)
{
    throw InputError(fmt::format("'{}' is not one of '{}'", text, fmt::join(texts, "', '")));
}

} // namespace gaugegl
