# Why this file exists: each header of formulas is compiled alone, so that a changed or added one compiles alone.
# Every header in all.h becomes a file that defines what unit.h asks for, with its entries of list.h. An entry belongs
# to a header if its name stands in a macro that begins a line there: XPBD_FORMULA(name), or one that a family of
# formulas defines. At most four formulas make one unit: the sixteen of esbd.h would keep one processor busy while the
# others idle. A unit per formula would spend most of its time in the compiler's headers.

# xpbd_formula_headers(OUT): the names of the headers that all.h includes. Sets header_of_<name> to the header whose
# lines begin with a macro of that name.
function(xpbd_formula_headers out)
  set(here "${CMAKE_CURRENT_SOURCE_DIR}/formula")
  set(headers "")
  file(READ "${here}/all.h" text)
  string(REGEX MATCHALL "\n#include \"[a-z0-9_]+\\.h" includes "${text}")
  foreach(include IN LISTS includes)
    string(REGEX REPLACE ".*\"(.*)\\.h" "\\1" header "${include}")
    if(NOT EXISTS "${here}/${header}.h")
      message(FATAL_ERROR "lib/formula/all.h includes ${header}.h, but there is no lib/formula/${header}.h")
    endif()
    list(APPEND headers ${header})
    file(READ "${here}/${header}.h" text)
    string(REGEX MATCHALL "\nXPBD_[A-Z0-9_]+\\([A-Za-z0-9_]+" openings "${text}")
    list(TRANSFORM openings REPLACE ".*\\(" "")
    list(REMOVE_DUPLICATES openings) # XPBD_REST(name), XPBD_FORMULA(name)
    foreach(name IN LISTS openings)
      list(APPEND header_of_${name} ${header})
      set(header_of_${name} "${header_of_${name}}" PARENT_SCOPE)
    endforeach()
  endforeach()
  set(${out} "${headers}" PARENT_SCOPE)
endfunction()

# xpbd_formula_units(OUT): the files, one or more for each header that has a formula.
function(xpbd_formula_units out)
  set(here "${CMAKE_CURRENT_SOURCE_DIR}/formula")
  xpbd_formula_headers(headers)
  set(read ${headers} list all)
  list(TRANSFORM read REPLACE "(.+)" "${here}/\\1.h")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${read})
  file(READ "${here}/list.h" text)
  # An entry may have comments, and be on several lines, as xpbd-validate formula --new writes it.
  string(REGEX REPLACE "/\\*([^*]|\\*+[^*/])*\\*+/" " " text "${text}")
  string(REGEX REPLACE "//[^\n]*" "" text "${text}")
  string(REGEX MATCHALL "\nXPBD_FORMULA_RULE\\([A-Za-z0-9_]+\\)" rules "${text}")
  string(REGEX MATCHALL "\nXPBD_(FORMULA|SUMMED)_ENTRY\\(" begun "${text}")
  string(REGEX MATCHALL "\nXPBD_(FORMULA|SUMMED)_ENTRY\\([ \t\n]*[A-Za-z0-9_]+[ \t\n]*,([ \t\n]*[0-9]+[ \t\n]*,)+[ \t\n]*[A-Z_]+[ \t\n]*,[A-Z_| \t\n]+,"
         entries "${text}")
  list(LENGTH begun lines)
  list(LENGTH entries understood)
  if(lines EQUAL 0 OR NOT understood EQUAL lines)
    message(FATAL_ERROR "lib/formula/list.h: ${understood} of ${lines} entries are understood; each has to begin with "
                        "XPBD_FORMULA_ENTRY(name, arity, numbers of the rest shape, numbers of the material, rows, element, traits,")
  endif()
  foreach(entry IN LISTS entries)
    string(REGEX REPLACE "[ \t\n]+" "" entry "${entry}")
    string(REGEX REPLACE ",$" ")" entry "${entry}")
    string(REPLACE "," ", " entry "${entry}")
    string(REGEX REPLACE ".*\\(([A-Za-z0-9_]+),.*" "\\1" name "${entry}")
    list(LENGTH header_of_${name} count)
    if(NOT count EQUAL 1)
      string(REPLACE ";" ", " found "${header_of_${name}}")
      message(FATAL_ERROR "lib/formula/list.h names ${name}: one header in lib/formula/all.h must have a line that "
                          "begins with XPBD_FORMULA(${name}), and ${count} do. ${found}")
    endif()
    if("\nXPBD_FORMULA_RULE(${name})" IN_LIST rules)
      string(APPEND entry " XPBD_FORMULA_RULE(${name})")
    endif()
    set(header ${header_of_${name}})
    if(NOT count_${header})
      set(count_${header} 0)
    endif()
    math(EXPR count_${header} "${count_${header}} + 1")
    math(EXPR number "(${count_${header}} + 3) / 4")
    string(APPEND lines_of_${header}_${number} " \\\n  ${entry}")
  endforeach()
  set(units "")
  foreach(header IN LISTS headers)
    foreach(number RANGE 1 99)
      if(NOT lines_of_${header}_${number})
        break()
      endif()
      # Written only where it changes.
      set(unit "${PROJECT_BINARY_DIR}/formula/${header}_${number}.c")
      file(CONFIGURE OUTPUT "${unit}" @ONLY CONTENT
        "/* Made by lib/formula/units.cmake from lib/formula/all.h and list.h. */
#define XPBD_UNIT_HEADER \"formula/${header}.h\"
#define XPBD_UNIT_LINES${lines_of_${header}_${number}}
#include \"solver/unit.h\"
")
      list(APPEND units "${unit}")
    endforeach()
  endforeach()
  set(${out} "${units}" PARENT_SCOPE)
endfunction()
