#include "chain/mode_file.h"

#include "gaugegl/base/error.h"
#include "gaugegl/io/checksums.h"
#include "gaugegl/io/fermion_file.h"
#include "report/json.h"
#include "report/json_integer.h"

#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace gaugegl {
namespace {

using ModeJson = nlohmann::json;

std::string textOf(const BoundaryPhases& boundary)
{
    const auto& t = boundary.theta;
    return fmt::format("{},{},{},{}{}", t[0], t[1], t[2], t[3], boundary.spread ? ":spread" : "");
}

/// Tells configurations apart: the checksum of the numbers of the links, in the order of the whole lattice; collective.
std::string checksumOf(const HostGaugeField& links, const SharedLattice& shared)
{
    const Lattice whole = shared.lattice().whole();
    const std::size_t each = links.links.size() / std::size_t(links.lattice.volume());
    io::ScidacChecksum sum;
    for (std::int64_t site = 0; site < links.lattice.volume(); ++site)
        sum.add(whole.index(shared.wholeCoordinates(links.lattice.coordinates(site))),
                std::as_bytes(std::span(links.links).subspan(std::size_t(site) * each, each)));
    if (!shared.lattice().isShared()) return name(sum);
    io::ScidacChecksum all;
    for (const auto& message : shared.ranks().gather(std::as_bytes(std::span(&sum, 1)))) {
        io::ScidacChecksum one;
        std::memcpy(&one, message.data(), sizeof one);
        all.add(one);
    }
    return name(all);
}

ModeJson headOf(const LowModes& modes, const std::string& checksum)
{
    const DiracParameters& dirac = modes.of.dirac;
    return {{"modes", 1},
            {"operator", choiceName(modes.of.type)},
            {"kappa", dirac.kappa},
            {"mu", dirac.mu},
            {"mass", dirac.mass},
            {"clover", dirac.clover},
            {"rho", dirac.stout.rho},
            {"steps", dirac.stout.steps},
            {"boundary", textOf(dirac.boundary)},
            {"links", checksum},
            {"overlap_rho", dirac.rho},
            {"sign_modes", dirac.signModes},
            {"lambda_min", dirac.lambdaMin},
            {"lambda_max", dirac.lambdaMax},
            {"norm", modes.norm}};
}

[[noreturn]] void fail(const std::string& path, const std::string& what) { throw FileError(path, what); }

/// The matrix, from the text of the file.
SpectralParameters matrixIn(const ModeJson& head)
{
    SpectralParameters of{parseChoice<SpectralType>(head.at("operator").get<std::string>()), {}};
    DiracParameters& dirac = of.dirac;
    dirac.type = traits(of.type).dirac;
    head.at("kappa").get_to(dirac.kappa);
    head.at("mu").get_to(dirac.mu);
    head.at("mass").get_to(dirac.mass);
    head.at("clover").get_to(dirac.clover);
    head.at("rho").get_to(dirac.stout.rho);
    dirac.stout.steps = report::integerIn(head.at("steps"));
    dirac.rho = head.value("overlap_rho", rhoNumber.standard); // which older files lack
    dirac.signModes = head.value("sign_modes", signModesNumber.standard);
    dirac.lambdaMin = head.value("lambda_min", lambdaMinNumber.standard);
    dirac.lambdaMax = head.value("lambda_max", lambdaMaxNumber.standard);
    dirac.boundary = BoundaryPhases::parse(head.at("boundary").get<std::string>());
    validate(of);
    return of;
}

/// A file of holes or zeros can be as long as it likes.
void requireUnitVector(const std::string& path, const io::FermionRecord& mode)
{
    double norm2 = 0;
    for (const std::complex<double>& number : mode.field)
        norm2 += std::norm(number);
    constexpr double tolerance = 1e-3;
    if (!(std::abs(norm2 - 1) <= tolerance))
        fail(path, fmt::format("holds a vector whose norm is {:.6g}, but modes have norm 1", std::sqrt(norm2)));
}

/// The numbers of this rank's sites.
FermionVector partOf(const FermionVector& whole, const SharedLattice& shared)
{
    if (!shared.lattice().isShared()) return whole;
    const Lattice all = shared.lattice().whole(), local = shared.local();
    const std::size_t each = whole.size() / std::size_t(all.volume());
    FermionVector own(std::size_t(local.volume()) * each);
    for (std::int64_t site = 0; site < local.volume(); ++site) {
        const auto from = std::size_t(all.index(shared.wholeCoordinates(local.coordinates(site)))) * each;
        std::copy_n(whole.begin() + std::ptrdiff_t(from), each, own.begin() + site * std::ptrdiff_t(each));
    }
    return own;
}

} // namespace

void writeModes(const std::string& path, const LowModes& modes, const HostGaugeField& links,
                const SharedLattice& shared)
{
    io::FermionFile file{.kind = modes.of.dirac.kind(),
                         .group = links.group,
                         .lattice = shared.lattice().whole(),
                         .info = headOf(modes, checksumOf(links, shared)).dump(),
                         .records = {}};
    const std::size_t rowCount = std::size_t(shared.local().extent(2)) * std::size_t(shared.local().extent(3));
    std::vector<RowsForFirstRank<std::complex<double>>> rows;
    for (std::size_t k = 0; k < modes.vectors.size(); ++k) {
        ModeJson info = {{"eigenvalue", modes.eigenvalues[k]}, {"residual", modes.residuals[k]}};
        if (!modes.chiralities.empty()) info["chirality"] = modes.chiralities[k];
        if (!modes.imaginary.empty()) info["imaginary"] = modes.imaginary[k];
        file.records.push_back({io::FermionRole::Solution, info.dump(), {}});
        rows.emplace_back(shared, modes.vectors[k], modes.vectors[k].size() / rowCount);
    }
    if (shared.ranks().rank() == 0)
        io::writeFermions(path, file, [&](const io::FermionRecord& record) {
            return rows[std::size_t(&record - file.records.data())].next();
        });
    shared.ranks().barrier(); // the file is there
}

LowModes readModes(const std::string& path, const HostGaugeField& links, const SharedLattice& shared)
{
    ModeJson head;
    const Lattice whole = shared.lattice().whole();
    const auto checkFile = [&](const io::FermionFile& file) {
        head = report::parsedJson<ModeJson>(file.info);
        if (!head.is_object() || head.value("modes", ModeJson()) != 1)
            fail(path, "is a file of fermion fields, but not of low modes such as `gaugegl eigen --vectors` writes");
        if (file.group != links.group || file.lattice != whole)
            fail(path, fmt::format("holds modes of {} on {}, but the configuration is one of {} on {}",
                                   name(file.group), file.lattice.name(), name(links.group), whole.name()));
    };
    const io::FermionFile file =
        io::readFermions(path, {checkFile, [&](const io::FermionRecord& record) { requireUnitVector(path, record); }});
    const std::string checksum = checksumOf(links, shared);
    LowModes modes;
    try {
        if (const auto stated = head.at("links").get<std::string>(); stated != checksum)
            fail(path, fmt::format("holds the modes of another configuration: the checksum of its links is {}, that of "
                                   "these {}",
                                   stated, checksum));
        modes.of = matrixIn(head);
        head.at("norm").get_to(modes.norm);
        for (const io::FermionRecord& record : file.records) {
            const ModeJson info = report::parsedJson<ModeJson>(record.info);
            modes.eigenvalues.push_back(info.at("eigenvalue").get<double>());
            modes.residuals.push_back(info.at("residual").get<double>());
            if (info.contains("imaginary")) modes.imaginary.push_back(info.at("imaginary").get<double>());
            if (info.contains("chirality")) modes.chiralities.push_back(info.at("chirality").get<double>());
            modes.vectors.push_back(partOf(record.field, shared));
        }
    } catch (const ModeJson::exception& error) {
        fail(path, fmt::format("the text about its modes is damaged: {}", error.what()));
    } catch (const FileError&) {
        throw;
    } catch (const InputError& error) {
        fail(path, fmt::format("the text about its modes is damaged: {}", error.what()));
    }
    if (spins(modes.of.dirac.kind()) != spins(file.kind) ||
        (!modes.chiralities.empty() && modes.chiralities.size() != modes.vectors.size()) ||
        (!modes.imaginary.empty() && modes.imaginary.size() != modes.vectors.size()))
        fail(path, "the text about its modes does not belong to its fields");
    modes.status = SolverStatus::Converged;
    modes.converged = int(modes.vectors.size());
    return modes;
}

void requireModesFor(const std::string& path, const LowModes& modes, const DiracParameters& dirac)
{
    const SpectralTraits& of = traits(modes.of.type);
    const std::string expected = choiceName<DiracType>(dirac.type);
    if (of.wholeLattice || of.name != expected)
        fail(path,
             fmt::format("holds modes of {}; a solve with the operator {} is deflated with those of `gaugegl eigen "
                         "--operator {}`",
                         of.name, expected, expected));
    DiracParameters own = modes.of.dirac;
    if (traits(own.type).has(massNumber)) own.mass = dirac.mass; // serves all masses
    const auto text = [](const DiracParameters& quark) {
        return fmt::format("{}, boundary {}", describe(quark), textOf(quark.boundary));
    };
    if (text(own) != text(dirac))
        fail(path, fmt::format("holds modes of {}, but the operator is {}", text(own), text(dirac)));
}

} // namespace gaugegl
