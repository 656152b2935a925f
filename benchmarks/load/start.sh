#!/usr/bin/env bash
# How fast does "java -jar oxicloud.war" start on a warm data directory? Five starts; for each: seconds to the first 200 of
# /ready, CPU seconds of the process until then, live heap after a collection. Exit 3 if the best misses the bar.
# Use: benchmarks/load/start.sh [WAR] > benchmarks/results/start.md
set -euo pipefail
cd "$(dirname "$0")/../.."
war=${1:-target/oxicloud.war}
data=$(mktemp -d)
pid=
finish() { [ -z "$pid" ] || kill "$pid" 2>/dev/null || true; rm -rf "$data"; }
trap finish EXIT
ticks=$(getconf CLK_TCK)

start() { # sets seconds, cpu, heap
  local began log=$data/log address=
  : >"$log"
  began=$(date +%s%N)
  java -jar "$war" --port 0 --data "$data/cloud" >"$log" 2>&1 &
  pid=$!
  for _ in $(seq 1200); do
    address=$(sed -n 's/.*\(http:[^ ]*\).*/\1/p' "$log" | tail -1)
    if [ -n "$address" ] && [ "$(curl -s -o /dev/null -w '%{http_code}' "${address}ready" || true)" = 200 ]; then break; fi
    sleep 0.05
  done
  seconds=$(awk -v a="$began" -v b="$(date +%s%N)" 'BEGIN { printf "%.2f", (b - a) / 1e9 }')
  cpu=$(awk -v t="$ticks" '{ printf "%.2f", ($14 + $15) / t }' "/proc/$pid/stat")
  jcmd "$pid" GC.run >/dev/null
  heap=$(jcmd "$pid" GC.heap_info | sed -n 's/.*heap *total [0-9]*K, used \([0-9]*\)K.*/\1/p' | head -1)
  heap=$(awk -v k="${heap:-0}" 'BEGIN { printf "%.0f", k / 1024 }')
  kill "$pid"; wait "$pid" || true
  pid=
}

start # makes the data directory
echo "# Start on a warm data directory"
echo
echo "Command: \`benchmarks/load/start.sh\`"
echo
echo "Machine: $(nproc) cores, $(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -1); $(java -version 2>&1 | sed -n 2p); load average $(cut -d' ' -f1 /proc/loadavg) when it began."
echo
echo "| start | seconds to \`/ready\` | CPU seconds | MiB of heap after GC |"
echo "|---|---:|---:|---:|"
best=999 bestcpu=999 most=0
for i in 1 2 3 4 5; do
  start
  echo "| $i | $seconds | $cpu | $heap |"
  best=$(awk -v a="$best" -v b="$seconds" 'BEGIN { print (b < a) ? b : a }')
  bestcpu=$(awk -v a="$bestcpu" -v b="$cpu" 'BEGIN { print (b < a) ? b : a }')
  most=$(awk -v a="$most" -v b="$heap" 'BEGIN { print (b > a) ? b : a }')
done
echo
if awk -v s="$best" -v c="$bestcpu" -v h="$most" 'BEGIN { exit !(s < 6 && c <= 12 && h > 0 && h < 120) }'; then verdict=MET; else verdict=MISSED; fi
echo "Verdict: **$verdict**. Bar: best below 6 s, at most 12 s of CPU, below 120 MiB. Here: $best s, $bestcpu s, $most MiB."
[ $verdict = MET ] || exit 3
