// Propagator files: the input is a file, read with all its fields.
#include "fuzz/fuzz.h"

#include "gaugegl/io/fermion_file.h"
#include "io/input_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace gaugegl;
    const auto bytes = fuzz::bytesOf(data, size);
    fuzz::accepted([&] {
        const io::FermionFile file = io::readFermions(io::InputFile("fuzz", bytes));
        const auto numbers = std::size_t(file.lattice.volume()) * std::size_t(fermionComponents(file.kind, file.group));
        if (file.records.empty()) std::abort();
        for (const io::FermionRecord& record : file.records)
            if (record.field.size() != numbers) std::abort();
    });
    return 0;
}
