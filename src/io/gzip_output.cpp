#include "io/gzip_output.h"

#include "base/output_file.h"
#include "io/input_file.h"

#include <algorithm>
#include <new>
#include <vector>
#include <zlib.h>

namespace gaugegl::io {
namespace {

class Deflation {
public:
    Deflation()
    {
        constexpr int gzipWindow = 15 + 16, memory = 8; // the largest window, and gzip's header and checksum
        // Mantissas of random links do not become smaller with more work.
        if (deflateInit2(&stream, Z_BEST_SPEED, Z_DEFLATED, gzipWindow, memory, Z_DEFAULT_STRATEGY) != Z_OK)
            throw std::bad_alloc();
    }
    ~Deflation() { deflateEnd(&stream); }
    Deflation(const Deflation&) = delete;
    Deflation& operator=(const Deflation&) = delete;

    z_stream stream{};
};

} // namespace

void writeGzip(const std::string& from, const FilePlace& to)
{
    constexpr std::size_t block = std::size_t{1} << 20;
    InputFile in(from);
    OutputFile out(to);
    Deflation deflation;
    z_stream& stream = deflation.stream;
    std::vector<std::byte> plain(block), packed(block);
    for (std::uint64_t offset = 0; offset < in.size() || offset == 0;) {
        const auto count = std::size_t(std::min<std::uint64_t>(block, in.size() - offset));
        in.read(std::span(plain).first(count), offset);
        offset += std::max<std::size_t>(count, 1);
        stream.next_in = reinterpret_cast<Bytef*>(plain.data());
        stream.avail_in = static_cast<uInt>(count);
        const int flush = offset >= in.size() ? Z_FINISH : Z_NO_FLUSH;
        do {
            stream.next_out = reinterpret_cast<Bytef*>(packed.data());
            stream.avail_out = static_cast<uInt>(block);
            deflate(&stream, flush);
            out.write(std::span(packed).first(block - stream.avail_out));
        } while (stream.avail_out == 0);
    }
    out.commit();
}

} // namespace gaugegl::io
