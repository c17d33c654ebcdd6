// Propagators of all formats: the input is a file, read with all its columns.
#include "fuzz/fuzz.h"

#include "gaugegl/io/propagator_file.h"
#include "io/input_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    using namespace gaugegl;
    const auto bytes = fuzz::bytesOf(data, size);
    fuzz::accepted([&] {
        const auto reader = io::openPropagator(io::InputFile("fuzz", bytes));
        const io::PropagatorHeader& header = reader->header();
        const int components = fermionComponents(header.kind, header.group);
        if (header.columns.empty()) std::abort();
        for (std::size_t k = 0; k < header.columns.size(); ++k) {
            if (header.columns[k].component >= components) std::abort();
            if (reader->column(k).size() != std::size_t(header.lattice.volume()) * std::size_t(components))
                std::abort();
        }
    });
    return 0;
}
