// The fields of a file of fermion fields in QIO's records (gaugegl/io/fermion_file.h), found without their numbers.
#pragma once

#include "gaugegl/io/checksums.h"
#include "gaugegl/io/fermion_file.h"
#include "io/fermion_numbers.h"
#include "io/lime.h"

#include <array>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gaugegl::io {

/// What USQCD's formats call a kind of fields.
struct UsqcdNames {
    const char *file, *propagator, *field;
};
constexpr std::array<UsqcdNames, fermionKinds.size()> usqcdNames = {
    {{"usqcdPropFile", "usqcdPropInfo", "DiracFermion"}, {"usqcdKSPropFile", "usqcdKSPropInfo", "ColorVector"}}};

/// A field, or a propagator that QDP++ has written as one.
struct FermionField {
    FermionRole role = FermionRole::Solution;
    std::string info = {};                       ///< free text
    std::string source = {};                     ///< that of the source before it, a scalar one too
    int component = -1;                          ///< of the source, spin * N + colour; -1: it is not stated
    int columns = 1;                             ///< all components of a source in one record, or one
    int bits = 64;                               ///< of a real number
    LimeRecord data = {};                        ///< where its numbers are
    std::optional<ScidacChecksum> checksum = {}; ///< as the file states it
};

/// A file whose records have been read and checked, but not its numbers.
class FermionRecords {
public:
    /// Throws FileError, naming the byte, the record and what is wrong.
    explicit FermionRecords(InputFile file);

    /// Lattice, group, kind and info.
    const FermionFile& content() const { return content_; }
    /// At least one, all of one kind; scalar sources are none.
    std::span<const FermionField> fields() const { return fields_; }

    /// The numbers of a field, with all checks; of a record with several columns one.
    FermionVector read(const FermionField& field, int column = 0);

private:
    const LimeRecord* find(std::string_view type, std::size_t begin, std::size_t end) const;
    std::size_t endOfMessage(std::size_t data) const;
    void readFileXml();
    void addField(std::size_t begin, std::size_t data);
    bool isScalarSource(const LimeRecord& description);
    void describe(FermionField& field, const LimeRecord& description);
    void readRecordXml(FermionField& field, const LimeRecord& user);
    FermionNumbers numbersOf(const FermionField& field, int column) const;

    InputFile file_;
    std::vector<LimeRecord> records_;
    FermionFile content_;
    std::vector<FermionField> fields_;
    std::string source_; ///< text of the last source
};

} // namespace gaugegl::io
