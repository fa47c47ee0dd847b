"""A fake Unity for unit tests: `import fake_unity` before the bundle lets plain Python import the modules of a host.

Belongs here: stand-ins for records and functions of the contract, and recorded calls. Does not: default answers.
"""

import importlib
import importlib.abc
import importlib.machinery
import sys
import types

from unity_tools_fits import fitted

_SILENT = ("write", "report")
_now = None


class FakeUnity:
    """Answers the imports of a test, by the names of their functions."""

    def __init__(self):
        global _now
        _now = self
        self._answers, self._calls = {}, []

    def on(self, name, answer):
        """Sets the answer of an import from now on; a function is called with the arguments."""
        self._answers[name] = answer
        return self

    def calls(self, name):
        """The arguments of all calls of an import, in order."""
        return [given for called, given in self._calls if called == name]

    @property
    def log(self):
        """The log lines, such as `info: text`."""
        return [f"{str(level).lower()}: {text}" for level, _, text in self.calls("write")]

    def asked(self, name, given):
        self._calls.append((name, given))
        if name not in self._answers:
            if name in _SILENT:
                return None
            raise AssertionError(f"{name} was called and has no answer; write unity.on({name!r}, ...) before")
        answer = self._answers[name]
        return answer(*given) if callable(answer) else answer


class _Word(str):
    """A case of an enumeration: its name."""

    @property
    def name(self):
        return str(self)


class _Words(type):
    """The cases of an enumeration are their names, in a class with the name of the enumeration."""

    def __getattr__(cls, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return type(cls.__name__, (_Word,), {})(name)


def _record(name):
    return _Words(name, (types.SimpleNamespace,), {})


def _function(module, name):
    def asked(*given, **named):
        if _now is None:
            raise AssertionError("begin the test with `unity = FakeUnity()`")
        return _now.asked(name, tuple(fitted(module, name, given, named)))

    return asked


class Err(Exception):
    """The same type as in componentize-py."""

    def __init__(self, value):
        super().__init__(value)
        self.value = value


class _Module(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        if self.__name__ in ("wit_world", "wit_world.exports", "wit_world.imports") and name[0].islower():
            return importlib.import_module(f"{self.__name__}.{name}")
        made = _record(name) if name[0].isupper() else _function(self.__name__, name)
        setattr(self, name, made)
        return made


class _Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in ("wit_world", "componentize_py_types"):
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
        return None

    def create_module(self, spec):
        return _Module(spec.name)

    def exec_module(self, module):
        if module.__name__ == "componentize_py_types":
            module.Err = Err
        if module.__name__ == "wit_world.exports":
            module.Listing = module.Tools = object


sys.meta_path.insert(0, _Finder())
