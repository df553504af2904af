# Why this file exists: run by the build (python.cmake). Writes the declarations of the public headers, and the version,
# to OUT.
execute_process(
  COMMAND "${COMPILER}" -E -P -nostdinc "-I${EMPTY}" "-I${INCLUDE}" "-I${MADE}" -include xpbd/backend.h -include
          xpbd/xpbd.h -x c /dev/null
  OUTPUT_VARIABLE text RESULT_VARIABLE code)
if(NOT code EQUAL 0)
  message(FATAL_ERROR "the public headers cannot be preprocessed")
endif()
string(REGEX REPLACE "(^|\n)#[^\n]*" "" text "${text}")
file(STRINGS "${MADE}/xpbd/version.h" version REGEX "^#define XPBD_VERSION_[A-Z]+ [0-9]+$")
list(JOIN version "\n" version)
file(WRITE "${OUT}" "${text}\n${version}\n")
