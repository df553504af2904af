"""Why this file exists: the library in Python, after `pip install .` It prints the hash that first_steps.c prints."""

import xpbd

scene = xpbd.Scene("cloth", resolution=41)  # or a scene file: xpbd.Scene("my.json")
solver = xpbd.Solver(scene, substeps=20)
solver.step(24)
positions = solver.positions()  # numpy, [particles, 3] in m
print(f"lowest point at y = {positions[:, 1].min():.4f} m")
print(f"state after one second: {solver.hash:016x}")
