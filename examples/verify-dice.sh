#!/bin/bash
# Throws every die and draws every card of a finished game again, with openssl and
# nothing of reeve's. It follows docs/interchange.md, "Dice and cards, to be computed again".
#
#   curl http://reeve.local:8080/api/archive/1/export | ./verify-dice.sh
#
# It needs bash, openssl, xxd and jq. Exit status: 0 all is as it was recorded, 1 something is not.
set -euo pipefail

record=$(cat)
header=$(head -n 1 <<<"$record")
field() { jq -r "$1" <<<"$header"; }
fail() { echo "verify-dice: $*" >&2; exit 1; }

kind=$(field '.dice')
seed=$(field '.seed // ""')
[ "$kind" != scripted ] || fail "scripted dice have no seed"
[ -n "$seed" ] || fail "the record has no seed: the game goes on"

# The commitment is the hash of the seed's bytes, published before anybody threw.
commitment=$(field '.commitment // ""')
if [ -n "$commitment" ]; then
  sum=$(xxd -r -p <<<"$seed" | openssl dgst -sha256 -r | cut -d' ' -f1)
  [ "$sum" = "$commitment" ] || fail "the seed is not the one that was committed to"
fi

# The words of the seats that gave some, in the order of the seats, a line feed between.
words=$(field '[.seats[] as $s | .words[$s]? // "" | select(. != "")] | join("\n")' | xxd -p | tr -d '\n')
words=${words%0a} # the line feed that jq ends its line with

block=0
bytes=()
# next_byte sets $byte to the stream's next: HMAC-SHA-256 of the words, a zero byte and the block's number.
next_byte() {
  if [ ${#bytes[@]} -eq 0 ]; then
    local hash
    hash=$(printf '%s00%016x' "$words" "$block" | xxd -r -p | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$seed" -r | cut -d' ' -f1)
    for ((i = 0; i < 64; i += 2)); do bytes+=($((16#${hash:i:2}))); done
    block=$((block + 1))
  fi
  byte=${bytes[0]}
  bytes=("${bytes[@]:1}")
}

# below N sets $number to one from 0 to N-1: bytes that would make some likelier are passed over.
below() {
  while next_byte; [ "$byte" -ge $((256 - 256 % $1)) ]; do :; done
  number=$((byte % $1))
}

# cards N DECK... sets $drawn to N cards, sorted.
cards() {
  local n=$1 list=()
  shift
  local left=("$@")
  for ((k = 0; k < n; k++)); do
    below ${#left[@]}
    list+=("${left[number]}")
    left=("${left[@]:0:number}" "${left[@]:number+1}")
  done
  drawn=$(printf '%s\n' "${list[@]}" | sort -n | tr '\n' ' ')
  drawn=${drawn% }
}

dealt=() # "EVENT CARD" of the deals that stand
checked=0
while read -r n kind_of ref by action; do
  if [ "$kind_of" = undo ]; then # what was dealt after event ref lies in the deck again
    kept=()
    for d in "${dealt[@]}"; do [ "${d% *}" -gt "$ref" ] || kept+=("$d"); done
    dealt=("${kept[@]}")
  fi
  [ "$by" = chance ] && [ "$kind_of" = step ] || continue
  case $action in
  "die "*)
    [ "$kind" != manual ] || continue
    below 6
    got="die $((number + 1))"
    ;;
  "draw "*)
    [ "$kind" != manual ] || continue
    commas=${action//[^,]/}
    cards $((${#commas} + 1)) 1 1 2 2 3 3 4 4
    got="draw ${drawn// /,}"
    ;;
  "deal "*)
    deck=()
    for card in 1 2 3 4 5 6 7 8 9 10; do
      case " ${dealt[*]#* } " in *" $card "*) ;; *) deck+=("$card") ;; esac
    done
    cards 2 "${deck[@]}"
    seat=${action#deal }
    got="deal ${seat%% *} $drawn"
    for card in $drawn; do dealt+=("$n $card"); done
    ;;
  *) fail "event $n: what is \"$action\"?" ;;
  esac
  [ "$got" = "$action" ] || fail "event $n is \"$action\"; the seed gives \"$got\""
  checked=$((checked + 1))
done < <(tail -n +2 <<<"$record" | jq -r '[.n, .kind, .ref // 0, .by, .action] | map(tostring | if . == "" then "-" else . end) | join(" ")')

echo "verified: $checked throws and draws are what the seed and the words make of them"
