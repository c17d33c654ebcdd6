// Files of records: the input is the file.  What is accepted must survive being written and read again.
#include "fuzz/fuzz.h"

#include "io/sample_field.h"
#include "measure/record_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace gaugegl;
    static const io::test::TemporaryFolder folder;
    const std::string file = folder.file("fuzz.jsonl");
    io::test::save(file, std::string(reinterpret_cast<const char*>(data), size));
    measure::Records records;
    if (!fuzz::accepted([&] { records = measure::readRecords(file); })) return 0;
    const measure::RecordFile again(file, records);
    if (measure::readRecords(file).size() != records.size()) std::abort();
    return 0;
}
