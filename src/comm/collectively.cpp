#include "gaugegl/base/error.h"
#include "gaugegl/comm/communicator.h"

#include <algorithm>
#include <fmt/format.h>

namespace gaugegl {
namespace {

/// What kind of error a rank has, which decides what the program exits with.
enum class Kind : char { None, Disk, File, Input, Unsolved, Device, Other };

struct RankError {
    Kind kind = Kind::None;
    std::string message;
};

RankError errorOf(const std::function<void()>& work)
{
    try {
        work();
    } catch (const DiskError& error) {
        return {Kind::Disk, error.what()};
    } catch (const FileError& error) {
        return {Kind::File, error.what()};
    } catch (const InputError& error) {
        return {Kind::Input, error.what()};
    } catch (const UnsolvedError& error) {
        return {Kind::Unsolved, error.what()};
    } catch (const DeviceError& error) {
        return {Kind::Device, error.what()};
    } catch (const std::exception& error) {
        return {Kind::Other, error.what()};
    }
    return {};
}

[[noreturn]] void fail(Kind kind, const std::string& message)
{
    switch (kind) {
    case Kind::Disk:
        throw DiskError(message);
    case Kind::File:
        throw FileError(message);
    case Kind::Input:
        throw InputError(message);
    case Kind::Unsolved:
        throw UnsolvedError(message);
    case Kind::Device:
        throw DeviceError(message);
    default:
        throw Error(message);
    }
}

std::vector<std::string> gatherTexts(const Communicator& ranks, const std::string& own)
{
    std::vector<std::string> all;
    for (const std::vector<std::byte>& one : ranks.gather(std::as_bytes(std::span(own))))
        all.emplace_back(reinterpret_cast<const char*>(one.data()), one.size());
    return all;
}

} // namespace

void collectively(const Communicator& ranks, const std::function<void()>& work)
{
    if (ranks.size() == 1) return work();
    const RankError own = errorOf(work);
    const std::vector<std::string> all = gatherTexts(ranks, char(own.kind) + own.message);
    const auto hasError = [](const std::string& one) { return Kind(one.at(0)) != Kind::None; };
    const auto first = std::ranges::find_if(all, hasError);
    if (first == all.end()) return;
    const std::vector<std::string> hosts = gatherTexts(ranks, ranks.host());
    const auto rank = first - all.begin();
    const bool everybody = std::ranges::all_of(all, [&](const std::string& one) { return one == *first; });
    fail(Kind(first->at(0)),
         (everybody ? "" : fmt::format("rank {} on {}: ", rank, hosts[std::size_t(rank)])) + first->substr(1));
}

} // namespace gaugegl
