"""A host in Python that speaks the link protocol of the package, for the checks of jobs."""

import base64
import contextlib
import hashlib
import hmac
import json
import os
import secrets
import socket
import struct
import threading
import time


class Failed(Exception):
    """The error of a call."""

    def __init__(self, error):
        super().__init__("%s: %s" % (error["kind"], error["message"]))
        self.error = error


class Host:
    """Listens on a port of loopback, and describes itself in the data folder, as PROTOCOL.md defines it."""

    def __init__(self, data):
        self.secret = secrets.token_hex(32)
        self.run = secrets.token_hex(16)
        self.listener = socket.create_server(("127.0.0.1", 0))
        os.makedirs(os.path.join(data, "hosts"), mode=0o700, exist_ok=True)
        self.file = os.path.join(data, "hosts", "%d.json" % os.getpid())
        about = {
            "version": 1,
            "address": "ws://127.0.0.1:%d/bridge" % self.listener.getsockname()[1],
            "run": self.run,
            "pid": os.getpid(),
            "started": "",
            "protocol": [1, 1],
            "secret": self.secret,
        }
        with open(os.open(self.file + ".new", os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w") as file:
            json.dump(about, file)
        os.rename(self.file + ".new", self.file)
        self.gate = threading.Condition()
        self.link = None
        self.hello = None
        self.state = ""
        self.hellos = []
        self.states = []
        self.frames = []
        self.answers = {}
        self.contents = {}
        self.number = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self):
        if os.path.exists(self.file):
            os.remove(self.file)
        with contextlib.suppress(OSError):
            self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()

    def _accept(self):
        while True:
            try:
                link, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(link,), daemon=True).start()

    def _serve(self, link):
        try:
            self._talk(link)
        except (OSError, EOFError):
            pass
        finally:
            with self.gate:
                if self.link is link:
                    self.link = None
                self.gate.notify_all()
            link.close()

    def _talk(self, link):
        stream = link.makefile("rb")
        key = None
        while True:
            line = stream.readline().decode().strip()
            if not line:
                break
            if line.lower().startswith("sec-websocket-key:"):
                key = line.split(":", 1)[1].strip()
        accept = base64.b64encode(hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()).decode()
        answer = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\nSec-WebSocket-Protocol: unity-tools-bridge.v1\r\n\r\n"
        link.sendall((answer % accept).encode())
        hello = self._read(link, stream)
        nonce = secrets.token_hex(32)
        self._send(link, {"type": "challenge", "protocol": 1, "nonce": nonce, "proof": self._proof("host", hello["nonce"], nonce)})
        proof = self._read(link, stream)
        if proof["proof"] != self._proof("unity", hello["nonce"], nonce):
            raise EOFError("wrong proof")
        limits = {"frame-bytes": 8 << 20, "calls": 64, "journal": 1024}
        self._send(link, {"type": "welcome", "host": "check", "run": self.run, "id": "check@00000000", "limits": limits, "acknowledged": 0})
        with self.gate:
            self.hello, self.link = hello, link
            self.hellos.append(hello)
            self._enter(hello["state"])
        while True:
            frame = self._read(link, stream)
            with self.gate:
                if frame["type"] == "result" or frame["type"] == "withdrawn":
                    self.answers[frame["id"]] = frame
                elif frame["type"] == "pulse":
                    self._enter(frame["state"])
                else:
                    self.frames.append(frame)
                self.gate.notify_all()

    def _enter(self, state):
        """Follows the state of Unity; `states` has each change."""
        self.state = state
        if not self.states or self.states[-1] != state:
            self.states.append(state)
        self.gate.notify_all()

    def _proof(self, side, unity, host):
        text = "unity-tools-bridge/1 %s\n%s\n%s" % (side, unity, host)
        return hmac.new(self.secret.encode(), text.encode(), hashlib.sha256).hexdigest()

    def _send(self, link, frame):
        self._write(link, 1, json.dumps(frame).encode())

    @staticmethod
    def _write(link, code, body):
        head = bytes([0x80 | code])
        head += bytes([len(body)]) if len(body) < 126 else bytes([126]) + struct.pack(">H", len(body)) if len(body) < 65536 else bytes([127]) + struct.pack(">Q", len(body))
        link.sendall(head + body)

    def _read(self, link, stream):
        while True:
            code, body = self._frame(stream)
            if code == 8:
                raise EOFError("closed")
            if code == 9:
                self._write(link, 10, body)
            if code == 2:
                with self.gate:
                    self.contents[struct.unpack(">Q", body[:8])[0]] = body[8:]
                    self.gate.notify_all()
            if code == 1:
                return json.loads(body.decode())

    @staticmethod
    def _frame(stream):
        def take(count):
            got = stream.read(count)
            if len(got) < count:
                raise EOFError("the link ended")
            return got

        whole = b""
        first = None
        while True:
            head = take(2)
            length = head[1] & 127
            length = struct.unpack(">H", take(2))[0] if length == 126 else struct.unpack(">Q", take(8))[0] if length == 127 else length
            mask = take(4) if head[1] & 128 else b"\0\0\0\0"
            body = take(length)
            repeated = (mask * (length // 4 + 1))[:length]
            body = (int.from_bytes(body, "big") ^ int.from_bytes(repeated, "big")).to_bytes(length, "big") if length else b""
            code = head[0] & 15
            if code >= 8:
                return code, body
            first = code if first is None else first
            whole += body
            if head[0] & 128:
                return first, whole

    def wait_link(self, seconds=30):
        """Waits until a call may be sent."""
        until = time.time() + seconds
        with self.gate:
            while self.link is None or self.state not in ("ready", "playing", "paused", "unfocused"):
                if not self.gate.wait(max(0.0, until - time.time())):
                    raise Failed({"kind": "not-ready", "message": "no link within %d s (state %s)" % (seconds, self.state)})
            return self.link

    def stop(self):
        """Ends as a host does: its file goes, and no link is accepted any more."""
        link = self.wait_link()
        self.close()
        link.shutdown(socket.SHUT_RDWR)

    def cut(self):
        """Ends the link as a broken connection does."""
        self.wait_link().shutdown(socket.SHUT_RDWR)

    def read(self, function, seconds=60, **arguments):
        """A read: it is sent again if the link ends before its answer."""
        until = time.time() + seconds
        while time.time() < until:
            link = self.wait_link()
            answer = self._call(link, {"type": "call", "fn": function, "args": arguments, "deadline-ms": 30000, "effect": "read"})
            if answer is not None:
                return answer
        raise Failed({"kind": "not-ready", "message": "no answer to %s within %d s" % (function, seconds)})

    def write(self, function, key=None, content=None, **arguments):
        """A write: its answer must come on the link that carried it. The host settles only keys of its own."""
        link = self.wait_link()
        frame = self._write_frame(function, key, arguments)
        answer = self._call(link, frame, content)
        if answer is None:
            raise Failed({"kind": "outcome-unknown", "message": "the link ended before the answer to " + function})
        with self.gate:
            if key is None and self.link is not None:
                self._send(self.link, {"type": "settled", "keys": [frame["key"]]})
        return answer

    def write_together(self, *calls):
        """Sends writes, each a function and its arguments, before the first answer; the answers, errors included."""
        link = self.wait_link()
        frames = [self._write_frame(function, None, arguments) for function, arguments in calls]
        for frame in frames:
            self._number(frame)
            self._send(link, frame)
        answers = []
        for frame in frames:
            try:
                answers.append(self._answer(link, frame["id"]))
            except Failed as failed:
                answers.append(failed)
        return answers

    @staticmethod
    def _write_frame(function, key, arguments):
        digest = hashlib.sha256((function + "\n" + json.dumps(arguments)).encode()).hexdigest()
        key = secrets.token_hex(8) if key is None else key
        return {"type": "call", "fn": function, "args": arguments, "deadline-ms": 30000, "effect": "write", "key": key, "digest": digest, "tool": "check"}

    def _number(self, frame):
        with self.gate:
            self.number += 1
            frame["id"] = self.number

    def _call(self, link, frame, content=None):
        """The value of the answer, or None if the link ended before it."""
        self._number(frame)
        try:
            if content is not None:
                frame["bytes"] = len(content)
            self._send(link, frame)
            if content is not None:
                self._write(link, 2, struct.pack(">Q", frame["id"]) + content)
        except OSError:
            return None
        return self._answer(link, frame["id"])

    def _answer(self, link, number):
        with self.gate:
            while number not in self.answers:
                if self.link is not link:
                    return None
                self.gate.wait(1.0)
            answer = self.answers.pop(number)
            while "bytes" in answer and number not in self.contents and self.link is link:
                self.gate.wait(1.0)
            self.answer = dict(answer, content=self.contents.pop(number, None))
        if "error" in answer:
            raise Failed(answer["error"])
        if answer["type"] == "withdrawn":
            raise Failed({"kind": "not-ready", "message": "withdrawn: " + answer["why"]})
        return answer["value"]
