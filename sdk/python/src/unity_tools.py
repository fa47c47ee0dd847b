"""Write tools for the Unity tool host in Python: a function with `@tool` is a tool, `Listing, Tools = bundle()` are the exports of a component.

Belongs here: schemas from type hints, dispatch, errors. Does not: any tool's logic.
"""

# A component contains only the modules that its build imported. `strptime` and `getaddrinfo` import these two when they are called;
# without it `getaddrinfo` would not raise an OSError.
import _strptime  # noqa: F401
import dataclasses
import encodings.idna  # noqa: F401
import enum
import inspect
import io
import json
import sys
import traceback
import types
import typing

import unity_tools_fits
import unity_tools_results
from componentize_py_types import Err
from wit_world import exports
from wit_world.exports import listing as listing_types
from wit_world.exports.tools import ToolResult
from wit_world.imports import log, progress
from wit_world.imports import unity_tools_shared_types as shared
from wit_world.imports import unity_tools_tool_types as blocks

_EFFECTS = {
    "read": listing_types.Effect_Read,
    "write": listing_types.Effect_Write,
    "write-unconfirmed": listing_types.Effect_WriteUnconfirmed,
    "destructive": listing_types.Effect_Destructive,
    "code": listing_types.Effect_Code,
}
_KINDS = {
    "invalid-argument": shared.ErrorKind_InvalidArgument,
    "not-found": shared.ErrorKind_NotFound,
    "permission-denied": shared.ErrorKind_PermissionDenied,
    "not-ready": shared.ErrorKind_NotReady,
    "unsupported": shared.ErrorKind_Unsupported,
    "conflict": shared.ErrorKind_Conflict,
    "internal": shared.ErrorKind_Internal,
}
_PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean"}
_all: dict = {}
if "fake_unity" not in sys.modules:
    # The stand-ins of a test validate values themselves.
    unity_tools_fits.watch()


class ToolError(Exception):
    """A failure with its kind (`invalid-argument`, `not-found`, `not-ready`, ...), one sentence, and a hint."""

    def __init__(self, kind: str, message: str, hint: str | None = None):
        if kind not in _KINDS:
            raise ValueError(f"{kind!r} is no kind of error; there are {', '.join(_KINDS)}")
        super().__init__(message)
        self.kind, self.message, self.hint = kind, message, hint


@dataclasses.dataclass(frozen=True)
class Arg:
    """Schema keywords of an argument besides its type: `Annotated[int, Arg("How many.", minimum=1)]`."""

    description: str
    minimum: float | None = None
    maximum: float | None = None
    min_length: int | None = None
    max_length: int | None = None


@dataclasses.dataclass(frozen=True)
class Text:
    """A text block with further members: MCP's annotations (`audience`, `priority`), and members of its `_meta`."""

    text: str
    annotations: dict | None = None
    meta: dict = dataclasses.field(default_factory=dict)


@dataclasses.dataclass(frozen=True)
class Reply:
    """The result of a tool if it is more than a value; the type hint of the function stays that of the value.

    `notes` are for the caller, `content` is str, `Text` or a block of the contract, `meta` becomes part of the result's `_meta`
    under the bundle's id.
    """

    value: typing.Any
    notes: typing.Sequence[str] = ()
    content: typing.Sequence = ()
    meta: dict = dataclasses.field(default_factory=dict)


class Cx:
    """The context of a call; a parameter of this type is not an argument."""

    def progress(self, done: float, total: float | None = None, message: str | None = None):
        progress.report(done, total, message)

    def debug(self, text: str):
        log.write(log.Level.DEBUG, None, text)

    def info(self, text: str):
        log.write(log.Level.INFO, None, text)

    def warning(self, text: str):
        log.write(log.Level.WARNING, None, text)


def tool(function=None, *, name=None, title=None, category="general", effect="read", examples=(), notes=None, needs=(), dry_run=None, icons=(), meta=None):
    """Turns a function into a tool: its docstring is the description, its parameters with type hints are the arguments.

    `icons` are addresses (`https:` or `data:image/`), `meta` contains members of MCP's `_meta` by keys with an owner, such as `acme.example/cost`.
    """
    if function is None:
        return lambda function: tool(function, name=name, title=title, category=category, effect=effect, examples=examples, notes=notes, needs=needs, dry_run=dry_run, icons=icons, meta=meta)
    listed = name or function.__name__
    if not inspect.getdoc(function):
        raise TypeError(f"tool {listed}: write a docstring, by which a model chooses it")
    if effect not in _EFFECTS:
        raise TypeError(f"tool {listed}: effect is {effect!r}; there are {', '.join(_EFFECTS)}")
    hints = typing.get_type_hints(function, include_extras=True)
    properties, required, call = {}, [], None
    for parameter in inspect.signature(function).parameters.values():
        if parameter.name not in hints:
            raise TypeError(f"tool {listed}: argument `{parameter.name}` needs a type hint, such as `{parameter.name}: str`")
        hint = hints[parameter.name]
        if hint is Cx:
            call = parameter.name
            continue
        schema = _schema(hint, f"tool {listed}: argument `{parameter.name}`")
        if parameter.default is inspect.Parameter.empty:
            required.append(parameter.name)
        elif parameter.default is not None:
            schema["default"] = parameter.default
        properties[parameter.name] = schema
    if "return" not in hints:
        raise TypeError(f"tool {listed}: write what it returns, such as `-> int` or a dataclass")
    output = _schema(hints["return"], f"tool {listed}: what it returns")
    is_object = output.get("type") == "object"
    if not is_object:
        output = {"type": "object", "properties": {"result": output}, "required": ["result"]}
    given = {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
    before = _all.get(listed)
    # A reloaded module registers the same functions again.
    if before and _place(before[0]) != _place(function):
        raise TypeError(f"tool {listed}: {_place(before[0])} and {_place(function)} have this name; give one of them another: `@tool(name=\"...\")`")
    _all[listed] = (function, call, is_object, listing_types.Tool(
        name=listed,
        title=title,
        description=" ".join(inspect.getdoc(function).split()),
        category=category,
        tier="core",
        notes=notes,
        examples=[one if isinstance(one, str) else json.dumps(one) for one in examples],
        effect=_EFFECTS[effect](),
        annotations=listing_types.Annotations(read_only=None, destructive=None, idempotent=None, open_world=None),
        input_schema=json.dumps(given, default=_as_json),
        output_schema=json.dumps(output),
        needs=list(needs),
        dry_run=dry_run,
        extra=_extra(meta, icons=[{"src": icon} for icon in icons] or None),
    ))
    return function


def _extra(meta, **members) -> list:
    """Further members of MCP objects in the form of the contract: pairs of a key and JSON."""
    given = {key: value for key, value in members.items() if value is not None} | (meta or {})
    return [(key, json.dumps(value, default=_as_json)) for key, value in given.items()]


def _block(given):
    if isinstance(given, str):
        return blocks.Content_Text(value=given)
    if isinstance(given, Text):
        return blocks.Content_AnnotatedText(value=blocks.AnnotatedText(text=given.text, extra=_extra(given.meta, annotations=given.annotations)))
    return given


def _place(function) -> str:
    """The position of a function in its source, for the author."""
    code = inspect.unwrap(function).__code__
    return f"`{function.__qualname__}` ({code.co_filename.replace(chr(92), '/').rsplit('/', 1)[-1]}:{code.co_firstlineno})"


def _schema(hint, what: str) -> dict:
    """The JSON Schema of a type hint."""
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin is typing.Annotated:
        schema = _schema(inner[0], what)
        for about in inner[1:]:
            if isinstance(about, str):
                about = Arg(about)
            if isinstance(about, Arg):
                pairs = {"description": about.description, "minimum": about.minimum, "maximum": about.maximum, "minLength": about.min_length, "maxLength": about.max_length}
                schema.update({key: value for key, value in pairs.items() if value is not None})
        return schema
    if origin in (typing.Union, types.UnionType):
        rest = [one for one in inner if one is not type(None)]
        if len(rest) == 1:
            return _schema(rest[0], what)
    if origin is typing.Literal:
        return {"type": "string", "enum": list(inner)}
    if hint in _PLAIN:
        return {"type": _PLAIN[hint]}
    if origin is list:
        return {"type": "array", "items": _schema(inner[0], what)}
    if inspect.isclass(hint) and issubclass(hint, enum.Enum):
        return {"type": "string", "enum": [one.value for one in hint]}
    if dataclasses.is_dataclass(hint):
        hints = typing.get_type_hints(hint, include_extras=True)
        return {
            "type": "object",
            "properties": {field.name: _schema(hints[field.name], f"{what}, `{field.name}`") for field in dataclasses.fields(hint)},
            "required": [field.name for field in dataclasses.fields(hint)],
        }
    raise TypeError(f"{what} has the type {hint}; there are str, int, float, bool, list[...], Literal[...], enums, dataclasses and `X | None`")


def _places(error: BaseException):
    """The traceback, the innermost call last; without source lines, because a component has no source files."""
    frames = [(frame.f_code, line) for frame, line in traceback.walk_tb(error.__traceback__)]
    # An invalid value is no mistake of the code that validates it, so its frames are left out.
    frames = [(code, line) for code, line in frames if not code.co_filename.endswith("unity_tools_fits.py")]
    shown = frames if len(frames) <= 20 else frames[:10] + frames[-10:]
    return [f'  File "{code.co_filename}", line {line}, in {code.co_name}' for code, line in shown]


def _as_json(value):
    """Converts values that JSON cannot express itself to the form of their schema."""
    if isinstance(value, enum.Enum):
        return value.value
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    raise TypeError(f"{unity_tools_fits.shown(value)}, a {type(value).__name__}, is no JSON")


def _written(name: str, answer, is_object: bool) -> str:
    """The answer of the tool `name` as JSON."""
    try:
        text = unity_tools_results.written(answer)
    except unity_tools_results.NoJson as wrong:
        raise ToolError("internal", f"{name} returned {wrong}", f"the author of the tool has to {wrong.instead}") from None
    return text if is_object else f'{{"result": {text}}}'


def _remedy(error: BaseException) -> str:
    if isinstance(error, MemoryError):
        return "ask for less; the operator can raise `[limits] memory`"
    hint = "the tool is at fault; the host's log says where"
    if isinstance(error, OSError):
        return f"{hint}; a component has no files, network, processes or environment, but what wit/world.wit imports"
    if isinstance(error, ModuleNotFoundError):
        return f"{hint}; a component has the modules that its build imported: import them at the top of a file"
    return hint


class _Lines(io.TextIOBase):
    """Printed text becomes a line of the host's log; a component has no other output."""

    def __init__(self, level):
        self._level = level

    def write(self, text):
        for line in text.splitlines():
            if line.strip():
                log.write(self._level, None, line)
        return len(text)


def _told(kind: str, message: str, hint: str | None) -> Err:
    return Err(shared.Error(kind=_KINDS[kind](), message=message, hint=hint, detail=None, data=None, retry_after_ms=None))


class Listing(exports.Listing):
    """The listing of the bundle."""

    def list_tools(self):
        return [listed for _, _, _, listed in _all.values()]

    def list_resources(self):
        return []

    def list_prompts(self):
        return []


class Tools(exports.Tools):
    """Calls of its tools."""

    def call_tool(self, call):
        if call.name not in _all:
            raise _told("not-found", f"this bundle has no tool {call.name}", f"call {', '.join(_all)}")
        function, cx, is_object, _ = _all[call.name]
        sys.stdout, sys.stderr = _Lines(log.Level.INFO), _Lines(log.Level.WARNING)
        # Null counts as absent: the function's own default applies.
        given = {name: value for name, value in json.loads(call.arguments).items() if value is not None}
        if cx:
            given[cx] = Cx()
        try:
            answer = function(**given)
            reply = answer if isinstance(answer, Reply) else Reply(answer)
            structured = _written(call.name, reply.value, is_object)
            return ToolResult(
                content=[_block(one) for one in reply.content],
                structured=structured,
                diagnostics=list(reply.notes),
                is_error=False,
                extra=_extra(reply.meta),
            )
        except ToolError as error:
            raise _told(error.kind, error.message, error.hint) from None
        except Err:
            # An error of Unity has the same form as an error of the tool.
            raise
        except Exception as error:
            raised = f"{call.name} raised {type(error).__name__}: {error}"
            log.write(log.Level.ERROR, None, "\n".join([raised, *_places(error)]))
            raise _told("internal", raised, _remedy(error)) from None
