#!/usr/bin/env bash
# A client made of curl and the OpenAPI document creates a snapshot, checks its hash, pages its owners, reads its
# contents, and is told when it has expired and when it is forgotten.
#
#   service_curl_test.sh MAGE_LINEAGE PROJECTS PYTHON
set -euo pipefail

program=$1
python=$3
folder=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || true; rm -rf "$folder"' EXIT
command -v curl >/dev/null || { echo "skipped: curl is not installed"; exit 77; }

fail() {
  echo "$*" >&2
  cat "$folder/body" "$folder/log" >&2 2>/dev/null || true
  exit 1
}
# Prints what a Python expression finds in the JSON document of a file.
find_in() { "$python" -c 'import json, sys; d = json.load(open(sys.argv[1])); print(eval(sys.argv[2]))' "$1" "$2"; }

cp -r "$2/shop" "$folder/shop"
printf 'lineage:\n  enabled: true\n' >>"$folder/shop/metadata.yaml"
export AUTOPILOT_LINEAGE_ENABLED=1 MAGE_CLUSTER_UUID=c1 MAGE_WORKSPACE_UUID=w1
AUTOPILOT_LINEAGE_SNAPSHOT_GRANT_SECRET=$(head -c 30 /dev/urandom | base64 -w 0)
export AUTOPILOT_LINEAGE_SNAPSHOT_GRANT_SECRET

"$program" schema openapi >"$folder/api"
# The path of an operation.
path_of() {
  find_in "$folder/api" "next(path for path, item in d['paths'].items() for operation in item.values()
    if isinstance(operation, dict) and operation.get('operationId') == '$1')"
}
create=$(path_of createSnapshot)
owners=$(path_of listOwners)
contents=$(path_of readContents)

# Starts a service with further settings, and sets url.
start() {
  rm -f "$folder/log"
  env "$@" "$program" serve -C "$folder/shop" --access-log json >"$folder/log" 2>&1 &
  server=$!
  until [ -s "$folder/log" ]; do
    kill -0 "$server" || fail "serve did not start"
    sleep 0.02
  done
  head -1 "$folder/log" >"$folder/start"
  url=$(find_in "$folder/start" "d['url']")
}
stop() {
  kill -TERM "$server"
  wait "$server" || fail "serve ended with $?"
  server=
}

grant() { "$program" grant mint -q -C "$folder/shop" --ttl "$ttl" "$@"; }
ttl=5m
# Asks curl, keeps the body, and prints the status.
ask() { curl -s -o "$folder/body" -w '%{http_code}' "$@"; }

start
status=$(ask -X POST -H "Authorization: Bearer $(grant --action create)" "$url$create")
[ "$status" = 201 ] || fail "create was answered $status"
cp "$folder/body" "$folder/manifest"
id=$(find_in "$folder/manifest" "d['snapshot_id']")
told=$(find_in "$folder/manifest" "d['manifest_hash']")
found=$(sed 's/,"manifest_hash":"sha256:[0-9a-f]*"//' "$folder/manifest" | tr -d '\n' | sha256sum | cut -d' ' -f1)
[ "$told" = "sha256:$found" ] || fail "the manifest's hash is $told and should be sha256:$found"

reader=$(grant --action read --snapshot-id "$id")
cursor=0
keys=
while [ "$cursor" != None ]; do
  status=$(ask -H "Authorization: Bearer $reader" "$url${owners/\{snapshot_id\}/$id}?cursor=$cursor&limit=3")
  [ "$status" = 200 ] || fail "owners were answered $status"
  keys="$keys $(find_in "$folder/body" "' '.join(o['owner_key'] for o in d['owners'])")"
  cursor=$(find_in "$folder/body" "d['next_cursor']")
done
wanted=$(find_in "$folder/manifest" "' '.join(o['owner_key'] for o in d['owners'])")
[ "$keys" = "$(printf ' %s' $wanted)" ] || fail "the pages hold $keys"

body=$(find_in "$folder/manifest" "json.dumps({'owners': d['owners']})")
status=$(ask -H "Authorization: Bearer $reader" -H 'Content-Type: application/json' --data-binary "$body" \
  "$url${contents/\{snapshot_id\}/$id}")
[ "$status" = 200 ] || fail "contents were answered $status"
"$python" - "$folder/body" "$folder/manifest" <<'CHECK' || fail "the contents are not those of the manifest"
import hashlib, json, sys
contents, manifest = (json.load(open(name)) for name in sys.argv[1:])
for owner, content in zip(manifest["owners"], contents["contents"], strict=True):
    hashed = "sha256:" + hashlib.sha256(content["content"].encode()).hexdigest()
    assert hashed == content["content_hash"] == owner["content_hash"]
CHECK

! grep -qF "$reader" "$folder/log" || fail "a grant is in the log"
stop

# Live, then 410, then 404, as the settings say.
ttl=4s
start AUTOPILOT_LINEAGE_SNAPSHOT_TTL_SECONDS=2 AUTOPILOT_LINEAGE_SNAPSHOT_EXPIRED_RETENTION_SECONDS=2
status=$(ask -X POST -H "Authorization: Bearer $(grant --action create)" "$url$create")
[ "$status" = 201 ] || fail "create was answered $status"
id=$(sed 's/.*"snapshot_id":"\([^"]*\)".*/\1/' "$folder/body")
seen=201
while [ "${seen##* }" != 404 ]; do
  status=$(ask -H "Authorization: Bearer $(grant --action read --snapshot-id "$id")" \
    "$url${owners/\{snapshot_id\}/$id}")
  [ "$status" = "${seen##* }" ] || seen="$seen $status"
done
[ "$seen" = "201 200 410 404" ] || fail "the snapshot was answered $seen"
stop
echo "curl created, paged and read a snapshot until it expired"
