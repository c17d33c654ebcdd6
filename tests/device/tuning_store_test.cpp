// What tuning has found, on disk: several writers, damage, versions and names that are gone; the choice of the path.
#include "device/path_choice.h"
#include "device/tuning_store.h"
#include "io/sample_field.h"

#include "gaugegl/base/interrupt.h"

#include <csignal>
#include <filesystem>
#include <gtest/gtest.h>
#include <thread>

namespace gaugegl {
namespace {

using io::test::contents;
using io::test::save;

TuningEntry entryOf(const std::string& kernel, const std::string& variant = "fast")
{
    return {.key = {.renderer = "card",
                    .driver = "4.6",
                    .kernel = kernel,
                    .lattice = "4x4x4x4",
                    .path = "compute",
                    .precision = "single"},
            .variant = variant,
            .standard = "slow",
            .variants = {{"slow", 2e-6}, {"fast", 1e-6}, {"impossible", std::nullopt}},
            .program = GAUGEGL_VERSION};
}

class TuningStoreTest : public testing::Test {
protected:
    std::string file() const { return folder_.file("cache/tuning.json"); }
    /// The key of an entry of this kernel, as another process finds it.
    const TuningEntry* found(const std::string& kernel)
    {
        reader_.emplace(file());
        return reader_->find(entryOf(kernel).key);
    }

    io::test::TemporaryFolder folder_;
    std::optional<TuningStore> reader_;
};

TEST_F(TuningStoreTest, KeepsWhatItIsGiven)
{
    EXPECT_TRUE(TuningStore(file()).keep(entryOf("wilson")));

    const TuningEntry* entry = found("wilson");
    ASSERT_NE(entry, nullptr);
    EXPECT_EQ(entry->variant, "fast");
    EXPECT_EQ(entry->standard, "slow");
    EXPECT_EQ(entry->program, GAUGEGL_VERSION);
    EXPECT_EQ(entry->secondsOf("fast"), 1e-6);
    EXPECT_EQ(entry->secondsOf("impossible"), std::nullopt);
    EXPECT_EQ(entry->gain(), 2);
    EXPECT_EQ(found("staggered"), nullptr);
}

TEST_F(TuningStoreTest, TwoWritersKeepBothTheirEntries)
{
    TuningStore first(file()), second(file()); // both have read it before the other writes

    first.keep(entryOf("wilson"));
    second.keep(entryOf("staggered"));
    first.keep(entryOf("wilson", "slow")); // newer

    EXPECT_EQ(TuningStore(file()).entries().size(), 2);
    EXPECT_NE(found("staggered"), nullptr);
    EXPECT_EQ(found("wilson")->variant, "slow");
    EXPECT_FALSE(std::filesystem::exists(file() + ".lock"));
}

TEST_F(TuningStoreTest, WritersAtTheSameTimeLoseNothing)
{
    constexpr int each = 20;
    const auto writer = [this](const std::string& name) {
        TuningStore store(file());
        for (int i = 0; i < each; ++i)
            EXPECT_TRUE(store.keep(entryOf(name + std::to_string(i))));
    };

    std::thread one(writer, "a"), other(writer, "b");
    one.join();
    other.join();

    EXPECT_EQ(TuningStore(file()).entries().size(), 2 * each);
}

TEST_F(TuningStoreTest, WhatIsDamagedCountsAsMissing)
{
    TuningStore(file()).keep(entryOf("wilson"));
    TuningStore(file()).keep(entryOf("staggered"));
    const std::string whole = contents(file());

    for (const std::string& bad : {std::string("not JSON"), std::string(), whole.substr(0, whole.size() / 2),
                                   std::string("[]"), std::string(R"({"format": 2, "choices": []})"),
                                   std::string(R"({"format": 1, "choices": 5})"), std::string("{\"format\": 1}")}) {
        save(file(), bad);
        EXPECT_TRUE(TuningStore(file()).entries().empty()) << bad;
        EXPECT_TRUE(TuningStore(file()).keep(entryOf("wilson")));
        EXPECT_EQ(TuningStore(file()).entries().size(), 1) << bad;
    }

    std::string one = whole; // of two entries
    one.replace(one.find("\"slow\""), 6, "5     ");
    save(file(), one);
    EXPECT_EQ(TuningStore(file()).entries().size(), 1);
}

TEST_F(TuningStoreTest, AnEntryAnswersOnlyForItsVersionAndForVariantsThatItHasCompared)
{
    TuningStore store("");
    const TuningKey key = entryOf("wilson").key;
    store.keep(entryOf("wilson"));
    EXPECT_NE(remembered(store, key, {"slow", "fast"}), nullptr);
    EXPECT_NE(remembered(store, key, {"fast"}), nullptr) << "others are no longer there";
    EXPECT_EQ(remembered(store, key, {"slow"}), nullptr) << "the chosen one is gone";
    EXPECT_EQ(remembered(store, key, {"slow", "fast", "faster"}), nullptr) << "one was never timed";

    TuningEntry old = entryOf("wilson");
    old.program = "0.0.1";
    store.keep(old);
    EXPECT_EQ(remembered(store, key, {"slow", "fast"}), nullptr) << "kernels may have changed";

    TuningKey other = key;
    other.driver = "4.7";
    EXPECT_EQ(store.find(other), nullptr);
}

TEST_F(TuningStoreTest, WhereNothingCanBeWrittenItRemembersAndSaysItOnce)
{
    save(folder_.file("cache"), "a file");
    TuningStore store(file());
    Trial trial{.fastest = 1, .times = {{"slow", 2e-6}, {"fast", 1e-6}}};
    std::vector<std::string> notes;
    TuningWatch watch;
    watch.note = [&](const std::string& text) { notes.push_back(text); };

    keep(store, entryOf("wilson").key, trial, "slow", watch);
    keep(store, entryOf("staggered").key, trial, "slow", watch);

    EXPECT_EQ(notes, std::vector{file() + " cannot be written: what tuning finds is forgotten at the end"});
    EXPECT_NE(store.find(entryOf("staggered").key), nullptr);
    EXPECT_EQ(contents(folder_.file("cache")), "a file");
}

TEST_F(TuningStoreTest, TheOldestEntriesGoWhenThereAreTooMany)
{
    TuningStore store("");
    for (std::size_t i = 0; i <= TuningStore::most; ++i)
        store.keep(entryOf(std::to_string(i)));

    EXPECT_EQ(store.entries().size(), TuningStore::most);
    EXPECT_EQ(store.find(entryOf("0").key), nullptr);
    EXPECT_NE(store.find(entryOf("1").key), nullptr);
}

TEST_F(TuningStoreTest, IsClearedWithItsFile)
{
    TuningStore(file()).keep(entryOf("wilson"));

    EXPECT_EQ(TuningStore(file()).clear(), 1);
    EXPECT_FALSE(std::filesystem::exists(file()));
    EXPECT_EQ(TuningStore(file()).clear(), 0);
}

/// The choice of the path on a card whose paths take these times.
class PathChoiceTest : public TuningStoreTest {
protected:
    Path choice(std::optional<double> fragment, std::optional<double> compute, Path rule = Path::Compute)
    {
        TuningStore store(file());
        const auto seconds = [&](Path path) {
            ++timed_;
            return path == Path::Fragment ? fragment : compute;
        };
        const TuningKey card{
            .renderer = "card", .driver = "4.6", .kernel = {}, .lattice = {}, .path = {}, .precision = "single"};
        return fastestPath(store, card, rule, seconds, {});
    }
    int timed_ = 0;
};

TEST_F(PathChoiceTest, IsTheFasterOneAndIsRememberedForTheCard)
{
    EXPECT_EQ(choice(1e-3, 2e-3), Path::Fragment);
    EXPECT_EQ(timed_, 2);
    EXPECT_EQ(choice(2e-3, 1e-3), Path::Fragment) << "remembered";
    EXPECT_EQ(timed_, 2);

    TuningStore(file()).clear();
    EXPECT_EQ(choice(2e-3, 1e-3), Path::Compute);
    EXPECT_EQ(TuningStore(file()).entries().at(0).key.kernel, "path");
}

TEST_F(PathChoiceTest, IsTheOneThatBuildsAndWithoutAnyTheRule)
{
    EXPECT_EQ(choice({}, {}, Path::Fragment), Path::Fragment);
    EXPECT_TRUE(TuningStore(file()).entries().empty());
    EXPECT_EQ(choice(1.0, {}), Path::Fragment);
}

TEST_F(PathChoiceTest, IsTheRuleAfterASignalAndIsNotKept)
{
    const InterruptGuard guard;
    std::raise(SIGINT);

    EXPECT_EQ(choice(1e-3, 2e-3), Path::Compute);

    EXPECT_EQ(timed_, 0);
    EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST(FastestOf, TellsEachVariantAndTheEnd)
{
    std::vector<std::string> seen;
    TuningWatch watch;
    watch.begins = [&](const std::string& kernel, int number, int of) {
        seen.push_back(kernel + " " + std::to_string(number) + "/" + std::to_string(of));
    };
    watch.ends = [&](bool complete, double /*seconds*/) { seen.emplace_back(complete ? "complete" : "stopped"); };

    const Trial trial = fastestOf(
        {.kernel = "hop", .lattice = {}, .variants = {"a", "b", "c"}},
        [](std::size_t i) { return i == 0 ? std::nullopt : std::optional(double(3 - i)); }, watch);

    EXPECT_EQ(trial.fastest, 2);
    EXPECT_EQ(seen, (std::vector<std::string>{"hop 1/3", "hop 2/3", "hop 3/3", "complete"}));
}

TEST(FastestOf, TakesTheStandardVariantUnlessAnotherIsFasterByMoreThanClocksErr)
{
    const TuningQuestion question{.kernel = "hop", .lattice = {}, .variants = {"a", "b"}, .standard = 1};
    const auto fastest = [&](double other) {
        return fastestOf(question, [&](std::size_t i) { return std::optional(i == 0 ? other : 1.0); }, {}).fastest;
    };
    EXPECT_EQ(fastest(0.99), 1);
    EXPECT_EQ(fastest(0.9), 0);
    EXPECT_EQ(fastest(1.1), 1);
}

} // namespace
} // namespace gaugegl
