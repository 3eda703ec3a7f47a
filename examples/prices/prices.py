#!/usr/bin/env python3
"""Makes the tables of README.md again: the value of every pot game of the houses at Leduc size and the price
of each of its options, and the edge of every game against a bank.

    python3 prices.py [--program cardroom] [--only TEXT]

prints Markdown, and on standard error the processor time of each game.

    cardroom diff --exhaustive --each-option --limit 300000 --format csv > options.csv
    python3 prices.py --options options.csv

prints the table of options.md.
"""
import argparse
import csv
import json
import resource
import subprocess
import sys


def results(program, *args):
    """The result of a command, or None with its error where the program refuses the game."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run([program, *args, "--json", "--quiet"], capture_output=True, text=True)
    took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    print(f"{took:8.1f} s  {' '.join(args)}", file=sys.stderr, flush=True)
    if done.returncode > 1 or not done.stdout:
        print(done.stderr.strip(), file=sys.stderr)
        return None
    return json.loads(done.stdout)


def number(form, value):
    """A number of four decimals, without the sign of a zero."""
    text = form.format(value)
    return text.replace("-", "") if not text.strip("+-0.") else text


def pot_game(program, game):
    """The row of a pot game, or None."""
    r = results(program, "diff", game, "--solve", "--each-option")
    if r is None:
        return None
    own, others = r["rules"][0], r["rules"][1:]
    prices, gap = {}, own["exploitability"] * len(own["values"])  # options with the same price stand together
    for o in others:
        if "price" in o and max(map(abs, o["price"])) > o["error_at_most"]:
            prices.setdefault(" / ".join(number("{:+.4f}", v) for v in o["price"]), []).append(f"`{o['rules']}`")
    if not others:
        text = "has no options"
    else:
        text = "; ".join(", ".join(names) + " " + price for price, names in prices.items()) or f"none of {len(others)}"
    star = "" if own["bounds"] else " *"
    values = " | ".join(number("{:.4f}", v) for v in own["values"])
    return f"| {game}{star} | {r['unit']} | {values} | {gap:.4f} | {text} |"


def bank_game(program, game, *options):
    """The rows of a game against a bank: one a wager."""
    r = results(program, "solve", game, *options)
    for w in r["wagers"] if r else []:
        yield f"| {' '.join([game, *options])} | {w['wager']} | {100 * w['house_edge']:.4f} % | {100 * w['element_of_risk']:.4f} % |"


VERDICTS = ["differs", "equal", "outside", "not finished"]


def options_table(path):
    """The rows of options.md: one a value of an option, over all games."""
    with open(path, newline="") as f:
        values = {}
        for r in csv.DictReader(f):
            values.setdefault((r["option"], r["value"]), []).append(r)
    print("| option | value | " + " | ".join(VERDICTS) + " | shortest hand that differs |\n|---|---|---|---|---|---|---|")
    for (option, value), rows in sorted(values.items()):
        counts = [str(sum(r["verdict"] == v for r in rows) or "") for v in VERDICTS]
        hands = [r for r in rows if r["verdict"] == "differs" and r["size"]]
        text = ""
        if hands:  # the fewest actions, in a small version if there is one
            r = min(hands, key=lambda r: (r["size"].startswith("whole x 6"), "before anybody" not in r["why"], r["why"].count(",")))
            told = r["why"] if len(r["why"]) < 300 else "one of many actions: " + r["why"].rpartition(": ")[2]
            text = f"`{r['game']}`, {r['size']}: {told}"
        else:
            text = "; ".join(sorted({r["why"] for r in rows if r["verdict"] in ("outside", "not finished")}))
        print(f"| {option} | {value} | {' | '.join(counts)} | {text} |")


def main():
    p = argparse.ArgumentParser()
    p.add_argument("--program", default="cardroom")
    p.add_argument("--only", default="", help="games whose name contains this text")
    p.add_argument("--options", default="", help="print the table of options.md from this CSV")
    a = p.parse_args()
    if a.options:
        return options_table(a.options)
    names = [g["game"] for g in results(a.program, "games")["games"]]
    banked = [n for n in names if n.startswith("banked/") or n == "sanrafael/california22"]
    print("| game | unit | seat 1 | seat 2 | ± | options that have a price: what seat 1 / seat 2 win more |\n|---|---|---|---|---|---|")
    for name in names:
        if name not in banked and a.only in name and (row := pot_game(a.program, name)):
            print(row, flush=True)
    print("\n| game | wager | house edge | element of risk |\n|---|---|---|---|")
    for name in banked:
        if a.only in name:
            for options in [[]] + [["--set", "banker_chart=yes"]] * name.endswith("california22"):
                for row in bank_game(a.program, name, *options):
                    print(row, flush=True)


if __name__ == "__main__":
    main()
