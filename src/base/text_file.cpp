#include "base/text_file.h"

#include "base/descriptors.h"
#include "gaugegl/base/error.h"

#include <array>
#include <cerrno>
#include <fmt/format.h>
#include <system_error>

namespace gaugegl {
namespace {

[[noreturn]] void tooLong(const std::string& path, std::uint64_t longest)
{
    throw FileError(path, fmt::format("is too long: more than {} bytes", longest));
}

} // namespace

std::optional<std::string> textOfFile(const std::string& path, std::uint64_t longest)
{
    const OpenFile file(path, OpenFor::Reading);
    if (file.error() == ENOENT || file.error() == ENOTDIR) return std::nullopt;
    if (file.error() != 0) throw FileError(path, "cannot be opened: " + std::generic_category().message(file.error()));
    const std::int64_t size = sizeOf(file.descriptor());
    if (size < 0) throw FileError(path, "is not a regular file");
    if (std::uint64_t(size) > longest) tooLong(path, longest);
    std::string text;
    text.reserve(std::size_t(size));
    std::array<char, 65536> piece;
    std::int64_t count = 0;
    while ((count = readSome(file.descriptor(), piece)) > 0) {
        text.append(piece.data(), std::size_t(count));
        if (text.size() > longest) tooLong(path, longest); // it grows
    }
    if (count < 0) throw FileError(path, "cannot be read: " + std::generic_category().message(errno));
    return text;
}

std::string requiredTextOfFile(const std::string& path, std::uint64_t longest)
{
    std::optional<std::string> text = textOfFile(path, longest);
    if (!text) throw FileError(path, "cannot be opened: " + std::generic_category().message(ENOENT));
    return *std::move(text);
}

} // namespace gaugegl
