"""Measures how many actions a second many tables play, with Python on one core and the program on another.

    python3 speed.py [CARDROOM [GAME [TABLES [SECONDS]]]]

Seats act at random. Besides the actions a second it prints the processor time of both for an action, which other work on the
machine disturbs less.
"""

import os
import random
import sys
import time

from cardroom import Client, Tables


def say(choice):
    return f"{choice['say']} {choice['least']}" if "least" in choice else choice["say"]


def main(command="cardroom", game="mixed/nt", tables="512", seconds="3"):
    cores = sorted(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else []
    if len(cores) > 1:
        os.sched_setaffinity(0, {cores[1]})  # the program inherits it
    client = Client(command, seed=1)
    if len(cores) > 1:
        os.sched_setaffinity(0, {cores[0]})
    many, pick, played = Tables(game, int(tables), client, seats=6), random.Random(1).choice, 0
    many.reset(seed=1)
    began, spent = time.perf_counter(), time.process_time()
    while time.perf_counter() - began < float(seconds):
        many.step([say(pick(legal)) for legal in many.legal])
        played += many.count
    elapsed, spent = time.perf_counter() - began, time.process_time() - spent
    client.close()
    times = os.times()
    program = times.children_user + times.children_system
    print(f"{played / elapsed:,.0f} actions a second at {many.count} tables of {game}")
    print(f"an action takes {1e6 * spent / played:.1f} us of Python, and {1e6 * program / played:.1f} us of the program with its start")


if __name__ == "__main__":
    main(*sys.argv[1:])
