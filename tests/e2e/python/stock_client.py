"""Drives the host with the stock Python client and prints what it saw as one JSON object.

usage: stock_client.py URL MODE CALLS

MODE is `legacy`, `auto` or a protocol version. CALLS is a JSON list of
{"tool": name, "arguments": {...}, "progress": bool}; each gives one entry of `calls`.
"""

import asyncio
import json
import sys

from mcp import Client


def plain(model):
    return model.model_dump(mode="json", by_alias=True, exclude_none=True)


async def one_call(client, call):
    progress = []

    async def on_progress(done, total, message):
        progress.append([done, total, message])

    callback = on_progress if call.get("progress") else None
    try:
        result = await client.call_tool(call["tool"], call.get("arguments"), progress_callback=callback)
    except Exception as error:  # the test looks at which calls may raise
        return {"raised": f"{type(error).__name__}: {error}", "progress": progress}
    return {"result": plain(result), "progress": progress}


async def every_tool(client):
    tools, cursor = [], None
    while True:
        page = await client.list_tools(cursor=cursor)
        tools.extend(plain(tool) for tool in page.tools)
        cursor = page.next_cursor
        if not cursor:
            return tools


async def main(url, mode, calls):
    async with Client(url, mode=mode) as client:
        seen = {
            "protocol": client.protocol_version,
            "server": plain(client.server_info) if client.server_info else None,
            "instructions": client.instructions,
            "tools": await every_tool(client),
            "calls": [await one_call(client, call) for call in calls],
        }
    print(json.dumps(seen))


asyncio.run(main(sys.argv[1], sys.argv[2], json.loads(sys.argv[3])))
