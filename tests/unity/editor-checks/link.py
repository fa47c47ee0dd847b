"""A minimal host of the link (host/bridge-live/PROTOCOL.md): calls functions that no tool of the real host reaches."""
import base64
import hashlib
import hmac
import json
import os
import socket
import struct

GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class LinkHost:
    """Accepts one Unity instance; `environment` makes the package connect to it."""

    def __init__(self):
        self.secret = os.urandom(32).hex()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.listener.settimeout(60)
        address = "ws://127.0.0.1:%d/bridge" % self.listener.getsockname()[1]
        self.environment = {"UNITY_TOOLS_HOST": address, "UNITY_TOOLS_TOKEN": self.secret}
        self.last, self.notes = 0, []

    def accept(self):
        """Waits for a link; also used again after a domain reload."""
        self.link, _ = self.listener.accept()
        self.link.settimeout(60)
        self.data = b""
        while b"\r\n\r\n" not in self.data:
            self.data += self.link.recv(4096)
        head, self.data = self.data.split(b"\r\n\r\n", 1)
        key = next(line for line in head.decode().split("\r\n") if line.lower().startswith("sec-websocket-key")).split(":", 1)[1].strip()
        accepted = base64.b64encode(hashlib.sha1((key + GUID).encode()).digest()).decode()
        lines = ["HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Accept: " + accepted,
                 "Sec-WebSocket-Protocol: unity-tools-bridge.v1", "", ""]
        self.link.sendall("\r\n".join(lines).encode())
        self.hello = self._receive("hello")
        nonce = os.urandom(32).hex()
        text = "unity-tools-bridge/1 host\n%s\n%s" % (self.hello["nonce"], nonce)
        proof = hmac.new(self.secret.encode(), text.encode(), hashlib.sha256).hexdigest()
        self._send({"type": "challenge", "protocol": 1, "nonce": nonce, "proof": proof})
        self._receive("proof")
        limits = {"frame-bytes": 8388608, "calls": 64, "journal": 1024}
        self._send({"type": "welcome", "host": "0.1.0", "run": os.urandom(16).hex(), "id": "Game@00000000", "limits": limits, "acknowledged": 0})

    def call(self, function, arguments, effect="read"):
        """The value of the result, or its error. Its notes are in `notes`."""
        self.last += 1
        frame = {"type": "call", "id": self.last, "fn": function, "args": arguments, "deadline-ms": 20000, "effect": effect}
        if effect != "read":
            digest = hashlib.sha256((function + "\n" + json.dumps(arguments)).encode()).hexdigest()
            frame.update({"key": "key-%d" % self.last, "digest": digest, "tool": "check"})
        self._send(frame)
        result = self._receive("result", self.last)
        self.notes = result.get("notes", [])
        return result["value"] if "value" in result else result["error"]

    def _take(self, count):
        while len(self.data) < count:
            more = self.link.recv(65536)
            if not more:
                raise ConnectionError("the link ended")
            self.data += more
        taken, self.data = self.data[:count], self.data[count:]
        return taken

    def _receive(self, kind, number=None):
        while True:
            first, second = self._take(2)
            length = second & 127
            if length > 125:
                length = struct.unpack(">H" if length == 126 else ">Q", self._take(2 if length == 126 else 8))[0]
            mask = self._take(4) if second & 128 else bytes(4)
            content = bytes(byte ^ mask[at % 4] for at, byte in enumerate(self._take(length)))
            if first & 15 == 8:
                raise ConnectionError("closed: %r" % content)
            if first & 15 != 1:
                continue
            frame = json.loads(content)
            if frame["type"] == kind and number in (None, frame.get("id")):
                return frame

    def _send(self, frame):
        content = json.dumps(frame).encode()
        length = bytes([len(content)]) if len(content) < 126 else bytes([126]) + struct.pack(">H", len(content))
        self.link.sendall(bytes([0x81]) + length + content)
