# The compiler and linker flags of every target of this project, as one interface target.
include(GNUInstallDirs)
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
include(CheckPIESupported)
check_pie_supported()

set(optimized $<CONFIG:Release,RelWithDebInfo>)
add_library(mage_lineage_flags INTERFACE)
target_compile_options(mage_lineage_flags INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Woverloaded-virtual
  -Wno-missing-field-initializers  # designated and partial initialisers are the house style
  # g++ 12 sees faults inside std::string that are none (GCC PR 105651, 105329)
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-restrict>
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-array-bounds>
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-stringop-overflow>
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-stringop-overread>
  $<$<BOOL:${MAGE_LINEAGE_WERROR}>:-Werror>
  # OpenSSF's hardening guide, the part that g++ 12 and clang 14 both take
  -fstack-protector-strong -fstack-clash-protection
  $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-ftrivial-auto-var-init=zero>
  # and what it adds for what users run: no optimisation may conclude from a fault that it cannot happen
  "$<${optimized}:-Wformat=2;-fno-delete-null-pointer-checks;-fno-strict-overflow;-fno-strict-aliasing>"
  "$<$<AND:${optimized},$<COMPILE_LANG_AND_ID:CXX,GNU>>:-Wtrampolines;-Wbidi-chars=any>")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|amd64|AMD64")
  target_compile_options(mage_lineage_flags INTERFACE -fcf-protection=full)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  target_compile_options(mage_lineage_flags INTERFACE -mbranch-protection=standard)
endif()
set(fortify 3)
if(MAGE_LINEAGE_SANITIZE)
  set(fortify 0)  # the sanitizers watch the same calls
endif()
target_compile_definitions(mage_lineage_flags INTERFACE
  _GLIBCXX_ASSERTIONS FMT_HEADER_ONLY
  MAGE_LINEAGE_VERSION="${PROJECT_VERSION}"
  $<${optimized}:_FORTIFY_SOURCE=${fortify}>)
target_link_options(mage_lineage_flags INTERFACE
  -Wl,-z,relro,-z,now,-z,noexecstack -Wl,--as-needed)
if(MAGE_LINEAGE_FUZZ)
  target_compile_options(mage_lineage_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
if(MAGE_LINEAGE_SANITIZE)
  target_compile_options(mage_lineage_flags INTERFACE
    -fsanitize=${MAGE_LINEAGE_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
    # g++ loses track of initialisation among the checks that it adds
    $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-maybe-uninitialized> $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-uninitialized>)
  target_link_options(mage_lineage_flags INTERFACE -fsanitize=${MAGE_LINEAGE_SANITIZE})
elseif(NOT MAGE_LINEAGE_DYNAMIC)
  # A short command must not pay for the dynamic loader: see CONTRIBUTING.md, "Start-up".
  target_link_options(mage_lineage_flags INTERFACE -static-libstdc++ -static-libgcc)
endif()

# mage_lineage_precompile(TARGET HEADER...): for builds from scratch; sources still name all they use.
function(mage_lineage_precompile target)
  if(MAGE_LINEAGE_PCH)
    target_precompile_headers(${target} PRIVATE
      <algorithm> <array> <chrono> <cstdint> <functional> <map> <memory> <optional> <set> <string>
      <string_view> <utility> <vector> <tl/expected.hpp> ${ARGN})
  endif()
endfunction()
