#include "checks/fermion_checks.h"
#include "fields/fermion_bundle.h"

namespace gaugegl {
namespace {

using Complex = std::complex<double>;

/// a x + b y.
HalfVector sumOf(const Complex& a, const HalfVector& x, const Complex& b, const HalfVector& y)
{
    HalfVector sum(x.size());
    for (std::size_t i = 0; i < sum.size(); ++i)
        sum[i] = a * x[i] + b * y[i];
    return sum;
}

Complex dotOf(const HalfVector& x, const HalfVector& y)
{
    Complex sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
        sum += std::conj(x[i]) * y[i];
    return sum;
}

/// Linear algebra in one format; what a field holds after rounding is what the host computes with.
class LinearVerifier {
public:
    LinearVerifier(FermionChecks& checks, FermionKind kind, FieldFormat format)
        : checks_(checks), kind_(kind), format_(format), space_(checks.space(kind, format)), x_(random(7)),
          y_(random(8)), p_(random(9)), hostX_(downloaded(x_)), hostY_(downloaded(y_)), hostP_(downloaded(p_)),
          one_(numberOne(x_)), c_(dot(x_, y_) / norm2OfX()), hostC_(value(c_))
    {}

    void run()
    {
        checkProducts();
        checkCombinations();
        checkUpdate();
        checkZero();
    }

private:
    FermionField random(std::uint64_t seed) const
    {
        return uploaded(space_, randomHalf(checks_.lattice, kind_, checks_.group, 0, seed));
    }
    DeviceComplex norm2OfX() const { return dot(x_, x_); }
    void report(const std::string& what, const Worst& worst)
    {
        checks_.report(checkName(kind_, what, format_), worst, checks_.tolerance(format_));
    }

    void checkProducts()
    {
        Worst worst;
        const double sizes = std::sqrt(norm2(hostX_) * norm2(hostY_));
        worst.add(std::abs(value(dot(x_, y_)) - dotOf(hostX_, hostY_)) / sizes);
        worst.add(std::abs(value(norm2(y_)) / norm2(hostY_) - 1));
        report("dot", worst);
    }

    template<class Operation>
    FermionField changed(const Operation& operation) const
    {
        FermionField y = y_;
        operation(y);
        return y;
    }

    void checkCombinations()
    {
        const DeviceReal half = 0.5 * one_;
        Worst sums, norms, others;
        const auto compare = [](Worst& worst, const FermionField& found, const HalfVector& expected) {
            worst.add(deviation(downloaded(found), expected));
        };
        const HalfVector real = sumOf(0.5, hostX_, 1, hostY_), complex = sumOf(hostC_, hostX_, 1, hostY_);
        compare(sums, changed([&](FermionField& y) { axpy(half, x_, y); }), real);
        compare(sums, changed([&](FermionField& y) { axpy(c_, x_, y); }), complex);
        report("axpy", sums);

        double realNorm2 = 0, complexNorm2 = 0;
        compare(norms, changed([&](FermionField& y) { realNorm2 = value(axpyNorm2(half, x_, y)); }), real);
        compare(norms, changed([&](FermionField& y) { complexNorm2 = value(axpyNorm2(c_, x_, y)); }), complex);
        norms.add(std::abs(realNorm2 / norm2(real) - 1));
        norms.add(std::abs(complexNorm2 / norm2(complex) - 1));
        report("axpy-norm", norms);

        compare(others, changed([&](FermionField& y) { xpay(x_, half, y); }), sumOf(1, hostX_, 0.5, hostY_));
        compare(others, changed([&](FermionField& y) { xpay(x_, c_, y); }), sumOf(1, hostX_, hostC_, hostY_));
        report("xpay", others);
    }

    void checkUpdate()
    {
        FermionField solution = y_, direction = p_;
        updateSolutionAndDirection(solution, direction, x_, 0.5 * one_, -0.25 * one_);
        Worst worst;
        worst.add(deviation(downloaded(solution), sumOf(1, hostY_, 0.5, hostP_)));
        worst.add(deviation(downloaded(direction), sumOf(1, hostX_, -0.25, hostP_)));
        report("update", worst);
    }

    void checkZero()
    {
        Worst worst;
        worst.add(norm2(downloaded(zeroLike(x_))));
        checks_.report(checkName(kind_, "zero", format_), worst, 0);
    }

    FermionChecks& checks_;
    FermionKind kind_;
    FieldFormat format_;
    std::shared_ptr<FermionSpace> space_;
    FermionField x_, y_, p_;
    HalfVector hostX_, hostY_, hostP_;
    DeviceReal one_;
    DeviceComplex c_;
    Complex hostC_;
};

/// From numbers of the device's precision to 16 bits and back, and 16 bits added to them.
void checkConversions(FermionChecks& checks, FermionKind kind, FieldFormat format)
{
    const HalfVector x = randomHalf(checks.lattice, kind, checks.group, 0, 7),
                     y = randomHalf(checks.lattice, kind, checks.group, 0, 8);
    const auto reals = checks.space(kind);
    FermionField small(checks.space(kind, format)), back(reals), sum = uploaded(reals, y);
    convert(small, uploaded(reals, x), 0.5);
    convert(back, small, 4);
    addConverted(sum, small, 3);
    Worst worst;
    worst.add(deviation(downloaded(back), sumOf(2, x, 0, x)));
    worst.add(deviation(downloaded(sum), sumOf(1.5, x, 1, y)));
    checks.report(checkName(kind, "convert", format), worst, checks.tolerance(format));
}

/// Several vectors, each with its own numbers, while one of them is not in use and so stays as it is.
void checkBundles(FermionChecks& checks, FermionKind kind)
{
    constexpr int vectors = 3, ended = 1;
    const auto inUse = std::make_shared<VectorSet>(VectorSet::first(vectors));
    const auto space = FermionSpace::create(
        checks.device,
        {.lattice = checks.lattice, .group = checks.group, .kind = kind, .slices = vectors, .vectors = vectors});
    std::array<std::vector<HalfVector>, 3> host;
    std::vector<FermionBundle> bundles;
    for (std::size_t k = 0; k < host.size(); ++k) {
        for (int v = 0; v < vectors; ++v)
            host[k].push_back(randomHalf(checks.lattice, kind, checks.group, 0, 3 * k + std::uint64_t(v)));
        bundles.emplace_back(space, inUse);
        upload(bundles.back(), host[k]);
    }
    const FermionBundle& x = bundles[0];
    const DeviceReal a = Factors{0.5, -1, 2} * (norm2(x) / norm2(x)), b = norm2(bundles[1]) / norm2(x);
    const Factors hostA = values(a), hostB = values(b);
    VectorSet left = *inUse;
    left.remove(ended);
    x.use(left);

    Worst worst;
    const auto compare = [&](const FermionBundle& found, const std::vector<HalfVector>& before, const auto& expected) {
        const std::vector<HalfVector> all = downloadVectors(found);
        for (std::size_t v = 0; v < all.size(); ++v)
            worst.add(deviation(all[v], left.has(int(v)) ? expected(v) : before[v]));
    };
    FermionBundle y = bundles[1], sum = bundles[1], solution = bundles[1], direction = bundles[2];
    const Factors norms2 = values(axpyNorm2(a, x, y));
    compare(y, host[1], [&](std::size_t v) { return sumOf(hostA[v], host[0][v], 1, host[1][v]); });
    left.forEach([&](int v) {
        const auto i = std::size_t(v);
        worst.add(std::abs(norms2[i] / norm2(sumOf(hostA[i], host[0][i], 1, host[1][i])) - 1));
    });
    xpay(x, b, sum);
    compare(sum, host[1], [&](std::size_t v) { return sumOf(1, host[0][v], hostB[v], host[1][v]); });
    updateSolutionAndDirection(solution, direction, x, a, b);
    compare(solution, host[1], [&](std::size_t v) { return sumOf(1, host[1][v], hostA[v], host[2][v]); });
    compare(direction, host[2], [&](std::size_t v) { return sumOf(1, host[0][v], hostB[v], host[2][v]); });
    checks.report(checkName(kind, "update-rhs3"), worst, checks.tolerance());
}

void checkNumbers(FermionChecks& checks)
{
    const auto space = checks.space(FermionKind::Wilson);
    const auto random = [&](std::uint64_t seed) {
        return uploaded(space, randomHalf(checks.lattice, FermionKind::Wilson, checks.group, 0, seed));
    };
    const FermionField x = random(7), y = random(8), z = random(9);
    const DeviceReal a = norm2(x), b = -2.5 * norm2(y);
    const DeviceComplex c = dot(x, y), d = 0.5 * dot(y, z);
    const double u = value(a), v = value(b);
    const Complex p = value(c), q = value(d);

    const auto compare = [&](const char* name, const auto& found, const auto& expected) {
        Worst worst;
        worst.add(std::abs(found - expected) / std::abs(expected));
        checks.report(name, worst, checks.tolerance());
    };
    compare("number-sum", value(a + b), u + v);
    compare("number-difference", value(a - b), u - v);
    compare("number-product", value(a * b), u * v);
    compare("number-quotient", value(a / b), u / v);
    compare("number-sum-complex", value(c + d), p + q);
    compare("number-difference-complex", value(c - d), p - q);
    compare("number-product-complex", value(c * d), p * q);
    compare("number-quotient-complex", value(c / d), p / q);
    compare("number-real-part", value(realPart(d)), q.real());

    // Two steps of three systems, and their fields, as on the host.
    const std::vector<double> distances = {0.5, 2, 7};
    DeviceShiftNumbers numbers(x.space(), distances, 1);
    std::vector<FermionField> solutions(distances.size(), x);
    DeviceShiftFields fields(x, {&solutions[0], &solutions[1], &solutions[2]});
    const DeviceReal curvature = norm2(z), after = 0.3 * norm2(y);
    const double r2 = value(a), c2 = value(curvature), n2 = value(after), alpha = r2 / c2, beta = n2 / r2;
    numbers.step({a, curvature, after});
    fields.update(y, numbers);
    fields.leave(2);
    numbers.step({a, curvature, after});
    fields.update(z, numbers);
    fields.end();
    numbers.post(1);
    const auto seen = numbers.next(1);
    Worst ofNumbers, ofFields;
    ofNumbers.add(std::abs(seen->ofStep / n2 - 1));
    ofNumbers.add(std::abs(seen->curvature / c2 - 1));
    const HalfVector hostX = downloaded(x), hostY = downloaded(y);
    for (std::size_t i = 0; i < distances.size(); ++i) {
        const double z1 = 1 / (1 + distances[i] * alpha);
        const double z2 = 1 / (1 + distances[i] * alpha + beta * (1 - z1)), zeta = z1 * z2;
        ofNumbers.add(std::abs(seen->residual2[i] / (zeta * zeta * n2) - 1));
        const HalfVector direction = sumOf(1, hostY, beta * z1, hostX);
        const double more = i == 2 ? 0 : alpha * zeta;
        ofFields.add(deviation(downloaded(solutions[i]), sumOf(alpha * z1, hostX, more, direction)));
    }
    checks.report("shifts", ofNumbers, checks.tolerance());
    checks.report("shifts-update", ofFields, checks.tolerance());
}

} // namespace

void verifyLinearAlgebra(FermionChecks& checks, FermionKind kind)
{
    for (const FieldFormat format : checks.formats()) {
        checks.makeOf(format, 6, [&] { LinearVerifier(checks, kind, format).run(); });
        if (format != FieldFormat::Real) checks.makeOf(format, 1, [&] { checkConversions(checks, kind, format); });
    }
    checks.list.make(1, [&] { checkBundles(checks, kind); });
}

void verifyNumbers(FermionChecks& checks)
{
    checks.list.make(11, [&] { checkNumbers(checks); });
}

} // namespace gaugegl
