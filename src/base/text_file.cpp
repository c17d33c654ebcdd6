#include "base/text_file.h"

#include "base/descriptors.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fmt/format.h>
#include <system_error>

namespace gaugegl {
namespace {

/// An open file.
class Reading {
public:
    explicit Reading(const std::string& path) : path_(path), descriptor_(openFile(path, OpenFor::Reading)) {}
    ~Reading() { closeFile(descriptor_); }
    Reading(const Reading&) = delete;
    Reading& operator=(const Reading&) = delete;

    bool isOpen() const { return descriptor_ >= 0; }

    std::string text(std::uint64_t longest) const
    {
        const std::int64_t size = sizeOf(descriptor_);
        if (size < 0) throw FileError(path_, "is not a regular file");
        if (std::uint64_t(size) > longest) tooLong(longest);
        std::string text;
        text.reserve(std::size_t(size));
        std::array<char, 65536> piece;
        std::int64_t count = 0;
        while ((count = readSome(descriptor_, piece)) > 0) {
            text.append(piece.data(), std::size_t(count));
            if (text.size() > longest) tooLong(longest); // it grows
        }
        if (count < 0) throw FileError(path_, "cannot be read: " + std::generic_category().message(errno));
        return text;
    }

private:
    [[noreturn]] void tooLong(std::uint64_t longest) const
    {
        throw FileError(path_, fmt::format("is too long: more than {} bytes", longest));
    }

    const std::string& path_;
    int descriptor_;
};

} // namespace

std::optional<std::string> textOfFile(const std::string& path, std::uint64_t longest)
{
    const Reading file(path);
    if (file.isOpen()) return file.text(longest);
    if (errno == ENOENT || errno == ENOTDIR) return std::nullopt;
    throw FileError(path, "cannot be opened: " + std::generic_category().message(errno));
}

std::string requiredTextOfFile(const std::string& path, std::uint64_t longest)
{
    std::optional<std::string> text = textOfFile(path, longest);
    if (!text) throw FileError(path, "cannot be opened: " + std::generic_category().message(ENOENT));
    return *std::move(text);
}

} // namespace gaugegl
