"""Checks of the Python package. Beside it lies the package. The first failure ends it."""

import gc
import json
import os
import pathlib
import re
import signal
import tempfile
import threading
import warnings

import numpy as np

import xpbd

SOURCE = pathlib.Path(os.environ["XPBD_SOURCE"])


def raises(kind, words, call, *arguments, **settings):
    """Whether a call raises this exception with these words in its text."""
    try:
        call(*arguments, **settings)
    except kind as error:
        assert words in str(error), f"'{error}' does not say '{words}'"
        return
    raise AssertionError(f"{call} raised nothing")


# The hash of examples/first_steps.c.
scene = xpbd.Scene("cloth", resolution=41)
solver = xpbd.Solver(scene, substeps=20)
solver.step(24)
assert f"{solver.hash:016x}" == '8a077c7039ec0296'
assert solver.frame == 24 and scene.particle_count == 1681
cmake = (SOURCE / "CMakeLists.txt").read_text()
assert re.search(r"project\(xpbd VERSION ([0-9.]+)", cmake).group(1) == xpbd.__version__

# Arrays: views of the scene, which they keep alive; states in arrays of the caller.
first = scene.positions
assert first.shape == (1681, 3) and not first.flags.writeable and scene.edges.shape == (4880, 2)
same = xpbd.Scene("cloth", resolution=41).positions
parts = [same, np.asarray(same), same[3:].T, memoryview(same), np.asarray(same.base), same.reshape(-1).view(np.uint64)]
del same
gc.collect()
for _ in range(4):  # scenes in memory that would be free by now
    xpbd.Scene("cloth", resolution=41, size=3)
for part, whole in zip(parts, (first, first, first[3:].T, first, first.reshape(-1), first.reshape(-1).view(np.uint64))):
    assert np.array_equal(part, whole)
out = np.empty((1681, 3))
assert solver.positions(out) is out and np.array_equal(out, solver.positions())
for wrong in (np.empty((1681, 3), np.float32), np.empty((3, 1681)).T, np.empty((1680, 3)), first, [[0.0] * 3] * 1681):
    raises(xpbd.InvalidArgument, "out must be", solver.positions, wrong)
unaligned = np.frombuffer(bytearray(1681 * 24 + 1), np.uint8)[1:].view(np.float64).reshape(1681, 3)
raises(xpbd.InvalidArgument, "aligned", solver.positions, unaligned)
raises(ValueError, "WRITEABLE", first.setflags, write=True)
raises(xpbd.InvalidArgument, "shape", solver.write, out[:5], out[:5])
raises(xpbd.InvalidArgument, "not finite", solver.write, out * np.nan, out)
for wrong, words in (
    (out + 1j, "real numbers, not complex128"),
    (np.zeros(out.shape, "M8[s]"), "real numbers"),
    ([["a"] * 3] * 1681, "real numbers"),
    (None, "real numbers, not object"),
    (np.ma.masked_less(out, 0), "masked"),
):
    raises(xpbd.InvalidArgument, words, solver.write, wrong, out)
still = xpbd.Solver(scene)
for right in (out.astype(">f8"), np.asfortranarray(out), np.repeat(out, 2, axis=0)[::2], out.tolist(), unaligned):
    unaligned[:] = out
    still.write(right, np.zeros_like(out))
    assert np.allclose(still.positions(), out, rtol=1e-6)
try:
    solver.scene = xpbd.Scene("cloth", resolution=3)  # its states would have the wrong size
    raise AssertionError("a solver took another scene")
except AttributeError:
    pass

# The same state from another backend, from a checkpoint, and from a written state.
other = xpbd.Solver(scene, backend="seq", substeps=20)
other.step(23)
with tempfile.TemporaryDirectory() as folder:
    other.save(os.path.join(folder, "half"))
    third = xpbd.Solver(scene, substeps=20)
    third.load(os.path.join(folder, "half"))
    third.step()
    other.step()
    scene.write(os.path.join(folder, "cloth.json"))
    again = xpbd.Solver(xpbd.Scene(os.path.join(folder, "cloth.json")), substeps=20)
    again.step(24)
    weightless = xpbd.Solver(xpbd.Scene(os.path.join(folder, "cloth.json"), gravity=0))
    weightless.step()
    assert np.allclose(weightless.positions(), scene.positions, atol=1e-6)
    assert not np.allclose(again.positions(), scene.positions, atol=1e-6)
    raises(xpbd.InvalidArgument, "takes no mass", xpbd.Scene, os.path.join(folder, "cloth.json"), mass=1)

    def read_often():
        for _ in range(100):
            xpbd.Scene(os.path.join(folder, "cloth.json"))
            xpbd.Scene(os.path.join(folder, "cloth.json"), gravity=1)

    readers = [threading.Thread(target=read_often) for _ in range(4)]
    for reader in readers:
        reader.start()
    for reader in readers:
        reader.join()
assert other.hash == solver.hash and third.hash == solver.hash and again.hash == solver.hash
solver.reset()
assert solver.frame == 0 and np.array_equal(solver.positions(), first)

# A solver is the last owner of its scene.
lonely = xpbd.Solver(xpbd.Scene("cloth", resolution=5))
lonely.step()
del lonely
gc.collect()

# Errors are exceptions with the library's text.
raises(ValueError, "there is no scene 'cloht'", xpbd.Scene, "cloht")
raises(xpbd.InvalidArgument, "resolution", xpbd.Scene, "cloth", resolution=1)
raises(xpbd.InvalidArgument, "backend 'nope'", xpbd.Solver, scene, backend="nope")
raises(xpbd.InvalidArgument, "unknown method 'nope'", xpbd.Solver, scene, method="nope")
raises(OSError, "absent.json", xpbd.Scene, "absent.json")
raises(xpbd.InvalidArgument, "zero characters", xpbd.Scene, "cloth\0x")
raises(xpbd.InvalidArgument, "constraint is None", xpbd.Scene, "cloth", constraint=None)
raises(xpbd.InvalidArgument, "resolution is nan", xpbd.Scene, "cloth", resolution=float("nan"))
raises(xpbd.InvalidArgument, "size is 'large'", xpbd.Scene, "cloth", size="large")
raises(xpbd.InvalidArgument, "substeps is 1.5", xpbd.Solver, scene, substeps=1.5)
raises(xpbd.InvalidArgument, "iterations is", xpbd.Solver, scene, iterations=2**40)
raises(xpbd.InvalidArgument, "omega is None", xpbd.Solver, scene, omega=None)
raises(xpbd.InvalidArgument, "must be an xpbd.Scene", xpbd.Solver, "cloth")
raises(xpbd.InvalidArgument, "zero characters", solver.save, "checkpoint\0x")
raises(xpbd.InvalidArgument, "0 or more", solver.step, -1)
raises(TypeError, "integer", solver.step, 0.9)
raises(xpbd.Error, "", xpbd.load_formula, "absent.h")

# Lists, a formula of a file, and results.
assert "cloth" in xpbd.scenes() and "xpbd" in xpbd.methods() and xpbd.backends()["seq"] and "morse" in xpbd.formulas()
(name,) = xpbd.load_formula(SOURCE / "tests" / "formulas" / "fung.h")
assert name in xpbd.formulas()
held = xpbd.Solver(xpbd.Scene("cloth", resolution=5, constraint=name))
held.step()
with tempfile.TemporaryDirectory() as folder, warnings.catch_warnings(record=True) as told:
    warnings.simplefilter("always")
    path = pathlib.Path(folder) / "scene.json"
    held.scene.write(path)
    xpbd.Scene(path)
    assert not told
    path.write_text(re.sub('"formula_hash": "[0-9a-f]*",', "", path.read_text()))
    xpbd.Scene(path)
    xpbd.Scene(path, gravity=1)
    assert ["sets[0] has no formula_hash" in str(warning.message) for warning in told] == [True, True]
rows = xpbd.load_results(SOURCE / "reports" / "machines" / "epyc-2-cores-20261128")
assert len(rows) > 100 and (rows["frame_s.median"].dropna() > 0).all()
if (pathlib.Path(xpbd.__file__).parent / "bin" / "xpbd-report").exists():
    run = json.loads((SOURCE / "reports" / "machines" / "epyc-2-cores-20261128" / "results.json").read_text())
    timed = next(point for point in run["xb"]["points"] if point["fps"])
    timed["fps"]["median"] *= 2
    with tempfile.TemporaryDirectory() as folder:
        twice = pathlib.Path(folder) / "twice.json"
        twice.write_text(json.dumps(run))
        raises(ValueError, "cannot be true", xpbd.load_results, twice)
raises(ValueError, "no results file", xpbd.load_results, SOURCE / "data" / "schema" / "scene.schema.json")

# Ctrl-C in a step leaves the state of a whole frame, from which the solver continues.
interrupted = xpbd.Solver(scene, substeps=20)
for _ in range(3):
    threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()
    try:
        interrupted.step(10**6)
        raise AssertionError("not interrupted")
    except KeyboardInterrupt:
        pass
expected = xpbd.Solver(scene, substeps=20)
expected.step(interrupted.frame)
assert interrupted.frame > 0 and interrupted.hash == expected.hash
interrupted.step()
expected.step()
assert interrupted.hash == expected.hash
print("all checks passed")
