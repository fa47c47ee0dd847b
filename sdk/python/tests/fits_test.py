"""Tests that invalid values for imports give the same errors in tests as in a component; run instead of a template's test."""

import unittest

from fake_unity import FakeUnity
from wit_world.imports import log, objects, progress
from wit_world.imports.unity_tools_unity_types import PageRequest

import unity_tools


def listed(order=None, limit=1, **more):
    fields = dict.fromkeys(["scene", "query", "name", "path", "component_type", "tag", "layer", "under"])
    wanted = objects.ObjectFilter(**fields, active_only=False, roots_only=False, order=order or objects.ObjectOrder_Hierarchy())
    return objects.list_objects(page=PageRequest(offset=0, limit=limit, cursor=None, **more), filter=wanted)


class Fits(unittest.TestCase):
    def setUp(self):
        self.unity = FakeUnity().on("list_objects", "listed").on("get", "got")

    def test_what_fits_arrives_in_its_order(self):
        for order in (objects.ObjectOrder_Path(), objects.ObjectOrder_Other(value="depth")):
            self.assertEqual(listed(order, limit=2**32 - 1), "listed")
        wanted, page = self.unity.calls("list_objects")[1]
        self.assertEqual((wanted.order.value, page.limit), ("depth", 2**32 - 1))
        log.write(log.Level.INFO, None, "é")
        unity_tools.Cx().progress(1, 2.5)
        self.assertEqual(self.unity.log, ["info: é"])

    def test_what_does_not_is_named_with_what_does(self):
        whole = "expected a whole number from 0 to 4294967295"
        for call, error, told in [
            (lambda: listed(limit="ten"), TypeError, f"list_objects: `page.limit` is 'ten'; {whole}"),
            (lambda: listed(limit=None), TypeError, f"list_objects: `page.limit` is missing; {whole}"),
            (lambda: listed(limit=True), TypeError, f"list_objects: `page.limit` is True; {whole}"),
            (lambda: listed(limit=2.7), TypeError, f"list_objects: `page.limit` is 2.7; {whole}"),
            (lambda: listed(limit=-1), ValueError, f"list_objects: `page.limit` is -1; {whole}"),
            (lambda: listed(limit=2**32), ValueError, f"list_objects: `page.limit` is 4294967296; {whole}"),
            (lambda: listed(limit=10**5000), ValueError, f"list_objects: `page.limit` is a large int; {whole}"),
            (lambda: listed("hierachy"), TypeError, "list_objects: `filter.order` is 'hierachy'; expected one of ObjectOrder_Hierarchy, "),
            (lambda: listed(objects.ObjectOrder_Hierachy()), TypeError, "expected one of ObjectOrder_Hierarchy, ObjectOrder_Path"),
            (lambda: listed(objects.ObjectOrder_Other(value=3)), TypeError, "`filter.order.value` is 3; expected a str"),
            (lambda: listed(lmit=2), TypeError, "list_objects: `page` has no field `lmit`; there are offset, limit, cursor"),
            (lambda: objects.find("/Sun", PageRequest(limit=1)), TypeError, "find: `page.offset` is missing; there are offset, "),
            (lambda: objects.find("/Sun", {"limit": 1}), TypeError, "find: `page` is {'limit': 1}; expected a PageRequest"),
            (lambda: objects.get(), TypeError, "get: `object` is missing; it takes `object`"),
            (lambda: objects.get("a", "b"), TypeError, "get is given 2 values; it takes `object`"),
            (lambda: objects.get("a", object="b"), TypeError, "get is given `object` twice; it takes `object`"),
            (lambda: objects.get("a", name="b"), TypeError, "get is given `name` as well; it takes `object`"),
            (lambda: objects.get("\ud800"), ValueError, "get: `object` is '\\ud800'; expected a str without surrogates"),
            (lambda: objects.get(["x" * 200]), TypeError, "x…; expected a str"),
            (lambda: progress.report("half", None, None), TypeError, "report: `progress` is 'half'; expected a number"),
            (lambda: progress.report(10**400, None, None), ValueError, "expected a number that a float holds"),
            (lambda: log.write("info", None, "a"), TypeError, "write: `level` is 'info'; expected one of Level.DEBUG, Level.INFO, "),
            (lambda: log.write(log.Level.INFOO, None, "a"), TypeError, "write: `level` is 'INFOO'; expected one of Level.DEBUG, "),
        ]:
            with self.subTest(told), self.assertRaises(error) as raised:
                call()
            self.assertIn(told, str(raised.exception))
        self.assertEqual(self.unity.calls("get"), [])


if __name__ == "__main__":
    unittest.main()
