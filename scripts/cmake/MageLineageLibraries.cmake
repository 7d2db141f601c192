# The libraries this project stands on, all from Debian 12, as imported targets with one spelling.
# Static where a short command would pay for loading them (MAGE_LINEAGE_DYNAMIC turns that off).
find_package(Threads REQUIRED)
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(tl-expected REQUIRED)
find_package(CURL REQUIRED)      # for the modules alone: the program itself links neither
find_package(simdjson REQUIRED)

# mage_lineage_import(NAME header library): finds lib<library>, static first, as ml::NAME.
function(mage_lineage_import name header library)
  find_path(MAGE_LINEAGE_${name}_INCLUDE ${header} REQUIRED)
  set(names ${library})
  if(NOT MAGE_LINEAGE_DYNAMIC)
    set(names lib${library}.a ${library})
  endif()
  find_library(MAGE_LINEAGE_${name}_LIBRARY NAMES ${names} REQUIRED)
  add_library(ml::${name} UNKNOWN IMPORTED GLOBAL)
  set_target_properties(ml::${name} PROPERTIES
    IMPORTED_LOCATION ${MAGE_LINEAGE_${name}_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${MAGE_LINEAGE_${name}_INCLUDE})
endfunction()

mage_lineage_import(yaml yaml.h yaml)
mage_lineage_import(yaml_cpp yaml-cpp/yaml.h yaml-cpp)
mage_lineage_import(crypto openssl/crypto.h crypto)
set_property(TARGET ml::crypto PROPERTY INTERFACE_LINK_LIBRARIES Threads::Threads ${CMAKE_DL_LIBS})
