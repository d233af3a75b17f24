#!/bin/sh
# Counts the instructions that the command takes for each byte of text: a figure that a noisy machine
# does not change, so that one state of the code can be compared with another.
#
# Needs valgrind, and the texts that `cargo bench --bench whole` makes under target/whole. What it
# costs to start is taken out: the figure is the difference of two runs, over 32 and 64 MiB, or over 4 and 8 MiB
# of a small file over and over.
set -eu
cd "$(dirname "$0")/.."

command -v valgrind >/dev/null || { echo "skipped: valgrind is not here" >&2; exit; }
cargo build -p urisift-cli --profile dist --features full --quiet
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# How many instructions it takes to search the file $1, with the flags after it.
instructions() {
    file=$1
    shift
    valgrind --tool=callgrind --callgrind-out-file=/dev/null \
        target/dist/urisift -j1 "$@" "$file" 2>&1 >/dev/null |
        sed -n 's/.*Collected : *//p'
}

# For each byte that the second file has more than the first, which are $1, with the flags after that.
difference() {
    bytes=$1
    shift
    one=$(instructions "$folder/one" "$@")
    two=$(instructions "$folder/two" "$@")
    awk -v one="$one" -v two="$two" -v bytes="$bytes" 'BEGIN { printf "%.3f", (two - one) / bytes }'
}

# For each byte of the corpus $1, with the flags after it.
per_byte() {
    for part in one two; do
        [ $part = one ] && bytes=33554432 || bytes=67108864
        head -c $bytes "target/whole/$1-256.txt" >"$folder/$part"
    done
    shift
    difference 33554432 "$@"
}

# For each byte of the file $1 over and over, with the flags after it.
per_byte_repeated() {
    for part in one two; do
        [ $part = one ] && bytes=4194304 || bytes=8388608
        while cat "$1" 2>/dev/null; do :; done | head -c $bytes >"$folder/$part"
    done
    shift
    difference 4194304 "$@"
}

echo "Instructions for each byte, $(date +%F), $(rustc --version), $(valgrind --version)"
echo
echo '| | `urisift` | `urisift --json` |'
echo '|---|---|---|'
for corpus in mail logs web sparse; do
    [ -e "target/whole/$corpus-256.txt" ] || { echo "skipped: run the bench 'whole' first" >&2; exit; }
    echo "| $corpus | $(per_byte "$corpus" --raw) | $(per_byte "$corpus" --raw --json) |"
done
echo "| mail, taken apart | $(per_byte mail) | $(per_byte mail --json) |"
page=corpora/web/page.html
{
    printf 'WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a.example/\r\n'
    printf 'Content-Type: text/html\r\nContent-Length: %d\r\n\r\n' "$(wc -c <$page)"
    cat $page
    printf '\r\n\r\n'
} >"$folder/page.warc"
for file in $page "$folder/page.warc"; do
    echo "| $(basename "$file") | $(per_byte_repeated "$file") | $(per_byte_repeated "$file" --json) |"
done
