# Why this file exists: chooses the compute capabilities for the cuda backend before CMake tries the compiler. With a
# device here: its own. Otherwise, or if this nvcc is too new for the device: all since Turing.

include("${CMAKE_CURRENT_LIST_DIR}/nvcc.cmake")

# xpbd_cuda_known(OUT): the capabilities that nvcc compiles for, such as 75;80;90, in ascending order; empty where it
# does not say. Those below 7.0 are left out, because the kernels cannot be compiled for them: arguments do not stay in
# constant memory, and loads have no order.
function(xpbd_cuda_known out)
  execute_process(COMMAND "${XPBD_NVCC}" --list-gpu-arch OUTPUT_VARIABLE listed ERROR_QUIET)
  string(REGEX MATCHALL "compute_[0-9]+" known "${listed}")
  string(REPLACE "compute_" "" known "${known}")
  list(SORT known COMPARE NATURAL)
  list(FILTER known EXCLUDE REGEX "^[1-6][0-9]$")
  set(${out} "${known}" PARENT_SCOPE)
endfunction()

# A device that nvcc does not know gets PTX of the newest capability that nvcc knows. The driver compiles it at first
# use. A device older than everything nvcc knows gets nothing.
function(xpbd_cuda_for_devices devices known out)
  set(chosen "")
  foreach(device IN LISTS devices)
    string(REGEX REPLACE "^(.*)(.)$" "\\1.\\2" printed "${device}")
    set(newest "")
    foreach(one IN LISTS known)
      if(one LESS_EQUAL device)
        set(newest "${one}")
      endif()
    endforeach()
    if(NOT known OR newest STREQUAL device)
      list(APPEND chosen "${device}")
    elseif(newest)
      list(APPEND chosen "${newest}-virtual")
      message(STATUS "this device has compute capability ${printed}, which ${XPBD_NVCC} does not know: it gets PTX of "
                     "${newest}, compiled by the driver when it is first used")
    else()
      list(GET known 0 oldest)
      set(remedy "an older CUDA toolkit compiles for it")
      if(device LESS 70)
        set(remedy "the kernels need 7.0")
      endif()
      message(STATUS "this device has compute capability ${printed}, ${XPBD_NVCC} compiles for ${oldest} and later: it "
                     "is left out; ${remedy}")
    endif()
  endforeach()
  list(REMOVE_DUPLICATES chosen)
  set(${out} "${chosen}" PARENT_SCOPE)
endfunction()

# Without a device. Each capability takes a minute to compile. Binaries of 8.0 also run on all 8.x. PTX of 7.5 is for
# Turing, PTX of 9.0 for all later devices. The driver compiles PTX at first use.
function(xpbd_cuda_for_all known out)
  set(chosen "")
  set(wanted 75-virtual 80-real 90)
  if(DEFINED ENV{XPBD_CUDA_NEWEST}) # ./run test --full compiles to one PTX, ./run test --all for all
    set(wanted 90-virtual)
  endif()
  foreach(one IN LISTS wanted)
    string(REGEX MATCH "^[0-9]+" number "${one}")
    if(number IN_LIST known)
      list(APPEND chosen "${one}")
    endif()
  endforeach()
  if(NOT chosen)
    set(chosen "native")
  endif()
  set(${out} "${chosen}" PARENT_SCOPE)
endfunction()

if(XPBD_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES "${XPBD_CUDA_ARCHITECTURES}")
elseif(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
  xpbd_cuda_known(known)
  xpbd_cuda_devices(devices)
  xpbd_cuda_for_devices("${devices}" "${known}" CMAKE_CUDA_ARCHITECTURES)
  if(NOT CMAKE_CUDA_ARCHITECTURES)
    xpbd_cuda_for_all("${known}" CMAKE_CUDA_ARCHITECTURES)
  endif()
endif()
set(CMAKE_CUDA_COMPILER "${XPBD_NVCC}" CACHE FILEPATH "CUDA compiler")
message(STATUS "cuda backend for compute capabilities: ${CMAKE_CUDA_ARCHITECTURES}")
