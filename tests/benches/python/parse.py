"""Parses a Unity file with PyYAML's C loader, as often as requested.

usage: parse.py FILE
Reads a number of repeats per line from standard input and answers each with the CPU seconds they took. Documents are
split before the clock starts and are given to the loader one at a time: it cannot read them as one stream.
"""

import re
import sys
import time

import yaml

text = open(sys.argv[1], encoding="utf-8").read()
heads = list(re.finditer(r"^--- !u!\d+ &-?\d+.*\n", text, re.M))
ends = [head.start() for head in heads[1:]] + [len(text)]
bodies = [text[head.end() : end] for head, end in zip(heads, ends)]

for line in sys.stdin:
    repeats = int(line)
    start = time.process_time()
    for _ in range(repeats):
        for body in bodies:
            yaml.load(body, Loader=yaml.CBaseLoader)
    print(time.process_time() - start, len(bodies), flush=True)
