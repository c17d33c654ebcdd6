#include "io/zstd_input.h"

#ifdef GAUGEGL_ZSTD

#include <algorithm>
#include <fmt/format.h>
#include <new>
#include <utility>
#include <vector>
#include <zstd.h>

namespace gaugegl::io {
namespace {

struct ReleaseZstd {
    void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

class ZstdInput final : public PackedInput {
public:
    explicit ZstdInput(InputFile packed)
        : packed_(std::move(packed)), input_(ZSTD_DStreamInSize()), context_(ZSTD_createDCtx())
    {
        if (!context_) throw std::bad_alloc();
        frames_.push_back(at_);
        std::vector<std::byte> passed(ZSTD_DStreamOutSize());
        while (next(passed) > 0)
            if (ended_ && at_.out >= frames_.back().out + spacing) frames_.push_back({at_.in - ahead(), at_.out});
        size_ = at_.out;
    }

    void read(std::span<std::byte> bytes, std::uint64_t offset) override
    {
        const auto after = std::ranges::find_if(frames_, [&](const Position& frame) { return frame.out > offset; });
        if (offset < at_.out || std::prev(after)->out > at_.out) goTo(*std::prev(after));
        std::vector<std::byte> passed;
        while (at_.out < offset) {
            passed.resize(std::size_t(std::min<std::uint64_t>(ZSTD_DStreamOutSize(), offset - at_.out)));
            if (next(passed) == 0) packed_.fail("the file became shorter while it was read");
        }
        while (!bytes.empty()) {
            const std::size_t got = next(bytes);
            if (got == 0) packed_.fail("the file became shorter while it was read");
            bytes = bytes.subspan(got);
        }
    }

private:
    static constexpr std::uint64_t spacing = std::uint64_t{4} << 20;

    struct Position {
        std::uint64_t in = 0;  ///< bytes of the file that were read
        std::uint64_t out = 0; ///< bytes that came of them
    };

    /// Bytes that were read and are not used yet.
    std::size_t ahead() const { return buffer_.size - buffer_.pos; }

    void goTo(const Position& frame)
    {
        ZSTD_DCtx_reset(context_.get(), ZSTD_reset_session_only);
        at_ = frame;
        buffer_ = {};
        ended_ = true;
    }

    /// Goes on at most to the end of `bytes`; returns how many there are, none at the end of the file.
    std::size_t next(std::span<std::byte> bytes)
    {
        ZSTD_outBuffer out = {bytes.data(), bytes.size(), 0};
        while (out.pos == 0) {
            if (ahead() == 0) {
                const std::size_t more = std::min<std::uint64_t>(input_.size(), packed_.size() - at_.in);
                if (more == 0 && ended_) return 0;
                if (more > 0) packed_.read(std::span(input_).first(more), at_.in);
                at_.in += more;
                buffer_ = {input_.data(), more, 0};
            }
            const std::size_t before = buffer_.pos;
            const std::size_t result = ZSTD_decompressStream(context_.get(), &out, &buffer_);
            if (ZSTD_isError(result) != 0)
                packed_.fail(at_.in - ahead(),
                             fmt::format("the compressed data are damaged: {}", ZSTD_getErrorName(result)));
            ended_ = result == 0;
            if (!ended_ && out.pos == 0 && buffer_.pos == before && at_.in == packed_.size())
                packed_.fail(at_.in, "the compressed file is cut off");
        }
        at_.out += out.pos;
        return out.pos;
    }

    InputFile packed_;
    std::vector<std::byte> input_;
    std::unique_ptr<ZSTD_DCtx, ReleaseZstd> context_;
    ZSTD_inBuffer buffer_ = {}; ///< of input_
    Position at_;
    bool ended_ = true;            ///< a frame, of which there may be several
    std::vector<Position> frames_; ///< beginnings of some, by rising positions, the first at 0
};

} // namespace

std::unique_ptr<PackedInput> openZstd(InputFile&& packed)
{
    if (packed.text(0, 4) != "\x28\xb5\x2f\xfd") return nullptr;
    return std::make_unique<ZstdInput>(std::move(packed));
}

} // namespace gaugegl::io

#else

namespace gaugegl::io {

std::unique_ptr<PackedInput> openZstd(InputFile&& /*packed*/) { return nullptr; }

} // namespace gaugegl::io

#endif
