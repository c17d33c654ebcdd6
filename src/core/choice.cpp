#include "gaugegl/core/choice.h"

#include "gaugegl/core/dirac_parameters.h"
#include "gaugegl/core/gauge_fixing.h"
#include "gaugegl/core/hmc.h"
#include "gaugegl/core/run_config.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <span>

namespace gaugegl {
namespace {

template<class Choice>
struct Named {
    Choice value;
    const char* text;
};

/// The table of each choice: its values and texts.
template<class Choice>
std::span<const Named<Choice>> table();

template<>
std::span<const Named<ActionType>> table()
{
    static constexpr std::array<Named<ActionType>, 5> all = {{{ActionType::Wilson, "wilson"},
                                                              {ActionType::Symanzik, "symanzik"},
                                                              {ActionType::Iwasaki, "iwasaki"},
                                                              {ActionType::Dbw2, "dbw2"},
                                                              {ActionType::Custom, "custom"}}};
    return all;
}

template<>
std::span<const Named<Start>> table()
{
    static constexpr std::array<Named<Start>, 3> all = {
        {{Start::Hot, "hot"}, {Start::Cold, "cold"}, {Start::File, "file"}}};
    return all;
}

template<>
std::span<const Named<Observable>> table()
{
    static constexpr std::array<Named<Observable>, 3> all = {{{Observable::Plaquette, "plaquette"},
                                                              {Observable::PolyakovLoop, "polyakov_loop"},
                                                              {Observable::Rectangle, "rectangle"}}};
    return all;
}

template<>
std::span<const Named<FileFormat>> table()
{
    static constexpr std::array<Named<FileFormat>, 2> all = {
        {{FileFormat::Ildg, "ildg"}, {FileFormat::Nersc, "nersc"}}};
    return all;
}

template<>
std::span<const Named<GeneratorType>> table()
{
    static constexpr std::array<Named<GeneratorType>, 3> all = {
        {{GeneratorType::Philox, "philox"}, {GeneratorType::Ranlux, "ranlux"}, {GeneratorType::Lcg, "lcg"}}};
    return all;
}

template<>
std::span<const Named<HeatBathChoice>> table()
{
    static constexpr std::array<Named<HeatBathChoice>, 3> all = {
        {{std::nullopt, "auto"},
         {HeatBathAlgorithm::KennedyPendleton, "kennedy-pendleton"},
         {HeatBathAlgorithm::Creutz, "creutz"}}};
    return all;
}

template<>
std::span<const Named<PathChoice>> table()
{
    static constexpr std::array<Named<PathChoice>, 3> all = {
        {{std::nullopt, "auto"}, {Path::Fragment, "fragment"}, {Path::Compute, "compute"}}};
    return all;
}

template<>
std::span<const Named<Precision>> table()
{
    static constexpr std::array<Named<Precision>, 2> all = {
        {{Precision::Single, "single"}, {Precision::Double, "double"}}};
    return all;
}

template<>
std::span<const Named<Storage>> table()
{
    static constexpr std::array<Named<Storage>, 2> all = {{{Storage::Texture, "texture"}, {Storage::Buffer, "buffer"}}};
    return all;
}

template<>
std::span<const Named<DiracType>> table()
{
    static constexpr std::array<Named<DiracType>, 3> all = {
        {{DiracType::Wilson, "wilson"}, {DiracType::TwistedMass, "twisted-mass"}, {DiracType::Staggered, "staggered"}}};
    return all;
}

template<>
std::span<const Named<SolverType>> table()
{
    static constexpr std::array<Named<SolverType>, 3> all = {
        {{SolverType::Cg, "cg"}, {SolverType::BiCgStab, "bicgstab"}, {SolverType::MultiShift, "multishift"}}};
    return all;
}

template<>
std::span<const Named<SolverPrecision>> table()
{
    static constexpr std::array<Named<SolverPrecision>, 4> all = {{{SolverPrecision::Single, "single"},
                                                                   {SolverPrecision::Double, "double"},
                                                                   {SolverPrecision::Mixed, "mixed"},
                                                                   {SolverPrecision::Mixed16, "mixed16"}}};
    return all;
}

template<>
std::span<const Named<Gauge>> table()
{
    static constexpr std::array<Named<Gauge>, 4> all = {{{Gauge::Landau, "landau"},
                                                         {Gauge::Coulomb, "coulomb"},
                                                         {Gauge::MaximallyAbelian, "mag"},
                                                         {Gauge::Centre, "centre"}}};
    return all;
}

template<>
std::span<const Named<FixingMethod>> table()
{
    static constexpr std::array<Named<FixingMethod>, 4> all = {{{FixingMethod::Relaxation, "relax"},
                                                                {FixingMethod::Overrelaxation, "or"},
                                                                {FixingMethod::StochasticRelaxation, "sr"},
                                                                {FixingMethod::Annealing, "sa"}}};
    return all;
}

template<>
std::span<const Named<PowerOrder>> table()
{
    static constexpr std::array<Named<PowerOrder>, 3> all = {
        {{PowerOrder::First, "first"}, {PowerOrder::Second, "second"}, {PowerOrder::Exact, "exact"}}};
    return all;
}

template<>
std::span<const Named<FixingGranularity>> table()
{
    static constexpr std::array<Named<FixingGranularity>, 3> all = {{{FixingGranularity::Auto, "auto"},
                                                                     {FixingGranularity::OneThread, "1"},
                                                                     {FixingGranularity::EightThreads, "8"}}};
    return all;
}

template<>
std::span<const Named<FixingPrecision>> table()
{
    static constexpr std::array<Named<FixingPrecision>, 3> all = {
        {{FixingPrecision::Single, "single"}, {FixingPrecision::Double, "double"}, {FixingPrecision::Mixed, "mixed"}}};
    return all;
}

template<>
std::span<const Named<Integrator>> table()
{
    static constexpr std::array<Named<Integrator>, 3> all = {
        {{Integrator::Leapfrog, "leapfrog"}, {Integrator::SecondOrder, "2mn"}, {Integrator::FourthOrder, "4mn"}}};
    return all;
}

template<>
std::span<const Named<Guess>> table()
{
    static constexpr std::array<Named<Guess>, 3> all = {
        {{Guess::Zero, "zero"}, {Guess::Last, "last"}, {Guess::Chronological, "chronological"}}};
    return all;
}

template<>
std::span<const Named<HmcPrecision>> table()
{
    static constexpr std::array<Named<HmcPrecision>, 3> all = {
        {{HmcPrecision::Single, "single"}, {HmcPrecision::Mixed, "mixed"}, {HmcPrecision::Double, "double"}}};
    return all;
}

template<>
std::span<const Named<FermionAction>> table()
{
    static constexpr std::array<Named<FermionAction>, 4> all = {{{FermionAction::Wilson, "wilson"},
                                                                 {FermionAction::TwistedMass, "twisted-mass"},
                                                                 {FermionAction::Staggered, "staggered"},
                                                                 {FermionAction::RationalStaggered, "rational"}}};
    return all;
}

} // namespace

template<class Choice>
std::vector<std::string> choices()
{
    std::vector<std::string> texts;
    for (const auto& named : table<Choice>())
        texts.emplace_back(named.text);
    return texts;
}

template<class Choice>
Choice parseChoice(std::string_view text)
{
    for (const auto& named : table<Choice>())
        if (text == named.text) return named.value;
    throw InputError(fmt::format("'{}' is not one of '{}'", text, fmt::join(choices<Choice>(), "', '")));
}

template<class Choice>
std::string choiceName(Choice choice)
{
    for (const auto& named : table<Choice>())
        if (choice == named.value) return named.text;
    return "unknown";
}

template std::vector<std::string> choices<ActionType>();
template ActionType parseChoice<ActionType>(std::string_view);
template std::string choiceName<ActionType>(ActionType);
template std::vector<std::string> choices<Start>();
template Start parseChoice<Start>(std::string_view);
template std::string choiceName<Start>(Start);
template std::vector<std::string> choices<Observable>();
template Observable parseChoice<Observable>(std::string_view);
template std::string choiceName<Observable>(Observable);
template std::vector<std::string> choices<FileFormat>();
template FileFormat parseChoice<FileFormat>(std::string_view);
template std::string choiceName<FileFormat>(FileFormat);
template std::vector<std::string> choices<GeneratorType>();
template GeneratorType parseChoice<GeneratorType>(std::string_view);
template std::string choiceName<GeneratorType>(GeneratorType);
template std::vector<std::string> choices<HeatBathChoice>();
template HeatBathChoice parseChoice<HeatBathChoice>(std::string_view);
template std::string choiceName<HeatBathChoice>(HeatBathChoice);
template std::vector<std::string> choices<PathChoice>();
template PathChoice parseChoice<PathChoice>(std::string_view);
template std::string choiceName<PathChoice>(PathChoice);
template std::vector<std::string> choices<Precision>();
template Precision parseChoice<Precision>(std::string_view);
template std::string choiceName<Precision>(Precision);
template std::vector<std::string> choices<Storage>();
template Storage parseChoice<Storage>(std::string_view);
template std::string choiceName<Storage>(Storage);
template std::vector<std::string> choices<DiracType>();
template DiracType parseChoice<DiracType>(std::string_view);
template std::string choiceName<DiracType>(DiracType);
template std::vector<std::string> choices<SolverType>();
template SolverType parseChoice<SolverType>(std::string_view);
template std::string choiceName<SolverType>(SolverType);
template std::vector<std::string> choices<SolverPrecision>();
template SolverPrecision parseChoice<SolverPrecision>(std::string_view);
template std::string choiceName<SolverPrecision>(SolverPrecision);
template std::vector<std::string> choices<Gauge>();
template Gauge parseChoice<Gauge>(std::string_view);
template std::string choiceName<Gauge>(Gauge);
template std::vector<std::string> choices<FixingMethod>();
template FixingMethod parseChoice<FixingMethod>(std::string_view);
template std::string choiceName<FixingMethod>(FixingMethod);
template std::vector<std::string> choices<PowerOrder>();
template PowerOrder parseChoice<PowerOrder>(std::string_view);
template std::string choiceName<PowerOrder>(PowerOrder);
template std::vector<std::string> choices<FixingGranularity>();
template FixingGranularity parseChoice<FixingGranularity>(std::string_view);
template std::string choiceName<FixingGranularity>(FixingGranularity);
template std::vector<std::string> choices<FixingPrecision>();
template FixingPrecision parseChoice<FixingPrecision>(std::string_view);
template std::string choiceName<FixingPrecision>(FixingPrecision);
template std::vector<std::string> choices<Integrator>();
template Integrator parseChoice<Integrator>(std::string_view);
template std::string choiceName<Integrator>(Integrator);
template std::vector<std::string> choices<Guess>();
template Guess parseChoice<Guess>(std::string_view);
template std::string choiceName<Guess>(Guess);
template std::vector<std::string> choices<HmcPrecision>();
template HmcPrecision parseChoice<HmcPrecision>(std::string_view);
template std::string choiceName<HmcPrecision>(HmcPrecision);
template std::vector<std::string> choices<FermionAction>();
template FermionAction parseChoice<FermionAction>(std::string_view);
template std::string choiceName<FermionAction>(FermionAction);

} // namespace gaugegl
