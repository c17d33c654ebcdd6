// The formats of configurations that are read and written: what help, choices of options and messages say of them.
#pragma once

#include "gaugegl/core/group.h"

#include <optional>
#include <string>
#include <vector>

namespace gaugegl::io {

/// The order of bytes in the numbers of a format.
enum class ByteOrder { Big, Little, Either };

/// What is known of a format without a file.
struct FormatFacts {
    const char* key;     ///< "nersc": in options and run files
    const char* name;    ///< "NERSC": in text and JSON
    const char* about;   ///< one phrase: whose it is and what it holds
    const char* endings; ///< of file names, separated by spaces; the first is that of files of a run
    ByteOrder order =
        ByteOrder::Big;   ///< of the numbers; what is not Little is written big endian if not asked otherwise
    bool single = true;   ///< has numbers of 32 bits
    bool inDouble = true; ///< has numbers of 64 bits
    std::optional<Group> group = {}; ///< the only one; nothing: all
    bool written = true;             ///< or only read
    bool compressed = true;          ///< may be in a file of gzip or zstd
};

/// 32 or 64 as wanted, or the other where the format has not these.
inline int bitsOf(const FormatFacts& facts, int wanted)
{
    return (wanted == 32 ? facts.single : facts.inDouble) ? wanted : 96 - wanted;
}

/// Of all formats, in the order in which they are listed.
std::vector<FormatFacts> formatFacts();

/// The keys of those that are written.
std::vector<std::string> writtenFormats();

/// Of a key.  Throws InputError, with the keys that there are.
const FormatFacts& factsOfFormat(const std::string& key);

/// The key of the format in which a file of that name is written: by its ending, such as .ildg or .nersc.  Throws InputError for others.
std::string formatOfName(const std::string& path);

/// "ILDG, NERSC, MILC, openQCD or HiRep": those that are read.
std::string formatWords();

} // namespace gaugegl::io
