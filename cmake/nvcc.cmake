# Why this file exists: the cuda backend is built wherever nvcc works, for which no device is needed; no nvcc, or one that
# cannot compile it, is no reason that nothing is built.

# xpbd_nvcc_works(OUT): TRUE, or FALSE with a line that says why: too old, or without a host compiler that it knows.
function(xpbd_nvcc_works out)
  set(${out} FALSE PARENT_SCOPE)
  execute_process(COMMAND "${XPBD_NVCC}" --version OUTPUT_VARIABLE said ERROR_VARIABLE said RESULT_VARIABLE failed)
  if(NOT failed EQUAL 0 OR NOT said MATCHES "release ([0-9]+\\.[0-9]+)")
    message(STATUS "${XPBD_NVCC} does not say its version: the cuda backend is left out")
    return()
  endif()
  # Clusters, and arguments that stay in constant memory.
  if(CMAKE_MATCH_1 VERSION_LESS 11.8)
    message(STATUS "${XPBD_NVCC} is of CUDA ${CMAKE_MATCH_1}, 11.8 is needed: the cuda backend is left out")
    return()
  endif()
  set(host "")
  if(CMAKE_CUDA_HOST_COMPILER)
    set(host -ccbin "${CMAKE_CUDA_HOST_COMPILER}")
  elseif(DEFINED ENV{CUDAHOSTCXX})
    set(host -ccbin "$ENV{CUDAHOSTCXX}")
  endif()
  set(probe "${CMAKE_BINARY_DIR}/nvcc_probe")
  file(WRITE "${probe}.cu" "__global__ void nothing() {}\n")
  execute_process(COMMAND "${XPBD_NVCC}" ${host} -c "${probe}.cu" -o "${probe}.o" OUTPUT_VARIABLE said
                  ERROR_VARIABLE said RESULT_VARIABLE failed)
  if(NOT failed EQUAL 0)
    string(REGEX MATCH "[^\n]*(error|unsupported|not found|No such file|Failed)[^\n]*" said "${said}")
    message(STATUS "${XPBD_NVCC} compiles nothing here: ${said}: the cuda backend is left out "
                   "(-DCMAKE_CUDA_HOST_COMPILER=... names another g++)")
    return()
  endif()
  set(${out} TRUE PARENT_SCOPE)
endfunction()

# xpbd_choose_cuda(): XPBD_CUDA, which the cache keeps where it was asked for or nvcc works. Where it does not, nothing is
# kept: the next configuring looks again, for it may have been installed.
function(xpbd_choose_cuda)
  if(DEFINED XPBD_CUDA)
    if(XPBD_CUDA AND NOT XPBD_NVCC)
      message(FATAL_ERROR "XPBD_CUDA is ON, and no nvcc is on PATH, in CUDA_PATH or in /usr/local/cuda: "
                          "-DXPBD_NVCC=... names it, -DXPBD_CUDA=OFF does without")
    endif()
    return()
  endif()
  set(works FALSE)
  if(NOT XPBD_NVCC)
    message(STATUS "no nvcc on PATH, in CUDA_PATH or in /usr/local/cuda: the cuda backend is left out")
  elseif(NOT XPBD_SANITIZE)
    xpbd_nvcc_works(works)
  endif()
  if(works)
    set(XPBD_CUDA ON CACHE BOOL "Build the cuda backend")
  else()
    set(XPBD_CUDA OFF PARENT_SCOPE)
  endif()
endfunction()
