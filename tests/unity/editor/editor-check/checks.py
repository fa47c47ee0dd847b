#!/usr/bin/env python3
"""Self-checks of the editor double: small projects in temporary folders, run in real editor processes.

usage: UNITY_DOUBLE=FOLDER_OF_BUILD checks.py [NAME ...]
"""

import sys
import time
import traceback

import check_content
import check_host
import check_lifetime
import check_ui
import drive
from drive import Failure


def checks():
    """Returns the functions of the check modules that take no arguments and return nothing, in their order."""
    for module in [check_lifetime, check_content, check_host, check_ui]:
        for value in list(vars(module).values()):
            if callable(value) and getattr(value, "__module__", "") == module.__name__ and value.__code__.co_argcount == 0:
                yield value


def main():
    wanted = sys.argv[1:]
    if not drive.EDITOR:
        sys.exit("error: the environment variable UNITY_DOUBLE is not set (expected: the folder that build.sh wrote)")
    failed = 0
    for check in checks():
        if wanted and check.__name__ not in wanted:
            continue
        started = time.time()
        try:
            check()
            print("ok      %s (%.1f s)" % (check.__name__, time.time() - started), flush=True)
        except Failure as failure:
            failed += 1
            print("FAILED  %s: %s" % (check.__name__, failure), flush=True)
        except Exception:
            failed += 1
            print("FAILED  %s: %s" % (check.__name__, traceback.format_exc()), flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
