"""Checks that one undo of the user reverts one call of edit_objects completely.

Makes random edits (values of all kinds, set_active, create, instantiate, destroy, reparent, components, prefab
instances included) through MCP, each followed by the undo of the editor, and compares the scenes before and after: by
the serialized values that SceneDump.cs writes, and every 20th edit also by find_objects and get_components. Rejected
edits must change nothing. Prints each difference; ends with code 1 if there is one.

Usage: WORK=... SAMPLE=... UNITY_DOUBLE=... UNITY_TOOL_HOST=... undo_property.py [COUNT [SEED]]
"""
import collections
import json
import random
import sys

from rig import Rig

SCENES = ["Assets/Scenes/Main.unity", "Assets/Scenes/Arena.unity"]
PREFABS = ["Assets/Prefabs/%s.prefab" % name for name in ("Crate", "Enemy", "EliteEnemy", "Squad", "Hud Button")]
TYPES = ["Light", "Camera", "BoxCollider", "Rigidbody", "SphereCollider", "MeshRenderer", "Sample.Game.Patrol", "Sample.Game.Crate"]
# Unity saves none of these, so its undo does not restore them.
UNSAVED = ["hasChanged", "cull", "velocity", "angularVelocity"]
MATERIAL = "Assets/Materials/Ground.mat"


class Check:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.rig = Rig()
        self.mcp, self.editor = self.rig.mcp, self.rig.editor
        for scene in SCENES:
            self.mcp.call("open_scene", scene=scene, additive=True)

    def dump(self):
        path = self.rig.project + "/../dump"
        answer = self.editor.ask("invoke", type="SceneDump", method="Write", args=[path])
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return open(path).read().split("\n")

    def steps(self):
        # The command `state` is answered from a copy that is one tick old.
        return int(self.editor.ask("invoke", type="SceneDump", method="Undone")["result"])

    def look(self):
        """What MCP shows of all objects and components."""
        rows = self.mcp.pages("find_objects", limit=200, select=["active_self", "tag", "layer", "parent", "position"])
        ids = [row["id"] for row in rows]
        for at in range(0, len(ids), 50):
            rows += self.mcp.pages("get_components", objects=ids[at:at + 50], limit=500, max_bytes=65536)
        for row in rows:
            for name in UNSAVED:
                row.get("values", {}).pop(name, None)
        return [json.dumps(row, sort_keys=True) for row in rows]

    def objects(self):
        return self.mcp.pages("find_objects", limit=200, select=["components"])

    def value(self, old):
        """Another value of the same kind."""
        pick = self.random
        if isinstance(old, bool):
            return not old
        if isinstance(old, int):
            return old + pick.choice([1, 2, -1])
        if isinstance(old, float):
            return round(old * 1.5 + 0.25, 3)
        if isinstance(old, str):
            return pick.choice([old + "x", 1, 0, old])
        if isinstance(old, list):
            if old and all(isinstance(one, (int, float)) for one in old):
                return [one + pick.choice([0, 0.5, 1]) for one in old]
            return pick.choice([old[1:], old + old[:1], []])
        if isinstance(old, dict) and "ref" in old:
            return pick.choice([None, old, MATERIAL, {"ref": pick.choice(self.known)["id"]}])
        if old is None:
            return pick.choice([None, MATERIAL, {"ref": pick.choice(self.known)["id"]}])
        return old

    def set_value(self):
        one = self.random.choice(self.known)
        rows = self.mcp.pages("get_components", objects=[one["id"]], limit=100, max_bytes=65536)
        rows = [row for row in rows if row.get("values")]
        row = self.random.choice(rows)
        values = dict(row["values"], **({"enabled": row["enabled"]} if "enabled" in row else {}))
        field = self.random.choice(sorted(values))
        return {"set": {"object": one["id"], "component": row["component"], "field": field, "value": self.value(values[field])}}

    def edit(self, at):
        pick = self.random
        one = lambda: pick.choice(self.known)["id"]
        kind = pick.choice(["set"] * 6 + ["set_active", "create", "instantiate", "instantiate", "destroy", "reparent", "reparent", "add_component", "remove_component"])
        if kind == "set":
            return self.set_value()
        if kind == "set_active":
            return {"set_active": {"object": one(), "active": pick.choice([True, False])}}
        place = pick.choice([{"parent": one()}, {"scene": pick.choice(SCENES)}])
        if kind == "create":
            return {"create": dict(place, name="New %d" % at, components=pick.sample(TYPES, pick.randint(0, 2)))}
        if kind == "instantiate":
            return {"instantiate": dict(place, prefab=pick.choice(PREFABS), position=[at, 0, 1])}
        if kind == "destroy":
            return {"destroy": {"object": one()}}
        if kind == "reparent":
            moved = {"object": one(), "keep_world": pick.choice([True, False])}
            moved.update({"parent": one()} if pick.random() < 0.7 else {})
            moved.update({"index": 0} if pick.random() < 0.4 else {})
            return {"reparent": moved}
        if kind == "add_component":
            return {"add_component": {"object": one(), "type": pick.choice(TYPES)}}
        chosen = pick.choice([row for row in self.known if len(row["components"]) > 1] or self.known)
        return {"remove_component": {"object": chosen["id"], "component": pick.randrange(max(1, len(chosen["components"])))}}

    def batch(self, at):
        edits = [self.edit(at) for _ in range(self.random.choice([1, 1, 1, 2, 3]))]
        if self.random.random() < 0.3 and any(name in edits[0] for name in ("create", "instantiate")):
            edits += [{"set": {"object": {"made": 0}, "component": "Transform", "field": "localScale", "value": [2, 2, 2]}}, {"set_active": {"object": {"made": 0}, "active": False}}]
        return edits

    def run(self, count):
        problems, kinds = 0, collections.Counter()
        before, seen = self.dump(), self.look()
        for at in range(count):
            self.known = self.objects()
            edits = self.batch(at)
            cursor = self.steps()
            answer = self.mcp.call("edit_objects", edits=edits)
            steps = self.steps() - cursor
            applied = "ERR" not in answer
            for edit in edits:
                kinds[list(edit)[0] + ("" if applied else " (rejected)")] += 1
            changed = self.dump() != before
            if steps > 0:
                self.editor.ask("undo")
            after = self.dump()
            found = []
            if steps != (1 if applied and changed else 0) and not (applied and steps == 1):
                found.append("%d undo groups after %s: %s" % (steps, "an edit" if applied else "a rejected edit", answer.get("ERR", "")[:200]))
            if after != before:
                old, new = collections.Counter(before), collections.Counter(after)
                found += ["- " + line for line in (old - new)][:6] + ["+ " + line for line in (new - old)][:6]
                found = found or ["the order of objects differs"]
            if at % 20 == 19 and not found:
                now = self.look()
                if now != seen:
                    found += ["mcp - " + line for line in seen if line not in now][:3] + ["mcp + " + line for line in now if line not in seen][:3]
                    seen = now
            if found:
                problems += 1
                print("DIFFERENCE", at, json.dumps(edits), "->", answer.get("ERR", "applied")[:200], "steps", steps)
                print("\n".join("    " + line[:300] for line in found), flush=True)
                before = after
        print(count, "edits,", problems, "differences;", dict(kinds))
        return problems


if __name__ == "__main__":
    check = Check(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    try:
        sys.exit(1 if check.run(int(sys.argv[1]) if len(sys.argv) > 1 else 200) else 0)
    finally:
        check.rig.end()
