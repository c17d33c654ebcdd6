#include "gaugegl/device/pass_runner.h"

#include "gaugegl/base/error.h"

#include <cmath>
#include <fmt/format.h>

namespace gaugegl {
namespace {

constexpr std::size_t fencesUnderWay = 2;

} // namespace

PassRunner::PassRunner(gl::Context& context, const PassLimits& limits) : context_(&context), rows_(limits.rows)
{
    if (limits.seconds && (!(*limits.seconds > 0) || !std::isfinite(*limits.seconds)))
        throw InputError(fmt::format("a bound of {} s for a pass is not positive", *limits.seconds));
    if (limits.seconds || !context.capabilities().software)
        planner_.emplace(limits.seconds.value_or(defaultPassSeconds), limits.clock);
}

void PassRunner::run(PassCost& cost, int width, int height, const Submit& submit)
{
    if (rows_ == 0 && !planner_) return submit(0, height);
    for (int first = 0; first < height;) {
        const auto piece = rows_ > 0 ? PassPlanner::Piece{std::min(rows_, height - first), false}
                                     : planner_->next(cost, width, height - first);
        const std::int64_t texels = std::int64_t(piece.rows) * width;
        if (piece.timed) {
            drain();
            const double start = planner_->now();
            submit(first, piece.rows);
            drain();
            planner_->timed(cost, texels, planner_->now() - start);
        } else {
            const double seconds = rows_ > 0 ? 0 : planner_->seconds(cost, texels);
            if (rows_ == 0 && queued_ > 0 && queued_ + seconds > planner_->bound()) separate();
            submit(first, piece.rows);
            queued_ += seconds;
        }
        first += piece.rows;
    }
}

void PassRunner::drain()
{
    context_->gl().Finish();
    context_->throwOnReset();
    fences_.clear();
    queued_ = 0;
}

void PassRunner::separate()
{
    fences_.emplace_back(*context_);
    queued_ = 0;
    while (fences_.size() > fencesUnderWay) {
        fences_.front().wait();
        fences_.pop_front();
    }
}

} // namespace gaugegl
