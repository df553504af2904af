# Why this file exists: `cpack` in the build folder makes Debian packages: library, development files, programs and
# documentation. Each has one component of `cmake --install`.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME xpbd-suite)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "") # each package has its own
# The Maintainer of a package is who makes it, by Debian's variables.
set(CPACK_PACKAGE_CONTACT "xpbd-suite authors <xpbd-suite@localhost>")
if(DEFINED ENV{DEBEMAIL})
  set(CPACK_PACKAGE_CONTACT "$ENV{DEBEMAIL}")
  if(DEFINED ENV{DEBFULLNAME})
    set(CPACK_PACKAGE_CONTACT "$ENV{DEBFULLNAME} <$ENV{DEBEMAIL}>")
  endif()
endif()
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_BINARY_DIR}/packages")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_ALL library development programs documentation)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)
set(CPACK_COMPONENT_DEVELOPMENT_DEPENDS library)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE
                                                WORLD_READ WORLD_EXECUTE)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/cmake/package_files.cmake")
set(CPACK_POST_BUILD_SCRIPTS "${PROJECT_SOURCE_DIR}/cmake/package_trigger.cmake")

string(CONCAT about "xpbd-suite measures and validates solvers for soft bodies by XPBD, which is\n"
                    "extended position-based dynamics. All of its backends compute the same bits.\n"
                    "This package has the")
# xpbd_describe(PART SUMMARY CONTENT): the description of a package.
macro(xpbd_describe part summary content)
  set(CPACK_DEBIAN_${part}_DESCRIPTION "${summary}\n${about}\n${content}.")
endmacro()
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libxpbd${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
xpbd_describe(LIBRARY "soft-body simulation by XPBD, shared library" "library")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libxpbd-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS "xpbd-suite-doc, libsuitesparse-dev, libassimp-dev, ocl-icd-opencl-dev")
xpbd_describe(DEVELOPMENT "soft-body simulation by XPBD, development files"
              "headers, the archive, and files for CMake and pkg-config")
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_NAME xpbd-suite)
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_SECTION science)
# Formula files are compiled with the headers. Reports have figures by gnuplot.
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_RECOMMENDS "libxpbd-dev (= ${PROJECT_VERSION}), gcc, libc6-dev, gnuplot-nox | gnuplot")
set(CPACK_DEBIAN_PROGRAMS_PACKAGE_SUGGESTS xpbd-suite-doc)
xpbd_describe(PROGRAMS "benchmark and validation suite for XPBD soft-body solvers"
              "simulator, the benchmark, the validator and the report writer")
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_NAME xpbd-suite-doc)
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_SECTION doc)
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_DOCUMENTATION_PACKAGE_SHLIBDEPS OFF)
xpbd_describe(DOCUMENTATION "benchmark and validation suite for XPBD soft-body solvers, guide"
              "guide, and examples in C, C++ and Python")
include(CPack)
