"""Checks `asset-plan/preview`, `assets-edit/apply` and their undo, in the editor double.

Each function without parameters in the modules below is one check. Ends with code 1 if one fails.

Usage: UNITY_DOUBLE=... UNITY_PACKAGE=FOLDER_OF_ASSEMBLIES assets.py [NAME ...]
"""
import os
import sys
import time
import traceback
import types

import asset_fields
import asset_files
import asset_prefabs
from asset_place import Failed, Failure
from script_place import drive


def main():
    if not drive.EDITOR or "UNITY_PACKAGE" not in os.environ:
        sys.exit("error: UNITY_DOUBLE or UNITY_PACKAGE is not set (expected: the folder of build.sh, and the folder of UnityTools.*.dll)")
    failed = 0
    for module in (asset_files, asset_fields, asset_prefabs):
        for name, check in list(vars(module).items()):
            own = isinstance(check, types.FunctionType) and check.__module__ == module.__name__ and check.__code__.co_argcount == 0
            if not own or (sys.argv[1:] and name not in sys.argv[1:]):
                continue
            started = time.time()
            try:
                check()
                print("ok      %s (%.1f s)" % (name, time.time() - started), flush=True)
            except Exception as failure:
                failed += 1
                text = str(failure) if isinstance(failure, (Failure, Failed)) else traceback.format_exc()
                print("FAILED  %s: %s" % (name, text), flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
