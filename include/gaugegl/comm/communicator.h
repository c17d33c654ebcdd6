// The ranks of a run: processes that share a lattice, one for each device.  Without MPI, or without a launcher, there is
// one, and no message is ever sent.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace gaugegl {

/// Data for another rank.
struct Outgoing {
    int to = 0;                      ///< its rank
    int tag = 0;                     ///< tells several for one rank apart
    std::span<const std::byte> data; ///< must live until the exchange has ended
};

/// Data of another rank.
struct Incoming {
    int from = 0;              ///< its rank
    int tag = 0;               ///< that of the sender
    std::span<std::byte> data; ///< of the length that is sent; must live until the exchange has ended
};

/// Messages on their way.
class Exchange {
public:
    virtual ~Exchange() = default;
    /// Returns when all were sent and received.
    virtual void wait() = 0;
};

/// All ranks of a run.  What is done together, all ranks must do in the same order.  No function adds numbers: sums have
/// an order of their own (device/reduction.h).
class Communicator {
public:
    Communicator() = default;
    Communicator(const Communicator&) = delete;
    Communicator& operator=(const Communicator&) = delete;
    virtual ~Communicator() = default;

    /// The number of this one, from 0.
    virtual int rank() const = 0;
    /// How many there are.
    virtual int size() const = 0;
    /// The number of this one among those of its host, from 0.
    virtual int nodeRank() const = 0;
    /// How many its host has.
    virtual int nodeSize() const = 0;
    /// The name of its host.
    virtual std::string host() const = 0;

    /// Starts to send and to receive.
    virtual std::unique_ptr<Exchange> begin(std::span<const Outgoing> outgoing,
                                            std::span<const Incoming> incoming) const = 0;
    /// What each rank gives, by rank; collective.
    virtual std::vector<std::vector<std::byte>> gather(std::span<const std::byte> own) const = 0;
    /// Overwrites the data with that of rank 0, of the same length; collective.
    virtual void broadcast(std::span<std::byte> data) const = 0;
    /// Returns when all ranks are there.
    virtual void barrier() const = 0;
    /// What each rank says of an error, by rank; nothing of those that do not call it within so many seconds.  Others may be
    /// in any function, which then never returns.  To be called once.
    virtual std::vector<std::string> gatherErrors(const std::string& own, double seconds) const = 0;
    /// Ends the processes of all ranks with this exit code.
    [[noreturn]] virtual void abort(int code) const = 0;
};

/// The only rank of a process without others.
std::shared_ptr<const Communicator> singleRank();

/// The ranks that a launcher (mpirun) has started; singleRank() if none has, or if the library was built without MPI.  To be called
/// once, at the start of the program; ends MPI when the last owner releases it.
std::shared_ptr<const Communicator> launchedRanks();

/// Whether a launcher has started this process as one of several; true without MPI too.
bool wasLaunched();

/// Does the work of this rank.  If it throws on any rank, all throw that error, of the first one that has one: with the name of the
/// rank in its message unless all have the same.  So no rank waits for one that has ended; collective.
void collectively(const Communicator& ranks, const std::function<void()>& work);

/// What a value of rank 0 is, on all ranks; collective.  For what depends on time, errors or signals.
template<class Value>
Value ofFirstRank(const Communicator& ranks, Value value)
{
    static_assert(std::is_trivially_copyable_v<Value>);
    ranks.broadcast(std::as_writable_bytes(std::span(&value, 1)));
    return value;
}

} // namespace gaugegl
