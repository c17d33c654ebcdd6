// Arrays of NumPy in a ZIP archive: the formats .npy 1.0 (numpy.lib.format) and ZIP without compression (PKWARE APPNOTE 6.3.9, 4.3).
// Written here: the libraries for them (cnpy, libzip) are not there for every system that the program is built for.
#include "measure/export.h"

#include "base/output_file.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <zlib.h>

namespace gaugegl::measure {
namespace {

/// Numbers byte by byte, the least significant one first.
class LittleEndian {
public:
    LittleEndian& add(std::uint64_t number, int bytes)
    {
        for (int k = 0; k < bytes; ++k)
            text_ += char(number >> (8 * k) & 0xff);
        return *this;
    }
    LittleEndian& add(double number) { return add(std::bit_cast<std::uint64_t>(number), 8); }
    LittleEndian& add(std::string_view text)
    {
        text_ += text;
        return *this;
    }
    const std::string& text() const { return text_; }

private:
    std::string text_;
};

/// A file .npy; `type` is NumPy's name.
std::string npy(const char* type, const std::vector<std::size_t>& shape, const std::string& values)
{
    std::string head = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}), }}", type,
                                   fmt::join(shape, ", "), shape.size() == 1 ? "," : "");
    constexpr std::size_t before = 10, alignment = 64;
    while ((before + head.size() + 1) % alignment != 0)
        head += ' ';
    head += '\n';
    return LittleEndian().add("\x93NUMPY\x01").add(0, 1).add(head.size(), 2).add(head).add(values).text();
}

/// The code points of UTF-8.
std::u32string codePoints(const std::string& text)
{
    std::u32string points;
    for (const char one : text) {
        const auto byte = static_cast<unsigned char>(one);
        if ((byte & 0xc0) != 0x80)
            points += char32_t(byte < 0x80   ? byte
                               : byte < 0xe0 ? byte & 0x1f
                               : byte < 0xf0 ? byte & 0x0f
                                             : byte & 0x07);
        else if (!points.empty())
            points.back() = points.back() << 6 | (byte & 0x3f);
    }
    return points;
}

/// Texts as NumPy has them: UTF-32, all as long as the longest.
std::string npyOf(const std::vector<std::string>& texts, const std::vector<std::size_t>& shape)
{
    std::vector<std::u32string> points;
    std::size_t longest = 1;
    for (const std::string& one : texts) {
        points.push_back(codePoints(one));
        longest = std::max(longest, points.back().size());
    }
    LittleEndian values;
    for (std::u32string& one : points) {
        one.resize(longest, U'\0');
        for (const char32_t point : one)
            values.add(point, 4);
    }
    return npy(fmt::format("<U{}", longest).c_str(), shape, values.text());
}

std::string npyOf(const std::vector<double>& numbers)
{
    LittleEndian values;
    for (const double one : numbers)
        values.add(one);
    return npy("<f8", {numbers.size()}, values.text());
}

/// An archive whose entries are stored as they are.
class Zip {
public:
    explicit Zip(const FilePlace& place) : path_(place.path()), file_(place) {}

    void add(const std::string& name, const std::string& content)
    {
        if (file_.size() + content.size() > largest)
            throw InputError(fmt::format("{}: more than 4 GiB do not fit into this format; choose hdf5", path_));
        const auto crc = ::crc32_z(0, reinterpret_cast<const unsigned char*>(content.data()), content.size());
        // Version 2.0; names in UTF-8; stored; the first day of the format, so that equal numbers are equal files.
        LittleEndian facts;
        facts.add(20, 2).add(1 << 11, 2).add(0, 2).add(0, 2).add(0x21, 2).add(crc, 4).add(content.size(), 4);
        facts.add(content.size(), 4).add(name.size(), 2).add(0, 2);
        directory_.add(0x02014b50, 4).add(20, 2).add(facts.text());
        directory_.add(0, 2).add(0, 2).add(0, 2).add(0, 4).add(file_.size(), 4).add(name);
        file_.write(LittleEndian().add(0x04034b50, 4).add(facts.text()).add(name).text());
        file_.write(content);
        ++entries_;
    }

    void finish()
    {
        const std::uint64_t begin = file_.size();
        file_.write(directory_.text());
        LittleEndian end;
        end.add(0x06054b50, 4).add(0, 4).add(entries_, 2).add(entries_, 2).add(directory_.text().size(), 4);
        file_.write(end.add(begin, 4).add(0, 2).text());
        file_.commit();
    }

private:
    static constexpr std::uint64_t largest = std::numeric_limits<std::uint32_t>::max() - (1 << 20);

    std::string path_;
    OutputFile file_;
    LittleEndian directory_;
    std::uint64_t entries_ = 0;
};

/// Axes and units of all arrays, and the facts.
Json attributesOf(const RecordSet& set)
{
    Json all = set.facts;
    for (const Records& records : set.measurements) {
        Json layout = toJson(records.layout);
        for (const char* other : {"program", "measurement"})
            layout.erase(other);
        all["arrays"][records.layout.measurement] = layout;
    }
    return all;
}

} // namespace

void writeNpz(const RecordSet& set, const FilePlace& place)
{
    Zip zip(place);
    for (const Records& records : set.measurements) {
        const Layout& layout = records.layout;
        const auto add = [&](const std::string& name, const std::string& content) {
            zip.add(layout.measurement + "/" + name + ".npy", content);
        };
        LittleEndian sweeps;
        for (const Record& one : records.all)
            sweeps.add(std::uint64_t(one.sweep), 8);
        add("sweep", npy("<i8", {records.size()}, sweeps.text()));
        for (const Axis& axis : layout.axes)
            add(axis.name, axis.labels.empty() ? npyOf(axis.points) : npyOf(axis.labels, {axis.size()}));
        for (std::size_t k = 0; k < layout.arrays.size(); ++k) {
            LittleEndian values;
            for (const Record& one : records.all)
                for (const double number : one.arrays[k])
                    values.add(number);
            std::vector<std::size_t> shape = layout.shape(layout.arrays[k]);
            shape.insert(shape.begin(), records.size());
            add(layout.arrays[k].name, npy("<f8", shape, values.text()));
        }
    }
    zip.add("attributes.npy", npyOf({attributesOf(set).dump(1, ' ', false, Json::error_handler_t::replace)}, {}));
    zip.finish();
}

} // namespace gaugegl::measure
