#!/usr/bin/env bash
# The program's dynamic section: what every start pays for. Neither libcurl nor libcrypto may be in it
# (CONTRIBUTING.md, "Start-up"), nor the C++ library.
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
[ $failed = 0 ] && grep NEEDED <<<"$dynamic"
exit $failed
