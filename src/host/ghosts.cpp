#include "host/ghosts.h"

#include "host/spin_projection.h"

#include <algorithm>

namespace gaugegl::host {

template<class T>
GhostExchange<T>::GhostExchange(const BlockLayout& layout, int parity, T* numbers, int perSite,
                                const std::optional<HopProjection>& halves)
    : layout_(&layout), ghosts_(&layout.ghosts(parity)), numbers_(numbers), perSite_(std::size_t(perSite)),
      lanes_(std::size_t(lanesOfPack<T>(layout.lanes()))), halves_(halves)
{
    if (ghosts_->sent.empty()) return;
    std::vector<Outgoing> outgoing;
    std::vector<Incoming> incoming;
    for (const GhostPlaces::Edge& edge : ghosts_->sent) {
        std::vector<T>& message = out_.emplace_back();
        message.reserve(edge.places.size() * sentPerSite());
        for (const std::int32_t place : edge.places) {
            if (halves_) {
                addProjected(message, place, edge.tag);
                continue;
            }
            for (std::size_t k = 0; k < perSite_; ++k)
                message.push_back(at(place)[k * lanes_]);
        }
        outgoing.push_back({edge.rank, edge.tag, std::as_bytes(std::span(message))});
    }
    for (const GhostPlaces::Edge& edge : ghosts_->received) {
        std::vector<T>& message = in_.emplace_back(edge.places.size() * sentPerSite());
        incoming.push_back({edge.rank, edge.tag, std::as_writable_bytes(std::span(message))});
    }
    exchange_ = layout.shared().ranks().begin(outgoing, incoming);
    for (const GhostPlaces::Copy& copy : ghosts_->copies)
        for (std::size_t k = 0; k < perSite_; ++k)
            at(copy.to)[k * lanes_] = at(copy.from)[k * lanes_];
}

template<class T>
void GhostExchange<T>::finish()
{
    if (!exchange_) return;
    exchange_->wait();
    for (std::size_t i = 0; i < in_.size(); ++i) {
        const T* from = in_[i].data();
        const std::size_t spinor = halves_ ? std::size_t(halves_->numbers) : 2 * perSite_; // its first half is sent
        for (const std::int32_t place : ghosts_->received[i].places)
            for (std::size_t k = 0; k < perSite_; ++k)
                at(place)[k * lanes_] = k % spinor < spinor / 2 ? *from++ : T(0);
    }
}

/// The upper spins of what steps of that tag read of the site.
template<class T>
void GhostExchange<T>::addProjected(std::vector<T>& message, std::int32_t place, int tag) const
{
    const int mu = tag / 2;
    const T f = T(tag % 2 == 0 ? -halves_->sign : halves_->sign);
    const std::size_t spinor = std::size_t(halves_->numbers),
                      colours = spinor / 8; // four spins, real and imaginary parts
    for (std::size_t first = 0; first < perSite_; first += spinor) {
        const T* const psi = at(place) + first * lanes_;
        const auto number = [&](std::size_t spin, std::size_t colour, std::size_t part) {
            return psi[((spin * colours + colour) * 2 + part) * lanes_];
        };
        for (std::size_t s = 0; s < 2; ++s)
            for (std::size_t a = 0; a < colours; ++a) {
                const std::size_t lower = 2 + (std::size_t(partner[mu]) ^ s);
                const int k = power[mu][s];
                const T g = k < 2 ? f : -f; // i^k is 1, i, -1, -i
                const T re = number(lower, a, 0), im = number(lower, a, 1);
                message.push_back(k % 2 == 0 ? number(s, a, 0) + g * re : number(s, a, 0) - g * im);
                message.push_back(k % 2 == 0 ? number(s, a, 1) + g * im : number(s, a, 1) + g * re);
            }
    }
}

template<class T>
void GhostExchange<T>::giveBack(int perStep)
{
    if (!exchange_) return;
    const auto count = std::size_t(perStep);
    const auto isBackwards = [](int tag) { return tag % 2 == 1; };
    const auto numbersOf = [&](std::int32_t place, int tag) {
        return at(place) + std::size_t(tag / 2) * count * lanes_;
    };
    std::vector<std::vector<T>> out, in;
    std::vector<Outgoing> outgoing;
    std::vector<Incoming> incoming;
    for (const GhostPlaces::Edge& edge : ghosts_->received) {
        if (!isBackwards(edge.tag)) continue;
        std::vector<T>& message = out.emplace_back();
        for (const std::int32_t place : edge.places)
            for (std::size_t k = 0; k < count; ++k)
                message.push_back(numbersOf(place, edge.tag)[k * lanes_]);
        outgoing.push_back({edge.rank, edge.tag, std::as_bytes(std::span(message))});
    }
    for (const GhostPlaces::Edge& edge : ghosts_->sent) {
        if (!isBackwards(edge.tag)) continue;
        std::vector<T>& message = in.emplace_back(edge.places.size() * count);
        incoming.push_back({edge.rank, edge.tag, std::as_writable_bytes(std::span(message))});
    }
    const auto exchange = layout_->shared().ranks().begin(outgoing, incoming);
    for (const GhostPlaces::Copy& copy : ghosts_->copies)
        for (std::size_t k = 0; isBackwards(copy.tag) && k < count; ++k)
            numbersOf(copy.from, copy.tag)[k * lanes_] = numbersOf(copy.to, copy.tag)[k * lanes_];
    exchange->wait();
    std::size_t message = 0;
    for (const GhostPlaces::Edge& edge : ghosts_->sent) {
        if (!isBackwards(edge.tag)) continue;
        const T* from = in[message++].data();
        for (const std::int32_t place : edge.places)
            for (std::size_t k = 0; k < count; ++k)
                numbersOf(place, edge.tag)[k * lanes_] = *from++;
    }
}

template<class T>
T* GhostExchange<T>::at(std::int32_t place) const
{
    return numbers_ + std::size_t(place) / lanes_ * perSite_ * lanes_ + std::size_t(place) % lanes_;
}

template class GhostExchange<float>;
template class GhostExchange<double>;

} // namespace gaugegl::host
