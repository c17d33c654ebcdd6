// The script of the page: it draws frame by frame, hands what people choose to the program (web/main.cpp), and shows what that says.
"use strict";

const byId = id => document.getElementById(id);
const canvas = byId("lattice"), controls = byId("controls");

let program = null; // the functions of web/main.cpp, once they are there
let state = null;   // what pageState() said last
let problem = null; // the last error, as people read it
let lost = false;   // the graphics context is
let dirty = true;   // the picture must be drawn
let running = false;

/** Shows an error until it is closed, or takes it away. */
function say(text) {
  problem = text || null;
  byId("error").textContent = text || "";
  byId("message").hidden = !text;
}

/** Calls a function of the program; an error is shown, and null returned. */
function call(name, ...words) {
  if (!program) return null;
  let answer;
  try {
    answer = program[name](...words);
  } catch (error) { // a defect of the program, or no memory for its heap
    running = false;
    say("The program has stopped: " + error + ". Reload the page; a smaller lattice needs less.");
    return null;
  }
  if (!answer.startsWith("!")) return answer;
  if (answer === "!lost") lost = true;
  else say(answer.slice(1));
  return null;
}

function perform(action) {
  dirty = true;
  return call("pagePerform", action);
}

/** Sets keys of the program; false if it refuses, which it says. */
function set(values) {
  const text = values.map(([key, value]) => key + "=" + value).join("&");
  const answer = call("pageSet", text);
  dirty = true;
  if (answer !== null) say(null);
  if (answer !== null && !running && !lost) start(); // it stood after an error
  refresh();
  writeAddress();
  return answer !== null;
}

// The address: "#preset=WORD", or settings and "sweeps=N" for a chain that stands after so many sweeps.

function valuesOf(hash) {
  return hash.replace(/^#/, "").split("&").filter(part => part.includes("=")).map(part => {
    const at = part.indexOf("=");
    return [decodeURIComponent(part.slice(0, at)), decodeURIComponent(part.slice(at + 1))];
  });
}

function readAddress() {
  let values;
  try {
    values = valuesOf(location.hash);
  } catch {
    return say("The address of this page is damaged: a percent sign is no escape.");
  }
  if (values.length === 0) return;
  const sweeps = values.find(([key]) => key === "sweeps");
  const rest = values.filter(([key]) => key !== "sweeps");
  const preset = rest.find(([key]) => key === "preset");
  if (sweeps && !/^\d{1,6}$/.test(sweeps[1]))
    return say("The address asks for '" + sweeps[1].slice(0, 40) + "' sweeps; a whole number up to 999999 is expected.");
  if (rest.some(([key]) => key === "links")) return say("An address cannot open a file; drop it on the picture.");
  // What is changed since the preset is told from what the preset alone is.
  if (preset && !presetSettings.has(preset[1]) && !set([preset])) return;
  const ordered = preset ? [preset, ...rest.filter(one => one !== preset)] : [["new", "1"], ...rest];
  if (set([...ordered, ["paused", "off"]]) && sweeps) perform("sweeps " + sweeps[1]);
  refresh();
}

let written = 0;
function writeAddress() {
  clearTimeout(written);
  written = setTimeout(() => {
    if (!state) return;
    const text = state.preset ? "preset=" + state.preset + "&" + changedSince(state.preset) : linkText(state.settings.paused === "on");
    history.replaceState(null, "", "#" + text.replace(/&$/, ""));
    markPresets();
  }, 400);
}

/** Of the preset on the page: what was changed since, for the address. */
function changedSince(preset) {
  const first = presetSettings.get(preset) || {};
  return Object.entries(state.settings).filter(([key, value]) => isAddressed(key) && first[key] !== undefined && first[key] !== value)
    .filter(([key, value]) => key !== "start" || value === "cold").map(([key, value]) => key + "=" + value).join("&");
}
const presetSettings = new Map(); // as the program set them
let defaultSeed; // which presets leave as it is
const isAddressed = key => !["paused", "steering", "charts", "frames-per-second", "yaw", "pitch", "distance", "pan", "position"].includes(key);

function linkText(withSweeps) {
  return withSweeps ? state.address : state.address.replace(/&?sweeps=\d+$/, "");
}

// What is shown.

const standsStill = () => state.settings.paused === "on" && !state.parts.some(p => p.requested);

function refresh() {
  const text = call("pageState");
  if (text === null) return;
  state = JSON.parse(text);
  if (state.preset && !presetSettings.has(state.preset)) presetSettings.set(state.preset, { ...state.settings, seed: defaultSeed ??= state.settings.seed });
  const part = state.parts[0], stands = standsStill();
  if (stands && !stood) {
    writeAddress(); // with the sweeps
    call("pageKeep");
  }
  stood = stands;
  byId("title").textContent = (state.parts.find(p => p.title) || { title: "" }).title;
  const sides = state.parts.length > 1 ? ["Left: ", "Right: "] : [""];
  byId("subtitle").textContent = state.parts.map((p, i) => p.subtitle ? sides[i] + p.subtitle.split("\n")[0] : "").join("\n") +
    "\n" + (part.subtitle || "").split("\n").slice(1).join("\n");
  showBar(part.scale);
  showProgress();
  showControls();
}

let stood = false;
let shownBar = "";
function showBar(scale) {
  const text = JSON.stringify(scale || null);
  if (text === shownBar) return;
  shownBar = text;
  byId("bar").hidden = !scale;
  if (!scale) return;
  byId("colours").style.background = "linear-gradient(to top, " + scale.colours.join(", ") + ")";
  byId("numbers").replaceChildren(...scale.numbers.map(([place, number]) => {
    const span = document.createElement("span");
    span.textContent = number;
    span.style.bottom = 100 * place + "%";
    return span;
  }));
}

/** The edges of the volume or the slice, over the picture. */
function showOutline() {
  const text = call("pageOutline");
  if (text === null) return;
  const outline = JSON.parse(text), width = canvas.clientWidth, height = canvas.clientHeight;
  const made = (name, attributes, words = "") => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = words;
    return element;
  };
  const room = 22, within = (x, most) => Math.min(Math.max(x, room), most - room);
  byId("outline").replaceChildren(
    ...outline.lines.map(([x1, y1, x2, y2, axis]) => made("line", { x1: x1 * width, y1: y1 * height, x2: x2 * width, y2: y2 * height, class: axis ? "axis" : "" })),
    ...outline.labels.map(([x, y, right, down, words, name]) => {
      const away = state.settings.view === "volume" ? 16 : name ? 30 : 12;
      return made("text", { x: within(x * width + away * right, width), y: within(y * height + away * down, height) }, words);
    }));
}

/** What the bar of colours covers, in pixels of the canvas. */
function barWidth() {
  return Math.round(88 * canvas.width / Math.max(1, canvas.clientWidth));
}

function showProgress() {
  const compiling = state.parts.find(p => p.compiling);
  byId("compiled").hidden = !compiling;
  if (compiling) byId("compiled").value = compiling.done;
  const words = [];
  const pictured = state.parts.every(p => p.picture >= 0);
  if (pictured) words.push(...state.parts.map(p => "sweep " + p.sweeps));
  if (compiling) words.push(compiling.compiling);
  else if (!pictured) words.push("The first picture is being made ...");
  else {
    if (standsStill()) words.push("paused");
    if (state.coarseness > 1) words.push("volume at 1/" + state.coarseness + " resolution" + (state.software ? " (no graphics card)" : ""));
  }
  byId("doing").textContent = words.join(" · ");
  byId("rates").textContent = state.parts[0].rates.join(", ");
}

function showControls() {
  const settings = state.settings, group = choices.groups.find(g => g.word === settings.group);
  if (group) byId("beta").max = Math.max(4, Math.round(2 * group.scaling), Math.ceil(settings.beta));
  for (const control of controls.querySelectorAll("[data-key]")) {
    const value = settings[control.dataset.key];
    if (control === document.activeElement && control.type !== "checkbox" && control.type !== "range") continue;
    if (control.type === "checkbox") control.checked = value === "on";
    else if (control.value !== value) {
      if (control.tagName === "SELECT" && ![...control.options].some(option => option.value === value))
        control.append(new Option(value.split("/").pop(), value));
      if (control.type === "range" && Number(value) > Number(control.max)) control.max = value;
      control.value = value;
    }
    const output = byId(control.dataset.key + "-value");
    if (output) output.textContent = value;
  }
  const stands = standsStill();
  byId("pause").textContent = stands ? "Go on" : "Pause";
  byId("pause").setAttribute("aria-pressed", String(stands));
}

function markPresets() {
  for (const link of byId("presets").querySelectorAll("a"))
    if (state && link.hash === "#preset=" + state.preset) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  const preset = choices.presets.find(p => p.word === state.preset);
  byId("look").textContent = preset ? preset.text : "";
}

function showCharts() {
  const text = call("pageCharts");
  if (text === null) return;
  const data = JSON.parse(text);
  drawHistory(byId("history"), data);
  drawLoops(byId("loops"), data);
  drawHistogram(byId("histogram"), data);
  const tau = data.plaquette.tau_int;
  byId("mean").textContent = data.mean + (data.plaquette.error !== null && tau !== null ? ", integrated time " + tau.toFixed(1) + " sweeps" : "");
  byId("known").textContent = data.known ? data.known.text : "";
}

// Frames.

let ticket = 0; // of the next frame: there is one loop
let lastFrame = 0, lastState = 0, lastCharts = 0, lastKept = 0, timePart = 0, workUntil = 0, keeping = 0;
const pump = new MessageChannel();

/** The device's answers arrive between the tasks of a page: what is left of a frame goes into further ones. */
pump.port1.onmessage = goOn;
function goOn() {
  if (running && !lost && performance.now() < workUntil) work((workUntil - performance.now()) / 1000);
}

function work(seconds) {
  const answer = call("pageWork", Math.max(0.001, seconds));
  if (answer === "new") dirty = true;
  if (answer !== null) pump.port2.postMessage(0);
}

function frame(now) {
  if (!running || lost) return;
  ticket = requestAnimationFrame(frame);
  const passed = Math.min(0.25, (now - lastFrame) / 1000);
  lastFrame = now;
  const scale = Math.min(window.devicePixelRatio || 1, state.software ? 1 : 2);
  const width = Math.max(16, Math.round(canvas.clientWidth * scale)), height = Math.max(16, Math.round(canvas.clientHeight * scale));
  if (canvas.width !== width || canvas.height !== height) {
    canvas.width = width;
    canvas.height = height;
    dirty = true;
  }
  if (state.settings["time-loop"] === "on") {
    timePart += passed * Number(state.settings["time-rate"]);
    if (timePart >= 1) perform("step " + Math.floor(timePart));
    timePart %= 1;
  }
  holdKeys(passed);
  const share = state.software ? 0.05 : 0.010; // a software driver needs the same processor for drawing
  workUntil = performance.now() + 1000 * share;
  work(share);
  if (dirty) {
    const drawn = call("pageDraw", width, height, barWidth());
    if (drawn === null && !lost) running = false;
    dirty = drawn === "again";
    showOutline();
  }
  if (now - lastState > 150) {
    lastState = now;
    refresh();
  }
  if (now - lastCharts > 600) {
    lastCharts = now;
    showCharts();
  }
  if (now - lastKept > Math.max(3000, 50 * keeping)) {
    lastKept = now;
    call("pageKeep");
    keeping = performance.now() - now;
  }
}

function start() {
  running = true;
  dirty = true;
  lastFrame = performance.now();
  cancelAnimationFrame(ticket);
  ticket = requestAnimationFrame(frame);
}

canvas.addEventListener("webglcontextlost", event => {
  event.preventDefault(); // it may come back
  lost = true;
  say("The graphics driver took its context away from the page. It goes on as soon as the browser gives another.");
});
canvas.addEventListener("webglcontextrestored", () => {
  lost = false;
  if (call("pageBegin") === null) return;
  say(null);
  refresh();
  start();
});

// Mouse, touch and keys.

const pointers = new Map();
let pinch = 0;
canvas.addEventListener("pointerdown", event => {
  canvas.focus({ preventScroll: true });
  canvas.setPointerCapture(event.pointerId);
  pointers.set(event.pointerId, [event.clientX, event.clientY]);
  pinch = 0;
});
for (const name of ["pointerup", "pointercancel"])
  canvas.addEventListener(name, event => {
    pointers.delete(event.pointerId);
    pinch = 0;
  });
canvas.addEventListener("pointermove", event => {
  const before = pointers.get(event.pointerId);
  if (!before) return;
  const scale = canvas.width / canvas.clientWidth, x = scale * (event.clientX - before[0]), y = scale * (event.clientY - before[1]);
  pointers.set(event.pointerId, [event.clientX, event.clientY]);
  if (pointers.size === 1) return perform((event.buttons & 1 && !event.shiftKey ? "orbit " : "pan ") + x + " " + y);
  const [a, b] = [...pointers.values()];
  const distance = Math.hypot(a[0] - b[0], a[1] - b[1]);
  if (pinch > 0 && distance > 0) perform("zoom " + pinch / distance);
  perform("pan " + x / 2 + " " + y / 2);
  pinch = distance;
});
canvas.addEventListener("contextmenu", event => event.preventDefault());
canvas.addEventListener("wheel", event => {
  event.preventDefault();
  if (state && state.settings.view === "slice") perform("step " + (event.deltaY < 0 ? 1 : -1));
  else perform("zoom " + Math.pow(0.999, -event.deltaY));
}, { passive: false });

const held = new Map(); // by the place of the key, whatever Shift makes of it
const turns = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
canvas.addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || !state) return;
  if (event.repeat && " srhqvf".includes(event.key)) return event.preventDefault();
  const once = { " ": pause, s: oneSweep, r: () => perform("restart"), h: () => perform("heat"), q: () => perform("quench 10"),
    Home: () => perform("home"), PageUp: () => perform("step 1"), PageDown: () => perform("step -1"),
    v: () => set([["view", state.settings.view === "volume" ? "slice" : "volume"]]), f: fullScreen }[event.key];
  const number = choices.quantities[Number(event.key) - 1];
  if (once) once();
  else if (number && event.key !== " ") set([["quantity", number[0]]]);
  else if (turns[event.key] || event.key === "+" || event.key === "-" || event.key === "=") held.set(event.code, event.key);
  else return;
  event.preventDefault();
});
canvas.addEventListener("keyup", event => held.delete(event.code));
canvas.addEventListener("blur", () => held.clear());

function holdKeys(seconds) {
  for (const key of held.values()) {
    const turn = turns[key], pixels = 0.41 * canvas.height * seconds;
    if (turn) perform("orbit " + turn[0] * pixels + " " + turn[1] * pixels);
    else perform("zoom " + (key === "-" ? 1 + seconds : 1 - seconds));
  }
}

function pause() {
  if (!state) return;
  if (state.parts.some(p => p.requested)) perform("sweeps 0"); // ends the request
  else set([["paused", state.settings.paused === "on" ? "off" : "on"]]);
  refresh();
}
function oneSweep() {
  perform("sweeps 1");
  refresh();
  writeAddress();
}
function fullScreen() {
  if (document.fullscreenElement) document.exitFullscreen();
  else if (byId("picture").requestFullscreen) byId("picture").requestFullscreen().catch(() => say("This browser does not let the page fill the screen."));
  else say("This browser does not let a page fill the screen.");
}

// Controls.

let choices = { presets: [], quantities: [], smoothings: [], groups: [] };

function fillControls() {
  choices = JSON.parse(call("pageChoices"));
  byId("group").replaceChildren(...choices.groups.map(g => new Option(g.title, g.word)));
  byId("quantity").replaceChildren(...choices.quantities.map(([word, title]) => new Option(title, word)));
  byId("smoothing").replaceChildren(...choices.smoothings.map(([word, title]) => new Option(title, word)));
  byId("presets").replaceChildren(...choices.presets.map(preset => {
    const item = document.createElement("li"), link = document.createElement("a");
    link.href = "#preset=" + preset.word;
    link.textContent = preset.title;
    item.append(link);
    return item;
  }));
  for (const control of controls.querySelectorAll("[data-key]")) {
    control.title = choices.keys[control.dataset.key] || "";
    control.addEventListener(control.type === "range" ? "input" : "change", () => {
      const key = control.dataset.key, value = control.type === "checkbox" ? (control.checked ? "on" : "off") : control.value.trim();
      const values = [[key, value]];
      const group = choices.groups.find(g => g.word === value);
      if (key === "group" && group) { // the same physics in the other group
        const before = choices.groups.find(g => g.word === state.settings.group);
        values.push(["beta", String(Number((state.settings.beta * group.scaling / before.scaling).toPrecision(4)))]);
      }
      control.classList.toggle("wrong", !set(values));
    });
  }
}

controls.addEventListener("submit", event => event.preventDefault());
for (const button of controls.querySelectorAll("[data-action]"))
  button.addEventListener("click", () => {
    perform(button.dataset.action);
    refresh();
  });
byId("pause").addEventListener("click", pause);
byId("one").addEventListener("click", oneSweep);
byId("full").addEventListener("click", fullScreen);
byId("dismiss").addEventListener("click", () => say(null));
byId("link").addEventListener("click", async () => {
  if (!state) return;
  refresh();
  const url = location.href.replace(/#.*/, "") + "#" + linkText(true);
  try {
    await navigator.clipboard.writeText(url);
    byId("link").textContent = "Copied";
    setTimeout(() => { byId("link").textContent = "Copy a link to this"; }, 1500);
  } catch { // without a secure origin: it stands in the address
    history.replaceState(null, "", url);
    say("The browser does not let the page use the clipboard; the link is in the address bar.");
  }
  if (!state.reproducible) say("The links were heated, cooled, steered or read from a file on the way: the link has the settings, but the chain begins from its start.");
});

function offer(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}
const fileName = ending => "gaugegl-" + state.settings.group + "-" + state.settings.lattice + "-" + state.parts[0].sweeps + ending;

byId("png").addEventListener("click", () => {
  if (call("pageDraw", canvas.width, canvas.height, barWidth()) !== null) canvas.toBlob(blob => offer(blob, fileName(".png")), "image/png");
});
byId("save").addEventListener("click", () => {
  const path = "/links.ildg";
  if (call("pageSave", path) === null) return;
  refresh();
  offer(new Blob([program.FS.readFile(path)], { type: "application/octet-stream" }), fileName(".ildg"));
  program.FS.unlink(path);
});

let opened = { count: 0, path: null };
async function openFile(file) {
  if (!program || !state) return;
  const most = 512 * 1024 * 1024; // 24^4 of SU(4) in double precision has 340 MB
  if (file.size > most) return say(file.name + " has " + Math.round(file.size / 1e6) + " MB; the page opens files up to 512 MB.");
  const path = "/" + ++opened.count + "-" + file.name.replace(/[^A-Za-z0-9._-]/g, "_");
  try {
    program.FS.writeFile(path, new Uint8Array(await file.arrayBuffer()));
  } catch (error) {
    return say(file.name + " cannot be read: " + error + ".");
  }
  const before = opened.path;
  if (set([["links", path]])) {
    opened.path = path; // "Start again" reads it again
    if (state.warnings.length > 0) say("Warning: " + state.warnings.join("; ") + ".");
  }
  const old = opened.path === path ? before : path;
  if (old) program.FS.unlink(old);
}
byId("open").addEventListener("change", event => {
  if (event.target.files.length > 0) openFile(event.target.files[0]);
  event.target.value = "";
});
byId("picture").addEventListener("dragover", event => event.preventDefault());
byId("picture").addEventListener("drop", event => {
  event.preventDefault();
  if (event.dataTransfer.files.length > 0) openFile(event.dataTransfer.files[0]);
});

// For tests and for pages that embed this one.
window.gaugegl = {
  report() {
    const text = program && state && !lost ? program.pageReport() : "!";
    const report = text.startsWith("!") ? { renderer: null, group: null, lattice: null, beta: null, seed: null, sweep: null, plaquette: null,
      polyakov_loop: [null, null], sweeps_per_second: null } : JSON.parse(text);
    report.error = problem;
    return report;
  },
};

async function main() {
  if (typeof WebAssembly !== "object") return say("This browser is too old for the page: it has no WebAssembly.");
  let module;
  try {
    module = await gaugeglModule();
  } catch (error) {
    return say("The program could not be loaded: " + error + ". Reload the page, or ask who hosts it.");
  }
  program = { FS: module.FS };
  for (const [name, types] of [["pageBegin", []], ["pageSet", ["string"]], ["pagePerform", ["string"]], ["pageWork", ["number"]],
    ["pageDraw", ["number", "number", "number"]], ["pageKeep", []], ["pageOutline", []], ["pageSave", ["string"]], ["pageReport", []], ["pageState", []],
    ["pageCharts", []], ["pageChoices", []]]) program[name] = module.cwrap(name, "string", types);
  byId("doing").textContent = "Asking for the graphics card ...";
  if (call("pageBegin") === null) {
    byId("doing").textContent = "";
    program = null; // nothing else is to say
    return;
  }
  fillControls();
  refresh();
  call("pageSet", "preset=" + choices.presets[0].word);
  refresh();
  readAddress();
  markPresets();
  window.addEventListener("hashchange", () => {
    readAddress();
    markPresets();
  });
  start();
}
main();
