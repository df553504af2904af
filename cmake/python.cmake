# Why this file exists: the Python package (python/xpbd) opens the shared library by the public headers. A compiler
# reduces them to declarations, which cffi reads. pip builds a wheel with pyproject.toml.
set(declarations "${PROJECT_BINARY_DIR}/python/declarations.h")
set(empty "${PROJECT_BINARY_DIR}/python/empty") # cffi knows the types of these headers
foreach(header stddef stdint stdbool)
  file(WRITE "${empty}/${header}.h" "")
endforeach()
file(GLOB headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/lib/include/xpbd/*")
add_custom_command(
  OUTPUT "${declarations}"
  COMMAND ${CMAKE_COMMAND} "-DCOMPILER=${CMAKE_C_COMPILER}" "-DOUT=${declarations}" "-DEMPTY=${empty}"
          "-DINCLUDE=${PROJECT_SOURCE_DIR}/lib/include" "-DMADE=${PROJECT_BINARY_DIR}/include"
          -P "${CMAKE_CURRENT_LIST_DIR}/declarations.cmake"
  DEPENDS ${headers} "${PROJECT_BINARY_DIR}/include/xpbd/version.h" "${CMAKE_CURRENT_LIST_DIR}/declarations.cmake" COMMENT "" VERBATIM)
add_custom_target(python_declarations ALL DEPENDS "${declarations}")

# What a wheel holds besides all that `cmake --install` installs. It has no links, so the library has one name.
if(SKBUILD)
  add_custom_target(wheel DEPENDS xpbd xpbd_static python_declarations)
  foreach(program xpbd-sim xpbd-bench xpbd-validate xpbd-report)
    if(TARGET ${program})
      add_dependencies(wheel ${program}_pages)
    endif()
  endforeach()
  set_property(TARGET xpbd PROPERTY VERSION)
  set_property(TARGET xpbd PROPERTY SOVERSION)
  install(FILES "${declarations}" DESTINATION .)
endif()
