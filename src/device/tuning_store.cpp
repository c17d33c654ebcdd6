#include "device/tuning_store.h"

#include "base/file_lock.h"
#include "base/output_file.h"
#include "base/private_folder.h"
#include "gaugegl/base/error.h"
#include "gl/program_cache.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

namespace gaugegl {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr int formatVersion = 1;
constexpr std::uintmax_t largestFile = 64 << 20; ///< bytes; a larger one is not ours

Json toJson(const TuningEntry& entry)
{
    Json variants = Json::array();
    for (const TimedVariant& one : entry.variants)
        variants.push_back({{"name", one.name}, {"seconds", one.seconds ? Json(*one.seconds) : Json(nullptr)}});
    const TuningKey& k = entry.key;
    return {
        {"renderer", k.renderer}, {"driver", k.driver},       {"kernel", k.kernel},       {"lattice", k.lattice},
        {"path", k.path},         {"precision", k.precision}, {"variant", entry.variant}, {"standard", entry.standard},
        {"variants", variants},   {"program", entry.program}};
}

/// Nothing unless it is a whole entry.
std::optional<TuningEntry> entryFrom(const Json& json)
{
    try {
        TuningEntry entry{.key = {json.at("renderer"), json.at("driver"), json.at("kernel"), json.at("lattice"),
                                  json.at("path"), json.at("precision")},
                          .variant = json.at("variant"),
                          .standard = json.at("standard"),
                          .variants = {},
                          .program = json.at("program")};
        for (const Json& one : json.at("variants")) {
            const Json& seconds = one.at("seconds");
            if (!seconds.is_null() && !(seconds.is_number() && seconds.get<double>() >= 0)) return std::nullopt;
            entry.variants.push_back(
                {one.at("name"), seconds.is_null() ? std::nullopt : std::optional(seconds.get<double>())});
        }
        if (!entry.secondsOf(entry.variant)) return std::nullopt;
        return entry;
    } catch (const Json::exception&) {
        return std::nullopt;
    }
}

std::vector<TuningEntry> entriesIn(const std::string& file)
{
    std::error_code error;
    const auto size = fs::file_size(file, error);
    if (error || size > largestFile) return {};
    std::ifstream stream(file, std::ios::binary);
    const Json json = Json::parse(stream, nullptr, /*allow_exceptions=*/false);
    if (!json.is_object() || json.value("format", Json()) != formatVersion) return {};
    const auto choices = json.find("choices");
    if (choices == json.end() || !choices->is_array()) return {};
    std::vector<TuningEntry> entries;
    for (const Json& one : *choices)
        if (auto entry = entryFrom(one)) entries.push_back(std::move(*entry));
    return entries;
}

void put(std::vector<TuningEntry>& entries, const TuningEntry& entry)
{
    std::erase_if(entries, [&](const TuningEntry& other) { return other.key == entry.key; });
    entries.push_back(entry);
    if (entries.size() > TuningStore::most)
        entries.erase(entries.begin(), entries.end() - std::ptrdiff_t(TuningStore::most));
}

std::string textOf(const std::vector<TuningEntry>& entries)
{
    std::string text = "{\"format\": " + std::to_string(formatVersion) + ", \"choices\": [";
    for (std::size_t i = 0; i < entries.size(); ++i)
        text += (i == 0 ? "\n" : ",\n") + toJson(entries[i]).dump(-1, ' ', false, Json::error_handler_t::replace);
    return text + "\n]}\n";
}

} // namespace

std::optional<double> TuningEntry::secondsOf(const std::string& name) const
{
    const auto found = std::ranges::find(variants, name, &TimedVariant::name);
    return found == variants.end() ? std::nullopt : found->seconds;
}

std::optional<double> TuningEntry::gain() const
{
    const auto before = secondsOf(standard), now = secondsOf(variant);
    if (!before || !now || *now == 0) return std::nullopt;
    return *before / *now;
}

std::string TuningStore::userFile()
{
    const gl::CacheChoice choice = gl::userCache();
    return choice.cache ? (fs::path(choice.cache->folder()) / "tuning.json").string() : "";
}

TuningStore::TuningStore(std::string file) : file_(std::move(file))
{
    if (!file_.empty()) entries_ = entriesIn(file_);
}

const TuningEntry* TuningStore::find(const TuningKey& key) const
{
    const auto found = std::ranges::find(entries_, key, &TuningEntry::key);
    return found == entries_.end() ? nullptr : &*found;
}

bool TuningStore::keep(const TuningEntry& entry)
{
    put(entries_, entry);
    if (file_.empty() || failed_ || !writesFiles()) return true;
    try {
        makePrivateFolder(fs::path(file_).parent_path());
        const FileLock lock(file_ + ".lock", std::chrono::seconds(10)); // others write a few lines
        std::vector<TuningEntry> all = entriesIn(file_); // others may have added theirs, or cleared the file
        put(all, entry);
        writeTextFile(FilePlace::ofProgram(file_), textOf(all));
        return true;
    } catch (const FileError&) {
        failed_ = true;
        return false;
    }
}

std::size_t TuningStore::clear()
{
    const std::size_t removed = entries_.size();
    entries_.clear();
    std::error_code error;
    return !file_.empty() && fs::remove(file_, error) ? removed : 0;
}

} // namespace gaugegl
