"""The contract, as Python sees it: records are classes, variants are one class for each case, errors are raised as Err."""

import json

from componentize_py_types import Err
from wit_world import exports
from wit_world.exports.listing import Annotations, Effect_Read, Prompt, ResourceInfo, Tool
from wit_world.exports.tools import Call, ToolResult
from wit_world.imports import log, scenes
from wit_world.imports import unity_tools_shared_types as shared_types
from wit_world.imports import unity_tools_tool_types as tool_types
from wit_world.imports import unity_tools_unity_types as unity_types

ECHO = "python_echo"
SCENES = "python_scenes"


def describe(name: str, description: str, input_schema: dict, output_schema: dict) -> Tool:
    return Tool(
        name=name,
        title=None,
        description=description,
        category="test",
        tier="core",
        notes=None,
        examples=[],
        effect=Effect_Read(),
        annotations=Annotations(read_only=None, destructive=None, idempotent=True, open_world=None),
        input_schema=json.dumps(input_schema),
        output_schema=json.dumps(output_schema),
        needs=[],
        dry_run=None,
        extra=[],
    )


def failure(kind: shared_types.ErrorKind, message: str, hint: str | None) -> Err:
    return Err(
        shared_types.Error(kind=kind, message=message, hint=hint, detail=None, data=None, retry_after_ms=None)
    )


def answer(structured: dict, content: list | None = None) -> ToolResult:
    return ToolResult(
        content=content or [], structured=json.dumps(structured), diagnostics=[], is_error=False, extra=[]
    )


def list_names(limit: int) -> ToolResult:
    log.write(log.Level.INFO, None, "listing scenes")
    page = unity_types.PageRequest(offset=0, limit=limit, cursor=None)
    # Unity's error has the form of the tool's own: what is raised here is the call's error.
    found, info = scenes.list_scenes(scenes.SceneFilter(loaded_only=False, name=None), page)
    return answer({"total": info.total, "names": [scene.name for scene in found]})


class Listing(exports.Listing):
    def list_tools(self) -> list[Tool]:
        text = {
            "type": "object",
            "properties": {"text": {"type": "string"}},
            "required": ["text"],
            "additionalProperties": False,
        }
        limit = {
            "type": "object",
            "properties": {"limit": {"type": "integer", "minimum": 1, "maximum": 500}},
            "additionalProperties": False,
        }
        names = {
            "type": "object",
            "properties": {"total": {"type": "integer"}, "names": {"type": "array", "items": {"type": "string"}}},
            "required": ["total", "names"],
        }
        return [
            describe(ECHO, "Gives back the text.", text, text),
            describe(SCENES, "Lists the names of the scenes.", limit, names),
        ]

    def list_resources(self) -> list[ResourceInfo]:
        return []

    def list_prompts(self) -> list[Prompt]:
        return []


class Tools(exports.Tools):
    def call_tool(self, call: Call) -> ToolResult:
        given = json.loads(call.arguments)
        if call.name == ECHO:
            return answer({"text": given["text"]}, [tool_types.Content_Text(given["text"])])
        if call.name == SCENES:
            return list_names(given.get("limit", 100))
        raise failure(
            shared_types.ErrorKind_NotFound(), f"this bundle has no tool {call.name}", f"call {ECHO} or {SCENES}"
        )
