#include "io/gzip_input.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>
#include <zlib.h>

namespace gaugegl::io {

/// Of unpacking, between two positions.
class GzipInput::State {
public:
    explicit State(const InputFile& file)
    {
        constexpr int gzipWindow = 15 + 16; // the largest window, and gzip's header and checksum
        if (inflateInit2(&stream, gzipWindow) != Z_OK) file.fail("cannot be unpacked: no memory");
    }
    State(State& other) : in(other.in - other.stream.avail_in), out(other.out), ended(other.ended)
    {
        if (inflateCopy(&stream, &other.stream) != Z_OK) throw std::bad_alloc();
        stream.avail_in = 0; // what was read ahead is read again
    }
    ~State() { inflateEnd(&stream); }
    State& operator=(const State&) = delete;

    z_stream stream{};
    std::uint64_t in = 0;  ///< bytes of the file that were read
    std::uint64_t out = 0; ///< bytes that came of them
    bool ended = false;    ///< a member of the file, of which there may be several
};

namespace {

constexpr std::size_t inputBytes = std::size_t{1} << 16, mostKept = 256;
constexpr std::uint64_t firstSpacing = std::uint64_t{4} << 20;

} // namespace

bool GzipInput::probe(InputFile& file) { return file.text(0, 3) == "\x1f\x8b\x08"; }

GzipInput::GzipInput(InputFile packed)
    : packed_(std::move(packed)), input_(inputBytes), state_(std::make_unique<State>(packed_)), spacing_(firstSpacing)
{
    keep();
    std::vector<std::byte> passed(inputBytes);
    while (next(passed) > 0)
        if (state_->out >= kept_.back()->out + spacing_) keep();
    size_ = state_->out;
}

GzipInput::~GzipInput() = default;

void GzipInput::keep()
{
    if (kept_.size() == mostKept) { // every second one is enough
        for (std::size_t i = 1; 2 * i < mostKept; ++i)
            kept_[i] = std::move(kept_[2 * i]);
        kept_.resize(mostKept / 2);
        spacing_ *= 2;
    }
    kept_.push_back(std::make_unique<State>(*state_));
}

std::size_t GzipInput::next(std::span<std::byte> bytes)
{
    z_stream& stream = state_->stream;
    stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
    stream.avail_out = static_cast<uInt>(bytes.size());
    while (stream.avail_out == bytes.size()) {
        if (stream.avail_in == 0) {
            const std::size_t more = std::min<std::uint64_t>(inputBytes, packed_.size() - state_->in);
            if (more == 0 && state_->ended) return 0;
            if (more == 0) packed_.fail(state_->in, "the compressed file is cut off");
            packed_.read(std::span(input_).first(more), state_->in);
            state_->in += more;
            stream.next_in = reinterpret_cast<Bytef*>(input_.data());
            stream.avail_in = static_cast<uInt>(more);
        }
        if (std::exchange(state_->ended, false)) inflateReset(&stream); // another member
        const int result = inflate(&stream, Z_NO_FLUSH);
        state_->ended = result == Z_STREAM_END;
        if (result != Z_OK && result != Z_STREAM_END)
            packed_.fail(state_->in - stream.avail_in,
                         fmt::format("the compressed data are damaged: {}",
                                     stream.msg != nullptr ? stream.msg : zError(result)));
    }
    const std::size_t got = bytes.size() - stream.avail_out;
    state_->out += got;
    return got;
}

void GzipInput::read(std::span<std::byte> bytes, std::uint64_t offset)
{
    const auto after = std::ranges::find_if(kept_, [&](const auto& state) { return state->out > offset; });
    State& nearest = **std::prev(after);
    if (offset < state_->out || nearest.out > state_->out) state_ = std::make_unique<State>(nearest);
    std::vector<std::byte> passed;
    while (state_->out < offset) {
        passed.resize(std::size_t(std::min<std::uint64_t>(inputBytes, offset - state_->out)));
        if (next(passed) == 0) packed_.fail("the file became shorter while it was read");
    }
    while (!bytes.empty()) {
        const std::size_t got = next(bytes);
        if (got == 0) packed_.fail("the file became shorter while it was read");
        bytes = bytes.subspan(got);
    }
}

} // namespace gaugegl::io
