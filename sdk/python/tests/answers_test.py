"""Tests of results and names of tools, called like a component; run instead of a template's test."""

import enum
import json
import math
import unittest
from dataclasses import dataclass
from types import SimpleNamespace

from fake_unity import Err, FakeUnity

import unity_tools
from unity_tools import Tools, tool


class Colour(enum.Enum):
    RED = "red"


@dataclass
class Lamp:
    colour: Colour
    spots: list[int]


@tool
def give() -> int:
    """Gives what the test wants."""
    return wanted


@tool(name="lamp")
def give_lamp() -> Lamp:
    """Gives a lamp."""
    return wanted


def asked(name, answer):
    global wanted
    wanted = answer
    return json.loads(Tools().call_tool(SimpleNamespace(name=name, arguments="{}")).structured)


class Answers(unittest.TestCase):
    def setUp(self):
        FakeUnity()

    def test_what_has_a_schema_is_written(self):
        self.assertEqual(asked("give", 1), {"result": 1})
        self.assertEqual(asked("give", [Lamp(Colour.RED, [])]), {"result": [{"colour": "red", "spots": []}]})
        inner = Lamp(Colour.RED, [])
        self.assertEqual(asked("lamp", Lamp(Colour.RED, [inner]))["spots"], [{"colour": "red", "spots": []}])

    def test_a_reply_has_notes_blocks_and_meta_beside_its_value(self):
        global wanted
        wanted = unity_tools.Reply(1, notes=["half of it"], meta={"cost": 7}, content=[
            "plain",
            unity_tools.Text("for the user", annotations={"audience": ["user"]}, meta={"acme.example/cost": 2}),
        ])
        result = Tools().call_tool(SimpleNamespace(name="give", arguments="{}"))
        self.assertEqual((json.loads(result.structured), result.diagnostics), ({"result": 1}, ["half of it"]))
        self.assertEqual(result.extra, [("cost", "7")])
        annotated = result.content[1].value
        self.assertEqual((len(result.content), annotated.text), (2, "for the user"))
        self.assertEqual(annotated.extra, [("annotations", '{"audience": ["user"]}'), ("acme.example/cost", "2")])

    def test_a_value_that_json_does_not_have_is_named_with_its_member(self):
        endless = []
        endless.append(endless)
        no_json = "which cannot be written as JSON"
        for name, answer, told, instead in [
            ("give", {"a"}, f"give returned {{'a'}}, a set, {no_json}", "list(...) of a set"),
            ("give", b"a", f"give returned b'a', a bytes, {no_json}", ".decode() of bytes"),
            ("lamp", {"a"}, f"lamp returned {{'a'}}, a set, {no_json}", "list(...) of a set"),
            ("lamp", Lamp(Colour.RED, [b"a"]), f"lamp returned b'a', a bytes in `spots[0]`, {no_json}", ".decode() of bytes"),
            ("give", {"a": [1, {"b": {2}}]}, f"give returned {{2}}, a set in `a[1].b`, {no_json}", "list(...) of a set"),
            ("give", Lamp, f"a type, {no_json}", "when it is called"),
            ("give", {"run": len}, f"a builtin_function_or_method in `run`, {no_json}", "when it is called"),
            ("give", math.nan, f"give returned nan, a float, {no_json}", "a finite float"),
            ("lamp", Lamp(Colour.RED, [math.inf]), f"lamp returned inf, a float in `spots[0]`, {no_json}", "a finite float"),
            ("give", {(1, 2): 3}, f"give returned a dict with the key (1, 2), a tuple, {no_json}", "keys of str"),
            ("give", {"a": {1: 3}}, f"give returned a dict with the key 1, a int in `a`, {no_json}", "keys of str"),
            ("give", {None: 3}, f"give returned a dict with the key None, a NoneType, {no_json}", "keys of str"),
            ("give", endless, "give returned values nested more than 200 deep in `[0][0]", "no value that holds itself"),
            ("give", {"x" * 200}, "x…, a set, ", "list(...) of a set"),
        ]:
            with self.subTest(told), self.assertRaises(Err) as raised:
                asked(name, answer)
            error = raised.exception.value
            self.assertEqual(type(error.kind).__name__, "ErrorKind_Internal")
            self.assertIn(told, error.message)
            self.assertIn("the author of the tool has to ", error.hint)
            self.assertIn(instead, error.hint)

    def test_a_name_is_given_once(self):
        with self.assertRaises(TypeError) as raised:

            @tool(name="give")
            def other() -> int:
                """Another."""

        told = str(raised.exception)
        for part in ("tool give: `give` (", "`Answers.test_a_name_is_given_once.<locals>.other` (", '`@tool(name="...")`'):
            self.assertIn(part, told)
        self.assertEqual(asked("give", 2), {"result": 2})

    def test_a_default_may_be_a_case(self):
        @tool(name="paint")
        def paint(colour: Colour = Colour.RED) -> int:
            """Paints."""

        [painted] = [one for one in unity_tools.Listing().list_tools() if one.name == "paint"]
        self.assertEqual(json.loads(painted.input_schema)["properties"]["colour"]["default"], "red")

    def test_a_module_may_be_loaded_anew(self):
        self.assertIs(tool(give), give)
        self.assertIn("give", unity_tools._all)


if __name__ == "__main__":
    unittest.main()
