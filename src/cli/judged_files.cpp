#include "judged_files.h"

#include "gaugegl/analysis/estimate.h"

#include <charconv>
#include <filesystem>
#include <fmt/format.h>

namespace gaugegl::cli {
namespace {

std::optional<std::int64_t> numberOf(std::string_view digits)
{
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
    return number;
}

} // namespace

std::optional<std::int64_t> sequenceNumber(const std::string& file, const io::GaugeFileHeader& header)
{
    if (const auto stated = header.entries.find("SEQUENCE_NUMBER"); stated != header.entries.end())
        if (const auto number = numberOf(stated->second); number && *number != 0) return number;
    const std::string name = std::filesystem::path(file).stem().string();
    constexpr std::string_view digits = "0123456789";
    const std::size_t last = name.find_last_of(digits);
    if (last == std::string::npos) return std::nullopt;
    const std::size_t before = name.find_last_not_of(digits, last);
    const std::size_t first = before == std::string::npos ? 0 : before + 1;
    return numberOf(std::string_view(name).substr(first, last + 1 - first));
}

bool JudgedFiles::take(const std::string& file, const io::GaugeFileHeader& header)
{
    const auto [found, isNew] = byFingerprint_.emplace(header.fingerprint, file);
    if (!isNew) {
        duplicates_.push_back(fmt::format("{} has the links of {}: they count once", file, found->second));
        return false;
    }
    names_.push_back(file);
    if (const auto number = sequenceNumber(file, header)) numbers_.push_back(*number);
    return true;
}

Warnings JudgedFiles::warnings() const
{
    Warnings all = duplicates_;
    if (numbers_.size() == names_.size()) append(all, analysis::doubtsOfDistances(numbers_));
    return all;
}

} // namespace gaugegl::cli
