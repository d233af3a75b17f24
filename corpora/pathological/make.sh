#!/bin/sh
# Writes hostile text to standard output: make.sh NAME MEGABYTES. Without a name, lists the names.
set -eu

kinds='
angles      <
parens      (
colons      :
words       a:
schemes     http://
mailtos     mailto:
news        news:
dots        http://a/..................................................................
closers     http://a/))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
braces      http://a/{{{{{{{{{{{{{{{{
segments    http://a/_[_[a]_[
apostrophes 'http://a/o'o'o'o'o'o'o'o
labels      [http://a?a|b|c
printable   http://a=20=20=
enclosed    url(cid:a
prefixes    scm:a:b:
dashes      http://a/a–b–c–d
squares     http://a?[[[[[[[[[[[[[[[[
bars        http://a?a|b|c|d|e|f
escapes     http://a/\b\c\d
slashes     http:\/\/
characters  http://a/\u0026\u00e9
units       http:\/\/a\ud83d\ude00\ud83d
levels      http:\/\/a\\\\\/
stops       http:\/\/.......
percents    http://a/%%%%%%%%%%%%%%%%
entities    &lt;http://a&amp;&amp;&gt;
quotes      "http://a
joined      http://a,http://b;
cells       ,http://a,b;c;d/,e
marks       http\://a\_\:\&.
hosts       a.a.
addresses   a@
letters     http://a/éééééééééééééééé
'

if [ $# -eq 0 ]; then
    printf '%s\n' "$kinds" | awk 'NF { print $1 }'
    echo 'wrappers'
    echo 'folds'
    echo 'strings'
    echo 'hyphens'
    echo 'rows'
    echo 'literals'
    echo 'halves'
    echo 'line'
    echo 'blanks'
    echo 'inside'
    echo 'quoted'
    echo 'utf16'
    exit
fi

case $1 in
wrappers) piece='<URL:http://a/b\n' ;;
folds) piece='<http://a/b\nc\nd\ne\nf\ng\n' ;;
strings) piece='<http:\\/\\/a\\/b\nc\nd\ne\nf\ng\n' ;;
hyphens) piece='http://example.example/a/path/that/fills/the/line/up/to/its/end-\n' ;;
rows) piece='http://a/b,c,1\n' ;;
literals) piece='"http://a/"\n "b/"\n' ;;
halves) piece='ht\ntp:' ;;
line) piece='no end of it ' ;;
blanks) piece='http://a/b%20000s' ;;
inside) piece='<http://a/b%20000s' ;;
quoted) piece=$(printf '"http://a'; i=0; while [ $i -lt 2000 ]; do printf '\\nb'; i=$((i + 1)); done; printf '" ') ;;
utf16) piece=$(printf 'news:tel:http://a ' | sed 's/./&\\001/g') ;;
*)
    piece=$(printf '%s\n' "$kinds" | awk -v name="$1" '$1 == name { print $2 }' | sed 's/[\\%]/&&/g')
    [ -n "$piece" ] || { echo "make.sh: no kind is called '$1'" >&2; exit 2; }
    ;;
esac

# shellcheck disable=SC2059 # The piece is a format on purpose: it holds line feeds.
piece=$(printf "$piece.")
export piece
awk -v size="$2" 'BEGIN {
    piece = ENVIRON["piece"]
    piece = substr(piece, 1, length(piece) - 1)
    for (block = piece; length(block) < 65536; ) block = block block
    for (left = size * 1000000; left > 0; left -= length(block)) printf "%s", block
}' | case $1 in
utf16) tr '\001' '\000' ;;
*) cat ;;
esac
