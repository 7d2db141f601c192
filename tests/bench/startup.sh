#!/bin/bash
# The start-up of short commands as ratios to an empty C program: startup.sh STARTUP EMPTY BINARY [PAIRS]
set -eu
startup=$1 empty=$2 binary=$3 pairs=${4:-200}
projects=$(cd "$(dirname "$0")/../projects" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export AUTOPILOT_LINEAGE_SNAPSHOT_GRANT_SECRET=0123456789abcdef0123456789abcdef
export MAGE_CLUSTER_UUID=c1 MAGE_WORKSPACE_UUID=w1
"$binary" grant mint -q --action create --project-uuid p1 --ttl 30m > "$folder/token"

measure() {
  local name=$1 bar=$2
  shift 2
  "$startup" "$empty" --pairs "$pairs" --name "$name" --bar "$bar" "$@"
}
measure "start: --version" "" -- "$binary" --version
measure "start: check" "<= 3.5" -- "$binary" check -C "$projects/shop"
measure "start: grant verify" "<= 5" --stdin "$folder/token" -- "$binary" grant verify --project-uuid p1
