#!/bin/sh
# The tour behind `make demo`: each line of the list is shown as a user types it, and then run.
#   # text       is told between the commands
#   [1] command  is expected to end with exit code 1; without brackets, with 0
# The commands start in the root of the checkout; what they write goes to build/demo, which is empty at the start.
set -eu
cd "$(dirname "$0")/.."
rm -rf build/demo
mkdir -p build/demo

while IFS= read -r line; do
  wanted=0
  case $line in
    '') continue ;;
    '#'*)
      printf '\n%s\n' "$line"
      continue
      ;;
    '['*)
      wanted=${line%%]*}
      wanted=${wanted#[}
      line=${line#*] }
      ;;
  esac
  printf '\n$ %s\n' "$line"
  status=0
  (eval "$line") </dev/null || status=$?
  if [ "$status" -ne "$wanted" ]; then
    echo "the demo expected exit code $wanted and got $status" >&2
    exit 1
  fi
done <<'DEMO'
refold --help
DEMO
