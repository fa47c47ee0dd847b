"""Runs a bundle's tests as `python -m unittest` does; what `unity-tool-host test` starts.

Belongs here: that app.py is read as a build reads it, and that no test is told. Does not: any test, the stand-ins of imports.
"""

import importlib
import os
import sys
import traceback
import unittest

# Before the bundle, so that what a host would give can be imported.
import fake_unity  # noqa: F401


def read(module: str) -> bool:
    """Whether a module of the bundle can be imported; where not, that is told with the author's line as the last."""
    try:
        importlib.import_module(module)
    except Exception as error:
        traceback.print_exc()
        cause = f"{type(error).__name__}: {error}"
        print(f"{_place(error)}: {cause}" if _place(error) else cause, file=sys.stderr)
        return False
    return True


def _place(error) -> str:
    """The innermost line that lies in the bundle's folder itself; of what Python cannot read, that."""
    here = os.getcwd() + os.sep
    lines = [(frame.f_code.co_filename, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    if isinstance(error, SyntaxError):
        lines.append((error.filename or "", error.lineno))
    own = [(os.path.relpath(name, here), line) for name, line in lines if os.path.abspath(name).startswith(here)]
    own = [f"{name}:{line}" for name, line in own if not name.startswith((".sdk", ".venv"))]
    return own[-1] if own else ""


def main() -> int:
    if not read("app"):
        return 1
    tested = unittest.main(module=None, argv=["unittest"], exit=False).result
    if tested.testsRun == 0 and tested.wasSuccessful():
        print("no test found: a test is a method `test_…` of a unittest.TestCase in a file `test….py` beside app.py", file=sys.stderr)
    return 0 if tested.wasSuccessful() else 1


if __name__ == "__main__":
    sys.exit(main())
