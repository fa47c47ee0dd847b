"""Validates values for imports. Outside of the component an invalid value would end the call without a message.

Belongs here: validating one value, the error, and running this before each call. Does not: the types, which
`unity_tools_imports.py` has for the world.
"""

import importlib

from unity_tools_imports import TAKEN

_WHOLE = {f"{sign}{bits}": (-(2 ** (bits - 1)), 2 ** (bits - 1) - 1) if sign == "s" else (0, 2**bits - 1) for sign in "us" for bits in (8, 16, 32, 64)}
_SHOWN = 100


def watch():
    """Makes each function of the imports report invalid values."""
    for module, name in TAKEN:
        function = getattr(importlib.import_module(module), name)
        inner = type(function)(function.__code__, function.__globals__, name, function.__defaults__, function.__closure__)
        # Replaces the function in place, since a tool may have imported it before this.
        function.__code__ = _through.__code__
        function.__kwdefaults__ = {"_checked": _checking(module, name, inner)}


def _through(*given, _checked=None, **named):
    return _checked(given, named)


def _checking(module, name, inner):
    return lambda given, named: inner(*fitted(module, name, given, named))


def fitted(module: str, name: str, given: tuple, named: dict) -> list:
    """The values in the order of the function's parameters if they are valid; otherwise raises the error."""
    wanted = TAKEN.get((module, name))
    if wanted is None:
        return [*given, *named.values()]
    places = ", ".join(f"`{place}`" for place in wanted) or "none"
    if len(given) > len(wanted):
        raise TypeError(f"{name} is given {len(given)} values; it takes {places}")
    values = dict(zip(wanted, given))
    for place, value in named.items():
        if place not in wanted or place in values:
            raise TypeError(f"{name} is given `{place}` {'twice' if place in values else 'as well'}; it takes {places}")
        values[place] = value
    for place in wanted:
        if place not in values:
            raise TypeError(f"{name}: `{place}` is missing; it takes {places}")
    try:
        return [_fit(kind, values[place], (name, place)) for place, kind in wanted.items()]
    except (TypeError, ValueError) as wrong:
        # The traceback begins at the call in the tool, not with functions of this file.
        raise wrong.with_traceback(None) from None


def _fit(kind, value, at):
    if isinstance(kind, str):
        return _plain(kind, value, at)
    word, *of = kind
    if word == "option":
        return None if value is None else _fit(of[0], value, at)
    called = type(value).__name__
    if word == "enum":
        # Only a test can create another class of this name.
        if called != of[0] or value.name not in of[1]:
            _wrong(at, value, "one of " + ", ".join(f"{of[0]}.{case}" for case in of[1]))
    elif word == "list":
        if not isinstance(value, list):
            _wrong(at, value, "a list")
        for index, one in enumerate(value):
            _fit(of[0], one, _inside(at, f"[{index}]"))
    elif word == "tuple":
        if not isinstance(value, tuple) or len(value) != len(of[0]):
            _wrong(at, value, f"a tuple of {len(of[0])}")
        for index, (inner, one) in enumerate(zip(of[0], value)):
            _fit(inner, one, _inside(at, f"[{index}]"))
    elif word == "variant":
        if called not in of[0]:
            _wrong(at, value, f"one of {', '.join(of[0])}")
        _fields({} if of[0][called] is None else {"value": of[0][called]}, value, at)
    else:
        if called != of[0]:
            _wrong(at, value, f"a {of[0]}")
        _fields(of[1], value, at)
    return value


def _fields(fields, value, at):
    known = ", ".join(fields) or "none"
    for field in vars(value):
        if field not in fields:
            raise TypeError(f"{at[0]}: `{at[1]}` has no field `{field}`; there are {known}")
    for field, kind in fields.items():
        if field not in vars(value):
            raise TypeError(f"{at[0]}: `{at[1]}.{field}` is missing; there are {known}")
        _fit(kind, getattr(value, field), _inside(at, f".{field}"))


def _plain(kind, value, at):
    if kind in _WHOLE:
        low, high = _WHOLE[kind]
        expected = f"a whole number from {low} to {high}"
        if not isinstance(value, int) or isinstance(value, bool):
            _wrong(at, value, expected)
        if not low <= value <= high:
            _wrong(at, value, expected, ValueError)
    elif kind == "number":
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            _wrong(at, value, "a number")
        try:
            float(value)
        except OverflowError:
            _wrong(at, value, "a number that a float holds", ValueError)
    elif kind == "bool" and not isinstance(value, bool):
        _wrong(at, value, "True or False")
    elif kind == "bytes":
        if not isinstance(value, (bytes, bytearray)):
            _wrong(at, value, "bytes")
        return bytes(value)
    elif kind in ("string", "char"):
        if not isinstance(value, str) or (kind == "char" and len(value) != 1):
            _wrong(at, value, "a str" if kind == "string" else "a str of one character")
        if not value.isascii() and any("\ud800" <= one <= "\udfff" for one in value):
            _wrong(at, value, "a str without surrogates", ValueError)
    return value


def _inside(at, place):
    return at[0], at[1] + place


def shown(value) -> str:
    """The repr of a value, cut if it is long."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):
        # Python itself refuses to write numbers with thousands of digits, and endlessly nested values.
        text = f"a large {type(value).__name__}"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def _wrong(at, value, expected, error=TypeError):
    raise error(f"{at[0]}: `{at[1]}` is {'missing' if value is None else shown(value)}; expected {expected}")
