#include "io/input_file.h"

#include "base/one_line.h"
#include "gaugegl/base/error.h"
#include "gaugegl/base/file_place.h"
#include "io/gzip_input.h"
#include "io/zstd_input.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fmt/format.h>
#include <system_error>
#include <utility>

namespace gaugegl::io {

void InputFile::Close::operator()(std::FILE* file) const { std::fclose(file); }

InputFile::InputFile(const std::string& path) : path_(FilePlace(path).path())
{
    std::error_code error;
    const auto status = std::filesystem::status(path, error);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) fail("is not a regular file");
    errno = 0;
    file_.reset(std::fopen(path.c_str(), "rb"));
    if (!file_) fail("cannot be opened: " + std::generic_category().message(errno));
    size_ = std::filesystem::file_size(path, error);
    if (error) fail("cannot be opened: " + error.message());
}

InputFile::InputFile(std::string name, std::span<const std::byte> bytes)
    : path_(std::move(name)), memory_(bytes), size_(bytes.size())
{}

InputFile::InputFile(std::string name, std::unique_ptr<PackedInput> packed)
    : path_(std::move(name)), packed_(std::move(packed)), size_(packed_->size())
{}

InputFile::InputFile(InputFile&& other) noexcept = default;
InputFile& InputFile::operator=(InputFile&& other) noexcept = default;
InputFile::~InputFile() = default;

void InputFile::unpack()
{
    std::string name = path_;
    std::unique_ptr<PackedInput> packed = openZstd(std::move(*this));
    if (!packed && GzipInput::probe(*this)) packed = std::make_unique<GzipInput>(std::move(*this));
    if (packed) *this = InputFile(std::move(name), std::move(packed));
}

void InputFile::read(std::span<std::byte> bytes, std::uint64_t offset)
{
    if (offset > size_ || bytes.size() > size_ - offset)
        fail(offset, fmt::format("the file ends at byte {}, {} more were expected", size_, bytes.size()));
    if (packed_) return packed_->read(bytes, offset);
    if (!file_) {
        std::ranges::copy(memory_.subspan(static_cast<std::size_t>(offset), bytes.size()), bytes.begin());
        return;
    }
    errno = 0;
    if (::fseeko(file_.get(), static_cast<off_t>(offset), SEEK_SET) != 0 ||
        std::fread(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size())
        fail(offset, errno != 0 ? "cannot be read: " + std::generic_category().message(errno)
                                : "the file became shorter while it was read");
}

std::string InputFile::text(std::uint64_t offset, std::uint64_t length)
{
    if (offset >= size_) return {};
    std::string text(std::min(length, size_ - offset), '\0');
    read(std::as_writable_bytes(std::span(text)), offset);
    return text;
}

void InputFile::fail(const std::string& message) const { throw FileError(path_, oneLine(message)); }

void InputFile::fail(std::uint64_t offset, const std::string& message) const
{
    throw FileError(path_, offset, oneLine(message));
}

} // namespace gaugegl::io
