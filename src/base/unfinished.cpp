#include "base/unfinished.h"

#include "base/descriptors.h"
#include "base/output_file.h"

#include <filesystem>
#include <map>
#include <mutex>
#include <set>

namespace gaugegl {
namespace {

struct Unfinished {
    std::mutex mutex;
    std::map<std::string, FilePlace> files;
    std::set<std::string> folders;
};
Unfinished& unfinished()
{
    static Unfinished things;
    return things;
}

void removeWhole(const std::string& folder)
{
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
}

} // namespace

bool makeUnfinished(const FilePlace& place, const std::function<bool()>& make)
{
    const std::lock_guard lock(unfinished().mutex);
    if (!make()) return false;
    unfinished().files.emplace(place.path(), place);
    return true;
}

bool endUnfinished(const FilePlace& place, const std::function<bool()>& end)
{
    const std::lock_guard lock(unfinished().mutex);
    if (!end()) return false;
    unfinished().files.erase(place.path());
    return true;
}

std::string makeUnfinishedFolder(const std::function<std::string()>& make)
{
    const std::lock_guard lock(unfinished().mutex);
    std::string folder = make();
    if (!folder.empty()) unfinished().folders.insert(folder);
    return folder;
}

void endUnfinishedFolder(const std::string& folder)
{
    const std::lock_guard lock(unfinished().mutex);
    removeWhole(folder);
    unfinished().folders.erase(folder);
}

void removeUnfinishedFiles()
{
    unfinished().mutex.lock(); // never unlocked: no file may be made or committed afterwards
    for (const auto& [path, place] : unfinished().files)
        removeFile(place);
    for (const std::string& folder : unfinished().folders)
        removeWhole(folder);
}

} // namespace gaugegl
