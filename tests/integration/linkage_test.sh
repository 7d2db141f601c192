#!/usr/bin/env bash
# The program's dynamic section: what every start pays for. Neither libcurl nor libcrypto may be in it
# (CONTRIBUTING.md, "Start-up"), nor the C++ library, and the hardening flags must have arrived.
set -euo pipefail
binary=$1
dynamic=$(readelf -dW "$binary")
failed=0
for library in libcurl libcrypto libssl libstdc++ libyaml libfmt libsimdjson; do
  if grep -q "NEEDED.*\[$library" <<<"$dynamic"; then
    echo "$binary needs $library at every start"
    failed=1
  fi
done
grep -q 'BIND_NOW\|NOW' <<<"$dynamic" || { echo "not linked with -z now"; failed=1; }
grep -q 'PIE' <<<"$dynamic" || { echo "not position independent"; failed=1; }
readelf -lW "$binary" | grep -q GNU_RELRO || { echo "not linked with -z relro"; failed=1; }
readelf -lW "$binary" | grep 'GNU_STACK' | grep -q 'RWE' && { echo "the stack is executable"; failed=1; }
[ $failed = 0 ] && grep NEEDED <<<"$dynamic"
exit $failed
