#include "io/ordered_file.h"

#include <utility>

namespace gaugegl::io {

namespace {

class OrderedReader final : public GaugeFileReader {
public:
    OrderedReader(InputFile file, const GaugeFileHints& hints, OrderedLinks links)
        : file_(std::move(file)), links_(std::move(links))
    {
        header_.format = links_.format;
        header_.lattice = links_.lattice;
        header_.plaquette = links_.plaquette;
        header_.warnings = links_.warnings;
        header_.bits = links_.codec.bits;
        header_.bigEndian = links_.codec.bigEndian;
        header_.group = links_.codec.group;
        header_.rows = colours(header_.group);
        checkHints(file_, header_, hints);
        checkSize(file_, links_.offset + links_.behind, {header_.lattice, links_.codec});
    }

    void checkFirstSite() override
    {
        io::checkFirstSite(file_, links_.offset, {header_.lattice, links_.codec}, links_.order);
    }

private:
    void readSites(const SiteSink& sink, const FilePart& part) override
    {
        part.doCollectively([&] {
            readLinks(file_, links_.offset, {part.lattice, links_.codec, part.tolerance}, links_.order, sink);
        });
    }

    InputFile file_;
    OrderedLinks links_;
};

} // namespace

LinkOrder orderTimeFirst(const Lattice& lattice)
{
    return [extents = lattice.extents()](const Coordinates& x, int mu) {
        const std::int64_t site = ((std::int64_t{x[3]} * extents[0] + x[0]) * extents[1] + x[1]) * extents[2] + x[2];
        return 4 * site + (mu + 1) % 4;
    };
}

std::unique_ptr<GaugeFileReader> openOrdered(InputFile file, const GaugeFileHints& hints, OrderedLinks links)
{
    return std::make_unique<OrderedReader>(std::move(file), hints, std::move(links));
}

void writeOrdered(const FilePlace& path, const FilePart& part, std::span<const std::byte> header,
                  const LinkCodec& codec, const LinkOrder& order, const SiteSource& source)
{
    LinkOutput output(path, part, [&](OutputFile& file) { file.write(header); });
    output.write({part.lattice, codec}, order, source);
    output.commit([](OutputFile&) {});
}

} // namespace gaugegl::io
