#!/usr/bin/env python3
"""Turns the screen of a terminal into an SVG picture: tmux capture-pane -e -p | picture.py > screen.svg

It reads lines with ANSI escapes for colors, bold, underline and reverse on standard input.
"""
import html
import re
import sys

WIDTH, HEIGHT = 8.0, 17.0  # of a character
INK, PAPER = "#d8d8d8", "#1c1c1c"
BASIC = ["#000000", "#cc4444", "#55aa55", "#c4a000", "#5c8fd6", "#a878c0", "#3fa7a7", "#d3d3d3",
         "#777777", "#ff6b6b", "#87d787", "#ffd75f", "#87afff", "#d7a7ff", "#7fe0e0", "#ffffff"]


def indexed(n):
    """The color of a number of the 256."""
    if n < 16:
        return BASIC[n]
    if n > 231:
        return "#" + "%02x" % (8 + 10 * (n - 232)) * 3
    n -= 16
    return "#" + "".join("%02x" % (0 if v == 0 else 55 + 40 * v) for v in (n // 36, n // 6 % 6, n % 6))


def styled(codes, style):
    """The style after the codes of one escape."""
    style, codes = dict(style), [int(c or 0) for c in codes.split(";")]
    while codes:
        c = codes.pop(0)
        if c == 0:
            style = {}
        elif c in (38, 48) and codes:
            kind, key = codes.pop(0), "ink" if c == 38 else "paper"
            style[key] = indexed(codes.pop(0)) if kind == 5 else "#%02x%02x%02x" % tuple(codes.pop(0) for _ in range(3))
        elif 30 <= c <= 37 or 90 <= c <= 97:
            style["ink"] = BASIC[c - 30 if c < 90 else c - 82]
        elif 40 <= c <= 47 or 100 <= c <= 107:
            style["paper"] = BASIC[c - 40 if c < 100 else c - 92]
        elif c in (39, 49):
            style.pop("ink" if c == 39 else "paper", None)
        elif c in (1, 4, 7):
            style[c] = True
        elif c in (22, 24, 27):
            style.pop(c - 20 if c != 22 else 1, None)
    return style


def pieces(line, style):
    """The stretches of a line that have one style, and the style after it."""
    out, last = [], 0
    for m in re.finditer(r"\x1b\[([\d;]*)m", line):
        if m.start() > last:
            out.append((line[last:m.start()], style))
        style, last = styled(m.group(1), style), m.end()
    if last < len(line):
        out.append((line[last:], style))
    return out, style


def main():
    rows, style = [], {}
    for line in sys.stdin.read().rstrip("\n").split("\n"):
        row, style = pieces(re.sub(r"\x1b[()].|\x0f|\x0e", "", line), style)
        rows.append(row)
    columns = max((sum(len(t) for t, _ in row) for row in rows), default=0)
    print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{columns * WIDTH + 16:g}" height="{len(rows) * HEIGHT + 16:g}" '
          f'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="13" xml:space="preserve">')
    print(f'<rect width="100%" height="100%" rx="6" fill="{PAPER}"/>')
    for y, row in enumerate(rows):
        x = 0
        for text, s in row:
            ink, paper = s.get("ink", INK), s.get("paper")
            if s.get(7):
                ink, paper = paper or PAPER, ink
            if paper and paper != PAPER:
                print(f'<rect x="{8 + x * WIDTH:g}" y="{8 + y * HEIGHT:g}" width="{len(text) * WIDTH:g}" height="{HEIGHT:g}" fill="{paper}"/>')
            if text.strip():
                lead = len(text) - len(text.lstrip())
                more = ' font-weight="bold"' * bool(s.get(1)) + ' text-decoration="underline"' * bool(s.get(4))
                body = text.strip()
                print(f'<text x="{8 + (x + lead) * WIDTH:g}" y="{21 + y * HEIGHT:g}" textLength="{len(body) * WIDTH:g}" fill="{ink}"{more}>{html.escape(body)}</text>')
            x += len(text)
    print("</svg>")


main()
