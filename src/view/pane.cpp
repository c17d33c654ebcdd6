#include "pane.h"

#include <algorithm>

namespace gaugegl::view {

void placePanes(const std::vector<std::unique_ptr<Pane>>& panes, const Area& whole, float bar)
{
    const float width = whole.width() / float(panes.size());
    for (std::size_t i = 0; i < panes.size(); ++i) {
        Pane& pane = *panes[i];
        const float left = whole.low.x + float(i) * width;
        pane.area = {{left, whole.low.y}, {std::max(left + 1, left + width - bar), whole.high.y}};
        pane.drawn = pane.area;
        if (pane.settings.mode == ViewMode::Volume) continue;
        // Room for the numbers at the axes and the text above.
        const float letters = ImGui::GetFontSize(), above = 5.5F * letters, below = 5 * letters, side = 4 * letters;
        Area& drawn = pane.drawn;
        drawn.low = {pane.area.low.x + side, pane.area.low.y + above};
        drawn.high = {std::max(drawn.low.x + 1, pane.area.high.x - letters),
                      std::max(drawn.low.y + 1, pane.area.high.y - below)};
    }
}

} // namespace gaugegl::view
