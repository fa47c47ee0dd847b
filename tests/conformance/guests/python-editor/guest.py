"""One tool that changes something; what counts is what the component imports."""

import json

from wit_world import exports
from wit_world.exports.listing import Annotations, Effect_Write, Prompt, ResourceInfo, Tool
from wit_world.exports.tools import Call, ToolResult
from wit_world.imports import objects_edit


def schema(properties: dict) -> str:
    return json.dumps(
        {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    )


class Listing(exports.Listing):
    def list_tools(self) -> list[Tool]:
        return [
            Tool(
                name="python_hide",
                title=None,
                description="Makes an object inactive.",
                category="test",
                tier="core",
                notes=None,
                examples=[],
                effect=Effect_Write(),
                annotations=Annotations(read_only=None, destructive=None, idempotent=True, open_world=None),
                input_schema=schema({"object": {"type": "string"}}),
                output_schema=schema({"hidden": {"type": "string"}}),
                needs=[],
                dry_run=None,
                extra=[],
            )
        ]

    def list_resources(self) -> list[ResourceInfo]:
        return []

    def list_prompts(self) -> list[Prompt]:
        return []


class Tools(exports.Tools):
    def call_tool(self, call: Call) -> ToolResult:
        given = json.loads(call.arguments)
        objects_edit.set_active(given["object"], False)
        return ToolResult(
            content=[], structured=json.dumps({"hidden": given["object"]}), diagnostics=[], is_error=False, extra=[]
        )
