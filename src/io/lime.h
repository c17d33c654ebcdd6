// LIME, the container of ILDG files (SciDAC "c-lime"): records of a 144-byte header and data padded to 8 bytes.
// The header is big endian:
//   magic 0x456789ab (4 bytes)
//   version 1 (2)
//   flags (2): 0x8000 message begins, 0x4000 message ends
//   length of the data (8)
//   type (128, padded with NUL)
#pragma once

#include "base/output_file.h"
#include "io/input_file.h"

#include <string>
#include <string_view>
#include <vector>

namespace gaugegl::io {

/// The first four bytes of a record.
constexpr std::uint32_t limeMagic = 0x456789ab;

/// A record and the position of its data.
struct LimeRecord {
    std::string type;         ///< printable, without the padding
    std::uint64_t offset = 0; ///< of the first byte of the data
    std::uint64_t length = 0; ///< of the data without padding; lies inside the file
};

/// All records of a file.  The flags are ignored, since programs set them differently, and the padding of the last
/// record may be missing.  Throws FileError, naming the byte, if the file is not a chain of records up to its end.
std::vector<LimeRecord> readLimeRecords(InputFile& file);

/// The types of the first records, as far as the file is a chain of them; none for a file that is no LIME file.
std::vector<std::string> limeTypes(InputFile& file);

/// The data of a text record such as XML, without NULs at its end.  Throws FileError above 64 KiB.
std::string limeText(InputFile& file, const LimeRecord& record);

/// Throws FileError at the data of the record, naming its type.
[[noreturn]] void failInRecord(const InputFile& file, const LimeRecord& record, const std::string& message);

/// The position of a record in its message.
struct LimeFlags {
    bool messageBegins = false; ///< it is the first one
    bool messageEnds = false;   ///< it is the last one
};

/// The header of a record whose data, `length` bytes, and padding the caller writes next.
void writeLimeHeader(OutputFile& file, std::string_view type, std::uint64_t length, LimeFlags flags);

/// The padding after data of that length.
void writeLimePadding(OutputFile& file, std::uint64_t length);

/// A whole record.
void writeLimeRecord(OutputFile& file, std::string_view type, std::string_view data, LimeFlags flags);

} // namespace gaugegl::io
