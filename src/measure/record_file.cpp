#include "measure/record_file.h"

#include "base/text_file.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>

namespace gaugegl::measure {
namespace {

/// What is not UTF-8 is replaced.
std::string lineOf(const Json& json)
{
    return json.dump(-1, ' ', /*ensure_ascii=*/false, Json::error_handler_t::replace) + "\n";
}

std::string linesOf(const Records& records)
{
    std::string lines = lineOf(toJson(records.layout));
    for (const Record& one : records.all)
        lines += lineOf(toJson(one, records.layout));
    return lines;
}

} // namespace

std::string recordFile(std::string_view measurement) { return fmt::format("{}.jsonl", measurement); }

bool beginsAsRecordFile(const std::string& file)
{
    constexpr std::string_view beginning = "{\"measurement\":";
    if (std::error_code none; !std::filesystem::is_regular_file(file, none)) return false;
    std::string found(beginning.size(), '\0');
    std::ifstream(file).read(found.data(), std::streamsize(found.size()));
    return found == beginning;
}

Records readRecords(const std::string& file)
{
    // A pipe is not waited for, and no other file that may be large is read into memory.
    if (std::error_code none; !std::filesystem::is_regular_file(file, none) || std::ifstream(file).peek() != '{')
        throw FileError(file, "cannot be read, or holds no records of a measurement");
    const std::optional<std::string> text = textOfFile(file);
    if (!text) throw FileError(file, "cannot be read");
    Records records;
    int number = 0;
    try {
        std::string_view rest = *text;
        for (std::size_t end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
            ++number;
            const Json json = parsedJson(rest.substr(0, end));
            rest.remove_prefix(end + 1);
            if (json.is_discarded()) throw InputError("no JSON");
            if (number == 1)
                records.layout = layoutOf(json);
            else
                records.all.push_back(recordOf(json, records.layout));
            if (records.size() > 1 && records.all.back().sweep <= records.all[records.size() - 2].sweep)
                throw InputError("sweeps do not rise");
        }
        if (number == 0) throw InputError("it is not whole");
    } catch (const nlohmann::json::exception&) {
        throw FileError(file, fmt::format("line {} is no record of a measurement", std::max(number, 1)));
    } catch (const InputError& error) {
        throw FileError(file,
                        fmt::format("line {} is no record of a measurement: {}", std::max(number, 1), error.what()));
    }
    return records;
}

RecordFile::RecordFile(const FilePlace& place, const Records& beginning)
    : layout_(beginning.layout), file_(place, linesOf(beginning))
{}

void RecordFile::append(const Record& record)
{
    record.check(layout_);
    file_.append(lineOf(toJson(record, layout_)));
    file_.flush(); // before a checkpoint says that this sweep is done
}

} // namespace gaugegl::measure
