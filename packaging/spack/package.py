"""Why this file exists: the recipe for Spack. `./run source` makes the archive, which is looked for in the current folder."""

import os

from spack.package import *


class XpbdSuite(CMakePackage, CudaPackage):
    """Benchmark and validation suite for XPBD soft-body solvers."""

    manual_download = True
    url = f"file://{os.getcwd()}/xpbd-suite-0.3.0.tar.gz"

    license("MIT")

    version("0.3.0")

    variant("openmp", default=True, description="The backend omp")
    variant("opencl", default=False, description="The backend opencl")
    variant("assimp", default=False, description="More mesh formats")
    variant("projective", default=True, description="The methods fms, pd, admm and newton")

    depends_on("c", type="build")
    depends_on("cxx", type="build", when="+cuda")
    depends_on("cmake@3.21:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("jansson")
    depends_on("libpng")
    depends_on("giflib")
    depends_on("gnuplot", type="run")
    depends_on("opencl", when="+opencl")
    depends_on("assimp", when="+assimp")
    depends_on("suite-sparse", when="+projective")

    def cmake_args(self):
        arguments = [
            self.define_from_variant("XPBD_OPENMP", "openmp"),
            self.define_from_variant("XPBD_OPENCL", "opencl"),
            self.define_from_variant("XPBD_ASSIMP", "assimp"),
            self.define_from_variant("XPBD_PROJECTIVE", "projective"),
            self.define_from_variant("XPBD_CUDA", "cuda"),
        ]
        if self.spec.satisfies("+cuda"):
            chosen = [a for a in self.spec.variants["cuda_arch"].value if a != "none"]
            arguments.append(self.define("XPBD_CUDA_ARCHITECTURES", chosen))
        return arguments
