// The charts of the page: what page.js gets from the program, drawn on canvases.
"use strict";

const chartColours = { data: "#60b0f0", known: "#f5b048", mean: "#e6eaf0", band: "rgba(230,234,240,0.25)", old: "rgba(96,176,240,0.45)", axis: "#8891a0", bar: "#4e8ec2" };

/** Steps of 1, 2 or 5 times a power of ten that part an interval about `count` times. */
function ticksOf(low, high, count) {
  const raw = (high - low) / count, power = Math.pow(10, Math.floor(Math.log10(raw)));
  const step = power * (raw / power < 1.5 ? 1 : raw / power < 3.5 ? 2 : raw / power < 7.5 ? 5 : 10);
  const ticks = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high * (1 + 1e-12) + step * 1e-9; ++i) ticks.push(i * step);
  return { ticks, digits: Math.max(0, -Math.floor(Math.log10(step) + 1e-9)) };
}

/** A frame with axes; x and y map numbers to pixels. */
class Plot {
  constructor(canvas, x, y, options = {}) {
    const pen = this.pen = canvas.getContext("2d");
    const left = options.left ?? 86, right = 14, top = 12, bottom = 48;
    this.width = canvas.width - left - right;
    this.height = canvas.height - top - bottom;
    if (options.square) {
      const side = Math.min(this.width, this.height);
      this.left = left + (this.width - side) / 2;
      this.width = this.height = side;
    } else this.left = left;
    this.top = top;
    this.bounds = { x, y };
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.font = "22px system-ui, sans-serif";
    pen.lineWidth = 2;
    pen.strokeStyle = chartColours.axis;
    pen.strokeRect(this.left, top, this.width, this.height);
    pen.fillStyle = chartColours.axis;
    pen.textAlign = "center";
    const across = ticksOf(x[0], x[1], options.square ? 3 : 5);
    for (const tick of across.ticks) pen.fillText(tick.toFixed(across.digits), this.x(tick), top + this.height + 26);
    pen.textAlign = "right";
    const up = ticksOf(y[0], y[1], 4);
    for (const tick of up.ticks) pen.fillText(tick.toFixed(up.digits), this.left - 8, this.y(tick) + 7);
    if (options.name) {
      pen.textAlign = "right";
      pen.fillText(options.name, this.left + this.width, top + this.height + 46);
    }
    pen.save();
    pen.beginPath();
    pen.rect(this.left, top, this.width, this.height);
    pen.clip();
  }
  x(value) { return this.left + (value - this.bounds.x[0]) / (this.bounds.x[1] - this.bounds.x[0]) * this.width; }
  y(value) { return this.top + (this.bounds.y[1] - value) / (this.bounds.y[1] - this.bounds.y[0]) * this.height; }
  line(points, colour, dash = []) {
    this.pen.strokeStyle = colour;
    this.pen.setLineDash(dash);
    this.pen.beginPath();
    points.forEach(([x, y], i) => i ? this.pen.lineTo(this.x(x), this.y(y)) : this.pen.moveTo(this.x(x), this.y(y)));
    this.pen.stroke();
    this.pen.setLineDash([]);
  }
  level(value, colour, dash) { this.line([[this.bounds.x[0], value], [this.bounds.x[1], value]], colour, dash); }
  box(x0, x1, y0, y1, colour) {
    this.pen.fillStyle = colour;
    this.pen.fillRect(this.x(x0), this.y(y1), this.x(x1) - this.x(x0), this.y(y0) - this.y(y1));
  }
  point(x, y, colour, radius) {
    this.pen.fillStyle = colour;
    this.pen.beginPath();
    this.pen.arc(this.x(x), this.y(y), radius, 0, 2 * Math.PI);
    this.pen.fill();
  }
  end() { this.pen.restore(); }
}

function covering(values, least) {
  const low = Math.min(...values), high = Math.max(...values), margin = Math.max(least, 0.08 * (high - low));
  return [low - margin, high + margin];
}

function drawHistory(canvas, data) {
  const points = data.samples.map(s => [s[0], s[1]]).filter(p => p[1] !== null);
  const seen = points.map(p => p[1]);
  if (data.known) seen.push(data.known.value);
  if (seen.length === 0) seen.push(0.5);
  const x = points.length < 2 ? [0, 10] : [points[0][0], points[points.length - 1][0]];
  const plot = new Plot(canvas, x, covering(seen, 0.001), { name: "sweep" });
  const { mean, error } = data.plaquette;
  if (data.known) {
    plot.level(data.known.value, chartColours.known, [8, 6]);
    if (data.known.error !== null) plot.box(x[0], x[1], data.known.value - data.known.error, data.known.value + data.known.error, "rgba(245,176,72,0.3)");
  }
  if (mean !== null && error !== null) {
    plot.box(x[0], x[1], mean - error, mean + error, chartColours.band);
    plot.level(mean, chartColours.mean);
  }
  plot.line(points, chartColours.data);
  plot.end();
}

function drawLoops(canvas, data) {
  const points = data.samples.filter(s => s[2] !== null).map(s => [s[2], s[3]]);
  const reach = 1.12 * Math.max(0.05, ...points.map(p => Math.hypot(p[0], p[1])));
  const plot = new Plot(canvas, [-reach, reach], [-reach, reach], { square: true });
  for (let k = 0; k < data.colours; ++k) {
    const angle = 2 * Math.PI * k / data.colours;
    plot.line([[0, 0], [2 * reach * Math.cos(angle), 2 * reach * Math.sin(angle)]], "rgba(245,176,72,0.5)");
  }
  points.forEach((p, i) => plot.point(p[0], p[1], i + 1 === points.length ? chartColours.mean : chartColours.old, i + 1 === points.length ? 7 : 4));
  plot.end();
}

function drawHistogram(canvas, data) {
  const { lower, width, counts } = data.histogram;
  const most = Math.max(1, ...counts);
  const x = counts.length ? [lower, lower + width * counts.length] : [0, 1];
  const plot = new Plot(canvas, x, [0, 1.1 * most]);
  counts.forEach((count, i) => plot.box(lower + i * width, lower + (i + 0.9) * width, 0, count, chartColours.bar));
  if (data.plaquette.error !== null) plot.line([[data.plaquette.mean, 0], [data.plaquette.mean, 1.1 * most]], chartColours.mean);
  plot.end();
}
