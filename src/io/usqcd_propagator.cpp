// USQCD's propagators, LIME records of QIO (gaugegl/io/fermion_file.h), as QIO, MILC, Chroma and this program write them: files of pairs
// of sources and solutions, of a scalar source and its solutions (USQCD_DiracFermion_ScalarSource_TwelveSink, ..), whose sources are left
// out here, of solutions alone, and QDP++'s field of propagators, a matrix of spins of matrices of colours at each site.
// A solution is a column; <spin> and <color> of its record say of which component of the source.
//
// MILC writes such files with the spins of its own operator, whose forward step has 1 + gamma_mu: these are gamma_5 S gamma_5 of ours.
// The files do not say so; mesons are the same, the two parities of a nucleon are exchanged.
#include "gaugegl/base/error.h"
#include "io/fermion_records.h"
#include "io/propagator_format.h"
#include "io/scidac_record.h"

#include <algorithm>

namespace gaugegl::io {
namespace {

class UsqcdReader final : public PropagatorReader {
public:
    explicit UsqcdReader(InputFile file) : path_(file.path()), records_(std::move(file))
    {
        const FermionFile& content = records_.content();
        header_.format = "USQCD";
        header_.kind = content.kind;
        header_.group = content.group;
        header_.lattice = content.lattice;
        header_.info = textOfHeader(content.info);
        for (const FermionField& field : records_.fields()) {
            if (field.role == FermionRole::Source) continue;
            for (int column = 0; column < field.columns; ++column) {
                header_.columns.push_back({field.columns > 1 ? column : field.component, textOfHeader(field.info),
                                           textOfHeader(field.source), field.bits, field.checksum.has_value()});
                places_.push_back({&field, column});
            }
        }
        if (places_.empty()) throw FileError(path_, "has sources of quarks, but no solution");
    }

private:
    struct Place {
        const FermionField* field;
        int column;
    };

    FermionVector read(std::size_t column, int) override
    {
        const Place& at = places_.at(column);
        return records_.read(*at.field, at.column);
    }

    std::string path_;
    FermionRecords records_;
    std::vector<Place> places_;
};

/// A file of QIO whose first field is none of links.
bool probeUsqcd(InputFile& file)
{
    const std::vector<std::string> types = limeTypes(file);
    const auto has = [&](const char* type) { return std::ranges::find(types, type) != types.end(); };
    if (!has("scidac-private-file-xml") || !has("scidac-private-record-xml") || has("ildg-format") ||
        has("ildg-binary-data"))
        return false;
    try {
        for (const LimeRecord& record : readLimeRecords(file))
            if (record.type == "scidac-private-record-xml") return !readScidacRecord(file, record).isGaugeField();
    } catch (const FileError&) { // the reader says what is wrong
    }
    return true;
}

void writeUsqcd(const std::string& path, const FermionFile& content, const PropagatorWriteOptions& options,
                const FermionRows& rows)
{
    writeFermions(path, content, rows, options.bits);
}

} // namespace

extern const PropagatorFormat usqcdPropagators;
const PropagatorFormat usqcdPropagators = {
    {.key = "usqcd",
     .name = "USQCD",
     .about = "LIME records of QIO with checksums: pairs of sources and solutions (QIO, MILC, Chroma); QDP++'s "
              "propagators are read",
     .endings = "lime"},
    {},
    probeUsqcd,
    [](InputFile file) -> std::unique_ptr<PropagatorReader> { return std::make_unique<UsqcdReader>(std::move(file)); },
    writeUsqcd};

} // namespace gaugegl::io
