# What is installed, and the Debian package: `cmake --install BUILD --prefix DIR`, or in BUILD `cpack`.
# Component "local" is what a package of a distribution has elsewhere, "debian" what only it has.
find_program(GZIP gzip REQUIRED)

# mage_lineage_gzip(OUT SOURCE DESTINATION [ARGUMENT...]): installs SOURCE compressed, without name and time.
function(mage_lineage_gzip out source destination)
  set(compressed ${CMAKE_BINARY_DIR}/gzip/${out}.gz)
  add_custom_command(OUTPUT ${compressed}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/gzip
    COMMAND ${GZIP} -9nc ${source} > ${compressed}
    DEPENDS ${source} VERBATIM)
  set_property(TARGET compressed_files APPEND PROPERTY SOURCES ${compressed})
  install(FILES ${compressed} DESTINATION ${destination} ${ARGN})
endfunction()
add_custom_target(compressed_files ALL)

file(GLOB manual_pages CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/man/*.[157])
foreach(page ${manual_pages})
  cmake_path(GET page FILENAME name)
  string(REGEX MATCH "[157]$" section ${page})
  mage_lineage_gzip(${name} ${page} ${CMAKE_INSTALL_MANDIR}/man${section})
endforeach()

set(completions ${CMAKE_SOURCE_DIR}/completions)
install(FILES ${completions}/mage-lineage.bash RENAME mage-lineage
        DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
install(FILES ${completions}/mage-lineage.fish
        DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
install(FILES ${completions}/_mage-lineage
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT local)
install(FILES ${completions}/_mage-lineage
        DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT debian EXCLUDE_FROM_ALL)

set(package_files ${CMAKE_SOURCE_DIR}/scripts/package)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT local)
install(FILES ${package_files}/copyright DESTINATION ${CMAKE_INSTALL_DOCDIR}
        COMPONENT debian EXCLUDE_FROM_ALL)
install(FILES ${package_files}/lintian-overrides RENAME ${PROJECT_NAME}
        DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides COMPONENT debian EXCLUDE_FROM_ALL)
mage_lineage_gzip(changelog.Debian ${package_files}/changelog ${CMAKE_INSTALL_DOCDIR}
                  COMPONENT debian EXCLUDE_FROM_ALL)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_CMAKE_PROJECTS
    "${CMAKE_BINARY_DIR};${PROJECT_NAME};Unspecified;/;${CMAKE_BINARY_DIR};${PROJECT_NAME};debian;/")
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_CONTACT "The mage-lineage authors <mage-lineage@example.com>")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "data lineage for Mage projects, from a shell")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Opts Mage projects in to data lineage, says why events are sent or not, sends
metadata-only events with an OpenLineage envelope, and hands out redacted
source snapshots by short-lived grants. It works offline where it can.")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "ca-certificates, git")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS bash-completion)
include(CPack)
