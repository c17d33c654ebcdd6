#include "gaugegl/comm/communicator.h"

#include "base/platform.h"

#include <algorithm>
#include <cassert>
#include <cstdlib>

namespace gaugegl {
namespace {

class Done : public Exchange {
public:
    void wait() override {}
};

class SingleRank : public Communicator {
public:
    int rank() const override { return 0; }
    int size() const override { return 1; }
    int nodeRank() const override { return 0; }
    int nodeSize() const override { return 1; }
    std::string host() const override { return hostName(); }

    std::unique_ptr<Exchange> begin(std::span<const Outgoing> outgoing,
                                    std::span<const Incoming> incoming) const override
    {
        for (const Incoming& in : incoming) {
            const auto out = std::ranges::find(outgoing, in.tag, &Outgoing::tag);
            assert(out != outgoing.end() && out->data.size() == in.data.size());
            std::ranges::copy(out->data, in.data.begin());
        }
        return std::make_unique<Done>();
    }
    std::vector<std::vector<std::byte>> gather(std::span<const std::byte> own) const override
    {
        return {{own.begin(), own.end()}};
    }
    void broadcast(std::span<std::byte> /*data*/) const override {}
    void barrier() const override {}
    std::vector<std::string> gatherErrors(const std::string& own, double /*seconds*/) const override { return {own}; }
    [[noreturn]] void abort(int code) const override { std::_Exit(code); }
};

} // namespace

std::shared_ptr<const Communicator> singleRank()
{
    static const auto only = std::make_shared<const SingleRank>();
    return only;
}

bool wasLaunched()
{
    const auto isSet = [](const char* name) {
        const char* value = std::getenv(name);
        return value != nullptr && *value != '\0';
    };
    return isSet("OMPI_COMM_WORLD_SIZE") || isSet("PMIX_RANK") || isSet("PMI_RANK"); // Open MPI; others
}

#ifndef GAUGEGL_MPI
std::shared_ptr<const Communicator> launchedRanks() { return singleRank(); }
#endif

} // namespace gaugegl
