#!/usr/bin/env bash
# Makes the pictures of the README: docs/terminal.svg from the output of the command, and docs/report.png from
# its report. Run it after a change of either.
#
# The first needs Python 3.10, the second Chromium and pngquant (on Debian: apt-get install chromium
# fonts-liberation pngquant). A picture that cannot be made is skipped. URISIFT may name the command, and
# CHROMIUM the browser.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
if [ -z "${URISIFT:-}" ]; then
    cargo build
    URISIFT=${CARGO_TARGET_DIR:-target}/debug/urisift
fi
# The commands are drawn as they are typed.
cp "$URISIFT" "$folder/urisift"
export PATH=$folder:$PATH

if python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
    python3 docs/terminal.py \
        'urisift -n -C 0 -m 4 corpora/news/thread.txt' \
        'urisift -Hn --invalid corpora/logs corpora/web' \
        "urisift explain 'http://www.bank.example&id@10.0.0.1:8o/~x'" >"$folder/terminal.svg"
    mv "$folder/terminal.svg" docs/terminal.svg
else
    echo "skipped: terminal.svg, without Python 3.10"
fi

# shellcheck disable=SC2086 # Several words.
chromium=$(command -v ${CHROMIUM:-chromium chromium-browser google-chrome} | head -n 1 || true)
if [ -z "$chromium" ] || ! command -v pngquant >/dev/null; then
    echo "skipped: report.png, without Chromium or pngquant"
    exit 0
fi
urisift report corpora/mail corpora/news corpora/logs corpora/web -o "$folder/report.html"
# The frame has an edge, which shows on a white page.
cat >"$folder/frame.html" <<'HTML'
<!doctype html>
<style>
  body { margin: 0; }
  iframe { box-sizing: border-box; width: 1200px; height: 940px; border: 1px solid #d0d7de; border-radius: 8px; }
</style>
<iframe src="report.html" scrolling="no"></iframe>
HTML
"$chromium" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --hide-scrollbars \
    --allow-file-access-from-files --default-background-color=00000000 --window-size=1200,940 \
    --virtual-time-budget=5000 --screenshot="$folder/report.png" "file://$folder/frame.html" 2>/dev/null
pngquant --force --strip --speed 1 --quality 60-95 --output docs/report.png "$folder/report.png"
