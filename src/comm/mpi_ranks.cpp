// The ranks of MPI: the only source that includes its header.
#include "gaugegl/comm/communicator.h"

#ifdef GAUGEGL_MPI
#include "gaugegl/base/error.h"
#include "gaugegl/base/interrupt.h"

#include <chrono>
#include <fmt/format.h>
#include <limits>
#include <mpi.h>
#include <thread>

namespace gaugegl {
namespace {

void check(int code, const char* what)
{
    if (code == MPI_SUCCESS) return;
    char text[MPI_MAX_ERROR_STRING] = {};
    int length = 0;
    MPI_Error_string(code, text, &length);
    throw DeviceError(fmt::format("MPI: {} failed: {}", what, text));
}

/// Waits without spinning for long: ranks may share cores with each other and with drivers.  A sleep, however short, takes as
/// long as a message between hosts; so the wait begins with giving way.
void waitFor(std::vector<MPI_Request>& requests, const char* what)
{
    using namespace std::chrono;
    const BlockingCall waiting; // for a rank that may be in a driver that compiles
    constexpr microseconds briefly(50), longest(100);
    const auto start = steady_clock::now();
    microseconds pause(0);
    for (int done = 0;;) {
        check(MPI_Testall(int(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE), what);
        if (done != 0) return;
        if (steady_clock::now() - start < briefly) {
            std::this_thread::yield();
            continue;
        }
        pause = std::min(longest, pause + microseconds(5));
        std::this_thread::sleep_for(pause);
    }
}

/// MPI counts elements in ints.
int count(std::size_t bytes)
{
    if (bytes > std::size_t(std::numeric_limits<int>::max()))
        throw DeviceError(fmt::format("a message of {} bytes is too long for MPI", bytes));
    return int(bytes);
}

class MpiExchange : public Exchange {
public:
    explicit MpiExchange(std::vector<MPI_Request> requests) : requests_(std::move(requests)) {}
    MpiExchange(const MpiExchange&) = delete;
    MpiExchange& operator=(const MpiExchange&) = delete;
    ~MpiExchange() override
    {
        try {
            wait();
        } catch (const Error&) { // after another error
        }
    }
    void wait() override
    {
        waitFor(requests_, "an exchange");
        requests_.clear();
    }

private:
    std::vector<MPI_Request> requests_;
};

class MpiRanks : public Communicator {
public:
    MpiRanks()
    {
        int provided = 0;
        check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided), "its start");
        MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
        MPI_Comm_dup(MPI_COMM_WORLD, &errors_); // whose messages are not those that others wait for
        MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
        MPI_Comm_size(MPI_COMM_WORLD, &size_);
        MPI_Comm node = MPI_COMM_NULL;
        MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, rank_, MPI_INFO_NULL, &node);
        MPI_Comm_rank(node, &nodeRank_);
        MPI_Comm_size(node, &nodeSize_);
        MPI_Comm_free(&node);
    }
    MpiRanks(const MpiRanks&) = delete;
    MpiRanks& operator=(const MpiRanks&) = delete;
    ~MpiRanks() override
    {
        MPI_Comm_free(&errors_);
        MPI_Finalize();
    }

    int rank() const override { return rank_; }
    int size() const override { return size_; }
    int nodeRank() const override { return nodeRank_; }
    int nodeSize() const override { return nodeSize_; }
    std::string host() const override
    {
        char name[MPI_MAX_PROCESSOR_NAME] = {};
        int length = 0;
        MPI_Get_processor_name(name, &length);
        return {name, std::size_t(length)};
    }

    std::unique_ptr<Exchange> begin(std::span<const Outgoing> outgoing,
                                    std::span<const Incoming> incoming) const override
    {
        std::vector<MPI_Request> requests(outgoing.size() + incoming.size(), MPI_REQUEST_NULL);
        std::size_t i = 0;
        for (const Incoming& in : incoming)
            check(MPI_Irecv(in.data.data(), count(in.data.size()), MPI_BYTE, in.from, in.tag, MPI_COMM_WORLD,
                            &requests[i++]),
                  "a receive");
        for (const Outgoing& out : outgoing)
            check(MPI_Isend(out.data.data(), count(out.data.size()), MPI_BYTE, out.to, out.tag, MPI_COMM_WORLD,
                            &requests[i++]),
                  "a send");
        return std::make_unique<MpiExchange>(std::move(requests));
    }

    std::vector<std::vector<std::byte>> gather(std::span<const std::byte> own) const override
    {
        const auto ranks = std::size_t(size_);
        std::vector<int> counts(ranks), offsets(ranks);
        const int mine = count(own.size());
        std::vector<MPI_Request> request(1);
        check(MPI_Iallgather(&mine, 1, MPI_INT, counts.data(), 1, MPI_INT, MPI_COMM_WORLD, request.data()), "a gather");
        waitFor(request, "a gather");
        std::size_t total = 0;
        for (std::size_t i = 0; i < ranks; ++i) {
            offsets[i] = count(total);
            total += std::size_t(counts[i]);
        }
        std::vector<std::byte> all(total);
        request.assign(1, MPI_REQUEST_NULL);
        check(MPI_Iallgatherv(own.data(), mine, MPI_BYTE, all.data(), counts.data(), offsets.data(), MPI_BYTE,
                              MPI_COMM_WORLD, request.data()),
              "a gather");
        waitFor(request, "a gather");
        std::vector<std::vector<std::byte>> result;
        for (std::size_t i = 0; i < ranks; ++i)
            result.emplace_back(all.begin() + offsets[i], all.begin() + offsets[i] + counts[i]);
        return result;
    }

    void broadcast(std::span<std::byte> data) const override
    {
        std::vector<MPI_Request> request(1);
        check(MPI_Ibcast(data.data(), count(data.size()), MPI_BYTE, 0, MPI_COMM_WORLD, request.data()), "a broadcast");
        waitFor(request, "a broadcast");
    }

    void barrier() const override
    {
        std::vector<MPI_Request> request(1);
        check(MPI_Ibarrier(MPI_COMM_WORLD, request.data()), "a barrier");
        waitFor(request, "a barrier");
    }

    std::vector<std::string> gatherErrors(const std::string& own, double seconds) const override
    {
        using namespace std::chrono;
        constexpr std::size_t most = 2000; // so short a message needs no receiver to be sent
        const std::string text = own.substr(0, most);
        std::vector<std::string> all(static_cast<std::size_t>(size_));
        all[std::size_t(rank_)] = own;
        for (int rank = 0; rank < size_; ++rank) {
            MPI_Request request = MPI_REQUEST_NULL;
            if (rank == rank_) continue;
            MPI_Isend(text.data(), int(text.size()), MPI_CHAR, rank, 0, errors_, &request);
            sent_.push_back(request); // they end with the process
        }
        const auto end = steady_clock::now() + duration<double>(seconds);
        for (int missing = size_ - 1; missing > 0 && steady_clock::now() < end;) {
            int there = 0;
            MPI_Status status;
            MPI_Iprobe(MPI_ANY_SOURCE, 0, errors_, &there, &status);
            if (there == 0) {
                std::this_thread::sleep_for(milliseconds(1));
                continue;
            }
            std::string& one = all[std::size_t(status.MPI_SOURCE)];
            one.resize(most);
            int length = 0;
            MPI_Get_count(&status, MPI_CHAR, &length);
            MPI_Recv(one.data(), length, MPI_CHAR, status.MPI_SOURCE, 0, errors_, MPI_STATUS_IGNORE);
            one.resize(std::size_t(length));
            --missing;
        }
        return all;
    }
    [[noreturn]] void abort(int code) const override
    {
        MPI_Abort(MPI_COMM_WORLD, code);
        std::_Exit(code);
    }

private:
    int rank_ = 0, size_ = 1, nodeRank_ = 0, nodeSize_ = 1;
    MPI_Comm errors_ = MPI_COMM_NULL;
    mutable std::vector<MPI_Request> sent_;
};

} // namespace

std::shared_ptr<const Communicator> launchedRanks()
{
    if (!wasLaunched()) return singleRank();
    return std::make_shared<const MpiRanks>();
}

} // namespace gaugegl
#endif
