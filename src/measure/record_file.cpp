#include "measure/record_file.h"

#include "base/text_file.h"
#include "gaugegl/base/error.h"

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

Records readRecords(const std::string& file)
{
    if (std::ifstream(file).peek() != '{') // before a file that may be large is read into memory
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
        }
        if (number == 0) throw InputError("empty");
    } catch (const nlohmann::json::exception&) {
        throw FileError(file, fmt::format("line {} is no record of a measurement", number));
    } catch (const Error&) {
        throw FileError(file, fmt::format("line {} is no record of a measurement", number));
    }
    return records;
}

RecordFile::RecordFile(const FilePlace& place, const Records& beginning)
    : layout_(beginning.layout), file_(place, linesOf(beginning))
{}

void RecordFile::append(const Record& record) { file_.append(lineOf(toJson(record, layout_))); }

} // namespace gaugegl::measure
