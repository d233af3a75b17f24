#!/bin/sh
# Counts the instructions that the command takes for each byte of text: a figure that a noisy machine
# does not change, so that one state of the code can be compared with another.
#
# Needs valgrind, and the texts that `cargo bench --bench whole` makes under target/whole. What it
# costs to start is taken out: the figure is the difference of two runs, over 32 and 64 MiB.
set -eu
cd "$(dirname "$0")/.."

command -v valgrind >/dev/null || { echo "skipped: valgrind is not here" >&2; exit; }
cargo build -p urisift-cli --profile dist --features full --quiet
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# How many instructions it takes to search the file $1, with the flag $2 if there is one.
instructions() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null \
        target/dist/urisift --raw -j1 ${2:+"$2"} "$1" 2>&1 >/dev/null |
        sed -n 's/.*Collected : *//p'
}

# For each byte of the corpus $1, with the flag $2 if there is one.
per_byte() {
    head -c 33554432 "target/whole/$1-256.txt" >"$folder/one"
    head -c 67108864 "target/whole/$1-256.txt" >"$folder/two"
    one=$(instructions "$folder/one" "${2:-}")
    two=$(instructions "$folder/two" "${2:-}")
    awk -v one="$one" -v two="$two" 'BEGIN { printf "%.3f", (two - one) / 33554432 }'
}

echo "Instructions for each byte, $(date +%F), $(rustc --version), $(valgrind --version)"
echo
echo '| | `urisift` | `urisift --json` |'
echo '|---|---|---|'
for corpus in mail logs web sparse; do
    [ -e "target/whole/$corpus-256.txt" ] || { echo "skipped: run the bench 'whole' first" >&2; exit; }
    echo "| $corpus | $(per_byte "$corpus") | $(per_byte "$corpus" --json) |"
done
