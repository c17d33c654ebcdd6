// A lattice and the ranks that share it, for what the host computes on its part.
#pragma once

#include "gaugegl/comm/communicator.h"
#include "gaugegl/core/lattice.h"
#include "gaugegl/core/tree_sum.h"

#include <cstring>
#include <type_traits>

namespace gaugegl {

/// The part of a lattice that this rank holds, and where the parts of the others are.  Copies are cheap.
class SharedLattice {
public:
    /// A lattice that this rank holds alone.
    SharedLattice(const Lattice& lattice); // NOLINT(google-explicit-constructor): every lattice is one
    /// A part as Lattice::share() says; collective.
    SharedLattice(const Lattice& lattice, std::shared_ptr<const Communicator> ranks);

    /// The whole lattice, with the share of this rank.
    const Lattice& lattice() const { return lattice_; }
    /// The part as a lattice of its own, in whose order the host holds fields.
    Lattice local() const { return lattice_.local(); }
    /// Those that hold the parts.
    const Communicator& ranks() const { return *ranks_; }
    /// Those that hold the parts, to be shared with a device.
    const std::shared_ptr<const Communicator>& communicator() const { return ranks_; }
    /// Coordinates in the whole lattice of a site of local().
    Coordinates wholeCoordinates(Coordinates x) const;

    /// The rows (z, t) of the whole lattice, z fastest, from `each` numbers for each row of this rank; collective.
    template<class Value>
    std::vector<Value> rowsOfAll(const std::vector<Value>& own, std::size_t each = 1) const
    {
        static_assert(std::is_trivially_copyable_v<Value>);
        if (!lattice_.isShared()) return own;
        std::vector<Value> all(each * std::size_t(lattice_.extent(2)) * std::size_t(lattice_.extent(3)));
        const std::vector<std::vector<std::byte>> messages = ranks_->gather(std::as_bytes(std::span(own)));
        for (std::size_t rank = 0; rank < messages.size(); ++rank)
            for (std::size_t row = 0; row < rowsOf(rank); ++row)
                std::memcpy(&all[each * wholeRow(rank, row)], messages[rank].data() + row * each * sizeof(Value),
                            each * sizeof(Value));
        return all;
    }
    /// Of a field of the host with `each` numbers on a site what the neighbouring rank has on the slice next to this part:
    /// for step +1 its first slice, behind this part in direction mu, for -1 its last one.  Sites are in the order of
    /// their numbers (indexInSlice).  Empty where the direction is not divided; collective.
    template<class Value>
    std::vector<Value> neighbourSlice(std::span<const Value> own, std::size_t each, int mu, int step) const
    {
        const Share& share = lattice_.share();
        if (!share.divides(mu)) return {};
        const Lattice part = local();
        const int edge = step > 0 ? 0 : part.extent(mu) - 1;
        std::vector<Value> sent;
        for (std::int64_t site = 0; site < part.volume(); ++site)
            if (part.coordinates(site)[std::size_t(mu)] == edge) {
                const auto of = own.subspan(std::size_t(site) * each, each);
                sent.insert(sent.end(), of.begin(), of.end());
            }
        std::vector<Value> received(sent.size());
        const int before = share.before[std::size_t(mu)], behind = share.behind[std::size_t(mu)];
        const Outgoing out[] = {{step > 0 ? before : behind, mu, std::as_bytes(std::span(sent))}};
        const Incoming in[] = {{step > 0 ? behind : before, mu, std::as_writable_bytes(std::span(received))}};
        ranks_->begin(out, in)->wait();
        return received;
    }
    /// The number of a site of local() among those of its slice.
    std::size_t indexInSlice(Coordinates x, int mu) const;

    /// The largest of a number of each rank, NaN if one is; collective.
    double largest(double own) const;
    /// The sum over all rows in the one order, from those of this rank; collective.
    template<class Value>
    Value sumOfRows(const std::vector<Value>& own) const
    {
        std::vector<Value> rows = rowsOfAll(own);
        return treeSum(rows);
    }
    /// The sum of f(site) over the sites of the whole lattice in the one order, where f is called with those of local();
    /// collective.
    template<class F>
    auto sumOfSites(const F& f) const
    {
        using Value = std::remove_cvref_t<decltype(f(std::int64_t{}))>;
        const std::int64_t sites = std::int64_t(lattice_.extent(0)) * lattice_.extent(1);
        const std::int64_t count = local().volume() / sites;
        std::vector<Value> rows(static_cast<std::size_t>(count));
        for (std::int64_t row = 0; row < count; ++row) {
            std::vector<Value> line(static_cast<std::size_t>(sites));
            for (std::int64_t i = 0; i < sites; ++i)
                line[std::size_t(i)] = f(row * sites + i);
            rows[std::size_t(row)] = treeSum(line);
        }
        return sumOfRows(rows);
    }

    /// The rank that holds a row of the whole lattice, z fastest, and its number there.
    std::pair<int, std::size_t> ownerOf(int row) const;

private:
    /// Where a rank's part is.
    struct Part {
        std::array<int, 4> origin, extents;
    };
    std::size_t rowsOf(std::size_t rank) const;
    std::size_t wholeRow(std::size_t rank, std::size_t row) const;

    Lattice lattice_;
    std::shared_ptr<const Communicator> ranks_;
    std::vector<Part> parts_; ///< by rank; empty where one has all
};

/// Hands the rows (z, t) of a field of the host to rank 0, in the order of files and one at a time.
template<class Value>
class RowsForFirstRank {
public:
    /// For the field of this rank with `each` numbers in a row, which must outlive the object.  Ranks other than 0 send
    /// all of theirs here; rank 0 must then call next() for every row of the whole lattice.
    RowsForFirstRank(const SharedLattice& shared, std::span<const Value> own, std::size_t each)
        : shared_(&shared), own_(own), each_(each), received_(each)
    {
        static_assert(std::is_trivially_copyable_v<Value>);
        if (shared.ranks().rank() == 0) return;
        for (std::size_t first = 0; first < own.size(); first += each) {
            const Outgoing out[] = {{0, 0, std::as_bytes(own.subspan(first, each))}};
            shared.ranks().begin(out, {})->wait();
        }
    }
    /// The next row, until the next call; on rank 0.
    std::span<const Value> next()
    {
        const auto [rank, number] = shared_->ownerOf(row_++);
        if (rank == 0) return own_.subspan(number * each_, each_);
        const Incoming in[] = {{rank, 0, std::as_writable_bytes(std::span(received_))}};
        shared_->ranks().begin({}, in)->wait();
        return received_;
    }

private:
    const SharedLattice* shared_;
    std::span<const Value> own_;
    std::size_t each_;
    std::vector<Value> received_;
    int row_ = 0;
};

} // namespace gaugegl
