# Why this file exists: a test needs the states of a run as one file of doubles: [frames][2][particles][3], positions
# first, then velocities. It takes them from the VTK files of xpbd-sim, without that of the start.
# usage: vtk_states.py STATES.bin FRAME.vtk...
import array
import sys


def doubles(data, mark, count):
    at = data.index(b"\n", data.index(mark)) + 1
    out = array.array("d", data[at : at + 8 * count])
    out.byteswap()
    return out


with open(sys.argv[1], "wb") as to:
    for path in sorted(sys.argv[2:])[1:]:
        data = open(path, "rb").read()
        count = 3 * int(data[data.index(b"POINTS") :].split()[1])
        to.write(doubles(data, b"POINTS", count).tobytes() + doubles(data, b"VECTORS velocity", count).tobytes())
