# Why this file exists: nvcc compiles the cuda backend into its own library. Decisions that need no device are
# plain C, and are tested everywhere.
add_library(xpbd_cuda_plan STATIC cuda/plan.c cuda/tiles.c cuda/unit.c cuda/warps.c cuda/work.c)
target_include_directories(xpbd_cuda_plan PUBLIC ${CMAKE_CURRENT_SOURCE_DIR}/cuda ${PROJECT_SOURCE_DIR}/lib)
target_link_libraries(xpbd_cuda_plan PUBLIC xpbd_core PRIVATE xpbd_flags)

# A formula from a file is compiled at run time with the flags of kernels_f32.cu. It may not call CPU-only
# functions.
set(unit_flags "-std=c++17 -O3 -fmad=false -shared -cudart=static -Werror=cross-execution-space-call")
string(APPEND unit_flags " -Xcompiler=-fPIC,-ffp-contract=off,-fvisibility=hidden")
if(XPBD_CUDA AND CMAKE_CUDA_HOST_COMPILER)
  string(APPEND unit_flags " -ccbin=${CMAKE_CUDA_HOST_COMPILER}")
endif()
set(XPBD_CUDA_UNIT_FLAGS "${unit_flags}" CACHE INTERNAL "How nvcc compiles a formula from a file")

set(backend_built 0)
if(XPBD_CUDA)
  set(backend_built 1)
  add_library(xpbd_cuda STATIC cuda/kernels_f64.cu cuda/kernels_f32.cu cuda/kernels_vertices.cu cuda/cuda.cu cuda/compiler.c)
  set_target_properties(xpbd_cuda PROPERTIES CUDA_STANDARD 17 CUDA_STANDARD_REQUIRED ON
                                             CUDA_RUNTIME_LIBRARY Static)
  target_include_directories(xpbd_cuda PRIVATE ${CMAKE_CURRENT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/lib)
  # The same bits as on a CPU: fused multiply-adds only where written, IEEE division and square root (the default). Each
  # architecture compiles in its own process, in parallel.
  list(LENGTH CMAKE_CUDA_ARCHITECTURES count)
  target_compile_options(xpbd_cuda PRIVATE
    $<$<COMPILE_LANGUAGE:CUDA>:-fmad=false -Xcompiler=-ffp-contract=off --threads=${count}
                               $<$<BOOL:${XPBD_WERROR}>:-Werror=all-warnings>>)
  string(REPLACE ";" ", " architectures "${CMAKE_CUDA_ARCHITECTURES}")
  target_compile_definitions(xpbd_cuda PRIVATE "XPBD_CUDA_BUILT_FOR=\"${architectures}\"")
  set_source_files_properties(cuda/compiler.c PROPERTIES COMPILE_DEFINITIONS
    "XPBD_CUDA_COMPILER=\"${CMAKE_CUDA_COMPILER}\";XPBD_CUDA_FLAGS=\"${unit_flags}\";XPBD_CUDA_ARCHITECTURE=\"-arch=sm_\";XPBD_CUDA_INCLUDE=\"\"")
  target_link_libraries(xpbd_cuda PRIVATE xpbd_cuda_plan xpbd_flags PUBLIC xpbd_core)
  # stdc++: nvcc compiles C++, but whoever links this may be C.
  target_link_libraries(xpbd_backends PRIVATE xpbd_cuda CUDA::cudart_static stdc++)
endif()
