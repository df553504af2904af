// Why this file exists: tests the calculations of the program of a --viewer page, without a browser: positions and
// strains against the frames of the run, the eye, the pace and the keys. `node viewer_page.js PAGE.html FOLDER` prints
// mistakes, and exits with 1 if there are any.
"use strict";
const fs = require("fs"), vm = require("vm");
const [page, folder] = process.argv.slice(2);
const html = fs.readFileSync(page, "utf8");
const between = (begin, end) => {
  const from = html.indexOf(begin) + begin.length;
  return html.slice(from, html.indexOf(end, from));
};
const program = between("\n<script>\n", "</script>");
const parts = {scene: between("id=scene>", "</script>"), data: between("id=data>", "</script>")};
const names = "interpolate positions values edges ramp stops zoom turn show tick view home state camera scene shots n canvas"
  .split(" ").join(", ");

/// The program, in a page of our own that paints nothing.
function world(texts) {
  const elements = {}, listeners = {};
  const flat = new Proxy({}, {get: (own, name) => own[name] ?? (() => {})});
  const element = id => elements[id] ??= {
    textContent: texts[id] ?? "", style: {}, dataset: {}, clientWidth: 400, clientHeight: 300, width: 0, height: 0,
    addEventListener: () => {}, setAttribute: () => {}, getContext: kind => kind === "2d" ? flat : null};
  const made = {
    document: {getElementById: element, body: {dataset: {}}}, atob, devicePixelRatio: 1, elements, listeners,
    matchMedia: () => ({matches: true, addEventListener: () => {}}), requestAnimationFrame: () => {},
    addEventListener: (kind, f) => { listeners[kind] = f; }};
  element("scene"), element("data"), element("say");
  vm.createContext(made);
  return made;
}

let wrong = 0;
const say = words => { if (wrong++ < 9) console.log(words); };
const is = (what, value, wanted, within = 1e-12) => {
  if (!(Math.abs(value - wanted) <= within)) say(`${what}: ${value}, not ${wanted}`);
};
const holds = (what, condition) => { if (!condition) say(what); };

const here = world(parts);
vm.runInContext(`${program}\nglobalThis.made = {${names}};`, here);
const m = here.made, state = m.state, view = m.view, last = m.shots - 1;
const read = name => fs.readFileSync(name, "utf8").split("\n").filter(line => line.startsWith("v "));
const frames = m.scene.frames.map(f => read(`${folder}/frame_${String(f.frame).padStart(4, "0")}.obj`)
  .flatMap(line => line.split(" ").slice(1).map(Number)));
const fine = k => 0.51 * (m.scene.high[k] - m.scene.low[k]) / 65535 + 1e-5;
holds("20 frames and the first", m.shots === 21 && frames.every(f => f.length === 3 * m.n));

/* Positions are those of the frames, linear in between. Strains are the means of the edges at a vertex. */
const strains = f => {
  const sum = new Float64Array(m.n), count = new Float64Array(m.n);
  const span = (p, a, b) => Math.hypot(p[3 * a] - p[3 * b], p[3 * a + 1] - p[3 * b + 1], p[3 * a + 2] - p[3 * b + 2]);
  for (let e = 0; e < m.edges.length; e += 2) {
    const a = m.edges[e], b = m.edges[e + 1], strain = Math.abs(span(frames[f], a, b) / span(frames[0], a, b) - 1);
    sum[a] += strain, sum[b] += strain, count[a]++, count[b]++;
  }
  return sum.map((s, i) => s / count[i]);
};
for (const [time, a, b] of [[0, 0, 0], [7, 7, 7], [7.5, 7, 8], [last, last, last]]) {
  const first = strains(a), second = strains(b);
  m.interpolate(time);
  for (let i = 0; i < 3 * m.n; i++)
    is(`number ${i} at ${time}`, m.positions[i], 0.5 * (frames[a][i] + frames[b][i]), fine(i % 3));
  for (let i = 0; i < m.n; i++)
    is(`strain ${i} at ${time}`, m.values[i], 0.5 * (first[i] + second[i]) / m.scene.strain, 0.51 / 255 + 1e-4);
}
const largest = Math.max(...m.scene.frames.flatMap((_, f) => [...strains(f)]));
is("the most of them", largest, m.scene.strain, 1e-4 * m.scene.strain);

/* Everything is visible, around the middle. Colours at the ends, in the middle and beyond. */
const seen = (eye, p) => {
  const at = k => eye[k] * p[0] + eye[4 + k] * p[1] + eye[8 + k] * p[2] + eye[12 + k];
  return [at(0) / at(3), at(1) / at(3), at(3)];
};
const eye = m.camera().matrix, middle = seen(eye, [0, 1, 2].map(k => 0.5 * (m.scene.low[k] + m.scene.high[k])));
is("across, the middle", middle[0], 0, 1e-9), is("down, the middle", middle[1], 0, 1e-9);
let most = 0;
for (const f of frames)
  for (let i = 0; i < f.length; i += 3) {
    const [x, y, depth] = seen(eye, f.slice(i, i + 3));
    holds(`vertex ${i / 3} is seen`, Math.abs(x) <= 1 && Math.abs(y) <= 1 && depth > 0);
    most = Math.max(most, Math.abs(x), Math.abs(y));
  }
holds(`it fills the picture: ${most}`, most > 0.8);
for (const [value, stop] of [[-1, 0], [0, 0], [0.25, 1], [0.5, 2], [0.75, 3], [1, 4], [2, 4]])
  m.ramp(value).forEach((c, k) => is(`colour ${k} of ${value}`, c, m.stops[stop][k], 1e-3));
holds("a canvas of the size of its place", m.canvas.width === 400 && m.canvas.height === 300);

/* Limits, keys, and real time: 24 frames a second, at most a quarter of a second at once. */
const press = (key, more) => here.listeners.keydown({key, target: null, preventDefault: () => {}, ...more});
m.zoom(1e9), is("farthest", view.distance, 6), m.zoom(1e-9), is("nearest", view.distance, 0.15);
m.turn(0, 999), is("highest", view.elevation, 89), m.turn(0, -999), is("lowest", view.elevation, -89);
press("r"), is("the first view", view.elevation, m.home.elevation), is("its distance", view.distance, 1);
for (const [key, angle, by] of [["ArrowUp", "elevation", 5], ["ArrowDown", "elevation", 0], ["ArrowLeft", "azimuth", -5],
  ["ArrowRight", "azimuth", 0]])
  press(key), is(key, view[angle], m.home[angle] + by);
press("+"), is("nearer", view.distance, 0.9), press("-"), is("farther", view.distance, 0.99);
m.show(3), press("."), is("the next", state.time, 4), press(","), press(","), is("the one before", state.time, 2);
press("End"), press("."), is("the last", state.time, last), press("Home"), press(","), is("the first", state.time, 0);
const [strained, wired] = [state.strain, state.wire];
press("S"), press("w"), press("W", {ctrlKey: true});
holds("strain and edges", state.strain !== strained && state.wire !== wired);
press(" "), holds("played", state.playing), m.tick(1000), is("not yet", state.time, 0);
m.tick(1100), is("a tenth of a second", state.time, 2.4, 1e-5), m.tick(9100), is("a pause", state.time, 8.4, 1e-5);
m.tick(9900), m.tick(10900), m.tick(10950), is("from the beginning", state.time, 1.2, 1e-5);
press(" "), holds("paused", !state.playing);

/* A truncated page says so, and shows nothing. */
const cut = world({...parts, data: parts.data.slice(0, 400)});
let words = "";
try { vm.runInContext(program, cut); } catch (error) { words = error.message; }
holds(`damaged: ${words}, ${cut.elements.say.textContent}`, words === "damaged" &&
  cut.elements.say.textContent === `This page is damaged: 300 of ${m.scene.bytes} bytes of its data are left.`);
process.exit(wrong > 0 ? 1 : 0);
