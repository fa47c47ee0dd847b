"""A stock Python client that a test drives: one JSON command a line on stdin, one JSON event a line on stdout.

usage: client.py mcp|fastmcp

Commands: {"do": "connect", "to": {"http": URL} | {"sse": URL} | {"command": [..]}, "mode": .., "person": bool},
{"do": "list"}, {"do": "call", "call": id, "tool": name, "arguments": {..}}, {"do": "cancel", "call": id},
{"do": "answer", "with": {"action": .., "content": ..}} (what the person does from now on), {"do": "close"}.
Events: connected, tools, progress, asked, called, closed. MODE is `legacy`, `auto` or a protocol version.
"""

import asyncio
import json
import sys

from mcp import StdioServerParameters
from mcp.client.sse import sse_client
from mcp_types import ElicitResult


def plain(model):
    return model.model_dump(mode="json", by_alias=True, exclude_none=True)


def tell(event, **members):
    print(json.dumps({"event": event, **members}), flush=True)


class Person:
    """In front of the client; does what the test said last."""

    def __init__(self):
        self.answer = {"action": "cancel"}

    def asked(self, params):
        tell("asked", message=params.message, schema=plain(params).get("requestedSchema"))
        return ElicitResult(action=self.answer["action"], content=self.answer.get("content"))


class Mcp:
    """The official client."""

    def client(self, to, mode, person):
        from mcp import Client

        async def elicit(_context, params):
            return person.asked(params)

        if "sse" in to:
            server = sse_client(to["sse"])
        elif "command" in to:
            server = StdioServerParameters(command=to["command"][0], args=to["command"][1:])
        else:
            server = to["http"]
        return Client(server, mode=mode, elicitation_callback=elicit if person else None)

    def page(self, client, cursor):
        return client.list_tools(cursor=cursor)

    def call(self, client, tool, arguments, on_progress):
        return client.call_tool(tool, arguments, progress_callback=on_progress)


class FastMcp:
    """The client of the package `fastmcp`."""

    def client(self, to, mode, person):
        from fastmcp import Client
        from fastmcp.client import SSETransport, StdioTransport, StreamableHttpTransport

        async def elicit(_message, _response_type, params, _context):
            return person.asked(params)

        if "sse" in to:
            transport = SSETransport(to["sse"])
        elif "command" in to:
            transport = StdioTransport(to["command"][0], to["command"][1:])
        else:
            transport = StreamableHttpTransport(to["http"])
        return Client(transport, mode=mode, elicitation_handler=elicit if person else None)

    def page(self, client, cursor):
        return client.list_tools_mcp(cursor=cursor)

    def call(self, client, tool, arguments, on_progress):
        return client.call_tool_mcp(tool, arguments, progress_handler=on_progress)


async def every_tool(library, client):
    tools, cursor = [], None
    while True:
        page = await library.page(client, cursor)
        tools.extend(plain(tool) for tool in page.tools)
        cursor = page.next_cursor
        if not cursor:
            return tools


async def call(library, client, command):
    name = command["call"]

    async def on_progress(done, total, message):
        tell("progress", call=name, progress=done, total=total, message=message)

    try:
        result = await library.call(client, command["tool"], command["arguments"], on_progress)
        tell("called", call=name, result=plain(result))
    except asyncio.CancelledError:
        tell("called", call=name, raised="cancelled")
    except Exception as error:  # the test looks at which calls may raise
        tell("called", call=name, raised=f"{type(error).__name__}: {error}")


async def commands():
    while line := await asyncio.to_thread(sys.stdin.readline):
        yield json.loads(line)


async def main(library):
    source = commands()
    first = await anext(source)
    person = Person() if first.get("person") else None
    calls = {}
    async with library.client(first["to"], first["mode"], person) as client:
        tell("connected", protocol=client.protocol_version)
        async for command in source:
            match command["do"]:
                case "list":
                    tell("tools", tools=await every_tool(library, client))
                case "call":
                    calls[command["call"]] = asyncio.create_task(call(library, client, command))
                case "cancel":
                    calls[command["call"]].cancel()
                case "answer":
                    person.answer = command["with"]
                case "close":
                    break
    tell("closed")


asyncio.run(main({"mcp": Mcp, "fastmcp": FastMcp}[sys.argv[1]]()))
