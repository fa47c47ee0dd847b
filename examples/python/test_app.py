"""Run by `unity-tool-host test`: the unittest of Python, with a FakeUnity that answers the imports."""

import unittest
from types import SimpleNamespace

from fake_unity import FakeUnity

import app
from unity_tools import Cx


def card(name):
    return SimpleNamespace(name=name, path="/" + name)


class CheckNames(unittest.TestCase):
    def test_lists_each_problem_over_all_pages(self):
        unity = FakeUnity().on("find", SimpleNamespace(id="scn:1", path="Assets/Town.unity"))
        pages = {
            0: ([card("Sun "), card("Lamp")], SimpleNamespace(total=3, next_offset=2)),
            2: ([card("Left/Right")], SimpleNamespace(total=3, next_offset=None)),
        }
        unity.on("list_objects", lambda wanted, page: pages[page.offset])
        problems = app.check_names(Cx(), "Town")
        self.assertEqual([one.path for one in problems], ["/Sun ", "/Left/Right"])
        self.assertIn("blank", problems[0].problem)
        self.assertEqual(unity.log, ["info: reading Assets/Town.unity"])

    def test_a_usual_name_is_no_problem(self):
        self.assertIsNone(app.problem_of("Main Camera"))


if __name__ == "__main__":
    unittest.main()
