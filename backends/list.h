/* The backends in order of preference, one on each line: id, name, how to get it if it was not compiled. */
XPBD_BACKEND(omp, "omp", "-DXPBD_OPENMP=ON (needs a compiler with OpenMP)")
XPBD_BACKEND(seq, "seq", "")
XPBD_BACKEND(cuda, "cuda", "-DXPBD_CUDA=ON (needs nvcc)")
XPBD_BACKEND(opencl, "opencl", "-DXPBD_OPENCL=ON (needs OpenCL's headers and loader, e.g. ocl-icd-opencl-dev)")
