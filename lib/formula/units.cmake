# Why this file exists: one formula is one unit of compilation, so that a changed or added one compiles alone. Every line
# of list.h becomes a file that says what unit.h asks for. Its header is the one in all.h where a line begins with a macro
# of its name: XPBD_FORMULA(name), or one that a family of formulas defines.

# xpbd_formula_headers(): header_of_<name> for whatever opens a line of a header; the headers themselves in headers.
function(xpbd_formula_headers)
  set(here "${CMAKE_CURRENT_SOURCE_DIR}/formula")
  set(headers "")
  file(READ "${here}/all.h" text)
  string(REGEX MATCHALL "\n#include \"[a-z0-9_]+\\.h" includes "${text}")
  foreach(include IN LISTS includes)
    string(REGEX REPLACE ".*\"" "" header "${include}")
    if(NOT EXISTS "${here}/${header}")
      message(FATAL_ERROR "lib/formula/all.h includes ${header}, but there is no lib/formula/${header}")
    endif()
    list(APPEND headers "${here}/${header}")
    file(READ "${here}/${header}" text)
    string(REGEX MATCHALL "\nXPBD_[A-Z0-9_]+\\([A-Za-z0-9_]+" openings "${text}")
    list(TRANSFORM openings REPLACE ".*\\(" "")
    list(REMOVE_DUPLICATES openings) # XPBD_REST(name), XPBD_FORMULA(name)
    foreach(name IN LISTS openings)
      list(APPEND header_of_${name} ${header})
      set(header_of_${name} "${header_of_${name}}" PARENT_SCOPE)
    endforeach()
  endforeach()
  set(headers "${headers}" PARENT_SCOPE)
endfunction()

# xpbd_formula_units(OUT): the files, one for each entry of the list.
function(xpbd_formula_units out)
  set(here "${CMAKE_CURRENT_SOURCE_DIR}/formula")
  xpbd_formula_headers()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${here}/list.h" "${here}/all.h" ${headers})
  file(READ "${here}/list.h" text)
  string(REGEX MATCHALL "\nXPBD_FORMULA_RULE\\([A-Za-z0-9_]+\\)" rules "${text}")
  string(REGEX MATCHALL "\nXPBD_(FORMULA|SUMMED)_ENTRY\\(" begun "${text}")
  string(REGEX MATCHALL "\nXPBD_(FORMULA|SUMMED)_ENTRY\\([A-Za-z0-9_]+, *[0-9]+, *[0-9]+," entries "${text}")
  list(LENGTH begun lines)
  list(LENGTH entries understood)
  if(lines EQUAL 0 OR NOT understood EQUAL lines)
    message(FATAL_ERROR "lib/formula/list.h: ${understood} of ${lines} entries are understood; each has to begin a line "
                        "with XPBD_FORMULA_ENTRY(name, arity, numbers of the rest shape,")
  endif()
  set(units "")
  foreach(entry IN LISTS entries)
    string(REGEX REPLACE "\n(.*)," "\\1)" entry "${entry}")
    string(REGEX REPLACE ".*\\(([A-Za-z0-9_]+),.*" "\\1" name "${entry}")
    list(LENGTH header_of_${name} count)
    if(NOT count EQUAL 1)
      string(REPLACE ";" ", " found "${header_of_${name}}")
      message(FATAL_ERROR "lib/formula/list.h names ${name}: one header in lib/formula/all.h must have a line that begins "
                          "with XPBD_FORMULA(${name}), and ${count} do. ${found}")
    endif()
    if("\nXPBD_FORMULA_RULE(${name})" IN_LIST rules)
      string(APPEND entry " XPBD_FORMULA_RULE(${name})")
    endif()
    set(unit "${PROJECT_BINARY_DIR}/formula/${name}.c")
    if("${unit}" IN_LIST units)
      message(FATAL_ERROR "lib/formula/list.h has two entries named ${name}")
    endif()
    list(APPEND units "${unit}")
    # Written only where it changes.
    file(CONFIGURE OUTPUT "${unit}" @ONLY CONTENT
      "/* Made by lib/formula/units.cmake from a line of lib/formula/list.h. */
#define XPBD_UNIT_HEADER \"formula/${header_of_${name}}\"
#define XPBD_UNIT_LINES  ${entry}
#include \"formula/unit.h\"
")
  endforeach()
  set(${out} "${units}" PARENT_SCOPE)
endfunction()
