#include "hmc/motion.h"

#include "hmc/kernels.h"
#include "host/gauge_field.h"

#include <cmath>

namespace gaugegl {

double DeviceMotion::distanceToBeginning() const
{
    double sum = 0, count = 0;
    forEveryLinkTexture(4, [&](int mu, int parity) {
        const std::vector<double> a = u_->links(mu, parity).download(), b = before_.links(mu, parity).download();
        for (std::size_t i = 0; i < a.size(); ++i)
            sum += (a[i] - b[i]) * (a[i] - b[i]);
        count += double(a.size());
    });
    return std::sqrt(sum / count);
}

LinkVector Downloaded::linksOf(const GaugeField& of)
{
    HostGaugeField u = download(of);
    if (of.device().precision() == Precision::Single) host::reunitarise(u);
    return std::move(u.links);
}

void MotionOfDownloaded::end(bool accepted)
{
    HostMotion::end(accepted);
    if (accepted) upload(*u_, {u_->lattice().local(), u_->group(), links().links()});
}

void HostMotion::drawMomenta(Generator& generator, std::uint32_t trajectory)
{
    host::setGaussian(p_, u_->group(), [&](int mu, int parity) {
        return generator.draw({Purpose::Momentum, {mu, parity}, trajectory, momentumDraws(u_->group())});
    });
}

} // namespace gaugegl
