#include "base/text_file.h"

#include "base/descriptors.h"
#include "gaugegl/base/error.h"

#include <array>
#include <cerrno>
#include <system_error>

namespace gaugegl {

std::optional<std::string> textOfFile(const std::string& path)
{
    const int descriptor = openFile(path, OpenFor::Reading);
    if (descriptor < 0 && (errno == ENOENT || errno == ENOTDIR)) return std::nullopt;
    std::string text;
    std::array<char, 65536> piece;
    std::int64_t count = descriptor < 0 ? -1 : 0;
    while (descriptor >= 0 && (count = readSome(descriptor, piece)) > 0)
        text.append(piece.data(), std::size_t(count));
    const std::string why = count < 0 ? std::generic_category().message(errno) : "";
    closeFile(descriptor);
    if (count < 0) throw FileError(path, "cannot be read: " + why);
    return text;
}

} // namespace gaugegl
