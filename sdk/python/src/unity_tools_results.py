"""Converts the result of a tool to JSON. `json.dumps` converts keys that are not text to text, and its errors do not name the member.

Belongs here: finding values that JSON cannot express. Does not: checking the tool's schema (the host does).
"""

import dataclasses
import enum
import json
import math

from unity_tools_fits import shown

_DEEPEST = 200


class NoJson(Exception):
    """A value that JSON cannot express: the value, and a replacement."""

    def __init__(self, what: str, at: str, instead: str):
        place = f" in `{at}`" if at else ""
        super().__init__(f"{what}{place}, which cannot be written as JSON")
        self.instead = instead


def written(value) -> str:
    """`value` as JSON; dataclasses are objects, enums their values. Raises `NoJson` with the wrong member."""
    return json.dumps(_plain(value, "", 0), allow_nan=False)


def _plain(value, at: str, depth: int):
    if depth > _DEEPEST:
        raise NoJson(f"values nested more than {_DEEPEST} deep", _cut(at), "return less nested ones, and no value that holds itself")
    if isinstance(value, enum.Enum):
        return _plain(value.value, at, depth + 1)
    if value is None or isinstance(value, (bool, str, int)):
        return value
    if isinstance(value, float):
        if not math.isfinite(value):
            raise NoJson(f"{value!r}, a float", at, "return a finite float, None or a str")
        return value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        members = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        return _members(members, at, depth)
    if isinstance(value, dict):
        return _members(value, at, depth)
    if isinstance(value, (list, tuple)):
        return [_plain(one, f"{at}[{index}]", depth + 1) for index, one in enumerate(value)]
    raise NoJson(f"{shown(value)}, a {type(value).__name__}", at, _instead(value))


def _members(members: dict, at: str, depth: int) -> dict:
    for name in members:
        if not isinstance(name, str) or isinstance(name, enum.Enum):
            raise NoJson(f"a dict with the key {shown(name)}, a {type(name).__name__}", at, "use keys of str: str(...) of it")
    return {name: _plain(one, f"{at}.{name}" if at else name, depth + 1) for name, one in members.items()}


def _instead(value) -> str:
    if isinstance(value, (set, frozenset)):
        return "return list(...) of a set"
    if isinstance(value, (bytes, bytearray)):
        return "return .decode() of bytes"
    if isinstance(value, type) or callable(value):
        return "return what it gives when it is called"
    return "return str, int, float, bool, None, a list, a dict, an enum or a dataclass"


def _cut(at: str) -> str:
    return at if len(at) <= 60 else f"{at[:60]}..."
