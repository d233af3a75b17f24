#!/usr/bin/env python3
"""Draws commands and what they print, in their colors, as an SVG on standard output.

terminal.py COMMAND...

Each COMMAND is a line of shell. Its output has the escape sequences of a terminal; of these, colors, bold,
dim and underline are drawn, and nothing else may occur.
"""

import os
import re
import subprocess
import sys
from html import escape

# A background of its own, so that the picture reads on a light page and on a dark one.
BACKGROUND, BORDER, TEXT, DIM = "#161b22", "#30363d", "#e6edf3", "#8b949e"
# By the number of the escape sequence, from red on.
COLORS = {31: "#ff7b72", 32: "#7ee787", 33: "#e3b341", 34: "#79c0ff", 35: "#d2a8ff", 36: "#76e3ea"}
FONT = "ui-monospace, SFMono-Regular, Menlo, Consolas, 'Liberation Mono', monospace"
SIZE, ADVANCE, LEADING, MARGIN = 13, 7.8, 20, 20

ESCAPE = re.compile(r"\x1b\[([0-9;]*)m")


def printed(command: str) -> list[str]:
    """The lines that a command prints, colored."""
    environment = {**os.environ, "CLICOLOR_FORCE": "1"}
    environment.pop("NO_COLOR", None)
    done = subprocess.run(command, shell=True, env=environment, stdout=subprocess.PIPE, text=True)
    return done.stdout.splitlines()


def changed(style: dict[str, str], codes: str) -> dict[str, str]:
    """The attributes of a text after an escape sequence."""
    for code in map(int, (codes or "0").split(";")):
        match code:
            case 0:
                style = {}
            case 1:
                style = {**style, "font-weight": "bold"}
            case 2:
                style = {**style, "fill": DIM}
            case 4:
                style = {**style, "text-decoration": "underline"}
            case _:
                style = {**style, "fill": COLORS[code]}
    return style


def pieces(line: str) -> list[tuple[str, dict[str, str]]]:
    """The texts of a line, each with its attributes."""
    found, style, at = [], {}, 0
    for sequence in ESCAPE.finditer(line):
        found.append((line[at : sequence.start()], style))
        style, at = changed(style, sequence[1]), sequence.end()
    found.append((line[at:], style))
    return [(text, style) for text, style in found if text]


def drawn(line: str, row: int) -> str:
    """A line; each text starts in its column and takes up as many, whatever font there is."""
    out, column = "", 0
    for text, style in pieces(line):
        start = column + len(text) - len(text.lstrip(" "))
        shown = text.strip(" ")
        column += len(text)
        if shown:
            x, width = MARGIN + start * ADVANCE, len(shown) * ADVANCE
            attributes = "".join(f' {name}="{value}"' for name, value in style.items())
            out += f'<text x="{x:g}" y="{baseline(row):g}" textLength="{width:g}"{attributes}>{escape(shown)}</text>\n'
    return out


def baseline(row: int) -> float:
    return MARGIN + row * LEADING + SIZE


def main() -> None:
    lines = []
    for command in sys.argv[1:]:
        lines += [""] if lines else []
        lines += [f"\x1b[32m$\x1b[0m \x1b[1m{command}\x1b[0m", *printed(command)]
    columns = max(len(ESCAPE.sub("", line)) for line in lines)
    width, height = 2 * MARGIN + columns * ADVANCE, 2 * MARGIN + (len(lines) - 1) * LEADING + SIZE + 5
    print(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}"'
        f' height="{height:g}" font-family="{FONT}" font-size="{SIZE}" fill="{TEXT}" xml:space="preserve">'
    )
    print(
        f'<rect x="0.5" y="0.5" width="{width - 1:g}" height="{height - 1:g}" rx="8" fill="{BACKGROUND}"'
        f' stroke="{BORDER}"/>'
    )
    print("".join(drawn(line, row) for row, line in enumerate(lines)) + "</svg>")


main()
