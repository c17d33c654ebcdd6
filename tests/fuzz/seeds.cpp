// Writes what the fuzz targets start from into DIRECTORY/TARGET/: small files of every kind, by our own writers.
#include "chain/checkpoint.h"
#include "gaugegl/io/fermion_file.h"
#include "gaugegl/io/formats.h"
#include "measure/record_file.h"

#include "io/hostile_files.h"
#include "io/number_bytes.h"
#include "io/sample_propagator.h"

#include <cstdio>

namespace {

using namespace gaugegl;
using namespace gaugegl::io::test;
namespace fs = std::filesystem;

/// The header of MILC's version 4, of 1996 (without what it says of the action), or of FNAL.
std::string oldMilc(std::uint32_t magic)
{
    NumberBytes bytes(true);
    bytes.integer(magic);
    const bool fnal = magic == 0x71626434;
    if (fnal)
        for (const std::uint32_t fact : {0u, 4u, 72u})
            bytes.integer(fact);
    for (int mu = 0; mu < 4; ++mu)
        bytes.integer(2);
    if (!fnal) bytes.integer(magic == 53546 ? 24 : 0); // the bytes of the header; or a coefficient
    bytes.integer(0);
    return bytes.text;
}

void writeGaugeFiles(const fs::path& folder)
{
    const Lattice lattice({2, 2, 2, 2});
    int number = 0;
    for (const Group group : {Group::SU2, Group::SU3}) {
        const Links links = sampleField(group, lattice);
        for (const int bits : {32, 64})
            for (const std::string format : {"ildg", "nersc"}) {
                io::GaugeWriteOptions options = sampleOptions(format);
                options.bits = bits;
                options.logicalFileName = "lfn://seed";
                options.thirdRow = bits == 32;
                options.bigEndian = format == "ildg" || bits == 64;
                const std::string path = (folder / std::to_string(number++)).string();
                io::writeGaugeFile(path, group, lattice, options, sourceOf(group, links));
            }
        for (const io::FormatFacts& facts : io::formatFacts()) {
            if (!facts.written || (facts.group && *facts.group != group)) continue;
            io::GaugeWriteOptions options = sampleOptions(facts.key);
            options.bits = facts.inDouble ? 64 : 32;
            const std::string path = (folder / std::to_string(number++)).string();
            io::writeGaugeFile(path, group, lattice, options, sourceOf(group, links));
            save((folder / std::to_string(number++)).string(), packed(contents(path)));
            if (std::string_view(facts.key) == "milc") {
                const std::string links = contents(path).substr(96);
                for (const std::uint32_t magic : {59354u, 53546u, 0x71626434u})
                    save((folder / std::to_string(number++)).string(), oldMilc(magic) + links);
            }
        }
        // Without a word about what it holds.
        std::string data(16 * 4 * 16 * 8, '\0');
        save((folder / std::to_string(number++)).string(), limeRecord("ildg-binary-data", data));
        // A part of QIO's.
        save((folder / std::to_string(number++)).string(),
             limeRecord("scidac-sitelist", data.substr(0, 64)) + limeRecord("scidac-binary-data", data));
    }
    save((folder / std::to_string(number++)).string(), "tzyxd/xyzt/big/64/transposed");
}

void writeFermionFiles(const fs::path& folder)
{
    const Lattice lattice({2, 2, 2, 2});
    int number = 0;
    for (const Group group : {Group::SU2, Group::SU3})
        for (const FermionKind kind : {FermionKind::Wilson, FermionKind::Staggered}) {
            const FermionVector field(std::size_t(lattice.volume()) * std::size_t(fermionComponents(kind, group)), 0.5);
            io::writeFermions(
                (folder / std::to_string(number++)).string(),
                {.kind = kind,
                 .group = group,
                 .lattice = lattice,
                 .info = "a seed",
                 .records = {{io::FermionRole::Source, "b", field}, {io::FermionRole::Solution, "x", field}}});
        }
}

void writePropagators(const fs::path& folder)
{
    int number = 0;
    for (const io::FormatFacts& facts : io::propagatorFormatFacts())
        for (const FermionKind kind : {FermionKind::Wilson, FermionKind::Staggered}) {
            const std::string path = (folder / std::to_string(number++)).string();
            try {
                writeSample(path, sampleContent(kind, Group::SU3, Lattice({2, 2, 2, 2})),
                            {.format = facts.key, .bits = 32});
            } catch (const InputError&) { // other quarks than those of the format
                continue;
            }
            save((folder / std::to_string(number++)).string(), packed(contents(path)));
        }
}

void writeXml(const fs::path& folder)
{
    const std::string checksum =
        "<?xml version=\"1.0\"?>\n<scidacChecksum><suma>1f</suma><sumb>0x2</sumb></scidacChecksum>";
    save((folder / "plain").string(), ildgFormat({"4", "4", "4", "4"}) + '\0' + checksum);
    save((folder / "bomb").string(), ildgFormat({"&e9;", "4", "4", "4"}, entityBomb(10)) + '\0' + checksum);
    save((folder / "rich").string(),
         "<?xml version=\"1.0\" encoding=\"UTF-8\"?><!-- a --><x:ildgFormat xmlns:x='y'><![CDATA[z]]>"
         "<x:field> su2gauge </x:field><precision>&#51;2</precision></x:ildgFormat>");
}

void writeRunFiles(const fs::path& folder)
{
    RunConfig config;
    config.lattice.extents = {4, 4, 4, 8};
    config.action.beta = 6;
    save((folder / "defaults").string(), toToml(config));
    save((folder / "quickstart").string(), contents(GAUGEGL_SOURCE_DIR "/demos/runs/quickstart.toml"));
    save((folder / "hmc").string(), contents(GAUGEGL_SOURCE_DIR "/demos/runs/wilson-nf2.toml"));
    save((folder / "nested").string(), "lattice = {extents = \"4x4x4x4\", group = \"SU(2)\"}\naction.beta = 2.4e0\n"
                                       "a.b.'c' = [[1, 0x2], {d = '''x'''}, 1979-05-27T07:32:00Z]\n[[e]]\n");
}

void writeCheckpoints(const fs::path& folder)
{
    RunConfig config;
    config.lattice.extents = {4, 4, 4, 8};
    config.action.beta = 6;
    CheckpointWriter whole((folder / "whole").string(), config, {"a driver", "another"});
    whole.add("history", std::vector<double>{1, 2, 3});
    whole.commit();
    const std::string head = "format = 1\nprogram = \"gaugegl\"\nbyte_order = \"little\"\ndrivers = [\"a\", \"b\"]\n";
    save((folder / "texts").string(), head + '\0' + toToml(config));
}

void writeRecords(const fs::path& folder)
{
    measure::Records records{.layout = {.measurement = "sample",
                                        .axes = {{.name = "t", .unit = "a^2", .points = {0, 0.1}},
                                                 {.name = "meson", .labels = {"pion", "rho"}}},
                                        .arrays = {{"C", {"meson", "t"}, "a^-3"}, {"Q"}}}};
    records.all.push_back({.sweep = 4, .arrays = {{1, 2, 3, 4}, {0.5}}});
    records.all.push_back({.sweep = 8, .arrays = {{5, 6, 7, 8}, {-1e300}}});
    const measure::RecordFile file((folder / "two").string(), records);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc != 2) {
        std::fprintf(stderr, "usage: fuzz_seeds DIRECTORY\n");
        return 2;
    }
    const fs::path root = argv[1];
    const auto write = [&root](const char* target, void (*writer)(const fs::path&)) {
        fs::create_directories(root / target);
        writer(root / target);
    };
    write("gauge_file", writeGaugeFiles);
    write("fermion_file", writeFermionFiles);
    write("propagator_file", writePropagators);
    write("ildg_xml", writeXml);
    write("run_config", writeRunFiles);
    write("checkpoint", writeCheckpoints);
    write("record_file", writeRecords);
    return 0;
}
