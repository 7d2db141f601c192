#!/usr/bin/env bash
# Times `mage-lineage validate` beside Ajv (npm packages ajv and ajv-formats; core schema alone) on the
# same lines of events of about 750 bytes: whole processes, alternating, the median of the ratios.
#   validate.sh MAGE_LINEAGE SCHEMAS NODE_MODULES [EVENTS]
set -euo pipefail
binary=$1 schemas=$2 modules=$3 events=${4:-200000}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ln -s "$(realpath "$modules")" "$work/node_modules"

cat > "$work/make.mjs" <<'EOF'
import fs from 'node:fs';
const [, , out, count] = process.argv;
const file = fs.openSync(out, 'w');
let text = '';
for (let i = 0; i < Number(count); i += 1) {
  const id = `019fc923-e280-7cc0-8a5e-${(i >> 1).toString(16).padStart(12, '0')}`;
  const producer = 'https://example.com/tool/1';
  text += JSON.stringify({
    eventType: i % 2 ? 'COMPLETE' : 'START', eventTime: '2026-08-03T19:40:00.000Z',
    run: {runId: id, facets: {nominalTime: {
      _producer: producer,
      _schemaURL: 'https://openlineage.io/spec/facets/1-0-1/NominalTimeRunFacet.json#/$defs/NominalTimeRunFacet',
      nominalStartTime: '2026-08-03T19:00:00Z'}}},
    job: {namespace: 'airflow://prod', name: `etl.load_${i % 100}`},
    inputs: [{namespace: 'postgres://db.example.com:5432', name: `shop.public.orders_${i % 50}`}],
    outputs: [{namespace: 's3://lake', name: `curated/orders_${i % 50}`}],
    producer, schemaURL: 'https://openlineage.io/spec/2-0-2/OpenLineage.json#/$defs/RunEvent'}) + '\n';
  if (text.length > 1 << 20) { fs.writeSync(file, text); text = ''; }
}
fs.writeSync(file, text);
EOF
cat > "$work/ajv.mjs" <<'EOF'
import fs from 'node:fs';
import readline from 'node:readline';
import Ajv from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
const ajv = new Ajv.default({strict: false});
formats.default(ajv);
const validate = ajv.compile(JSON.parse(fs.readFileSync(process.argv[2])));
let valid = 0;
for (const line of fs.readFileSync(process.argv[3], 'utf8').split('\n')) {
  if (line && validate(JSON.parse(line))) valid += 1;
}
console.log(valid);
EOF
sed -i '/readline/d' "$work/ajv.mjs"
node "$work/make.mjs" "$work/events.ndjson" "$events"
bytes=$(stat -c %s "$work/events.ndjson")
echo "$events events of $((bytes / events)) bytes"

seconds() { local begin=$EPOCHREALTIME; "$@" > /dev/null; local end=$EPOCHREALTIME
  awk -v a="$begin" -v b="$end" 'BEGIN { printf "%.4f\n", b - a }'; }
for round in 1 2 3 4 5; do
  ajv=$(seconds node "$work/ajv.mjs" "$schemas/OpenLineage.json" "$work/events.ndjson")
  own=$(seconds "$binary" validate "$work/events.ndjson")
  awk -v r="$round" -v a="$ajv" -v o="$own" -v n="$events" 'BEGIN {
    printf "round %d: ajv %.0f/s, mage-lineage %.0f/s, %.2f times\n", r, n / a, n / o, a / o }'
done | tee "$work/rounds"
awk '{ print $(NF-1) }' "$work/rounds" | sort -n | awk '{ v[NR] = $1 } END {
  printf "= validate: times as fast\t%.3g\t%.3g\t%.3g\t>= 3\tAjv, core schema\n", v[3], v[2], v[4] }'
