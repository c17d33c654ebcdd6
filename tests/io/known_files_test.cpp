// Files that our writer did not make.  Those in tests/data come from a separate script that draws links, writes the
// bytes and measures; the others, written by well-known programs, lie in the folder GAUGEGL_TEST_DATA.
#include "gaugegl/io/gauge_file.h"

#include "io/sample_field.h"

#include <cctype>
#include <ostream>

namespace gaugegl::io::test {

namespace {

/// The observables of CONVENTIONS.md.
struct Observables {
    double plaquette = 0;
    double linkTrace = 0;
    Complex polyakov = 0;
};

class Field {
public:
    Field(const GaugeFileHeader& header, const Links& links)
        : lattice_(header.lattice), n_(static_cast<std::size_t>(colours(header.group))), links_(links)
    {}

    Observables observables() const
    {
        Observables sum;
        for (std::int64_t site = 0; site < lattice_.volume(); ++site) {
            const Coordinates x = lattice_.coordinates(site);
            for (int mu = 0; mu < 4; ++mu) {
                sum.linkTrace += trace(link(x, mu)).real();
                for (int nu = mu + 1; nu < 4; ++nu)
                    sum.plaquette += plaquette(x, mu, nu);
            }
            if (x[3] == 0) sum.polyakov += trace(timeLine(x));
        }
        const auto volume = static_cast<double>(lattice_.volume());
        return {sum.plaquette / (6 * volume), sum.linkTrace / (4 * volume),
                sum.polyakov / static_cast<double>(lattice_.spatialVolume())};
    }

private:
    Links link(const Coordinates& x, int mu) const
    {
        const auto first = links_.begin() + (4 * lattice_.index(x) + mu) * static_cast<std::ptrdiff_t>(n_ * n_);
        return {first, first + static_cast<std::ptrdiff_t>(n_ * n_)};
    }

    Links mul(const Links& a, const Links& b) const
    {
        Links c(n_ * n_);
        for (std::size_t i = 0; i < n_; ++i)
            for (std::size_t j = 0; j < n_; ++j)
                for (std::size_t k = 0; k < n_; ++k)
                    c[i * n_ + j] += a[i * n_ + k] * b[k * n_ + j];
        return c;
    }

    /// (1/N) tr.
    Complex trace(const Links& a) const
    {
        Complex sum = 0;
        for (std::size_t i = 0; i < n_; ++i)
            sum += a[i * n_ + i];
        return sum / static_cast<double>(n_);
    }

    /// (1/N) Re tr of U_mu(x) U_nu(x+mu) (U_nu(x) U_mu(x+nu))^dagger.
    double plaquette(const Coordinates& x, int mu, int nu) const
    {
        const Links a = mul(link(x, mu), link(lattice_.shifted(x, mu, 1), nu));
        const Links b = mul(link(x, nu), link(lattice_.shifted(x, nu, 1), mu));
        double sum = 0;
        for (std::size_t i = 0; i < a.size(); ++i)
            sum += (a[i] * std::conj(b[i])).real();
        return sum / static_cast<double>(n_);
    }

    Links timeLine(Coordinates x) const
    {
        Links line = link(x, 3);
        for (x[3] = 1; x[3] < lattice_.extent(3); ++x[3])
            line = mul(line, link(x, 3));
        return line;
    }

    Lattice lattice_;
    std::size_t n_;
    const Links& links_;
};

struct KnownFile {
    const char* name;
    const char* format;
    Group group;
    const char* lattice;
    int bits;
    int rows;
    bool hasChecksum;
    bool needsHints;
    Observables known;
};

/// Names the case in the output of the tests.
void PrintTo(const KnownFile& file, std::ostream* out) { *out << file.name; }

std::string testName(const testing::TestParamInfo<KnownFile>& file)
{
    std::string letters = file.param.name;
    for (char& c : letters)
        if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    return letters;
}

void expectKnown(const std::string& path, const KnownFile& known)
{
    const Lattice lattice = Lattice::parse(known.lattice);
    const GaugeFileHints hints = known.needsHints ? GaugeFileHints{known.group, lattice} : GaugeFileHints{};

    const auto reader = openGaugeFile(path, hints);
    const GaugeFileHeader& header = reader->header();
    const Links links = readAll(*reader);
    const Observables found = Field(header, links).observables();

    EXPECT_EQ(header.format, known.format);
    EXPECT_EQ(header.group, known.group);
    EXPECT_EQ(header.lattice, lattice);
    EXPECT_EQ(header.bits, known.bits);
    EXPECT_EQ(header.rows, known.rows);
    EXPECT_EQ(!header.checksum.empty(), known.hasChecksum);
    const double digits = 1e-9; // link traces are listed with nine digits
    EXPECT_NEAR(found.plaquette, known.known.plaquette, 1e-11);
    EXPECT_NEAR(found.linkTrace, known.known.linkTrace, digits);
    EXPECT_LE(std::abs(found.polyakov - known.known.polyakov), 1e-12);
    EXPECT_NEAR(header.plaquette.value_or(StatedNumber{found.plaquette}).value, found.plaquette, digits);
    EXPECT_NEAR(header.linkTrace.value_or(StatedNumber{found.linkTrace}).value, found.linkTrace, digits);
    EXPECT_TRUE(header.warnings.empty());
}

class OwnFile : public testing::TestWithParam<KnownFile> {};

TEST_P(OwnFile, HasTheObservablesThatTheScriptMeasured)
{
    expectKnown(std::string(GAUGEGL_SOURCE_DIR) + "/tests/data/" + GetParam().name, GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    All, OwnFile,
    testing::Values(
        KnownFile{"su3_4x2x2x6_f32.ildg",
                  "ILDG",
                  Group::SU3,
                  "4x2x2x6",
                  32,
                  3,
                  true,
                  false,
                  {0.014782924786026518, -0.0034951035284696737, {-0.016308220884282586, 0.03252648754559978}}},
        KnownFile{"su2_2x4x2x6_f64.nersc",
                  "NERSC",
                  Group::SU2,
                  "2x4x2x6",
                  64,
                  2,
                  true,
                  false,
                  {-0.0018778612276792994, 0.03284133304784476, {0.1933983716191523, 0}}}),
    testName);

class RealFile : public testing::TestWithParam<KnownFile> {};

TEST_P(RealFile, HasThePublishedObservables)
{
    const char* folder = std::getenv("GAUGEGL_TEST_DATA");
    if (folder == nullptr) GTEST_SKIP() << "set GAUGEGL_TEST_DATA to the folder of configurations by other programs";

    expectKnown(std::string(folder) + "/" + GetParam().name, GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    All, RealFile,
    testing::Values(KnownFile{"cl2qcd_conf.00200.ildg",
                              "ILDG",
                              Group::SU3,
                              "4x4x4x4",
                              64,
                              3,
                              true,
                              false,
                              {0.571077111695, -0.004703155, {-0.113496721236369, 0.228282435668552}}},
                    KnownFile{"milc_lat.sample.l4444.ildg",
                              "ILDG",
                              Group::SU3,
                              "4x4x4x4",
                              32,
                              3,
                              true,
                              false,
                              {0.594850158947, 0.646758737, {0.431230359612835, -0.000817755197328}}},
                    KnownFile{"gaugefieldsjl_su2_4444.ildg",
                              "ILDG",
                              Group::SU2,
                              "4x4x4x4",
                              64,
                              2,
                              false,
                              true,
                              {0.668474886836, 0.020399079, {0.350497650372164, 0}}},
                    KnownFile{"chroma_t_nersc.cfg",
                              "NERSC",
                              Group::SU3,
                              "4x4x4x4",
                              32,
                              2,
                              true,
                              false,
                              {0.038242289324, 0.463032210, {0.042281153021674, -0.026516042747815}}},
                    KnownFile{"fermiqcd_demo.nersc",
                              "NERSC",
                              Group::SU3,
                              "8x8x8x4",
                              32,
                              2,
                              true,
                              false,
                              {0.480474086393, -0.002447781, {0.040731925033784, 0.003072025222928}}},
                    KnownFile{"glu_lat.400.nersc",
                              "NERSC",
                              Group::SU3,
                              "4x4x4x8",
                              64,
                              2,
                              true,
                              false,
                              {0.598545559083, -0.000774185, {0.036873994367830, -0.015474745160249}}},
                    KnownFile{"su2_b2.4_8x8x8x8.ildg",
                              "ILDG",
                              Group::SU2,
                              "8x8x8x8",
                              64,
                              2,
                              true,
                              false,
                              {0.634120862891, -0.000454294, {0.032309816166113, 0}}},
                    KnownFile{"su3_b6.0_8x8x8x16.ildg",
                              "ILDG",
                              Group::SU3,
                              "8x8x8x16",
                              64,
                              3,
                              true,
                              false,
                              {0.594625782236, -0.001080692, {0.004303025868449, 0.004076441076953}}}),
    testName);

TEST(StatedActions, OfOtherProgramsAreReadOrUnknown)
{
    const char* folder = std::getenv("GAUGEGL_TEST_DATA");
    if (folder == nullptr) GTEST_SKIP() << "set GAUGEGL_TEST_DATA to the folder of configurations by other programs";
    const auto expectStated = [&](const char* name, std::optional<double> beta, std::optional<double> c1) {
        const StatedAction action = openGaugeFile(std::string(folder) + "/" + name)->header().action;
        EXPECT_EQ(action.beta, beta) << name;
        EXPECT_EQ(action.c1, c1) << name;
    };

    expectStated("cl2qcd_conf.00200.ildg", 5.69, 0); // xlf-info with beta and c2_rec
    expectStated("su2_b2.4_8x8x8x8.ildg", 2.4, 0);
    expectStated("fermiqcd_demo.nersc", 5.25, std::nullopt); // BETA
    expectStated("glu_lat.400.nersc", std::nullopt, std::nullopt);
    expectStated("milc_lat.sample.l4444.ildg", std::nullopt, std::nullopt); // gauge.beta11, with other loops
}

} // namespace
} // namespace gaugegl::io::test
