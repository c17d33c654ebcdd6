#include "reference/loops.h"

#include <algorithm>
#include <numeric>
#include <set>

namespace gaugegl::reference {
namespace {

/// A path as signed axes 1 to 4, which have an order.
using Word = std::vector<int>;

/// The path of a shape with its axes along these directions.
Word placed(const LoopTraits& shape, const std::array<int, 4>& axes, unsigned signs)
{
    Word word;
    for (int k = 0; k < shape.steps; ++k) {
        const int step = shape.path[std::size_t(k)], axis = std::abs(step) - 1;
        const int direction = (axes[std::size_t(axis)] + 1) * ((signs >> axis) & 1U ? -1 : 1);
        word.push_back(step > 0 ? direction : -direction);
    }
    return word;
}

/// Every way around the loops of a shape: in all directions, from every link of them, both ways round.
std::set<Word> allWays(LoopShape shape)
{
    std::set<Word> words;
    std::array<int, 4> axes{};
    std::iota(axes.begin(), axes.end(), 0);
    do {
        for (unsigned signs = 0; signs < 16; ++signs) {
            Word word = placed(traits(shape), axes, signs), back(word.rbegin(), word.rend());
            for (int& step : back)
                step = -step;
            for (std::size_t k = 0; k < word.size(); ++k) {
                std::rotate(word.begin(), word.begin() + 1, word.end());
                std::rotate(back.begin(), back.begin() + 1, back.end());
                words.insert({word, back});
            }
        }
    } while (std::ranges::next_permutation(axes).found);
    return words;
}

/// The first of the ways around the same loop.
Word firstWay(Word word)
{
    Word back(word.rbegin(), word.rend()), first = word;
    for (int& step : back)
        step = -step;
    for (std::size_t k = 0; k < word.size(); ++k) {
        std::rotate(word.begin(), word.begin() + 1, word.end());
        std::rotate(back.begin(), back.begin() + 1, back.end());
        first = std::min({first, word, back});
    }
    return first;
}

Path pathOf(const Word& word)
{
    Path path;
    for (const int step : word)
        path.push_back({std::abs(step) - 1, step > 0 ? +1 : -1});
    return path;
}

/// Something of every shape.
template<class Result>
using OfShapes = std::array<Result, loopShapes.size()>;

OfShapes<std::vector<Path>> allLoops()
{
    OfShapes<std::vector<Path>> result;
    for (const LoopTraits& one : loopShapes)
        for (const Word& word : allWays(one.shape))
            if (word == firstWay(word)) result[std::size_t(one.shape)].push_back(pathOf(word));
    return result;
}

OfShapes<std::array<std::vector<Path>, 4>> allStaples()
{
    OfShapes<std::array<std::vector<Path>, 4>> result;
    for (const LoopTraits& one : loopShapes)
        for (const Word& word : allWays(one.shape))
            if (word.front() > 0)
                result[std::size_t(one.shape)][std::size_t(word.front() - 1)].push_back(
                    pathOf({word.begin() + 1, word.end()}));
    return result;
}

} // namespace

const std::vector<Path>& loopsOf(LoopShape shape)
{
    static const auto loops = allLoops();
    return loops[std::size_t(shape)];
}

const std::vector<Path>& staplesOf(LoopShape shape, int mu)
{
    static const auto staples = allStaples();
    return staples[std::size_t(shape)][std::size_t(mu)];
}

} // namespace gaugegl::reference
