"""Run by `unity-tool-host test`: Python's own unittest, with a FakeUnity that answers the imports."""

import unittest
from types import SimpleNamespace

from fake_unity import FakeUnity

import app
from unity_tools import Cx, ToolError


class CountObjects(unittest.TestCase):
    def test_counts_what_has_the_component(self):
        unity = FakeUnity().on("list_objects", ([SimpleNamespace(path="/Sun")], SimpleNamespace(total=1)))
        counted = app.count_objects(Cx(), "Light")
        self.assertEqual((counted.total, counted.first), (1, ["/Sun"]))
        [(wanted, page)] = unity.calls("list_objects")
        self.assertEqual((wanted.component_type, page.limit), ("Light", 10))
        self.assertEqual(unity.log, ["info: looking for objects with a Light"])

    def test_says_what_to_do_where_there_is_none(self):
        FakeUnity().on("list_objects", ([], SimpleNamespace(total=0)))
        with self.assertRaises(ToolError) as raised:
            app.count_objects(Cx(), "Lihgt")
        self.assertIn("such as Camera", raised.exception.hint)


if __name__ == "__main__":
    unittest.main()
