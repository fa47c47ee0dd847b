"""Starts the editor double and a host for a copy of the sample project, and drives both.

Environment: UNITY_DOUBLE (folder of the built double, with the package's assemblies in `package`),
UNITY_TOOL_HOST (the program), SAMPLE (the project folder), WORK (an empty folder for this run).
"""
import json
import os
import queue
import re
import shutil
import subprocess
import threading
import time
import urllib.error
import urllib.request


class Editor:
    """The editor double and its control channel."""

    def __init__(self, double, project, data, options=()):
        env = dict(os.environ, UNITY_TOOLS_DATA=data, UNITY_TOOLS_ALLOW_LINK="1", UNITY_DOUBLE_PREFS=project + "/Prefs")
        command = ["mono", "--debug", double + "/UnityEditorDouble.exe", "--project", project, "--assemblies", double + "/package", *options]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=env)
        self.lines = queue.Queue()
        self.logs = []
        self.last = 0
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line)

    def ask(self, command, **members):
        self.last += 1
        members.update(id=self.last, command=command)
        self.process.stdin.write(json.dumps(members) + "\n")
        self.process.stdin.flush()
        end = time.time() + 60
        while time.time() < end:
            try:
                answer = json.loads(self.lines.get(timeout=1))
            except (queue.Empty, ValueError):
                continue
            if answer.get("id") == self.last:
                return answer
            self.logs.append(answer)
        raise TimeoutError(command)


class Mcp:
    """A client of the host."""

    def __init__(self, url, profile=None):
        self.url = url + "/mcp" + ("?profile=" + profile if profile else "")
        self.last = 0
        self.session = None
        client = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "check", "version": "1"}}
        self.request("initialize", client)
        self._post({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def _post(self, body):
        headers = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25"}
        if self.session:
            headers["Mcp-Session-Id"] = self.session
        opened = urllib.request.urlopen(urllib.request.Request(self.url, json.dumps(body).encode(), headers), timeout=60)
        self.session = opened.headers.get("Mcp-Session-Id") or self.session
        text = opened.read().decode()
        if text.startswith("{"):
            return json.loads(text)
        answers = [json.loads(line[5:]) for line in text.splitlines() if line.startswith("data:") and line[5:].strip()]
        return next((one for one in answers if "result" in one or "error" in one), None)

    def request(self, method, params):
        self.last += 1
        return self._post({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params})

    def call(self, tool, **arguments):
        """The structured result, or {"ERR": text}."""
        answer = self.request("tools/call", {"name": tool, "arguments": arguments})
        if "result" not in answer:
            return {"ERR": json.dumps(answer.get("error"))}
        result = answer["result"]
        return {"ERR": result["content"][0].get("text", "")} if result.get("isError") else result.get("structuredContent") or {}

    def pages(self, tool, **arguments):
        """The rows of all pages."""
        rows = []
        while True:
            answer = self.call(tool, **arguments)
            rows += answer["rows"]
            if not answer.get("next"):
                return rows
            arguments["cursor"] = answer["next"]


def adapt(project):
    """Removes what the double does not imitate from the scripts of the sample, and adds the oracle."""
    scripts = project + "/Assets/Scripts/"
    for name in ("InputProbe.cs", "InputProbe.cs.meta"):
        os.remove(scripts + name)
    for name, pattern, text in (("Combat/Health.cs", r".*(UnityEvent|onDeath).*\n", ""),
                                ("Spinner.cs", r"transform\.Rotate\(.*\);", "transform.localRotation = transform.localRotation;")):
        content = open(scripts + name).read()
        open(scripts + name, "w").write(re.sub(pattern, text, content))
    os.makedirs(project + "/Assets/Editor", exist_ok=True)
    shutil.copy(os.path.dirname(os.path.abspath(__file__)) + "/SceneDump.cs", project + "/Assets/Editor/")


class Rig:
    """Host and editor for one copy of the sample project."""

    def __init__(self, settings=()):
        work, sample, self.double = os.environ["WORK"], os.environ["SAMPLE"], os.environ["UNITY_DOUBLE"]
        self.project = work + "/project"
        shutil.rmtree(work, ignore_errors=True)
        shutil.copytree(sample, self.project)
        os.makedirs(work + "/data")
        adapt(self.project)
        sets = ["unity.live=true", f"server.data-dir='{work}/data'", f"server.cache-dir='{work}/cache'", f"server.discovery-file='{work}/host.json'",
                "policy.allow-writes=true", 'policy.component-allowlist=["*"]', 'policy.reflection-allowlist-members=["*"]', "policy.require-confirm=false"]
        command = [os.environ["UNITY_TOOL_HOST"], "serve", "--listen", "127.0.0.1:0", "--project", self.project]
        for one in sets + list(settings):
            command += ["--set", one]
        self.host = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=open(work + "/host.log", "w"), text=True)
        self.mcp = Mcp(self.host.stdout.readline().strip().split()[-1])
        self.editor = Editor(self.double, self.project, work + "/data")
        self.editor.ask("state")
        for _ in range(120):
            if '"editor"' in json.dumps(self.mcp.call("list_unitys")):
                return
            time.sleep(0.25)
        raise TimeoutError("the editor did not link")

    def end(self):
        self.editor.process.kill()
        self.host.kill()
