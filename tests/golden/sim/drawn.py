# Why this file exists: drawn.sh reads pictures with it. `drawn.py NAME FILE.png CAMERA` prints a line with size, camera
# and, for 8 x 6 blocks, the mean of each colour in sixteenths of a level. That shows a dot of a letter and hides
# rounding. `drawn.py --same A B` tells whether two lists of such lines agree to a sixteenth.
import struct, sys, zlib

COLUMNS, ROWS = 8, 6


def pixels(path):
    data = open(path, "rb").read()
    width, height, depth, kind = struct.unpack(">IIBB", data[16:26])
    assert data[:8] == b"\x89PNG\r\n\x1a\n" and (depth, kind) == (8, 2), path
    at, packed = 8, b""
    while at < len(data):
        size, name = struct.unpack(">I4s", data[at:at + 8])
        packed += data[at + 8:at + 8 + size] if name == b"IDAT" else b""
        at += 12 + size
    raw, rows, stride = zlib.decompress(packed), [], 3 * width
    for y in range(height):
        kind, line = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        up = rows[-1] if rows else bytes(stride)
        for i in range(stride):
            a, b, c = line[i - 3] if i > 2 else 0, up[i], up[i - 3] if i > 2 else 0
            p = a + b - c
            paeth = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
            line[i] = (line[i] + (0, a, b, (a + b) // 2, paeth)[kind]) % 256
        rows.append(line)
    return width, height, rows


def blocks(path):
    width, height, rows = pixels(path)
    words = []
    for j in range(ROWS):
        y0, y1 = j * height // ROWS, (j + 1) * height // ROWS
        for i in range(COLUMNS):
            x0, x1 = i * width // COLUMNS, (i + 1) * width // COLUMNS
            for k in range(3):
                total = sum(sum(rows[y][3 * x0 + k:3 * x1:3]) for y in range(y0, y1))
                words.append("%03x" % round(16 * total / ((y1 - y0) * (x1 - x0))))
    return "%dx%d" % (width, height), " ".join(words)


def same(a, b):
    lines = [[line.split() for line in open(path) if not line.startswith("#")] for path in (a, b)]
    if len(lines[0]) != len(lines[1]):
        return False
    for one, other in zip(*lines):
        if one[:3] != other[:3] or len(one) != len(other):
            print(one[:3], other[:3])
            return False
        far = [i for i in range(3, len(one)) if abs(int(one[i], 16) - int(other[i], 16)) > 1]
        if far:
            block, colour = divmod(far[0] - 3, 3)
            print("%s: %d numbers, the first in column %d, row %d, %s: %s and %s" % (
                one[0], len(far), block % COLUMNS, block // COLUMNS, ("red", "green", "blue")[colour], one[far[0]], other[far[0]]))
            return False
    return True


if __name__ == "__main__":
    if sys.argv[1] == "--same":
        sys.exit(not same(sys.argv[2], sys.argv[3]))
    size, words = blocks(sys.argv[2])
    print(sys.argv[1], size, sys.argv[3] or "-", words)
