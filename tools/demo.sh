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
# A game of The Voyages of Marco Polo for three, told in fixtures/marco_polo/games/demo.game.json. It is played into a log.
refold play fixtures/marco_polo/games/demo.game.json -o build/demo/game.log.jsonl | tail -4
# Entry by entry: who did what, what changed, by which clauses. Yellow walks two steps on two fives.
refold replay build/demo/game.log.jsonl --to 4
# The players after entry 20, as Blue may see them: no goal card of another seat. (Raschid chooses what his dice show: ?)
refold show build/demo/game.log.jsonl --at 20 --as blue | tail -28
# What Yellow may do after entry 15.
refold legal build/demo/game.log.jsonl --at 15 | head -4
# May Yellow take five coins there? The clause, the numbers, and what would make it legal.
[1] refold why build/demo/game.log.jsonl --at 15 --move '{"by":"yellow","do":"take_five_coins","die":{"face":2}}'
# Where Yellow's coins came from and went.
refold blame build/demo/game.log.jsonl /players/yellow/coins --at 20
# Every recorded game of Marco Polo is decided anew and compared, move by move. (Unfinished: it stops early; no fault.)
refold verify fixtures/marco_polo
# One byte of a log is changed: damaged.
sed '/^{"n":16,/s/"amount":3/"amount":4/' build/demo/game.log.jsonl > build/demo/changed.log.jsonl
[3] refold verify build/demo/changed.log.jsonl
# The same, and all digests worked out again: the chain holds, but the rules say otherwise. (path: other events.)
python -m tools.forge build/demo/game.log.jsonl 16 '"amount":3' '"amount":4' > build/demo/forged.log.jsonl
[1] refold verify build/demo/forged.log.jsonl
# Some tables read the lower die as the exact distance. Does this game stand under their reading?
[1] refold impact build/demo/game.log.jsonl --ruling travel_distance=exact
DEMO
