"""An MCP client over HTTP that keeps each progress notification with its time."""
import http.client
import itertools
import json
import re
import socket
import time
import urllib.parse

VERSION = "2025-11-25"

# The deadline of a call is 30 s from its start or from its last progress; the host has 3 s more to say so.
SILENCE = 33.0


class Broken(Exception):
    """The connection ended before the answer, as it does if the host is killed."""


class Silent(Exception):
    """Neither an answer nor a progress came in time."""


class Answer:
    """The answer of one call. `kind` is `done`, or the kind of the error."""

    def __init__(self, message, progress, started):
        self.message = message
        self.progress = progress
        self.started = started
        self.ended = time.time()
        result = message.get("result")
        if result is None:
            error = message.get("error", {})
            self.kind = _word(str((error.get("data") or {}).get("kind") or error.get("code")))
            self.text = json.dumps(error)
            self.value = {}
            self.source = None
            return
        self.value = result.get("structuredContent") or {}
        # Whether the editor (`live`) or the folder of the project answered.
        self.source = result.get("_meta", {}).get("unity-tools/target", {}).get("source")
        self.text = "\n".join(part.get("text", "") for part in result.get("content", []))
        self.kind = _word(result["_meta"]["kind"]) if result.get("isError") else "done"


def _word(kind):
    """The kind of an error in the words of the WIT contract: `not-ready` for `NotReady`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", kind).lower()


class McpClient:
    """One session. `address` is called for each request, because a restarted host has another port."""

    def __init__(self, name, address, secret):
        self.name = name
        self.address = address
        self.secret = secret
        self.session = None
        self.numbers = itertools.count(1)
        # The start of the last request, and the progress that it got.
        self.since, self.heard = time.time(), []

    def open(self):
        self.session = None
        client = {"protocolVersion": VERSION, "capabilities": {}, "clientInfo": {"name": self.name, "version": "1"}}
        self.request("initialize", client)
        self._exchange({"jsonrpc": "2.0", "method": "notifications/initialized"}, [])

    def call(self, tool, arguments, key=None):
        """Calls a tool; `key` is the idempotency key."""
        meta = {"progressToken": "%s-%d" % (self.name, next(self.numbers)), "unity-tools/clientSecret": self.secret}
        if key is not None:
            meta["unity-tools/idempotencyKey"] = key
        return self.request("tools/call", {"name": tool, "arguments": arguments, "_meta": meta})

    def tools(self):
        """The names and definitions of all tools, as one text."""
        found, cursor = [], None
        while True:
            result = self.request("tools/list", {"cursor": cursor} if cursor else {}).message["result"]
            found += result["tools"]
            cursor = result.get("nextCursor")
            if not cursor:
                return json.dumps(sorted(found, key=lambda tool: tool["name"]), sort_keys=True)

    def request(self, method, parameters):
        started, progress = time.time(), []
        self.since, self.heard = started, progress
        body = {"jsonrpc": "2.0", "id": next(self.numbers), "method": method, "params": parameters}
        return Answer(self._exchange(body, progress), progress, started)

    def _exchange(self, body, progress):
        """Sends one message, and returns its answer; None for a notification."""
        parts = urllib.parse.urlsplit(self.address())
        connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=SILENCE)
        headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": VERSION}
        if self.session:
            headers["Mcp-Session-Id"] = self.session
        try:
            connection.request("POST", "/mcp", json.dumps(body), headers)
            reply = connection.getresponse()
            if reply.status == 404 and self.session:
                raise LookupError("the host does not know the session " + self.session)
            self.session = reply.getheader("Mcp-Session-Id") or self.session
            if "id" not in body:
                reply.read()
                return None
            if not (reply.getheader("Content-Type") or "").startswith("text/event-stream"):
                text = reply.read().decode()
                if not text:
                    raise Broken("status %d without a body" % reply.status)
                return json.loads(text)
            return self._stream(reply, body["id"], progress)
        except (socket.timeout, TimeoutError) as error:
            raise Silent("no frame within %d s" % SILENCE) from error
        except (OSError, http.client.HTTPException, json.JSONDecodeError) as error:
            raise Broken(str(error) or type(error).__name__) from error
        finally:
            connection.close()

    @staticmethod
    def _stream(reply, number, progress):
        last = time.time()
        while True:
            line = reply.readline()
            if not line:
                raise Broken("the stream ended before the answer")
            # Comments keep a connection open and say nothing about the call.
            if time.time() - last > SILENCE:
                raise Silent("neither answer nor progress within %d s" % SILENCE)
            if not line.startswith(b"data:") or not line[5:].strip():
                continue
            last = time.time()
            message = json.loads(line[5:])
            if message.get("method") == "notifications/progress":
                progress.append((last, message["params"].get("message") or ""))
            elif message.get("id") == number:
                return message
