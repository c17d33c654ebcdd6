// What `--gl 3.3` needs is all that macOS has, whose OpenGL ends at 4.1: GLSL 3.30 without extensions.
#include "shaders/all_sources.h"

#include <gtest/gtest.h>
#include <map>
#include <set>

namespace gaugegl {
namespace {

std::string firstLine(const std::string& text) { return text.substr(0, text.find('\n')); }

class GlslVersionTest : public testing::TestWithParam<Group> {};

TEST_P(GlslVersionTest, OfTheFragmentPathIsThatOfOpenGl33WithoutExtensions)
{
    std::map<std::string, int> versions;
    for (const Lattice& lattice : testing_support::bothKindsOfLattice())
        for (const auto& [label, source] :
             testing_support::allSources(GetParam(), lattice, Path::Fragment, Precision::Single)) {
            ++versions[firstLine(source.text())];
            EXPECT_EQ(source.text().find("#extension"), std::string::npos) << label;
        }
    ++versions[firstLine(vertexSource().text())];

    ASSERT_EQ(versions.size(), 1u) << "versions in use: " << testing::PrintToString(versions);
    EXPECT_EQ(versions.begin()->first, "#version 330");
    EXPECT_GT(versions.begin()->second, 50);
}

TEST_P(GlslVersionTest, IsHigherWhereMoreIsNeeded)
{
    std::set<std::string> versions;
    for (const Path path : {Path::Fragment, Path::Compute})
        for (const auto& [label, source] : testing_support::allSources(
                 GetParam(), testing_support::bothKindsOfLattice().front(), path, Precision::Double))
            versions.insert(firstLine(source.text()));

    EXPECT_EQ(versions, (std::set<std::string>{"#version 400", "#version 430"}));
}

INSTANTIATE_TEST_SUITE_P(Groups, GlslVersionTest, testing::Values(Group::SU2, Group::SU3),
                         [](const auto& group) { return name(group.param); });

} // namespace
} // namespace gaugegl
