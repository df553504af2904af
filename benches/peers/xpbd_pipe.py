"""Why this file exists: solvers in Python answer the solver pipe (docs/guide/solver-pipe.md) with it. It needs numpy.

    import xpbd_pipe

    class Solver:
        def __init__(self, scene, substeps, iterations, options): ...
        def frame(self): ...              # simulates one frame; serve() times it
        positions = velocities = None     # [particles][3] after each frame

    xpbd_pipe.serve(Solver, solver="mine", version="1.0")
"""
import json
import os
import sys
import time
import traceback
from types import SimpleNamespace

import numpy as np


class Unsupported(Exception):
    """Raised by `make`, with one line: what of the scene this solver does not have."""


class Failed(Exception):
    """Raised by frame(), with one line: the solver diverged or cannot go on."""


def load_scene(path):
    """The scene file as nested objects with its names: scene.particles.positions, scene.sets[0].compliance.

    Arrays and vectors are numpy arrays. A number with a unit is a float, and null is inf. Other members are as in JSON.
    docs/guide/scene-file.md explains the members. Use getattr(obstacle, "from") for names that Python reserves."""
    with open(path) as file:
        top = json.load(file)
    if top.get("format") != "xpbd-scene" or top.get("version") != 1:
        raise ValueError("%s: not a scene file of version 1. Write one with xpbd-sim --export." % path)
    if "bytes" not in top:
        raise ValueError("%s: members are missing that a file made by hand may leave out. Complete it with "
                         "xpbd-sim %s --export complete.json" % (path, path))
    data = b""
    if "file" in top.get("arrays", {}):
        name = os.path.join(os.path.dirname(path), top["arrays"]["file"])
        with open(name, "rb") as file:
            data = file.read()
        if len(data) != top["bytes"]:
            raise ValueError("%s: %d bytes, but %s says %d. Export both again." % (name, len(data), path, top["bytes"]))
    scene = _converted(top, data)
    for obstacle in scene.obstacles:
        if getattr(obstacle, "from") == np.inf:  # null: always
            setattr(obstacle, "from", -np.inf)
    return scene


def _converted(value, data):
    if isinstance(value, list):
        numbers = value and all(type(one) in (int, float) for one in value)
        return np.array(value, float) if numbers else [_converted(one, data) for one in value]
    if not isinstance(value, dict):
        return value
    if "value" in value and value.keys() <= {"value", "unit"}:
        return np.inf if value["value"] is None else float(value["value"])
    if "values" in value:
        flat = [np.inf if one is None else one for one in np.ravel(np.array(value["values"], object))]
        return np.array(flat, value.get("type", "float64")).reshape(value.get("shape", np.shape(value["values"])))
    if "offset" in value and "shape" in value:
        kind = np.dtype(value["type"]).newbyteorder("<")
        flat = np.frombuffer(data, kind, int(np.prod(value["shape"])), value["offset"])
        return flat.reshape(value["shape"]).astype(value["type"])
    return SimpleNamespace(**{name: _converted(one, data) for name, one in value.items()})


_output = None


def own_output():
    """Keeps standard output for the answers. What libraries print from now on goes to standard error.

    serve() calls this. Call it before importing a library that prints when it is imported."""
    global _output
    if _output is None:
        sys.stdout.flush()
        _output = os.fdopen(os.dup(1), "w")
        os.dup2(2, 1)
    return _output


def _state(array, count, name):
    out = np.asarray(array, "<f8")
    if out.shape != (count, 3):
        raise ValueError("%s of the solver: shape %s, expected (%d, 3)" % (name, out.shape, count))
    return out


def _run(solver, scene, request):
    count, seconds = len(scene.particles.positions), []
    with open(request.get("states") or os.devnull, "wb") as states:
        for frame in range(1, request["run"] + 1):
            begin = time.perf_counter()
            solver.frame()
            seconds.append(time.perf_counter() - begin)
            if frame % request.get("every", 1) == 0:
                for name in ("positions", "velocities"):
                    states.write(_state(getattr(solver, name), count, name).tobytes())
    simulated = getattr(solver, "time", request["run"] * scene.run.frame_time)
    return {"ran": request["run"], "time": simulated, "seconds": seconds}


def serve(make, warm_frames=0, **hello):
    """Answers requests until the input ends. `hello` describes the solver: solver, version, precision, device, threads.

    make(scene, substeps, iterations, options) returns an object with frame(), positions and velocities. substeps are
    time steps per frame, of scene.run.frame_time / substeps seconds each. Before each run after the first, its reset()
    must restore the initial state. Without a reset() it is made again. frame() must not return before its work is done,
    also on a GPU. The first `warm_frames` frames after loading are thrown away, for solvers that compile while they run.
    A `time` of the object replaces the simulated time that is reported. A `without` says in one line what of the scene
    was left out with its consent."""
    output = own_output()
    scene = remake = solver = None
    for line in sys.stdin:
        try:
            request = json.loads(line)
        except ValueError as error:
            sys.exit("a request must be one line of JSON (%s): %.60s" % (error, line.strip()))
        answer = {"failed": "unknown request: " + " ".join(request)}
        if "hello" in request:
            answer = {"protocol": 1, **hello}
        elif "load" in request:
            try:
                scene = load_scene(request["load"])
            except (OSError, ValueError) as error:
                sys.exit("%s" % error)
            settings = request["substeps"], request["iterations"], request.get("options", {})
            remake = lambda: make(scene, *settings)
            try:
                solver, fresh = remake(), warm_frames == 0
                for _ in range(warm_frames):
                    solver.frame()
                answer = {"loaded": True}
                if getattr(solver, "without", ""):
                    answer["without"] = solver.without
            except Unsupported as error:
                solver, answer = None, {"unsupported": " ".join(str(error).split())}
        elif "run" in request and solver is None:
            answer = {"failed": "run without a loaded scene"}
        elif "run" in request:
            try:
                if not fresh and hasattr(solver, "reset"):
                    solver.reset()
                elif not fresh:
                    solver = remake()
                fresh = False
                answer = _run(solver, scene, request)
            except (Failed, ArithmeticError, np.linalg.LinAlgError) as error:
                traceback.print_exc()
                answer = {"failed": " ".join(("%s" % error or type(error).__name__).split())}
        print(json.dumps(answer, allow_nan=False), file=output, flush=True)
