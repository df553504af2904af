# Why this file exists: an nvcc that is there but cannot compile the cuda backend is no reason that nothing is built.

# xpbd_nvcc_works(OUT): TRUE, or FALSE with a line that says why: too old, or without a host compiler that it knows. Tried once
# for each build folder.
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
