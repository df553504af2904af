/* Why this file exists: turns and plays a recorded simulation in a page, without a network or a library. It draws with
 * WebGL, or with the plain canvas in painter's order if WebGL is missing. viewer.c writes the page and its data. */
"use strict";
const find = id => document.getElementById(id);
const scene = JSON.parse(find("scene").textContent);
const bytes = Uint8Array.from(atob(find("data").textContent), c => c.charCodeAt(0));
if (bytes.length !== scene.bytes) {
  find("say").textContent = `This page is damaged: ${bytes.length} of ${scene.bytes} bytes of its data are left.`;
  throw new Error("damaged");
}

/* ------------------------------------------------------------------------------------------------ what is in the page */

let taken = 0;
const take = (kind, count) => {
  taken = Math.ceil(taken / kind.BYTES_PER_ELEMENT) * kind.BYTES_PER_ELEMENT;
  const out = new kind(bytes.buffer, taken, count);
  taken += out.byteLength;
  return out;
};
const n = scene.vertices, shots = scene.frames.length;
const quantised = take(Uint16Array, shots * n * 3), strains = take(Uint8Array, shots * n), pinned = take(Uint8Array, n);
const radii = take(Float32Array, scene.radii ? n : 0);
const triangles = take(Uint32Array, 3 * scene.triangles), edges = take(Uint32Array, 2 * scene.edges);
const lattice = radii.length > 0, balls = lattice ? radii : scene.triangles > 0 ? null : new Float32Array(n).fill(scene.link);
const small = radii.map(r => 0.35 * r); /* of a lattice with visible springs */
const centre = [0, 1, 2].map(k => 0.5 * (scene.low[k] + scene.high[k]));
const extent = Math.max(1e-9, Math.hypot(...[0, 1, 2].map(k => scene.high[k] - scene.low[k])));
const positions = new Float32Array(3 * n), normals = new Float32Array(3 * n), values = new Float32Array(n);

/// Positions, normals and colours at a time in frames, interpolated between two frames.
function interpolate(time) {
  const first = Math.min(Math.floor(time), shots - 1), second = Math.min(first + 1, shots - 1), part = time - first;
  const a = 3 * n * first, b = 3 * n * second;
  for (let i = 0; i < 3 * n; i++) {
    const k = i % 3, mixed = quantised[a + i] + part * (quantised[b + i] - quantised[a + i]);
    positions[i] = scene.low[k] + mixed / 65535 * (scene.high[k] - scene.low[k]);
  }
  for (let i = 0; i < n; i++)
    values[i] = (strains[first * n + i] + part * (strains[second * n + i] - strains[first * n + i])) / 255;
  normals.fill(0);
  for (let t = 0; t < triangles.length; t += 3) {
    const [p, q, r] = [3 * triangles[t], 3 * triangles[t + 1], 3 * triangles[t + 2]];
    const c = cross(minus(positions, q, p), minus(positions, r, p));
    for (const v of [p, q, r]) for (let k = 0; k < 3; k++) normals[v + k] += c[k];
  }
}
const minus = (list, a, b) => [list[a] - list[b], list[a + 1] - list[b + 1], list[a + 2] - list[b + 2]];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const unit = a => a.map(x => x / (Math.hypot(...a) || 1));

/// Triangles of an obstacle around its own centre: positions and normals, three per triangle.
function solid(obstacle) {
  const out = {position: [], normal: []};
  const put = (corners, own) => {
    const flat = unit(cross(corners[1].map((x, k) => x - corners[0][k]), corners[2].map((x, k) => x - corners[0][k])));
    corners.forEach((c, i) => { out.position.push(...c); out.normal.push(...(own ? own[i] : flat)); });
  };
  if (obstacle.radius) {
    const at = (i, j) => { const u = Math.PI * i / 20, v = 2 * Math.PI * j / 32;
      return [Math.sin(u) * Math.cos(v), Math.cos(u), Math.sin(u) * Math.sin(v)]; };
    for (let i = 0; i < 20; i++) for (let j = 0; j < 32; j++)
      for (const own of [[at(i, j), at(i, j + 1), at(i + 1, j)], [at(i + 1, j), at(i, j + 1), at(i + 1, j + 1)]])
        put(own.map(c => c.map(x => x * obstacle.radius)), own);
  }
  for (let t = 0; obstacle.triangles && t < obstacle.triangles.length; t += 3)
    put([0, 1, 2].map(k => obstacle.vertices.slice(3 * obstacle.triangles[t + k], 3 * obstacle.triangles[t + k] + 3)));
  return {position: new Float32Array(out.position), normal: new Float32Array(out.normal)};
}
const solids = scene.obstacles.filter(o => !o.normal).map(o => ({pose: o.poses, shape: solid(o)}));

/// A grid of lines in the plane, as large as the visible part; two points per line.
const grids = scene.obstacles.filter(o => o.normal).map(o => {
  const normal = unit(o.normal), x = unit(cross(normal, Math.abs(normal[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0])), z = cross(normal, x);
  const off = dot(normal, centre.map((c, k) => c - o.point[k])), middle = centre.map((c, k) => c - off * normal[k]);
  const lines = [], reach = 0.8 * extent, at = (u, v) => middle.map((c, k) => c + u * x[k] + v * z[k]);
  for (let i = -8; i <= 8; i++)
    lines.push(...at(i * reach / 8, -reach), ...at(i * reach / 8, reach), ...at(-reach, i * reach / 8), ...at(reach, i * reach / 8));
  return {lines: new Float32Array(lines), point: o.point, normal};
});
/// Hide walls that the eye is behind.
const gridsBefore = eye => grids.filter(g => dot(g.normal, eye.map((x, k) => x - g.point[k])) > 0).map(g => g.lines);
/// The pose of an obstacle as a matrix, from 12 numbers (centre, three axes); null if there is none.
function placed(pose, time) {
  const now = pose[Math.min(Math.floor(time), pose.length - 1)];
  if (!now) return null;
  const m = now;
  return [m[3], m[4], m[5], 0, m[6], m[7], m[8], 0, m[9], m[10], m[11], 0, m[0], m[1], m[2], 1];
}

/* ------------------------------------------------------------------------------------------------------------ the view */

const canvas = find("canvas"), dark = matchMedia("(prefers-color-scheme: dark)");
const home = {azimuth: scene.azimuth, elevation: scene.elevation, distance: 1, x: 0, y: 0};
const view = {...home}, state = {time: 0, playing: false, strain: scene.strained, wire: scene.wire};
const stops = [[0.23, 0.30, 0.75], [0.55, 0.69, 1], [0.87, 0.87, 0.87], [0.96, 0.60, 0.48], [0.71, 0.02, 0.15]];
const colours = () => dark.matches
  ? {paper: [0.078, 0.090, 0.106], front: [0.42, 0.66, 0.95], back: [0.93, 0.62, 0.36], line: [0.86, 0.89, 0.92], solid: [0.52, 0.55, 0.60], grid: [0.27, 0.30, 0.34], pin: [0.95, 0.95, 0.95]}
  : {paper: [1, 1, 1], front: [0.27, 0.49, 0.74], back: [0.85, 0.50, 0.25], line: [0.10, 0.12, 0.15], solid: [0.66, 0.67, 0.69], grid: [0.82, 0.83, 0.85], pin: [0.15, 0.15, 0.17]};
function ramp(v) {
  const at = Math.max(0, Math.min(0.9999, v)) * 4, i = Math.floor(at);
  return stops[i].map((c, k) => c + (at - i) * (stops[i + 1][k] - c));
}

/// How far away the eye must be to see the whole run, estimated from some thousands of samples.
const focal = 1 / Math.tan(13 * Math.PI / 180), fitted = {wide: 0, far: 1};
function fit(right, up, back, wide) {
  const count = shots * n, step = Math.max(1, Math.floor(count / 20000)), reach = balls ? Math.max(...balls.slice(0, 1000)) : 0;
  let far = 0.05 * extent;
  for (let i = 0; i < count; i += step) {
    const at = [0, 1, 2].map(k => (quantised[3 * i + k] / 65535 - 0.5) * (scene.high[k] - scene.low[k]));
    far = Math.max(far, dot(at, back) + 1.08 * focal * Math.max((Math.abs(dot(at, right)) + reach) / wide, Math.abs(dot(at, up)) + reach));
  }
  return far;
}

/// The matrix from the world to the screen, column by column, and the three directions of the view.
function camera() {
  const [a, e] = [view.azimuth, view.elevation].map(d => d * Math.PI / 180);
  const back = [Math.cos(e) * Math.sin(a), Math.sin(e), Math.cos(e) * Math.cos(a)], right = [Math.cos(a), 0, -Math.sin(a)];
  const up = cross(back, right), wide = canvas.width / canvas.height;
  if (fitted.wide !== wide) Object.assign(fitted, {wide, far: fit(right, up, back, wide)});
  const far = fitted.far * view.distance;
  const eye = centre.map((c, k) => c - view.x * extent * right[k] - view.y * extent * up[k] + far * back[k]);
  const near = Math.max(0.05 * far, far - 1.5 * extent), end = far + 3 * extent;
  const rows = [right.map(x => x * focal / wide), up.map(x => x * focal), back.map(x => -x)];
  const clip = (end + near) / (end - near), shift = -2 * end * near / (end - near), moved = rows.map(r => -dot(r, eye));
  const m = [];
  for (let k = 0; k < 3; k++) m.push(rows[0][k], rows[1][k], clip * rows[2][k], rows[2][k]);
  m.push(moved[0], moved[1], clip * moved[2] + shift, moved[2]);
  return {matrix: m, eye, back, light: unit([0, 1, 2].map(k => back[k] + 0.5 * up[k] + 0.35 * right[k]))};
}

/* --------------------------------------------------------------------------------------------------------- by WebGL */

const body = `attribute vec3 position, normal; attribute float value, radius; uniform mat4 matrix, model; uniform float pixels, nearer;
varying vec3 n; varying float v; void main() { gl_Position = matrix * model * vec4(position, 1.0); n = (model * vec4(normal, 0.0)).xyz;
v = value; gl_Position.z -= nearer * gl_Position.w; gl_PointSize = radius < 0.0 ? -radius : 2.0 * radius * pixels / gl_Position.w; }`;
const paint = `precision mediump float; varying vec3 n; varying float v; uniform vec3 light, front, back, stops[5];
uniform float mapped, shaded, ball; void main() { vec3 own = normalize(n); float side = dot(own, light) < 0.0 ? -1.0 : 1.0;
vec3 colour = gl_FrontFacing || ball > 0.5 ? front : back; float lit = abs(dot(own, light));
if (ball > 0.5) { vec2 d = 2.0 * gl_PointCoord - 1.0; float r = dot(d, d); if (r > 1.0) discard;
lit = max(0.0, dot(vec3(d.x, -d.y, sqrt(1.0 - r)), normalize(vec3(0.35, 0.5, 1.0)))); }
if (mapped > 0.5) { float at = clamp(v, 0.0, 0.9999) * 4.0; colour = at < 1.0 ? mix(stops[0], stops[1], at) :
at < 2.0 ? mix(stops[1], stops[2], at - 1.0) : at < 3.0 ? mix(stops[2], stops[3], at - 2.0) : mix(stops[3], stops[4], at - 3.0); }
gl_FragColor = vec4(colour * mix(1.0, 0.35 + 0.65 * lit, shaded), 1.0); }`;

function byWebGL(gl) {
  const program = gl.createProgram();
  for (const [kind, text] of [[gl.VERTEX_SHADER, body], [gl.FRAGMENT_SHADER, paint]]) {
    const shader = gl.createShader(kind);
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.bindAttribLocation(program, 0, "position");
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS) || !gl.getExtension("OES_element_index_uint")) return null;
  gl.useProgram(program);
  const where = {}, place = name => where[name] ??= gl.getUniformLocation(program, name);
  const slots = {position: 3, normal: 3, value: 1, radius: 1}, buffers = new Map();
  const buffer = (list, kind, moving) => {
    if (!buffers.has(list)) buffers.set(list, gl.createBuffer());
    gl.bindBuffer(kind, buffers.get(list));
    if (moving || !buffers.get(list).full) gl.bufferData(kind, list, moving ? gl.DYNAMIC_DRAW : gl.STATIC_DRAW);
    buffers.get(list).full = true;
  };
  const lists = (given, moving) => {
    for (const [name, size] of Object.entries(slots)) {
      const slot = gl.getAttribLocation(program, name);
      if (slot < 0) continue;
      if (given[name] instanceof Float32Array) {
        buffer(given[name], gl.ARRAY_BUFFER, moving && name !== "radius");
        gl.enableVertexAttribArray(slot);
        gl.vertexAttribPointer(slot, size, gl.FLOAT, false, 0, 0);
      } else {
        gl.disableVertexAttribArray(slot);
        gl.vertexAttrib3f(slot, given[name] ?? 0, 0, 1);
      }
    }
  };
  const set = (front, back, mapped, shaded, ball, nearer = 0) => {
    gl.uniform1f(place("nearer"), nearer);
    gl.uniform3fv(place("front"), front);
    gl.uniform3fv(place("back"), back);
    gl.uniform1f(place("mapped"), mapped);
    gl.uniform1f(place("shaded"), shaded);
    gl.uniform1f(place("ball"), ball);
  };
  const indexed = (mode, list) => { buffer(list, gl.ELEMENT_ARRAY_BUFFER); gl.drawElements(mode, list.length, gl.UNSIGNED_INT, 0); };
  const chosen = Uint32Array.from([...pinned.keys()].filter(i => pinned[i]));
  gl.enable(gl.DEPTH_TEST);
  const whole = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
  return () => {
    const c = colours(), eye = camera(), scale = canvas.width / canvas.clientWidth;
    gl.viewport(0, 0, canvas.width, canvas.height);
    gl.clearColor(...c.paper, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.uniformMatrix4fv(place("matrix"), false, eye.matrix);
    gl.uniform3fv(place("light"), eye.light);
    gl.uniform3fv(place("stops[0]"), stops.flat());
    gl.uniform1f(place("pixels"), 0.5 * focal * canvas.height);
    for (const {pose, shape} of solids) {
      const model = placed(pose, state.time);
      if (!model) continue;
      gl.uniformMatrix4fv(place("model"), false, model);
      set(c.solid, c.solid, 0, 1, 0);
      lists(shape);
      gl.drawArrays(gl.TRIANGLES, 0, shape.position.length / 3);
    }
    gl.uniformMatrix4fv(place("model"), false, whole);
    set(c.grid, c.grid, 0, 0, 0);
    for (const grid of gridsBefore(eye.eye)) lists({position: grid}), gl.drawArrays(gl.LINES, 0, grid.length / 3);
    const own = {position: positions, normal: normals, value: values};
    set(c.front, c.back, state.strain ? 1 : 0, state.strain ? 0.6 : 1, 0);
    lists(own, true);
    if (triangles.length > 0) indexed(gl.TRIANGLES, triangles);
    if (state.wire || (triangles.length === 0 && !lattice)) set(c.line, c.line, 0, 0, 0, 1e-3), indexed(gl.LINES, edges);
    if (balls) {
      set(c.front, c.back, state.strain ? 1 : 0, 1, 1);
      lists({...own, radius: lattice && state.wire ? small : balls}, true);
      gl.drawArrays(gl.POINTS, 0, n);
    } else if (chosen.length > 0 && chosen.length < 500) {
      set(c.pin, c.pin, 0, 0, 1, 2e-3);
      lists({...own, radius: -7 * scale}, true);
      indexed(gl.POINTS, chosen);
    }
  };
}

/* ------------------------------------------------------------------------------------------------- by the plain canvas */

/// Paint the farthest first. This is slower, and bodies that intersect look wrong.
function byCanvas(flat) {
  const css = colour => `rgb(${colour.map(x => Math.round(255 * Math.min(1, x))).join(",")})`;
  return () => {
    const c = colours(), eye = camera(), m = eye.matrix, parts = [];
    const seen = (x, y, z) => {
      const w = m[3] * x + m[7] * y + m[11] * z + m[15];
      return [(0.5 + 0.5 * (m[0] * x + m[4] * y + m[8] * z + m[12]) / w) * canvas.width,
              (0.5 - 0.5 * (m[1] * x + m[5] * y + m[9] * z + m[13]) / w) * canvas.height, w];
    };
    const face = (corners, normal, colour, behind, later = 0) => {
      const [p, q, r] = corners, lit = 0.35 + 0.65 * Math.abs(dot(unit(normal), eye.light));
      const turned = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]) > 0;
      parts.push({depth: (p[2] + q[2] + r[2]) / 3 + later, corners, colour: css((turned ? behind : colour).map(x => x * lit))});
    };
    for (const {pose, shape} of solids) {
      const model = placed(pose, state.time), at = (k, w) => [0, 1, 2].map(j => model[j] * k[0] + model[4 + j] * k[1] + model[8 + j] * k[2] + w * model[12 + j]);
      for (let i = 0; model && i < shape.position.length; i += 9)
        face([0, 3, 6].map(k => seen(...at(shape.position.slice(i + k, i + k + 3), 1))), at(shape.normal.slice(i, i + 3), 0), c.solid, c.solid, 0.05 * extent);
    }
    const screen = [...Array(n).keys()].map(i => seen(positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]));
    for (let t = 0; t < triangles.length; t += 3) {
      const [p, q, r] = triangles.slice(t, t + 3), value = (values[p] + values[q] + values[r]) / 3;
      face([screen[p], screen[q], screen[r]], cross(minus(positions, 3 * q, 3 * p), minus(positions, 3 * r, 3 * p)),
           state.strain ? ramp(value) : c.front, state.strain ? ramp(value) : c.back);
    }
    for (let i = 0; balls && i < n; i++)
      parts.push({depth: screen[i][2], corners: [screen[i]], colour: css(state.strain ? ramp(values[i]) : c.front),
                  radius: Math.max(1, (lattice && state.wire ? small : balls)[i] * 0.5 * focal * canvas.height / screen[i][2])});
    flat.fillStyle = css(c.paper);
    flat.fillRect(0, 0, canvas.width, canvas.height);
    const line = (a, b) => { flat.beginPath(); flat.moveTo(a[0], a[1]); flat.lineTo(b[0], b[1]); flat.stroke(); };
    flat.strokeStyle = css(c.grid);
    for (const grid of gridsBefore(eye.eye)) for (let i = 0; i < grid.length; i += 6) line(seen(...grid.slice(i, i + 3)), seen(...grid.slice(i + 3, i + 6)));
    for (const part of parts.sort((a, b) => b.depth - a.depth)) {
      flat.fillStyle = flat.strokeStyle = part.colour;
      flat.beginPath();
      if (part.radius) flat.arc(part.corners[0][0], part.corners[0][1], part.radius, 0, 7);
      else part.corners.forEach(([x, y]) => flat.lineTo(x, y)), flat.closePath(), flat.stroke();
      flat.fill();
    }
    flat.strokeStyle = css(c.line);
    flat.lineWidth = 1;
    for (let e = 0; (state.wire || (triangles.length === 0 && !lattice)) && e < edges.length; e += 2) line(screen[edges[e]], screen[edges[e + 1]]);
  };
}

/* ------------------------------------------------------------------------------------------------------- the controls */

const gl = canvas.getContext("webgl", {antialias: true});
const paintAll = (gl && byWebGL(gl)) || byCanvas(gl ? null : canvas.getContext("2d"));
document.body.dataset.renderer = gl ? "webgl" : "canvas";
if (!gl) find("say").textContent = "WebGL is missing here; drawn more slowly without it.";

function draw() {
  const scale = Math.min(devicePixelRatio || 1, 2), width = Math.round(canvas.clientWidth * scale), height = Math.round(canvas.clientHeight * scale);
  if (canvas.width !== width || canvas.height !== height) canvas.width = Math.max(1, width), canvas.height = Math.max(1, height);
  interpolate(state.time);
  paintAll();
  const shot = scene.frames[Math.round(state.time)];
  find("frame").value = Math.round(state.time);
  find("time").textContent = `frame ${shot.frame}, t = ${shot.time.toFixed(2)} s`;
  find("play").textContent = state.playing ? "Pause" : "Play";
  find("strain").setAttribute("aria-pressed", state.strain);
  find("wire").setAttribute("aria-pressed", state.wire);
  find("legend").hidden = !state.strain;
  document.body.dataset.drawn = Number(document.body.dataset.drawn ?? 0) + 1;
}

/// Play in real time.
let before = null;
function tick(now) {
  if (!state.playing) return;
  const seconds = before === null ? 0 : (now - before) / 1000, rate = (shots - 1) / Math.max(1e-9, scene.frames[shots - 1].time - scene.frames[0].time);
  before = now;
  state.time += Math.min(seconds, 0.25) * rate;
  if (state.time > shots - 1) state.time = 0;
  draw();
  requestAnimationFrame(tick);
}
function play(on) {
  state.playing = on && shots > 1;
  before = null;
  if (state.playing) requestAnimationFrame(tick);
  draw();
}
function show(time) {
  state.time = Math.max(0, Math.min(shots - 1, time));
  play(false);
}
function turn(azimuth, elevation) {
  view.azimuth += azimuth;
  view.elevation = Math.max(-89, Math.min(89, view.elevation + elevation));
  draw();
}
function zoom(factor) {
  view.distance = Math.max(0.15, Math.min(6, view.distance * factor));
  draw();
}

const pointers = new Map();
canvas.addEventListener("pointerdown", e => { canvas.setPointerCapture(e.pointerId); pointers.set(e.pointerId, [e.clientX, e.clientY]); });
for (const kind of ["pointerup", "pointercancel"]) canvas.addEventListener(kind, e => pointers.delete(e.pointerId));
canvas.addEventListener("pointermove", e => {
  if (!pointers.has(e.pointerId)) return;
  const was = pointers.get(e.pointerId), by = [e.clientX - was[0], e.clientY - was[1]], others = [...pointers].filter(([id]) => id !== e.pointerId);
  pointers.set(e.pointerId, [e.clientX, e.clientY]);
  if (others.length > 0) { /* two fingers: zoom and move */
    const span = p => Math.hypot(p[0] - others[0][1][0], p[1] - others[0][1][1]);
    view.x += by[0] / 2 / canvas.clientHeight * view.distance;
    view.y -= by[1] / 2 / canvas.clientHeight * view.distance;
    zoom(span(was) / Math.max(1, span([e.clientX, e.clientY])));
  } else if (e.shiftKey || e.buttons & 2) {
    view.x += by[0] / canvas.clientHeight * view.distance;
    view.y -= by[1] / canvas.clientHeight * view.distance;
    draw();
  } else turn(-0.4 * by[0], 0.4 * by[1]);
});
canvas.addEventListener("contextmenu", e => e.preventDefault());
canvas.addEventListener("wheel", e => { e.preventDefault(); zoom(Math.exp(0.001 * e.deltaY)); }, {passive: false});

const toggle = what => { state[what] = !state[what]; draw(); };
const reset = () => { Object.assign(view, home); draw(); };
const keys = {" ": () => play(!state.playing), Home: () => show(0), End: () => show(shots - 1), ",": () => show(Math.round(state.time) - 1),
  ".": () => show(Math.round(state.time) + 1), ArrowLeft: () => turn(-5, 0), ArrowRight: () => turn(5, 0), ArrowUp: () => turn(0, 5),
  ArrowDown: () => turn(0, -5), "+": () => zoom(0.9), "-": () => zoom(1.1), s: () => toggle("strain"), w: () => toggle("wire"), r: reset};
addEventListener("keydown", e => {
  const key = keys[e.key.length === 1 ? e.key.toLowerCase() : e.key];
  if (!key || e.ctrlKey || e.metaKey || e.altKey) return;
  if (e.target === find("frame") && e.key.length > 1) return; /* the slider handles arrow keys itself */
  e.preventDefault();
  key();
});
find("play").onclick = () => play(!state.playing);
find("frame").oninput = e => show(Number(e.target.value));
find("strain").onclick = () => toggle("strain");
find("wire").onclick = () => toggle("wire");
find("reset").onclick = reset;
find("frame").max = shots - 1;
find("title").textContent = scene.title;
find("about").textContent = scene.about;
find("most").textContent = scene.strain.toPrecision(2);
find("ramp").style.background = `linear-gradient(90deg, ${stops.map(c => `rgb(${c.map(x => 255 * x).join(",")})`).join(",")})`;
addEventListener("resize", draw);
dark.addEventListener("change", draw);
play(!matchMedia("(prefers-reduced-motion: reduce)").matches);
